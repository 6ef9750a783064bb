"""manage.py movement: prints a rotation. Needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.fixtures import printed_charts
from tournament.movements.charts import write_chart, write_csv, write_json

FORMATS = {"chart": write_chart, "json": write_json, "csv": write_csv}


class Command(BaseCommand):
    """Prints who sits where in every game."""

    help = "Print the rotation for a number of players, as a chart, JSON or CSV."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="8 or 12 today")
        parser.add_argument("--format", choices=sorted(FORMATS), default="chart")

    def handle(self, *args: Any, **options: Any) -> None:
        charts = {rotation.players: rotation for rotation, _ in printed_charts().values()}
        rotation = charts.get(options["players"])
        if rotation is None:
            raise CommandError(f"There is no rotation for {options['players']} players yet; "
                               f"the printed charts seat {' or '.join(map(str, sorted(charts)))}.")
        self.stdout.write(FORMATS[options["format"]](rotation).rstrip("\n"))
