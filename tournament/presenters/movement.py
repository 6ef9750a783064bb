"""The movements in words, and how far a search for a fairer rotation is."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from tournament.models import Night
from tournament.movements.balance import count_rotation
from tournament.movements.balance_wording import describe_balance
from tournament.movements.catalog import MOVEMENTS
from tournament.night.movement_choice import SIT_OUT_CREDIT, can_search
from tournament.people.errors import Refused
from tournament.planning.night_plan import describe_plan, fair_rotation
from tournament.planning.players import playing_entries
from tournament.presenters.movement_pictures import PICTURES

CARDS = ("", "winners-up", "drawn")  # the movements that have a card; the others are behind "more"
SEARCH_STEPS = 20  # of one second each, if the organizer wants a fairer rotation
DESCRIPTIONS = {
    "": "8 and 12 players play the printed charts; any other number gets a fair rotation for ten games.",
    "chart": "A printed chart, or your club’s own.",
    "night": "Made for tonight’s players and games: no partner twice if that can be helped, and as few repeat "
    "opponents as possible.",
    "perfect": "Every two players are partners exactly once and opponents exactly twice, if you play all its games. "
    "For 4, 8, 12 … or 5, 9, 13 … players.",
} | {slug: movement.description for slug, movement in MOVEMENTS.items()}


TITLES = {"": "Standard"}  # where the choice's own label is too long for a heading
SENTENCES = {  # on the cards
    "": "A new partner every game, and all seats known before the first; 8 and 12 players play the printed charts.",
    "winners-up": "Winners go up a table and losers stay; losers at table 1 go to the last table.",
    "drawn": "Everybody draws a new seat for every game; old partners are kept apart.",
}


def movement_initial(night: Night) -> dict[str, object]:
    """What the form shows that is not simply the night's column."""
    return {"games": night.games or None, SIT_OUT_CREDIT: night.house_rules.get(SIT_OUT_CREDIT, 0)}


def movement_context(night: Night, chosen: str, step: int) -> dict[str, object]:
    """The context of the page that chooses tonight's movement, without its form.

    :param chosen: the movement that the form shows as chosen.
    :param step: how many seconds were searched for a fairer rotation.
    """
    entries = playing_entries(night)
    players = len(entries)
    return {
        "night": night,
        "players": players,
        "numbered": bool(entries) and all(entry.number for entry in entries),
        "some_sit_out": players < 4 or players % 4 > 0,
        "cards": movement_cards(night, players, chosen),
        "others": _described(night, players, chosen, (slug for slug in Night.Movement.values if slug not in CARDS)),
        "tonight": describe_movement(night, night.movement, players),
        **search_context(night, step),
    }


def movement_cards(night: Night, players: int, chosen: str) -> list[dict[str, object]]:
    """Describe the three movements that have a card."""
    return _described(night, players, chosen, CARDS)


def _described(night: Night, players: int, chosen: str, slugs: Iterable[str]) -> list[dict[str, object]]:
    return [describe_movement(night, slug, players) | {"chosen": slug == chosen} for slug in slugs]


def describe_movement(night: Night, slug: str, players: int) -> dict[str, object]:
    """A movement in words: what it is like, what so many players would play by it, or why they cannot."""
    changed = copy(night)
    changed.movement = slug
    try:
        plan, hint = describe_plan(changed, players), ""
    except Refused as refusal:
        plan, hint = "", str(refusal)
    return {
        "slug": slug,
        "name": TITLES.get(slug, Night.Movement(slug).label),
        "sentence": SENTENCES.get(slug, DESCRIPTIONS[slug]),
        "description": DESCRIPTIONS[slug],
        "picture": PICTURES[slug],
        "plan": plan,
        "hint": hint,
        "follows_winners": slug in MOVEMENTS and MOVEMENTS[slug].follows_winners,
    }


def search_context(night: Night, step: int) -> dict[str, object]:
    """How far the search is and how fair its rotation; one as fair as possible ends the search."""
    if not can_search(night):
        return {}
    if not step:
        return {"can_search": True, "step": 0}
    balance = count_rotation(fair_rotation(night, len(playing_entries(night))))
    return {
        "can_search": True,
        "step": SEARCH_STEPS if balance.repeats == balance.fewest else step,
        "steps": SEARCH_STEPS,
        "found": describe_balance(balance)[:3],
    }
