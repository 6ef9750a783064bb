"""A club's own game, read from its description: what changes, what stays, and what is refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.rules import (
    VARIANTS,
    HouseRuleRefused,
    Variant,
    answers_of,
    calls,
    check_house_rules,
    explain,
    house_rules_of,
    read_record,
    refuse_contradictions,
    result_buttons,
    rules_of_night,
    rules_of_table,
    score,
    summarize_rules,
)
from tally.rules.house_rules import KEPT, resolve, rules_of_every_game
from tally.rules.language import BID, OTHERWISE, TRICKS, SplitPoints
from tally.rules.own_games import KEYS as FIELDS
from tally.rules.own_games import (
    PACKS,
    SIDES,
    OwnGameRefused,
    clean_description,
    contracts_by_key,
    keys_of,
    read_own_game,
)
from tally.rules.prices import PriceRefused, price_text, read_price
from tally.rules.refusals import quoted
from tally.rules.rulebook import open_rulebook

OF_TABLES = ("renege", "renege_goes_to", "sit_out_credit", "rubber")  # house rules that no entry has

# The keys by which descriptions name contracts. A key that a club's saved game may name must stay.
KEYS = {
    "standard": "trump trump-alone trump-alone-defender-alone",
    "railroad": "trump trump-alone trump-alone-exposed trump-alone-defender-alone trump-alone-defender-alone-exposed",
    "three-handed": "trump",
    "auction-five": "bid-3-with-1 bid-4-with-2 bid-5-with-2 bid-8 bid-15",
    "auction-seven": "bid-4-with-1 bid-5-with-1 bid-6-with-2 bid-7-with-2 bid-10 bid-20",
    "call-ace": "trump-with-1 trump-alone trump-no-partner",
    "pepper-cats": "bid little-pepper big-pepper",
    "hawsy": "bid hawsy double-hawsy",
    "twelves": "bid bid-12 bid-24 bid-48-alone bid-96",
    "pfeffer": "bid-4 bid pfeffer-alone",
    "progressive": "bid pepper-alone loner-alone",
    "florida-five-handed": "bid-with-1",
    "barrie": "bid bid-8-alone bid-8-alone-2 bid-8-alone-3",
    "hoosier": "bid bid-10 bid-10-alone",
    "shawn": "bid bid-2 bid-7-alone bid-8-alone",
    "michigan-family": "bid bid-12-alone bid-24-alone bid-48-alone bid-96-alone bid-192-alone",
}


def own(base: str = "standard", **changes: Any) -> Variant:
    """Read a description with these changes to a game."""
    return read_own_game({"name": "Fire Hall Euchre", "base": base, **changes}, "own-x")


def points(variant: Variant, tricks: int, **record: Any) -> tuple[Any, Any]:
    """Score a hand of this game: the makers' points and the defenders'."""
    data = {"variant": variant.slug, "players": 4, "maker_side": "A", "maker_tricks": tricks, "alone": False}
    found = score(read_record(data | {"defender_tricks": variant.tricks - tricks} | record, variant))
    return found.makers, found.defenders


# Prices


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_price_of_every_game_is_read_as_it_is_written(slug: str) -> None:
    for _, contract in contracts_by_key(VARIANTS[slug]):
        for pay in (contract.made, contract.set):
            for price in (pay.makers, pay.defenders):
                assert read_price(price_text(price)) == price


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("2", 2),
        ("−4", -4),
        ("minus 4", -4),
        ("tricks", TRICKS),
        ("-bid", -BID),
        ("2 x bid", 2 * BID),
        ("6 + the bid", 6 + BID),
        ("their tricks – the bid", TRICKS - BID),
        ("1 for 3 or 4, 2 for 5", {3: 1, 4: 1, 5: 2}),
        ("0 for 0 to 2 tricks; 1 for 3", {0: 0, 1: 0, 2: 0, 3: 1}),
        ("-6 for no trick, otherwise tricks", {0: -6, OTHERWISE: TRICKS}),
        ("1 for 3 or 4 tricks, 5 (partner 4) for 5 tricks", {3: 1, 4: 1, 5: SplitPoints(5, 4)}),
    ],
)
def test_a_price_is_read_as_people_write_it(text: str, price: object) -> None:
    assert read_price(text) == price


@pytest.mark.parametrize("text", ["", "x", "--2", "2-", "1 for", "1 for 3, 2", "1 for 3, 2 for 3", "999", "two", "²"])
def test_what_is_no_price_is_refused_with_an_example_or_a_reason(text: str) -> None:
    with pytest.raises(PriceRefused) as refused:
        read_price(text)
    assert refused.value.message.endswith(".")


# What changes, and what stays


@pytest.mark.parametrize("slug", VARIANTS)
def test_without_changes_the_game_is_the_one_that_it_was_made_from(slug: str) -> None:
    variant, base = own(slug), VARIANTS[slug]
    assert summarize_rules(variant).pay == summarize_rules(base).pay
    assert list(house_rules_of(variant)) == list(house_rules_of(base))
    assert summarize_rules(variant).source == f"our own changes to {base.name}"


@pytest.mark.parametrize("slug", KEYS)
def test_the_keys_of_contracts_stay(slug: str) -> None:
    assert keys_of(VARIANTS[slug]) == KEYS[slug].split()


def test_a_price_changes_the_points_of_a_hand() -> None:
    variant = own(contracts={"trump": {"made": {"makers": "1 for 3 or 4 tricks, 3 for 5 tricks"}}})
    assert points(variant, 5) == (3, 0) and points(variant, 4) == (1, 0) and points(variant, 2) == (0, 2)
    assert points(variant, 5, alone=True) == (4, 0), "the lone hand keeps its price"


def test_a_house_rule_that_decides_nothing_any_more_is_not_asked() -> None:
    both = {key: {"set": {"makers": 0, "defenders": 3}} for key in ("trump", "trump-alone")}
    rules = house_rules_of(own(contracts=both))
    assert "euchre" not in rules and "call_for_best" in rules


LONER_IS_FIVE = {"trump-alone": {"made": {"makers": "1 for 3 or 4 tricks, 5 for 5 tricks"}}}


def test_a_price_of_our_own_answers_its_house_rule_against_a_lone_defender_too() -> None:
    variant = own(contracts=LONER_IS_FIVE)
    assert "loner" not in house_rules_of(variant) and "loner_euchred" in house_rules_of(variant)
    assert points(variant, 5, alone=True) == (5, 0)
    with_defender = {"extras": {"defender_alone": True, "options": {"defend_alone": True}}}
    assert points(variant, 5, alone=True, **with_defender) == (5, 0)


def test_an_answer_stored_before_the_game_decided_it_is_never_in_force() -> None:
    variant = own(contracts=LONER_IS_FIVE)
    assert summarize_rules(variant, {"loner": 7}) == summarize_rules(variant)
    assert answers_of(variant, {"loner": 7, "target": 10})["target"] == 10
    with pytest.raises(HouseRuleRefused):
        answers_of(variant, {"nonesuch": 7})


def test_without_its_contracts_a_house_rule_is_no_longer_asked_and_its_note_is_gone() -> None:
    variant = own("railroad", removed=["trump-alone-defender-alone", "trump-alone-defender-alone-exposed"])
    assert not {"defend_alone", "defend_alone_pays"} & house_rules_of(variant).keys()
    assert "lone maker wins" not in str(summarize_rules(variant).after)


def effects(variant: Variant, answers: dict[str, Any]) -> str:
    """What house rules change: what is paid, played, printed, and how a game ends."""
    sheet, rulebook = summarize_rules(variant, answers), open_rulebook(variant, 4, check_house_rules(variant, answers))
    assert rulebook
    lines = {key: (line.scores, sorted(line.trumps)) for key, line in rulebook.lines.items()}
    return str((sheet.before, sheet.pay, sheet.after, sheet.how_to_play, lines, rulebook.deal, rulebook.variant.end))


@pytest.mark.parametrize("slug", ["standard", "railroad", "pepper-cats"])
def test_every_house_rule_that_is_asked_changes_something(slug: str) -> None:
    prices = {
        key: {
            end: {side: price_text(getattr(getattr(contract, end), side)) for side in SIDES} for end in ("made", "set")
        }
        for key, contract in contracts_by_key(VARIANTS[slug])
    }
    variant = own(slug, contracts=prices, end={"deals": 12})
    rules = {name: rule for name, rule in house_rules_of(variant).items() if rule.has_choice and name not in OF_TABLES}
    others = [{}, *({name: answer} for name, rule in rules.items() for answer in rule.answers)]
    for name, rule in rules.items():
        found = (len({effects(variant, {**other, name: answer}) for answer in rule.answers}) > 1 for other in others)
        assert any(found), name


def test_a_pack_answers_the_question_how_many_cards_there_are() -> None:
    variant = own(cards=25)
    assert "pack" not in house_rules_of(variant) and variant.deals[0].pack == PACKS[25]
    assert any("benny" in note for note in resolve(variant, {}).notes)
    assert not any("benny" in note for note in resolve(own(cards=20), {}).notes)


def test_bids_have_a_lowest_and_a_highest() -> None:
    variant = own("pepper-melton", contracts={"bid": {"lowest": 3, "highest": 5}})
    rulebook = open_rulebook(variant, 4)
    assert rulebook and rulebook.bids == (3, 4, 5, "little-pepper", "big-pepper")
    assert "minimum_bid" not in house_rules_of(variant)


def test_a_contract_is_removed() -> None:
    variant = own(removed=["trump-alone", "trump-alone-defender-alone"])
    assert not any(button.alone for button in result_buttons(variant))


def test_what_happens_when_everybody_passes() -> None:
    assert resolve(own(all_pass="stuck"), {}).all_pass.text == "the dealer must name trump"
    assert resolve(own("pepper-cats", all_pass=4), {}).all_pass.dealer_least == 4
    assert "all_pass" not in rules_of_night(own(all_pass="throw-in"))


def test_the_end_of_a_game() -> None:
    assert resolve(own(end={"target": 21}), {}).end.target == 21
    assert own(end={"deals": 12}).end.at_table(4).deals == 12


def test_notes_are_added_and_taken_out() -> None:
    gone = next(note for note in VARIANTS["progressive-cats"].notes if "chart" in str(note))
    notes = summarize_rules(own("progressive-cats", without_notes=[gone], notes=["Low card deals."]))
    assert "Low card deals." in str(notes) and gone not in str(notes)


@pytest.mark.parametrize("all_pass", [5, 6, "throw-in"])
def test_a_button_that_would_always_be_refused_goes_with_its_rule(all_pass: object) -> None:
    assert "bid-4-dealer-conceded" in dict(contracts_by_key(own("pepper-grinnell", all_pass=4)))
    variant = own("pepper-grinnell", all_pass=all_pass)
    assert "bid-4-dealer-conceded" not in dict(contracts_by_key(variant))
    assert "a stuck dealer gives up" not in str(summarize_rules(variant).pay)


# Texts that cannot be saved, shown or sent

DIRTY = {"n\x00ame\ud800": ["Lo\x00w \u202ecard\u200b", {"\ud800trump": 3}]}


def test_a_description_is_read_with_clean_texts_names_of_fields_too() -> None:
    assert clean_description(DIRTY) == {"n ame": ["Lo w card", {"trump": 3}]}
    assert own(notes=["Low\ud800 card\x00deals."]).notes[-1] == "Low card deals."


@pytest.mark.parametrize("name", ["\u200b", "\u202e \u2066", "\ud800", "\x00", "\u200d"])
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    with pytest.raises(OwnGameRefused, match="Give the game a name"):
        read_own_game({"name": name, "base": "standard"}, "own-x")


@pytest.mark.parametrize(
    "description",
    [{"base": "\ud800"}, {"\ud800": 1}, {"about": ["\ud800"]}, {"notes": [["\ud800"]]}, {"removed": ["\ud800"]}],
)
def test_a_refusal_that_quotes_half_a_sign_can_be_sent(description: dict[str, Any]) -> None:
    with pytest.raises(OwnGameRefused) as refused:
        read_own_game({"name": "Ours", "base": "standard", **description}, "own-x")
    assert refused.value.message.encode()
    assert quoted("\ud800") == '"\\ud800"'


def test_too_deep_a_description_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(OwnGameRefused, match="nested too deeply"):
        clean_description({"notes": deep})
    while deep:
        deep = deep.pop()  # so that it is not freed all at once


# What is refused


@pytest.mark.parametrize(
    ("base", "removed", "house_rules"),
    [
        ("call-ace", ["trump-with-1", "trump-no-partner"], {"alone": False}),
        (
            "railroad",
            [key for key in keys_of(VARIANTS["railroad"]) if key != "trump-alone-exposed"],
            {"jambone": False},
        ),
    ],
)
def test_house_rules_may_not_take_away_the_last_contract(
    base: str, removed: list[str], house_rules: dict[str, Any]
) -> None:
    variant = own(base, removed=removed)
    with pytest.raises(HouseRuleRefused, match="No contract is left"):
        refuse_contradictions(variant, house_rules)
    assert summarize_rules(variant, house_rules), "a night that has them already can still be read"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "Give the game a name."),
        ({"name": "Bald Euchre"}, "There is a game called Bald Euchre already"),
        ({"name": "x" * 41}, "longer than 40 letters"),
        ({"base": "nonesuch"}, 'no game called "nonesuch" here'),
        ({"colour": "red"}, 'A game has no field "colour"'),
        ({"format": "chess"}, "not a game of this program"),
        ({"cards": 16}, "16 cards are too few: four players need 20"),
        ({"cards": 23}, 'not "23"'),
        ({"contracts": {"moon": {}}}, 'Euchre has no contract called "moon"; it has trump, trump-alone'),
        ({"contracts": {"trump": {"made": {"makers": "lots"}}}}, 'Trump: "lots" is not an amount of points'),
        ({"contracts": {"trump": {"made": {"makers": "2 for 6 tricks"}}}}, "a hand has 5 tricks"),
        ({"contracts": {"trump": {"made": {"makers": "0"}}}}, "scores the makers nothing when made"),
        ({"contracts": {"trump": {"lowest": 2}}}, "has no lowest and highest bid"),
        ({"removed": ["trump", "trump-alone", "trump-alone-defender-alone"]}, "No contract is left"),
        ({"all_pass": 3}, 'When everybody passes: "throw-in" or "stuck"; not "3".'),
        ({"notes": [None]}, '"notes" has null'),
        ({"without_notes": [None]}, '"without_notes" has null'),
        ({"removed": [None]}, '"removed" has null'),
        ({"end": {"target": 0}}, "a whole number from 1 to 1000"),
        ({"end": {"target": 5, "deals": 5}}, "Choose one of them"),
        ({"base": "pepper-cats", "contracts": {"bid": {"lowest": 6, "highest": 5}}}, "above the highest"),
        ({"base": "pepper-cats", "contracts": {"bid": {"lowest": 3}}, "all_pass": 2}, "The lowest bid is 3"),
        ({"base": "hoosier", "contracts": {"bid": {"highest": 99}}}, "a whole number from 1 to"),
        ({"base": "pfeffer", "contracts": {"bid": {"lowest": 4}}}, "Two contracts would be a bid of 4"),
    ],
)
def test_a_description_that_cannot_be_played_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OwnGameRefused) as refused:
        read_own_game({"name": "Ours", "base": "standard", **changes}, "own-x")
    assert sentence in refused.value.message


# Anything at all

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
PRICES = st.sampled_from(
    ["0", "1", "−3", "tricks", "bid", "-bid", "tricks - bid", "6 + bid", "2 for 5, otherwise tricks", "5 (partner 4)"]
) | st.text(alphabet="0123456789-+,;x()for bidtricksotherwse", max_size=30)
PAID = st.fixed_dictionaries({}, optional={"makers": PRICES | st.integers(-9, 9), "defenders": PRICES})


@st.composite
def descriptions(draw: Any) -> dict[str, Any]:
    """Draw a description: its keys are right, and its values are likely to go together."""
    base = draw(st.sampled_from(list(VARIANTS)))
    keys = [each.key for each in contracts_by_key(VARIANTS[base])]
    bids = st.integers(0, 12)
    change = st.fixed_dictionaries({}, optional={"made": PAID, "set": PAID, "lowest": bids, "highest": bids})
    optional = {
        "cards": st.sampled_from(list(PACKS)),
        "contracts": st.dictionaries(st.sampled_from(keys), change, max_size=2),
        "removed": st.lists(st.sampled_from(keys), max_size=2, unique=True),
        "all_pass": st.sampled_from(["throw-in", "stuck", 1, 2, 3, 4]),
        "end": st.sampled_from([{"target": 10}, {"deals": 8}, {"starts": 30}]),
        "notes": st.lists(st.text(max_size=20), max_size=2),
        "about": st.text(max_size=30),
    }
    some = draw(st.lists(st.sampled_from(list(optional)), max_size=4, unique=True))
    return {"name": "Ours", "base": base} | {key: draw(optional[key]) for key in some}


def contradicts(variant: Variant, answers: dict[str, Any]) -> bool:
    try:
        refuse_contradictions(variant, answers)
    except HouseRuleRefused:
        return True
    return False


def check_plays(variant: Variant) -> None:
    """Check that a game can be explained, printed and scored, with every button and each house rule changed."""
    choices: list[dict[str, Any]] = [{}]
    choices += [{name: list(rule.answers)[-1]} for name, rule in house_rules_of(variant).items()]
    for answers in choices:
        if contradicts(variant, answers):
            continue
        assert summarize_rules(variant, answers).pay and explain(variant, answers)
        for players in variant.table_sizes:
            assert calls(variant, answers, players)
    for button in result_buttons(variant)[:4]:
        if variant.table_of_four:
            assert score(read_record(button.record(variant, "A"), variant)) == button.score


@settings(max_examples=60, deadline=None)
@given(data=descriptions())
def test_whatever_is_accepted_can_be_explained_and_played(data: dict[str, Any]) -> None:
    try:
        variant = read_own_game(json.loads(json.dumps(data)), "own-x")
    except OwnGameRefused as refused:
        assert refused.message.endswith((".", "…"))
        return
    check_plays(variant)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@settings(max_examples=750, deadline=None)
@given(data=descriptions())
def test_whatever_is_accepted_can_be_explained_and_played_thoroughly(part: int, data: dict[str, Any]) -> None:
    try:
        variant = read_own_game(data, "own-x")
    except OwnGameRefused:
        return
    check_plays(variant)


@settings(max_examples=80, deadline=None)
@given(data=ANYTHING, base=st.sampled_from(["standard", "pepper-cats"]), key=st.sampled_from(list(KEYS)))
def test_any_json_is_read_or_refused_with_a_sentence(data: Any, base: str, key: str) -> None:
    fields = data if isinstance(data, dict) else {}
    tries = [data, {"name": "Ours", "base": base} | fields]
    tries += [{"name": "Ours", "base": base, field: data} for field in FIELDS]
    tries += [
        {"name": "Ours", "base": base, "contracts": {"trump": {each: data}}} for each in ("made", "set", "lowest")
    ]
    for description in tries:
        try:
            read_own_game(description, "own-x")
        except OwnGameRefused as refused:
            assert refused.message


def test_looking_at_games_does_not_fill_the_memory() -> None:
    for size in range(KEPT + 20):
        variant = own(name=f"Ours {size}")
        for asked in (house_rules_of, rules_of_night, rules_of_table):
            assert asked(variant)
    for kept in (house_rules_of, rules_of_night, rules_of_table, rules_of_every_game):
        assert kept.cache_info().currsize <= KEPT and len(VARIANTS) < KEPT / 2
