"""The bell and the clock, from the organizer's board: ring, cancel, time a game, grant a table more minutes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.access import require_open
from tournament.forms import BellForm, labels_of
from tournament.live.events import last_event
from tournament.models import Game, Night
from tournament.night.bell import NOT_THIS_GAME, newest_bell, ring_bell, round_to_ring, unring_bell
from tournament.night.clock import grant_minutes, move_clock, pause_clock, resume_clock, start_clock, stop_clock
from tournament.night.clock_jumps import happened_within
from tournament.night.settings import save_settings
from tournament.people.errors import Refused
from tournament.presenters.saved import saved_sentence
from tournament.templatetags.moments import epoch_ms
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.scoring_pages import scoring_url
from tournament.web.visitors import organizer_only

SECOND_TAP = timedelta(seconds=3)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@require_POST
@organizer_only
def ring(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Ring the bell for the round that the page showed.

    A second tap within three seconds may hit the next round's button on the new page, so it rings no bell.
    """
    last = newest_bell(night)
    if last is not None and happened_within(last.rung_at, SECOND_TAP):
        return redirect(scoring_url("board", night.slug))
    round_ = night.rounds.filter(number=posted_number(request, "round")).first()
    if round_ is None or not (round_ == round_to_ring(night) or round_.bells.active().exists()):
        raise Refused(NOT_THIS_GAME)
    ring_bell(round_=round_, who=request.who)
    return redirect(scoring_url("board", night.slug))


@require_POST
@organizer_only
def unring(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Cancel the bell that the page named."""
    unring_bell(night=night, expected=posted_number(request, "bell"), who=request.who)
    return redirect(scoring_url("board", night.slug))


@require_POST
@organizer_only
def clock(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Start, move, pause or stop the clock of the round that the page showed."""
    round_ = night.rounds.filter(number=posted_number(request, "round")).first()
    if round_ is None:
        raise Refused("This is not the game that is timed now. Check the board.")
    if "start" in request.POST:
        start_clock(round_=round_, minutes=posted_number(request, "start"), who=request.who)
    elif "pause" in request.POST:
        pause_clock(round_=round_, who=request.who)
    elif "resume" in request.POST:
        resume_clock(round_=round_, who=request.who)
    elif "stop" in request.POST:
        stop_clock(round_=round_, who=request.who)
    elif request.POST.get("move") in ("more", "less"):
        move_clock(
            round_=round_,
            minutes=1 if request.POST["move"] == "more" else -1,
            who=request.who,
            expected=posted_moment(request, "seen", round_.rings_at),
        )
    else:
        raise Refused("Start, pause or move the clock: use one of its buttons on the board.")
    return redirect(scoring_url("board", night.slug))


@require_POST
@organizer_only
def extra(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Grant one table more minutes."""
    game = get_object_or_404(Game, pk=posted_number(request, "game"), round__night=night)
    grant_minutes(
        game=game,
        minutes=posted_number(request, "minutes"),
        who=request.who,
        expected=posted_moment(request, "seen", game.extra_until),
    )
    return redirect(scoring_url("board", night.slug))


@organizer_only
def settings(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Choose what ends tonight's games, also in the middle of the night."""
    form = BellForm(request.POST if request.method == "POST" else None, instance=night)
    if request.method == "POST":
        require_open(night)
        if form.is_valid():
            save_settings(night=night, changed=form.changed_data, who=request.who, labels=labels_of(form))
            messages.success(request, saved_sentence(night, form.changed_data, labels_of(form)))
            return redirect(scoring_url("board", night.slug))
    seen = last_event(night.pk)
    saved = Night.objects.get(pk=night.pk)  # the form has changed `night`
    return render(
        request,
        "tournament/desk/bell_settings.html",
        {"night": saved, "seen": seen, "form": form},
        status=400 if form.is_bound else 200,
    )


def posted_moment(request: HtmxHttpRequest, name: str, *known: datetime | None) -> datetime | None:
    """The known moment that a form named by its milliseconds since 1970; the epoch when it named none of them."""
    sent = request.POST.get(name, "")
    return next((at for at in known if sent == milliseconds(at)), EPOCH)


def milliseconds(at: datetime | None) -> str:
    """A moment as a form sends it, or an empty string for None."""
    return "" if at is None else str(epoch_ms(at))
