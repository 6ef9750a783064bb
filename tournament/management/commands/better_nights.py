"""manage.py better_nights: searches for better rotations than the shipped ones, and stores them.

It needs no database. The first shipped rotations come from the same annealing, compiled, on one core for half an hour,
with independent rounds or with rounds that are shifts of one another in a cyclic group. Their origin does not matter:
each rotation is counted when it is offered, and again by the tests.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from itertools import count
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournament.installation import FIXTURES
from tournament.management.plain_command import PlainCommand
from tournament.movements.charts import ChartError
from tournament.movements.rotation import Rotation
from tournament.movements.rotation_files import MAX_STORED_PLAYERS, read_rotations, write_rotations
from tournament.movements.rotation_search import RotationCost, find_rotation, flat_rounds, least_cost, rotation_cost
from tournament.planning.shipped import SEARCH_SECONDS


class Command(PlainCommand):
    """Improves fixtures/nights, one night after another, until the time is over; it continues where it stopped."""

    help = "Look for better rotations than the shipped ones. What is found is kept in fixtures/nights."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, nargs=2, default=(8, 64), metavar=("FROM", "TO"))
        parser.add_argument("--games", type=int, nargs="+", default=[6, 7, 8, 9, 10, 11, 12])
        parser.add_argument("--minutes", type=float, default=5, help="how long to look, 5 by default")
        parser.add_argument("--each", type=float, default=5, help="seconds for one night at a time, 5 by default")
        parser.add_argument("--seed", type=int, default=1, help="the first seed; each pass takes the next one")
        parser.add_argument("--take", type=Path, help="a file of rotations in the same notation, taken where better")
        parser.add_argument("--drop", action="store_true", help="only drop what a page's own search finds as well")
        parser.add_argument("--file", type=Path, default=FIXTURES / "nights" / "best.txt")

    def handle(self, *args: Any, **options: Any) -> None:
        self.file: Path = options["file"]
        self.best = read_file(self.file) if self.file.exists() else {}
        if options["take"]:
            for (players, games), rotation in read_file(options["take"]).items():
                self.offer(players, games, rotation)
        low, high = options["players"]
        cells = [
            (players, games) for players in range(low, min(high, MAX_STORED_PLAYERS) + 1) for games in options["games"]
        ]
        if options["drop"]:
            self.drop(cells)
            return
        end = time.monotonic() + 60 * options["minutes"]
        for seed in count(options["seed"]):
            cells = [cell for cell in cells if not self.is_optimal(*cell)]
            for players, games in cells:
                if time.monotonic() > end:
                    return
                known = [self.best[players, games]] if (players, games) in self.best else []
                self.offer(
                    players, games, find_rotation(players, games, seed=seed, budget=options["each"], known=known)
                )
            if not cells:
                return

    def offer(self, players: int, games: int, rotation: Rotation) -> None:
        """Store a rotation that is better than the present one, and write the file at once."""
        new, old = cost_of(rotation), self.best.get((players, games))
        if old is None or new.rank < cost_of(old).rank:
            self.best[players, games] = rotation
            self.file.write_text(write_rotations(self.best.values()), encoding="ascii")
            self.stdout.write(
                f"{players} players, {games} games: {new.repeats.opponents} repeated opponents, "
                f"{new.repeats.meetings} repeated meetings, {new.repeats.partners} repeated partners"
            )

    def is_optimal(self, players: int, games: int) -> bool:
        """Return whether counting proves that no better rotation exists."""
        rotation = self.best.get((players, games))
        return rotation is not None and cost_of(rotation).cost <= least_cost(players, games)

    def drop(self, cells: list[tuple[int, int]]) -> None:
        """Remove rotations that a page's own search also finds, with three seeds and without them."""
        for players, games in cells:
            if (players, games) in self.best:
                rank = cost_of(self.best[players, games]).rank
                if all(
                    cost_of(find_rotation(players, games, seed=seed, budget=SEARCH_SECONDS)).rank <= rank
                    for seed in range(3)
                ):
                    del self.best[players, games]
                    self.stdout.write(f"{players} players, {games} games: found at once, not shipped")
        self.file.write_text(write_rotations(self.best.values()), encoding="ascii")


def read_file(path: Path) -> dict[tuple[int, int], Rotation]:
    """Return a file's rotations by (players, games).

    :raises CommandError: when the file cannot be read, or a line of it is not a rotation.
    """
    try:
        return read_rotations(path.read_text(encoding="ascii"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not a file of rotations: it has letters beyond ASCII.") from None
    except ChartError as error:
        raise CommandError(f"{path}: {error}") from None


def cost_of(rotation: Rotation) -> RotationCost:
    """Return the cost of a rotation."""
    return rotation_cost(rotation.players, flat_rounds(rotation))
