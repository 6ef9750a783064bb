"""Measures how long the 66 perfect rotations take to build, as a ratio to only copying them.

python -m tests.benchmarks.perfect_rotations
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from tournament.movements.rotation import Rotation
from tournament.movements.whist import MAX_PLAYERS, MIN_PLAYERS, perfect_rotation

RUNS = 5  # the fastest counts
MOST_MILLISECONDS = 20.0  # allowed for one rotation


def fastest(work: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest of `RUNS` runs."""
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        work()
        times.append(1000 * (perf_counter() - start))
    return min(times)


def copied(rotation: Rotation) -> Rotation:
    """Copy a rotation with a new tuple for every table: the floor."""
    return Rotation(
        rotation.players,
        tuple(tuple((a, b, c, d) for a, b, c, d in tables) for tables in rotation.rounds),
        rotation.sitting_out,
    )


def main() -> None:
    """Print a line for each size, then the total, the slowest and the ratio to the floor."""
    sizes = [players for players in range(MIN_PLAYERS, MAX_PLAYERS + 1) if players % 4 < 2]
    perfect_rotation(MIN_PLAYERS)  # reads the data, which happens once
    built, floor = {}, {}
    print(f"{'players':>7} {'games':>5} {'tables':>6} {'built ms':>9} {'floor ms':>9} {'ratio':>6}")
    for players in sizes:
        rotation = perfect_rotation(players)
        built[players] = fastest(lambda players=players: perfect_rotation(players))  # type: ignore[misc]
        floor[players] = fastest(lambda rotation=rotation: copied(rotation))  # type: ignore[misc]
        tables = sum(map(len, rotation.rounds))
        print(
            f"{players:7} {len(rotation.rounds):5} {tables:6} {built[players]:9.2f} {floor[players]:9.2f} "
            f"{built[players] / floor[players]:6.1f}"
        )
    slowest = max(sizes, key=built.__getitem__)
    print(
        f"\n{len(sizes)} rotations in {sum(built.values()):.0f} ms, {sum(built.values()) / sum(floor.values()):.1f} "
        f"times as long as copying them ({sum(floor.values()):.0f} ms)."
    )
    print(f"The slowest is for {slowest} players with {built[slowest]:.1f} ms; {MOST_MILLISECONDS:.0f} ms are allowed.")


if __name__ == "__main__":
    main()
