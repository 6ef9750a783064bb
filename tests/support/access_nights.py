"""The nights of `access_matrix`: each with its readers, its secrets, and what fills in the addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from string import Formatter

from django.conf import settings
from django.test import Client

from tests.support.access_readers import Reader, readers_of, readers_of_another_club, readers_with_accounts
from tests.support.movement_nights import games_of, sign_both_sides
from tests.support.night import ORGANIZER, play_hands, sign_in_as_organizer
from tests.support.row_snapshots import Rows, all_rows
from tests.support.single_table import current_game, post_hands
from tests.support.strangers import advance_to, fill_in_all
from tests.support.url_table import ACCOUNT_URLS, EVERY_CHANGE, URLS
from tournament.models import Club, Event, Game, Night, Phone, Publication, SignIn
from tournament.models.keys import printed_key
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.night.single_table import open_single_table
from tournament.web.addresses import calendar_token

OF_ACCOUNTS = frozenset({"passkey", "membership", "member_invitation"})  # placeholders of their own addresses
# None of them is an example on a page.
PLAYERS = (
    "Ann Abernathy",
    "Bob Bexley",
    "Carla Castellanos",
    "Dan Dombrowski",
    "Eve Eriksdottir",
    "Fritz Feuerbach",
    "Gina Giordano",
    "Hal Hollingsworth",
    "Ida Ilyushin",
    "Jim Jankowski",
    "Kay Kawaguchi",
    "Leo Lindqvist",
)
LAST_NAMES = [name.split()[-1] for name in PLAYERS]
WIFI_PASSWORD, ENTRY_FEE = "queen-of-hearts", 437
# Who may read what, by what the reader is (`Reader.words`). Everybody may read their own name and card, and what their
# own request says.
MAY_READ = {
    "a last name": {"organizer", "scorer", "check-in", "announcer"},
    "the key of a card": {"organizer", "check-in"},
    "the organizer’s link": {"organizer"},
    "the code of the tables": {"organizer", "check-in", "announcer"},
    "the Wi-Fi password": {"organizer"},
    "money": {"organizer", "check-in"},
    "an invitation": {"organizer"},
    "the calendar’s address": {"organizer"},
    "the address of a public page": {"organizer"},
    "what signs a browser in": set[str](),
}


@dataclass(frozen=True)
class StagedMoment:
    """A night at a moment, with everybody who may ask."""

    name: str
    night: Night
    readers: list[Reader]
    values: dict[str, str]  # of the placeholders in addresses and forms
    last_event: int
    rows: Rows
    rows_of_this_club: Rows

    def secrets(self, reader: Reader) -> dict[bytes, str]:
        """Map each text that this reader must not see to what it is."""
        own = reader.own
        mine = {own.key, printed_key(own.key), *own.player.name.split()} if own else set[str]()
        return {
            text.encode(): what
            for text, what in self._secrets()
            if text not in mine and not MAY_READ[what] & reader.words
        }

    def _secrets(self) -> Iterator[tuple[str, str]]:
        club = self.night.club
        yield from ((name, "a last name") for name in LAST_NAMES)
        for entry in self.night.entries.people():
            yield entry.key, "the key of a card"
            yield entry.printed_key, "the key of a card"
        yield club.key, "the organizer’s link"
        for key in (self.night.join_key, self.night.printed_join_key):
            yield key, "the code of the tables"
        yield WIFI_PASSWORD, "the Wi-Fi password"
        yield f"{ENTRY_FEE / 100}", "money"
        yield from ((key, "an invitation") for key in club.invitations.values_list("key", flat=True))
        yield calendar_token(club), "the calendar’s address"
        for token in Publication.objects.values_list("token", flat=True):
            yield token, "the address of a public page"
        for text in (
            *Phone.objects.values_list("token", flat=True),
            *SignIn.objects.values_list("token_hash", flat=True),
        ):
            yield text, "what signs a browser in"
        yield from ((one.sign_in, "what signs a browser in") for one in self.readers if one.sign_in)


def pattern_of(secrets: dict[bytes, str]) -> re.Pattern[bytes]:
    """Return what finds any of these texts as whole words."""
    return re.compile(rb"(?<!\w)(?:" + b"|".join(map(re.escape, secrets)) + rb")(?!\w)")


def _new_night(club: Club, players: int = 8, **settings: object) -> Night:
    settings = {"wifi_name": "Hall", "wifi_password": WIFI_PASSWORD, "entry_fee": ENTRY_FEE} | settings
    night = Night.objects.create(club=club, name="Tuesday euchre", date=date(2026, 11, 24), **settings)
    sign_up(night=night, names=PLAYERS[:players], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


def _at(moment: str, players: int = 8, **settings: object) -> Callable[[Club], Iterator[Night]]:
    """A night of so many players; the second step takes it to a moment of `advance_to`."""

    def steps(club: Club) -> Iterator[Night]:
        night = _new_night(club, players, **settings)
        yield night
        yield advance_to(night, moment)
        if moment == "paying":
            Night.objects.filter(pk=night.pk).update(entry_fee=ENTRY_FEE)

    return steps


def _played(club: Club, *, close: bool, reveal: bool = False, **settings: object) -> Iterator[Night]:
    """A night of which the first two games were played and signed."""
    night = _new_night(club, deals=1, **settings)
    yield night
    for number in (1, 2):
        for game in games_of(night, number):
            play_hands(game, "NS:3-4")
            sign_both_sides(game)
    if close:
        close_night(night=night, who=ORGANIZER)
    if reveal:
        Night.objects.filter(pk=night.pk).update(revealed_at=Night.objects.get(pk=night.pk).closed_at)
    night.refresh_from_db()
    yield night


def _table(club: Club, *, closed: bool = False) -> Iterator[Night]:
    """A single table with one hand."""
    night = open_single_table(club=club, name="Euchre", variant="standard", names=PLAYERS[:4], who=ORGANIZER)
    organizer = Client()
    sign_in_as_organizer(organizer, club)
    post_hands(organizer, night, "A:5")
    yield night
    if closed:
        close_night(night=night, who=ORGANIZER)
        night.refresh_from_db()
    yield night


SURPRISES = ("hidden standings", "closed, not revealed")
HOSTED = "hosted, with accounts"
NIGHTS: dict[str, Callable[[Club], Iterator[Night]]] = {
    "sign-up": _at("sign-up"),
    "seven": _at("seven"),
    "four players": _at("playing", 4),
    "eight players": _at("playing"),
    "twelve players": _at("playing", 12),
    "a phone asks": _at("asked"),
    "disputed": _at("disputed"),
    "rung": _at("rung"),
    "tied": _at("tied"),
    "paying": _at("paying", money=True),
    "hidden standings": lambda club: _played(club, close=False, hidden_games=8),
    "closed, not revealed": lambda club: _played(club, close=True, hidden_games=8),
    "revealed": lambda club: _played(club, close=True, reveal=True),
    "totals": _at("totals"),
    HOSTED: _at("playing"),
    "single table": _table,
    "single table, closed": lambda club: _table(club, closed=True),
}


def stage(name: str, club: Club) -> StagedMoment:
    """Make a night of the table, with its readers."""
    steps = NIGHTS[name](club)
    night = next(steps)
    before = all_rows()
    neighbors = readers_of_another_club()
    theirs = {row[:2] for row in all_rows() - before}
    game = Game.objects.filter(round__night=night, table=1).order_by("round__number").first()
    signing_up = name in ("sign-up", "seven", "totals")
    readers = readers_of(night, None if signing_up else game) + neighbors
    if settings.ACCOUNTS:
        readers += readers_with_accounts(night.club)
    *_, night = steps  # the same one, later
    values = _values(night)
    rows, last = all_rows(), Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return StagedMoment(name, night, readers, values, last, rows, {row for row in rows if row[:2] not in theirs})


def _values(night: Night) -> dict[str, str]:
    """Fill in every placeholder of addresses and forms."""
    texts = [*URLS, *ACCOUNT_URLS, *(text for path, _, form in EVERY_CHANGE for text in (path, *form, *form.values()))]
    names = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name} - OF_ACCOUNTS
    of = _new_night(night.club) if night.single_table else night
    values = fill_in_all(of, names) | dict.fromkeys(OF_ACCOUNTS, "1")
    if night.single_table:
        table = current_game(night)
        newest = str(table.newest)
        values |= {"slug": night.slug, "game": str(table.row.pk), "newest": newest, "first": newest}
        entry = night.entries.get(number=1)
        values |= {"entry": str(entry.pk), "key": entry.key, "person": str(entry.player_id)}
    return values
