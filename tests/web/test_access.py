"""Who may open and change what: every address of the site, requested by everybody who must be refused.

A new address fails `test_every_address_is_in_the_table` until `tests/support/url_table.py` lists it.
"""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import resolve

from tally.models import Hand
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, sign_in_as_organizer, taken_back
from tests.support.row_snapshots import all_rows
from tests.support.strangers import (
    LAST_NAME,
    ORGANIZER_PATH,
    STRANGERS,
    Stranger,
    advance_to,
    another_clubs_organizer,
    another_tables_player,
    case_name,
    check_refused,
    fill_in,
    phone_of_another_club,
    replaced_phone,
    strangers,
)
from tests.support.url_table import (
    ACCOUNT_URLS,
    CLUB_PATHS,
    COPY_CHANGES,
    EVERY_CHANGE,
    LAPTOP_CHANGES,
    ORGANIZER_CHANGES,
    PLAYER_CHANGES,
    ROOM_CHANGES,
    URLS,
    Change,
    every_pattern,
)
from tournament.live.messages import messages
from tournament.models import Night
from tournament.night.games import sign_game
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.signup import sign_up

pytestmark = pytest.mark.usefixtures("short_searches")


def count_entries(night: Night) -> int:
    """Count what was entered for the first game: hands, signatures, and the winner of a tie."""
    game = game_at(night, 1, 1)
    return Hand.objects.filter(game=game).count() + game.signatures.count() + bool(game.tie_to)


# The table is complete


def test_every_address_is_in_the_table() -> None:
    names = [pattern.name for pattern in every_pattern()]
    assert len(names) == len(set(names)) and None not in names, "every address has a unique name"
    assert set(names) == {name for name, _ in (URLS | ACCOUNT_URLS).values()}


def test_every_address_in_the_table_has_its_url_name() -> None:
    for path, (name, _) in (URLS | ACCOUNT_URLS).items():
        assert (
            resolve(
                path.format(
                    slug="abc",
                    club="K",
                    key="K",
                    join_key="K",
                    entry=1,
                    game=1,
                    own_game=1,
                    person=1,
                    newcomer=1,
                    invitation=1,
                    invited="K",
                    sign_in=1,
                    merge=1,
                    player=1,
                    season=1,
                    token="K",
                    erased="K",
                    calendar="K",
                    passkey=1,
                    membership=1,
                    member_invitation=1,
                )
            ).url_name
            == name
        )


def test_every_post_only_address_is_tested_with_a_post() -> None:
    tried = {change[0] for change in EVERY_CHANGE} | {path for path, _ in COPY_CHANGES + LAPTOP_CHANGES + ROOM_CHANGES}
    assert {path for path, (_, who) in URLS.items() if who == "-"} <= tried


# Changes


def moments(changes: list[Change]) -> list[str]:
    """Return the moments of these changes, each once."""
    return sorted({moment for _, moment, _ in changes})


@pytest.mark.parametrize("moment", moments(ORGANIZER_CHANGES))
def test_the_organizer_can_make_every_change(night: Night, moment: str) -> None:
    advance_to(night, moment)
    for change in (one for one in ORGANIZER_CHANGES if one[1] == moment):
        with taken_back():
            organizer = Client()  # some changes give another cookie
            sign_in_as_organizer(organizer, night.club)
            address, data = fill_in(night, change)
            before = all_rows()
            assert organizer.post(address, data).status_code == 302, address
            assert all_rows() != before, address


@pytest.mark.parametrize("change", PLAYER_CHANGES, ids=case_name)
def test_a_player_can_make_every_change_of_players(night: Night, change: Change) -> None:
    phone = phone_of(advance_to(night, change[1]), 1)
    address, data = fill_in(night, change)
    before = count_entries(night)
    assert phone.post(address, data).status_code == 302
    assert count_entries(night) == before + 1


@pytest.mark.parametrize("moment", moments(ORGANIZER_CHANGES))
def test_nobody_else_can_make_the_organizers_changes(night: Night, moment: str) -> None:
    intruders = strangers(night) | {"a player": phone_of(night, 5)}
    advance_to(night, moment)
    for change in (one for one in ORGANIZER_CHANGES if one[1] == moment):
        own = "another clubs organizer" if change[0] in CLUB_PATHS else ""  # that is a night of their own club
        refused = {who: client for who, client in intruders.items() if who != own}
        with taken_back():
            check_refused(refused, *fill_in(night, change), htmx=False)


@pytest.mark.parametrize("change", PLAYER_CHANGES, ids=case_name)
def test_a_stranger_cannot_record_undo_correct_or_sign(night: Night, change: Change) -> None:
    check_refused(strangers(night), *fill_in(advance_to(night, change[1]), change))


@pytest.mark.parametrize("change", PLAYER_CHANGES, ids=case_name)
@pytest.mark.parametrize("moment", ["closed", "sign-up"])
def test_a_player_cannot_change_anything_before_the_start_or_after_the_end(
    night: Night, change: Change, moment: str
) -> None:
    phone = phone_of(night, 1)
    address, data = fill_in(advance_to(night, "rung" if moment == "closed" else "opened"), change)
    if moment == "closed":
        close_night(night=night, who=ORGANIZER)
    else:
        Night.objects.update(status=Night.Status.SIGN_UP)
    with nothing_changes():
        assert phone.post(address, data).status_code in (403, 409)


@pytest.mark.parametrize("change", PLAYER_CHANGES, ids=case_name)
def test_a_player_cannot_change_a_signed_game(night: Night, change: Change) -> None:
    phone = phone_of(advance_to(night, change[1]), 1)
    sign_game(game=game_at(night, 1, 1), winner="NS", who=ORGANIZER)
    address, data = fill_in(night, change)
    with nothing_changes():
        phone.post(address, data)


@pytest.mark.parametrize("moment", moments(EVERY_CHANGE))
def test_nothing_is_accepted_without_the_csrf_token(night: Night, moment: str) -> None:
    known = phone_of(advance_to(night, "opened"), 1)
    sign_in_as_organizer(known, night.club)
    if moment != "opened":
        advance_to(night, moment)
    for change in (one for one in EVERY_CHANGE if one[1] == moment):
        with taken_back():
            client = Client(enforce_csrf_checks=True)  # the answer to the first request gives it a cookie
            client.cookies.update(known.cookies)
            address, data = fill_in(night, change)
            forgery = data | {"csrfmiddlewaretoken": "x" * 64}
            with nothing_changes(address):
                missing = client.post(address, data)
                forged = client.post(address, forgery, headers={"Origin": "http://evil.example"})
        assert (missing.status_code, forged.status_code) == (403, 403), address
        assert "This page was too old, or cookies are switched off" in missing.content.decode(), address


def test_a_form_with_its_csrf_token_is_accepted(night: Night) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(phone_of(night, 1).cookies)
    page = client.get(f"/n/{night.slug}/play/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    data = {"game": game_at(night, 1, 1).pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    assert client.post(f"/n/{night.slug}/play/hand/", data | {"csrfmiddlewaretoken": token[1]}).status_code == 302


def test_a_get_request_to_a_post_only_address_changes_nothing(organizer: Client, night: Night) -> None:
    advance_to(night, "playing")
    for path in (path for path, (_, who) in URLS.items() if who == "-"):
        with taken_back():
            address, _ = fill_in(night, (path, "playing", {}))
            status = 302 if "/play/" in address else 405  # the address of a tap redirects to the table
            with nothing_changes(path):
                answers = organizer.get(address), organizer.head(address)
        assert [answer.status_code for answer in answers] == [status, status], path


TAKE_A_POST = {
    "/j/",
    "/j/{key}",
    "/h/{invited}/",
    "/j/{join_key}/{entry}/",
    "/n/{slug}/join/",
    "/n/{slug}/rules/",
    "/n/{slug}/close/",
    "/n/{slug}/check/",
    "/n/{slug}/game/{game}/hand/1/",
}


def test_a_post_request_to_a_read_only_page_changes_nothing(organizer: Client, night: Night) -> None:
    advance_to(night, "playing")
    for path in (path for path, (_, who) in URLS.items() if who != "-" and path not in TAKE_A_POST):
        with taken_back():
            address, _ = fill_in(night, (path, "playing", {}))
            browser = Client()  # some pages give another cookie
            browser.cookies.update(organizer.cookies)
            with nothing_changes(path):
                browser.post(address, {"names": "Zoe New", "reopen": "1"})


# Pages


def test_head_gets_what_get_gets_on_a_page_that_takes_a_form(organizer: Client, night: Night) -> None:
    advance_to(night, "playing")
    for path in dict.fromkeys(path for path, _, _ in ORGANIZER_CHANGES if URLS[path][1] != "-"):
        with taken_back():
            address, _ = fill_in(night, (path, "playing", {}))
            assert organizer.head(address).status_code == organizer.get(address).status_code, path


def test_head_leads_a_phone_that_plays_already_to_its_table(night: Night) -> None:
    phone, address = phone_of(night, 1), f"/n/{night.slug}/join/"
    assert phone.head(address)["Location"] == phone.get(address)["Location"] == f"/n/{night.slug}/play/"


def test_a_stranger_can_open_only_public_pages(night: Night) -> None:
    intruders = strangers(advance_to(night, "playing"))
    for path in (path for path, (_, who) in URLS.items() if who in ("organizer", "seat")):
        address, _ = fill_in(night, (path, "playing", {}))
        for who, client in intruders.items():
            if path in CLUB_PATHS and who == "another clubs organizer":
                continue
            answer = client.get(address)
            assert answer.status_code == 403, f"{who} opens {path}"
            assert not LAST_NAME.search(answer.content.decode()), f"{who} at {path}"


@pytest.mark.parametrize(
    "moment",
    [pytest.param("opened", marks=pytest.mark.long), "playing", pytest.param("closed", marks=pytest.mark.long)],
)
def test_only_the_organizer_can_open_the_organizers_pages(organizer: Client, night: Night, moment: str) -> None:
    phone = phone_of(night, 1)
    advance_to(night, moment)
    for path in (path for path, (_, who) in URLS.items() if who == "organizer"):
        address, _ = fill_in(night, (path, moment, {}))
        pages = organizer.get(address, follow=True), phone.get(address)
        assert [page.status_code for page in pages] == [200, 403], path


@pytest.mark.parametrize(
    "moment",
    [pytest.param("opened", marks=pytest.mark.long), "playing", pytest.param("closed", marks=pytest.mark.long)],
)
def test_phones_of_a_clubs_players_may_read_its_seasons_and_records(
    organizer: Client, night: Night, moment: str
) -> None:
    phone, replaced = phone_of(night, 2), replaced_phone(night)
    outsiders = [replaced, Client(), another_clubs_organizer(night), phone_of_another_club()]
    advance_to(night, moment)
    for path in (path for path, (_, who) in URLS.items() if who == "regular"):
        address, _ = fill_in(night, (path, moment, {}))
        found = 409 if path.endswith((".pdf", ".png")) else 200  # nobody has a night in the season yet
        assert organizer.get(address).status_code == found
        page = phone.get(address)
        assert page.status_code == found, path
        assert not LAST_NAME.search(page.content.decode()), path
        assert not ORGANIZER_PATH.search(page.content.decode().split("<main")[1]), path
        answers = [client.get(address) for client in outsiders]
        theirs = [200, 200] if path in CLUB_PATHS else [404, 403]  # they read the book of their own club
        assert [answer.status_code for answer in answers] == [403, 403, *theirs], path
        assert not any(night.club.name in answer.content.decode() for answer in answers), path


@pytest.mark.parametrize("path", ["/n/{slug}/game/{game}/", "/n/{slug}/game/{game}/hand/1/"])
def test_the_players_of_a_game_and_the_organizer_can_open_its_hands(organizer: Client, night: Night, path: str) -> None:
    clients = [organizer, *(phone_of(night, number) for number in (1, 6, 2, 5))]
    address, _ = fill_in(advance_to(night, "playing"), (path, "playing", {}))
    assert [client.get(address).status_code for client in clients] == [200] * 5


@pytest.mark.parametrize("stranger", STRANGERS, ids=case_name)
def test_public_pages_show_no_last_name_no_key_and_no_organizer_link(night: Night, stranger: Stranger) -> None:
    client = stranger(night)
    keys = [
        night.club.key,
        night.join_key,
        *(e.key for e in night.entries.all()),
        *(e.printed_key for e in night.entries.all()),
    ]
    for moment in ("playing", "closed", "sign-up"):
        if moment == "sign-up":
            Hand.objects.all().delete()
            Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
            night.rounds.all().delete()
        advance_to(night, moment if moment != "closed" else "closing")
        check_public_pages(client, night, keys, "Reyes" if stranger is another_tables_player else "")


def check_public_pages(client: Client, night: Night, keys: list[str], own: str) -> None:
    """Open every public page, whole and in part; only the phone's own page may show the last name `own`."""
    for path in (path for path, (_, who) in URLS.items() if who == "anybody"):
        for headers in ({}, {"HX-Request": "true"}):
            page = client.get(path.format(slug=night.slug), headers=headers).content.decode()
            shown = set(LAST_NAME.findall(page)) - ({own} if path.endswith("/play/") else set())
            assert not shown, f"{path} shows {shown}"
            assert not [key for key in keys if key in page], path
            assert "token-of" not in page and "the-newer-phone" not in page
            organizer_paths = ORGANIZER_PATH.findall(page) if f"/n/{night.slug}/" in page else []
            assert not organizer_paths, f"{path} links to {organizer_paths}"


def test_live_events_show_no_last_name_and_no_key(night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    sign_up(night=night, names=CAST[8:10], who=ORGANIZER)
    phone_of(night, 9)
    sent = messages(list(night.events.order_by("pk"))).decode()
    log = " ".join(str(entry) for entry in night.log_entries.all())
    assert "Ida N." in log and sent.count("event: ") >= 3
    assert not LAST_NAME.search(sent + log)
    assert not [entry.key for entry in night.entries.all() if entry.key in sent + log]


@pytest.mark.parametrize("name", ["Ann Miller 2", "Ann Miller (red)", "Ann Miller !"])
def test_a_last_name_followed_by_something_else_is_not_shown(stranger: Client, empty_night: Night, name: str) -> None:
    sign_up(night=empty_night, names=[name], who=ORGANIZER)
    assert not LAST_NAME.search(stranger.get(f"/n/{empty_night.slug}/").content.decode())


def test_after_closing_a_phone_sees_only_what_is_public(night: Night) -> None:
    phone = phone_of(advance_to(night, "playing"), 1)
    close_night(night=night, who=ORGANIZER)
    for path in URLS:
        if URLS[path][1] in ("anybody", "seat"):
            page = phone.get(fill_in(night, (path, "closed", {}))[0]).content.decode()
            assert not LAST_NAME.search(page), path
            assert 'name="result"' not in page and 'name="word"' not in page, path
