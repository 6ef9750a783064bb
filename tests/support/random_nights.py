"""Random results of nights, for tests that count them in another way."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from hypothesis import strategies as st

from tally.scores.results import Meeting, NightResult, PlayerResult

PEOPLE = range(1, 13)


def random_night(chance: Random, number: int, variant: str = "standard") -> NightResult:
    """Make up a night of eight or more of twelve people, at tables of four that are drawn for each game."""
    present = sorted(chance.sample(PEOPLE, chance.randint(8, len(PEOPLE))))
    games = chance.randint(1, 4)
    points: dict[int, list[int]] = {player: [] for player in present}
    sat_out = dict.fromkeys(present, 0)
    meetings = []
    for round_ in range(1, games + 1):
        order = chance.sample(present, len(present))
        for table in range(len(order) // 4):
            north, south, east, west = order[4 * table : 4 * table + 4]
            ns, ew = chance.randint(0, 13), chance.randint(0, 13)
            meetings.append(Meeting(round_, table + 1, (north, south), (east, west), ns, ew))
            for player, made in ((north, ns), (south, ns), (east, ew), (west, ew)):
                points[player].append(made)
        for player in order[len(order) // 4 * 4 :]:
            points[player].append(2)
            sat_out[player] += 1
    totals = sorted((sum(each) for each in points.values()), reverse=True)
    counts_loners = chance.random() < 0.7
    players = [
        PlayerResult(
            player=player,
            points=sum(each),
            games=len(each) - sat_out[player],
            place=totals.index(sum(each)) + 1,
            shared=totals.count(sum(each)) > 1,
            loners=chance.randint(0, 3) if counts_loners else None,
            left=False,
            game_points=tuple(each),
            sat_out=sat_out[player],
            sit_out_points=2 * sat_out[player],
        )
        for player, each in points.items()
    ]
    return NightResult(
        night=number,
        slug=f"night-{number}",
        name=f"Night {number}",
        date=date(2026, 1, 6) + timedelta(weeks=number),
        variant=variant,
        games=games,
        status="closed",
        players=tuple(sorted(players, key=lambda one: (one.place, one.player))),
        meetings=tuple(meetings),
    )


def random_nights(seed: int, most: int = 9) -> list[NightResult]:
    """Make up nights, in an order that is not theirs."""
    chance = Random(seed)
    nights = [random_night(chance, number) for number in range(1, chance.randint(1, most) + 1)]
    return chance.sample(nights, len(nights))


NIGHTS = st.integers(0, 2**20).map(random_nights)
