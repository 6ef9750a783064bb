"""What comes with the program: the printed charts, the best nights that were found, and the demo night's players."""

from __future__ import annotations

from functools import cache

from django.conf import settings

from tournament.models import Chart
from tournament.movements.annealing import Watch
from tournament.movements.charts import Rotation, read_chart
from tournament.movements.rotation_files import read_nights
from tournament.movements.rotation_search import FEWEST_PLAYERS, MOST_PLAYERS, night
from tournament.movements.whist import perfect

FOLDER = settings.BASE_DIR / "fixtures"
LIVE = 1.0  # seconds of search that a page spends by itself


@cache
def printed_charts() -> dict[str, tuple[Rotation, str]]:
    """The charts of `fixtures/charts`, read and checked, with their notation, by name. Read once."""
    texts = {
        path.stem.replace("_", " ").capitalize(): path.read_text(encoding="utf-8")
        for path in sorted((FOLDER / "charts").glob("*.txt"))
    }
    return {name: (read_chart(text), text) for name, text in texts.items()}


def load_charts() -> None:
    """Put the printed charts into the database; done again, it changes nothing."""
    known = dict(Chart.objects.filter(club=None).values_list("name", "pk"))
    charts = [
        Chart(pk=known.get(name), name=name, players=rotation.players, notation=text)
        for name, (rotation, text) in printed_charts().items()
    ]
    Chart.objects.bulk_create((chart for chart in charts if not chart.pk), ignore_conflicts=True)  # two may start now
    Chart.objects.bulk_update((chart for chart in charts if chart.pk), ["players", "notation"])


@cache
def shipped_nights() -> dict[tuple[int, int], Rotation]:
    """The rotations of `fixtures/nights` by (players, games): those that no short search finds. Read once."""
    return read_nights((FOLDER / "nights" / "best.txt").read_text(encoding="ascii"))


def best_night(
    players: int,
    games: int,
    *,
    seed: int = 0,
    budget: float | None = None,
    head_table: bool = False,
    progress: Watch | None = None,
) -> Rotation:
    """The best rotation for a night: shipped, cut from a perfect one, or found by `movements.nights.night` now.

    Without a `budget` a shipped night is taken as it is, and others are searched for, `LIVE` seconds. To better what
    was found, call `night` itself with the rotation as `known` and another seed.

    :raises NightError: for numbers of players and games that have no rotation here.
    """
    shipped = shipped_nights().get((players, games))
    known = [shipped] if shipped else []
    if players % 4 < 2 and FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        known.append(perfect(players))
    if budget is None:
        budget = 0.0 if shipped and not head_table else LIVE
    return night(players, games, seed=seed, budget=budget, head_table=head_table, known=known, progress=progress)


def demo_names() -> list[str]:
    """The twelve players of the demo night."""
    return (FOLDER / "demo_players.txt").read_text(encoding="utf-8").split("\n")[:12]
