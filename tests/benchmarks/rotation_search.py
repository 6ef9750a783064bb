"""Measures how fair the rotations are, for every number of players and games, and how fast the search is.

    python -m tests.benchmarks.rotation_search [--players 8 100] [--games 8 10 12] [--live] [--head] [--speed]
    python -m tests.benchmarks.rotation_search --changes 1000

A cell says "opponents/meetings": repeated opponents and repeated meetings in any role, summed over all pairs; a number
before a colon counts repeated partners. The columns are the lower bound by counting, what `best_rotation` returns by
default, the first games of a perfect rotation, and an earlier measurement: two seconds of plain annealing.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections import Counter
from random import Random

import django

from tests.support.repeats import Repeats, count_repeats, least_repeats, spread

MEASURED: dict[tuple[int, int], tuple[int, int]] = {
    (16, 8): (12, 72),
    (16, 10): (40, 120),
    (16, 12): (72, 168),
    (20, 8): (1, 51),
    (20, 10): (17, 111),
    (20, 12): (50, 170),
    (24, 8): (0, 32),
    (24, 10): (6, 86),
    (24, 12): (26, 156),
    (28, 8): (0, 12),
    (28, 10): (0, 56),
    (28, 12): (5, 130),
    (32, 8): (0, 4),
    (32, 10): (0, 31),
    (32, 12): (1, 98),
    (40, 8): (0, 0),
    (40, 10): (0, 8),
    (40, 12): (0, 39),
    (48, 8): (0, 0),
    (48, 10): (0, 0),
    (48, 12): (0, 10),
    (64, 8): (0, 0),
    (64, 10): (0, 0),
    (64, 12): (0, 0),
    (80, 8): (0, 0),
    (80, 10): (0, 0),
    (80, 12): (0, 0),
    (100, 8): (0, 0),
    (100, 10): (0, 0),
    (100, 12): (0, 0),
    (10, 8): (20, 52),
    (11, 8): (11, 42),
    (14, 8): (9, 53),
    (15, 8): (2, 40),
    (18, 8): (2, 41),
    (19, 8): (0, 30),
    (22, 8): (0, 29),
    (23, 8): (0, 15),
    (26, 8): (0, 15),
    (27, 8): (0, 7),
    (30, 8): (0, 5),
    (31, 8): (0, 3),
}


def cell_text(repeats: Repeats | tuple[int, int] | None) -> str:
    """Write repeats as a cell of the table."""
    if repeats is None:
        return "-"
    *partners, opponents, meetings = repeats
    return f"{partners[0]}:{opponents}/{meetings}" if any(partners) else f"{opponents}/{meetings}"


def print_table(cells: list[tuple[int, int]], live: bool, head: bool) -> None:
    """Print the table and a summary."""
    from tournament.movements.rotation_search import find_rotation
    from tournament.movements.whist import perfect_rotation
    from tournament.planning.shipped import best_rotation

    against_measured, against_perfect = Counter[str](), Counter[str]()
    head_table_spreads, slowest = Counter[int](), 0.0
    print(f"{'players x games':>15}  {'bound':>9}  {'best':>9}  {'perfect':>9}  {'measured':>9}  seconds")
    for players, games in cells:
        start = time.perf_counter()
        rounds = (find_rotation if live else best_rotation)(players, games, head_table=head).rounds
        found = count_repeats(rounds)
        seconds = time.perf_counter() - start
        slowest = max(slowest, seconds)
        at_head = Counter([*range(1, players + 1), *(player for tables in rounds for player in tables[0])])
        head_table_spreads[spread(at_head.values())] += 1
        perfect = None
        if players % 4 < 2:
            whole = perfect_rotation(players).rounds
            perfect = count_repeats([whole[index % len(whole)] for index in range(games)])
            against_perfect[verdict(found, perfect)] += 1
        measured = MEASURED.get((players, games))
        if measured is not None:
            against_measured[verdict(found, (0, *measured))] += 1
        print(
            f"{players:>7} x {games:<5}  {cell_text(least_repeats(players, games)):>9}  {cell_text(found):>9}  "
            f"{cell_text(perfect):>9}  {cell_text(measured):>9}  {seconds:.2f}",
            flush=True,
        )
    print(f"against the measured column: {dict(against_measured)}")
    print(f"against the first games of the perfect rotation: {dict(against_perfect)}")
    print(
        f"nights by the spread of games at the head table (most less least): {dict(sorted(head_table_spreads.items()))}"
    )
    print(f"slowest: {slowest:.2f} s")


def verdict(found: Repeats, other: Repeats) -> str:
    """Compare two nights: "better" or "equal" when no figure is worse, "mixed" when some are and some are better."""
    better = any(mine < theirs for mine, theirs in zip(found, other, strict=True))
    worse = any(mine > theirs for mine, theirs in zip(found, other, strict=True))
    return "mixed" if better and worse else "better" if better else "worse" if worse else "equal"


def measure_speed() -> None:
    """Print the speed of swaps, on which `WORK_PER_SECOND` is based, and the time of the largest searches."""
    from tournament.movements.annealing import Annealing, PairCosts
    from tournament.movements.rotation_search import WORK_PER_SECOND, find_rotation
    from tournament.movements.table_order import share_first_deals

    for players, games in ((16, 12), (32, 12), (64, 20), (132, 20)):
        rounds = [Random(game).sample(range(1, players + 1), players) for game in range(games)]
        search = Annealing(rounds, PairCosts.blank(players), Random(1))
        start = time.process_time()
        search.anneal(WORK_PER_SECOND, enough=-1)
        million = WORK_PER_SECOND / (time.process_time() - start) / 1e6
        print(f"{players} x {games}: {million:.1f} million units of work a second")
    for players, games in ((20, 10), (40, 12), (133, 20)):
        rounds = [Random(game).sample(range(1, players + 1), players // 4 * 4) for game in range(games)]
        start = time.process_time()
        share_first_deals(rounds, dict.fromkeys(range(1, players + 1), 0))
        print(f"first deals of {players} x {games}: {1000 * (time.process_time() - start):.2f} ms")
    for players, games in ((133, 20), (72, 20), (96, 20)):
        start = time.process_time()
        find_rotation(players, games)
        print(f"find_rotation({players}, {games}): {time.process_time() - start:.2f} s")
    print(f"peak memory of the whole process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def check_changes(number: int, budget: float) -> None:
    """Change so many random nights in the middle; print problems and times."""
    from tests.support.replan_checks import play_random_night

    start = time.process_time()
    problems = [f"seed {seed}: {problem}" for seed in range(number) if (problem := play_random_night(seed, budget))]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(
        f"{number - len(problems)} of {number} changed nights are right, "
        f"{1000 * (time.process_time() - start) / number:.0f} ms each, with the search for the night's first rotation"
    )


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs=2, default=(8, 100), metavar=("FROM", "TO"))
    parser.add_argument("--games", type=int, nargs="+", default=[8, 10, 12])
    parser.add_argument("--measured", action="store_true", help="only nights with an earlier measurement")
    parser.add_argument("--live", action="store_true", help="search, without the rotations that are shipped")
    parser.add_argument("--head", action="store_true", help="share the head table evenly, to within one game")
    parser.add_argument("--speed", action="store_true", help="measure only the speed of the search")
    parser.add_argument("--changes", type=int, help="check only so many nights that change in the middle")
    parser.add_argument("--budget", type=float, default=0.003, help="seconds of search for each of these")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    if options.speed:
        measure_speed()
    elif options.changes:
        check_changes(options.changes, options.budget)
    else:
        low, high = options.players
        cells = [(players, games) for players in range(low, high + 1) for games in options.games]
        print_table([cell for cell in cells if cell in MEASURED or not options.measured], options.live, options.head)


if __name__ == "__main__":
    main()
