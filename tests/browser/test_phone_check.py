"""The page that checks a phone: opening it reaches the laptop, and the desk shows the result."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect

from tests.support.hall_server import Hall
from tests.support.made_up_laptop import WIFI, make_up_laptop
from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tests.support.screens import LAPTOP, Screens
from tests.support.waiting import wait_for_script
from tournament.models import Night, PhoneCheck
from tournament.night.lifecycle import back_to_sign_up, close_night, start_night
from tournament.night.phone_check import MOST_REPORTS

COUNT_TONES = """() => {
  window.tones = 0;
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return create.call(this); };
}"""


def desk(organizer: Client, night: Night) -> str:
    """Return the desk's HTML on one line."""
    return " ".join(organizer.get(f"/n/{night.slug}/desk/").content.decode().split())


def a_phone(night: Night, number: int = 0) -> Client:
    """Return a phone's browser in the laptop's Wi-Fi, a player's with a number, that comes by the laptop's address."""
    phone = phone_of(night, number) if number else Client()
    phone.defaults |= {"REMOTE_ADDR": "192.168.1.37", "SERVER_NAME": WIFI.host}
    return phone


def test_the_desk_shows_what_a_phone_reported_and_nothing_of_the_laptops_own_browser(
    organizer: Client, stranger: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_up_laptop(monkeypatch)
    address = f"/n/{empty_night.slug}/check/"
    html = desk(organizer, empty_night)
    assert f"/n/{empty_night.slug}/room/" in html and "Check the room" in html and "has reached" not in html
    assert stranger.get(address).status_code == 200
    assert stranger.post(address, {"page_id": "0a1b2c3d"})["Location"] == f"{address}?reported=1"
    assert "has reached" not in desk(organizer, empty_night), "this laptop's own browser proves nothing"
    assert empty_night.events.order_by("-pk")[0].topics == "checked check-0a1b2c3d"
    phone = a_phone(empty_night)
    phone.post(address, {"page_id": "x y", "live_delay": "120", "stores_taps": "1"})
    shown = "A phone has reached this laptop at 192.168.1.5; live messages take 0.1 s; taps are kept while"
    assert f"✓ {shown}" in desk(organizer, empty_night)
    assert empty_night.events.order_by("-pk")[0].topics == "checked check-none"
    stranger.post(address)
    assert f"✓ {shown}" in desk(organizer, empty_night), "a look at the page on the laptop takes nothing from it"
    phone.post(address, {"live": "none"})
    troubled = desk(organizer, empty_night)
    assert "! A phone has reached this laptop at 192.168.1.5, but live messages do not reach it" in troubled
    assert "✓ A phone" not in troubled
    PhoneCheck.objects.update(at=timezone.now() - timedelta(days=1))
    assert "has reached" not in desk(organizer, empty_night), "that was another day"


def test_the_desk_names_the_player_of_a_checked_phone(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_up_laptop(monkeypatch)
    phone_of(night, 1).post(f"/n/{night.slug}/check/", {"page_id": "0a1b2c3d"})
    assert "has reached" not in desk(organizer, night), "it is the laptop that plays"
    a_phone(night, 1).post(f"/n/{night.slug}/check/", {"page_id": "0a1b2c3d"})
    assert "✓ 1 Ann M. has reached this laptop at 192.168.1.5" in desk(organizer, night)


def test_a_strangers_report_refreshes_only_the_desk(organizer: Client, stranger: Client, night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    seen = night.events.order_by("-pk")[0].pk
    assert stranger.post(f"/n/{night.slug}/check/").status_code == 302
    topics_sent = {f"sse:{topic}" for event in night.events.filter(pk__gt=seen) for topic in event.topics.split()}
    listening = {
        page: set(re.findall(r"sse:[\w-]+", client.get(f"/n/{night.slug}/{page}/").content.decode()))
        for page, client in (("desk", organizer), ("play", phone_of(night, 1)), ("screen", stranger))
    }
    assert [page for page, topics in listening.items() if topics & topics_sent] == ["desk"]


def test_during_the_night_a_strangers_phone_must_scan_a_card_first(stranger: Client, night: Night) -> None:
    assert stranger.get(f"/n/{night.slug}/check/").status_code == 200
    with nothing_changes():
        answer = stranger.post(f"/n/{night.slug}/check/")
    assert answer.status_code == 409 and "Scan the code on your tally card" in answer.content.decode()


def test_checks_are_refused_in_a_closed_night_and_after_too_many(
    organizer: Client, stranger: Client, night: Night
) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    for _ in range(MOST_REPORTS):
        assert stranger.post(f"/n/{night.slug}/check/").status_code == 302
    with nothing_changes():
        assert "Wait a minute" in stranger.post(f"/n/{night.slug}/check/").content.decode()
    for known in (organizer, phone_of(night, 1)):
        assert known.post(f"/n/{night.slug}/check/").status_code == 302, (
            "strangers do not use up the checks of known phones"
        )
    night.phone_checks.all().delete()
    start_night(night=night, who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert stranger.post(f"/n/{night.slug}/check/").status_code == 409


@pytest.mark.long
def test_a_real_phone_measures_the_stream_and_reports_it_to_the_desk(browser: Browser, hall: Hall) -> None:
    screens = Screens(browser, hall)
    organizer = screens.open(hall.organizer_path, LAPTOP)
    organizer.get_by_role("link", name="Check the room").click()
    screens.check(organizer, "check the room")
    organizer.get_by_text("Not secure").click()
    screens.check_width(organizer, "check the room, unfolded")
    rows = [row.bounding_box() or {} for row in organizer.locator(".room summary:visible").all()]
    assert rows and all(row["height"] >= 44 for row in rows), "each is tapped with ease"
    link = organizer.locator("#scan-heading ~ p a").first.get_attribute("href") or ""
    phone = screens.open(link.removeprefix(hall.url))
    expect(phone.locator("#live")).to_have_text(re.compile(r"✓ They arrive in \d\.\d s\."))
    expect(phone.locator("#desk")).to_have_text("This laptop’s own browser is not counted. Scan the code with a phone.")
    expect(phone.locator("#storage")).to_contain_text("✓ They are kept on this phone")
    organizer.goto(hall.url + hall.organizer_path)
    expect(organizer.locator("#list")).not_to_contain_text("has reached this laptop")
    screens.check(phone, "phone check")
    phone.evaluate(COUNT_TONES)
    phone.get_by_role("button", name="Ring and vibrate this phone").click()
    wait_for_script(phone, "tones === 15")  # three strokes of five tones
    screens.close()
    assert not screens.problems, screens.problems
