"""What a hosted site lets browsers keep and search engines list, and that HTTPS stays HTTPS."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.http import StreamingHttpResponse
from django.test import Client
from playwright.sync_api import Browser, expect

from tests.support.night import phone_of, sign_in_as_organizer
from tests.support.screens import PHONE, tap
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.strangers import advance_to, fill_in
from tests.support.url_table import URLS
from tournament.models import Night

HTTPS = {"X-Forwarded-Proto": "https"}
WHO_MAY_OPEN = dict(URLS.values())
PRINT_SETTINGS = """import json; from tournament import settings as s
print(json.dumps([s.SECURE_HSTS_SECONDS, s.SECURE_SSL_REDIRECT, s.CSRF_COOKIE_SECURE, s.SESSION_COOKIE_SECURE]))"""


@pytest.fixture
def hosted(settings: Any) -> Any:
    """A site behind HTTPS."""
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 300
    return settings


def filled_addresses(night: Night) -> list[tuple[str, str]]:
    """Return the name and the address of every page of a night."""
    return [(name, fill_in(night, (path, "playing", {}))[0]) for path, (name, _) in URLS.items()]


@pytest.mark.long
def test_nothing_keeps_what_only_an_organizer_or_a_players_phone_sees(hosted: Any, night: Night) -> None:
    organizer, phone = Client(headers=HTTPS), phone_of(advance_to(night, "playing"), 1)
    sign_in_as_organizer(organizer, night.club)
    for _, address in filled_addresses(night):
        for client in (organizer, phone):
            for headers in (HTTPS, HTTPS | {"HX-Request": "true"}):
                answer = client.get(address, headers=headers)
                assert answer["Cache-Control"] == "no-store", address


@pytest.mark.long
def test_an_address_with_a_key_is_not_kept_and_public_pages_are_as_they_were(hosted: Any, night: Night) -> None:
    advance_to(night, "playing")
    for name, address in filled_addresses(night):
        answer = Client(headers=HTTPS).get(address)
        kept = answer.get("Cache-Control", "")
        if name in ("organizer-link", "claim", "take-name", "calendar", "accept-invitation", "health"):
            assert kept == "no-store", address
        elif WHO_MAY_OPEN[name] == "anybody":
            assert kept in ("", "private, no-cache"), address


@pytest.mark.long
def test_in_a_hall_back_works_without_wifi(organizer: Client, night: Night) -> None:
    assert "Cache-Control" not in organizer.get(f"/n/{night.slug}/board/")
    assert "Strict-Transport-Security" not in organizer.get(f"/n/{night.slug}/board/", headers=HTTPS)
    assert organizer.get("/help/").status_code == 200, "plain http is not sent elsewhere"


def test_files_of_the_program_are_kept(hosted: Any, organizer: Client) -> None:
    answer = organizer.get(f"{django_settings.STATIC_URL}tournament/base.css", headers=HTTPS)
    assert isinstance(answer, StreamingHttpResponse) and "max-age=31536000" in answer["Cache-Control"]


@pytest.mark.long
def test_search_engines_list_the_start_page_alone(night: Night) -> None:
    browser = phone_of(advance_to(night, "playing"), 1)
    sign_in_as_organizer(browser, night.club)
    for client in (browser, Client()):
        for name, address in filled_addresses(night):
            said = client.get(address).get("X-Robots-Tag", "")
            assert said.startswith("noindex") == (name != "home"), address
    assert Client().get("/nowhere/")["X-Robots-Tag"] == "noindex"


def test_robots_are_told_what_to_leave_alone(stranger: Client) -> None:
    answer = stranger.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().splitlines()[:2] == ["User-agent: *", "Disallow: /live/"]
    for address in ("/o/", "/h/", "/j/", "/H/", "/J/"):  # QR codes have capitals, and robots tell them apart
        assert f"Disallow: {address}" in answer.content.decode().splitlines()
    assert stranger.post("/robots.txt").status_code == 405


# HTTPS


def test_browsers_remember_that_a_hosted_site_has_https(hosted: Any, organizer: Client) -> None:
    assert organizer.get("/help/", headers=HTTPS)["Strict-Transport-Security"] == "max-age=300"


def test_what_did_not_come_over_https_is_asked_to(hosted: Any, stranger: Client, night: Night) -> None:
    for headers in ({}, {"X-Forwarded-Proto": "http"}):
        answer = stranger.get(f"/n/{night.slug}/", headers=headers)
        assert (answer.status_code, answer["Location"]) == (301, f"https://testserver/n/{night.slug}/")
    assert stranger.get("/health/").status_code == 200, "what watches a process asks it directly"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, [0, False, False, False]),
        ({"EUCHRE_HSTS": "300"}, [0, False, False, False]),
        ({"EUCHRE_HTTPS": "1"}, [31_536_000, True, True, True]),
        ({"EUCHRE_HTTPS": "1", "EUCHRE_HSTS": "300"}, [300, True, True, True]),
        ({"EUCHRE_HTTPS": "1", "EUCHRE_HSTS": "0"}, [0, True, True, True]),
        ({"EUCHRE_HTTPS": "1", "EUCHRE_HSTS": "a day"}, [31_536_000, True, True, True]),
        ({"EUCHRE_CERTIFICATE": "c.pem", "EUCHRE_CERTIFICATE_KEY": "k.pem"}, [0, False, True, True]),
    ],
)
def test_only_https_brings_secure_cookies_and_hsts(variables: dict[str, str], expected: list[object]) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("EUCHRE_")} | variables
    run = [sys.executable, "-c", PRINT_SETTINGS]
    done = subprocess.run(run, cwd=django_settings.BASE_DIR, env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == expected


@pytest.mark.long
def test_back_shows_a_phone_the_present_and_it_scores_on(hosted: Any, browser: Browser, night: Night) -> None:
    hosted.SECURE_SSL_REDIRECT = False  # the browser here speaks http with Django's test client
    with ServerlessBrowser(browser, phone_of(night, 1), PHONE) as serverless:
        page = serverless.open(f"/n/{night.slug}/play/")
        tap(page.locator("button[name=result]").first)
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        page.goto(page.url.replace("/play/", "/standings/"))
        before = len(serverless.requests)
        page.go_back()
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        assert serverless.requests[before].endswith("/play/"), "it is asked for again"
        page.evaluate("htmx.trigger(document.body, 'wake')")
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
