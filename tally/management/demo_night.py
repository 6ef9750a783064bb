"""The demo night: twelve named players in the middle of game 3, so that a newcomer sees every screen at once."""

from __future__ import annotations

import random
from uuid import uuid4

from django.utils import timezone

from tally.forms import LETTER_OF_SIDE
from tally.loading.games import load_game
from tally.loading.variants import variant_of
from tally.rules import result_buttons
from tally.scoring.recording import record_hand
from tally.scoring.signing import confirm_game
from tournament.access import Who
from tournament.models import Club, Game, Night, Phone, Role
from tournament.models.keys import new_token
from tournament.movements.seats import Seat, Side
from tournament.night.lifecycle import start_night
from tournament.night.locking import write
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.signup import sign_up
from tournament.planning.shipped import demo_names

RESULTS = ("3-4",) * 6 + ("5",) * 2 + ("0-2",) * 2 + ("5-alone",)  # how often tables see each result, roughly
HANDS_IN_GAME_3 = {1: 2, 2: 1, 3: 4}  # by table; table 3 is just confirming its score


def demo_night() -> Night:
    """The demo night that is open, or a new one."""
    club = Club.objects.filter(is_demo=True).first() or Club.objects.create(name="Demo club", is_demo=True)
    running = club.nights.exclude(status=Night.Status.CLOSED).order_by("-pk").first()
    return running or _new_demo(club)


def _new_demo(club: Club) -> Night:
    organizer, chance = Who(role=Role.ORGANIZER), random.Random(3)
    with write():
        night = Night.objects.create(club=club, name="Demo Euchre Night", date=timezone.localdate())
        sign_up(night=night, names=demo_names(), who=organizer)
        draw_numbers(night=night, order="arrival", who=organizer)
        start_night(night=night, who=organizer)
        night.refresh_from_db()
        for game in Game.objects.filter(round__night=night, round__number__lte=3).order_by("round__number", "table"):
            _play(night, game, chance)
        Phone.objects.filter(entry__night=night).update(retired_at=timezone.now())
    return night


def _play(night: Night, game: Game, chance: random.Random) -> None:
    scorekeeper = Who(phone=pair_phone(entry=game.places.get(seat=Seat.N).entry, token=new_token()))
    variant = variant_of(night)
    by_slug = {choice.slug: choice for choice in result_buttons(variant)}
    in_the_middle = game.round.number == 3
    for number in range(1, (HANDS_IN_GAME_3[game.table] if in_the_middle else night.deals) + 1):
        record = by_slug[chance.choice(RESULTS)].record(variant, LETTER_OF_SIDE[chance.choice(list(Side))])
        record_hand(game=game, number=number, record=record, key=uuid4().hex, who=scorekeeper)
    for side in () if in_the_middle else Side:
        confirm_game(game=game, side=side, agrees=True, seen_hand=load_game(game, night).newest, who=scorekeeper)
