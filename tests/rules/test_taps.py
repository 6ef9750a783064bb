"""Every path of taps at every table, followed from the first question to the record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.rules import (
    VARIANTS,
    HandRefused,
    HandResult,
    HouseRuleRefused,
    Question,
    TableSetup,
    Tap,
    ask,
    house_rules_of,
    points_of,
    read_record,
    refuse_contradictions,
    score,
    score_data,
)
from tests.support.shipped_games import SHIPPED

TABLES = [(slug, players) for slug, variant in VARIANTS.items() for players in variant.table_sizes]
MOST_LETTERS = 80  # of a path that the page accepts
ORDER = ("result", "who", "call", "partners", "tricks", "own")
PATH = re.compile(
    r"""(?P<maker>\w):
    (?: (?P<low>\d+)(-(?P<high>\d+))?(?P<lone>-alone)?
      | (turn-up|bid-(?P<bid>\d+|(?:little|big)-pepper|double-hawsy|hawsy|pepper|loner|pfeffer|small|big))
        (?P<alone>-alone)?(-x(?P<cards>\d))?
        (?P<facts>(-(exposed|defender-alone|dealer-stuck|dealer-conceded|defenders-declined|no-partner))*) )
    (/with-(?P<partners>[\d.]*))?(/took-(?P<first>\d+)(-(?P<last>\d+))?)?(/own-(?P<own>[\dx.]+))?""",
    re.X,
)


@cache
def table_setup(slug: str, players: int, rules: str = "{}") -> TableSetup:
    """Set up a table; its house rules are JSON."""
    return TableSetup(VARIANTS[slug], players, json.loads(rules))


def walk(table: TableSetup, path: str = "") -> Iterator[tuple[str, Question | dict[str, Any]]]:
    """Yield every path that continues this one, each with its answer: the next question or the record."""
    answer = ask(table, path)
    yield path, answer
    for tap in answer.taps if isinstance(answer, Question) else ():
        yield from walk(table, tap.path)


@cache
def every_path(slug: str, players: int, rules: str = "{}") -> dict[str, Question | dict[str, Any]]:
    """Map every path at a table, also those of passed-out deals, to its answer."""
    table = table_setup(slug, players, rules)
    found = list(walk(table)) + (list(walk(table, "passed")) if table.may_pass else [])
    assert len(found) == len(dict(found)), "two buttons have the same path"
    return dict(found)


def records(slug: str, players: int, rules: str = "{}") -> dict[str, dict[str, Any]]:
    return {path: answer for path, answer in every_path(slug, players, rules).items() if isinstance(answer, dict)}


def tables(test: Any) -> Any:
    return pytest.mark.parametrize(("slug", "players"), TABLES)(test)


# ---- Every record


@pytest.mark.long
def test_42_games_at_54_tables() -> None:
    assert len(SHIPPED) == 42 and sum(slug in SHIPPED for slug, _ in TABLES) == 54
    assert sum(len(records(*table)) for table in TABLES) > 30_000


@pytest.mark.sample(5)
@tables
def test_every_path_gives_a_record_with_points_for_every_party(slug: str, players: int) -> None:
    table = table_setup(slug, players)
    for path, answer in records(slug, players).items():
        record = read_record(answer)
        points = points_of(table.rulebook, HandResult(record.maker_side, score(record)))
        assert points.keys() == table.parties.keys(), path
        assert len(path) <= MOST_LETTERS


@tables
def test_every_record_has_only_one_path(slug: str, players: int) -> None:
    found = [json.dumps(answer, sort_keys=True) for answer in records(slug, players).values()]
    assert len(found) == len(set(found))


@tables
def test_every_contract_can_be_entered_with_every_number_of_tricks(slug: str, players: int) -> None:
    table = table_setup(slug, players)
    answer = [
        (r["maker_side"], r["bid"], r["alone"], r["exchange"], _facts(table, r), _span(r["maker_tricks"]))
        for r in records(slug, players).values()
        if not r["extras"].get("passed_out")
    ]
    found = {
        (maker, bid, lone, cards, facts, tricks)
        for maker, bid, alone, exchange, facts, span in set(answer)
        for lone in ((alone,) if alone is not None else (True, False))
        for cards in ((exchange,) if exchange is not None else (0, 1, 2, 3))
        for tricks in span
    }
    for (bid, alone, exchange, facts), line in table.rulebook.lines.items():
        same = facts == ("dealer_stuck",) and line.scores == table.rulebook.lines[bid, alone, exchange, ()].scores
        for maker, tricks in product(table.parties, () if line.contract.unplayed else range(len(line.scores))):
            assert (maker, bid, alone, exchange, () if same else facts, tricks) in found


def _facts(table: TableSetup, record: dict[str, Any]) -> tuple[str, ...]:
    facts = sorted(record["extras"].keys() - {"partner", "partners", "tricks_by_player", "tricks_by_side"})
    no_partner = table.rulebook.asks_partner and record["extras"].get("partner", 0) is None
    return ("no_partner",) if no_partner else tuple(facts)


def _span(tricks: Any) -> range:
    low, high = tricks if isinstance(tricks, list) else (tricks or 0, tricks or 0)
    return range(low, high + 1)


@tables
def test_the_record_matches_its_path(slug: str, players: int) -> None:
    table = table_setup(slug, players)
    every = table.rulebook.deal.tricks
    for path, record in records(slug, players).items():
        assert (record["variant"], record["players"], record["trump"]) == (slug, players, None)
        if path.startswith("passed"):
            assert (record["maker_side"], record["bid"], record["maker_tricks"]) == (None, None, None)
            assert record["extras"]["passed_out"] is True
            continue
        steps = PATH.fullmatch(path)
        assert steps, path
        check_bid(steps, record)
        check_tricks(steps, record, every)
        check_others(steps, record, list(table.parties), every)


def check_bid(steps: re.Match[str], record: dict[str, Any]) -> None:
    """Check who bid, the bid, how it was played, and with which partners."""
    maker, bid = steps["maker"], steps["bid"]
    assert record["maker_side"] == (int(maker) if maker.isdigit() else maker)
    assert record["bid"] == (int(bid) if bid and bid.isdigit() else bid)
    assert record["alone"] in ((True,) if steps["alone"] or steps["lone"] else (False, None))
    assert record["exchange"] in ((int(steps["cards"]),) if steps["cards"] else (0, None))
    facts = {fact.replace("-", "_") for fact in re.findall(r"exposed|[a-z]+-[a-z]+", steps["facts"] or "")}
    facts |= {"dealer_stuck"} if "dealer_conceded" in facts else set()
    no_partner = "no_partner" in facts
    facts -= {"no_partner"}
    lists = {"partner", "partners", "tricks_by_player", "tricks_by_side", "dropped"}
    assert {name for name, value in record["extras"].items() if value is True} == facts == set(record["extras"]) - lists
    chosen = [int(n) for n in (steps["partners"] or "").split(".") if n]
    extras = record["extras"]
    if no_partner:
        assert (extras["partner"], chosen) == (None, [])
    else:
        assert extras.get("partners", [extras["partner"]] if "partner" in extras else []) == chosen


def check_tricks(steps: re.Match[str], record: dict[str, Any], every: int) -> None:
    """Check the makers' tricks and the defenders'."""
    low = steps["first"] or steps["low"]
    if low is None:
        assert record["maker_tricks"] is record["defender_tricks"] is None
        return
    high = int(steps["last"] or steps["high"] or low)
    stated = high if high == int(low) else [int(low), high]
    left = every - high if high == int(low) else [every - high, every - int(low)]
    assert (record["maker_tricks"], record["defender_tricks"]) == (stated, left)


def check_others(steps: re.Match[str], record: dict[str, Any], parties: list[Any], every: int) -> None:
    """Check the tricks of each other player, and that the last one gets all that are left."""
    by = record["extras"].get("tricks_by_player", record["extras"].get("tricks_by_side"))
    if by is None:
        assert steps["own"] is None
        return
    others = [n for n, party in enumerate(parties) if str(party) != steps["maker"]]
    answer = (steps["own"] or "").split(".") if steps["own"] else []
    assert by[parties.index(record["maker_side"])] == record["maker_tricks"] and sum(by) == every
    for n, word in zip(others, answer, strict=False):
        assert by[n] == (0 if word == "x" else int(word))
    assert record["extras"].get("dropped", []) == [n for n, word in zip(others, answer, strict=False) if word == "x"]
    unasked = [by[n] for n in others[len(answer) :]]
    assert not unasked or sum(unasked[:-1]) == 0, "only the last player's tricks follow from the others'"


# ---- The questions


@pytest.mark.sample(7)
@tables
def test_questions_come_in_one_order_and_every_path_continues_its_question(slug: str, players: int) -> None:
    known = every_path(slug, players)
    for path, answer in known.items():
        for tap in answer.taps if isinstance(answer, Question) else ():
            assert tap.path.startswith(path), (path, tap.path)
            then = known[tap.path]
            assert isinstance(then, dict) or ORDER.index(then.kind) >= ORDER.index(answer.kind) + (answer.kind != "own")
            assert tap.rest is None or answer.rest_of is not None


@tables
def test_all_players_bids_share_a_page_only_where_they_fit_a_phone(slug: str, players: int) -> None:
    first = every_path(slug, players)[""]
    assert isinstance(first, Question)
    assert {tap.party for tap in first.taps} == set(table_setup(slug, players).parties), "each party can have bid"
    usual = sum(not call.rare for call in table_setup(slug, players).calls)
    rows = players * (1 + 2 * ((usual + 5) // 6))  # a name, and rows of six bids, twice as high as the name
    wanted = "result" if first.kind == "result" else "who" if slug not in FIXED_SIDES and rows > 15 else "call"
    assert first.kind == wanted


FIXED_SIDES = {slug for slug, variant in VARIANTS.items() if variant.sides == "two sides"}


@pytest.mark.parametrize(
    ("slug", "players", "kinds"),
    [
        ("standard", 4, ["result"]),
        ("three-handed", 3, ["result"]),
        ("two-handed", 2, ["result"]),
        ("bid-single-deck", 4, ["call", "tricks"]),
        ("racehorse", 8, ["call", "tricks"]),
        ("pepper-three", 3, ["call", "tricks", "own"]),
        ("indiana-double-deck", 6, ["call", "tricks", "own"]),
        ("call-ace", 4, ["call", "partners", "tricks"]),
        ("call-ace", 6, ["who", "call", "partners", "tricks"]),
        ("auction-five", 5, ["call", "partners", "tricks"]),
        ("dirty-clubs", 4, ["call", "tricks", "own", "own"]),
        ("florida-five-handed", 5, ["who", "call", "partners", "tricks"]),
    ],
)
def test_the_first_buttons_lead_through_these_questions(slug: str, players: int, kinds: list[str]) -> None:
    table, path, questions = table_setup(slug, players), "", []
    while isinstance(answer := ask(table, path), Question):
        questions.append(answer.kind)
        path = answer.taps[0].path
    assert questions == kinds


def test_most_games_need_only_two_taps() -> None:
    def taps(slug: str, players: int, path: str) -> int:
        parts = path.split("/")
        more = sum(len(part[4:].split(".")) if part.startswith("own-") else 1 for part in parts)
        return more + table_setup(slug, players).asks_who

    most = {
        (slug, players): max(taps(slug, players, path) for path in records(slug, players))
        for slug, players in TABLES
        if slug in SHIPPED
    }
    assert sum(count <= 2 for count in most.values()) == 36
    assert {table[0] for table, count in most.items() if count > 3} == {
        "auction-six",
        "auction-seven",
        "call-ace",
        "dirty-clubs",
        "florida-five-handed",
    }


def test_a_button_shows_how_many_tricks_it_leaves_the_last_player() -> None:
    answer = ask(table_setup("pepper-three", 3), "0:bid-4/took-5")
    assert isinstance(answer, Question) and (answer.party, answer.rest_of) == (1, 2)
    assert [(tap.took, tap.rest) for tap in answer.taps] == [(0, 3), (1, 2), (2, 1), (3, 0)]
    assert ask(table_setup("pepper-three", 3), "0:bid-4/took-8") == {
        **records("pepper-three", 3)["0:bid-4/took-8"],
        "maker_tricks": 8,
    }, "with no tricks left there is no question"


# ---- House rules


def test_a_player_who_drops_out_takes_no_trick_and_no_points() -> None:
    found = records("dirty-clubs", 3, '{"bump": true}')
    drops = {path: record for path, record in found.items() if "x" in path}
    assert len(drops) > 100
    table = table_setup("dirty-clubs", 3, '{"bump": true}')
    for path, record in found.items():
        if path == "passed":
            continue
        steps = PATH.fullmatch(path)
        assert steps
        check_others(steps, record, [0, 1, 2], 5)
        result = score_data(record, table.house_rules)
        assert result["ok"], (path, result)
        listed, by = result["by_player"], record["extras"]["tricks_by_player"]
        assert isinstance(listed, list)
        for player in {0, 1, 2} - {record["maker_side"]}:
            out = player in record["extras"].get("dropped", [])
            assert listed[player] == (0 if out else 5 if by[player] == 0 else -by[player]), path


def test_after_all_pass_a_hand_without_trump_asks_for_each_players_tricks() -> None:
    found = {path: r for path, r in records("dirty-clubs", 3, '{"no_trump": true}').items() if path[0] == "p"}
    assert {tuple(r["extras"]["tricks_by_player"]) for r in found.values()} == {
        (a, b, 5 - a - b) for a in range(6) for b in range(6 - a)
    }
    for record in found.values():
        result = score_data(record, {"no_trump": True})
        assert result["by_player"] == [-took for took in record["extras"]["tricks_by_player"]]


@pytest.mark.parametrize("slug", ["hasenpfeffer-cats", "hasenpfeffer-joker"])
def test_hasenpfeffer_is_passed_out_only_when_the_joker_is_undealt(slug: str) -> None:
    record = records(slug, 4)["passed"]
    assert record["extras"] == {"passed_out": True, "joker_undealt": True} and score_data(record)["ok"]
    assert not score_data({**record, "extras": {"passed_out": True}})["ok"]


@pytest.mark.parametrize(
    ("fewer", "counts"), [(True, {3: {0, 1}, 4: {0, 1, 2}, 5: {0, 1, 2}}), (False, {3: {1}, 4: {2}, 5: {2}})]
)
def test_the_house_rule_decides_how_many_partners_a_bidder_takes(fewer: bool, counts: dict[int, set[int]]) -> None:
    rules = json.dumps({"fewer_partners": fewer})
    for bid, sizes in counts.items():
        found = {
            len(r["extras"].get("partners", [])) for r in records("auction-five", 5, rules).values() if r["bid"] == bid
        }
        assert found == sizes
    assert all(score_data(r, json.loads(rules))["ok"] for r in records("auction-five", 5, rules).values())


def test_a_reading_of_five_tricks_has_five_bids_and_five_tricks() -> None:
    found = records("progressive", 4, '{"reading": "P2"}')
    bids = {r["bid"] for r in found.values() if isinstance(r["bid"], int)}
    assert bids == {1, 2, 3, 4, 5}
    assert max(_span(r["maker_tricks"])[-1] for r in found.values()) == 5
    assert all(score_data(r, {"reading": "P2"})["ok"] for r in found.values())


@pytest.mark.parametrize(
    ("slug", "players", "rules"),
    [
        ("auction-seven", 7, '{"joker": true}'),
        ("call-ace", 4, '{"alone": false}'),
        ("call-ace", 4, '{"loner": 2}'),
        ("call-ace", 5, '{"loner": 2, "euchre": -1}'),
        ("buck", 4, '{"set_defenders": "nothing"}'),
        ("railroad", 4, '{"jambone": false, "defend_alone": false}'),
        ("standard", 4, '{"loner_euchred": 4}'),
        ("three-handed", 3, '{"march": 4}'),
        ("michigan-family", 4, '{"no_trump": true}'),
    ],
)
def test_every_hand_has_a_score_under_other_house_rules(slug: str, players: int, rules: str) -> None:
    found = records(slug, players, rules)
    assert found and all(score_data(r, json.loads(rules))["ok"] for r in found.values())


@pytest.mark.long
@tables
def test_every_hand_has_a_score_under_any_numbers(slug: str, players: int) -> None:
    """Each rule that takes any number is asked with its smallest, its largest and a random one."""
    chance = Random(f"{slug} {players}")
    for name, rule in house_rules_of(VARIANTS[slug]).items():
        numbers = rule.any_number
        for number in (numbers.low, numbers.high, chance.randint(numbers.low, numbers.high)) if numbers else ():
            rules = {name: number}
            try:
                refuse_contradictions(VARIANTS[slug], rules)
            except HouseRuleRefused:
                continue
            setup = TableSetup(VARIANTS[slug], players, rules)
            found = [answer for _, answer in walk(setup) if isinstance(answer, dict)]
            assert found and all(score_data(record, rules)["ok"] for record in found), rules


# ---- Any other path

SMALL = [
    ("standard", 4),
    ("railroad", 4),
    ("three-handed", 3),
    ("auction-five", 5),
    ("call-ace", 4),
    ("indiana-double-deck", 6),
    ("pepper-grinnell", 4),
    ("pepper-three", 3),
    ("hasenpfeffer-joker", 4),
]


@st.composite
def mangled_paths(draw: st.DrawFn) -> tuple[str, int, str]:
    """Draw a table and a path of it or of another table, with letters or steps changed."""
    slug, players = draw(st.sampled_from(SMALL))
    other = draw(st.sampled_from([(slug, players), *SMALL]))
    text = draw(st.sampled_from(sorted(every_path(*other))))
    for _ in range(draw(st.integers(0, 3))):
        position = draw(st.integers(0, len(text)))
        removed = draw(st.integers(0, 2))
        inserted = draw(
            st.sampled_from(
                [
                    "",
                    "/",
                    ":",
                    "-",
                    ".",
                    "0",
                    "1",
                    "9",
                    "x",
                    "A",
                    "own-",
                    "took-3",
                    "with-",
                    "-alone",
                    "passed",
                    "bid-4",
                    "٣",
                    " ",
                    text,
                ]
            )
        )
        text = text[:position] + inserted + text[position + removed :]
    return slug, players, text


@given(mangled_paths())
@settings(max_examples=300, deadline=None)
def test_a_path_without_buttons_is_refused_with_a_message(case: tuple[str, int, str]) -> None:
    slug, players, text = case
    if text in every_path(slug, players):
        assert ask(table_setup(slug, players), text) == every_path(slug, players)[text]
        return
    with pytest.raises(HandRefused, match=r"^[A-Z\"].+\.$"):
        ask(table_setup(slug, players), text)


@given(st.text(max_size=90))
@settings(max_examples=100, deadline=None)
def test_any_text_at_all_is_refused(text: str) -> None:
    for slug, players in (("standard", 4), ("dirty-clubs", 6), ("racehorse", 8)):
        if text not in every_path(slug, players):
            with pytest.raises(HandRefused):
                ask(table_setup(slug, players), text)


@pytest.mark.parametrize(("slug", "players"), [("pfeffer", 4), ("racehorse", 8), ("florida-five-handed", 5)])
def test_a_deal_cannot_be_passed_out_where_a_player_must_bid(slug: str, players: int) -> None:
    assert not table_setup(slug, players).may_pass
    with pytest.raises(HandRefused, match="cannot be passed out"):
        ask(table_setup(slug, players), "passed")


def test_a_table_size_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="not played by 5"):
        ask(table_setup("standard", 5))


def test_a_tap_holds_its_path_its_call_and_its_partners() -> None:
    answer = ask(table_setup("call-ace", 4), "2:turn-up")
    assert isinstance(answer, Question)
    assert [tap.partners for tap in answer.taps] == [(0,), (1,), (3,)]
    assert answer.taps[0] == Tap("2:turn-up/with-0", 2, call=answer.call, partners=(0,))
