"""How fair the nights are: `python -m tests.benchmarks.nights`, a line for every number of players and games.

Each cell is repeated opponents / repeated meetings in any role (sums over pairs of the excess over one), with repeated
partners in front where there are any: the bound by counting, what `best_rotation` gives by default, and the first
games of a perfect rotation. `measured` is an earlier measurement: two seconds of plain annealing.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections import Counter
from random import Random

import django

from tests.support.nights_counted import Figures, bounds, counted, spread

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


def shown(figures: Figures | tuple[int, int] | None) -> str:
    """Figures as a cell."""
    if figures is None:
        return "-"
    *partners, opponents, meetings = figures
    return f"{partners[0]}:{opponents}/{meetings}" if any(partners) else f"{opponents}/{meetings}"


def table(cells: list[tuple[int, int]], live: bool, head: bool) -> None:
    """Print the table and what it comes to."""
    from tournament.movements.rotation_search import find_rotation
    from tournament.movements.whist import perfect_rotation
    from tournament.planning.shipped import best_rotation

    told, against, even, slowest = Counter[str](), Counter[str](), Counter[int](), 0.0
    print(f"{'players x games':>15}  {'bound':>9}  {'best':>9}  {'perfect':>9}  {'measured':>9}  seconds")
    for number, game in cells:
        begun = time.perf_counter()
        found = counted(rounds := (find_rotation if live else best_rotation)(number, game, head_table=head).rounds)
        seconds = time.perf_counter() - begun
        slowest = max(slowest, seconds)
        at_head = Counter([*range(1, number + 1), *(one for tables in rounds for one in tables[0])])
        even[spread(at_head.values())] += 1
        cut = None
        if number % 4 < 2:
            whole = perfect_rotation(number).rounds
            cut = counted([whole[at % len(whole)] for at in range(game)])
            against[verdict(found, cut)] += 1
        measured = MEASURED.get((number, game))
        if measured is not None:
            told[verdict(found, (0, *measured))] += 1
        print(
            f"{number:>7} x {game:<5}  {shown(bounds(number, game)):>9}  {shown(found):>9}  {shown(cut):>9}  "
            f"{shown(measured):>9}  {seconds:.2f}",
            flush=True,
        )
    print(f"against the measured column: {dict(told)}; against the perfect rotation cut: {dict(against)}")
    print(f"games at the head table, most less least, and nights: {dict(sorted(even.items()))}")
    print(f"slowest: {slowest:.2f} s")


def verdict(found: Figures, other: Figures) -> str:
    """Better or equal when no figure is worse; mixed when one is better and one is worse."""
    better = any(mine < theirs for mine, theirs in zip(found, other, strict=True))
    worse = any(mine > theirs for mine, theirs in zip(found, other, strict=True))
    return "mixed" if better and worse else "better" if better else "worse" if worse else "equal"


def speed() -> None:
    """Print how fast swaps are, which `WORK_PER_SECOND` stands on, and a default night of the largest size."""
    from tournament.movements.annealing import Annealing, PairCosts
    from tournament.movements.rotation_search import WORK_PER_SECOND, find_rotation
    from tournament.movements.table_order import share_first_deals

    for players, games in ((16, 12), (32, 12), (64, 20), (132, 20)):
        rounds = [Random(game).sample(range(1, players + 1), players) for game in range(games)]
        search = Annealing(rounds, PairCosts.blank(players), Random(1))
        begun = time.process_time()
        search.anneal(WORK_PER_SECOND, enough=-1)
        million = WORK_PER_SECOND / (time.process_time() - begun) / 1e6
        print(f"{players} x {games}: {million:.1f} million units of work a second")
    for players, games in ((20, 10), (40, 12), (133, 20)):
        rounds = [Random(game).sample(range(1, players + 1), players // 4 * 4) for game in range(games)]
        begun = time.process_time()
        share_first_deals(rounds, dict.fromkeys(range(1, players + 1), 0))
        print(f"first deals of {players} x {games}: {1000 * (time.process_time() - begun):.2f} ms")
    for players, games in ((133, 20), (72, 20), (96, 20)):
        begun = time.process_time()
        find_rotation(players, games)
        print(f"night({players}, {games}): {time.process_time() - begun:.2f} s")
    print(f"most memory of the whole process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def changes(number: int, budget: float) -> None:
    """Change so many nights in the middle, and print what goes wrong and how long it takes."""
    from tests.support.night_changes import by_lot

    begun = time.process_time()
    problems = [f"seed {seed}: {problem}" for seed in range(number) if (problem := by_lot(seed, budget))]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(
        f"{number - len(problems)} of {number} changed nights are right, "
        f"{1000 * (time.process_time() - begun) / number:.0f} ms each with drawing up the night"
    )


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs=2, default=(8, 100), metavar=("FROM", "TO"))
    parser.add_argument("--games", type=int, nargs="+", default=[8, 10, 12])
    parser.add_argument("--measured", action="store_true", help="only the nights of the measured column")
    parser.add_argument("--live", action="store_true", help="search only, without what is shipped")
    parser.add_argument("--head", action="store_true", help="share the head table to within one")
    parser.add_argument("--speed", action="store_true", help="only how fast the search is")
    parser.add_argument("--changes", type=int, help="only so many nights changed in the middle")
    parser.add_argument("--budget", type=float, default=0.003, help="seconds of search for each of those")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    if options.speed:
        speed()
    elif options.changes:
        changes(options.changes, options.budget)
    else:
        low, high = options.players
        cells = [(players, games) for players in range(low, high + 1) for games in options.games]
        table([cell for cell in cells if cell in MEASURED or not options.measured], options.live, options.head)


if __name__ == "__main__":
    main()
