"""Standings and tallies, computed from the hands each time they are looked at."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tally.loading.awards import award_texts, night_awards
from tally.loading.games import night_games, night_tallies
from tally.loading.hidden_standings import HIDDEN_SENTENCE, hidden_sentence, standings_hidden
from tally.scores.standings import high, low, rank
from tally.scores.tallies import Line, credit_given
from tally.scoring.reveal import reveal_standings
from tournament.access import Who, find_night, who_asks
from tournament.http import HtmxHttpRequest
from tournament.live.events import last_event
from tournament.models import Night
from tournament.views.posted import posted_number


def standings(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Everybody ranked, live; while they are a hidden, for the organizer only, whose POST reveals them.

    `shown`: from the big screen, which goes on with that step.
    """
    night = find_night(slug)
    if request.method == "POST":
        reveal_standings(night=night, who=who_asks(request, night))
        shown = posted_number(request, "shown")
        return redirect(reverse("screen", args=[slug]) + f"?shown={shown}" if shown else request.path)
    seen, who, hidden = last_event(night.pk), who_asks(request, night), hidden_sentence(night)
    if hidden and not who.organizer:
        return _hidden_page(request, night, who, seen, "standings")
    games = night_games(night)
    tallies = night_tallies(night, games)
    ranked = rank(tallies.values())
    names = {entry.number: entry for entry in night.entries.all()}
    played = any(game.play.played for game in games)
    context = {
        "night": night,
        "rows": [(row, names[row.number]) for row in ranked],
        "seen": seen,
        "played": played,
        "credit": credit_given(tallies.values()),
        "high": high(ranked)[:1],
        "low": low(ranked)[:1],
        "who": who,
        "hidden_sentence": hidden,
        "unsigned": [game for game in games if game.play.played and not game.play.signed],
    }
    if night.status == Night.Status.CLOSED:
        context["prizes"] = award_texts(
            night_awards(night, tallies), {number or 0: entry.short_name for number, entry in names.items()}
        )
    partial = request.htmx
    return render(request, "tally/standings/_standings.html" if partial else "tally/standings/standings.html", context)


def tally(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """One player's tally, game by game, as it stands on the card; while standings are a hidden, not to the others."""
    night = find_night(slug)
    entries = {entry.number: entry for entry in night.entries.all()}
    if number not in entries or entries[number].is_ghost:
        raise Http404
    seen, who, hidden = last_event(night.pk), who_asks(request, night), standings_hidden(night)
    if hidden and not who.organizer and who.entry != entries[number]:
        return _hidden_page(request, night, who, seen, "tally")
    tallies = night_tallies(night, night_games(night))
    mine = tallies.get(number)
    place = next((row for row in rank(tallies.values()) if row.number == number and not hidden), None)
    lines = [
        {"line": line, "partner": entries[line.partner], "opponents": [entries[n] for n in line.opponents]}
        if isinstance(line, Line)
        else {"rest": line}
        for line in (mine.account if mine else ())
    ]
    context = {
        "night": night,
        "entry": entries[number],
        "tally": mine,
        "lines": lines,
        "place": place,
        "seen": seen,
        "who": who,
    }
    partial = request.htmx
    return render(request, "tally/standings/_tally.html" if partial else "tally/standings/tally.html", context)


def _hidden_page(request: HtmxHttpRequest, night: Night, who: Who, seen: int, target: str) -> HttpResponse:
    """Instead of standings, or of somebody else's tally: that they are a surprise. It listens for their end."""
    context = {"night": night, "who": who, "seen": seen, "target": target, "sentence": HIDDEN_SENTENCE}
    partial = request.htmx
    return render(request, "tally/standings/_hidden.html" if partial else "tally/standings/hidden.html", context)
