"""What comes with the program: the printed charts, and the demo night's players."""

from __future__ import annotations

from django.conf import settings

from tournament.models import Chart
from tournament.movements.charts import Rotation, read_chart

FOLDER = settings.BASE_DIR / "fixtures"


def printed_charts() -> dict[str, tuple[Rotation, str]]:
    """The charts of `fixtures/charts`, read and checked, with their notation, by name."""
    texts = {path.stem.replace("_", " ").capitalize(): path.read_text(encoding="utf-8")
             for path in sorted((FOLDER / "charts").glob("*.txt"))}
    return {name: (read_chart(text), text) for name, text in texts.items()}


def load_charts() -> None:
    """Put the printed charts into the database; done again, it changes nothing."""
    for name, (rotation, text) in printed_charts().items():
        Chart.objects.update_or_create(club=None, name=name, defaults={"players": rotation.players, "notation": text})


def demo_names() -> list[str]:
    """The twelve players of the demo night."""
    return (FOLDER / "demo_players.txt").read_text(encoding="utf-8").split("\n")[:12]
