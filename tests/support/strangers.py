"""Browsers that must not get into a night, and the moments of a night at which they try."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

from django.core import signing
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from tally.archive.erasing import Contents
from tally.archive.importing import plan_import
from tally.archive.reading import read_archive
from tally.archive.writing import club_archive
from tally.loading.games import load_game
from tally.loading.known_hands import seats_key
from tally.models import Dispute, Hand, NightTotal, OwnGame
from tally.presenters.season_form import SeasonForm
from tally.scoring.night_totals import newest_version
from tally.scoring.own_games import save_own_game
from tally.scoring.paper_totals import state_token
from tally.views.archive import sign_file
from tally.views.erasing_club import OF_ERASED
from tests.support.night import (
    ORGANIZER,
    game_at,
    nothing_changes,
    phone_of,
    play_hands,
    sign_in_as_organizer,
    taken_back,
)
from tests.support.url_table import SEASON, Change
from tournament.access import NightClosed, Who
from tournament.club.cash import pay_entry_fee
from tournament.club.merging import merge_regulars, preview_merge
from tournament.club.retention import due_by
from tournament.club.roster_files import table_in_text
from tournament.club.roster_import import preview_roster, sign_roster
from tournament.club.sign_ins import accept_invitation, invite
from tournament.models import (
    Bell,
    CashLine,
    Club,
    Entry,
    Invitation,
    LogEntry,
    Night,
    PhoneRequest,
    Player,
    PlayerMerge,
    Publication,
    Retention,
    Role,
    Season,
    SignIn,
)
from tournament.night.bell import ring_bell
from tournament.night.joined_names import remove_joined_names
from tournament.night.joining import ask_for_name
from tournament.night.lifecycle import back_to_sign_up, close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import join_night, pair_phone
from tournament.night.previews import preview_change
from tournament.night.removal import remove_player
from tournament.night.roster_changes import substitute
from tournament.night.signup import sign_up
from tournament.people.errors import Refused
from tournament.people.roster import read_roster
from tournament.web.addresses import calendar_token
from tournament.web.visitors import PHONE_COOKIE

ERASED = {"contents": asdict(Contents(1, 2, 3, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0)), "fresh": True}
LAST_NAME = re.compile(r"\b(Miller|Stone|Reyes|Hara|Lund|Bauer|Rossi|Young|Novak|Chen)\b")


ORGANIZER_PATH = re.compile(
    r"/o/|(?<!/help)/(desk|board|log|close|players|print|bell|changes|quick|total|wrong-seats|games|money)/"
)


def _advance_to_bell(night: Night, moment: str) -> None:
    """Take a new night to "clocked", when a clock may be started, or to "tied" at the bell."""
    if moment == "clocked":
        Night.objects.filter(pk=night.pk).update(bell_by=Night.BellBy.CLOCK)
    elif moment == "tied":
        Night.objects.filter(pk=night.pk).update(movement=Night.Movement.WINNERS_UP, tie_by=Night.TieBy.CUT)
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:3-4")
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)


def _play_another_night(night: Night) -> None:
    """Start a night of the same club with four other players."""
    other = Night.objects.create(club=night.club, name="Last time", date="2026-11-17")
    sign_up(night=other, names=["Uma", "Vic", "Wanda", "Zoe"], who=ORGANIZER)
    start_night(night=other, who=ORGANIZER)


def _keep_totals_only(night: Night) -> None:
    """Make it a night that was entered as totals."""
    night.rounds.all().delete()
    NightTotal.objects.bulk_create(NightTotal(entry=entry, points=50) for entry in night.entries.all())
    kept = {"kind": Night.Kind.TOTALS, "status": Night.Status.CLOSED, "games": 8}
    Night.objects.filter(pk=night.pk).update(**kept, closed_at=timezone.now(), revealed_at=timezone.now())


def advance_to(night: Night, moment: str) -> Night:
    """Take a night that was just opened to a moment in `url_table`.

    The moments are "sign-up", "seven" (players signed up), "joined" (sign-up, and a phone has added a name), "flood
    removed" (that name is removed again), "last time" (sign-up, after another night), "opened", "table" (as "opened": a
    single table is made by its own tests), "playing", "helped" (a helper is signed in), "asked" (a phone asks for a
    name), "disputed", "rung", "clocked", "tied", "paying" (money is on, and number 2 has paid), "closing" (closed
    without a hand), "closed" and "totals" (a night of which only totals are known).
    """
    if moment in ("sign-up", "seven", "joined", "flood removed", "last time"):
        back_to_sign_up(night=night, who=ORGANIZER)
        if moment in ("joined", "flood removed"):
            joined = join_night(night=night, name="Zoe New", token="phone-that-joins", who=Who())
            if moment == "flood removed":
                remove_joined_names(night=night, entry_ids=[joined.pk], who=ORGANIZER)
        if moment == "last time":
            _play_another_night(night)
        if moment == "seven":
            remove_player(entry=night.entries.get(number=8), who=ORGANIZER)
    elif moment == "totals":
        _keep_totals_only(night)
    elif moment in ("playing", "rung", "closed", "disputed"):
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:3-4", "NS:5")
    if moment == "asked":
        pair_phone(entry=night.entries.get(number=1), token="phone-that-is-here")
        ask_for_name(entry=night.entries.get(number=1), token="phone-that-asks")
    if moment == "disputed":
        play_hands(game_at(night, 1, 1), "EW:5", first=3)
    if moment == "rung":
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
        night.rounds.get(number=1).bells.update(rung_at="2026-11-24T20:00:00Z")
    _advance_to_bell(night, moment)
    if moment == "helped":
        signed_in_helper(night)
    if moment == "paying":
        Night.objects.filter(pk=night.pk).update(money=True, entry_fee=500)
        pay_entry_fee(entry=night.entries.get(number=2), who=ORGANIZER)
    if moment in ("closed", "closing"):
        close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


def _lost_hands() -> str:
    """Return what a phone sends of a hand after the first three, which has the first one's result."""
    first = Hand.objects.order_by("pk").first()
    record = first.record if first else None
    return json.dumps([{"number": 4, "version": 1, "key": uuid4().hex, "record": record, "alone_by": None}])


def _own_game(night: Night) -> int:
    """Return the id of a game of the club's own, made if there is none."""
    game = OwnGame.objects.filter(club=night.club).first()
    description = {"name": "Fire Hall Euchre", "base": "standard"}
    return game.pk if game else save_own_game(night=night, description=description, who=ORGANIZER).game_id


def signed_roster(club: Club, text: str) -> str:
    """Return a list of names as the preview of its import sends it back."""
    roster = read_roster(table_in_text(text))
    return sign_roster(club, roster, preview_roster(club, roster))


def signed_archive(club: Club) -> tuple[str, str]:
    """Return the club's file with one more person as the preview of its import sends it back, and what was shown."""
    document = json.loads(club_archive(club))
    person = {"name": "Zoe New", "paper_name": "", "is_active": True, "is_guest": False}
    person |= {"is_ghost": False, "is_nameless": False}
    columns = document["columns"]["tournament.player"]
    document["club"]["tournament.player"].append([person.get(name) for name in columns])
    content = json.dumps(document).encode()
    return sign_file(club, content), plan_import(read_archive(content), club).state_token


def _season(night: Night) -> int:
    """Return the id of a season of the club, made if there is none."""
    days = {"first_day": "2026-01-01", "last_day": "2026-06-30"}
    return Season.objects.get_or_create(club=night.club, name="Spring", defaults=days)[0].pk


def _season_token(night: Night, data: dict[str, str]) -> str:
    """Return what the preview of a season sends with Save."""
    form = SeasonForm(data, instance=Season(club=night.club))
    return form.token if form.is_valid() else ""


def newcomer(night: Night) -> Player:
    """Return a regular who never played."""
    return night.club.players.get_or_create(name="Nora Never")[0]


def invitation(night: Night) -> Invitation:
    """Return an open invitation of a scorer, made if there is none."""
    found = Invitation.objects.filter(club=night.club).first()
    return found or invite(who=ORGANIZER, club=night.club, name="Ruth", role=Role.SCORER, lasts=timedelta(days=1))


def signed_in_helper(night: Night) -> SignIn:
    """Return the sign-in of a helper's browser, made if there is none."""
    invited = invitation(night)
    if not invited.sign_ins.exists():
        accept_invitation(invitation=invited, browser="Firefox on Linux")
    return invited.sign_ins.get()


def helper_token(club: Club, role: Role) -> str:
    """Return the token of a helper who has accepted an invitation."""
    invited = invite(who=ORGANIZER, club=club, name="Ruth", role=role, lasts=timedelta(days=1))
    return accept_invitation(invitation=invited, browser="Firefox on Linux")


def invited_helper(club: Club, role: Role, name: str = "Ruth") -> Client:
    """Return the browser of a helper who has accepted an invitation on its page."""
    invited = invite(who=ORGANIZER, club=club, name=name, role=role, lasts=timedelta(days=1))
    browser = Client()
    assert browser.post(f"/h/{invited.key}/")["Location"] == "/"
    return browser


def merged(night: Night) -> PlayerMerge:
    """Return a merge of number 1 with somebody who never played, made if there is none."""
    kept, other = night.entries.get(number=1).player, newcomer(night)
    shown = "" if other.merged_into else preview_merge(kept, other).state_token
    return kept.merges.first() or merge_regulars(kept=kept, merged=other, shown=shown, who=ORGANIZER)


class _Values(dict[str, object]):
    """The values of placeholders, each worked out when it is first read, because some take long."""

    def __init__(self, work_out: dict[str, Callable[[], object]]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, name: str) -> object:
        self[name] = self.work_out[name]()
        return self[name]


def _token_of_substitute(entry: Entry) -> str:
    """The token of a substitute's preview; of none where the night has none to preview."""
    try:
        preview = preview_change(entry.night, lambda: substitute(entry=entry, name="Zoe New", who=ORGANIZER))
    except (NightClosed, Refused):
        preview = preview_change(entry.night, lambda: None)
    return preview.state_token


def fill_in(night: Night, change: Change) -> tuple[str, dict[str, str]]:
    """Fill in the placeholders of a change from this night: its path and its form."""
    path, _, form = change
    hands = list(Hand.objects.order_by("pk").values_list("pk", flat=True)) or [0]
    game = game_at(night, 1, 1).pk if night.rounds.exists() else 0
    entry = night.entries.get(number=1)
    archive = cache(lambda: signed_archive(night.club))
    values = _Values(
        {
            "slug": lambda: night.slug,
            "club": lambda: night.club.key,
            "calendar": lambda: calendar_token(night.club),
            "key": lambda: entry.key,
            "join_key": lambda: night.join_key,
            "entry": lambda: entry.pk,
            "person": lambda: entry.player_id,
            "roster": lambda: signed_roster(night.club, "Zoe New"),
            "archive": lambda: archive()[0],
            "archive_shown": lambda: archive()[1],
            "invitation": lambda: invitation(night).pk,
            "invited": lambda: invitation(night).key,
            "sign_in": lambda: signed_in_helper(night).pk,
            "newcomer": lambda: newcomer(night).pk,
            "merge_token": lambda: preview_merge(entry.player, newcomer(night)).state_token,
            "merge": lambda: merged(night).pk,
            "player": lambda: night.entries.exclude(pk=entry.pk).values_list("player", flat=True).last(),
            "season": lambda: _season(night),
            "due_token": lambda: due_by(Retention(club=night.club, names_after=3), timezone.localdate()).state_token,
            "erased": lambda: signing.dumps(ERASED, salt=OF_ERASED),
            "token": lambda: Publication.objects.create(season_id=_season(night)).token,
            "season_token": lambda: _season_token(night, form),
            "regular": lambda: night.club.players.regulars().order_by("-pk").values_list("pk", flat=True)[0],
            "game": lambda: game,
            "state_token": lambda: _token_of_substitute(entry),
            "chart": lambda: night.club.charts.model.objects.get(name="Three tables").pk,
            "first": lambda: hands[0],
            "newest": lambda: hands[-1],
            "total_token": lambda: state_token(load_game(game_at(night, 1, 1), night)) if game else "",
            "newest_total": lambda: newest_version(night),
            "fresh": lambda: uuid4().hex,
            "seats_key": lambda: seats_key(load_game(game_at(night, 1, 1), night)) if game else "",
            "lost_hands": _lost_hands,
            "dispute": lambda: _first_pk(Dispute.objects.all()),
            "request": lambda: _first_pk(PhoneRequest.objects.all()),
            "joined": lambda: night.phone_joins.values_list("entry", flat=True).first() or 0,
            "removed": lambda: _first_pk(night.removed_players.all()),
            "own_game_start": lambda: json.dumps({"base": "standard"}),
            "own_game": lambda: _own_game(night),
            "act": lambda: _first_pk(LogEntry.objects.acts().filter(undo__isnull=False).order_by("-pk")),
            "cash_line": lambda: _first_pk(CashLine.objects.all()),
            "bell": lambda: _first_pk(Bell.objects.all()),
        }
    )
    return path.format_map(values), {name.format_map(values): value.format_map(values) for name, value in form.items()}


def each_address(night: Night, paths: Iterable[str]) -> Iterator[tuple[Client, str, str]]:
    """Yield a browser of number 1, who is the organizer, and an address with its path, on one night in play.

    What an address writes is taken back, and each has a browser of its own, as some give another cookie.
    """
    paths = list(paths)
    assert paths
    known = phone_of(night, 1)
    sign_in_as_organizer(known, night.club)
    advance_to(night, "playing")
    for path in paths:
        with taken_back():
            address, _ = fill_in(night, (path, "playing", {}))
            browser = Client()
            browser.cookies.update(known.cookies)
            yield browser, address, path


def fill_in_all(night: Night, names: Iterable[str]) -> dict[str, str]:
    """Return the value of each of these placeholders."""
    order = sorted(names, key=lambda name: (name == "merge", name))  # after a merge its preview is refused
    filled, _ = fill_in(night, ("\n".join(f"{{{name}}}" for name in order), "", dict(SEASON)))
    return dict(zip(order, filled.split("\n"), strict=True))


def _first_pk(rows: QuerySet[Any]) -> int:
    """Return the first row's id, or 0 if there is none."""
    return rows.values_list("pk", flat=True).first() or 0


def browser_without_a_key(night: Night) -> Client:
    """Return a browser without any cookie."""
    return Client()


def another_clubs_organizer(night: Night) -> Client:
    """Return the browser of another club's organizer."""
    client = Client()
    sign_in_as_organizer(client, Club.objects.create(name="Thursday club"))
    return client


def another_tables_player(night: Night) -> Client:
    """Return the phone of number 3, who sits at table 2 in the first game."""
    return phone_of(night, 3)


def replaced_phone(night: Night) -> Client:
    """Return the phone of number 1 after another phone has been paired with the card."""
    client = phone_of(night, 1)
    pair_phone(entry=night.entries.get(number=1), token="the-newer-phone")
    return client


def phone_of_another_night(night: Night) -> Client:
    """Return the phone of a player in the same club's next night."""
    later = Night.objects.create(club=night.club, name="Next week", date="2026-12-01")
    sign_up(night=later, names=[f"Guest {n}" for n in range(8)], who=ORGANIZER)
    draw_numbers(night=later, order="arrival", who=ORGANIZER)
    start_night(night=later, who=ORGANIZER)
    return phone_of(later, 1)


def phone_of_another_club() -> Client:
    """Return the phone of a player in another club's night."""
    night = Night.objects.create(club=Club.objects.create(name="Friday club"), name="Friday", date="2026-12-04")
    sign_up(night=night, names=["Zed Other"], who=ORGANIZER)
    pair_phone(entry=night.entries.get(), token="phone-of-another-club")
    client = Client()
    client.cookies[PHONE_COOKIE] = "phone-of-another-club"
    return client


Stranger = Callable[[Night], Client]


STRANGERS: list[Stranger] = [
    browser_without_a_key,
    another_clubs_organizer,
    another_tables_player,
    replaced_phone,
    phone_of_another_night,
]


def strangers(night: Night) -> dict[str, Client]:
    """Map a description of each stranger to its browser."""
    return {case_name(stranger).replace("_", " "): stranger(night) for stranger in STRANGERS}


def case_name(value: object) -> str:
    """Name a change or a stranger in a parametrized test's id."""
    return value.__name__ if callable(value) else value[0] if isinstance(value, tuple) else str(value)


def check_refused(browsers: dict[str, Client], address: str, data: dict[str, str], *, htmx: bool = True) -> None:
    """Check that these browsers get 403, change nothing and read no last name, with and without htmx."""
    with nothing_changes(address):
        for who, client in browsers.items():
            for headers in ({}, {"HX-Request": "true"}) if htmx else ({},):
                answer = client.post(address, data, headers=headers)
                assert answer.status_code == 403, f"{who} at {address}"
                assert not LAST_NAME.search(answer.content.decode()), f"{who} at {address}"
