"""The organizer is one click from the desk or the board on every page, and the start page leads on."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.night import phone_of
from tests.support.single_table import open_table
from tournament.models import Club, Night

OUTSIDE = ("/", "/help/", "/help/before/", "/try/", "/j/", "/one-table/", "/n/nowhere/")
PUBLIC = ("", "standings/", "rules/", "fairness/", "tally/1/")


def links(client: Client, path: str) -> list[str]:
    """Return the addresses that a page links to."""
    return re.findall(r'<a\b[^>]*href="([^"]+)"', client.get(path).content.decode())


@pytest.mark.parametrize("path", OUTSIDE)
def test_pages_outside_of_a_night_lead_the_organizer_back_to_it(organizer: Client, night: Night, path: str) -> None:
    assert f"/n/{night.slug}/board/" in links(organizer, path)
    Night.objects.update(status=Night.Status.SIGN_UP)
    assert f"/n/{night.slug}/desk/" in links(organizer, path)


@pytest.mark.parametrize("path", PUBLIC)
def test_public_pages_of_a_night_lead_the_organizer_back_to_it(organizer: Client, night: Night, path: str) -> None:
    assert f"/n/{night.slug}/board/" in links(organizer, f"/n/{night.slug}/{path}")


def test_a_single_table_leads_the_organizer_back_to_the_night(organizer: Client, night: Night) -> None:
    table = open_table(night.club, "standard", 4)
    assert f"/n/{night.slug}/board/" in links(organizer, f"/n/{table.slug}/table/hands/")


@pytest.mark.parametrize("path", OUTSIDE[:5])
def test_nobody_else_is_led_to_the_board(stranger: Client, night: Night, path: str) -> None:
    for client in (stranger, phone_of(night, 1)):
        assert not [address for address in links(client, path) if address.endswith(("/board/", "/desk/"))]


@pytest.mark.parametrize("path", ["/help/", "/help/phone/", "/help/all/", "/try/"])
def test_help_leads_a_players_phone_back_to_its_table(stranger: Client, night: Night, path: str) -> None:
    address, phone = f"/n/{night.slug}/play/", phone_of(night, 1)
    assert address in links(phone, path) and address not in links(stranger, path)
    Night.objects.update(status=Night.Status.CLOSED)
    assert address not in links(phone, path)


# The start page


def primary_buttons(page: str) -> list[str]:
    """Return the words of the page's primary buttons."""
    found = re.findall(r'<(?:button|a class="button)([^>]*)>\s*([^<]+?)\s*<', page.partition("<main")[2])
    return [words for more, words in found if "plain" not in more]


def test_tonights_night_comes_first(organizer: Client, night: Night) -> None:
    Night.objects.update(date=timezone.localdate())
    later = Night.objects.create(club=night.club, name="Christmas euchre", date="2026-12-22")
    page = organizer.get("/").content.decode()
    assert re.findall(r"<h1>(.*?)</h1>", page) == [night.name]
    assert page.index(night.name) < page.index(later.name)
    assert primary_buttons(page) == ["Go to the board"]


@pytest.mark.parametrize(
    ("status", "primary"),
    [
        (Night.Status.SIGN_UP, "Go to the desk"),
        (Night.Status.PLAYING, "Go to the board"),
        (Night.Status.CLOSED, "Start next night"),
    ],
)
def test_the_organizers_start_page_has_one_primary_button(
    organizer: Client, night: Night, status: str, primary: str
) -> None:
    Night.objects.update(status=status)
    page = unescape(organizer.get("/").content.decode())
    assert primary_buttons(page) == [primary]
    assert all(words in page for words in ("Start next night", "One table, one game", "Try a game"))
    assert ("earlier nights" in page) == (status == Night.Status.CLOSED)


def test_a_new_club_starts_its_first_night(club: Club, organizer: Client) -> None:
    assert primary_buttons(organizer.get("/").content.decode()) == ["Start the first night"]


@pytest.mark.parametrize(
    ("status", "primary"),
    [
        (Night.Status.SIGN_UP, "Add my name"),
        (Night.Status.PLAYING, "My table"),
        (Night.Status.CLOSED, "Standings"),
    ],
)
def test_a_players_start_page_has_one_primary_button(stranger: Client, night: Night, status: str, primary: str) -> None:
    Night.objects.update(status=status)
    assert primary_buttons(stranger.get("/").content.decode()) == [primary]
