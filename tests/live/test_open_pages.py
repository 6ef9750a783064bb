"""Pages that stay open: what they hear of, and how much of the night they vouch for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from tests.support.night import CAST, ORGANIZER
from tournament.live.events import last_event
from tournament.models import Event, Night
from tournament.night.lifecycle import open_night
from tournament.night.signup import sign_up


def test_an_open_desk_hears_of_whatever_another_desk_changes(organizer: Client, empty_night: Night) -> None:
    page = organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    found = re.search(r'hx-trigger="([^"]+)" hx-target="#list"', page)
    assert found
    heard = set(re.findall(r"sse:([\w-]+)", found[1]))
    for path, said in (
        ("names", {"names": "\n".join(CAST[:8])}),
        ("draw", {"order": "arrival"}),
        ("swap", {"one": "1", "other": "2"}),
        ("remove", {"entry": "{entry}"}),
        ("ghost", {}),
        ("movement", {"movement": "drawn", "games": "6"}),
    ):
        before, last = last_event(empty_night.pk), empty_night.entries.last()
        form = {field: word.format(entry=last and last.pk) for field, word in said.items()}
        assert organizer.post(f"/n/{empty_night.slug}/desk/{path}/", form).status_code == 302
        told = empty_night.events.get(pk__gt=before).topics.split()
        assert heard & set(told), path


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
def test_a_page_does_not_vouch_for_what_happened_while_it_was_put_together(
    organizer: Client, empty_night: Night, path: str, started: bool
) -> None:
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    if started:
        open_night(night=empty_night, who=ORGANIZER)
    meanwhile: list[Event] = []

    def happens(execute: Callable[..., object], sql: str, *more: object) -> object:
        result = execute(sql, *more)
        if not meanwhile and re.search('FROM "tournament_(entry|game)"', sql):  # the page has read who plays, or where
            meanwhile.append(Event.objects.create(night=empty_night, topics="room desk", public_text="x"))
        return result

    with connection.execute_wrapper(happens):
        page = organizer.get(f"/n/{empty_night.slug}/{path}").content.decode()
    found = re.search(r"/live/\w+/\?after=(\d+)", page)
    assert found and 0 < int(found[1]) < meanwhile[0].pk


def test_a_page_whose_night_went_back_to_sign_up_follows_it_to_the_desk(organizer: Client, empty_night: Night) -> None:
    address, desk = f"/n/{empty_night.slug}/board/", f"/n/{empty_night.slug}/desk/"
    looked = organizer.get(address, headers={"HX-Request": "true"})
    assert (looked.status_code, looked["HX-Redirect"], looked.content) == (200, desk, b"")
    assert organizer.get(address)["Location"] == desk, "who opens the page is sent there as ever"


def test_every_answer_but_an_error_of_ours_says_whose_it_is(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/n/{night.slug}/board/"
    for visitor, path, status in ((organizer, address, 200), (Client(), address, 403), (organizer, "/nowhere/", 404)):
        answer = visitor.get(path)
        assert (answer.status_code, answer["X-Night"]) == (status, "1")
    untokened = Client(enforce_csrf_checks=True).post(f"/n/{night.slug}/play/hand/")
    assert (untokened.status_code, untokened["X-Night"]) == (403, "1")
    monkeypatch.setattr("tally.views.board.tiles", lambda *_: 1 / 0)
    organizer.raise_request_exception = False
    broken = organizer.get(address)
    assert broken.status_code == 500 and "X-Night" not in broken
