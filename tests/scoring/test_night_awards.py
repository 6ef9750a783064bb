"""A night's awards: each against a slow count of its own, and the figures that prove it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.scores.called_hands import CalledHand
from tally.scores.night_awards import AwardKind, Holder, NightRecords, night_awards
from tally.scores.tallies import HandPoints, PaperCount, SatOut, SitOutLine, TableGame, fold_tallies
from tournament.movements.seats import Seat, Side

GHOST = 99


@dataclass
class Table:
    """One game as it was played: who sat there as N, E, S, W; hands as (maker, made, points, who went alone)."""

    round: int
    table: int
    four: list[int]
    hands: list[tuple[Side, bool, int, int | None]]
    paper: tuple[int, int] | None
    finished: bool

    def points(self, number: int) -> int:
        """Return the points of this player's side."""
        ours = self.four.index(number) % 2  # 0 is NS
        if self.paper:
            return self.paper[ours]
        us = list(Side)[ours]
        return sum(points for maker, made, points, _ in self.hands if made == (maker is us))

    @property
    def counts(self) -> bool:
        """Whether anything was scored here."""
        return bool(self.hands) or self.paper is not None


@dataclass
class PlayedNight:
    """A night in the plainest form: its tables, and who sat out in which round."""

    tables: list[Table] = field(default_factory=list)
    sat_out: list[tuple[int, int]] = field(default_factory=list)
    left: set[int] = field(default_factory=set)
    several: set[int] = field(default_factory=set)

    def people(self) -> set[int]:
        """Return everybody who had a seat or sat out, without the empty chair."""
        return {n for table in self.tables for n in table.four} - {GHOST} | {n for _, n in self.sat_out}

    def records(self, *, winners_move: bool = True) -> NightRecords:
        """Return what the night's records hold."""
        games = [_table_game(table) for table in self.tables]
        credits_ = [SatOut(round_, number, 1) for round_, number in self.sat_out]
        tallies = {n: tally for n, tally in fold_tallies(games, credits_).items() if n != GHOST}
        paper = {n for table in self.tables if table.paper for n in table.four}
        called = {
            n: [
                CalledHand(1, 1, t.round, t.table, k, ours=(maker is Side.NS) == (t.four.index(n) % 2 == 0), made=made)
                for t in self.tables
                if n in t.four
                for k, (maker, made, _, _) in enumerate(t.hands, 1)
            ]
            for n in self.people() - paper
        }
        finished = [game for game, table in zip(games, self.tables, strict=True) if table.finished and table.counts]
        return NightRecords(tallies, finished, called, self.left, self.several, winners_move)


def _table_game(table: Table) -> TableGame:
    hands = tuple(
        HandPoints(number, {maker: points * made, maker.other: points * (not made)}, alone)
        for number, (maker, made, points, alone) in enumerate(table.hands, 1)
    )
    paper = PaperCount(dict(zip(Side, table.paper, strict=True)), {}) if table.paper else None
    return TableGame(table.round, table.table, dict(zip(Seat, table.four, strict=True)), hands, paper=paper)


def random_night(seed: int) -> PlayedNight:
    """Make up a night of seven to thirteen players with sit-outs, an empty chair, totals from paper, substitutes."""
    chance, night = Random(seed), PlayedNight()
    players = [*range(1, chance.randint(7, 12) + 1), *([GHOST] if chance.random() < 0.3 else [])]
    for round_ in range(1, chance.randint(1, 7) + 1):
        order = chance.sample(players, len(players))
        for table in range(len(order) // 4):
            four = order[4 * table : 4 * table + 4]
            hands = [_random_hand(chance, four) for _ in range(chance.choice((0, 2, 3, 3, 3)))]
            paper = (chance.randint(0, 9), chance.randint(0, 9)) if chance.random() < 0.06 else None
            night.tables.append(Table(round_, table + 1, four, [] if paper else hands, paper, chance.random() < 0.9))
        night.sat_out += [(round_, number) for number in order[len(order) // 4 * 4 :] if number != GHOST]
    night.left = {number for number in players if chance.random() < 0.08}
    night.several = {number for number in players if number != GHOST and chance.random() < 0.1}
    return night


def _random_hand(chance: Random, four: list[int]) -> tuple[Side, bool, int, int | None]:
    maker, made = chance.choice(list(Side)), chance.random() < 0.85
    alone = chance.choice(four[maker is Side.EW :: 2]) if made and chance.random() < 0.2 else None
    return maker, made, 4 if alone else chance.choice((1, 2)), None if alone == GHOST else alone


# The slow counts: who should hold each award, and with what


Tries = list[tuple[tuple[int, ...], Any]]  # who, and with what


def slow_loners(night: PlayedNight) -> Tries:
    made = Counter(alone for table in night.tables for *_, alone in table.hands if alone)
    return [((n,), count) for n, count in made.items() if n not in night.several]


def slow_never_euchred(night: PlayedNight) -> Tries:
    found: Tries = []
    for n in night.people() - night.several - night.left:
        mine = [t for t in night.tables if n in t.four]
        calls = [
            made for t in mine for maker, made, _, _ in t.hands if (maker is Side.NS) == (t.four.index(n) in (0, 2))
        ]
        if all(calls) and len(calls) >= 5 and not any(t.paper for t in mine):
            found.append(((n,), len(calls)))
    return found


def slow_tail_table(night: PlayedNight) -> Tries:
    last = max((t.table for t in night.tables), default=0)
    found: Tries = []
    for n in night.people() - night.several:
        letters = "".join("x" if t.table == last > 1 else "." for t in night.tables if n in t.four and t.counts)
        if (stay := max(map(len, letters.split(".")))) >= 3:
            found.append(((n,), stay))
    return found


def slow_pair(night: PlayedNight) -> Tries:
    pairs = [(t, a, b) for t in night.tables for a, b in (t.four[::2], t.four[1::2]) if t.finished and t.counts]
    barred = night.several | {GHOST}
    return [((a, b), t.points(a)) for t, a, b in pairs if not {a, b} & barred and t.points(a) > 0]


def slow_closest(night: PlayedNight) -> Tries:
    found: Tries = []
    for t in night.tables:
        ns, ew = t.points(t.four[0]), t.points(t.four[1])
        if t.finished and t.counts and ns + ew and not set(t.four) & night.several:
            people = tuple(t.four[seat] for seat in (0, 2, 1, 3) if t.four[seat] != GHOST)
            found.append((people, (-abs(ns - ew), ns + ew)))
    return found


def _totals(night: PlayedNight, upto: int = 99) -> dict[int, int]:
    points = Counter(dict.fromkeys(night.people(), 0))
    for t in night.tables:
        for n in set(t.four) - {GHOST}:
            points[n] += t.points(n) if t.round <= upto else 0
    for round_, n in night.sat_out:
        points[n] += round_ <= upto
    return dict(points)


def _took_part(night: PlayedNight) -> Counter[int]:
    games = Counter(n for t in night.tables if t.counts for n in t.four if n != GHOST)
    return games + Counter(n for _, n in night.sat_out)


def slow_lantern(night: PlayedNight) -> Tries:
    totals, games = _totals(night), _took_part(night)
    most = max(games.values(), default=0)
    played = {n for t in night.tables if t.counts for n in t.four}
    stayed = [n for n in totals if games[n] == most >= 3 and n not in night.left | night.several and n in played]
    return [((n,), -totals[n]) for n in stayed if totals[n] < max(totals.values())]


SLOW: dict[AwardKind, Callable[[PlayedNight], Tries]] = {
    AwardKind.LONERS: slow_loners,
    AwardKind.NEVER_EUCHRED: slow_never_euchred,
    AwardKind.TAIL_TABLE: slow_tail_table,
    AwardKind.PAIR: slow_pair,
    AwardKind.CLOSEST: slow_closest,
    AwardKind.LANTERN: slow_lantern,
}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**20).map(random_night))
def test_every_award_goes_to_those_whom_a_slow_count_finds(night: PlayedNight) -> None:
    found = {award.kind: sorted(holder.numbers for holder in award.holders) for award in night_awards(night.records())}
    for kind, count in SLOW.items():
        tries = count(night)
        best = sorted(who for who, value in tries if value == max(value for _, value in tries))
        assert found.get(kind, []) == (best if len(best) <= 4 else []), kind


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**20).map(random_night))
def test_the_comeback_is_the_longest_climb_of_those_who_were_always_there(night: PlayedNight) -> None:
    games, rounds = _took_part(night), max(t.round for t in night.tables)
    climbs = {}
    for n in night.people() - night.left - night.several:
        if games[n] == max(games.values(), default=0) == rounds >= 3:
            places = []
            for upto in range(1, rounds + 1):
                now = _totals(night, upto)
                places.append(1 + sum(total > now[n] for total in now.values()))
            climbs[n] = max(places) - places[-1]
    award = next((one for one in night_awards(night.records()) if one.kind is AwardKind.COMEBACK), None)
    if award and set(games) == night.people() and set(games.values()) == {rounds}:
        best = max(climbs.values())
        assert award.numbers == {n for n, climb in climbs.items() if climb == best} and best >= 3
        assert all(holder.proof.startswith(f"up {best} places") for holder in award.holders)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**20).map(random_night))
def test_nobody_wins_who_shares_a_number_and_no_chair_does(night: PlayedNight) -> None:
    for award in night_awards(night.records()):
        assert award.numbers.isdisjoint(night.several | {GHOST}) and 1 <= len(award.holders) <= 4
        if award.kind in (AwardKind.NEVER_EUCHRED, AwardKind.COMEBACK, AwardKind.LANTERN):
            assert award.numbers.isdisjoint(night.left)


# The proofs, with figures


def holders(night: PlayedNight, kind: AwardKind, **more: bool) -> tuple[Holder, ...]:
    """Return who holds one award."""
    return next((award.holders for award in night_awards(night.records(**more)) if award.kind is kind), ())


def night_of(*rounds: list[tuple[Side, bool, int, int | None]], four: tuple[int, ...] = (1, 2, 3, 4)) -> PlayedNight:
    """Return a night of two tables where these four sit at the last one in every round."""
    night = PlayedNight()
    for number, hands in enumerate(rounds, 1):
        night.tables.append(Table(number, 1, [5, 6, 7, 8], [(Side.EW, True, 2, None)], None, finished=True))
        night.tables.append(Table(number, 2, list(four), hands, None, finished=True))
    return night


MARCH, LONER, EUCHRED = (Side.NS, True, 2, None), (Side.NS, True, 4, 1), (Side.NS, False, 2, None)


def test_loners_are_proved_by_their_games() -> None:
    night = night_of([LONER], [MARCH], [LONER, LONER], [LONER])
    (holder,) = holders(night, AwardKind.LONERS)
    assert holder.numbers == (1,) and holder.proof == "4 loners: games 1, 3 (twice) and 4"
    assert holder.games == ((1, 2), (3, 2), (4, 2))


@pytest.mark.parametrize(
    ("rounds", "proof"),
    [
        ([[LONER]], "1 loner: game 1"),
        ([[MARCH], [LONER, LONER]], "2 loners: both in game 2"),
        ([[LONER] * 3], "3 loners: all in game 1"),
        ([[LONER], [LONER]], "2 loners: games 1 and 2"),
        ([[LONER], [LONER] * 3], "4 loners: games 1 and 2 (3 times)"),
    ],
)
def test_loners_of_one_game_are_named_once(rounds: list[list[tuple[Side, bool, int, int | None]]], proof: str) -> None:
    (holder,) = holders(night_of(*rounds), AwardKind.LONERS)
    assert holder.proof == proof


def test_a_tail_of_three_games_counts_only_where_winners_move() -> None:
    night = night_of(*[[MARCH]] * 3)
    assert [one.proof for one in holders(night, AwardKind.TAIL_TABLE)] == [
        "3 games in a row at the last table (1, 2 and 3)"
    ] * 4
    assert holders(night, AwardKind.TAIL_TABLE, winners_move=False) == ()
    assert holders(night_of([MARCH], [MARCH]), AwardKind.TAIL_TABLE) == ()


def test_a_pair_and_a_close_game_name_the_game_and_the_score() -> None:
    night = night_of([LONER, (Side.EW, True, 1, None)], [MARCH, EUCHRED])
    (pair,) = holders(night, AwardKind.PAIR)
    assert pair == Holder((1, 3), "4 points together in game 1 at table 2 (4–1)", ((1, 2),))
    (closest,) = holders(night, AwardKind.CLOSEST)
    assert closest == Holder((1, 3, 2, 4), "2–2 in game 2 at table 2, level to the end", ((2, 2),))


def test_whoever_was_euchred_once_or_has_a_total_from_paper_is_not_never_euchred() -> None:
    night = night_of([MARCH] * 3, [MARCH] * 2)
    assert {one.numbers for one in holders(night, AwardKind.NEVER_EUCHRED)} == {(1,), (3,)}
    assert holders(night, AwardKind.NEVER_EUCHRED)[0].proof == "5 calls with partners, all made"
    assert holders(night_of([MARCH] * 4, [EUCHRED]), AwardKind.NEVER_EUCHRED) == ()
    night.tables.append(Table(3, 2, [1, 2, 3, 4], [], (5, 3), finished=True))
    assert holders(night, AwardKind.NEVER_EUCHRED) == ()


def test_the_lantern_is_for_the_last_of_those_who_stayed() -> None:
    night = night_of([EUCHRED], [EUCHRED], [EUCHRED])
    night.left = {5, 7}
    assert {one.numbers for one in holders(night, AwardKind.LANTERN)} == {(1,), (3,)}
    assert holders(night, AwardKind.LANTERN)[0].proof == "0 points in 3 games, played to the very end"
    assert holders(night_of([EUCHRED], [EUCHRED]), AwardKind.LANTERN) == (), "a short night has no lantern"


def test_the_lantern_does_not_call_a_sit_out_a_game() -> None:
    night = night_of([EUCHRED], [EUCHRED], [EUCHRED], [EUCHRED])
    records = night.records()
    tallies = dict(records.tallies)
    tallies[1] = replace(tallies[1], lines=tallies[1].lines[:3], sit_outs=(SitOutLine(4, 0, 0),))
    award = next(one for one in night_awards(replace(records, tallies=tallies)) if one.kind is AwardKind.LANTERN)
    proofs = {holder.numbers: holder.proof for holder in award.holders}
    assert proofs[1,] == "0 points in 3 games, played to the very end"


def test_totals_only_prove_nothing() -> None:
    assert night_awards(NightRecords({})) == ()
