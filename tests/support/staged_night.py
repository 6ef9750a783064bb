"""A night that can be taken to any state, for `tests.simulations.page_states`.

Its methods return a browser and the path that it opens, or they move the night on.
"""

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
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tally.scoring.signing import confirm_game
from tests.support.movement_nights import games_of, sign_both_sides
from tests.support.night import CAST, ORGANIZER, game_at, phone_of, play_hands, sign_in_as_organizer
from tests.support.screens import tap
from tournament.models import Club, Entry, Game, Night, Round
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.signup import add_ghost, sign_up

DAY = date(2026, 11, 24)
LONG_NAMES = (
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
HANDS = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2", "NS:5")  # each table plays four of them, from a different start


class StagedNight:
    """A night and the browsers of its players, its organizer and strangers."""

    def __init__(
        self, players: int = 8, *, names: tuple[str, ...] = CAST, ghost: bool = False, opened: bool = True, **night: Any
    ) -> None:
        club = Club.objects.create(name="Tuesday club")
        self.night = Night.objects.create(club=club, **{"name": "Tuesday euchre", "date": DAY} | night)
        self._phone_of = cache(lambda number: phone_of(self.night, number))  # a closed night pairs no more phones
        more = [f"{names[n % len(names)][:36]} {n // len(names) + 1}" for n in range(len(names), players)]
        sign_up(night=self.night, names=[*names[:players], *more], who=ORGANIZER)
        if ghost:
            add_ghost(night=self.night, who=ORGANIZER)
        if players:
            draw_numbers(night=self.night, order="arrival", who=ORGANIZER)
        if opened:
            start_night(night=self.night, who=ORGANIZER)
        self.night.refresh_from_db()

    # Browsers and the path that each opens

    def phone(self, number: int, path: str = "play/") -> tuple[Client, str]:
        """Return a player's phone and a path of this night."""
        return self._phone_of(number), f"/n/{self.night.slug}/{path}"

    def stranger(self, path: str = "") -> tuple[Client, str]:
        """Return a browser without any cookie and a path of this night."""
        return Client(), f"/n/{self.night.slug}/{path}"

    def organizer(self, path: str = "board/") -> tuple[Client, str]:
        """Return the organizer's browser and a path of this night."""
        client = Client()
        sign_in_as_organizer(client, self.night.club)
        return client, f"/n/{self.night.slug}/{path}"

    def post(self, path: str, **form: object) -> tuple[Client, HttpResponse]:
        """Post a form as the organizer and return the browser and the answer."""
        client, address = self.organizer(path)
        return client, client.post(address, form, follow=True)

    # Rows, and what pages need of them

    def entry(self, number: int) -> Entry:
        """Read a player's entry by number."""
        return self.night.entries.get(number=number)

    def round(self, number: int = 1) -> Round:
        """Read a round by number."""
        return self.night.rounds.get(number=number)

    def game(self, game: int = 1, table: int = 1) -> Game:
        """Read a game by its round and table number."""
        return game_at(self.night, game, table)

    def game_path(self, game: int = 1, table: int = 1, more: str = "") -> str:
        """Return the path of a game's page."""
        return f"game/{self.game(game, table).pk}/{more}"

    def seats(self, game: int = 1, table: int = 1) -> dict[str, int]:
        """Map the seats of a table, N E S W, to the players' numbers."""
        return dict(self.game(game, table).places.values_list("seat", "entry__number"))

    def state_token(self, game: int = 1, table: int = 1) -> str:
        """Return the state token that a form for a paper total sends for a game as it is now."""
        return state_token(load_game(self.game(game, table), self.night))

    # Events

    def ring(self, number: int = 1, ago: int = 0) -> None:
        """Ring the bell of a game as if that was `ago` minutes ago."""
        ring_bell(round_=self.round(number), who=ORGANIZER)
        self.round(number).bells.update(rung_at=timezone.now() - timedelta(minutes=ago))

    def set_clock(self, minutes: float, number: int = 1) -> None:
        """Set a game's clock to ring in so many minutes."""
        self.night.rounds.filter(number=number).update(rings_at=timezone.now() + timedelta(minutes=minutes))

    def sign(self, side: Side, agrees: bool = True, game: int = 1, table: int = 1) -> None:
        """Let a side sign a game's total, or say that it is not right."""
        row = self.game(game, table)
        confirm_game(game=row, side=side, agrees=agrees, seen_hand=load_game(row, self.night).newest, who=ORGANIZER)

    def write_total(self, ns: int, ew: int, game: int = 1, table: int = 1) -> None:
        """Record a game's total from paper."""
        record_total(
            game=self.game(game, table),
            total=Total(ns, ew, {}, None),
            key=uuid4().hex,
            who=ORGANIZER,
            expected=self.state_token(game, table),
        )

    def play_round(self, number: int) -> None:
        """Let every unsigned table of a round play its remaining hands, four in all, and sign."""
        for index, game in enumerate(games_of(self.night, number)):
            if game.signed_at is None:
                played = game.hands.values("number").distinct().count()
                play_hands(game, *(HANDS * 2)[index % 5 :][played:4], first=played + 1)
                sign_both_sides(game)

    def replace_phone(self, number: int) -> tuple[Client, str]:
        """Return a player's phone after another phone has been paired with the card."""
        replaced = self.phone(number)
        pair_phone(entry=self.entry(number), token=uuid4().hex)
        return replaced


# What a page goes through before its picture is taken


def announce(text: str, selector: str = ".bell") -> Callable[[Page], object]:
    """Show a text as if the live stream had brought it."""
    return lambda page: page.evaluate(
        "([selector, html]) => { document.querySelector(selector).innerHTML = html; }", [selector, f"<p>{text}</p>"]
    )


def tap_offline(*values: str) -> Callable[[Page], None]:
    """Tap these buttons while nothing reaches the laptop."""

    def act(page: Page) -> None:
        page.route("**/play/hand/", lambda route: route.abort())
        for value in values:
            tap(page.locator(f"button[value='{value}']"))
        page.get_by_text(f"Saved on this phone, {len(values)} not sent.").wait_for()

    return act


def tap_refused(answer: HttpResponse) -> Callable[[Page], None]:
    """Tap a result that the laptop refuses with this answer."""

    def act(page: Page) -> None:
        page.route(
            "**/play/hand/", lambda route: route.fulfill(status=409, headers=dict(answer.headers), body=answer.content)
        )
        page.locator("button[name=result]").first.click()
        page.locator("#refused-taps .problem").wait_for()
        page.reload()  # the message stays until the player has read it
        page.locator("#refused-taps .problem").wait_for()

    return act
