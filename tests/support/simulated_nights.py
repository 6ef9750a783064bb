"""Nights of any movement with random winners, and the rules of "winners move up" that hold after every bell."""

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
from tournament.movements.sitting_out import count_sit_outs
from tournament.movements.winners_up import SitOutRule, next_round

SIDES = tuple(Side)


def play_winners_up(
    players: int, games: int, chance: Random, *, plain: bool = False, rule: SitOutRule = SitOutRule.IN_TURN
) -> list[RoundSeating]:
    """Play one night in which winners move up, and check the rules after every bell.

    With `plain` the movement knows only the last round, as in the seed's rule.
    """
    played = [draw_seats(range(1, players + 1), chance=chance)]
    while len(played) < games:
        winners = chance.choices(SIDES, k=len(played[-1].tables))
        played.append(next_round(played[-1:] if plain else played, winners, sit_out_rule=rule))
        check_bell(played[-2], winners, played[-1], rule)
        if rule is SitOutRule.IN_TURN and not plain:
            sit_outs = count_sit_outs(played, played[-1].everybody).values()
            assert max(sit_outs) - min(sit_outs) <= 1, "nobody sits out twice before everybody has once"
    return played


def check_bell(
    before: RoundSeating, winners: Sequence[Side], after: RoundSeating, rule: SitOutRule = SitOutRule.IN_TURN
) -> None:
    """Check the rules of one bell at which no player arrives or leaves.

    :raises AssertionError: with the rule that is broken.
    """
    sides, last = winning_sides(before.tables, winners), len(before.tables)
    seats = [player for table in after.tables for player in table] + list(after.sitting_out)
    assert len(seats) == len(set(seats)) and set(seats) == before.everybody, "every player is there, and only once"
    now = {player: table for player, (table, _) in after.seats_by_player().items()}
    goes_to: dict[int, int] = {}
    for number, (table, side) in enumerate(zip(before.tables, sides, strict=True), 1):
        goes_to |= dict.fromkeys(pair_on_side(table, side), max(1, number - 1))
        goes_to |= dict.fromkeys(pair_on_side(table, side.other), last if number == 1 else number)
    assert all(now.get(p, table) == table for p, table in goes_to.items()), (
        "winners move up a table, at the head they stay; losers stay, the head table's go to the tail"
    )
    assert len(after.sitting_out) == len(before.sitting_out), "as many players sit out as before"
    came = [p for p in before.sitting_out if p not in after.sitting_out]
    gone = [p for p in after.sitting_out if p not in before.sitting_out]
    assert sorted(now[p] for p in came) == sorted(goes_to[p] for p in gone), "those who sat out take the empty seats"
    if rule is SitOutRule.LAST_TABLE:
        losers = pair_on_side(before.tables[-1], sides[-1].other)
        assert set(gone) <= set(losers), "only losers at the tail table sit out"
        assert came == list(before.sitting_out[: min(2, len(before.sitting_out))]), "the longest waits end, two at most"
    else:
        assert came == list(before.sitting_out), "nobody sits out twice running"
    was = {frozenset(pair_on_side(table, side)) for table in before.tables for side in SIDES}
    assert not was & {frozenset(pair_on_side(table, side)) for table in after.tables for side in SIDES}, (
        "partners are not partners again in the next game"
    )
    shifted = {m.player for m in moves(before, after) if m.start and m.end and m.start[0] == m.end[0]}
    for number, (table, side) in enumerate(zip(before.tables, sides, strict=True), 1):
        stayed = pair_on_side(table, side if number == 1 else side.other)
        if last > 1 and not set(stayed) & set(after.sitting_out):
            assert len(shifted.intersection(stayed)) == 1, "one of the pair that stays changes seats"


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
    quartiles = [ranked[min(len(ranked) - 1, len(ranked) * part // 4)] for part in range(5)]
    return f"{name:34} {len(ranked):7} {mean(ranked):7.1f}   " + " ".join(f"{count:4}" for count in quartiles)


HEADING = f"""Pairs who are partners more than once in a night of {DEFAULT_GAMES} games
{"":34} {"nights":>7} {"mean":>7}   {"min":>4} {"25%":>4} {"50%":>4} {"75%":>4} {"max":>4}"""


def print_distributions(nights: int, least: int, most: int, seed: int) -> None:
    """Play nights with all numbers of tables and sit-outs, plain and kept apart, and print a line for each."""
    sizes = [4 * tables + sit_outs for tables in range(least, most + 1) for sit_outs in range(4)]
    counts: dict[tuple[bool, int], list[int]] = {}
    for number in range(nights):
        players, plain = sizes[number // 2 % len(sizes)], number % 2 == 0
        played = play_winners_up(players, DEFAULT_GAMES, Random(f"{seed} {players} {number // 2}"), plain=plain)
        counts.setdefault((plain, players // 4), []).append(repeated_partners(played))
    for tables in range(least, most + 1):
        for plain, name in ((True, "plain"), (False, "kept apart")):
            if (plain, tables) in counts:  # few nights do not reach every size
                print(distribution_line(f"{tables:2} tables, 0 to 3 sit out, {name}", counts[plain, tables]))
