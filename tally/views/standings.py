"""Standings and tallies, computed from the hands: once an event, for all who look."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from tally.loading.hidden_standings import HIDDEN_SENTENCE, hidden_sentence, standings_hidden
from tally.presenters.club_records import RecordRow
from tally.presenters.night_totals import totals_standings
from tally.presenters.publishing import publishing_context
from tally.presenters.standings import standings_context, tally_context
from tally.presenters.story import NightPlaces, night_records, place_lines, story_context
from tally.scoring.reveal import reveal_standings
from tournament.access import Who
from tournament.live.events import last_event
from tournament.models import Night
from tournament.web.addresses import site_address
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.shared_parts import (
    as_seen_by,
    once_an_event,
    part_or_page,
    place,
    render_shared,
    shared_part,
    with_places_filled,
)
from tournament.web.visitors import find_night, who_asks


@for_lookers
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
    played, ranking = once_an_event(night, seen, "standings", partial(_ranking, night), hidden)
    context = {"night": night, "seen": seen, "who": who, "hidden_sentence": hidden, "played": played}
    context |= {"ranking": as_seen_by(ranking, who)} | (_publishing(request, night) if who.organizer else {})
    template = "tally/standings/_standings.html" if request.htmx else "tally/standings/standings.html"
    return render(request, template, context)


def _ranking(night: Night) -> tuple[bool, SafeString]:
    """Whether anything was played, and the list of everybody."""
    context = standings_context(night)
    return bool(context["played"]), render_shared(night, "tally/standings/_ranking.html", context)


def _publishing(request: HtmxHttpRequest, night: Night) -> dict[str, object]:
    """The switch of the night's public page, once everybody has seen how the night ended."""
    return publishing_context(night, site_address(request)) if night.results_shown else {}


@for_lookers
def tally(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """One player's tally, game by game; while standings are hidden, for that player and whoever keeps the scores."""
    night = find_night(slug)
    seen, entry = last_event(night.pk), night.entries.people().filter(number=number).first()
    if entry is None:
        raise Http404
    who, hidden = who_asks(request, night), standings_hidden(night)
    of_own = who.organizer or who.entry == entry
    may_open_player = of_own and not entry.is_nameless
    if hidden and not (who.keeps_scores or of_own):
        return _hidden_page(request, night, who, seen, "tally")

    def context() -> dict[str, object]:
        return tally_context(night, number, hidden=hidden) | {"who": reader, "may_open_player": may_open_player}

    reader = Who(role=who.role)
    differs = number, hidden, who.role, may_open_player
    part = shared_part(night, seen, "tally/standings/_tally.html", context, *differs)
    return part_or_page(request, part, "tally/standings/tally.html", night=night, seen=seen, who=who, entry=entry)


@for_lookers
def story(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The night game by game, live; while standings are hidden, for the organizer only."""
    night = find_night(slug)
    seen, who, hidden = last_event(night.pk), who_asks(request, night), hidden_sentence(night)
    if hidden and not who.organizer:
        return _hidden_page(request, night, who, seen, "story")
    records = night_records(night, who) if night.status == Night.Status.CLOSED else []

    tell = partial(_story, night, Who(role=who.role), hidden, records)
    part, places = once_an_event(night, seen, "story", tell, who.role, hidden, records)
    own = render_to_string("tally/standings/_place_picture.html", place_lines(places, who.entry))
    part = with_places_filled(as_seen_by(part, who), {"picture": own})
    return part_or_page(request, part, "tally/standings/story.html", night=night, seen=seen, who=who)


def _story(night: Night, reader: Who, hidden: str, records: list[RecordRow]) -> tuple[SafeString, NightPlaces]:
    """The story as all readers of a role see it, with a place for the picture, and what that is drawn from."""
    context = story_context(night)
    places: NightPlaces = context["night_places"]
    context |= place_lines(places, None) | {"picture_place": place("picture")}
    context |= {"who": reader, "records": records, "hidden_sentence": hidden}
    return render_shared(night, "tally/standings/_story.html", context), places


def _hidden_page(request: HtmxHttpRequest, night: Night, who: Who, seen: int, target: str) -> HttpResponse:
    """The page in place of hidden standings or tallies; it is refreshed when they are revealed."""
    context = {"night": night, "who": who, "seen": seen, "target": target, "sentence": HIDDEN_SENTENCE}
    template = "tally/standings/_hidden.html" if request.htmx else "tally/standings/hidden.html"
    return render(request, template, context)
