"""What the big screen shows now: the current game, the bell, who sits where, the standings, the end.

A screen answers what everybody wants to know at this moment; it turns over its panels by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median

from django.utils import timezone

from tally.loading.games import LoadedGame, night_games, night_tallies
from tally.loading.hidden_standings import HIDDEN_SENTENCE, standings_hidden
from tally.scores.point_labels import total
from tally.scores.progress import State, seen_from_the_board
from tally.scores.standings import rank
from tournament.models import Bell, Entry, Night, SitOut
from tournament.movements.seats import Seat
from tournament.night.round_clocks import WARNING, waits_until
from tournament.people.names import folded, listed
from tournament.planning.rounds import game_count

ROWS = 12  # from top to bottom, so that the back of the hall can read them
A_LINE = 6  # tables side by side
ONE_BY_ONE = 10  # places that are revealed one at a time in the end; those below come by the panel
NEWEST = 3  # so many that share a place have room in large letters
BELL_FOR = timedelta(seconds=60)
STILL_SITTING_DOWN = timedelta(minutes=2)  # after a clock was started
SEATS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
STATE_LABELS = {State.DONE: "done", State.AGREEING: "agreeing", State.LATE: "late", State.OVERDUE: "late"}


@dataclass(frozen=True, slots=True)
class Row:
    """A line: what is before a name, the name, and what is at the end in large and in small print."""

    name: str = ""
    large: str = ""
    small: str = ""
    first: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What fits on the screen at once: at most twelve rows from top to bottom, or a sentence."""

    kind: str
    title: str
    rows: Sequence[Row] = ()
    columns: int = 1
    sentence: str = ""

    @property
    def lines(self) -> int:
        """Rows from top to bottom."""
        return -(-len(self.rows) // self.columns)


@dataclass(frozen=True, slots=True)
class Screen:
    """All that the screen shows. Its clock counts to `until`, as `counts` says; `again`: when it changes by itself.

    At the end of the night `newest` are the places revealed last, and `next` is the step that reveals those after them;
    `reveals`: that step shows the standings to everybody.
    """

    slug: str
    title: str
    panels: Sequence[Panel]
    of: str = ""
    notes: Sequence[str] = ()
    until: datetime | None = None
    counts: str = ""
    again: datetime | None = None
    newest: Sequence[Row] = ()
    next: int = 0
    reveals: bool = False


def screen_now(night: Night, now: datetime, revealed: int = 0, *, organizer: bool = False) -> Screen:
    """What to show now, after so many steps of the final standings are `revealed`.

    Only the `organizer` reveals standings that are hidden.
    """
    if night.status == Night.Status.SIGN_UP:
        return _before(night)
    games = night_games(night)
    if night.status == Night.Status.PLAYING:
        return _while_playing(night, games, now)
    hidden = standings_hidden(night)
    return _hidden_end() if hidden and not organizer else _final(night, games, revealed, hidden)


# Before the start


def _before(night: Night) -> Screen:
    people = list(night.entries.people().order_by("-pk"))
    title = f"{len(people)} player{'' if len(people) == 1 else 's'}"
    panels = panels_of("names", title, [Row(name) for name in _distinct_names(people)])
    return Screen(
        "before",
        "Scan, and play along",
        panels
        or [
            Panel(
                "words",
                "Nobody is here yet",
                sentence=("Scan the square with your phone’s camera, or tell the organizer your name."),
            )
        ],
    )


def _distinct_names(entries: Sequence[Entry]) -> list[str]:
    """Names as others see them, followed by the number where several people have the same name."""
    often = Counter(folded(entry.short_name) for entry in entries)
    return [
        f"{entry.short_name} ({entry.number})"
        if often[folded(entry.short_name)] > 1 and entry.number
        else entry.short_name
        for entry in entries
    ]


def panels_of(kind: str, title: str, rows: Sequence[Row]) -> list[Panel]:
    """As many panels as the rows need; in two columns where they do not fit in one."""
    columns = 1 if len(rows) <= ROWS else 2
    return [Panel(kind, title, rows[at : at + ROWS * columns], columns) for at in range(0, len(rows), ROWS * columns)]


# While it is played


def game_now(games: Sequence[LoadedGame]) -> int:
    """The current game: the first that no bell has ended, not all tables have signed, and most have not left."""
    for number in sorted({game.number for game in games}):
        here = [game for game in games if game.number == number]
        later = {game.play.table for game in games if game.number > number and game.hands}
        if not (here[0].rows.bells or all(game.play.signed for game in here) or 2 * len(later) > len(here)):
            return number
    return max(game.number for game in games) + 1


def still_playing(games: Sequence[LoadedGame], number: int) -> list[LoadedGame]:
    """Tables that have not signed a game before `number`; a game without any score is played on paper."""
    scored = {game.number for game in games if game.hands or game.play.signed}
    return [game for game in games if game.number < number and game.number in scored and not game.play.signed]


def _while_playing(night: Night, games: list[LoadedGame], now: datetime) -> Screen:
    number, in_all = game_now(games), game_count(night)
    here, late = [game for game in games if game.number == number], still_playing(games, number)
    bells = Bell.objects.filter(round__night=night).select_related("round")
    bell = bells.active().filter(rung_at__gt=now - BELL_FOR).order_by("rung_at").last()
    unrung = bells.filter(unrung_at__gt=now - BELL_FOR).order_by("unrung_at").last()
    clock = _Clock.of(night, here, now)
    moments = [
        *clock.moments,
        *(b.rung_at + BELL_FOR for b in (bell,) if b),
        *(b.unrung_at + BELL_FOR for b in (unrung,) if b and b.unrung_at),
    ]
    notes = [
        *(["Bell cancelled, keep playing."] if unrung and not bell else []),
        *clock.notes(number, now),
        *(
            f"Still at game {n}: {_named(game for game in late if game.number == n)}."
            for n in sorted({game.number for game in late})
        ),
    ]
    shows = Screen(
        "play",
        f"Game {number}",
        (),
        f"of {in_all}",
        notes,
        clock.until,
        clock.counts,
        min((moment for moment in moments if moment > now), default=None),
    )
    if bell:
        rung = [game for game in games if game.number == bell.round.number]
        play_on = late or not all(game.play.signed for game in rung)
        words = "Finish this hand, then agree the score." if play_on else "Every table has agreed."
        return replace(
            shows, slug="bell", title=f"Game {bell.round.number}", panels=[Panel("rung", "The bell!", sentence=words)]
        )
    if number > in_all:
        return replace(
            shows,
            slug="over",
            title="The last game is over",
            of="",
            panels=_standings(night, games)
            or [Panel("words", "Thank you all", sentence="The organizer closes the night soon.")],
        )
    if not here:
        wait = f": waiting for {_named(late)}." if late else "."
        return replace(
            shows,
            slug="sit",
            notes=[],
            panels=[Panel("words", "Where to sit", sentence=f"Seats follow when every table has agreed{wait}")],
        )
    if clock.early and 2 * sum(bool(game.hands) or game.play.signed for game in here) <= len(here):
        return replace(shows, slug="sit", panels=_where_to_sit(here))
    return replace(shows, panels=[_tables(here, now), *_standings(night, games)])


@dataclass(frozen=True, slots=True)
class _Clock:
    """A game's clock: what it counts to, when it starts if that is still to come, and when the screen changes by it.

    `early`: people may still be looking for their seats.
    """

    until: datetime | None = None
    starts: datetime | None = None
    moments: tuple[datetime, ...] = ()
    early: bool = True

    @classmethod
    def of(cls, night: Night, here: list[LoadedGame], now: datetime) -> _Clock:
        """The clock of the games `here`, if one was set."""
        rings = here[0].row.round.rings_at if here else None
        if rings is None:
            return cls()
        waits = waits_until(here[0].row.round, now)
        start = here[0].row.round.starts_at or rings - timedelta(minutes=night.minutes)
        seated = start + STILL_SITTING_DOWN
        return cls(
            waits or (rings if rings > now else None), waits, (start, seated, rings - WARNING, rings), seated > now
        )

    @property
    def counts(self) -> str:
        """What it counts to, in words; a note tells of the start."""
        return "to the bell" if self.until and not self.starts else ""

    def notes(self, number: int, now: datetime) -> list[str]:
        """What people should know of it."""
        if self.starts:
            return [f"Game {number} starts at {timezone.localtime(self.starts):%-I:%M}."]
        return ["Two minutes left."] if self.until and self.until - now <= WARNING else []


def _named(games: Iterable[LoadedGame]) -> str:
    tables = [game.play.table for game in games]
    return f"table{'s' if len(tables) > 1 else ''} {listed(tables)}"


def _where_to_sit(here: list[LoadedGame]) -> list[Panel]:
    """Everybody's seat by name, and who sits out; the titles of several panels say from which letter to which."""
    found = [
        (entry, str(game.play.table), SEATS[seat])
        for game in here
        for seat, entry in game.players.items()
        if not entry.is_ghost
    ]
    found += [
        (rest.entry, "", "sits out")
        for rest in SitOut.objects.filter(round=here[0].row.round_id).select_related("entry")
    ]
    found.sort(key=lambda one: (folded(one[0].short_name), one[0].number or 0))
    names = _distinct_names([entry for entry, _, _ in found])
    panels = panels_of(
        "seats", "Where to sit", [Row(name, table, seat) for name, (_, table, seat) in zip(names, found, strict=True)]
    )
    if len(panels) == 1:
        return panels
    return [
        replace(
            panel,
            title="Where to sit: "
            + "–".join(dict.fromkeys(row.name[:1].upper() for row in (panel.rows[0], panel.rows[-1]))),
        )
        for panel in panels
    ]


def _tables(here: list[LoadedGame], now: datetime) -> Panel:
    """How far each table is, in a word."""
    middle = median(len(game.hands) for game in here)
    states = {
        game.play.table: seen_from_the_board(game.progress.state(), len(game.hands), middle, game.rung_at, now)
        for game in here
    }
    words = {table: STATE_LABELS.get(state, "playing") for table, state in states.items()}
    late = [table for table, word in words.items() if word == "late"]
    playing = sum(word != "done" for word in words.values())
    title = f"{playing} of {len(here)} tables still play" if playing < len(here) else "Every table plays"
    if late:
        title = f"Late: table{'s' if len(late) > 1 else ''} {listed(late)}"
    return Panel(
        "tables",
        title,
        [Row(large=str(table), small=word) for table, word in words.items()],
        columns=min(A_LINE, len(words)),
    )


def _standings(night: Night, games: list[LoadedGame]) -> list[Panel]:
    """Everybody ranked, for all to see; hidden on the organizer's laptop too, as that drives the projector."""
    if standings_hidden(night):
        return [Panel("words", "Standings", sentence=HIDDEN_SENTENCE)]
    begun = any(game.hands or game.play.signed for game in games)
    return panels_of("standings", "Standings", _ranked(night, games)) if begun else []


def _ranked(night: Night, games: list[LoadedGame]) -> list[Row]:
    entries = {entry.number: entry for entry in night.entries.all()}
    ranked = rank(night_tallies(night, games).values())
    names = _distinct_names([entries[row.number] for row in ranked])
    return [
        Row(name, total(row.total), first=f"{row.place}{'=' if row.shared else ''}")
        for name, row in zip(names, ranked, strict=True)
    ]


# The end


def _hidden_end() -> Screen:
    """The end of the night as others than the organizer see it until the standings are revealed."""
    return Screen("end", "The end", [Panel("words", "Final standings", sentence=HIDDEN_SENTENCE)])


def _final(night: Night, games: list[LoadedGame], revealed: int, hidden: bool) -> Screen:
    """The final standings, low first, the highest revealed so far on top.

    Where they are `hidden` from others, the last step reveals them to everybody.
    """
    steps = reveal_steps(_ranked(night, games))
    revealed = min(revealed, len(steps))
    rows = [row for step in steps[:revealed] for row in step][::-1][:ROWS]
    sentence = "Low first." if steps else "No game was played."
    newest = steps[revealed - 1] if revealed and len(steps[revealed - 1]) <= NEWEST else []
    return Screen(
        "end",
        "The end",
        [Panel("standings", "Final standings", rows) if rows else Panel("words", "Final standings", sentence=sentence)],
        newest=newest,
        next=revealed + 1 if revealed < len(steps) else 0,
        reveals=hidden and revealed + 1 == len(steps),
    )


def reveal_steps(rows: Sequence[Row]) -> list[list[Row]]:
    """Ranked rows in the steps that reveal them: low first, then a panel at a time, at last one by one.

    Those who share a place come together.
    """
    places: list[list[Row]] = []
    for row in reversed(rows):
        if places and places[-1][0].first == row.first:
            places[-1].append(row)
        else:
            places.append([row])
    below, top = places[:-ONE_BY_ONE], places[-ONE_BY_ONE:]
    between = [row for place in below[1:] for row in place]
    return [*below[:1], *(between[at : at + ROWS] for at in range(0, len(between), ROWS)), *top]
