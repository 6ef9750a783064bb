"""The laptop's browser is opened where somebody sits in front of it; else the address is said."""

from __future__ import annotations

import sys
import webbrowser
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from tally.management.commands import night as command
from tally.management.commands.night import Command
from tournament.laptop.browser import has_screen, open_browser
from tournament.laptop.served_at import WayIn
from tournament.server.hall import own_address
from tournament.web.addresses import is_hall


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were opened, on a computer with a screen."""
    pages: list[str] = []
    for name in ("SSH_CONNECTION", "SSH_TTY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", lambda address: bool(pages.append(address)) or True)
    return pages


@pytest.mark.parametrize(
    ("platform", "variables", "has_one"),
    [
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {}, False),
        ("linux", {"BROWSER": "w3m"}, True),
        ("linux", {"BROWSER": "w3m", "SSH_TTY": "/dev/pts/1"}, False),
        ("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.2 1 10.0.0.1 22"}, False),
        ("win32", {}, True),
        ("darwin", {}, True),
        ("darwin", {"SSH_TTY": "/dev/ttys001"}, False),
    ],
)
def test_without_a_screen_no_browser_is_opened(
    platform: str, variables: dict[str, str], has_one: bool, monkeypatch: pytest.MonkeyPatch, opened: list[str]
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delenv("DISPLAY")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert has_screen() == open_browser("http://127.0.0.1:8000/") == has_one
    assert len(opened) == has_one


def test_a_browser_that_cannot_be_started_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(address: str) -> bool:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "open", fail)
    assert not open_browser("http://127.0.0.1:8000/")


def said(way_in: WayIn, **options: bool) -> str:
    """Return what a second start says."""
    out = StringIO()
    Command(stdout=out)._lead_to(way_in, {"no_browser": False} | options)
    return out.getvalue()


PAGE = "http://127.0.0.1:8000/laptop/open/x/"
WAY_IN = WayIn(PAGE, "http://192.168.1.4:8000/o/KEY/", PAGE)
BY_NAME = WayIn("https://night.invalid:8000/laptop/open/x/", "https://night.invalid:8000/o/KEY/", PAGE)


def test_a_second_start_opens_the_page_of_the_night_that_runs(opened: list[str]) -> None:
    assert "running already" in said(WAY_IN) and opened == [WAY_IN.sign_in]


def test_a_second_start_says_the_link_where_it_opens_no_browser(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert WAY_IN.link in said(WAY_IN, no_browser=True) and opened == []
    monkeypatch.delenv("DISPLAY")
    assert f"No browser could be opened. Open {WAY_IN.link}" in said(WAY_IN)
    assert WAY_IN.sign_in not in said(WAY_IN), "its code is for this laptop's browser"


@pytest.mark.parametrize(("found", "shown"), [(None, [("night.invalid", PAGE)]), (["192.0.2.9"], [])])
def test_a_browser_that_would_not_find_the_certificates_name_is_shown_what_to_do(
    found: list[str] | None, shown: list[tuple[str, str]], opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    explained: list[tuple[str, str]] = []
    monkeypatch.setattr(command, "addresses_of", lambda name: found)
    monkeypatch.setattr(command, "show_name_not_found", lambda *about: bool(explained.append(about)) or True)
    assert "No browser" not in said(BY_NAME)
    assert explained == shown and opened == ([] if shown else [BY_NAME.sign_in])


# Its address


@pytest.mark.parametrize(
    ("host", "port", "certificate", "address"),
    [
        ("0.0.0.0", 8000, "", "http://127.0.0.1:8000"),
        ("::", 8000, "", "http://[::1]:8000"),
        ("192.168.1.4", 8001, "", "http://192.168.1.4:8001"),
        ("0.0.0.0", 443, "hall.pem", "https://night.example"),
    ],
)
def test_the_laptops_browser_has_an_address_that_is_always_there(
    host: str, port: int, certificate: str, address: str, settings: Any
) -> None:
    """But for a certificate, which is for a name."""
    settings.CERTIFICATE, settings.ADDRESS = certificate, "https://night.example"
    sock = SimpleNamespace(getsockname=lambda: (host, port))
    assert own_address(sock) == address  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("https", "accounts", "hall"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_a_hosted_site_opens_no_browser_and_has_no_start_codes(
    https: bool, accounts: bool, hall: bool, settings: Any
) -> None:
    settings.HTTPS, settings.ACCOUNTS = https, accounts
    assert is_hall() == hall
