"""How long the 66 perfect rotations take, next to only writing down the same numbers.

python -m tests.benchmarks.whist
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from tournament.movements.rotation import Rotation
from tournament.movements.whist import MAX_PLAYERS, MIN_PLAYERS, perfect_rotation

TIMES = 5  # the best of so many
ALLOWED = 20.0  # milliseconds a rotation


def best(do: Callable[[], object]) -> float:
    """Milliseconds of the fastest of `TIMES` runs."""
    took = []
    for _ in range(TIMES):
        began = perf_counter()
        do()
        took.append(1000 * (perf_counter() - began))
    return min(took)


def written_down(rotation: Rotation) -> Rotation:
    """The floor: every table of a rotation that is there, as a new tuple."""
    return Rotation(
        rotation.players,
        tuple(tuple((a, b, c, d) for a, b, c, d in tables) for tables in rotation.rounds),
        rotation.sitting_out,
    )


def main() -> None:
    """Print a line a size, then the total, the worst and the ratio to the floor."""
    sizes = [players for players in range(MIN_PLAYERS, MAX_PLAYERS + 1) if players % 4 < 2]
    perfect_rotation(MIN_PLAYERS)  # the data are read once
    built, floor = {}, {}
    print(f"{'players':>7} {'games':>5} {'tables':>6} {'built ms':>9} {'floor ms':>9} {'ratio':>6}")
    for players in sizes:
        rotation = perfect_rotation(players)
        built[players] = best(lambda players=players: perfect_rotation(players))  # type: ignore[misc]
        floor[players] = best(lambda rotation=rotation: written_down(rotation))  # type: ignore[misc]
        tables = sum(map(len, rotation.rounds))
        print(
            f"{players:7} {len(rotation.rounds):5} {tables:6} {built[players]:9.2f} {floor[players]:9.2f} "
            f"{built[players] / floor[players]:6.1f}"
        )
    worst = max(sizes, key=built.__getitem__)
    print(
        f"\n{len(sizes)} rotations in {sum(built.values()):.0f} ms, {sum(built.values()) / sum(floor.values()):.1f} "
        f"times as long as writing them down ({sum(floor.values()):.0f} ms)."
    )
    print(f"The worst is {worst} players with {built[worst]:.1f} ms; {ALLOWED:.0f} ms are allowed.")


if __name__ == "__main__":
    main()
