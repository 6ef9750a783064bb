"""The organizer's board: every table at a glance, the bell, and the way to any hand."""

from __future__ import annotations

from datetime import datetime
from statistics import median
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tally.loading.games import LoadedGame, current_game, night_games, night_tallies
from tally.models import Dispute
from tally.scores.progress import State, seen_from_the_board
from tally.scores.standings import Standing, rank
from tally.scoring.signing import confirm_game, decide_game
from tournament.access import ORGANIZER, organizer_only, require_open
from tournament.addresses import join_address, site_address
from tournament.http import HtmxHttpRequest
from tournament.live.events import last_event
from tournament.models import Entry, Game, Night, Round, SitOut
from tournament.movements.seats import Side
from tournament.night.bell import bell_to_unring, round_to_ring
from tournament.night.games import reopen_game
from tournament.night.round_clocks import waits_until
from tournament.people.names import clean_name, listed
from tournament.planning.rounds import decides_seats, game_count
from tournament.views.posted import posted_number


@organizer_only
def board(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """All tables on one screen."""
    if night.status == Night.Status.SIGN_UP:
        return redirect("desk", night.slug)
    seen = last_event(night.pk)
    games = night_games(night)
    now = timezone.now()
    shown = tiles(games, now)
    at = {game.play.table: game.number for game in shown_games(games)}
    ring = round_to_ring(night)
    loose = [game for game in games if not game.play.signed and game.number < at[game.play.table]]
    closed = night.status == Night.Status.CLOSED
    unsigned = [game.number for game in games if not game.play.signed]
    context = {
        "night": night,
        "seen": seen,
        "tiles": shown,
        "ring": ring,
        **_timed(night, ring, games),
        "unring": bell_to_unring(night),
        "rounds": game_count(night),
        **_what_comes(night, games),
        "needs": [] if closed else needs_you(night, shown, loose),
        "loose": loose,
        "final": _final(night, games) if closed else [],
        "quick": min(unsigned, default=game_count(night)),
        "done": sum(game.play.signed for game in games),
        "all": len(games),
        "started": any(game.play.played for game in games),
        "address": join_address(night, site_address(request)),
    }
    partial = request.htmx and request.method == "GET"
    return render(request, "tally/board/_board.html" if partial else "tally/board/board.html", context)


def _what_comes(night: Night, games: list[LoadedGame]) -> dict[str, object]:
    """Players without a seat now; and where seats follow the winners, the tables that the next game waits for."""
    running = {game.number for game in shown_games(games) if not game.play.signed}
    last = max(game.number for game in games)
    waits_for = [game.play.table for game in games if game.number == last and not game.play.signed]
    rests = SitOut.objects.filter(round__night=night, round__number__in=running).select_related("round", "entry")
    return {"rests": rests, "waits_for": waits_for if decides_seats(night, last) else [], "coming": last + 1}


def _timed(night: Night, ring: Round | None, games: list[LoadedGame]) -> dict[str, object]:
    """The clock of the game to ring for: whether it may be started, runs, or waits for the pause's end; and after a
    bell the tables that play on, by game."""
    late: dict[int, list[int]] = {}
    for game in shown_games(games):
        if night.status == Night.Status.PLAYING and game.rung_at and not (game.play.signed or game.progress.to_agree):
            late.setdefault(game.number, []).append(game.play.table)
    return {
        "clocked": ring is not None and night.bell_by == Night.BellBy.CLOCK,
        "clock_begins": ring and waits_until(ring, timezone.now()),
        "ring_begun": any(game.hands for game in games if ring and game.number == ring.number),
        "still_playing": [(tables, listed(tables), number) for number, tables in sorted(late.items())],
    }


def needs_you(night: Night, shown: list[dict[str, Any]], loose: list[LoadedGame]) -> list[tuple[str, list[LoadedGame]]]:
    """The games that wait for the organizer, by table; those with the same reason together, in a few words."""
    disputes = Dispute.objects.open().filter(game__round__night=night).values_list("game_id", flat=True)
    two = set(disputes)
    found = [(tile["game"], reason) for tile in shown if (reason := _reason(tile, two))]
    late = [
        (game, "two answers" if game.row.pk in two else "not agreed, and the players have moved on") for game in loose
    ]
    grouped: dict[str, list[LoadedGame]] = {}
    for game, reason in sorted([*found, *late], key=lambda need: (need[0].play.table, need[0].number)):
        grouped.setdefault(reason, []).append(game)
    return list(grouped.items())


def _reason(tile: dict[str, Any], two_answers: set[int]) -> str:
    """Why a table needs the organizer; empty when it does not."""
    game: LoadedGame = tile["game"]
    if game.row.pk in two_answers:
        return "two answers"
    if game.progress.disputed and not game.play.signed:
        return "the score is disputed"
    if tile["state"] is State.NEEDS_YOU:
        return "no hand was played: say who won"
    return "overdue" if tile["state"] is State.OVERDUE else ""


def _final(night: Night, games: list[LoadedGame]) -> list[tuple[Standing, Entry]]:
    """Everybody's final total, ranked."""
    entries = {entry.number: entry for entry in night.entries.all()}
    return [(row, entries[row.number]) for row in rank(night_tallies(night, games).values())]


def tiles(games: list[LoadedGame], now: datetime) -> list[dict[str, Any]]:
    """One tile a table: the game it is at, how far, and the word for it."""
    shown = shown_games(games)
    middles = _pace(games, shown)
    return [_tile(game, games, middles[game.number], now) | {"still": _still_elsewhere(game, shown)} for game in shown]


def _still_elsewhere(game: LoadedGame, shown: list[LoadedGame]) -> list[tuple[Entry, int]]:
    """Who of a table that has not begun still sits at another one, which a bell has told to finish: name and table."""
    if game.play.played:
        return []
    earlier = [other for other in shown if other.number < game.number and not other.play.signed]
    return [
        (entry, other.play.table)
        for other in earlier
        for entry in other.players.values()
        if entry in game.players.values() and not entry.is_ghost
    ]


def shown_games(games: list[LoadedGame]) -> list[LoadedGame]:
    """The game that each table is at; its last one when all are signed."""
    by_table: dict[int, list[LoadedGame]] = {}
    for game in games:
        by_table.setdefault(game.play.table, []).append(game)
    return [current_game(mine) or mine[-1] for _, mine in sorted(by_table.items())]


def _pace(games: list[LoadedGame], shown: list[LoadedGame]) -> dict[int, float]:
    """By game, how many hands of it the table in the middle has recorded: the measure of who is late.

    Where every table plays so many hands, all are compared, as if every game before had all of them. Where there is
    time for any number, only tables at the same game are, and only until the bell: then nobody is late, but overdue.
    """
    deals = {game.progress.deals for game in shown}
    number = None if len(deals) > 1 else deals.pop()
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


def _tile(game: LoadedGame, games: list[LoadedGame], middle: float, now: datetime) -> dict[str, Any]:
    me = {entry.pk for entry in game.players.values()}
    held = not game.hands and any(
        other.number < game.number
        and not other.progress.players_are_free
        and me & {entry.pk for entry in other.players.values()}
        for other in games
    )
    alone = game.progress.state(waiting=held)
    state = alone if alone is State.WAITING else seen_from_the_board(alone, len(game.hands), middle, game.rung_at, now)
    return {
        "game": game,
        "state": state,
        "slug": state.name.lower().replace("_", "-"),
        "ns": game.play.total(Side.NS),
        "ew": game.play.total(Side.EW),
        "pairs": [[game.players[seat] for seat in side.seats] for side in Side],
        "hand": game.next_hand or len(game.hands),
    }


@require_POST
@organizer_only
def sign(request: HtmxHttpRequest, night: Night, pk: int) -> HttpResponse:
    """The organizer signs a total for the table, for both sides, or names its winners; or opens a signed game again."""
    row = get_object_or_404(Game.objects.select_related("round"), pk=pk, round__night=night)
    if "reopen" in request.POST:
        require_open(night)
        reopen_game(game=row, who=ORGANIZER, why=clean_name(request.POST.get("why", ""))[:200])
        return redirect("game", night.slug, pk)
    if request.POST.get("winner") in list(Side):
        decide_game(game=row, winner=Side(request.POST["winner"]), who=ORGANIZER)
        return redirect("board", night.slug)
    for side in Side:
        confirm_game(game=row, side=side, agrees=True, seen_hand=posted_number(request, "upto"), who=ORGANIZER)
    return redirect("board", night.slug)
