"""The end of a night in a browser: the reveal to its last step on the big screen, and each phone's recap after it."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tally.loading.games import night_games
from tally.loading.reveal import RevealState
from tally.models import Hand
from tally.presenters.big_screen.final_standings import PODIUM
from tally.scoring.reveal import reveal_standings
from tests.browser.test_big_screen_measures import BROKEN_WORDS, COUNT_TONES, problems
from tests.support.movement_nights import games_of, sign_both_sides
from tests.support.night import CAST, ORGANIZER, play_hands
from tests.support.screens import violations
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import LONG_NAMES, StagedNight
from tests.support.waiting import wait_for_script
from tournament.models import Night, Season
from tournament.night.lifecycle import close_night

RESULTS = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2", "NS:5", "EW:3-4", "NS:0-2", "EW:5-alone")
PRIZES = [{"kind": kind, "what": "A ham and a pie"} for kind in ("high", "low", "high-game", "door")]
# Notes what begins to move: it may have arrived before a slow computer looks.
NOTE_RISEN = """window.risen = new Set();
addEventListener("animationstart", ({animationName, target}) => {
  if (animationName === "rise") risen.add(target);
});"""
RISEN = "count => [...risen].filter(one => one.isConnected).length === count"
ANIMATED = "() => document.getAnimations().filter(one => one.animationName === 'rise').length"


def closed_night(players: int, names: tuple[str, ...], games: int, seed: int = 4) -> StagedNight:
    """Play a whole night at random, in which every table records four hands a game and who went alone."""
    staged = StagedNight(players, names=names, movement="winners-up", games=games, seed=7, prizes={"list": PRIZES})
    chance = Random(seed)
    for number in range(1, games + 1):
        for game in games_of(staged.night, number):
            play_hands(game, *chance.choices(RESULTS, k=4))
            for hand in Hand.objects.filter(game=game, record__alone=True):
                side = "NS" if hand.record and hand.record["maker_side"] == "A" else "EW"
                hand.alone_by = game.places.get(seat=chance.choice(side)).entry
                hand.save(update_fields=["alone_by"])
            sign_both_sides(game)
    for number in range(1, players + 1, 3):
        staged.phone(number)
    close_night(night=staged.night, who=ORGANIZER)
    staged.night.refresh_from_db()
    return staged


def walk(page: Page) -> tuple[list[str], list[str]]:
    """Press the one button to the end; return the titles of the steps and what is wrong on the way."""
    titles, issues, axed = [], [], set()
    button = page.locator("#reveal")
    while button.count():
        step, is_countdown = int(button.get_attribute("value") or 0), page.locator(".countdown").count() > 0
        if not is_countdown:  # it goes on by itself
            button.click()
        expect(page.locator(f"#screen[data-step='{step}']")).to_be_visible()
        titles.append(page.locator("h1").inner_text())
        issues += [f"{titles[-1]}: {what}" for what in problems(page, clock=False)]
        broken = [word for word in page.evaluate(BROKEN_WORDS) if "-" not in word]  # a hyphen is where it may break
        issues += [f"{titles[-1]}: {word} is broken" for word in broken]
        kind = (str(page.locator(".panel:visible").get_attribute("class")), page.locator(".award").count())
        if kind not in axed:
            axed.add(kind)
            issues += [f"{titles[-1]}: {what}" for what in violations(page, animations="cancel")]
    return titles, issues


@pytest.mark.long
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)], ids=str)
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("names", [CAST, LONG_NAMES], ids=["short", "long"])
def test_one_button_leads_from_the_first_prize_to_everybodys_place(
    transactional_db: None, browser: Browser, size: tuple[int, int], motion: str, names: tuple[str, ...]
) -> None:
    staged = closed_night(22, names, games=7)
    client, path = staged.organizer("screen/")
    with ServerlessBrowser(browser, client, size, reduced_motion=motion) as serverless:
        serverless.context.add_init_script(f"({COUNT_TONES})()")
        titles, issues = walk(serverless.open(path))
    assert issues == []
    assert titles[:2] == ["High game", "Door prize"] and titles[-1] in ("First place", "Tied for first")
    assert {"Best pair", "Closest game", "The lantern"} <= set(titles)


@pytest.mark.long
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_flourish_is_for_the_winner_and_obeys_reduced_motion(
    transactional_db: None, browser: Browser, motion: str
) -> None:
    staged = closed_night(8, CAST, games=3)
    steps = RevealState.of(staged.night, night_games(staged.night)).steps
    winner = next(number for number, step in enumerate(steps, 1) if step.wins)
    Night.objects.update(revealed_steps=winner - 2)
    client, path = staged.organizer("screen/")
    with ServerlessBrowser(browser, client, reduced_motion=motion) as serverless:
        serverless.context.add_init_script(NOTE_RISEN)
        page, moving = serverless.open(path), motion == "no-preference"
        for step in range(winner - 1, len(steps) + 1):
            page.locator(f"#reveal[value='{step}']").click()
            expect(page.locator(f"#screen[data-step='{step}']")).to_be_visible()
            if step == winner:
                wait_for_script(page, RISEN, int(moving))
                expect(page.locator(".confetti")).to_have_count(int(moving))
                assert page.locator(".blocks li").count() <= len(PODIUM) and page.locator(".trophy").is_visible()
            else:
                assert page.evaluate(ANIMATED) == 0 and (step > winner or page.locator(".confetti").count() == 0)
        expect(page.locator("#reveal")).to_have_count(0)
        assert page.locator(".panel.standings").first.locator("li").count() == 8


@pytest.mark.long
@pytest.mark.parametrize("size", [(320, 568), pytest.param((360, 640), marks=pytest.mark.long)], ids=str)
def test_the_recap_fits_a_small_phone(transactional_db: None, browser: Browser, size: tuple[int, int]) -> None:
    staged = closed_night(8, LONG_NAMES, games=3)
    Season.objects.create(
        club=staged.night.club, name="Thursdays in the fall of 2026", first_day="2026-09-01", last_day="2026-12-31"
    )
    reveal_standings(night=staged.night, who=ORGANIZER)
    client, path = staged.phone(1)
    with ServerlessBrowser(browser, client, size, reduced_motion="reduce") as serverless:
        page = serverless.open(path)
        expect(page.get_by_text("Season so far")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        small = [one.bounding_box() for one in page.locator("main .button").all()]
        assert all(box and box["height"] >= 48 for box in small)
        assert page.locator("main .button:not(.plain)").count() == 1
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page, animations="cancel") == []
