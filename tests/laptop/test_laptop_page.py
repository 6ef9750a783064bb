"""The page of the laptop: what it shows, who sees it, one clear button, and Stop."""

from __future__ import annotations

import re
from contextlib import ExitStack, suppress
from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from tally.management.commands.night import _say_other_port
from tests.copies.conftest import kept  # noqa: F401 - a fixture
from tests.support.night import ORGANIZER, phone_of, sign_in_as_organizer
from tournament.copies.keeper import CopyKeeper
from tournament.laptop.phone_problems import phone_problems
from tournament.laptop.running import RunningNight, note_running
from tournament.models import Club, Night, Phone
from tournament.night.lifecycle import close_night
from tournament.presenters import laptop as presenter
from tournament.reach.findings import RoomSummary
from tournament.reach.networks import Address
from tournament.reach.states import State
from tournament.server.hall import USUAL_PORT, PortTakenError, open_free_socket, open_socket
from tournament.web import hall_network
from tournament.web.addresses import site_address


def page_of(client: Client, path: str = "/laptop/") -> str:
    """Return the words and tags of a page's main part."""
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode().partition("<main")[2]).split())


def primary(page: str) -> list[str]:
    """Return the words of the page's primary buttons."""
    found = re.findall(r'<(?:button|a class="button)([^>]*)>\s*([^<]+?)\s*<', page)
    return [words for more, words in found if "plain" not in more]


# What it shows


@pytest.mark.usefixtures("running")
def test_it_shows_the_address_for_phones_and_leads_on_to_tonights_night(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ADDRESS", "http://192.168.1.50:8000")
    page = page_of(organizer)
    assert "http://192.168.1.50:8000" in page and 'aria-label="QR code"' in page
    assert primary(page) == ["Go on"] and f'href="/n/{night.slug}/board/"' in page
    assert "Start next night" not in page
    Night.objects.update(status=Night.Status.SIGN_UP)
    assert f'href="/n/{night.slug}/desk/"' in page_of(organizer)


@pytest.mark.usefixtures("running")
def test_after_the_night_the_next_one_is_one_button_away(organizer: Client, night: Night) -> None:
    Night.objects.update(status=Night.Status.CLOSED)
    page = page_of(organizer)
    assert primary(page) == ["Start next night"]
    assert f'href="/n/{night.slug}/standings/"' in page, "among the last nights"


@pytest.mark.usefixtures("running")
def test_what_the_start_found_about_the_certificate_is_said(organizer: Client, night: Night) -> None:
    assert "Renew it before then." not in page_of(organizer)
    phone_problems.say("certificate", "The certificate ends on Tuesday. Renew it before then.")
    assert "Renew it before then." in page_of(organizer)
    phone_problems.say("certificate")
    assert "Renew it before then." not in page_of(organizer)


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize("address", ["http://cards.example", "https://night.example", "http://192.168.1.50:8000"])
def test_the_port_that_is_asked_for_is_the_one_that_the_server_has(
    address: str, organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the one in codes: something in front of the laptop may lead phones from there."""
    asked: list[int] = []
    monkeypatch.setattr(settings, "ADDRESS", address)
    monkeypatch.setattr(presenter, "room_of", lambda night, port: asked.append(port))
    page_of(organizer)
    assert asked == [8000]


@pytest.mark.usefixtures("running")
def test_a_changed_address_is_said(organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "NETWORK_HOST", "192.168.1.4")
    monkeypatch.setattr(hall_network, "own_hosts", lambda: ["192.168.1.9"])
    assert "changed from 192.168.1.4 to 192.168.1.9" in page_of(organizer)


@pytest.mark.usefixtures("running")
def test_after_a_change_of_address_the_page_shows_the_present_one_by_itself_and_none_without_a_network(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [Address("192.168.7.99", 24, "wlan0")]
    monkeypatch.setattr(hall_network, "own_addresses", lambda: tuple(now))
    monkeypatch.setattr(settings, "ADDRESS", "http://192.168.7.99:8000")
    monkeypatch.setattr(settings, "NETWORK_HOST", "192.168.7.99")
    for name in ("CERTIFICATE", "NAME_IN_NETWORK"):
        monkeypatch.setattr(settings, name, "")

    def phones() -> str:
        """Return the part that the page gets when it asks again."""
        answer = organizer.get(again, HTTP_HX_REQUEST="true").content.decode()
        assert 'id="laptop-phones" hx-swap-oob="true"' in answer
        return answer.partition('id="laptop-phones"')[2]

    page = page_of(organizer)
    again = re.findall(r'id="laptop-room" hx-get="([^"]+)"', page)[0]
    assert "http://192.168.7.99:8000" in page and "hx-swap-oob" not in page
    now[:] = [Address("192.168.7.55", 24, "wlan0")]
    assert "http://192.168.7.55:8000" in phones() and "192.168.7.99" not in phones()
    assert site_address() == "http://192.168.7.55:8000", "as do all codes on screens"
    now.clear()
    assert "Connect this laptop to the hall" in phones() and "http://" not in phones() and "<svg" not in phones()
    now[:] = [Address("192.168.7.99", 24, "wlan0")]
    assert organizer.get(again, HTTP_HX_REQUEST="true").status_code == 204, "the Wi-Fi from before is back"


@pytest.mark.usefixtures("running")
def test_after_a_restart_elsewhere_board_and_page_say_which_phones_are_lost_until_they_join_anew(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start_at(host: str) -> None:
        """Let the program start with this address."""
        monkeypatch.setattr(hall_network, "own_addresses", lambda: (Address(host, 24, "wlan0"),))
        monkeypatch.setattr(settings, "ADDRESS", f"http://{host}:8000")
        monkeypatch.setattr(settings, "NETWORK_HOST", host)

    board = f"/n/{night.slug}/board/"
    start_at("192.168.7.10")
    entry = night.entries.get(number=1)
    Phone.objects.filter(entry=entry).delete()
    phone = Client(REMOTE_ADDR="192.168.7.33", SERVER_NAME="192.168.7.10")
    assert phone.post(f"/j/{entry.sealed_key}").status_code == 302
    assert entry.phones.get().reached == "192.168.7.10"
    for path in ("/laptop/", board):
        assert "joined when" not in page_of(organizer, path)
    start_at("192.168.7.99")
    for path in ("/laptop/", board):
        page = page_of(organizer, path)
        assert "A phone joined when this laptop was at 192.168.7.10, and does not find it at 192.168.7.99:8000" in page
        assert "“The laptop has a new address”" in page
    assert f'href="/n/{night.slug}/players/"' in page_of(organizer, board)
    assert organizer.post(f"/n/{night.slug}/players/release-all/").status_code == 302
    for path in ("/laptop/", board):
        assert "joined when" not in page_of(organizer, path)


@pytest.mark.usefixtures("running")
def test_after_a_restart_elsewhere_the_page_speaks_of_codes_on_paper(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_network, "own_addresses", lambda: (Address("192.168.7.99", 24, "wlan0"),))
    monkeypatch.setattr(settings, "ADDRESS", "http://192.168.7.99:8000")
    monkeypatch.setattr(settings, "NETWORK_HOST", "192.168.7.99")
    Night.objects.filter(pk=night.pk).update(codes_address="http://192.168.7.10:8000", status=Night.Status.SIGN_UP)
    assert "Codes were printed that lead to 192.168.7.10:8000" in page_of(organizer)


@pytest.mark.usefixtures("running")
def test_the_room_is_told_beside_a_changed_address(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.web.hall_network.network_problem", lambda: "The address has changed.")
    monkeypatch.setattr("tournament.presenters.laptop.room_of", lambda *_: RoomSummary(State.WAITING, "No phone yet."))
    page = page_of(organizer)
    assert "The address has changed." in page and "No phone yet." in page


@pytest.mark.usefixtures("running")
def test_the_part_about_the_room_asks_again_and_gets_it_only_when_it_has_changed(
    organizer: Client, stranger: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = [RoomSummary(State.WAITING, "No phone has connected yet.")]
    monkeypatch.setattr("tournament.presenters.laptop.room_of", lambda *_: summary[0])
    htmx = {"HTTP_HX_REQUEST": "true"}
    again = re.findall(r'id="laptop-room" hx-get="([^"]+)"', page_of(organizer))[0]
    assert organizer.get(again, **htmx).status_code == 204
    summary[0] = RoomSummary(State.GOOD, "A phone connected.")
    answer = organizer.get(again, **htmx)
    part = answer.content.decode()
    assert answer.status_code == 200 and "A phone connected." in part and "<main" not in part
    fresh = re.findall(r'hx-get="([^"]+)"', part)[0]
    assert fresh != again and organizer.get(fresh, **htmx).status_code == 204
    assert stranger.get(again, **htmx).status_code == 403
    phone_problems.say("certificate", "The certificate has ended.")
    assert "The certificate has ended." in organizer.get(fresh, **htmx).content.decode()
    assert "Address for phones" in page_of(organizer, again), "without htmx it is the whole page"


@pytest.mark.usefixtures("running")
def test_another_port_than_the_usual_one_is_said_here_and_on_the_board(organizer: Client, night: Night) -> None:
    _say_other_port(USUAL_PORT, "http://192.168.1.5:8000")
    board = f"/n/{night.slug}/board/"
    for path in ("/laptop/", board):
        assert "Another program on this laptop" not in page_of(organizer, path)
    _say_other_port(USUAL_PORT + 1, "http://192.168.1.5:8001")
    for path in ("/laptop/", board):
        page = page_of(organizer, path)
        assert "Another program on this laptop has port 8000" in page and "find it at 192.168.1.5:8001 now" in page
    assert "Check the room" in page_of(organizer, board)


@pytest.mark.usefixtures("running")
def test_a_copy_is_made_here_and_the_page_stays(kept: CopyKeeper, organizer: Client, night: Night) -> None:  # noqa: F811
    assert "There is no copy yet" in page_of(organizer)
    answer = organizer.post("/club/copies/make/", {"next": "/laptop/"})
    assert answer["Location"] == "/laptop/"
    page = page_of(organizer)
    assert "The last copy is of" in page and "Choose this copy" in page
    chosen = re.findall(r'<option value="([^"]+)"', page)[0]
    assert "Go on from this copy at the next start" in page_of(organizer, f"/club/copies/go-back/?copy={chosen}")


# Who sees it


@pytest.mark.usefixtures("running")
def test_only_the_organizer_of_the_laptops_club_sees_it(organizer: Client, stranger: Client, night: Night) -> None:
    assert stranger.get("/laptop/").status_code == phone_of(night, 1).get("/laptop/").status_code == 403
    other = Client()
    sign_in_as_organizer(other, Club.objects.create(name="Thursday club"))
    for path in ("/laptop/", "/laptop/stop/"):
        page = page_of(other, path)
        assert night.name not in page and not primary(page)


def test_a_hosted_site_has_no_such_page(organizer: Client, night: Night) -> None:
    assert "There is nothing to see here" in page_of(organizer)
    assert not primary(page_of(organizer, "/laptop/stop/"))


# Stop


@pytest.mark.usefixtures("running")
def test_stopping_asks_first_and_the_last_page_leads_nowhere(organizer: Client, night: Night, stops: list[str]) -> None:
    asked = page_of(organizer, "/laptop/stop/")
    assert "No connection" in asked and primary(asked) == ["Stop Euchre Night"] and stops == []
    answer = organizer.post("/laptop/stop/")
    page = answer.content.decode()
    assert answer.status_code == 200 and stops == ["stopped"]
    assert "Everything is saved" in page and "start again" in page
    assert re.findall(r'<a\b[^>]*href="(?!#)', page) == [], "nothing answers anymore"


@pytest.mark.usefixtures("running")
def test_the_desk_leads_to_it_where_a_laptop_serves(organizer: Client, empty_night: Night, stops: list[str]) -> None:
    desk = f"/n/{empty_night.slug}/desk/"
    assert '<a href="/laptop/">This laptop</a>' in page_of(organizer, desk)
    note_running(None)
    assert 'href="/laptop/"' not in page_of(organizer, desk)


@pytest.mark.usefixtures("running")
def test_nobody_else_stops_it(stranger: Client, night: Night, stops: list[str]) -> None:
    other = Client()
    sign_in_as_organizer(other, Club.objects.create(name="Thursday club"))
    clients = (stranger, phone_of(night, 1), other, Client(enforce_csrf_checks=True))
    assert [client.post("/laptop/stop/").status_code for client in clients] == [403] * 4
    assert stops == []


def test_where_no_laptop_serves_nothing_is_stopped(organizer: Client, night: Night) -> None:
    note_running(None)
    assert organizer.post("/laptop/stop/").status_code == 409


# The way to it


@pytest.mark.parametrize("path", ["/", "/club/"])
def test_the_organizer_finds_it_on_the_laptop_alone(
    organizer: Client, night: Night, path: str, running: RunningNight
) -> None:
    assert 'href="/laptop/"' in page_of(organizer, path)
    note_running(None)
    assert 'href="/laptop/"' not in page_of(organizer, path)


@pytest.mark.parametrize("page", ["board", "room", "close", "reveal"])
def test_pages_of_the_night_lead_to_it_on_the_laptop_alone(
    organizer: Client, night: Night, page: str, running: RunningNight
) -> None:
    path = f"/n/{night.slug}/{page}/"
    if page == "reveal":
        close_night(night=night, who=ORGANIZER)
    assert 'href="/laptop/"' in page_of(organizer, path)
    note_running(None)
    assert 'href="/laptop/"' not in page_of(organizer, path)


def test_the_port_that_is_offered_for_a_taken_one_is_free() -> None:
    with ExitStack() as opened:
        taken = opened.enter_context(open_free_socket("127.0.0.1")).getsockname()[1]
        with suppress(PortTakenError):  # then somebody else has the next one, which does as well
            opened.enter_context(open_socket("127.0.0.1", taken + 1))
        with pytest.raises(PortTakenError) as refused:
            open_socket("127.0.0.1", taken)
        offered = int(re.findall(r"--port (\d+)", str(refused.value))[0])
        assert offered > taken + 1
        open_socket("127.0.0.1", offered).close()
