"""Check the room: the laptop's list, the page that a phone scans, and which address stands in all codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.support.made_up_laptop import WIFI, make_up_laptop
from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tests.support.strangers import check_refused, invited_helper, strangers
from tests.support.url_table import ROOM_CHANGES
from tournament.laptop.arrivals import arrivals
from tournament.laptop.fetched_pages import fetched_pages
from tournament.laptop.room_openings import RoomOpenings, room_openings
from tournament.laptop.running import RunningNight, note_running
from tournament.models import LogEntry, Night, Phone, PhoneCheck, Role
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.phone_check import COMPLETED_WITHIN, one_time_key
from tournament.presenters import room
from tournament.presenters.room import MOST_CODES
from tournament.reach.facts import Neighbor
from tournament.reach.networks import Address
from tournament.views import check_room
from tournament.web import hall_network
from tournament.web.hall_network import host_for_codes, remembered_networks, web_address

CABLE = Address("10.0.0.7", 8, "eth0")
PHONE, NEAR_CABLE = "192.168.1.37", "10.0.0.44"
LONG = "x" * 200_000


@pytest.fixture(autouse=True)
def two_networks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A laptop with two addresses on port 80, whose codes have the first; it remembers nothing yet."""
    make_up_laptop(monkeypatch, (CABLE, WIFI))
    monkeypatch.setattr(settings, "ADDRESS", "http://192.168.1.5:80")
    monkeypatch.setattr(settings, "NETWORK_HOST", "192.168.1.5", raising=False)
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(settings, "NETWORKS_FILE", tmp_path / "networks")
    monkeypatch.setattr(settings, "ADDRESS_FILE", tmp_path / "address")
    arrivals.clear()
    fetched_pages.clear()
    room_openings.clear()
    check_room._reports.clear()
    note_running(RunningNight("http://127.0.0.1:80", lambda: None, 80))
    yield
    note_running(None)


def a_phone(host: str = PHONE, came_by: str = WIFI.host) -> Client:
    """Return a phone's browser, and by which of the laptop's addresses it comes."""
    return Client(
        REMOTE_ADDR=host, SERVER_NAME=came_by, SERVER_PORT="80", HTTP_HOST=web_address("http", came_by, 80)[7:]
    )


def list_of(organizer: Client, night: Night) -> str:
    """Return the text of the room's list."""
    html = organizer.get(f"/n/{night.slug}/room/").content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def scan(night: Night, phone: Client, **data: str) -> int:
    """Let a phone open the page of the code that the organizer sees, and its script report; return the status."""
    address, key = f"/n/{night.slug}/check/", one_time_key(night)
    assert phone.get(f"{address}?key={key}").status_code == 200
    return phone.post(address, {"key": key, "page_id": "0a1b2c3d", **data}).status_code


def test_the_list_says_that_no_phone_has_come_until_one_has(organizer: Client, empty_night: Night) -> None:
    before = list_of(organizer, empty_night)
    assert "No phone has connected yet." in before and "What does the phone show?" in before
    assert "2 addresses: 10.0.0.7 (cable) and 192.168.1.5 (Wi-Fi)" in before
    assert scan(empty_night, a_phone()) == 302
    after = list_of(organizer, empty_night)
    assert (
        "No phone has connected yet." not in after
        and "A phone connected at" in after
        and "through 192.168.1.5" in after
    )
    assert "It lets phones in: one has connected." in after


def test_the_page_hears_nothing_while_nothing_changes_and_the_new_list_when_a_phone_comes(
    organizer: Client, empty_night: Night
) -> None:
    page = organizer.get(f"/n/{empty_night.slug}/room/").content.decode()
    again = re.search(r'hx-get="([^"]*)"', page)
    assert again
    assert organizer.get(again[1], headers={"HX-Request": "true"}).status_code == 204
    scan(empty_night, a_phone())
    fresh = organizer.get(again[1], headers={"HX-Request": "true"})
    assert fresh.status_code == 200 and "No phone has connected yet." not in fresh.content.decode()


def test_the_address_by_which_a_phone_came_with_the_code_of_the_page_stands_in_all_codes_from_then_on(
    organizer: Client, empty_night: Night
) -> None:
    assert "http://10.0.0.7:80/n/" in organizer.get(f"/n/{empty_night.slug}/room/").content.decode()
    assert scan(empty_night, a_phone(NEAR_CABLE, CABLE.host)) == 302
    assert settings.ADDRESS == "http://10.0.0.7:80" == settings.ADDRESS_FILE.read_text()
    assert "10.0.0.7:80/j" in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert LogEntry.objects.filter(actor="A phone", text="lets all codes lead to 10.0.0.7").exists()
    moved = empty_night.events.order_by("-pk")[0].topics.split()
    for page, topic in (("desk", "address"), ("screen", "room"), ("room", "checked")):
        html = organizer.get(f"/n/{empty_night.slug}/{page}/").content.decode()
        assert topic in moved and f"sse:{topic}" in html, f"{page} shows the new code"
    answer = organizer.get(f"/n/{empty_night.slug}/desk/?codes=moved", headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"
    assert remembered_networks() == ["10.0.0.0/8"] and host_for_codes() == "10.0.0.7"


def test_a_strangers_phone_moves_no_code(stranger: Client, empty_night: Night) -> None:
    """Without the key of the organizer's page, with one that was used, or with the headers of another address."""
    address, key = f"/n/{empty_night.slug}/check/", one_time_key(empty_night)
    on_cable = a_phone(NEAR_CABLE, CABLE.host)
    for wrong in ("", "0" * 16, LONG, "é" * 16):
        assert on_cable.post(address, {"key": wrong}).status_code == 302
    assert settings.ADDRESS == "http://192.168.1.5:80" and remembered_networks() == []
    assert scan(empty_night, a_phone()) == 302, "this one proves the first address"
    assert on_cable.post(address, {"key": key}).status_code == 302
    assert settings.ADDRESS == "http://192.168.1.5:80", "a key proves one phone"
    forged = a_phone().post(address, {"key": one_time_key(empty_night)}, headers={"Host": "6.6.6.6:80"})
    assert forged.status_code == 302 and settings.ADDRESS == "http://192.168.1.5:80"


def test_the_laptop_itself_proves_nothing(organizer: Client, empty_night: Night) -> None:
    for itself in ("127.0.0.1", WIFI.host):
        assert scan(empty_night, a_phone(itself, CABLE.host)) == 302
    assert settings.ADDRESS == "http://192.168.1.5:80"
    assert "No phone has connected yet." in list_of(organizer, empty_night)
    page = a_phone("127.0.0.1").get(f"/n/{empty_night.slug}/check/").content.decode()
    assert "This is the laptop’s own browser" in page and "This phone reaches" not in page
    reported = a_phone("127.0.0.1").get(f"/n/{empty_night.slug}/check/?reported=1").content.decode()
    for shown in (page, reported):
        assert "This laptop’s own browser is not counted. Scan the code with a phone." in shown
        assert "✓" not in shown.partition("<main")[2], "the list does not show it"


def test_until_a_minute_has_passed_or_somebody_says_that_nothing_comes_the_list_is_calm(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, path = [0.0], f"/n/{empty_night.slug}/room/"
    monkeypatch.setattr(room, "room_openings", RoomOpenings(lambda: now[0]))

    def shown(more: str = "", **headers: str) -> str:
        return organizer.get(path + more, **headers).content.decode()

    for _ in range(2):
        page = shown()
        assert 'id="finding-why"' not in page and '<details id="help-why" open>' not in page
        assert f'href="{path}?scanned">I scanned, and nothing comes</a>' in page
        now[0] += 29.0
    asked = shown("?scanned")
    assert "This laptop sees no phone in its network" in asked and '<details id="help-why" open>' in asked
    again = re.findall(r'hx-get="([^"]+)"', asked)[0].replace("&amp;", "&")
    assert shown(again.removeprefix(path), HTTP_HX_REQUEST="true") == "", "it stays as it is"
    now[0] += 2.0
    later = shown()
    assert 'id="finding-why"' in later and "I scanned, and nothing comes" not in later
    assert scan(empty_night, a_phone()) == 302
    assert 'id="finding-why"' not in shown() and "I scanned, and nothing comes" not in shown()


@pytest.mark.parametrize("silent", [{}, {"clock": ""}])
def test_the_last_clock_that_a_phone_told_stands(organizer: Client, empty_night: Night, silent: dict[str, str]) -> None:
    now = str(round(timezone.now().timestamp() * 1000))
    assert scan(empty_night, a_phone(), clock=now) == 302
    assert a_phone("192.168.1.38").post(f"/n/{empty_night.slug}/check/", silent).status_code == 302
    assert "The phone that connected has the same time." in list_of(organizer, empty_night)
    PhoneCheck.objects.update(at=timezone.now() - timedelta(days=1))
    assert scan(empty_night, a_phone("192.168.1.39")) == 302
    assert "same time" not in list_of(organizer, empty_night), "that was another day"


def test_the_phones_that_connected_are_counted(organizer: Client, empty_night: Night) -> None:
    assert scan(empty_night, a_phone()) == 302
    assert re.search(r"A phone connected at [^.]*M through 192\.168\.1\.5\.", list_of(organizer, empty_night))
    for host in ("192.168.1.38", "192.168.1.38", "192.168.1.39"):
        assert scan(empty_night, a_phone(host)) == 302
    several = list_of(organizer, empty_night)
    assert re.search(r"3 phones connected, the last at [^.]*M \(A phone\) through 192\.168\.1\.5\.", several)


def joined(night: Night, reached: str, count: int) -> None:
    """Let the phones of the first players join through this address an hour ago, in their order."""
    for entry in night.entries.order_by("number")[:count]:
        phone = Phone.objects.create(entry=entry, token=f"{entry.number:040}", reached=reached)
        at = timezone.now() - timedelta(minutes=60 - entry.number)
        Phone.objects.filter(pk=phone.pk).update(claimed_at=at)


def test_after_a_start_in_mid_night_phones_of_players_are_phones_that_connected(
    organizer: Client, night: Night
) -> None:
    """Nobody has checked a phone, and the program has forgotten who fetched a page."""
    assert "No phone has connected yet." in list_of(organizer, night)
    joined(night, WIFI.host, 3)
    shown = list_of(organizer, night)
    assert "3 phones have connected." in shown, "all of them play, whenever they joined"
    assert "It lets phones in" in shown
    assert room.room_of(night, 80).sentence.startswith("3 phones have connected")
    assert a_phone("192.168.1.77").get(f"/n/{night.slug}/check/").status_code == 200
    assert "Why none comes" not in list_of(organizer, night)


def test_while_a_night_is_played_nobody_is_told_to_scan_before_people_come(night: Night) -> None:
    assert room.room_of(night, 80).sentence == "No phone has connected here yet."
    back_to_sign_up(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert room.room_of(night, 80).sentence.endswith("Scan the code with one before people come.")


def test_the_list_speaks_of_phones_that_lost_the_laptop_as_the_board_does(organizer: Client, night: Night) -> None:
    joined(night, "192.168.9.9", 1)
    for page in ("room", "board"):
        html = organizer.get(f"/n/{night.slug}/{page}/").content.decode()
        assert "A phone joined when this laptop was at 192.168.9.9" in html, page


def test_a_page_that_any_phone_has_opened_proves_that_phones_get_through(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The firewall is not blamed while a phone has the page in its hand."""
    seen = SimpleNamespace(gateways=frozenset, neighbors=lambda: (Neighbor(PHONE),))
    monkeypatch.setattr(room, "neighborhood", seen)
    path, blamed = f"/n/{empty_night.slug}/room/?scanned", "firewall keeps port"
    a_phone("127.0.0.1").get(f"/n/{empty_night.slug}/")
    a_phone().get("/nothing-here/")
    assert blamed in organizer.get(path).content.decode(), "the laptop itself, and an error, prove nothing"
    assert "No phone has connected here yet." in room.room_of(empty_night, 80).sentence
    assert a_phone().get(f"/n/{empty_night.slug}/").status_code == 200
    shown = organizer.get(path).content.decode()
    assert blamed not in shown and 'id="finding-why"' not in shown and "It lets phones in" in shown
    assert "A phone has opened a page here at " in shown and "through 192.168.1.5" in shown
    assert room.room_of(empty_night, 80).sentence.startswith("A phone has opened a page here at ")
    make_up_laptop(monkeypatch, (Address("172.20.0.5", 16, "wlan0"),))
    assert "has opened a page" not in organizer.get(path).content.decode(), "the laptop was carried elsewhere"


def test_in_another_network_the_check_begins_anew(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tried at home with three phones, and carried to the hall without a restart."""
    for host in (PHONE, "192.168.1.38", "192.168.1.39"):
        assert scan(empty_night, a_phone(host)) == 302
    hall, path = Address("172.20.0.5", 16, "wlan0"), f"/n/{empty_night.slug}/room/"
    make_up_laptop(monkeypatch, [hall])
    assert "No phone has connected here yet." in list_of(organizer, empty_night)
    assert 'id="finding-why"' in organizer.get(f"{path}?scanned").content.decode()
    assert scan(empty_night, a_phone("172.20.0.77", hall.host)) == 302
    assert re.search(r"A phone connected at [^.]*M through 172\.20\.0\.5\.", list_of(organizer, empty_night))


def test_the_calm_minute_begins_anew_at_another_address() -> None:
    now = [0.0]
    openings = RoomOpenings(lambda: now[0])
    openings.note_open(1, [WIFI.host])
    now[0] = 90.0
    assert openings.note_open(1, [WIFI.host]) == 90.0
    assert openings.note_open(1, [CABLE.host]) == 0.0


def test_a_second_address_takes_nothing_from_the_codes_that_a_phone_has_proved(
    organizer: Client, empty_night: Night
) -> None:
    assert scan(empty_night, a_phone()) == 302
    assert a_phone(NEAR_CABLE, CABLE.host).post(f"/n/{empty_night.slug}/check/").status_code == 302
    shown = list_of(organizer, empty_night)
    assert "Others came through 192.168.1.5, as the codes say." in shown
    assert "A phone connected through 192.168.1.5, to which all codes lead." in shown
    fetched_pages.clear()
    PhoneCheck.objects.filter(reached=WIFI.host).delete()
    assert "The codes lead to 192.168.1.5." in list_of(organizer, empty_night), "none has come by them"


def test_a_stranger_does_not_set_the_clock_line(organizer: Client, empty_night: Night) -> None:
    in_a_year = str(round((timezone.now() + timedelta(days=400)).timestamp() * 1000))
    assert a_phone().post(f"/n/{empty_night.slug}/check/", {"clock": in_a_year}).status_code == 302
    assert "compared with a phone" not in list_of(organizer, empty_night)
    assert scan(empty_night, a_phone("192.168.1.38"), clock=str(round(timezone.now().timestamp() * 1000))) == 302
    assert a_phone().post(f"/n/{empty_night.slug}/check/", {"clock": in_a_year}).status_code == 302
    assert "The phone that connected has the same time." in list_of(organizer, empty_night)


BY_IPV6 = Address("fd00:1234:5678:9abc:def0:1234:5678:9abc", 64, "wlan0")  # as long as any


def test_a_phone_that_comes_by_ipv6_counts_and_its_address_stands_in_all_codes(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_up_laptop(monkeypatch, (WIFI, BY_IPV6))
    monkeypatch.setattr(hall_network, "own_ipv6_networks", lambda: frozenset({BY_IPV6.network}))
    path, site = f"/n/{empty_night.slug}/check/", f"http://[{BY_IPV6.host}]:80"
    before = organizer.get(f"/n/{empty_night.slug}/room/").content.decode()
    assert f'href="{site}{path}?key=' in before and "Phones should find this laptop at 192.168.1.5." in before
    phone = a_phone("fd00:1234:5678:9abc::55", BY_IPV6.host)
    assert scan(empty_night, phone) == 302
    assert PhoneCheck.objects.get().reached == BY_IPV6.host
    shown = phone.get(f"{path}?reported=1").content.decode()
    assert "✓ This phone reaches the laptop" in shown and "data-uncounted" not in shown
    assert settings.ADDRESS == site == settings.ADDRESS_FILE.read_text()
    assert remembered_networks() == [BY_IPV6.network] and host_for_codes() == BY_IPV6.host
    after = list_of(organizer, empty_night)
    assert re.search(rf"A phone connected at .*M through {BY_IPV6.host}\.", after) and "It lets phones in" in after
    assert f"{site[7:]}/j" in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert organizer.post(f"/n/{empty_night.slug}/room/address/", {"host": WIFI.host}).status_code == 302
    assert organizer.post(f"/n/{empty_night.slug}/room/address/", {"host": BY_IPV6.host}).status_code == 302
    assert site == settings.ADDRESS
    for itself in ("::1", BY_IPV6.host):
        page = a_phone(itself, BY_IPV6.host).get(path).content.decode()
        assert "This is the laptop’s own browser" in page, itself


def test_a_phone_that_comes_by_an_address_for_which_there_is_no_code_is_told_that_it_is_not_counted(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_network, "own_ipv6_networks", lambda: frozenset({"fd00::/64"}))
    path = f"/n/{empty_night.slug}/check/"
    phone = a_phone("fd00::55", "fe80::1")
    assert phone.post(path).status_code == 302
    for shown in (phone.get(path).content.decode(), phone.get(f"{path}?reported=1").content.decode()):
        assert "Not counted: it did not come by the address in the code." in shown and "data-uncounted" in shown
        assert "✓ The laptop shows it now" not in shown and "✓ This phone reaches" not in shown
    assert "No phone has connected" in list_of(organizer, empty_night) and arrivals.of(empty_night.pk) == []
    a_phone("2001:db8::1", "fe80::1").post(path)
    a_phone("fe80::7", "fe80::1").post(path)
    assert list(PhoneCheck.objects.order_by("pk").values_list("trouble", flat=True)) == ["", "far", ""]


def test_a_phone_that_has_reported_is_told_that_it_is_done(empty_night: Night) -> None:
    address = f"/n/{empty_night.slug}/check/"
    before, after = (a_phone().get(address + more).content.decode() for more in ("", "?reported=1"))
    assert re.search(r'<p class="card" id="done" hidden>', before) and '<div id="tell">' in before
    assert "✓" not in before.partition("<h1")[2].partition("</h1>")[0] and "Tap “Tell the laptop”" in before
    assert '<div id="bell" hidden>' in before and 'id="ring" type="button">' in before, "its script shows it"
    assert "JavaScript" not in before and "✓ This phone reaches the laptop" in after
    assert '<p class="card" id="done">' in after and '<div id="tell" hidden>' in after, "nothing is left to press"
    assert f'<a href="/n/{empty_night.slug}/">the night’s page</a>' in after


def test_a_page_that_comes_by_both_kinds_of_socket_is_told_apart_by_its_address(
    organizer: Client, empty_night: Night
) -> None:
    """With `--host ::` the system writes addresses of IPv4 as such of IPv6."""
    both = {"SERVER_NAME": f"::ffff:{WIFI.host}", "SERVER_PORT": "80", "HTTP_HOST": WIFI.host}
    assert scan(empty_night, Client(REMOTE_ADDR=f"::ffff:{WIFI.host}", **both)) == 302
    assert "No phone has connected yet." in list_of(organizer, empty_night)
    assert scan(empty_night, Client(REMOTE_ADDR=f"::ffff:{PHONE}", **both)) == 302
    assert "connected at" in list_of(organizer, empty_night)


def test_a_giant_header_or_field_is_stored_nowhere(organizer: Client, empty_night: Night) -> None:
    phone, address = a_phone(), f"/n/{empty_night.slug}/check/"
    before = len(organizer.get(f"/n/{empty_night.slug}/room/").content)
    for _ in range(5):
        data = {"key": LONG, "page_id": LONG, "live_delay": "9" * 10_000, "clock": "9" * 10_000, "live": LONG}
        phone.post(address, data, headers={"Host": LONG, "X-Forwarded-For": LONG, "Via": LONG, "User-Agent": LONG})
        phone.get(f"{address}?key={LONG[:5000]}", headers={"Host": LONG})
    stored = max(len(str(value)) for row in PhoneCheck.objects.values() for value in row.values())
    assert stored <= 300 and len(organizer.get(f"/n/{empty_night.slug}/room/").content) < before + 5_000
    assert not LogEntry.objects.filter(text__contains="xxx").exists()


def test_one_phone_reports_so_often_and_no_other_phone_notices(empty_night: Night) -> None:
    address, noisy = f"/n/{empty_night.slug}/check/", a_phone()
    answers = [noisy.post(address).status_code for _ in range(check_room.OF_AN_ADDRESS + 1)]
    assert answers == [302] * check_room.OF_AN_ADDRESS + [409]
    assert a_phone("192.168.1.38").post(address).status_code == 302


@pytest.mark.parametrize(
    ("headers", "host", "data", "trouble", "on_phone", "on_laptop"),
    [
        ({"Via": "1.1 squid"}, PHONE, {}, "proxy", "Something between this phone and", "a proxy or a filter"),
        ({}, "203.0.113.9", {}, "far", "This phone came by another network", "it came from another network"),
        ({}, PHONE, {"live": "none"}, "live", "", "live messages do not reach it"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_phone_that_comes_is_said_on_both_sides(
    organizer: Client,
    empty_night: Night,
    headers: dict[str, str],
    host: str,
    data: dict[str, str],
    trouble: str,
    on_phone: str,
    on_laptop: str,
) -> None:
    phone, address = a_phone(host), f"/n/{empty_night.slug}/check/"
    shown = re.sub(
        r'<p class="problem"[^>]* hidden>[^<]*</p>', "", phone.get(address, headers=headers).content.decode()
    )
    assert on_phone in shown and shown.count('class="problem"') == bool(on_phone)
    phone.post(address, data, headers=headers)
    assert PhoneCheck.objects.get().trouble == trouble
    assert on_laptop in list_of(organizer, empty_night)


def test_a_phones_clock_is_compared_with_the_laptops(organizer: Client, empty_night: Night) -> None:
    assert scan(empty_night, a_phone(), clock="1000") == 302
    assert "fast, compared with a phone that connected" in list_of(organizer, empty_night)


def test_a_phone_of_yesterday_or_of_another_network_proves_nothing_of_this_room(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert scan(empty_night, a_phone()) == 302
    assert "It lets phones in" in list_of(organizer, empty_night)
    make_up_laptop(monkeypatch, [CABLE])
    elsewhere = list_of(organizer, empty_night)
    assert "No phone has connected here yet. The last one is from" in elsewhere and "It lets phones in" not in elsewhere
    make_up_laptop(monkeypatch, [CABLE, WIFI])
    PhoneCheck.objects.update(at=timezone.now() - timedelta(days=1))
    fetched_pages.clear()
    before = list_of(organizer, empty_night)
    assert re.search(r"The last one is from \w{3} \d+, [^.]*[AP]M, through 192\.168\.1\.5\.", before)
    assert "It lets phones in" not in before and "A phone connected through it" not in before


def test_a_clock_behind_what_was_recorded_is_said_also_after_a_start(organizer: Client, empty_night: Night) -> None:
    assert "set back" not in list_of(organizer, empty_night)
    assert scan(empty_night, a_phone()) == 302
    PhoneCheck.objects.all().delete()
    LogEntry.objects.update(at=timezone.now() + timedelta(hours=5, seconds=30))
    assert "The clock. It was set back by 5 hours since something was last recorded" in list_of(organizer, empty_night)


def test_a_laptop_with_many_addresses_shows_codes_of_the_likeliest(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_up_laptop(monkeypatch, [*(Address(f"10.78.0.{n}", 24, "eth0") for n in range(1, 200)), WIFI])
    page = organizer.get(f"/n/{empty_night.slug}/room/").content.decode()
    assert page.count('aria-label="QR code"') <= MOST_CODES + 1 and "http://192.168.1.5:80/n/" in page


# Choosing an address, and who may


def test_the_organizer_chooses_among_the_laptops_own_addresses(organizer: Client, empty_night: Night) -> None:
    address = f"/n/{empty_night.slug}/room/address/"
    page = organizer.post(address, {"host": CABLE.host}, follow=True).content.decode()
    assert "All codes lead to 10.0.0.7 from now on." in page and settings.NETWORK_HOST == "10.0.0.7"
    assert LogEntry.objects.filter(text="lets all codes lead to 10.0.0.7").exists()
    for foreign in ("6.6.6.6", "", "127.0.0.1", LONG):
        with nothing_changes():
            assert organizer.post(address, {"host": foreign}).status_code == 409
    assert settings.ADDRESS == "http://10.0.0.7:80"


def test_an_address_that_is_set_is_never_moved(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "NETWORK_HOST", "")
    monkeypatch.setattr(settings, "ADDRESS", "http://cards.example:8000")
    assert scan(empty_night, a_phone(NEAR_CABLE, CABLE.host)) == 302
    assert organizer.post(f"/n/{empty_night.slug}/room/address/", {"host": CABLE.host}).status_code == 409
    assert settings.ADDRESS == "http://cards.example:8000" and remembered_networks() == []


@pytest.mark.parametrize(("path", "form"), ROOM_CHANGES)
def test_nobody_else_chooses_an_address(night: Night, path: str, form: dict[str, str]) -> None:
    address = path.format(slug=night.slug)
    check_refused(strangers(night), address, form)
    assert phone_of(night, 1).post(address, form).status_code == 403


@pytest.mark.parametrize(("path", "form"), ROOM_CHANGES)
def test_in_a_closed_night_no_address_is_chosen(
    organizer: Client, night: Night, path: str, form: dict[str, str]
) -> None:
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(path.format(slug=night.slug), form).status_code == 409


def test_a_hosted_site_says_nothing_of_a_laptop(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "NETWORK_HOST", "")
    monkeypatch.setattr(settings, "ADDRESS", "https://euchre.example")
    page = list_of(organizer, empty_night)
    assert "firewall." not in page and "Space on the disk" not in page and "No phone has connected yet." in page
    a_phone("203.0.113.9", "172.16.0.2").post(f"/n/{empty_night.slug}/check/", headers={"X-Forwarded-For": "1.2.3.4"})
    assert PhoneCheck.objects.get().trouble == "" and "A phone connected" in list_of(organizer, empty_night)


def test_a_stranger_whose_night_is_on_needs_the_code_of_the_page(night: Night) -> None:
    with nothing_changes():
        assert a_phone().post(f"/n/{night.slug}/check/").status_code == 409
    assert scan(night, a_phone()) == 302, "the organizer has shown it the code"
    back_to_sign_up(night=night, who=ORGANIZER)
    assert a_phone().post(f"/n/{night.slug}/check/").status_code == 302


@pytest.mark.parametrize(
    ("second", "trouble", "says"),
    [
        ({"live": "arrived", "live_delay": "140"}, "", "live messages take 0.1 s"),
        ({"live": "arrived", "live_delay": "12"}, "", "live messages take 0.1 s"),
        ({"live": "none"}, "live", "but live messages do not reach it"),
    ],
)
def test_a_phones_second_report_completes_the_first_which_has_used_the_key_up(
    organizer: Client, night: Night, second: dict[str, str], trouble: str, says: str
) -> None:
    """While the night is played, a phone without a card may report by the code alone."""
    phone, key = a_phone(), one_time_key(night)
    form = {"key": key, "page_id": "0a1b2c3d"}
    assert phone.post(f"/n/{night.slug}/check/", form).status_code == 302
    heard = night.events.order_by("-pk")[0].pk
    assert phone.post(f"/n/{night.slug}/check/", form | second).status_code == 302
    check = PhoneCheck.objects.get()
    assert check.trouble == trouble and check.proven and check.reached == WIFI.host and says in check.result
    assert [event.topics for event in night.events.filter(pk__gt=heard)] == ["checked"], "the page hears no second one"
    with nothing_changes():
        other_page = form | second | {"page_id": "ffffffff"}
        assert a_phone("192.168.1.38").post(f"/n/{night.slug}/check/", other_page).status_code == 409
    PhoneCheck.objects.update(at=timezone.now() - COMPLETED_WITHIN * 2)
    with nothing_changes():
        assert phone.post(f"/n/{night.slug}/check/", form | second).status_code == 409, "that was another time"


# Codes on paper


def board(organizer: Client, night: Night) -> str:
    """Return the text of the board."""
    return " ".join(organizer.get(f"/n/{night.slug}/board/").content.decode().split())


def test_the_board_says_when_codes_on_paper_lead_nowhere_until_they_are_printed_again(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_it = f"/n/{night.slug}/print/tally-cards/"
    assert organizer.post(print_it).status_code == 302
    night.refresh_from_db()
    assert night.codes_address == "http://192.168.1.5:80" and "Codes were printed" not in board(organizer, night)
    monkeypatch.setattr(settings, "ADDRESS", "http://192.168.1.9:80")
    monkeypatch.setattr(settings, "NETWORK_HOST", "192.168.1.9")
    make_up_laptop(monkeypatch, [Address("192.168.1.9", 24, "wlan0")])
    said = board(organizer, night)
    assert "Codes were printed that lead to 192.168.1.5:80, and phones find this laptop at 192.168.1.9:80 now." in said
    assert f'href="/n/{night.slug}/room/"' in said and f'href="/n/{night.slug}/print/"' in said
    assert "Codes were printed that lead to" in list_of(organizer, night)
    assert organizer.post(f"/n/{night.slug}/print/standings/").status_code == 302
    assert "Codes were printed" in board(organizer, night), "standings have no codes"
    assert organizer.post(print_it).status_code == 302
    assert "Codes were printed" not in board(organizer, night)


def test_an_organizer_whose_players_have_the_new_codes_hears_no_more_of_those_on_paper(
    organizer: Client, night: Night
) -> None:
    Night.objects.filter(pk=night.pk).update(codes_address="http://192.168.8.8:80")
    assert "Use this address" in list_of(organizer, night)
    organizer.post(f"/n/{night.slug}/room/address/", {"host": WIFI.host})
    assert "Codes were printed" not in board(organizer, night)


@pytest.mark.parametrize(
    ("printed", "named", "says"),
    [
        ("", "", False),
        ("http://10.0.0.7:80", "", False),
        ("http://euchre.local:80", "euchre.local", False),
        ("http://euchre.local:80", "", True),
        ("http://192.168.1.5:8000", "", True),
        ("https://euchre.example", "", False),
    ],
)
def test_what_still_leads_here_is_no_problem(
    monkeypatch: pytest.MonkeyPatch, printed: str, named: str, says: bool
) -> None:
    monkeypatch.setattr(settings, "NAME_IN_NETWORK", named)
    assert bool(hall_network.printed_problem(printed)) == says


def test_a_name_in_the_network_stays_in_the_codes_and_its_address_is_remembered(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "NAME_IN_NETWORK", "euchre.local")
    monkeypatch.setattr(settings, "ADDRESS", "http://euchre.local:80")
    page = organizer.get(f"/n/{empty_night.slug}/room/").content.decode()
    assert "euchre.local:80/n/" in page and "10.0.0.7:80/n/" in page
    assert scan(empty_night, a_phone(NEAR_CABLE, CABLE.host)) == 302
    assert settings.ADDRESS == "http://euchre.local:80" and host_for_codes() == "10.0.0.7"


# Two squares


def test_the_wifis_square_stands_beside_the_pages_for_the_organizer_and_the_hall_alone(
    organizer: Client, stranger: Client, empty_night: Night
) -> None:
    pages = [f"/n/{empty_night.slug}/{page}/" for page in ("room", "desk", "screen")]
    assert not any("Join the Wi-Fi" in organizer.get(page).content.decode() for page in pages)
    Night.objects.filter(pk=empty_night.pk).update(wifi_name="Hall", wifi_password="bower&bell")
    for page in pages:
        html = organizer.get(page).content.decode()
        assert html.index("Join the Wi-Fi") < html.index("Open the page"), page
    assert "Join the Wi-Fi" not in stranger.get(pages[2]).content.decode()
    check_in = invited_helper(empty_night.club, Role.CHECK_IN)
    assert not any("Join the Wi-Fi" in check_in.get(page).content.decode() for page in pages)
