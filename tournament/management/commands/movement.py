"""manage.py movement: prints a rotation, new or the rest of a night, and how fair it is. Needs no database."""

from __future__ import annotations

import json
import math
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournament.management.plain_command import PlainCommand
from tournament.movements.annealing import ProgressCallback
from tournament.movements.balance import Balance, count_rounds
from tournament.movements.balance_wording import describe_balance
from tournament.movements.catalog import MOVEMENTS, continue_rounds, draw_rounds
from tournament.movements.charts import write_chart, write_csv
from tournament.movements.history import NightHistory, history_data, read_history
from tournament.movements.replan import REPLAN_SECONDS, replan
from tournament.movements.rotation_search import DEFAULT_GAMES, MAX_GAMES, MAX_PLAYERS, MIN_PLAYERS
from tournament.movements.seating import RoundSeating, draw_seats
from tournament.movements.whist import perfect_rotation
from tournament.people.errors import Refused
from tournament.planning.shipped import SEARCH_SECONDS, best_rotation, printed_charts

FORMATS = ("chart", "json", "csv")
KINDS = {
    "chart": "the printed chart; default for 8 and 12 players without --games",
    "night": "the fairest rotation known for so many games; default otherwise",
    "perfect": "everybody partners everybody; the full length without --games",
} | {slug: movement.name.lower() for slug, movement in MOVEMENTS.items()}
ALIASES = {"two-colours": "two-colors"}
MAX_SECONDS = 3600
BAR_WIDTH = 70  # characters of the progress bar


@dataclass(frozen=True, slots=True)
class MovementRequest:
    """The options of the command line, checked."""

    players: int
    kind: str
    games: int | None
    seed: int
    budget: float | None
    progress: ProgressCallback | None


class Command(PlainCommand):
    """Prints who sits where in every game."""

    help = "\n".join(
        [
            "Print who sits where in every game, for any number of players. Kinds:",
            "",
            *(f"  {kind:13} {description}" for kind, description in KINDS.items()),
        ]
    )
    requires_system_checks: list[str] = []
    shown = -1  # percent of the search, on the terminal

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **options)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--players",
            type=int,
            metavar="N",
            help=f"{MIN_PLAYERS} to {MAX_PLAYERS}; with --after the highest number, so that new players join",
        )
        parser.add_argument(
            "--games",
            type=int,
            metavar="R",
            help=f"the whole night's; default {DEFAULT_GAMES}, or as many as a chart or a perfect rotation has",
        )
        parser.add_argument("--kind", metavar="KIND", help="one of those above (two-colours is two-colors)")
        parser.add_argument("--seed", type=int, default=0, help="another seed is another draw; default 0")
        parser.add_argument(
            "--budget",
            type=float,
            metavar="SECONDS",
            help=f"of search for a fairer night, about; default {SEARCH_SECONDS:g}, with --after {REPLAN_SECONDS:g}",
        )
        parser.add_argument(
            "--after",
            metavar="FILE",
            help="go on with this night: what --format json writes, with "
            '"played" (games played so far) and "here" (who plays on); -: standard input',
        )
        parser.add_argument("--format", choices=FORMATS, default="chart", help="default: chart")
        parser.add_argument("--report", action="store_true", help="say how fair it is, below the chart or in the JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["report"] and options["format"] == "csv":
            raise CommandError("CSV has no place for a report; choose --format chart or json.")
        try:
            before = read_history(_read_text(options["after"])) if options["after"] else None
            request = self._request(options, before)
            night = (
                _new_night(request)
                if before is None
                else _continue(_with_new_players(before, options["players"]), request)
            )
        except Refused as refused:
            raise CommandError(str(refused)) from None
        if request.progress:
            self.stderr.write(f"\r{'':{BAR_WIDTH}}\r", ending="")
        self._write(night, options["format"], options["report"])
        if (
            request.kind in MOVEMENTS
            and MOVEMENTS[request.kind].follows_winners
            and len(night.rounds) < _game_count(request)
        ):
            self.stderr.write(
                f"Game {len(night.rounds) + 1} follows the winners: write this as JSON, add who won as "
                f'"winners", and give it to --after.',
                self.style.NOTICE,
            )

    def _request(self, options: dict[str, Any], before: NightHistory | None) -> MovementRequest:
        players, games, budget = options["players"], options["games"], options["budget"]
        kind = options["kind"] or ("chart" if before is None and games is None and players in _charts() else "night")
        kind = ALIASES.get(kind, kind)
        if kind not in KINDS:
            raise CommandError(f'There is no movement "{kind[:40]}"; the kinds are {", ".join(KINDS)}.')
        if players is None and before is None:
            raise CommandError("Say how many players there are, such as --players 20.")
        if players is not None and not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise CommandError(f"{players} players cannot be seated; a movement is for {MIN_PLAYERS} to {MAX_PLAYERS}.")
        if budget is not None and not (math.isfinite(budget) and 0 <= budget <= MAX_SECONDS):
            raise CommandError(f"A search takes 0 to {MAX_SECONDS} seconds; choose such a --budget.")
        return MovementRequest(
            players or 0,
            kind,
            games,
            options["seed"],
            budget,
            self._show_progress if budget and self.stderr.isatty() else None,
        )

    def _show_progress(self, done: float, cost: int) -> bool:
        percent = int(100 * done)
        if percent != self.shown:
            bar = f"[{'#' * (percent * 2 // 5):40}] {percent:3} %, cost {cost}"
            self.stderr.write(f"\r{bar:{BAR_WIDTH}}", self.style.NOTICE, ending="")
            self.shown = percent
        return True

    def _write(self, night: NightHistory, form: str, report: bool) -> None:
        rotation = night.rotation
        balance = count_rounds(rotation.rounds, rotation.sitting_out, night.here)
        if form == "json":
            self.stdout.write(json.dumps(history_data(night) | ({"report": _report(balance)} if report else {})))
        else:
            self.stdout.write({"chart": write_chart, "csv": write_csv}[form](rotation).rstrip("\n"))
            if report:
                self.stdout.write("\n".join(["", *describe_balance(balance), _repeats_line(balance)]))


def _read_text(name: str) -> str:
    """Read a file's text.

    :raises CommandError: with a sentence that says why it cannot be read.
    """
    try:
        return (sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()).decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {(error.strerror or 'unknown reason').lower()}.") from None
    except ValueError:
        raise CommandError(f"{name} cannot be read: it is not UTF-8 text.") from None


def _charts() -> dict[int, tuple[RoundSeating, ...]]:
    """Return the printed charts by number of players."""
    return {rotation.players: rotation.seatings() for rotation, _ in printed_charts().values()}


def _game_count(request: MovementRequest) -> int:
    """Return how many games the night has in all, for kinds without a length of their own."""
    return DEFAULT_GAMES if request.games is None else request.games


def _new_night(request: MovementRequest) -> NightHistory:
    """Draw the whole night; of a movement that follows winners, its first game."""
    everybody = tuple(range(1, request.players + 1))
    return NightHistory(request.players, _rounds(request, everybody), everybody)


def _rounds(request: MovementRequest, everybody: tuple[int, ...]) -> tuple[RoundSeating, ...]:
    if request.kind == "chart":
        charts = _charts()
        if request.players not in charts:
            raise CommandError(
                f"There is no printed chart for {request.players} players, only for "
                f"{' and '.join(map(str, sorted(charts)))}; --kind night seats any number."
            )
        return _first_games(charts[request.players], request, "The printed chart")
    if request.kind == "perfect":
        return _first_games(perfect_rotation(request.players).seatings(), request, "The perfect rotation")
    games = _game_count(request)
    if not 1 <= games <= MAX_GAMES:
        raise CommandError(f"A night has 1 to {MAX_GAMES} games, not {games}.")
    if request.kind == "night":
        return best_rotation(
            request.players, games, seed=request.seed, budget=request.budget, progress=request.progress
        ).seatings()
    movement, chance = MOVEMENTS[request.kind], Random(request.seed)
    if movement.follows_winners:
        return (draw_seats(everybody, chance=chance),)
    return draw_rounds(movement, everybody, games, chance=chance)


def _first_games(rounds: tuple[RoundSeating, ...], request: MovementRequest, name: str) -> tuple[RoundSeating, ...]:
    """Return the first games of a rotation that has a length of its own."""
    if request.games is not None and not 1 <= request.games <= len(rounds):
        raise CommandError(f"{name} for {request.players} players has 1 to {len(rounds)} games, not {request.games}.")
    return rounds[: request.games]


def _with_new_players(before: NightHistory, players: int | None) -> NightHistory:
    """Add new players: the next numbers up to `players`."""
    if players is None or players in (before.players, len(before.here)):
        return before
    if players < before.players:
        raise CommandError(
            f"The file has players 1 to {before.players}, so --players {players} does not say who of "
            'them plays on. Write their numbers to the file, such as "here": [1, 2, 3, 5].'
        )
    return replace(before, players=players, here=(*before.here, *range(before.players + 1, players + 1)))


def _continue(before: NightHistory, request: MovementRequest) -> NightHistory:
    """Add the games to come to those played; of a movement that follows winners, the next one."""
    played, games = before.rounds, _game_count(request)
    if request.kind not in MOVEMENTS and request.kind != "night":
        raise CommandError(
            "A chart or a perfect rotation is fixed from the start. Choose --kind night, which draws up "
            "the rest and counts what was played."
        )
    if not len(played) < games <= MAX_GAMES:
        raise CommandError(
            f"Game {len(played)} of {games} has been played; --games is for the whole night, "
            f'{MAX_GAMES} at most, and "played" in the file says how many of its games have been.'
        )
    if request.kind == "night":
        rest = replan(
            [seating.tables for seating in played],
            before.here,
            games - len(played),
            seed=request.seed,
            budget=REPLAN_SECONDS if request.budget is None else request.budget,
            progress=request.progress,
        )
        return replace(before, rounds=(*played, *rest))
    movement, chance = MOVEMENTS[request.kind], Random(f"{request.seed} {len(played)}")
    if movement.follows_winners:
        if len(before.winners) < len(played):
            raise CommandError(
                f"The file does not say who won game {len(played)}. Add, for each game, the side that "
                'won at each table: "winners": [["NS", "EW"]].'
            )
        following = movement.next_round(played, before.winners[-1], present=before.here, chance=chance)
        return replace(before, rounds=(*played, following))
    return replace(
        before, rounds=continue_rounds(movement, played, games, present=before.here, chance=chance), winners=()
    )


def _repeats_line(balance: Balance) -> str:
    """Return the repeats next to their lower bounds."""
    both = (
        f"{kind} {repeated} ({fewest})"
        for kind, repeated, fewest in zip(balance.repeats._fields, balance.repeats, balance.fewest, strict=True)
    )
    return f"Repeats, and the fewest that counting allows: {', '.join(both)}."


def _report(balance: Balance) -> dict[str, object]:
    return {
        "sentences": describe_balance(balance),
        "repeats": balance.repeats._asdict(),
        "least": balance.fewest._asdict(),
    }
