"""What a player's phone sends: hands, undo, settled disputes, and both sides' agreement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tally.forms import HandForm, read_result
from tally.scoring.disputes import settle_dispute
from tally.scoring.recording import log_late_hand, record_hand
from tally.scoring.signing import confirm_game
from tally.scoring.ties import settle_tie
from tally.scoring.undo import undo_by_key, undo_hand
from tally.views.loners import asks_who_went_alone, loner_context
from tally.views.phone import page_after_tap
from tally.views.posted_fields import posted_answer, posted_seen_hand
from tournament.access import NightClosed, NoPlayer, Who, require_seat
from tournament.models import Entry, Game, Night
from tournament.models.compiled_queries import CompiledQuery
from tournament.movements.seats import Side
from tournament.night.locking import SEATS_CHANGED
from tournament.people.errors import NotAllowed, NotYet, Refused
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import find_night, who_asks

LONGEST_WAIT = 12 * 3_600_000  # milliseconds; no tap is older

_game = CompiledQuery(lambda pk, night: Game.objects.filter(pk=pk, round__night=night).order_by())


def record(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Record a hand; ask first who went alone, where that is counted."""

    def change(night: Night, who: Who) -> HttpResponse | None:
        form = HandForm(request.POST)
        if not form.is_valid():
            raise Refused("This page is incomplete. Reload it and tap again.")
        data = form.cleaned_data
        game = _tapped_game(night, data["game"])
        record = read_result(night, data["result"])
        if asks_who_went_alone(request, night, record):
            require_seat(who, game)
            context = loner_context(request, night, game) | {"back": _page_address(request, slug), "hx_page": True}
            return _loner_page(request, context)
        record_hand(
            game=game,
            number=data["hand"],
            record=record,
            key=data["key"],
            who=who,
            alone_by=Entry.objects.filter(pk=data["alone_by"]).first() if data["alone_by"] else None,
            age=timedelta(milliseconds=min(posted_number(request, "age"), LONGEST_WAIT)),
            known=posted_number(request, "known"),
        )
        return None

    return answer_phone(request, slug, change)


def _tapped_game(night: Night, pk: int) -> Game:
    """The game that was tapped on.

    :raises Refused: when there is no such game anymore: seats are redrawn when somebody comes or goes.
    """
    game = _game.first(pk, night.pk) if pk < 2**63 else None
    if game is None:
        raise Refused(SEATS_CHANGED)
    return game


def _loner_page(request: HtmxHttpRequest, context: dict[str, object]) -> HttpResponse:
    """The question who went alone, or the part inside its page for htmx."""
    partial = request.htmx
    return render(request, "tally/phone/_loner.html" if partial else "tally/phone/loner.html", context)


def undo(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Take back the last hand; or, by its `key`, one of which this phone does not know whether it arrived."""

    def change(night: Night, who: Who) -> None:
        game = _tapped_game(night, posted_number(request, "game"))
        key, hand = request.POST.get("key", ""), posted_number(request, "undo")
        if key:
            number, known = posted_number(request, "hand"), posted_number(request, "known")
            undo_by_key(game=game, number=number, key=key, hand=hand, who=who, known=known)
        else:
            undo_hand(game=game, hand=hand, key=uuid4().hex, who=who)

    return answer_phone(request, slug, change)


def settle(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Settle which of two answers for a hand is right, by one of the table's four or whoever keeps the scores."""
    night = find_night(slug)
    dispute = posted_number(request, "dispute") or posted_number(request, "claim")  # the field's name in older pages
    asks, take = who_asks(request, night), request.POST.get("right") == "take"
    tables = Game.objects.filter(disputes=dispute, round__night=night)
    game = (tables if asks.watches_only else tables.exclude(places__entry=asks.entry)).first()
    if asks.keeps_scores and game is not None:
        settle_dispute(night=night, dispute=dispute, take=take, who=replace(asks, phone=None))
        return redirect("game", slug, game.pk)

    def change(night: Night, who: Who) -> None:
        if request.POST.get("right") not in ("keep", "take"):
            raise Refused("Say which is right: tap one of the two answers.")
        settle_dispute(night=night, dispute=dispute, take=take, who=who)

    return answer_phone(request, slug, change)


def agree(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Record whether one side agrees to the total; the phone may be passed across for the other side's answer."""

    def change(night: Night, who: Who) -> HttpResponse | None:
        game = _tapped_game(night, posted_number(request, "game"))
        answer = posted_answer(request)
        if answer is None:
            raise Refused("Say whether the score is right: tap one of the two buttons.")
        side, agrees = answer
        confirm_game(
            game=game,
            side=side,
            agrees=agrees,
            seen_hand=posted_seen_hand(request),
            who=who,
            tie=request.POST.get("tie"),
        )
        return None if agrees else redirect("game", slug, game.pk)

    return answer_phone(request, slug, change)


def tie(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Record who won the extra hand or the cut that decides a tie."""

    def change(night: Night, who: Who) -> None:
        game, winner = _tapped_game(night, posted_number(request, "game")), request.POST.get("winner", "")
        if winner not in list(Side):
            raise Refused("Say who won: tap one of the two buttons.")
        settle_tie(game=game, winner=Side(winner), seen_hand=posted_seen_hand(request), who=who)

    return answer_phone(request, slug, change)


def _page_address(request: HtmxHttpRequest, slug: str) -> str:
    """The address of the page that was tapped: the player's table, or an earlier game that was asked for."""
    asked = posted_number(request, "asked")
    return reverse("play", args=[slug]) + (f"?game={asked}" if asked else "")


def answer_phone(
    request: HtmxHttpRequest, slug: str, change: Callable[[Night, Who], HttpResponse | None]
) -> HttpResponse:
    """Do what was tapped, then show the phone's page: at once for htmx, by a redirect without it.

    The phone's outbox only needs to know that the tap is recorded; it fetches the page itself after the last one. A
    page of release 0.1.0 that is still open sends `X-Queue`, and expects the text.
    """
    night = find_night(slug)
    who = Who(phone=who_asks(request, night).phone)
    if request.method != "POST":  # somebody reloads, or comes back to, the address of a tap
        return redirect("play", night.slug)
    if who.entry is None:
        raise NoPlayer
    try:
        special = change(night, who)
    except NotAllowed:
        raise
    except Refused as refusal:
        page = page_after_tap(request, slug, who, problem=str(refusal))
        night.refresh_from_db(fields=["status"])  # by now it may be open again, or closed
        closed = isinstance(refusal, NightClosed) or night.status == Night.Status.CLOSED
        if closed and "X-Outbox" in request.headers and "result" in request.POST:
            game, hand = posted_number(request, "game"), posted_number(request, "hand")
            log_late_hand(night=night, game=game, number=hand, who=who)
        if closed or isinstance(refusal, NotYet):
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
        return page_after_tap(request, slug, who)
    return redirect(_page_address(request, night.slug))
