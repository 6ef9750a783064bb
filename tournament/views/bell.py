"""The clock of a game and what ends games, from the organizer's board. Ringing itself is on the desk's side."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.access import ORGANIZER, organizer_only, require_open
from tournament.forms import BellForm, labels_of
from tournament.live.events import last_event
from tournament.models import Game, Night
from tournament.night.bell import grant_minutes, move_clock, start_clock, stop_clock
from tournament.night.setup import save_settings
from tournament.people.errors import Refused
from tournament.scoring_pages import scoring_url
from tournament.templatetags.moments import epoch_ms
from tournament.views.posted import posted_number

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def posted_moment(request: HttpRequest, name: str, *known: datetime | None) -> datetime | None:
    """The one of the known moments that a page named by its milliseconds since 1970, else the epoch, which none is."""
    sent = request.POST.get(name, "")
    return next((at for at in known if sent == milliseconds(at)), EPOCH)


def milliseconds(at: datetime | None) -> str:
    """A moment as a form sends it; empty for none."""
    return "" if at is None else str(epoch_ms(at))


@require_POST
@organizer_only
def clock(request: HttpRequest, night: Night) -> HttpResponse:
    """Start, move or stop the clock of the round that the page showed."""
    round_ = night.rounds.filter(number=posted_number(request, "round")).first()
    if round_ is None:
        raise Refused("This is not the game that is timed now. Look at the board again.")
    if "start" in request.POST:
        start_clock(round_=round_, minutes=posted_number(request, "start"), who=ORGANIZER)
    elif "stop" in request.POST:
        stop_clock(round_=round_, who=ORGANIZER)
    elif request.POST.get("move") in ("more", "less"):
        move_clock(
            round_=round_,
            minutes=1 if request.POST["move"] == "more" else -1,
            who=ORGANIZER,
            expected=posted_moment(request, "seen", round_.rings_at),
        )
    else:
        raise Refused("Start, stop or move the clock: use one of its buttons on the board.")
    return redirect(scoring_url("board", night.slug))


@require_POST
@organizer_only
def extra(request: HttpRequest, night: Night) -> HttpResponse:
    """More minutes for one table."""
    game = get_object_or_404(Game, pk=posted_number(request, "game"), round__night=night)
    grant_minutes(
        game=game,
        minutes=posted_number(request, "minutes"),
        who=ORGANIZER,
        expected=posted_moment(request, "seen", game.extra_until),
    )
    return redirect(scoring_url("board", night.slug))


@organizer_only
def settings(request: HttpRequest, night: Night) -> HttpResponse:
    """What ends tonight's games, also in the middle of the night."""
    form = BellForm(request.POST if request.method == "POST" else None, instance=night)
    status = 200
    if request.method == "POST":
        require_open(night)
        if form.is_valid():
            save_settings(night=night, changed=form.changed_data, who=ORGANIZER, labels=labels_of(form))
            return redirect(scoring_url("board", night.slug))
        status = 400
    seen = last_event(night.pk)
    shown = Night.objects.get(pk=night.pk)
    return render(
        request, "tournament/desk/bell_settings.html", {"night": shown, "seen": seen, "form": form}, status=status
    )
