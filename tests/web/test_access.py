"""Who may open and change what: a table of every address, each tried by everybody who must be kept out.

A new address fails `test_every_address_is_in_the_table` until it stands here with the way to try it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tally.models import Hand
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of
from tests.support.row_snapshots import rows
from tests.support.strangers import (
    BACKSTAGE,
    SECRET,
    STRANGERS,
    Stranger,
    another_tables_player,
    at,
    filled,
    named,
    refused_to,
    strangers,
)
from tests.support.url_table import ANYBODYS, AT_A_TABLE, CLUBS, OPENS, ORGANIZERS, PLAYERS, Change
from tournament.access import ORGANIZER_COOKIE
from tournament.live.messages import messages
from tournament.models import Night
from tournament.night.games import sign_game
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.signup import sign_up

pytestmark = pytest.mark.usefixtures("short_searches")


def said_of(night: Night) -> int:
    """How much was said of the first game: hands, words on the total, who won a tie."""
    game = game_at(night, 1, 1)
    return Hand.objects.filter(game=game).count() + game.signatures.count() + bool(game.tie_to)


# The table is complete


def every_pattern(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    """All address patterns, however deep they were included."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        else:
            yield from every_pattern(pattern.url_patterns)


def test_every_address_is_in_the_table() -> None:
    names = [pattern.name for pattern in every_pattern(get_resolver().url_patterns)]
    assert len(names) == len(set(names)) and None not in names, "every address has a name of its own"
    assert set(names) == {name for name, _ in OPENS.values()}


def test_every_address_in_the_table_is_what_it_says() -> None:
    for path, (name, _) in OPENS.items():
        assert resolve(path.format(slug="abc", club="K", key="K", game=1)).url_name == name


def test_every_address_that_only_takes_a_post_is_tried_with_one() -> None:
    tried = {change[0] for change in ORGANIZERS + PLAYERS + AT_A_TABLE + ANYBODYS}
    assert {path for path, (_, who) in OPENS.items() if who == "-"} <= tried


# Changes


@pytest.mark.parametrize("change", ORGANIZERS, ids=named)
def test_what_the_organizer_sends_works(organizer: Client, night: Night, change: Change) -> None:
    address, data = filled(at(night, change[1]), change)
    before = rows()
    assert organizer.post(address, data).status_code == 302
    assert rows() != before


@pytest.mark.parametrize("change", PLAYERS, ids=named)
def test_what_a_player_sends_works(night: Night, change: Change) -> None:
    phone = phone_of(at(night, change[1]), 1)
    address, data = filled(night, change)
    kept = said_of(night)
    assert phone.post(address, data).status_code == 302
    assert said_of(night) == kept + 1


@pytest.mark.parametrize("change", ORGANIZERS, ids=named)
def test_nobody_else_changes_what_is_the_organizers(night: Night, change: Change) -> None:
    kept_out = strangers(night) | {"a player": phone_of(night, 5)}
    if change[0] in CLUBS:
        del kept_out["another clubs organizer"]  # that is a night of their own club
    refused_to(kept_out, *filled(at(night, change[1]), change), htmx=False)


@pytest.mark.parametrize("change", PLAYERS, ids=named)
def test_a_stranger_records_undoes_corrects_and_signs_nothing(night: Night, change: Change) -> None:
    refused_to(strangers(night), *filled(at(night, change[1]), change))


@pytest.mark.parametrize("change", PLAYERS, ids=named)
@pytest.mark.parametrize("moment", ["closed", "sign-up"])
def test_a_player_changes_nothing_before_the_start_or_after_the_end(night: Night, change: Change, moment: str) -> None:
    phone = phone_of(night, 1)
    address, data = filled(at(night, "rung" if moment == "closed" else "opened"), change)
    if moment == "closed":
        close_night(night=night, who=ORGANIZER)
    else:
        Night.objects.update(status=Night.Status.SIGN_UP)
    with nothing_changes():
        assert phone.post(address, data).status_code in (403, 409)


@pytest.mark.parametrize("change", PLAYERS, ids=named)
def test_a_player_changes_nothing_in_a_signed_game(night: Night, change: Change) -> None:
    phone = phone_of(at(night, change[1]), 1)
    sign_game(game=game_at(night, 1, 1), winner="NS", who=ORGANIZER)
    address, data = filled(night, change)
    with nothing_changes():
        phone.post(address, data)


@pytest.mark.parametrize("change", ORGANIZERS + PLAYERS + ANYBODYS, ids=named)
def test_nothing_is_accepted_without_the_pages_token(night: Night, change: Change) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(phone_of(at(night, "opened"), 1).cookies)
    if change[1] != "opened":
        at(night, change[1])
    client.cookies[ORGANIZER_COOKIE] = night.club.key
    address, data = filled(night, change)
    with nothing_changes():
        answer = client.post(address, data)
        forged = client.post(
            address, data | {"csrfmiddlewaretoken": "x" * 64}, headers={"Origin": "http://evil.example"}
        )
    assert (answer.status_code, forged.status_code) == (403, 403)
    assert "This page was too old, or cookies are switched off" in answer.content.decode()


def test_a_form_with_its_token_is_accepted(night: Night) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(phone_of(night, 1).cookies)
    page = client.get(f"/n/{night.slug}/play/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    data = {"game": game_at(night, 1, 1).pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    assert client.post(f"/n/{night.slug}/play/hand/", data | {"csrfmiddlewaretoken": token[1]}).status_code == 302


@pytest.mark.parametrize("path", [path for path, (_, who) in OPENS.items() if who == "-"])
def test_looking_at_an_address_that_changes_something_changes_nothing(
    organizer: Client, night: Night, path: str
) -> None:
    address, _ = filled(at(night, "playing"), (path, "playing", {}))
    with nothing_changes():
        back = 302 if "/play/" in address else 405  # the address of a tap leads back to the table
        assert (organizer.get(address).status_code, organizer.head(address).status_code) == (back, back)


@pytest.mark.parametrize(
    "path",
    [
        path
        for path, (_, who) in OPENS.items()
        if who != "-"
        and path
        not in (
            "/j/",
            "/j/{key}",
            "/n/{slug}/join/",
            "/n/{slug}/rules/",
            "/n/{slug}/close/",
            "/n/{slug}/test/",
            "/n/{slug}/game/{game}/hand/1/",
        )
    ],
)
def test_posting_to_a_page_that_only_shows_changes_nothing(organizer: Client, night: Night, path: str) -> None:
    address, _ = filled(at(night, "playing"), (path, "playing", {}))
    with nothing_changes():
        organizer.post(address, {"names": "Zoe New", "reopen": "1"})


# Looking


def test_a_stranger_does_not_open_what_is_not_public(night: Night) -> None:
    kept_out = strangers(at(night, "playing"))
    for path in (path for path, (_, who) in OPENS.items() if who in ("organizer", "seat")):
        address, _ = filled(night, (path, "playing", {}))
        for who, client in kept_out.items():
            if path in CLUBS and who == "another clubs organizer":
                continue
            answer = client.get(address)
            assert answer.status_code == 403, f"{who} opens {path}"
            assert not SECRET.search(answer.content.decode()), f"{who} at {path}"


@pytest.mark.parametrize("moment", ["opened", "playing", "closed"])
def test_the_organizer_opens_every_page_of_the_organizers_and_a_player_none(
    organizer: Client, night: Night, moment: str
) -> None:
    phone = phone_of(night, 1)
    at(night, moment)
    for path in (path for path, (_, who) in OPENS.items() if who == "organizer"):
        address, _ = filled(night, (path, moment, {}))
        assert (organizer.get(address).status_code, phone.get(address).status_code) == (200, 403), path


@pytest.mark.parametrize("path", ["/n/{slug}/game/{game}/", "/n/{slug}/game/{game}/hand/1/"])
def test_a_games_hands_are_open_to_its_players_and_the_organizer(organizer: Client, night: Night, path: str) -> None:
    clients = [organizer, *(phone_of(night, number) for number in (1, 6, 2, 5))]
    address, _ = filled(at(night, "playing"), (path, "playing", {}))
    assert [client.get(address).status_code for client in clients] == [200] * 5


@pytest.mark.parametrize("stranger", STRANGERS, ids=named)
def test_public_pages_show_no_last_name_no_key_and_no_way_backstage(night: Night, stranger: Stranger) -> None:
    client = stranger(night)
    keys = [night.club.key, *(e.key for e in night.entries.all()), *(e.printed_key for e in night.entries.all())]
    for moment in ("playing", "closed", "sign-up"):
        if moment == "sign-up":
            Hand.objects.all().delete()
            Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
            night.rounds.all().delete()
        at(night, moment if moment != "closed" else "closing")
        _see_nothing(client, night, keys, "Reyes" if stranger is another_tables_player else "")


def _see_nothing(client: Client, night: Night, keys: list[str], own: str) -> None:
    """Look at every public page, whole and in part. `own` is the last name that this phone's own page may show."""
    for path in (path for path, (_, who) in OPENS.items() if who == "anybody"):
        for headers in ({}, {"HX-Request": "true"}):
            page = client.get(path.format(slug=night.slug), headers=headers).content.decode()
            shown = set(SECRET.findall(page)) - ({own} if path.endswith("/play/") else set())
            assert not shown, f"{path} shows {shown}"
            assert not [key for key in keys if key in page], path
            assert "token-of" not in page and "the-newer-phone" not in page
            backstage = BACKSTAGE.findall(page) if f"/n/{night.slug}/" in page else []
            assert not backstage, f"{path} leads to {backstage}"


def test_live_events_show_no_last_name_and_no_key(night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    sign_up(night=night, names=CAST[8:10], who=ORGANIZER)
    phone_of(night, 9)
    told = messages(list(night.events.order_by("pk"))).decode()
    texts = " ".join(str(entry) for entry in night.log_entries.all())
    assert "Ida N." in texts and told.count("event: ") >= 3
    assert not SECRET.search(told + texts)
    assert not [entry.key for entry in night.entries.all() if entry.key in told + texts]


@pytest.mark.parametrize("name", ["Ann Miller 2", "Ann Miller (red)", "Ann Miller !"])
def test_no_last_name_is_shown_because_something_stands_behind_it(
    stranger: Client, empty_night: Night, name: str
) -> None:
    sign_up(night=empty_night, names=[name], who=ORGANIZER)
    assert not SECRET.search(stranger.get(f"/n/{empty_night.slug}/").content.decode())


def test_an_expired_key_opens_nothing_that_is_not_public(night: Night) -> None:
    phone = phone_of(at(night, "playing"), 1)
    close_night(night=night, who=ORGANIZER)
    for path in OPENS:
        if OPENS[path][1] in ("anybody", "seat"):
            page = phone.get(filled(night, (path, "closed", {}))[0]).content.decode()
            assert not SECRET.search(page), path
            assert 'name="result"' not in page and 'name="word"' not in page, path
