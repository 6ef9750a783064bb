"""A hall of 133 phones behind one router joins at once while somebody there guesses codes as fast as they can."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.benchmarks.load_generator import Phone, drive, request
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tournament.models.keys import new_key
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.web.guessing import OF_AN_ADDRESS

ROUTER = "127.0.0.7"  # for the server it is not the laptop itself
LISTED = MAX_PLAYERS // 2  # players whom the organizer has entered; the others add themselves
GUESSERS = 8  # connections


def fetch(path: str, token: str, form: dict[str, object] | None = None) -> bytes:
    """Build a request of a plain page."""
    return request("GET" if form is None else "POST", path, token, form, htmx=False)


def take_name(join: str, take: str, token: str) -> Phone:
    """Scan the table's code, and tap a name."""
    status, page = yield "join", fetch(join, token)
    assert status == 200 and take in page.decode(), page
    status, page = yield "join", fetch(take, token, {})
    assert status == 302, page


def add_name(slug: str, name: str, token: str) -> Phone:
    """Add a name with a phone of its own."""
    status, page = yield "join", fetch(f"/n/{slug}/join/", token)
    assert status == 200, page
    status, page = yield "join", fetch(f"/n/{slug}/join/", token, {"name": name})
    assert status == 302, page


class Guessers:
    """Connections that try random codes: so many each, and then until every phone of a hall is in."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.phones_to_come = 0

    def guess(self, times: int) -> Phone:
        """Try so many codes, and go on while phones are to come."""
        while times > 0 or self.phones_to_come:
            status, _ = yield "guess", fetch(f"/j/{new_key()}", "")
            self.answers.append(status)
            times -= 1

    def beside(self, phone: Phone) -> Phone:
        """Let a phone come in."""
        self.phones_to_come += 1
        yield from phone
        self.phones_to_come -= 1


def hall_phones(hall: Hall) -> Iterator[Phone]:
    """Yield a hall's phones: half of them tap their name, half of them add it."""
    organizer = Visitor(hall, hall.organizer_path)
    slug = re.search(r"/n/(\w+)/", organizer.url)
    assert slug
    organizer.press("Add to the list", names="\n".join(f"Guest{number} Listed" for number in range(LISTED)))
    join = re.search(r'href="[^"]*(/J/[A-Z0-9]+)"', organizer.open(f"/n/{slug[1]}/desk/").body.decode())
    assert join
    takes = re.findall(r'<a class="name" href="([^"]+)"', organizer.open(join[1]).body.decode())
    assert len(takes) == LISTED
    for number, take in enumerate(takes):
        yield take_name(join[1], take, f"listed-{number}")
    for number in range(MAX_PLAYERS - LISTED):
        yield add_name(slug[1], f"Guest{number} New", f"new-{number}")


@pytest.mark.long
def test_nobody_is_refused_beside_a_guesser(hall: Hall) -> None:
    phones, guessers = list(hall_phones(hall)), Guessers()
    drive(hall.port, [guessers.guess(10) for _ in range(GUESSERS)], ROUTER)
    assert OF_AN_ADDRESS <= guessers.answers.count(404) < OF_AN_ADDRESS + GUESSERS, "some were on their way already"
    guessers.answers.clear()
    guessing = [guessers.guess(10) for _ in range(GUESSERS)]
    times, _ = drive(hall.port, [*map(guessers.beside, phones), *guessing], ROUTER)
    assert len(times["join"]) == 2 * MAX_PLAYERS and guessers.phones_to_come == 0
    assert set(guessers.answers) == {429} and len(guessers.answers) >= 10 * GUESSERS
    assert len(hall.export()["players"]) == MAX_PLAYERS
