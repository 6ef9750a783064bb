"""Money that would change prizes which were announced asks first, and the log says so."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from tally.scoring.announced_prizes import PrizesWouldChange, asking_about_prizes
from tally.scoring.reveal import reveal_standings, reveal_step
from tests.support.markup import page_text, text_of
from tests.support.night import ORGANIZER, game_at, nothing_changes, play_hands
from tests.support.serverless_browser import ServerlessBrowser
from tournament.club.cash import add_line, cash_lines, close_box, pay_entry_fee, take_back_entry_fee
from tournament.models import Night
from tournament.money.box import Kind, total_of
from tournament.night.lifecycle import close_night

CHANGE = "High: $9.00 ($4.50 each) → $4.50 ($2.25 each)"


@pytest.fixture
def closed(night: Night) -> Night:
    """A closed night with $10 in the pot, of which High is 90%: numbers 1 and 6 have $4.50 each."""
    Night.objects.filter(pk=night.pk).update(
        money=True,
        entry_fee=500,
        prizes={"list": [{"kind": "high", "money": "90%"}, {"kind": "loners", "money": "5%"}]},
    )
    night.refresh_from_db()
    for number in (1, 2):
        pay_entry_fee(entry=night.entries.get(number=number), who=ORGANIZER)
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


@pytest.fixture
def announced(closed: Night) -> Night:
    """The same night after the reveal, with the box closed."""
    close_box(night=closed, cents=1000, who=ORGANIZER)
    reveal_standings(night=closed, who=ORGANIZER)
    closed.refresh_from_db()
    return closed


def take_back(night: Night, number: int = 2, **more: str) -> tuple[str, dict[str, str]]:
    """Return what the button sends that takes a player's fee back."""
    return f"/n/{night.slug}/money/fee/", {"entry": str(night.entries.get(number=number).pk), "back": "1", **more}


def hidden_fields(text: str) -> dict[str, str]:
    """Return the hidden fields of the page's own form."""
    return {name: unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text)}


def test_a_fee_that_is_taken_back_after_the_reveal_asks_first_and_is_logged(
    announced: Night, organizer: Client
) -> None:
    address, form = take_back(announced)
    with nothing_changes():
        asked = organizer.post(address, form)
    text = asked.content.decode()
    assert asked.status_code == 409 and CHANGE in text_of(asked) and "Nothing is saved yet." in text
    assert "Cancel" in text and "Most loners" not in text_of(asked)
    sent = hidden_fields(text)
    assert sent["entry"] == form["entry"] and sent["back"] == "1" and sent["prizes_sure"] == CHANGE
    assert organizer.post(address, sent).status_code == 302
    assert total_of(cash_lines(announced), Kind.ENTRY) == 500
    assert announced.log_entries.latest("pk").text == f"changed prizes: {CHANGE}"
    assert "High: $4.50" in page_text(Client(), f"/n/{announced.slug}/standings/")


def test_prizes_that_a_tie_has_made_one_are_asked_about_as_one(announced: Night, organizer: Client) -> None:
    prizes = [{"kind": "high", "money": "50%"}, {"kind": "second", "money": "30%"}]
    Night.objects.filter(pk=announced.pk).update(prizes={"list": prizes})
    address, form = take_back(announced)
    asked = text_of(organizer.post(address, form))
    assert "High and Second: $8.00 ($4.00 each) → $4.00 ($2.00 each)" in asked and "High:" not in asked


def test_a_yes_to_another_change_asks_again(announced: Night, organizer: Client) -> None:
    address, form = take_back(announced, prizes_sure="High: $9.00 ($4.50 each) → $8.00 ($4.00 each)")
    with nothing_changes():
        assert organizer.post(address, form).status_code == 409


def test_a_correction_and_the_settings_ask_too(announced: Night, organizer: Client) -> None:
    line = announced.cash_lines.first()
    settings = {"currency": "dollars", "entry_fee": "5", "kept_for_costs": "5", "smallest_coin": "25"}
    for path, form in (
        ("money/correct/", {"line": line.pk, "amount": ""}),
        ("money/", settings),
        ("money/", {"switch": "off"}),
    ):
        with nothing_changes():
            asked = organizer.post(f"/n/{announced.slug}/{path}", form)
        assert asked.status_code == 409 and "This changes the prizes" in text_of(asked), path
    organizer.post(f"/n/{announced.slug}/money/", settings | {"prizes_sure": CHANGE})
    announced.refresh_from_db()
    assert announced.kept_for_costs == 500


def test_a_late_pot_asks_once_a_prize_was_paid_out(closed: Night, organizer: Client) -> None:
    ann = closed.entries.get(number=1)
    form = {"move": "pot", "amount": "$1", "entry": ann.pk, "key": "pot"}
    assert organizer.post(f"/n/{closed.slug}/money/line/", form).status_code == 302, "nobody has heard of a prize yet"
    add_line(night=closed, kind=Kind.PRIZE, cents=-475, entry=ann, who=ORGANIZER, key="prize")
    with nothing_changes():
        assert organizer.post(f"/n/{closed.slug}/money/line/", form | {"key": "more"}).status_code == 409


def test_the_first_step_of_the_reveal_announces(closed: Night, organizer: Client) -> None:
    reveal_step(night=closed, step=1, of=9, title="8th place", who=ORGANIZER)
    address, form = take_back(closed)
    with nothing_changes():
        assert organizer.post(address, form).status_code == 409


def test_money_that_changes_no_prize_asks_nothing(announced: Night, organizer: Client) -> None:
    organizer.post(f"/n/{announced.slug}/money/close/", {"open": "1"})
    form = {"move": "other-in", "amount": "$1", "key": "gift"}
    assert organizer.post(f"/n/{announced.slug}/money/line/", form).status_code == 302
    Night.objects.filter(pk=announced.pk).update(prizes={"list": [{"kind": "high", "money": "$5"}]})
    address, form = take_back(announced)
    assert organizer.post(address, form).status_code == 302


def test_before_anybody_has_heard_nothing_is_asked(closed: Night, organizer: Client) -> None:
    address, form = take_back(closed)
    assert organizer.post(address, form).status_code == 302


def test_a_stranger_is_refused_before_anything_is_asked(announced: Night, stranger: Client) -> None:
    address, form = take_back(announced, prizes_sure=CHANGE)
    with nothing_changes():
        assert stranger.post(address, form).status_code == 403


def test_a_refused_change_sends_no_event_and_writes_nothing(announced: Night) -> None:
    entry, sentence = announced.entries.get(number=2), "This changes prizes that were announced: High: "
    with nothing_changes(), pytest.raises(PrizesWouldChange, match=sentence):  # noqa: SIM117 - what raises stands alone
        with asking_about_prizes(night=announced, who=ORGANIZER):
            take_back_entry_fee(entry=entry, who=ORGANIZER)


@pytest.mark.long
def test_a_fee_tapped_late_asks_on_a_page_of_its_own(announced: Night, organizer: Client, browser: Browser) -> None:
    organizer.post(f"/n/{announced.slug}/money/close/", {"open": "1"})
    name = announced.entries.get(number=3).name
    with ServerlessBrowser(browser, organizer) as opened:
        page = opened.open(f"/n/{announced.slug}/money/")
        page.get_by_role("button", name=f"{name} pays $5.00").click()
        expect(page.get_by_role("heading", name="This changes the prizes")).to_be_visible()
        page.get_by_role("button", name="Change the prizes").click()
        expect(page.get_by_role("heading", name="This changes the prizes")).to_have_count(0)
        expect(page.get_by_text("3 of ").first).to_be_visible()
    assert total_of(cash_lines(announced), Kind.ENTRY) == 1500
