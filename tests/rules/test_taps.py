"""Every way of telling a hand tap by tap, at every table, walked from the first question to the record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.rules import (
    VARIANTS,
    HandRefused,
    HandResult,
    Question,
    TableSetup,
    Tap,
    ask,
    points_of,
    read_record,
    score,
    score_data,
)

TABLES = [(slug, players) for slug, variant in VARIANTS.items() for players in variant.table_sizes]
LONGEST = 80  # letters that the page takes from a button
ORDER = ("result", "who", "call", "partners", "tricks", "own")
SAID = re.compile(
    r"""(?P<maker>\w):
    (?: (?P<low>\d+)(-(?P<high>\d+))?(?P<lone>-alone)?
      | (turn-up|bid-(?P<bid>\d+|(?:little|big)-pepper|double-hawsy|hawsy|pepper|loner|pfeffer|small|big))
        (?P<alone>-alone)?(-x(?P<cards>\d))?
        (?P<facts>(-(exposed|defender-alone|dealer-stuck|dealer-conceded|defenders-declined|no-partner))*) )
    (/with-(?P<partners>[\d.]*))?(/took-(?P<first>\d+)(-(?P<last>\d+))?)?(/own-(?P<own>[\dx.]+))?""",
    re.X,
)


@cache
def seating(slug: str, players: int, rules: str = "{}") -> TableSetup:
    """A table; the house rules as JSON."""
    return TableSetup(VARIANTS[slug], players, json.loads(rules))


def walk(table: TableSetup, said: str = "") -> Iterator[tuple[str, Question | dict[str, Any]]]:
    """Everything that can be said from here on, each with what it brings: the next question, or the record."""
    told = ask(table, said)
    yield said, told
    for tap in told.taps if isinstance(told, Question) else ():
        yield from walk(table, tap.path)


@cache
def everything(slug: str, players: int, rules: str = "{}") -> dict[str, Question | dict[str, Any]]:
    """All that can be said at a table, that everybody passed among it."""
    table = seating(slug, players, rules)
    found = list(walk(table)) + (list(walk(table, "passed")) if table.may_pass else [])
    assert len(found) == len(dict(found)), "two buttons say the same"
    return dict(found)


def records(slug: str, players: int, rules: str = "{}") -> dict[str, dict[str, Any]]:
    return {said: told for said, told in everything(slug, players, rules).items() if isinstance(told, dict)}


def tables(test: Any) -> Any:
    return pytest.mark.parametrize(("slug", "players"), TABLES)(test)


# ---- Every record


def test_forty_games_at_fifty_one_tables() -> None:
    assert len(VARIANTS) == 40 and len(TABLES) == 51
    assert sum(len(records(*table)) for table in TABLES) > 30_000


@tables
def test_every_way_of_telling_a_hand_gives_a_record_that_scores_for_everybody(slug: str, players: int) -> None:
    table = seating(slug, players)
    for said, told in records(slug, players).items():
        record = read_record(told)
        worth = points_of(table.rulebook, HandResult(record.maker_side, score(record)))
        assert worth.keys() == table.parties.keys(), said
        assert len(said) <= LONGEST


@tables
def test_every_record_is_reached_in_one_way_only(slug: str, players: int) -> None:
    found = [json.dumps(told, sort_keys=True) for told in records(slug, players).values()]
    assert len(found) == len(set(found))


@tables
def test_every_contract_can_be_told_with_every_number_of_tricks(slug: str, players: int) -> None:
    table = seating(slug, players)
    told = [
        (r["maker_side"], r["bid"], r["alone"], r["exchange"], _facts(table, r), _span(r["maker_tricks"]))
        for r in records(slug, players).values()
        if not r["extras"].get("passed_out")
    ]
    found = {
        (maker, bid, lone, cards, facts, tricks)
        for maker, bid, alone, exchange, facts, span in set(told)
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
    nobody = table.rulebook.asks_partner and record["alone"] is False and "partner" not in record["extras"]
    return ("no_partner",) if nobody else tuple(facts)


def _span(tricks: Any) -> range:
    low, high = tricks if isinstance(tricks, list) else (tricks or 0, tricks or 0)
    return range(low, high + 1)


@tables
def test_the_record_says_what_the_taps_said(slug: str, players: int) -> None:
    table = seating(slug, players)
    every = table.rulebook.deal.tricks
    for said, record in records(slug, players).items():
        assert (record["variant"], record["players"], record["trump"]) == (slug, players, None)
        if said.startswith("passed"):
            assert (record["maker_side"], record["bid"], record["maker_tricks"]) == (None, None, None)
            assert record["extras"]["passed_out"] is True
            continue
        heard = SAID.fullmatch(said)
        assert heard, said
        check_bid(heard, record)
        check_tricks(heard, record, every)
        check_others(heard, record, list(table.parties), every)


def check_bid(heard: re.Match[str], record: dict[str, Any]) -> None:
    """Who bid what, how, and with whom."""
    maker, bid = heard["maker"], heard["bid"]
    assert record["maker_side"] == (int(maker) if maker.isdigit() else maker)
    assert record["bid"] == (int(bid) if bid and bid.isdigit() else bid)
    assert record["alone"] in ((True,) if heard["alone"] or heard["lone"] else (False, None))
    assert record["exchange"] in ((int(heard["cards"]),) if heard["cards"] else (0, None))
    facts = {fact.replace("-", "_") for fact in re.findall(r"exposed|[a-z]+-[a-z]+", heard["facts"] or "")}
    facts -= {"no_partner"}
    rest = {"partner", "partners", "tricks_by_player", "tricks_by_side", "dropped"}
    assert {name for name, value in record["extras"].items() if value is True} == facts == set(record["extras"]) - rest
    chosen = [int(n) for n in (heard["partners"] or "").split(".") if n]
    extras = record["extras"]
    assert extras.get("partners", [extras["partner"]] if "partner" in extras else []) == chosen


def check_tricks(heard: re.Match[str], record: dict[str, Any], every: int) -> None:
    """The makers' tricks, and what they leave."""
    low = heard["first"] or heard["low"]
    if low is None:
        assert record["maker_tricks"] is record["defender_tricks"] is None
        return
    high = int(heard["last"] or heard["high"] or low)
    as_said = high if high == int(low) else [int(low), high]
    left = every - high if high == int(low) else [every - high, every - int(low)]
    assert (record["maker_tricks"], record["defender_tricks"]) == (as_said, left)


def check_others(heard: re.Match[str], record: dict[str, Any], parties: list[Any], every: int) -> None:
    """What each of the others took: as told, and all that is left to the last."""
    by = record["extras"].get("tricks_by_player", record["extras"].get("tricks_by_side"))
    if by is None:
        assert heard["own"] is None
        return
    others = [n for n, party in enumerate(parties) if str(party) != heard["maker"]]
    told = (heard["own"] or "").split(".") if heard["own"] else []
    assert by[parties.index(record["maker_side"])] == record["maker_tricks"] and sum(by) == every
    for n, word in zip(others, told, strict=False):
        assert by[n] == (0 if word == "x" else int(word))
    assert record["extras"].get("dropped", []) == [n for n, word in zip(others, told, strict=False) if word == "x"]
    untold = [by[n] for n in others[len(told) :]]
    assert not untold or sum(untold[:-1]) == 0, "only the last can have tricks that nobody was asked about"


# ---- The questions


@tables
def test_questions_come_in_one_order_and_every_answer_goes_on_from_its_question(slug: str, players: int) -> None:
    known = everything(slug, players)
    for said, told in known.items():
        for tap in told.taps if isinstance(told, Question) else ():
            assert tap.path.startswith(said), (said, tap.path)
            then = known[tap.path]
            assert isinstance(then, dict) or ORDER.index(then.kind) >= ORDER.index(told.kind) + (told.kind != "own")
            assert tap.rest is None or told.rest_of is not None


@tables
def test_bids_of_everybody_are_asked_together_only_where_they_fit_a_phone(slug: str, players: int) -> None:
    first = everything(slug, players)[""]
    assert isinstance(first, Question)
    assert {tap.party for tap in first.taps} == set(seating(slug, players).parties), "everybody can have bid"
    usual = sum(not call.rare for call in seating(slug, players).calls)
    rows = players * (1 + 2 * ((usual + 5) // 6))  # a name, and rows of six bids of twice its height
    wanted = "result" if first.kind == "result" else "who" if slug not in FIXED_SIDES and rows > 15 else "call"
    assert first.kind == wanted


FIXED_SIDES = {slug for slug, variant in VARIANTS.items() if variant.sides == "two sides"}


@pytest.mark.parametrize(
    ("slug", "players", "asks"),
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
def test_what_is_asked_when_the_first_button_is_tapped_each_time(slug: str, players: int, asks: list[str]) -> None:
    table, said, asked = seating(slug, players), "", []
    while isinstance(told := ask(table, said), Question):
        asked.append(told.kind)
        said = told.taps[0].path
    assert asked == asks


def test_two_taps_tell_a_hand_of_most_games() -> None:
    def taps(slug: str, players: int, said: str) -> int:
        parts = said.split("/")
        more = sum(len(part[4:].split(".")) if part.startswith("own-") else 1 for part in parts)
        return more + seating(slug, players).asks_who

    most = {
        (slug, players): max(taps(slug, players, said) for said in records(slug, players)) for slug, players in TABLES
    }
    assert sum(count <= 2 for count in most.values()) == 34
    assert {table[0] for table, count in most.items() if count > 3} == {
        "auction-six",
        "auction-seven",
        "call-ace",
        "dirty-clubs",
        "florida-five-handed",
    }


def test_what_is_left_to_the_last_stands_on_the_button() -> None:
    told = ask(seating("pepper-three", 3), "0:bid-4/took-5")
    assert isinstance(told, Question) and (told.party, told.rest_of) == (1, 2)
    assert [(tap.took, tap.rest) for tap in told.taps] == [(0, 3), (1, 2), (2, 1), (3, 0)]
    assert ask(seating("pepper-three", 3), "0:bid-4/took-8") == {
        **records("pepper-three", 3)["0:bid-4/took-8"],
        "maker_tricks": 8,
    }, "with nothing left, nobody is asked"


# ---- House rules


def test_who_drops_out_of_a_bumping_hand_takes_no_trick_and_no_points() -> None:
    found = records("dirty-clubs", 3, '{"bump": true}')
    drops = {said: record for said, record in found.items() if "x" in said}
    assert len(drops) > 100
    table = seating("dirty-clubs", 3, '{"bump": true}')
    for said, record in found.items():
        if said == "passed":
            continue
        heard = SAID.fullmatch(said)
        assert heard
        check_others(heard, record, [0, 1, 2], 5)
        result = score_data(record, table.house_rules)
        assert result["ok"], (said, result)
        listed, by = result["by_player"], record["extras"]["tricks_by_player"]
        assert isinstance(listed, list)
        for player in {0, 1, 2} - {record["maker_side"]}:
            out = player in record["extras"].get("dropped", [])
            assert listed[player] == (0 if out else 5 if by[player] == 0 else -by[player]), said


def test_with_everybody_passing_a_hand_without_trump_is_played_for_everybodys_tricks() -> None:
    found = {said: r for said, r in records("dirty-clubs", 3, '{"no_trump": true}').items() if said[0] == "p"}
    assert {tuple(r["extras"]["tricks_by_player"]) for r in found.values()} == {
        (a, b, 5 - a - b) for a in range(6) for b in range(6 - a)
    }
    for record in found.values():
        result = score_data(record, {"no_trump": True})
        assert result["by_player"] == [-took for took in record["extras"]["tricks_by_player"]]


@pytest.mark.parametrize("slug", ["hasenpfeffer-cats", "hasenpfeffer-joker"])
def test_hasenpfeffer_is_passed_out_only_with_the_joker_where_nobody_holds_it(slug: str) -> None:
    record = records(slug, 4)["passed"]
    assert record["extras"] == {"passed_out": True, "joker_undealt": True} and score_data(record)["ok"]
    assert not score_data({**record, "extras": {"passed_out": True}})["ok"]


@pytest.mark.parametrize(
    ("fewer", "counts"), [(True, {3: {0, 1}, 4: {0, 1, 2}, 5: {0, 1, 2}}), (False, {3: {1}, 4: {2}, 5: {2}})]
)
def test_a_bidder_takes_as_many_partners_as_the_house_allows(fewer: bool, counts: dict[int, set[int]]) -> None:
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
        ("buck", 4, '{"set_defenders": "nothing"}'),
        ("railroad", 4, '{"jambone": false, "defend_alone": false}'),
        ("standard", 4, '{"loner_euchred": 4}'),
        ("three-handed", 3, '{"march": 4}'),
        ("michigan-family", 4, '{"no_trump": true}'),
    ],
)
def test_other_house_rules_leave_no_hand_without_a_score(slug: str, players: int, rules: str) -> None:
    found = records(slug, players, rules)
    assert found and all(score_data(r, json.loads(rules))["ok"] for r in found.values())


# ---- Anything else

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
def mangled(draw: st.DrawFn) -> tuple[str, int, str]:
    """Something that can be said at a table, with letters or steps changed, or said at another table."""
    slug, players = draw(st.sampled_from(SMALL))
    other = draw(st.sampled_from([(slug, players), *SMALL]))
    text = draw(st.sampled_from(sorted(everything(*other))))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 2))
        put = draw(
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
        text = text[:at] + put + text[at + cut :]
    return slug, players, text


@given(mangled())
@settings(max_examples=300, deadline=None)
def test_anything_that_no_button_says_is_refused_with_a_sentence(case: tuple[str, int, str]) -> None:
    slug, players, text = case
    if text in everything(slug, players):
        assert ask(seating(slug, players), text) == everything(slug, players)[text]
        return
    with pytest.raises(HandRefused, match=r"^[A-Z\"].+\.$"):
        ask(seating(slug, players), text)


@given(st.text(max_size=90))
@settings(max_examples=100, deadline=None)
def test_any_text_at_all_is_refused(text: str) -> None:
    for slug, players in (("standard", 4), ("dirty-clubs", 6), ("racehorse", 8)):
        if text not in everything(slug, players):
            with pytest.raises(HandRefused):
                ask(seating(slug, players), text)


@pytest.mark.parametrize(("slug", "players"), [("pfeffer", 4), ("racehorse", 8), ("florida-five-handed", 5)])
def test_a_deal_that_somebody_must_bid_on_cannot_be_passed_out(slug: str, players: int) -> None:
    assert not seating(slug, players).may_pass
    with pytest.raises(HandRefused, match="cannot be passed out"):
        ask(seating(slug, players), "passed")


def test_a_table_has_as_many_players_as_its_game_can_have() -> None:
    with pytest.raises(ValueError, match="not played by 5"):
        ask(seating("standard", 5))


def test_a_tap_is_what_it_says() -> None:
    told = ask(seating("call-ace", 4), "2:turn-up")
    assert isinstance(told, Question)
    assert [tap.partners for tap in told.taps] == [(0,), (1,), (3,)]
    assert told.taps[0] == Tap("2:turn-up/with-0", 2, call=told.call, partners=(0,))
