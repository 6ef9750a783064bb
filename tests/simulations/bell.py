"""Plays nights of the bell movement with winners by chance, proves its laws game by game, counts repeated partners.

    python -m tests.simulations.bell [--nights 10000] [--tables 2 33] [--seed 0]

The nights are spread over all numbers of tables, each with a bench of 0, 1, 2 and 3. "Plain" is the seed's rule alone:
who of the newcomers plays with whom goes by seat. "Kept apart" lets the movement see the night's earlier games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean
from time import perf_counter

from tournament.movements.catalog import MOVEMENTS
from tournament.movements.full_tables import pair_on_side
from tournament.movements.moves import moves
from tournament.movements.pairs import count_partners
from tournament.movements.rotation_search import DEFAULT_GAMES
from tournament.movements.seating import RoundSeating, draw_seats, winning_sides
from tournament.movements.seats import Side
from tournament.movements.winners_up import next_round

SIDES = tuple(Side)


def play(players: int, games: int, chance: Random, *, plain: bool = False) -> list[RoundSeating]:
    """One night of the bell movement; every law is checked after every bell."""
    played = [draw_seats(range(1, players + 1), chance=chance)]
    while len(played) < games:
        winners = chance.choices(SIDES, k=len(played[-1].tables))
        played.append(next_round(played[-1:] if plain else played, winners))
        check_step(played[-2], winners, played[-1])
    return played


def check_step(before: RoundSeating, winners: Sequence[Side], after: RoundSeating) -> None:
    """The laws of one bell, with nobody coming or going.

    :raises AssertionError: naming the law.
    """
    sides, last = winning_sides(before.tables, winners), len(before.tables)
    seats = [player for table in after.tables for player in table] + list(after.sitting_out)
    assert len(seats) == len(set(seats)) and set(seats) == before.everybody, "nobody is lost, nobody sits twice"
    now = {player: table for player, (table, _) in after.seats_by_player().items()}
    for number, (table, side) in enumerate(zip(before.tables, sides, strict=True), 1):
        won, lost = pair_on_side(table, side), pair_on_side(table, side.other)
        assert [now[p] for p in won] == [max(1, number - 1)] * 2, "winners one table higher; at the head they stay"
        goes_to = last if number in (1, last) else number
        off = [p for p in lost if p in after.sitting_out]
        assert all(now.get(p, goes_to) == goes_to for p in lost), "losers stay; the head table's go to the tail"
        assert not off or number == last, "only the tail's losers go to the bench"
    assert len(after.sitting_out) == len(before.sitting_out), "the bench stays as long as it was"
    came = [p for p in before.sitting_out if p not in after.sitting_out]
    assert came == list(before.sitting_out[: min(2, len(before.sitting_out))]), "longest wait first, two at most"
    assert all(now[p] == last for p in came), "the bench feeds the tail"
    was = {frozenset(pair_on_side(table, side)) for table in before.tables for side in SIDES}
    assert not was & {frozenset(pair_on_side(table, side)) for table in after.tables for side in SIDES}, (
        "partners are never partners again in the next game: they meet as opponents or not at all"
    )
    shifted = {m.player for m in moves(before, after) if m.start and m.end and m.start[0] == m.end[0]}
    for number, (table, side) in enumerate(zip(before.tables, sides, strict=True), 1):
        stayed = pair_on_side(table, side if number == 1 else side.other)
        if last > 1 and not set(stayed) & set(after.sitting_out):
            assert len(shifted.intersection(stayed)) == 1, "one of the pair that stayed changes seat"


def repeated_partners(played: Sequence[RoundSeating]) -> int:
    """How many pairs were partners more than once in a night."""
    return sum(times > 1 for times in count_partners(played).values())


def row(name: str, counts: Sequence[int]) -> str:
    """One line of the distribution: nights, mean, least, quartiles, most."""
    ranked = sorted(counts)
    at = [ranked[min(len(ranked) - 1, len(ranked) * part // 4)] for part in range(5)]
    return f"{name:34} {len(ranked):7} {mean(ranked):7.1f}   {at[0]:4} {at[1]:4} {at[2]:4} {at[3]:4} {at[4]:4}"


HEADING = f"""Pairs who are partners more than once in a night of {DEFAULT_GAMES} games
{"":34} {"nights":>7} {"mean":>7}   {"min":>4} {"25%":>4} {"50%":>4} {"75%":>4} {"max":>4}"""


def spread(nights: int, least: int, most: int, seed: int) -> None:
    """So many nights over all sizes, with and without a bench, in both ways."""
    sizes = [4 * tables + bench for tables in range(least, most + 1) for bench in range(4)]
    counts: dict[tuple[bool, int], list[int]] = {}
    for number in range(nights):
        players, plain = sizes[number // 2 % len(sizes)], number % 2 == 0
        played = play(players, DEFAULT_GAMES, Random(f"{seed} {players} {number // 2}"), plain=plain)
        counts.setdefault((plain, players // 4), []).append(repeated_partners(played))
    for tables in range(least, most + 1):
        for plain, name in ((True, "plain"), (False, "kept apart")):
            if (plain, tables) in counts:  # few nights do not reach every size
                print(row(f"{tables:2} tables, bench 0 to 3, {name}", counts[plain, tables]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nights", type=int, default=10_000)
    parser.add_argument("--tables", type=int, nargs=2, default=(2, 33), metavar=("LEAST", "MOST"))
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    started = perf_counter()
    print(HEADING)
    spread(asked.nights, *asked.tables, asked.seed)
    for plain, name in ((True, "plain"), (False, "kept apart")):
        counts = [
            repeated_partners(play(40, DEFAULT_GAMES, Random(f"{asked.seed} {number}"), plain=plain))
            for number in range(1000)
        ]
        print(row(f"ten tables, no bench, {name}", counts))
    print(f"Every law of the bell held after every bell of {asked.nights + 2000} nights.")
    for slug in MOVEMENTS:
        for players in (12, 16, 22, 40):
            nights = [play_any(slug, players, Random(f"{asked.seed} {number}")) for number in range(100)]
            print(row(f"{slug}, {players} players", [repeated_partners(night) for night in nights]))
    print(f"{perf_counter() - started:.0f} s")


def play_any(slug: str, players: int, chance: Random, games: int = DEFAULT_GAMES) -> list[RoundSeating]:
    """One night of any movement, winners by chance."""
    played = [draw_seats(range(1, players + 1), chance=chance)]
    while len(played) < games:
        winners = chance.choices(SIDES, k=len(played[-1].tables))
        played.append(MOVEMENTS[slug].next_round(played, winners, chance=chance))
    return played


if __name__ == "__main__":
    main()
