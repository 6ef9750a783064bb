"""What the organizer's board shows: a tile for each table, what needs the organizer, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from tally.loading.games import LoadedGame, current_game, night_games, phones_at
from tally.loading.hidden_standings import standings_hidden
from tally.loading.tallies import night_tallies
from tally.loading.ties import tie_went
from tally.presenters.attention import needs_context
from tally.presenters.latest import latest_context
from tally.presenters.primary_action import Moment, primary_action, scorers_action, second_action
from tally.presenters.room_tiles import room_context
from tally.presenters.top_five import top_five_context
from tally.scores.progress import State, state_on_board
from tally.scores.standings import Standing, rank
from tournament.access import Who
from tournament.models import Entry, Night, Round
from tournament.movements.seats import Side
from tournament.night.bell import bell_to_unring, round_to_ring
from tournament.night.round_clocks import NO_CLOCK, ClockKind, clock_state
from tournament.people.names import listed
from tournament.planning.rounds import decides_seats, game_count

EARLY = timedelta(minutes=1)  # of a game, in which its bell may be a mistake


@dataclass(frozen=True, slots=True)
class Tile:
    """One table: the game it is at, and its state.

    `missing` are players who still sit at another table, each with that table, before the first hand here. So many of
    its players have `phones`.
    """

    game: LoadedGame
    state: State
    missing: list[tuple[Entry, int]]
    phones: int = 0

    @property
    def slug(self) -> str:
        """The state as a name for the style sheet: "needs-you"."""
        return self.state.name.lower().replace("_", "-")

    @property
    def label(self) -> str:
        """The state in the words of the board: "confirming score"."""
        return self.state.value

    @property
    def ns(self) -> int:
        """Points of North and South."""
        return self.game.play.total(Side.NS)

    @property
    def ew(self) -> int:
        """Points of East and West."""
        return self.game.play.total(Side.EW)

    @property
    def pairs(self) -> list[list[Entry]]:
        """The players by side."""
        return [[self.game.players[seat] for seat in side.seats] for side in Side]

    @property
    def elsewhere(self) -> list[Entry]:
        """The players who still sit at another table."""
        return [entry for entry, _ in self.missing]

    @property
    def tie_went(self) -> str:
        """To whom a tie went, once that stands: "the cut went to Ann M. & Bob S."; empty without one."""
        return tie_went(self.game)

    @property
    def hand(self) -> int:
        """The hand that is played, or the last one."""
        return self.game.next_hand or len(self.game.hands)


def board_context(night: Night, now: datetime, who: Who) -> dict[str, object]:
    """All that the board shows to the organizer, or to a scorer what theirs is to do."""
    games = night_games(night)
    shown = tiles(games, now)
    number_at = {tile.game.play.table: tile.game.number for tile in shown}
    left_unsigned = [game for game in games if not game.play.signed and game.number < number_at[game.play.table]]
    closed = night.status == Night.Status.CLOSED
    hidden = closed and standings_hidden(night)
    unsigned = [game.number for game in games if not game.play.signed]
    to_enter = [] if closed else tables_to_enter(shown, left_unsigned)
    clock = _clock_context(night, games, shown, now)
    moment = None if closed else _moment(night, games, clock, to_enter)
    number = _number(games, moment)
    return {
        "night": night,
        "tiles": shown,
        **_actions(night, moment, to_enter, who, unrevealed=hidden),
        "number": number,
        "rung": moment is not None and moment.rung == number,
        "tables": sum(game.number == number for game in games),
        "tables_in": sum(game.number == number and game.play.signed for game in games),
        "unring": bell_to_unring(night) if who.organizer and not closed else None,
        "rounds": game_count(night),
        **({} if closed else needs_context(night, shown, left_unsigned, now, who)),
        **({} if closed else top_five_context(night, games)),
        **latest_context(night, games, who),
        "to_enter": to_enter,
        "final": _final_standings(night, games) if closed and not hidden else [],
        "quick": min(unsigned, default=game_count(night)),
        "unrevealed": hidden,
        "done": sum(game.play.signed for game in games),
        "all": len(games),
        "started": any(game.play.played or game.rung_at for game in games),
        **clock,
        **room_context(night, shown, games, number),
        "now": now,
        **_next_seats_context(night, games),
    }


def _actions(
    night: Night, moment: Moment | None, to_enter: list[LoadedGame], who: Who, *, unrevealed: bool
) -> dict[str, object]:
    """The next thing to do, and what some halls do instead; for a scorer only scores, if any are due."""
    if who.organizer:
        primary = primary_action(night.slug, moment, unrevealed=unrevealed)
        return {"primary": primary, "second": second_action(night.slug, moment)}
    numbers = [game.number for game in to_enter]
    return {"primary": scorers_action(night.slug, moment, numbers, unrevealed=unrevealed), "second": None}


def _clock_context(night: Night, games: list[LoadedGame], shown: list[Tile], now: datetime) -> dict[str, object]:
    """The round to ring for, and its clock: whether it may be started, runs, or waits for the end of a pause.

    After a bell also the tables that play on, by game; a table that waits for its slip has done so.
    """
    ring: Round | None = round_to_ring(night)
    playing: dict[int, list[int]] = {}
    for tile in shown:
        game = tile.game
        over = game.play.signed or game.progress.to_agree or tile.state in (State.AGREEING, State.WAITING_FOR_SLIP)
        if night.status == Night.Status.PLAYING and game.rung_at and not over:
            playing.setdefault(game.number, []).append(game.play.table)
    return {
        "ring": ring,
        "clocked": ring is not None and night.bell_by == Night.BellBy.CLOCK,
        "clock": clock_state(ring, now) if ring else NO_CLOCK,
        "early_until": _early_until(ring, games),
        "ring_started": any(game.hands for game in games if ring and game.number == ring.number),
        "still_playing": [(tables, listed(tables), number) for number, tables in sorted(playing.items())],
        "slips_due": _slips_due([tile.game.play.table for tile in shown if tile.state is State.WAITING_FOR_SLIP]),
    }


def _slips_due(tables: list[int]) -> str:
    """Which tables wait for their slips, in a sentence; empty without one."""
    if len(tables) < 2:
        return "".join(f"Table {table} waits for its slip." for table in tables)
    return f"Tables {listed(tables)} wait for their slips."


def _early_until(ring: Round | None, games: list[LoadedGame]) -> datetime | None:
    """Until when a bell is asked about first: while no table has a hand or a total, the first minute of the game.

    A game whose seats are not posted yet, as scores of the one before are out, counts from that one's bell.
    """
    if ring is None or any(game.play.played for game in games if game.number == ring.number):
        return None
    since = ring.starts_at or ring.posted_at or max(filter(None, (game.rung_at for game in games)), default=None)
    return since and since + EARLY


def _moment(night: Night, games: list[LoadedGame], clock: dict[str, Any], to_enter: list[LoadedGame]) -> Moment:
    """Where the night stands, as far as the primary button depends on it."""
    ring: Round | None = clock["ring"]
    kind: ClockKind = clock["clock"].kind
    started = {game.number for game in games if game.play.played}
    rung = max((game.number for game in games if game.rung_at and not game.play.signed), default=0)
    return Moment(
        ring=ring.number if ring else None,
        clocked=clock["clocked"],
        clock=kind,
        started=ring is not None and (kind is ClockKind.RUNNING or ring.number in started),
        rung=rung,
        missing=sum(game.number == rung and not game.play.signed for game in games),
        slips=len(to_enter),
        first_slip=min((game.number for game in to_enter), default=0),
        over=all(game.play.signed for game in games) and max(game.number for game in games) == game_count(night),
    )


def _number(games: list[LoadedGame], moment: Moment | None) -> int:
    """The game that the hall is at: until the next one starts, the one whose scores come in."""
    last = max(game.number for game in games)
    if moment is None or (moment.missing and not moment.started):
        return moment.rung if moment else last
    return moment.ring or last


def _next_seats_context(night: Night, games: list[LoadedGame]) -> dict[str, object]:
    """Where seats follow the winners, the tables that the next game waits for."""
    last = max(game.number for game in games)
    waits_for = [game.play.table for game in games if game.number == last and not game.play.signed]
    return {"waits_for": waits_for if decides_seats(night, last) else [], "coming": last + 1}


def _final_standings(night: Night, games: list[LoadedGame]) -> list[tuple[Standing, Entry]]:
    """Everybody's final total, ranked."""
    entries = {entry.number: entry for entry in night.entries.all()}
    return [(row, entries[row.number]) for row in rank(night_tallies(night, games).values())]


def tables_to_enter(shown: Sequence[Tile], left_unsigned: Sequence[LoadedGame]) -> list[LoadedGame]:
    """The games whose score the organizer types: no phone tells it, or none has told it in time; the earliest first.

    They are tables that wait for their slip or are overdue, and games that were left unsigned. A table whose two sides
    disagree needs the organizer, but not its score typed.
    """
    due = (State.WAITING_FOR_SLIP, State.OVERDUE)
    found = [tile.game for tile in shown if tile.state in due]
    return sorted(
        (game for game in (*found, *left_unsigned) if not game.progress.disputed),
        key=lambda game: (game.number, game.play.table),
    )


def tiles(games: list[LoadedGame], now: datetime) -> list[Tile]:
    """One tile for each table, in table order."""
    shown = shown_games(games)
    phones = phones_at(shown)
    medians = _median_hands(games, [game for game in shown if game.hands or phones[game.row.pk]])
    not_started = _not_started(games, now)

    def state(game: LoadedGame) -> State:
        found = _state(game, games, medians.get(game.number, 0), now, on_paper=not phones[game.row.pk])
        return State.SEATED if found is State.PLAYING and game.number in not_started else found

    return [
        Tile(
            game,
            state(game),
            _missing_players(game, shown),
            phones[game.row.pk],
        )
        for game in shown
    ]


def _not_started(games: list[LoadedGame], now: datetime) -> set[int]:
    """The games that wait for their clock to start, as long as no table has a hand of them."""
    started = {game.number for game in games if game.play.played or game.rung_at}
    waiting = set()
    for game in games:
        round_, night = game.row.round, game.night
        clocked = night.bell_by == Night.BellBy.CLOCK and not night.single_table
        starts = round_.starts_at if round_.rings_at else None
        still = round_.rings_at is None or (starts is not None and starts > (round_.paused_at or now))
        if clocked and still and game.number not in started:
            waiting.add(game.number)
    return waiting


def shown_games(games: list[LoadedGame]) -> list[LoadedGame]:
    """The game that each table is at; its last one when all are signed."""
    by_table: dict[int, list[LoadedGame]] = {}
    for game in games:
        by_table.setdefault(game.play.table, []).append(game)
    return [current_game(mine) or mine[-1] for _, mine in sorted(by_table.items())]


def _median_hands(games: list[LoadedGame], shown: list[LoadedGame]) -> dict[int, float]:
    """By game, how many hands of it the table in the middle has recorded: the measure of who is late.

    Where games have a number of hands, all tables are compared, as if every earlier game had all of its hands. Where
    they have none, only tables at the same game are compared, and only until the bell: then they are overdue, not late.
    `shown` are the tables that tell their hands: nobody knows how far a table on paper is.
    """
    deals = {game.progress.deals for game in shown}
    number = deals.pop() if len(deals) == 1 else None
    if number is not None:
        middle = median(
            (game.number - 1) * number + (number if game.play.signed else len(game.hands)) for game in shown
        )
        return {game.number: middle - number * (game.number - 1) for game in shown}
    rung = {game.number for game in games if game.rung_at}
    return {
        number: 0 if number in rung else median(len(game.hands) for game in games if game.number == number)
        for number in {game.number for game in shown}
    }


def _state(game: LoadedGame, games: list[LoadedGame], median_hands: float, now: datetime, *, on_paper: bool) -> State:
    """A table's state beside the others: whether it waits for players or for its slip, is late or overdue."""
    players = {entry.pk for entry in game.players.values()}
    waiting = not game.hands and any(
        other.number < game.number
        and not other.progress.players_are_free
        and players & {entry.pk for entry in other.players.values()}
        for other in games
    )
    deals = game.progress.deals
    others_are_done = not game.hands and deals is not None and median_hands >= deals
    silent = on_paper or not game.hands  # a phone that only looked up its seat tells no score
    slip_due = silent and (game.progress.rung or others_are_done)
    state = game.progress.state(waiting=waiting, slip_due=slip_due)
    if state is State.WAITING or (on_paper and not game.hands):
        return state
    return state_on_board(state, len(game.hands), median_hands, game.rung_at, now)


def _missing_players(game: LoadedGame, shown: list[LoadedGame]) -> list[tuple[Entry, int]]:
    """Players of a table without a hand who have not signed an earlier game at another table, and that table."""
    if game.play.played:
        return []
    earlier = [other for other in shown if other.number < game.number and not other.play.signed]
    return [
        (entry, other.play.table)
        for other in earlier
        for entry in other.players.values()
        if entry in game.players.values() and not entry.is_ghost
    ]
