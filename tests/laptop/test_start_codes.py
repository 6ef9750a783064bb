"""A start code signs the laptop's own browser in once: for five minutes, from the laptop itself, and nowhere else."""

from __future__ import annotations

import logging
import socket
import sys
from contextlib import closing

import pytest
from django.db import OperationalError
from django.test import Client

from tournament.laptop import whose_connection
from tournament.laptop.start_codes import LIFE, MOST, StartCodes, start_codes
from tournament.laptop.whose_connection import is_from_own_account, is_from_this_laptop
from tournament.models import Club, SignIn
from tournament.reach.networks import Address
from tournament.server.hall import hall_server
from tournament.server.log_lines import without_keys
from tournament.web.visitors import SIGN_IN_COOKIE

pytestmark = pytest.mark.usefixtures("running")


def path_of(code: str) -> str:
    """Return the address that the browser is opened with."""
    return f"/laptop/open/{code}/"


# The codes


def test_a_code_is_good_once_and_for_five_minutes() -> None:
    now = [1000.0]
    codes = StartCodes(lambda: now[0])
    first, second = codes.new(), codes.new()
    assert codes.use(first) and not codes.use(first)
    now[0] += LIFE
    assert LIFE == 300 and not codes.use(second)


def test_a_restart_ends_every_code() -> None:
    assert not StartCodes().use(StartCodes().new())


def test_unused_codes_do_not_pile_up() -> None:
    codes = StartCodes()
    made = [codes.new() for _ in range(MOST + 1)]
    assert [codes.use(code) for code in made] == [False, *[True] * MOST]


# Who may use one


@pytest.mark.usefixtures("here")
def test_the_laptops_browser_is_signed_in_and_led_to_a_clean_address(club: Club, stranger: Client) -> None:
    answer = stranger.get(path_of(start_codes.new()))
    assert (answer.status_code, answer["Location"]) == (302, "/laptop/")
    assert answer["Referrer-Policy"] == "no-referrer" and "no-store" in answer["Cache-Control"]
    assert stranger.get("/laptop/").status_code == 200
    assert club.log_entries.get(text__contains="on the laptop").actor == "The organizer"


@pytest.mark.usefixtures("here")
def test_a_used_code_signs_nobody_in(club: Club, stranger: Client) -> None:
    code = start_codes.new()
    stranger.get(path_of(code))
    another = Client()
    answer = another.get(path_of(code))
    assert answer["Location"] == "/laptop/" and SIGN_IN_COOKIE not in answer.cookies
    page = another.get("/laptop/")
    assert page.status_code == 403 and "Start Euchre Night on this laptop again" in page.content.decode()


@pytest.mark.usefixtures("here")
def test_who_is_signed_in_already_uses_the_code_up_and_stays_signed_in(club: Club, organizer: Client) -> None:
    code, before = start_codes.new(), SignIn.objects.count()
    answer = organizer.get(path_of(code))
    assert SIGN_IN_COOKIE not in answer.cookies and SignIn.objects.count() == before
    assert not start_codes.use(code)


def test_a_phone_that_knows_a_code_is_not_signed_in_and_the_code_is_used_up(club: Club) -> None:
    code = start_codes.new()
    phone = Client(REMOTE_ADDR="192.168.1.77", headers={"X-Forwarded-For": "127.0.0.1"})
    assert SIGN_IN_COOKIE not in phone.get(path_of(code)).cookies
    assert not start_codes.use(code)


def test_a_look_ahead_does_not_use_a_code_up(club: Club, stranger: Client) -> None:
    code = start_codes.new()
    assert stranger.post(path_of(code)).status_code == 405
    looked = stranger.head(path_of(code))
    assert looked.status_code == 302
    assert SIGN_IN_COOKIE not in looked.cookies
    assert start_codes.use(code)


# Where it stands


def test_a_code_stands_in_no_log_line() -> None:
    code = start_codes.new()
    assert code not in without_keys(f"Internal Server Error: {path_of(code)}")
    assert "/laptop/open/…" in without_keys("Not Found: /laptop/open/short/")


@pytest.mark.usefixtures("here")
def test_on_a_full_disk_a_code_says_how_to_get_in_and_is_used_up(
    club: Club, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the browser's history by then."""

    def fail(**_: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("tournament.views.laptop.sign_in_on_laptop", fail)
    code = start_codes.new()
    answer = stranger.get(path_of(code))
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 503 and SIGN_IN_COOKIE not in answer.cookies
    assert "Free some space" in page and "Then start Euchre Night on this laptop again" in page
    assert "reload the page" not in page and code not in page
    assert not start_codes.use(code)


@pytest.mark.usefixtures("here")
def test_a_code_stands_in_no_error_page_and_is_used_up_by_then(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("tournament.views.laptop.sign_in_on_laptop", fail)
    code = start_codes.new()
    with caplog.at_level(logging.DEBUG):
        answer = Client(raise_request_exception=False).get(path_of(code))
    assert answer.status_code == 500 and code not in answer.content.decode()
    assert not start_codes.use(code)


# Whose connection it is


def environ(peer: str, server: str = "127.0.0.1", port: int = 1) -> dict[str, object]:
    """Return what the server says of a connection."""
    return {"REMOTE_ADDR": peer, "REMOTE_PORT": str(port), "SERVER_NAME": server, "SERVER_PORT": "8000"}


def test_only_the_laptops_own_addresses_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    other = Address("10.0.0.7", 24, "eth1")
    monkeypatch.setattr(whose_connection, "own_addresses", lambda: (other,))
    for peer, server in [
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("10.0.0.5", "10.0.0.5"),
        (other.host, "10.0.0.5"),
    ]:
        assert is_from_own_account(environ(peer, server))
    assert is_from_own_account(environ("::ffff:127.0.0.1", "::ffff:127.0.0.1")), "a socket for both kinds"
    for peer in ("192.168.1.77", "10.0.0.6", "", "unix:", "fe80::1%eth0"):
        assert not is_from_own_account(environ(peer, "10.0.0.5")), peer


@pytest.mark.skipif(sys.platform != "linux", reason="Linux says who has opened a connection")
@pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_on_linux_a_connection_of_somebody_else_or_of_nobody_is_not_here(
    family: int, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        closing(socket.create_server((host, 0), family=family)) as listener,
        closing(socket.create_connection(listener.getsockname()[:2])) as client,
    ):
        own, port = client.getsockname()[1], listener.getsockname()[1]
        seen = environ(host, host, own) | {"SERVER_PORT": str(port)}
        assert is_from_own_account(seen)
        assert not is_from_own_account(seen | {"SERVER_PORT": "1"}), "no such connection"
        assert not is_from_own_account(seen | {"REMOTE_PORT": "no number"})
        monkeypatch.setattr(whose_connection.os, "getuid", lambda: 12345)
        assert not is_from_own_account(seen), "another account's"
        assert is_from_this_laptop(seen), "which is no phone either"


def test_a_hall_heeds_no_header_of_a_proxy() -> None:
    config = hall_server().config
    assert config.proxy_headers is False
    config.load()
    assert config.loaded_app.__module__ == "tournament.server.application"
