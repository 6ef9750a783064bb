"""A season of five nights in Chromium, from the first sign-up to the printed standings, against a count of its own."""

from __future__ import annotations

from collections import defaultdict
from io import BytesIO
from random import Random

import pdfplumber
import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.support.night import CAST
from tests.support.screens import LAPTOP, click_and_load
from tests.support.serverless_browser import SITE, ServerlessBrowser
from tournament.models import Club
from tournament.night.charts import load_charts

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("short_searches")]
DAYS = ("2026-09-01", "2026-09-08", "2026-09-15", "2026-09-22", "2026-09-29")
GAMES, BEST = 3, 3
Points = dict[str, int]


def who_comes(night: int) -> list[str]:
    """The eight who come to a night: the last of the first eight has two stand-ins in turn."""
    return [*CAST[:7], CAST[7 + night % 3]]


def sign_up(page: Page, night: int) -> None:
    """Create a night and sign everybody up: pasted on the first, tapped later, typed where nobody knows them yet."""
    page.goto(f"{SITE}/")
    click_and_load(page.get_by_role("button", name="Start next night" if night else "Start the first night"))
    page.get_by_text("Night settings", exact=True).click()
    page.get_by_label("Date", exact=True).fill(DAYS[night])
    click_and_load(page.locator("#settings").get_by_role("button", name="Save"))
    if not night:
        page.locator("[name=names]:not([type=search])").fill("\n".join(who_comes(night)))
        click_and_load(page.get_by_role("button", name="Add to the list"))
        return
    for count, name in enumerate(who_comes(night), 1):
        known = page.locator(".regulars").get_by_role("button", name=name, exact=True)
        if known.count():
            known.click()
        else:
            page.get_by_role("searchbox", name="Find a regular").fill(name)
            page.get_by_role("button", name="as new").click()
        expect(page.locator("#list [data-player]")).to_have_count(count)


def play_game(page: Page, game: int, chance: Random, points: Points) -> None:
    """Enter the slips of a game, and count for everybody what their slip says."""
    expect(page.get_by_role("heading", name=f"game {game} of {GAMES}")).to_be_visible()
    for table in page.locator(".quick > li").all():
        ours, theirs = chance.sample(range(2, 12), 2)
        for pair, score in zip(table.locator("label.pair:not(.loners)").all()[:2], (ours, theirs), strict=True):
            for name in pair.locator(".player-name").all_inner_texts():
                points[name.removeprefix("& ").lstrip("0123456789 ")] += score
            pair.locator("input").fill(str(score))
        pair.locator("input").press("Enter")
        expect(page.locator(".quick b", has_text=f"✓ {ours}–{theirs}")).to_be_visible()


def play_night(page: Page, night: int, chance: Random) -> Points:
    """Play and close a night; return everybody's points by short name."""
    sign_up(page, night)
    start, points = page.url[: page.url.index("/desk/")], defaultdict[str, int](int)
    if not night:
        page.goto(f"{start}/desk/movement/")
        page.get_by_label("Games tonight").fill(str(GAMES))
        click_and_load(page.get_by_role("button", name="Use this", exact=True))
        page.goto(f"{start}/desk/")
    click_and_load(page.get_by_role("button", name="Draw numbers", exact=True))
    click_and_load(page.get_by_role("button", name="Start the night", exact=True))
    for game in range(1, GAMES + 1):
        page.goto(f"{start}/quick/{game}/")
        play_game(page, game, chance, points)
    page.goto(f"{start}/close/")
    click_and_load(page.get_by_role("button", name="Close the night"))
    return points


def make_season(page: Page) -> None:
    """Make the season of these nights: everybody's best nights, added up."""
    page.goto(f"{SITE}/club/seasons/new/")
    page.get_by_label("Name of the season").fill("Fall")
    page.get_by_label("First day").fill(DAYS[0])
    page.get_by_label("Last day").fill(DAYS[-1])
    page.get_by_label("Only the best nights, added up").check()
    page.get_by_label("How many best nights count").fill(str(BEST))
    click_and_load(page.get_by_role("button", name="Preview"))
    click_and_load(page.get_by_role("button", name="Save the season"))
    expect(page.get_by_role("heading", name="Fall")).to_be_visible()


def counted(nights: list[Points]) -> dict[str, tuple[int, int]]:
    """Count by itself: everybody's best nights added up, and how many nights they were there."""
    found = {}
    for name in CAST[:10]:
        short = f"{name.split()[0]} {name.split()[1][0]}."
        own = sorted((night[short] for night in nights if short in night), reverse=True)
        found[name] = sum(own[:BEST]), len(own)
    return found


def test_a_season_of_five_nights_from_sign_up_to_the_printed_standings(
    club: Club, organizer: Client, browser: Browser
) -> None:
    load_charts()
    chance = Random(5)
    with ServerlessBrowser(browser, organizer, LAPTOP) as serverless:
        page = serverless.open("/")
        nights = [play_night(page, night, chance) for night in range(len(DAYS))]
        make_season(page)
        sheet = page.get_by_role("link", name="Print the standings").get_attribute("href")
    assert sheet and club.players.regulars().count() == 10, "nobody is known twice"
    with pdfplumber.open(BytesIO(organizer.get(sheet).content)) as document:
        lines = document.pages[0].extract_text().splitlines()
    totals = counted(nights)
    for name, (total, attended) in totals.items():
        place = 1 + sum(other > total for other, _ in totals.values())
        shared = sum(other == total for other, _ in totals.values()) > 1
        (line,) = [line.split() for line in lines if name in line]
        assert line[0] == f"{'T-' * shared}{place}" and line[-2:] == [str(attended), str(total)], name
