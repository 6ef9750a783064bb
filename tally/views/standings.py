"""Standings and tallies, computed from the hands for each request."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tally.loading.hidden_standings import HIDDEN_SENTENCE, hidden_sentence, standings_hidden
from tally.presenters.night_totals import totals_standings
from tally.presenters.publishing import publishing_context
from tally.presenters.standings import standings_context, tally_context
from tally.presenters.story import story_context
from tally.scoring.reveal import reveal_standings
from tournament.access import Who
from tournament.live.events import last_event
from tournament.models import Night
from tournament.web.addresses import site_address
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import find_night, who_asks


def standings(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Everybody ranked, live; while they are hidden, for the organizer only, whose POST reveals them.

    `shown` comes from the big screen: the step that it goes on with.
    """
    night = find_night(slug, totals=True)
    if night.totals_only:
        context = totals_standings(night) | {"who": who_asks(request, night)} | _publishing(request, night)
        return render(request, "tally/totals/standings.html", context)
    if request.method == "POST":
        reveal_standings(night=night, who=who_asks(request, night))
        shown = posted_number(request, "shown")
        return redirect(reverse("screen", args=[slug]) + f"?shown={shown}" if shown else request.path)
    seen, who, hidden = last_event(night.pk), who_asks(request, night), hidden_sentence(night)
    if hidden and not who.organizer:
        return _hidden_page(request, night, who, seen, "standings")
    context = standings_context(night) | {"who": who, "seen": seen, "hidden_sentence": hidden}
    context |= _publishing(request, night) if who.organizer else {}
    partial = request.htmx
    return render(request, "tally/standings/_standings.html" if partial else "tally/standings/standings.html", context)


def _publishing(request: HtmxHttpRequest, night: Night) -> dict[str, object]:
    """The switch of the night's public page, once everybody has seen how the night ended."""
    return publishing_context(night, site_address(request)) if night.results_shown else {}


def tally(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """One player's tally, game by game; while standings are hidden, for that player and the organizer only."""
    night = find_night(slug)
    entries = {entry.number: entry for entry in night.entries.with_earlier_players()}
    if number not in entries or entries[number].is_ghost:
        raise Http404
    seen, who, hidden = last_event(night.pk), who_asks(request, night), standings_hidden(night)
    if hidden and not who.organizer and who.entry != entries[number]:
        return _hidden_page(request, night, who, seen, "tally")
    context = tally_context(night, number, entries, hidden=hidden) | {"who": who, "seen": seen}
    context["may_open_player"] = who.organizer or who.entry == entries[number]
    partial = request.htmx
    return render(request, "tally/standings/_tally.html" if partial else "tally/standings/tally.html", context)


def story(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The night game by game, live; while standings are hidden, for the organizer only."""
    night = find_night(slug)
    seen, who, hidden = last_event(night.pk), who_asks(request, night), hidden_sentence(night)
    if hidden and not who.organizer:
        return _hidden_page(request, night, who, seen, "story")
    context = story_context(night, who) | {"who": who, "seen": seen, "hidden_sentence": hidden}
    return render(request, "tally/standings/_story.html" if request.htmx else "tally/standings/story.html", context)


def _hidden_page(request: HtmxHttpRequest, night: Night, who: Who, seen: int, target: str) -> HttpResponse:
    """The page in place of hidden standings or tallies; it is refreshed when they are revealed."""
    context = {"night": night, "who": who, "seen": seen, "target": target, "sentence": HIDDEN_SENTENCE}
    partial = request.htmx
    return render(request, "tally/standings/_hidden.html" if partial else "tally/standings/hidden.html", context)
