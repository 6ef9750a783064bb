"""The night that is printed: its rows, loaded once for all sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property

from tally.loading.games import LoadedGame, night_games
from tally.loading.names import printed_result_names
from tally.loading.tallies import night_tallies
from tally.paper.document import Heading, Job
from tally.paper.measures import Paper
from tally.scores.tallies import Tally
from tournament.models import EarlierPlayer, Entry, Night
from tournament.movements.seating import RoundSeating
from tournament.night.player_names import mark_apart
from tournament.people.errors import Refused
from tournament.people.names import joined_names
from tournament.planning.night_plan import plan_night
from tournament.planning.players import playing_entries, playing_numbers
from tournament.planning.rounds import game_count, seatings
from tournament.web.dates import paper_date, short_paper_date

NOT_STARTED = "Nothing is scored yet. Start the night first."
GHOST_DEALS = "The ghost’s partner deals for it."


class Tonight:
    """A night to print, as `job` says; its QR codes lead to the address `site`."""

    def __init__(self, night: Night, job: Job, site: str = "") -> None:
        self.night, self.job, self.site = night, job, site

    def printed(self, job: Job) -> Tonight:
        """The same night, with all that is loaded already, printed for the same players but in another way."""
        other = copy(self)
        other.job = job
        return other

    @cached_property
    def heading(self) -> Heading:
        """The heading of every sheet, with the date as it is written where the paper is used."""
        day, day_first = self.night.date, self.job.paper is Paper.A4
        return Heading(
            self.night.name,
            paper_date(day, day_first=day_first),
            short_paper_date(day, day_first=day_first),
            self.job.look.club,
        )

    @cached_property
    def entries(self) -> list[Entry]:
        """All entries by number, a ghost included, with everybody's name on paper."""
        entries = self.night.entries.select_related("player").prefetch_related("earlier_players__player")
        return named_on_paper(list(entries.order_by("number", "id")))

    @cached_property
    def ghost(self) -> int | None:
        """The ghost's number, None without a ghost."""
        return next((entry.number for entry in self.entries if entry.is_ghost), None)

    @cached_property
    def players(self) -> list[Entry]:
        """The entries with a number, in order, without the ghost."""
        return [entry for entry in self.entries if entry.number and not entry.is_ghost]

    @cached_property
    def wanted(self) -> list[Entry]:
        """The players whose cards are printed: all `players`, or one.

        :raises Refused: when nobody has the number asked for.
        """
        wanted = [entry for entry in self.players if self.job.only in (None, entry.number)]
        if self.job.only is not None and not wanted:
            raise Refused(f"Nobody has the number {self.job.only} tonight. Look it up on the desk.")
        return wanted

    @cached_property
    def names_at_tables(self) -> Mapping[int, str]:
        """The short names of all, a ghost included, as they stand beside their numbers; empty as in `names_to_wear`."""
        return {
            entry.number or 0: "ghost" if entry.is_ghost else "" if entry.is_nameless else entry.short_name
            for entry in self.entries
        }

    @cached_property
    def names_to_wear(self) -> Mapping[int, str]:
        """The names on cards and tags; empty, for a line to write it on, where a number from the hat has none."""
        return {entry.number or 0: "" if entry.is_nameless else entry.name for entry in self.players}

    @cached_property
    def tags(self) -> list[tuple[int, str]]:
        """Number and name of whom something is printed for, to wear or to draw; "" has a line to write a name on."""
        return [(number, self.names_to_wear[number]) for entry in self.wanted for number in [entry.number or 0]]

    @cached_property
    def result_names(self) -> Mapping[int, str]:
        """The names of all who played under each number, and whether they have left: for results."""
        return printed_result_names(self.players)

    @cached_property
    def winner_names(self) -> Mapping[int, str]:
        """The same without whether they have left: for who won something."""
        return {entry.number or 0: entry.names for entry in self.players}

    @cached_property
    def names_to_frame(self) -> Mapping[int, str]:
        """The names of all who played under each number: for certificates and keepsakes, which stay with them.

        Empty, for a line to write it on, where nobody of them gave a name.
        """
        return {entry.number or 0: joined_names(_known_names(entry)) for entry in self.players}

    @cached_property
    def rounds(self) -> Sequence[RoundSeating]:
        """The seats of every known game: planned before the start, as played after it.

        :raises Refused: when the movement does not seat this many players, or the seats have just been taken back.
        """
        return self._seats[0]

    @cached_property
    def length(self) -> int:
        """The number of games; raises as `rounds`."""
        return self._seats[1]

    @cached_property
    def _seats(self) -> tuple[Sequence[RoundSeating], int]:
        if self.night.status != Night.Status.SIGN_UP:
            rounds, games = seatings(self.night), game_count(self.night)
            if not rounds or not games:  # it went back to sign-up a moment ago
                raise Refused(NOT_STARTED)
            return rounds, games
        drawn = plan_night(self.night, range(1, len(playing_entries(self.night)) + 1))
        return drawn.rounds, drawn.games

    @cached_property
    def scored(self) -> Sequence[LoadedGame]:
        """All games with their hands."""
        return night_games(self.night)

    @cached_property
    def tallies(self) -> Mapping[int, Tally]:
        """The tallies by number; empty before the start."""
        return night_tallies(self.night, self.scored)


def named_on_paper(entries: list[Entry]) -> list[Entry]:
    """Give entries the names that their players have on paper, told apart anew. Never save such an entry."""
    people: list[Entry | EarlierPlayer] = [*entries]
    people += [earlier for entry in entries for earlier in entry.earlier_players.all()]
    renamed = [person for person in people if person.player.paper_name]
    for person in renamed:
        person.name = person.player.paper_name
    if renamed:
        mark_apart(entries)
    return entries


def _known_names(entry: Entry) -> Iterator[str]:
    """The names of those who played under a number, in order, but for who gave none."""
    yield from (earlier.name for earlier in entry.earlier_players.all() if not earlier.player.is_nameless)
    if not entry.is_nameless:
        yield entry.name


def ghost_deals(tonight: Tonight) -> str:
    """The sentence that a sheet of who deals first needs where a ghost plays; else ""."""
    return GHOST_DEALS if tonight.ghost in playing_numbers(tonight.night) else ""


def always(tonight: Tonight) -> None:
    """Check nothing: the sheet can be printed at any time."""


def never(tonight: Tonight) -> bool:
    """Say no for any night."""
    return False


def once(tonight: Tonight) -> int:
    """Say one, for any night: each of a sheet's pages is needed once."""
    return 1


def tables(tonight: Tonight) -> int:
    """How many tables tonight has, or will have with those who are signed up."""
    return 1 if tonight.night.single_table else max(1, len(tonight.entries) // 4)


def numbered(tonight: Tonight) -> None:
    """Check that every player has a number.

    :raises Refused: before that.
    """
    if not all_numbered(tonight):
        raise Refused("Draw the numbers first: they are printed on it.")


def all_numbered(tonight: Tonight) -> bool:
    """Whether somebody is signed up, and everybody has a number."""
    return bool(tonight.entries) and all(entry.number for entry in tonight.entries)


def started(tonight: Tonight) -> None:
    """Check that the night has started, so that scores can be added up.

    :raises Refused: before the start.
    """
    if not tonight.night.rounds.exists():
        raise Refused(NOT_STARTED)
