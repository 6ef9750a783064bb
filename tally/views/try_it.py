"""What would this pay? Any hand of any game, for anybody, before a game is chosen; nothing is stored."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tally.presenters.game_choices import grouped
from tally.presenters.try_it import LONGEST_HAND, choose_players, try_hand
from tally.rules import VARIANTS, TableSetup, find_variant
from tournament.web.lookers import for_lookers
from tournament.web.request import whole_number

USUAL = "standard"


@for_lookers
def try_it(request: HttpRequest) -> HttpResponse:
    """A game with its usual house rules, and a hand of it that is tried."""
    slug = request.GET.get("game", USUAL)
    variant = find_variant(slug)
    problem = "" if variant else "There is no such game here. Choose one from the list."
    variant = variant or VARIANTS[USUAL]
    players = whole_number(request.GET.get("players", "")) or variant.players
    if variant.deal(players) is None:
        problem = f"{variant.name} is not played by {players}. Choose the number of players below."
        players = variant.players
    setup = TableSetup(variant, players, {})
    hand = request.GET.get("hand", "")[:LONGEST_HAND]
    context = {
        "variant": variant,
        "games": grouped(VARIANTS.values()),
        "problem": problem,
        "players_step": choose_players(variant, players),
        "trial": try_hand(setup, hand, game=variant.slug, players=str(players)),
    }
    return render(request, "tally/rules/try_it.html", context)
