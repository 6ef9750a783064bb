"""A night for `tests.simulations.page_states`: brought on by a word, seen by a phone, a stranger or the organizer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from tally.loading.games import load_game
from tally.scoring.paper_totals import Total, record_total, state_token
from tally.scoring.signing import confirm_game
from tests.support.movement_nights import agree, games_of
from tests.support.night import CAST, ORGANIZER, game_at, phone_of, play_hands
from tournament.access import ORGANIZER_COOKIE
from tournament.models import Club, Entry, Game, Night, Round
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import open_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.signup import add_ghost, sign_up

DAY = date(2026, 11, 24)
LONG = (
    "Grandma Hildegard Von Hohenzollern",
    "Wilhelmina-Alexandrine Featherstonehaugh",
    "Maximilian Bartholomew O'Neil",
    "Konstantinos Papadopoulos-Kyriakou",
    "Christopher-Sebastian Montgomery",
    "Anna-Magdalena Schwarzenberger",
    "Bartholomäus Oberösterreicher",
    "Erzsébet Szentgyörgyi-Albertné",
    "Margaret-Anne Worthington",
    "Oluwaseun Adébáyò",
    "Jean-François de la Rochefoucauld",
    "Mary-Elizabeth McAllister",
)
FOUR = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2", "NS:5")  # hands, of which a table plays four, each from another on


class Party:
    """A night, and the browsers of those who are there."""

    def __init__(
        self, players: int = 8, *, names: tuple[str, ...] = CAST, ghost: bool = False, opened: bool = True, **night: Any
    ) -> None:
        club = Club.objects.create(name="Tuesday club")
        self.night = Night.objects.create(club=club, **{"name": "Tuesday euchre", "date": DAY} | night)
        self._phone_of = cache(lambda number: phone_of(self.night, number))  # a card of a closed night opens nothing
        more = [f"{names[n % len(names)][:36]} {n // len(names) + 1}" for n in range(len(names), players)]
        sign_up(night=self.night, names=[*names[:players], *more], who=ORGANIZER)
        if ghost:
            add_ghost(night=self.night, who=ORGANIZER)
        if players:
            draw_numbers(night=self.night, order="arrival", who=ORGANIZER)
        if opened:
            open_night(night=self.night, who=ORGANIZER)
        self.night.refresh_from_db()

    # Who looks

    def phone(self, number: int, path: str = "play/") -> tuple[Client, str]:
        """A player's phone, and the page."""
        return self._phone_of(number), f"/n/{self.night.slug}/{path}"

    def stranger(self, path: str = "") -> tuple[Client, str]:
        """Anybody's browser."""
        return Client(), f"/n/{self.night.slug}/{path}"

    def organizer(self, path: str = "board/") -> tuple[Client, str]:
        """The organizer's laptop."""
        client = Client()
        client.cookies[ORGANIZER_COOKIE] = self.night.club.key
        return client, f"/n/{self.night.slug}/{path}"

    def posts(self, path: str, **form: object) -> tuple[Client, HttpResponse]:
        """What the organizer's laptop shows after a form was sent."""
        client, address = self.organizer(path)
        return client, client.post(address, form, follow=True)

    # What is there

    def entry(self, number: int) -> Entry:
        """A player by number."""
        return self.night.entries.get(number=number)

    def round(self, number: int = 1) -> Round:
        """A round by number."""
        return self.night.rounds.get(number=number)

    def game(self, game: int = 1, table: int = 1) -> Game:
        """A game by its number and table."""
        return game_at(self.night, game, table)

    def page_of(self, game: int = 1, table: int = 1, more: str = "") -> str:
        """The path of a game's page."""
        return f"game/{self.game(game, table).pk}/{more}"

    def seats(self, game: int = 1, table: int = 1) -> dict[str, int]:
        """The numbers at a table by seat: N E S W."""
        return dict(self.game(game, table).places.values_list("seat", "entry__number"))

    def mark(self, game: int = 1, table: int = 1) -> str:
        """What a page of a total shows of a game as it is."""
        return state_token(load_game(self.game(game, table), self.night))

    # What happens

    def rings(self, number: int = 1, ago: int = 0) -> None:
        """The bell of a game, so many minutes ago."""
        ring_bell(round_=self.round(number), who=ORGANIZER)
        self.round(number).bells.update(rung_at=timezone.now() - timedelta(minutes=ago))

    def clock(self, minutes: float, number: int = 1) -> None:
        """A game's clock rings so long from now."""
        self.night.rounds.filter(number=number).update(rings_at=timezone.now() + timedelta(minutes=minutes))

    def says(self, side: Side, agrees: bool = True, game: int = 1, table: int = 1) -> None:
        """A side's word on a total."""
        row = self.game(game, table)
        confirm_game(game=row, side=side, agrees=agrees, seen_hand=load_game(row, self.night).newest, who=ORGANIZER)

    def total(self, ns: int, ew: int, game: int = 1, table: int = 1) -> None:
        """A total from paper."""
        record_total(
            game=self.game(game, table),
            total=Total(ns, ew, {}, None),
            key=uuid4().hex,
            who=ORGANIZER,
            expected=self.mark(game, table),
        )

    def plays(self, number: int) -> None:
        """Every table of a game that has not agreed plays its four hands, or those that are left, and agrees."""
        for at, game in enumerate(games_of(self.night, number)):
            if game.signed_at is None:
                there = game.hands.values("number").distinct().count()
                play_hands(game, *(FOUR * 2)[at % 5 :][there:4], first=there + 1)
                agree(game)

    def takes_over(self, number: int) -> tuple[Client, str]:
        """A player's phone, after another one has taken the card over."""
        seen = self.phone(number)
        pair_phone(entry=self.entry(number), token=uuid4().hex)
        return seen


# What is done on a page before its picture is taken


def announced(words: str, where: str = ".bell") -> Callable[[Page], object]:
    """The stream has told this page something."""
    return lambda page: page.evaluate(
        "([where, words]) => { document.querySelector(where).innerHTML = words; }", [where, f"<p>{words}</p>"]
    )


def tapped(*values: str) -> Callable[[Page], None]:
    """These buttons are tapped while nothing reaches the laptop."""

    def do(page: Page) -> None:
        page.route("**/play/hand/", lambda route: route.abort())
        for value in values:
            page.locator(f"button[value='{value}']").click()
            page.wait_for_timeout(600)  # the buttons settle
        page.wait_for_timeout(1500)  # and nothing has come back

    return do


def refused(answer: HttpResponse) -> Callable[[Page], None]:
    """A tap that the laptop answers so."""

    def do(page: Page) -> None:
        page.route("**/play/hand/", lambda route: route.fulfill(status=409, body=answer.content))
        page.locator("button[name=result]").first.click()
        page.locator("#kept .problem").wait_for()
        page.reload()  # it stays until it was read
        page.locator("#kept .problem").wait_for()

    return do
