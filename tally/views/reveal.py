"""After the night is closed: the organizer reveals the final standings, a step for each tap."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tally.loading.games import night_games
from tally.loading.reveal import RevealState
from tally.scoring.reveal import reveal_standings, reveal_step
from tournament.laptop.own_club import laptop_serves
from tournament.live.events import last_event
from tournament.models import Night, Role
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import organizer_only


@require_http_methods(["GET", "HEAD", "POST"])
@partial(organizer_only, also=(Role.ANNOUNCER,))
def reveal(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """The end of the night, without a single place on it; a POST shows everybody the next step, or all at once."""
    if request.method == "POST":
        return _reveal_more(request, night)
    seen = last_event(night.pk)
    on_laptop = request.who.organizer and laptop_serves(night.club)
    reveal = RevealState.of(night, night_games(night))
    context = {"night": night, "seen": seen, "reveal": reveal, "on_laptop": on_laptop}
    return render(request, "tally/reveal/_reveal.html" if request.htmx else "tally/reveal/reveal.html", context)


def _reveal_more(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show the posted `step`, or all of them at once; and back to the page that asked."""
    if "all" in request.POST:
        reveal_standings(night=night, who=request.who)
    else:
        steps, number = RevealState.of(night, night_games(night)).steps, posted_number(request, "step")
        shown = steps[number - 1] if 0 < number <= len(steps) else None
        reveal_step(
            night=night,
            step=number,
            of=len(steps),
            title=shown.title if shown else "",
            entries=[finish.entry for finish in shown.finishes] if shown else (),
            who=request.who,
        )
    return redirect("screen" if "screen" in request.POST else "reveal", night.slug)
