"""Nights of any movement with random winners, and the rules that hold after every bell."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import mean

from tournament.movements.catalog import MOVEMENTS
from tournament.movements.full_tables import pair_on_side
from tournament.movements.moves import moves
from tournament.movements.pairs import count_partners
from tournament.movements.rotation_search import DEFAULT_GAMES
from tournament.movements.seating import RoundSeating, draw_seats, winning_sides
from tournament.movements.seats import Side
from tournament.movements.winners_up import next_round

SIDES = tuple(Side)


def play_winners_up(players: int, games: int, chance: Random, *, plain: bool = False) -> list[RoundSeating]:
    """Play one night of the bell movement, and check its rules after every bell.

    With `plain` the movement sees only the last round, as in the seed's rule.
    """
    played = [draw_seats(range(1, players + 1), chance=chance)]
    while len(played) < games:
        winners = chance.choices(SIDES, k=len(played[-1].tables))
        played.append(next_round(played[-1:] if plain else played, winners))
        check_bell(played[-2], winners, played[-1])
    return played


def check_bell(before: RoundSeating, winners: Sequence[Side], after: RoundSeating) -> None:
    """Check the rules of one bell, where nobody arrives or leaves.

    :raises AssertionError: naming the rule.
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
    """Count the pairs who were partners more than once in a night."""
    return sum(times > 1 for times in count_partners(played).values())


def play_movement(slug: str, players: int, chance: Random, games: int = DEFAULT_GAMES) -> list[RoundSeating]:
    """Play one night of any movement with random winners."""
    played = [draw_seats(range(1, players + 1), chance=chance)]
    while len(played) < games:
        winners = chance.choices(SIDES, k=len(played[-1].tables))
        played.append(MOVEMENTS[slug].next_round(played, winners, chance=chance))
    return played


def distribution_line(name: str, counts: Sequence[int]) -> str:
    """Return one line of the distribution: nights, mean, minimum, quartiles, maximum."""
    ranked = sorted(counts)
    at = [ranked[min(len(ranked) - 1, len(ranked) * part // 4)] for part in range(5)]
    return f"{name:34} {len(ranked):7} {mean(ranked):7.1f}   {at[0]:4} {at[1]:4} {at[2]:4} {at[3]:4} {at[4]:4}"


HEADING = f"""Pairs who are partners more than once in a night of {DEFAULT_GAMES} games
{"":34} {"nights":>7} {"mean":>7}   {"min":>4} {"25%":>4} {"50%":>4} {"75%":>4} {"max":>4}"""


def print_distributions(nights: int, least: int, most: int, seed: int) -> None:
    """Play so many nights over all numbers of tables and sit-outs, plain and kept apart, and print a line for each."""
    sizes = [4 * tables + bench for tables in range(least, most + 1) for bench in range(4)]
    counts: dict[tuple[bool, int], list[int]] = {}
    for number in range(nights):
        players, plain = sizes[number // 2 % len(sizes)], number % 2 == 0
        played = play_winners_up(players, DEFAULT_GAMES, Random(f"{seed} {players} {number // 2}"), plain=plain)
        counts.setdefault((plain, players // 4), []).append(repeated_partners(played))
    for tables in range(least, most + 1):
        for plain, name in ((True, "plain"), (False, "kept apart")):
            if (plain, tables) in counts:  # few nights do not reach every size
                print(distribution_line(f"{tables:2} tables, bench 0 to 3, {name}", counts[plain, tables]))
