"""Open pages: which events refresh them, and from which event on they listen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from tests.support.night import CAST, ORGANIZER, game_at, phone_of
from tournament.live.events import last_event
from tournament.models import Event, Night
from tournament.night.lifecycle import start_night
from tournament.night.signup import sign_up


def test_an_open_desk_refreshes_after_every_change_on_another_desk(organizer: Client, empty_night: Night) -> None:
    page = organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    found = re.search(r'hx-trigger="([^"]+)" hx-target="#list"', page)
    assert found
    listened = set(re.findall(r"sse:([\w-]+)", found[1]))
    for path, fields in (
        ("names", {"names": "\n".join(CAST[:8])}),
        ("draw", {"order": "arrival"}),
        ("swap", {"one": "1", "other": "2"}),
        ("remove", {"entry": "{entry}"}),
        ("ghost", {}),
        ("movement", {"movement": "drawn", "games": "6"}),
    ):
        before, last = last_event(empty_night.pk), empty_night.entries.last()
        form = {field: value.format(entry=last and last.pk) for field, value in fields.items()}
        assert organizer.post(f"/n/{empty_night.slug}/desk/{path}/", form).status_code == 302
        topics = empty_night.events.get(pk__gt=before).topics.split()
        assert listened & set(topics), path


@pytest.mark.parametrize(
    ("path", "started"),
    [
        ("", False),
        ("", True),
        ("desk/", False),
        ("desk/movement/", False),
        ("fairness/", False),
        ("changes/", True),
        ("screen/", False),
        ("screen/", True),
    ],
)
def test_a_page_replays_events_that_happened_while_it_was_rendered(
    organizer: Client, empty_night: Night, path: str, started: bool
) -> None:
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    if started:
        start_night(night=empty_night, who=ORGANIZER)
    meanwhile: list[Event] = []

    def add_event(execute: Callable[..., object], sql: str, *more: object) -> object:
        result = execute(sql, *more)
        if not meanwhile and re.search('FROM "tournament_(entry|game)"', sql):  # the page has read players or games
            meanwhile.append(Event.objects.create(night=empty_night, topics="room desk", public_text="x"))
        return result

    with connection.execute_wrapper(add_event):
        page = organizer.get(f"/n/{empty_night.slug}/{path}").content.decode()
    found = re.search(r"/live/\w+/\?after=(\d+)", page)
    assert found and 0 < int(found[1]) < meanwhile[0].pk


@pytest.mark.parametrize("tapped", [False, True])
def test_a_phone_never_says_that_it_has_heard_of_what_it_does_not_show(night: Night, tapped: bool) -> None:
    phone, address, meanwhile = phone_of(night, 1), f"/n/{night.slug}/play/", []

    def close(execute: Callable[..., object], sql: str, *more: object) -> object:
        if not meanwhile and 'FROM "tournament_phone"' in sql:  # the page has read the night
            Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED)
            meanwhile.append(Event.objects.create(night=night, topics="room"))
        return execute(sql, *more)

    with connection.execute_wrapper(close):
        hand = {"game": game_at(night, 1, 1).pk, "hand": 1, "result": "NS:3-4", "key": "a-hand"}
        htmx = {"HX-Request": "true"}
        answer = phone.post(f"{address}hand/", hand, headers=htmx) if tapped else phone.get(address, headers=htmx)
    page = answer.content.decode()
    found = re.search(r'name="seen" value="(\d+)"', page)
    assert found and meanwhile
    assert (int(found[1]) >= meanwhile[0].pk) == ("data-closed" in page)


def test_the_board_of_a_night_back_in_sign_up_redirects_to_the_desk(organizer: Client, empty_night: Night) -> None:
    address, desk = f"/n/{empty_night.slug}/board/", f"/n/{empty_night.slug}/desk/"
    refreshed = organizer.get(address, headers={"HX-Request": "true"})
    assert (refreshed.status_code, refreshed["HX-Redirect"], refreshed.content) == (200, desk, b"")
    assert organizer.get(address)["Location"] == desk, "a page load redirects as usual"


@pytest.mark.parametrize("headers", [{}, {"X-Version": "/static/0123456789/"}])
def test_a_page_that_was_loaded_before_an_update_reloads(
    organizer: Client, night: Night, headers: dict[str, str]
) -> None:
    address = f"/n/{night.slug}/board/"
    refreshed = organizer.get(address, headers={"HX-Request": "true"} | headers)
    assert refreshed["HX-Refresh"] == "true"
    assert "HX-Refresh" not in organizer.get(address, headers=headers), "a page load is new anyway"


def test_a_page_of_this_version_is_refreshed_in_place(organizer: Client, night: Night) -> None:
    address = f"/n/{night.slug}/board/"
    loaded = re.search(r"hx-headers='([^']+)'", organizer.get(address).content.decode())
    assert loaded
    assert "HX-Refresh" not in organizer.get(address, headers={"HX-Request": "true"} | json.loads(loaded[1]))


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_page_and_its_part_are_kept_apart_by_the_browser(
    organizer: Client, night: Night, headers: dict[str, str]
) -> None:
    for path in ("board/", "play/", "", "desk/"):
        assert "HX-Request" in organizer.get(f"/n/{night.slug}/{path}", headers=headers)["Vary"], path


def test_every_response_except_a_server_error_has_the_nights_header(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/n/{night.slug}/board/"
    for visitor, path, status in ((organizer, address, 200), (Client(), address, 403), (organizer, "/nowhere/", 404)):
        answer = visitor.get(path)
        assert (answer.status_code, answer["X-Night"]) == (status, "1")
    without_token = Client(enforce_csrf_checks=True).post(f"/n/{night.slug}/play/hand/")
    assert (without_token.status_code, without_token["X-Night"]) == (403, "1")
    monkeypatch.setattr("tally.presenters.board.tiles", lambda *_: 1 / 0)
    organizer.raise_request_exception = False
    broken = organizer.get(address)
    assert broken.status_code == 500 and "X-Night" not in broken
