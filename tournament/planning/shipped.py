"""The data shipped with the program: printed charts, the best rotations found, and the demo night's players."""

from __future__ import annotations

from functools import cache

from tournament.installation import FIXTURES
from tournament.movements.annealing import ProgressCallback
from tournament.movements.charts import read_chart
from tournament.movements.rotation import Rotation
from tournament.movements.rotation_files import read_rotations
from tournament.movements.rotation_search import MAX_PLAYERS, MIN_PLAYERS, find_rotation
from tournament.movements.whist import perfect_rotation

SEARCH_SECONDS = 1.0  # of search while a page waits


@cache
def printed_charts() -> dict[str, tuple[Rotation, str]]:
    """Read the charts of `fixtures/charts` once; return rotation and notation by name."""
    texts = {
        path.stem.replace("_", " ").capitalize(): path.read_text(encoding="utf-8")
        for path in sorted((FIXTURES / "charts").glob("*.txt"))
    }
    return {name: (read_chart(text), text) for name, text in texts.items()}


@cache
def shipped_rotations() -> dict[tuple[int, int], Rotation]:
    """Read the rotations of `fixtures/nights` once, by (players, games); a short search does not find these."""
    return read_rotations((FIXTURES / "nights" / "best.txt").read_text(encoding="ascii"))


def best_rotation(
    players: int,
    games: int,
    *,
    seed: int = 0,
    budget: float | None = None,
    head_table: bool = False,
    progress: ProgressCallback | None = None,
) -> Rotation:
    """Return the best rotation for a night: a shipped one, part of a perfect one, or the result of a search.

    Without a `budget` a shipped rotation is returned as it is; other nights are searched for `SEARCH_SECONDS`. To
    improve a rotation, call `find_rotation` with it as `known`, and another seed.

    :raises RotationError: for numbers of players and games that have no rotation.
    """
    shipped = shipped_rotations().get((players, games))
    known = [shipped] if shipped else []
    if players % 4 < 2 and MIN_PLAYERS <= players <= MAX_PLAYERS:
        known.append(perfect_rotation(players))
    if budget is None:
        budget = 0.0 if shipped and not head_table else SEARCH_SECONDS
    return find_rotation(
        players, games, seed=seed, budget=budget, head_table=head_table, known=known, progress=progress
    )


def demo_names() -> list[str]:
    """Return the twelve players of the demo night."""
    return (FIXTURES / "demo_players.txt").read_text(encoding="utf-8").split("\n")[:12]
