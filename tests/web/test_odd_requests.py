"""Every address, asked by everybody with odd values in path, query, cookies, forms and files: never a failure (500)."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.db import connection
from django.test import Client

from tests.support.accounts import ANN, browser_of
from tests.support.night import phone_of
from tests.support.odd_requests import Draw, ask
from tests.support.single_table import current_game, open_table, post_hands
from tests.support.strangers import advance_to, another_clubs_organizer, fill_in_all, invited_helper, replaced_phone
from tests.support.url_table import EVERY_CHANGE, URLS
from tournament.models import Night, Role

MOMENTS = ["sign-up", "seven", "opened", "playing", "asked", "disputed", "rung", "clocked", "tied", "paying"]
MOMENTS += ["closing", "closed", "totals", "single table"]
PLACEHOLDERS = set(re.findall(r"\{(\w+)\}", str([list(URLS), EVERY_CHANGE])))
SHARE = len(URLS) // len(MOMENTS) + 1  # requests at each moment in the default run, which asks every address once

pytestmark = pytest.mark.usefixtures("short_searches")


def roles_of(night: Night, organizer: Client) -> list[Client]:
    """Everybody who may ask, most often those who may do most."""
    phone, other, replaced = phone_of(night, 3), another_clubs_organizer(night), replaced_phone(night)
    helpers = [invited_helper(night.club, role) for role in Role if role != Role.ORGANIZER]
    return [organizer] * 5 + [phone] * 2 + helpers + [browser_of(ANN), Client(), other, replaced]


def draw_at(night: Night, organizer: Client, moment: str, seed: int) -> Draw:
    """Take the night to a moment, or open a single table, and draw requests for it."""
    roles = roles_of(night, organizer)
    if moment != "single table":
        advance_to(night, moment)
    values: dict[str, object] = dict(fill_in_all(night, PLACEHOLDERS))
    if moment == "single table":
        night = open_table(night.club, "standard", 4)
        post_hands(organizer, night, "A:5")
        game = current_game(night)
        values |= {"slug": night.slug, "game": game.row.pk, "newest": game.newest, "first": game.newest}
        roles = roles_of(night, organizer)
    return Draw(Random(seed), values, roles)


def check_requests(draw: Draw, count: int, start: int = 0) -> None:
    """Ask `count` times, one address after the other."""
    failed, addresses = [], sorted(URLS, key=lambda path: path[::-1])
    for number in range(start, start + count):
        request = draw.request(addresses[number % len(addresses)])
        status, error = ask(request)
        if status >= 500 or error is not None:
            failed.append(f"{status} {error!r} {request}")
    assert not failed, f"{len(failed)} of {count} failed on {connection.vendor}:\n" + "\n".join(failed[:20])


@pytest.mark.sample(3)
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_odd_request_fails(night: Night, organizer: Client, moment: str) -> None:
    number = MOMENTS.index(moment)
    check_requests(draw_at(night, organizer, moment, number), SHARE, number * SHARE)


@pytest.mark.long
@pytest.mark.parametrize("moment", MOMENTS)
def test_none_of_20000_odd_requests_fails(night: Night, organizer: Client, moment: str) -> None:
    check_requests(draw_at(night, organizer, moment, 1000 + MOMENTS.index(moment)), 20_000 // len(MOMENTS) + 1)
