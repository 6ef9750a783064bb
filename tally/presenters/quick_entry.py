"""What quick entry shows: a row for each table of a round, with its total to type or what is in already."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from django.db.models import Q
from django.utils import timezone

from tally.forms import TotalForm
from tally.loading.games import LoadedGame, games_on_paper, night_games
from tally.loading.ties import tie_went
from tally.scoring.paper_totals import state_token
from tournament.models import Entry, Night
from tournament.movements.seats import Side
from tournament.night.bell import clock_of_the_hall
from tournament.planning.rounds import game_count

TYPED_FIELDS = ("ns", "ew", "loners", "winner", "sure")


@dataclass
class QuickEntryRow:
    """A table of the page: its game, what was typed for it, and what is wrong with that."""

    game: LoadedGame
    form: TotalForm
    problem: str = ""
    at: str = "ns"  # the field that the problem is about
    ask: str = ""  # "sure" or "winner", where the answer is asked for
    sure: bool = False  # the organizer said that this unlikely total is right

    @property
    def pairs(self) -> list[list[Entry]]:
        """Who sits there, by side."""
        return [[self.game.players[seat] for seat in side.seats] for side in Side]

    @property
    def open(self) -> bool:
        """Whether a total may be typed; a game that the phones have agreed must be reopened first."""
        return not self.game.play.signed

    @property
    def tie_went(self) -> str:
        """To whom a tie went, once that stands: "the cut went to Ann M. & Bob S."; empty without one."""
        return tie_went(self.game)

    @property
    def key(self) -> str:
        """The key of this row's next write; what was refused is tried again under the same one."""
        return self.form["key"].value() or uuid4().hex

    @property
    def state_token(self) -> str:
        """A token of the game as the row shows it."""
        return state_token(self.game)

    @property
    def typed(self) -> str:
        """What was typed, for the button that says it is right: another number is asked about again."""
        return "/".join(str(self.form[name].value() or "").strip() for name in ("ns", "ew", "loners"))

    @property
    def problems(self) -> list[tuple[str, str]]:
        """What is wrong, each with the id of its field."""
        problems = [
            (f"id_{self.form.prefix}-{name}", str(errors[0]))
            for name, errors in self.form.errors.items()
            if name in TYPED_FIELDS
        ]
        return problems + ([(f"id_{self.form.prefix}-{self.at}", self.problem)] if self.problem else [])


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows whose score comes from the same place.

    `folded`: they are behind a disclosure, so that slips are not typed into them by accident; `open`: it is open.
    """

    heading: str
    rows: list[QuickEntryRow]
    folded: bool = False
    open: bool = False


def blank_row(game: LoadedGame) -> QuickEntryRow:
    """A table for which nothing is typed."""
    return QuickEntryRow(game, _form(None, game))


def typed_row(game: LoadedGame, data: object) -> QuickEntryRow:
    """A table with what was typed for it in a POST."""
    return QuickEntryRow(game, _form(data, game))


def quick_entry_context(night: Night, number: int, rows: list[QuickEntryRow], table: str = "") -> dict[str, object]:
    """The page of a round: its rows, and the games before it that are not in.

    :param table: the number of the table to begin with, as somebody typed it.
    """
    missing = night_games(night, Q(round__number__lt=number, signed_at=None))
    found = next((row for row in rows if str(row.game.play.table) == table), None)
    if found is not None:
        found.form.fields["ns"].widget.attrs["autofocus"] = True
    groups = _groups(rows, found)
    return {
        "night": night,
        "number": number,
        "rows": rows,
        "groups": groups,
        "folded": any(group.folded for group in groups),
        "slips_in": groups[0].folded if groups else False,
        "no_table": table if table and found is None else "",
        "missing": missing,
        "starts": number > 1 and not missing and bool(rows) and all(row.open for row in rows),
        "length": game_count(night),
        "clock": clock_of_the_hall(night, timezone.now()),
        "open": night.status == Night.Status.PLAYING and any(row.open for row in rows),
    }


def _groups(rows: list[QuickEntryRow], found: QuickEntryRow | None) -> list[RowGroup]:
    """The rows by where their score comes from: first those that the organizer types.

    :param found: the table that was asked for; a disclosure that it is behind is open.
    """
    on_paper = games_on_paper([row.game for row in rows])
    paper = [row for row in rows if row.open and row.game.row.pk in on_paper]
    phones = [row for row in rows if row.open and row.game.row.pk not in on_paper]
    signed = [row for row in rows if not row.open]
    groups = [
        RowGroup("On paper", paper),
        RowGroup(
            "On phones: these scores come by themselves",
            phones,
            folded=bool(paper or signed),
            open=any(row is found or row.problems for row in phones),
        ),
        RowGroup("In", signed),
    ]
    return [group for group in groups if group.rows]


def _form(data: object, game: LoadedGame) -> TotalForm:
    return TotalForm(data, prefix=f"g{game.row.pk}")  # type: ignore[arg-type]
