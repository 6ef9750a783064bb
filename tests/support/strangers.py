"""Whoever must be kept out of a night, and the moments of a night at which they try."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

from django.test import Client

from tally.loading.games import load_game
from tally.models import Dispute, Hand
from tally.scoring.paper_totals import state_token
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.url_table import Change
from tournament.access import ORGANIZER_COOKIE
from tournament.models import Bell, Club, Night
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import back_to_sign_up, close_night, open_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.previews import preview_change
from tournament.night.signup import remove_player, sign_up

SECRET = re.compile(r"\b(Miller|Stone|Reyes|Hara|Lund|Bauer|Rossi|Young|Novak|Chen)\b")


BACKSTAGE = re.compile(r"/o/|/(desk|board|log|close|print|bell|changes|quick|total|wrong-seats)/")


def at_the_bell(night: Night, moment: str) -> None:
    """Take a night that was just opened to a moment: clocked, where a clock may be started, or tied at the bell."""
    if moment == "clocked":
        Night.objects.filter(pk=night.pk).update(bell_by=Night.BellBy.CLOCK)
    elif moment == "tied":
        Night.objects.filter(pk=night.pk).update(movement=Night.Movement.WINNERS_UP, tie_by=Night.TieBy.CUT)
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:3-4")
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)


def at(night: Night, moment: str) -> Night:
    """Take a night that was just opened to a moment.

    These are sign-up, seven (signed up), opened, playing, disputed, rung, closing (without a hand), closed.
    """
    if moment in ("sign-up", "seven"):
        back_to_sign_up(night=night, who=ORGANIZER)
        if moment == "seven":
            remove_player(entry=night.entries.get(number=8), who=ORGANIZER)
    elif moment in ("playing", "rung", "closed", "disputed"):
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:3-4", "NS:5")
    if moment == "disputed":
        play_hands(game_at(night, 1, 1), "EW:5", first=3)
    if moment == "rung":
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
        night.rounds.get(number=1).bells.update(rung_at="2026-11-24T20:00:00Z")
    at_the_bell(night, moment)
    if moment in ("closed", "closing"):
        close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


def filled(night: Night, change: Change) -> tuple[str, dict[str, str]]:
    """The address and the form of a change in this very night."""
    hands = list(Hand.objects.order_by("pk").values_list("pk", flat=True)) or [0]
    game = game_at(night, 1, 1).pk if night.rounds.exists() else 0
    chart = night.club.charts.model.objects.get(name="Three tables").pk
    entry = night.entries.get(number=1)
    words = {
        "slug": night.slug,
        "club": night.club.key,
        "key": entry.key,
        "entry": entry.pk,
        "game": game,
        "state_token": preview_change(night, lambda: None).state_token,
        "chart": chart,
        "first": hands[0],
        "newest": hands[-1],
        "mark_of_total": state_token(load_game(game_at(night, 1, 1), night)) if game else "",
        "fresh": uuid4().hex,
        "dispute": Dispute.objects.values_list("pk", flat=True).first() or 0,
        "bell": Bell.objects.values_list("pk", flat=True).first() or 0,
    }
    return change[0].format(**words), {name.format(**words): value.format(**words) for name, value in change[2].items()}


def nobody(night: Night) -> Client:
    """Somebody with no key at all."""
    return Client()


def another_clubs_organizer(night: Night) -> Client:
    """The organizer of a club that is not this one."""
    client = Client()
    client.cookies[ORGANIZER_COOKIE] = Club.objects.create(name="Thursday club").key
    return client


def another_tables_player(night: Night) -> Client:
    """Number 3, who sits at table 2 in the first game."""
    return phone_of(night, 3)


def a_retired_phone(night: Night) -> Client:
    """A phone that number 1 played with before."""
    client = phone_of(night, 1)
    pair_phone(entry=night.entries.get(number=1), token="the-newer-phone")
    return client


def a_phone_of_another_night(night: Night) -> Client:
    """A player of the same club's next night."""
    later = Night.objects.create(club=night.club, name="Next week", date="2026-12-01")
    sign_up(night=later, names=[f"Guest {n}" for n in range(8)], who=ORGANIZER)
    draw_numbers(night=later, order="arrival", who=ORGANIZER)
    open_night(night=later, who=ORGANIZER)
    return phone_of(later, 1)


Stranger = Callable[[Night], Client]


STRANGERS: list[Stranger] = [
    nobody,
    another_clubs_organizer,
    another_tables_player,
    a_retired_phone,
    a_phone_of_another_night,
]


def strangers(night: Night) -> dict[str, Client]:
    """Everybody who must be kept out, by a name for them."""
    return {named(stranger).replace("_", " "): stranger(night) for stranger in STRANGERS}


def named(value: object) -> str:
    """A test's name for a change or a stranger."""
    return value.__name__ if callable(value) else value[0] if isinstance(value, tuple) else str(value)


def refused_to(kept_out: dict[str, Client], address: str, data: dict[str, str], *, htmx: bool = True) -> None:
    """Nobody of these changes anything or reads a last name, without htmx and, where pages use it, with it."""
    with nothing_changes():
        for who, client in kept_out.items():
            for headers in ({}, {"HX-Request": "true"}) if htmx else ({},):
                answer = client.post(address, data, headers=headers)
                assert answer.status_code == 403, who
                assert not SECRET.search(answer.content.decode()), who
