"""Fills a new club with people, nights, seasons and cash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from math import cos, pi
from random import Random
from typing import TypeVar

from tally.management.sample_club.cash_box import fill_box, keep_money
from tally.management.sample_club.evening import Style, play_evening
from tally.management.sample_club.people import Person, make_people, who_comes
from tally.management.sample_club.rows import NightRows
from tally.management.sample_club.seasons import make_seasons
from tournament.models import Club, Night, Player
from tournament.night.locking import write
from tournament.people.errors import Refused

T = TypeVar("T")
NAME, A_YEAR, SAME_HABITS, GONE_AFTER = "Tuesday Euchre Club", 50, 4, 15  # nights
WITH_MONEY = 40  # of the nights, the last ones: before them the club kept its money elsewhere
PAPER_NAMES = {"王芳": "Wang Fang"}
Movement, BellBy = Night.Movement, Night.BellBy
MOVEMENTS = (
    (Movement.WINNERS_UP, 45),
    (Movement.NIGHT, 25),
    (Movement.DRAWN, 12),
    (Movement.WINNERS_STAY, 8),
    (Movement.NORTH_STAYS, 5),
    (Movement.TWO_COLORS, 5),
)
VARIANTS = (("progressive-cats", 75), ("standard-24", 17), ("progressive", 8))
BELLS = ((BellBy.DEALS, 50), (BellBy.HEAD_TABLE, 35), (BellBy.CLOCK, 15))
LENGTHS = (((8, 8), 60), ((8, 6), 15), ((4, 10), 25))  # hands a game, games


def fill_club(*, club: Club, people: int, nights: int, seed: int, until: date, still_open: bool = False) -> None:
    """Fill a club with people, Tuesday nights (the last one is the last Tuesday by `until`), seasons and cash.

    The same seed makes the same club. Codes and keys are new each time, as they are secrets.

    :param still_open: whether the last night is in the middle of a game.
    :raises Refused: when the club has nights.
    """
    if club.nights.exists():
        raise Refused(f"{club.name} has nights already. Only a new club can be filled.")
    chance = Random(f"sample club {seed}")
    everybody = make_people(people, nights, chance)
    with write():
        players = Player.objects.bulk_create(_player(club, person, nights) for person in everybody)
    for number, on in enumerate(tuesdays(nights, until)):
        last = number == nights - 1
        style = _style(Random(f"habits {seed} {number // SAME_HABITS}"), chance)
        rows = _night(club, everybody, players, number, on, style, chance)
        rows.play(open_at=rows.evening.style.games // 2 if last and still_open else None)
        if number >= nights - WITH_MONEY:
            keep_money(rows.night)
        with write():
            rows.save()
            if rows.night.money:
                fill_box(rows.night, Random(f"cash {seed} {number}"))
    make_seasons(club)


def _player(club: Club, person: Person, nights: int) -> Player:
    return Player(
        club=club,
        name=person.name,
        paper_name=PAPER_NAMES.get(person.name, ""),
        is_guest=person.guest,
        is_active=person.guest or person.last >= nights - GONE_AFTER,
    )


def tuesdays(nights: int, until: date) -> Iterator[date]:
    """Yield the dates of so many nights, a week apart, with two weeks off at the end of each year of nights."""
    last = until - timedelta(days=(until.weekday() - 1) % 7)
    for number in range(nights):
        back = nights - 1 - number
        yield last - timedelta(weeks=back + 2 * (back // A_YEAR))


def _night(
    club: Club,
    everybody: Sequence[Person],
    players: Sequence[Player],
    number: int,
    on: date,
    style: Style,
    chance: Random,
) -> NightRows:
    """Play one night and return its rows; fewer people come in summer."""
    weather = 1 + 0.2 * cos(2 * pi * (on.timetuple().tm_yday / 365)) + chance.uniform(-0.2, 0.2)
    evening = play_evening(everybody, who_comes(everybody, number, weather, chance), style, chance)
    name = "Tuesday Bid Euchre" if style.variant == "progressive" else "Tuesday Euchre"
    return NightRows(club, players, evening, on, name)


def _style(habit: Random, chance: Random) -> Style:
    """Draw how a night is played: by the club's habit of those weeks, and often the same game."""
    deals, games = _draw(LENGTHS, habit)
    return Style(_draw(MOVEMENTS, habit), _draw(VARIANTS, chance), _draw(BELLS, habit), deals, games)


def _draw(weighed: Sequence[tuple[T, int]], chance: Random) -> T:
    return chance.choices([one for one, _ in weighed], [weight for _, weight in weighed])[0]
