"""Plays nights of "winners move up" with random winners, checks its rules after every bell, counts repeated partners.

    python -m tests.simulations.winners_up [--nights 10000] [--tables 2 33] [--seed 0]

The nights are spread over all numbers of tables, each with 0, 1, 2 and 3 players who sit out. "Plain" is the seed's
rule alone: the seats decide which newcomer plays with whom. "Kept apart" also considers the night's earlier games.
"""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

from tests.support.simulated_nights import (
    HEADING,
    distribution_line,
    play_movement,
    play_winners_up,
    print_distributions,
    repeated_partners,
)
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.rotation_search import DEFAULT_GAMES


def main() -> None:
    """Play the nights that the command line asks for and print the distributions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nights", type=int, default=10_000)
    parser.add_argument("--tables", type=int, nargs=2, default=(2, 33), metavar=("LEAST", "MOST"))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    start = perf_counter()
    print(HEADING)
    print_distributions(options.nights, *options.tables, options.seed)
    for plain, name in ((True, "plain"), (False, "kept apart")):
        counts = [
            repeated_partners(play_winners_up(40, DEFAULT_GAMES, Random(f"{options.seed} {number}"), plain=plain))
            for number in range(1000)
        ]
        print(distribution_line(f"ten tables, no sit-outs, {name}", counts))
    print(f"Every rule held after every bell of {options.nights + 2000} nights.")
    for slug in MOVEMENTS:
        for players in (12, 16, 22, 40):
            nights = [play_movement(slug, players, Random(f"{options.seed} {number}")) for number in range(100)]
            print(distribution_line(f"{slug}, {players} players", [repeated_partners(night) for night in nights]))
    print(f"{perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
