"""A player's phone: where to sit, the one-tap scoring screen, undo, and both sides' word at the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRefresh

from tally.forms import HandForm, read_result
from tally.loading.games import LoadedGame, current_game, players_games, players_tally, still_playing, unsigned_before
from tally.loading.hidden_standings import hidden_sentence
from tally.loading.ties import tie_of, went_to
from tally.rules import read_record, score
from tally.scoring.disputes import AnotherHandDisputed, settle_dispute
from tally.scoring.recording import record_hand
from tally.scoring.signing import confirm_game
from tally.scoring.ties import settle_tie
from tally.scoring.undo import undo_by_key, undo_hand
from tally.views.second_taps import second_taps
from tally.views.wording import dispute_context, recorded_result, scoring_buttons
from tournament.access import ORGANIZER, Who, find_night, require_seat, who_asks
from tournament.compiled_queries import CompiledQuery, CompiledValues
from tournament.forms import CodeForm
from tournament.http import HtmxHttpRequest
from tournament.live.events import last_event
from tournament.models import Entry, Game, Night, SitOut
from tournament.movements.moves import describe_moves, moves
from tournament.movements.seats import Seat, Side, dealer
from tournament.night.locking import SEATS_CHANGED
from tournament.people.errors import NotAllowed, Refused
from tournament.planning.players import entries_by_number
from tournament.planning.rounds import follows_winners, game_count, seatings
from tournament.views.posted import posted_number, whole_number

A_NIGHT = 12 * 3_600_000  # milliseconds; no tap is older

_game = CompiledQuery(lambda pk, night: Game.objects.filter(pk=pk, round__night=night).order_by())
_rests = CompiledValues(
    lambda entry, after: (
        SitOut.objects.filter(entry=entry, round__number__gt=after, round__games__signed_at=None)
        .order_by("round__number")
        .values_list("round__number")
        .distinct()
    )
)


def play(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The phone's one page. htmx asks the same address for the part inside, and gets nothing if nothing is new."""
    night = find_night(slug)
    who = Who(phone=who_asks(request, night).phone)
    seen = whole_number(request.GET.get("seen", ""))
    if request.htmx and seen and seen >= last_event(night.pk):
        return HttpResponse(status=204)
    return _page(request, night, who)


def _page(request: HtmxHttpRequest, night: Night, who: Who, **more: object) -> HttpResponse:
    if who.entry is None:
        if request.htmx:
            return HttpResponseClientRefresh()  # this page was a player's
        return render(request, "tally/phone/stranger.html", {"night": night, "form": CodeForm()})
    context = (
        phone_context(
            night,
            who.entry,
            asked=request.GET.get("game", ""),
            tapped=request.POST.get("asked", ""),
            bid=request.GET.get("bid", ""),
            bid_for=whole_number(request.GET.get("for", "")),
        )
        | more
    )
    context |= {
        "who": who,
        "watches": who.watches_only or night.status == Night.Status.CLOSED,
        "end": "end" in request.GET,
    }
    template = "tally/phone/_phone.html"
    if not request.htmx:
        template = "tally/phone/phone.html"
        context["second_taps"] = "" if context["watches"] else second_taps(night)
    return render(request, template, context, status=409 if more.get("problem") else 200)


def phone_context(night: Night, me: Entry, *, asked: str, tapped: str, bid: str, bid_for: int) -> dict[str, object]:
    """All that the phone shows of `me`, from one reading of the night's rows. Game `asked` is looked at, or an earlier
    one that was `tapped` on, until it is agreed. `bid` was tapped for hand `bid_for`."""
    seen = last_event(night.pk)
    games = players_games(night, me)
    current = current_game(games)
    asked = asked or next((tapped for g in games if tapped == str(g.number) and not g.play.signed), "")
    game = next((g for g in games if asked == str(g.number)), current)
    context: dict[str, object] = {
        "night": night,
        "me": me,
        "seen": seen,
        "games": len(games),
        "key": uuid4().hex,
        "tally": partial(players_tally, night, me, games),
        "hidden_sentence": partial(hidden_sentence, night),  # on the last page
        "unsigned": [g for g in games if g.progress.to_agree and g is not game],
        "unsettled": [g for g in games if g.dispute and g is not game],
        "unfinished": [
            g
            for g in games
            if current
            and g.number < current.number
            and g is not game
            and g.play.played
            and not (g.play.signed or g.progress.to_agree or g.dispute)
        ],
    }
    context |= _what_comes(night, me, games)
    if game is None:
        return context
    following = next((g for g in games if g.number > game.number), None)
    asked_game = "" if game is current or game.play.signed else game.number
    return (
        context
        | table_context(night, game, me, bid, bid_for)
        | {
            "asked": asked_game,
            "offline_table": offline_table(night, game, me, asked_game),
            "next": following and seat_context(following, me),
            "moves": who_moves(night, game),
        }
    )


def _what_comes(night: Night, me: Entry, games: list[LoadedGame]) -> dict[str, object]:
    """The sit-outs that are not over, and whether seats are still to come that nobody knows yet."""
    after = max((game.number for game in games if game.play.signed), default=0)
    rests = [number for (number,) in _rests.rows(me.pk, after)]
    more = follows_winners(night) and me.left_at is None and night.rounds.count() < game_count(night)
    return {"rests": rests, "more_games": more, "waits": night.status == Night.Status.PLAYING and (more or bool(rests))}


def who_moves(night: Night, game: LoadedGame) -> str:
    """How the four come to their table, in a sentence, where seats follow the winners; empty otherwise."""
    if game.number == 1 or game.play.played or not follows_winners(night):
        return ""
    before, after = seatings(night)[game.number - 2 : game.number]
    names = entries_by_number(night)
    return describe_moves(moves(before, after), game.play.table, lambda number: names[number].short_name)


def seat_context(game: LoadedGame, me: Entry) -> dict[str, object]:
    """Table, seat, partner and opponents of one player in one game."""
    seat = game.seat_of(me)
    across, beside = seat.side.other.seats
    return {
        "number": game.number,
        "table": game.play.table,
        "seat": seat,
        "side": seat.side,
        "partner": game.players[seat.partner],
        "opponents": (game.players[across], game.players[beside]),
        "left": game.players[seat.left],
        "right": game.players[seat.left.partner],
        "first_dealer": game.players[Seat.N],
    }


def table_context(night: Night, game: LoadedGame, me: Entry, bid: str, bid_for: int) -> dict[str, object]:
    """The scoring screen of one table as `me` sees it."""
    here = seat_context(game, me)
    us = game.seat_of(me).side
    missing = game.next_hand
    last = game.hands[-1] if game.hands else None
    tie = tie_of(game) if game.progress.may_agree else None
    signed = {side: game.signatures.get(side) for side in (us, us.other)}
    return {
        "game": game,
        "here": here,
        "us": us,
        "them": us.other,
        "ours": game.play.total(us),
        "theirs": game.play.total(us.other),
        "hand": missing,
        **scoring_buttons(night, us, bid if missing == bid_for else ""),
        "hand_numbers": [
            {"number": n, "result": (h := game.hand(n)) and recorded_result(night, h.record, us)}
            for n in _four_around(missing or len(game.hands), game.progress.deals)
        ],
        "dealer": game.players[dealer(missing or 1)],
        "last": last,
        "last_result": last and recorded_result(night, last.record, us),
        "we_signed": signed[us],
        "they_signed": signed[us.other],
        "they": [game.players[seat] for seat in us.other.seats],
        "we": [game.players[seat] for seat in us.seats],
        "makers": {
            side: [game.players[seat] for seat in side.seats if not game.players[seat].is_ghost] for side in Side
        },
        **dispute_context(night, game, us),
        "tie": tie,
        "went_to": went_to(game, tie.winner) if tie and tie.winner else "",
        **_elsewhere(night, game),
    }


def _elsewhere(night: Night, game: LoadedGame) -> dict[str, object]:
    """Before the first hand: who of the four is held at another table, or plays the last hand there after a bell."""
    earlier = [] if game.play.played else unsigned_before(night, game.row)
    held = [other for other in earlier if not other.progress.players_are_free]
    last = [other for other in earlier if other not in held and not other.progress.to_agree]
    return {"held_by": still_playing(game, held) if held else "", "last_at": still_playing(game, last) if last else ""}


def offline_table(night: Night, game: LoadedGame, me: Entry, asked: int | str) -> dict[str, object]:
    """What the phone needs to go on scoring while the laptop cannot be reached; read by `outbox/table.js`."""
    us = game.seat_of(me).side
    return {
        "game": str(game.row.pk),
        "last": game.next_hand if game.progress.rung else game.progress.deals,
        "recorded": [hand.number for hand in game.hands],
        "ours": game.play.total(us),
        "theirs": game.play.total(us.other),
        "dealers": ["you deal." if player == me else f"{player.short_name} deals." for player in game.players.values()],
        "asked": asked,
        "record": reverse("record", args=[night.slug]),
        "undo": reverse("undo", args=[night.slug]),
    }


def _four_around(hand: int, deals: int | None) -> range:
    """The four hands that the phone's strip has room for, this one among them; of a game without a number of hands,
    this one and those before it."""
    last = max(hand, 4) if deals is None else deals
    first = max(1, min(hand, last - 1) - 2)
    return range(first, min(first + 4, last + 1))


def record(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """One tap: keep the hand; ask who went alone where that is counted."""

    def change(night: Night, who: Who) -> HttpResponse | None:
        form = HandForm(request.POST)
        if not form.is_valid():
            raise Refused("This page is not complete. Reload it and tap again.")
        data = form.cleaned_data
        game = _tapped_game(night, data["game"])
        record = read_result(night, data["result"])
        if asks_who_went_alone(request, night, record):
            require_seat(who, game)
            context = loner_context(request, night, game) | {"back": _shown(request, slug), "hx_page": True}
            return _step(request, "loner", context)
        record_hand(
            game=game,
            number=data["hand"],
            record=record,
            key=data["key"],
            who=who,
            alone_by=Entry.objects.filter(pk=data["alone_by"]).first() if data["alone_by"] else None,
            age=timedelta(milliseconds=min(posted_number(request, "age"), A_NIGHT)),
        )
        return None

    return _answer(request, slug, change)


def _tapped_game(night: Night, pk: int) -> Game:
    """
    :raises Refused: when there is no such game any more: seats are drawn anew when somebody comes or goes.
    """
    game = _game.first(pk, night.pk) if pk < 2**63 else None
    if game is None:
        raise Refused(SEATS_CHANGED)
    return game


def asks_who_went_alone(request: HtmxHttpRequest, night: Night, record: dict[str, Any]) -> bool:
    """Whether this hand was played alone, nobody has said yet by whom, and tonight counts that or pays by it."""
    if record["alone"] is not True or "alone_by" in request.POST:
        return False
    return night.count_loners or score(read_record(record), night.house_rules).lone_player is not None


def loner_context(request: HtmxHttpRequest, night: Night, game: Game) -> dict[str, object]:
    """The question who of the makers went alone; the tap that led to it is sent again with the answer."""
    side = Side(request.POST["result"].partition(":")[0])
    fields = [(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    return {
        "night": night,
        "fields": fields,
        "action": request.path,
        "makers": Entry.objects.people().filter(places__game=game, places__seat__in=side.seats),
    }


def _step(request: HtmxHttpRequest, name: str, context: dict[str, object]) -> HttpResponse:
    partial = request.htmx
    return render(request, f"tally/phone/_{name}.html" if partial else f"tally/phone/{name}.html", context)


def undo(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Take back the last hand; or, by its `key`, one that this phone does not know to have arrived."""

    def change(night: Night, who: Who) -> None:
        game = _tapped_game(night, posted_number(request, "game"))
        key, hand = request.POST.get("key", ""), posted_number(request, "undo")
        if key:
            undo_by_key(game=game, number=posted_number(request, "hand"), key=key, hand=hand, who=who)
        else:
            undo_hand(game=game, hand=hand, key=uuid4().hex, who=who)

    return _answer(request, slug, change)


def settle(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Which of two answers for a hand is right: one of the table's four says it, or the organizer."""
    night, dispute = find_night(slug), posted_number(request, "dispute")
    asks, take = who_asks(request, night), request.POST.get("right") == "take"
    tables = Game.objects.filter(disputes=dispute, round__night=night)
    game = (tables if asks.watches_only else tables.exclude(places__entry=asks.entry)).first()
    if asks.organizer and game is not None:
        settle_dispute(night=night, dispute=dispute, take=take, who=ORGANIZER)
        return redirect("game", slug, game.pk)

    def change(night: Night, who: Who) -> None:
        if request.POST.get("right") not in ("keep", "take"):
            raise Refused("Say which is right: tap one of the two answers.")
        settle_dispute(night=night, dispute=dispute, take=take, who=who)

    return _answer(request, slug, change)


def agree(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """One side's word on the total; the phone may be passed across for the other side's."""

    def change(night: Night, who: Who) -> HttpResponse | None:
        game = _tapped_game(night, posted_number(request, "game"))
        side, _, word = request.POST.get("word", "").partition(":")
        if side not in list(Side) or word not in ("agree", "not-right"):
            raise Refused("Say whether the score is right: tap one of the two buttons.")
        confirm_game(
            game=game,
            side=Side(side),
            agrees=word == "agree",
            seen_hand=posted_number(request, "upto"),
            who=who,
            tie=request.POST.get("tie"),
        )
        return redirect("game", slug, game.pk) if word == "not-right" else None

    return _answer(request, slug, change)


def tie(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Who won the extra hand or the cut that decides a tie."""

    def change(night: Night, who: Who) -> None:
        game, winner = _tapped_game(night, posted_number(request, "game")), request.POST.get("winner", "")
        if winner not in list(Side):
            raise Refused("Say who won: tap one of the two buttons.")
        settle_tie(game=game, winner=Side(winner), seen_hand=posted_number(request, "upto"), who=who)

    return _answer(request, slug, change)


def _shown(request: HtmxHttpRequest, slug: str) -> str:
    """The address of the page that was tapped: the player's table, or an earlier game that was asked for."""
    asked = posted_number(request, "asked")
    return reverse("play", args=[slug]) + (f"?game={asked}" if asked else "")


def _answer(request: HtmxHttpRequest, slug: str, change: Callable[[Night, Who], HttpResponse | None]) -> HttpResponse:
    """Do what was tapped, then show the phone's page: at once for htmx, by a redirect without it.

    The phone's outbox only needs to know that the tap is recorded; it fetches the page itself after the last one. A
    page of release 0.1.0 that is still open sends `X-Queue`, and expects the text.
    """
    night = find_night(slug)
    who = Who(phone=who_asks(request, night).phone)
    if request.method != "POST":  # somebody reloads, or comes back to, the address of a tap
        return redirect("play", night.slug)
    if who.entry is None:
        raise NotAllowed("This phone is not signed in as a player. Scan the code on your tally card.")
    try:
        special = change(night, who)
    except NotAllowed:
        raise
    except Refused as refusal:
        night.refresh_from_db()
        page = _page(request, night, who, problem=str(refusal))
        if isinstance(refusal, AnotherHandDisputed):
            page["Retry-After"] = "15"  # seconds: the phone keeps the hand, and sends it again
        return page
    if special is not None:
        if request.htmx and special.status_code == 302:
            special = HttpResponse(status=204, headers={"HX-Redirect": special["Location"]})
        return special
    if "X-Outbox" in request.headers:
        return HttpResponse(status=204)
    if "X-Queue" in request.headers:
        return HttpResponse("kept")
    if request.htmx:
        return _page(request, night, who)
    return redirect(_shown(request, night.slug))
