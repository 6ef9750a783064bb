"""Pages hold no style and no script: browsers take them from this site's files alone, in a hall as on the Internet."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from csp.decorators import csp_update
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from tally.templatetags.fitting import MOST, measure
from tests.support.strangers import each_address
from tests.support.url_table import URLS
from tournament.models import Night
from tournament.web.content_policy import ContentPolicyMiddleware

HEADER = "Content-Security-Policy"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
}
ROOT = Path(settings.BASE_DIR)
SOURCES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").rglob("*.html"))
PICTURES = sorted(
    path.relative_to(ROOT).as_posix() for app in ("tournament", "tally") for path in (ROOT / app).rglob("*.svg")
)
RUNS_TEXT = {"hx-on", "hx-vars"}  # what htmx would run as a script, and `js:` in any other of its attributes
FILTER = re.compile(r"\w\[")  # `hx-trigger="click[condition]"` is a script, too


class Inline(HTMLParser):
    """Collects what a page holds that the policy forbids."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at an element and its attributes."""
        values = dict(attrs)
        is_data = values.get("type") == "application/json"
        if tag in ("style", "object", "embed", "base") or (tag == "script" and not (values.get("src") or is_data)):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            text = (value or "").strip().lower()
            if name == "style" or name.startswith(("on", "hx-on")) or name in RUNS_TEXT:
                self.found.append(f"<{tag} {name}>")
            elif text.startswith("javascript:") or (name.startswith("hx-") and text.startswith("js:")):
                self.found.append(f"<{tag} {name}={text[:20]}>")
            elif name == "hx-trigger" and FILTER.search(text):
                self.found.append(f"<{tag} {name}={text[:40]}>")


def policy_of(header: str) -> dict[str, str]:
    """Return the policy of a header, as what each directive allows."""
    return {name: allowed for name, _, allowed in (part.strip().partition(" ") for part in header.split(";"))}


@pytest.mark.parametrize(
    "held",
    [
        '<p style="color: red">',
        "<style>p {}</style>",
        "<script>run()</script>",
        '<script type="module">run()</script>',
        '<p onclick="run()">',
        '<p hx-on:click="run()">',
        '<a href="javascript:run()">',
        "<p hx-vals='js:{one: run()}'>",
        '<p hx-trigger="click[run()]">',
        '<base href="/">',
    ],
)
def test_a_style_or_script_in_a_page_is_found(held: str) -> None:
    assert Inline(held).found


def test_files_and_data_are_no_scripts_in_a_page() -> None:
    page = '<script src="/a.js"></script><link rel="stylesheet" href="/a.css"><p data-rows="2" hx-trigger="sse:board">'
    assert Inline(page + '<script type="application/json">{}</script>').found == []


def test_no_template_and_no_picture_holds_a_style_or_a_script() -> None:
    assert SOURCES and PICTURES
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in (*SOURCES, *PICTURES)}
    held = {name: Inline(re.sub(r"\{%.*?%\}|\{#.*?#\}", " ", text, flags=re.DOTALL)) for name, text in texts.items()}
    assert {name: page.found for name, page in held.items() if page.found} == {}


@pytest.mark.long
def test_every_answer_has_the_policy_and_no_page_breaks_it(night: Night) -> None:
    for browser, address, path in each_address(night, URLS):
        for client in (browser, Client()):
            for headers in ({}, {"HX-Request": "true"}):
                answer = client.get(address, headers=headers)
                assert policy_of(answer[HEADER]) == POLICY, path
                if answer["Content-Type"].startswith("text/html"):
                    assert Inline(answer.content.decode()).found == [], path


def test_an_error_and_an_outage_have_the_policy(organizer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    organizer.raise_request_exception = False
    for error, status in ((ValueError(), 500), (OperationalError("database is locked"), 503)):

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr("tournament.views.door.read_code", fail)
        answer = organizer.get("/j/ABCD/")
        page = answer.content.decode()
        assert (answer.status_code, policy_of(answer[HEADER])) == (status, POLICY)
        assert Inline(page).found == [] and f'href="{settings.STATIC_URL}tournament/stands_alone.css"' in page


def test_files_have_the_policy(stranger: Client) -> None:
    for file in ("tournament/bell.svg", "tournament/icons.svg", "tournament/help/board.webp"):
        answer = stranger.get(f"{settings.STATIC_URL}{file}")
        assert (answer.status_code, policy_of(answer[HEADER])) == (200, POLICY)


def plain(request: HttpRequest) -> HttpResponse:
    """Answer without a word about the policy."""
    return HttpResponse()


def with_its_own_header(request: HttpRequest) -> HttpResponse:
    """Answer with a policy that is written by hand."""
    return HttpResponse(headers={HEADER: "default-src 'self'"})


@csp_update({"img-src": ["data:"]})
def with_a_picture_in_the_page(request: HttpRequest) -> HttpResponse:
    """Answer with a picture in the page, and say so."""
    return HttpResponse()


def with_a_script_in_the_page(request: HttpRequest) -> HttpResponse:
    """Answer with a script that is known by a nonce."""
    return HttpResponse(str(request.csp_nonce))  # type: ignore[attr-defined]


@pytest.mark.parametrize("view", [plain, with_its_own_header, with_a_picture_in_the_page, with_a_script_in_the_page])
def test_the_policy_that_is_built_once_is_what_django_csp_builds_each_time(
    rf: RequestFactory, view: Callable[[HttpRequest], HttpResponse]
) -> None:
    ours, built = ContentPolicyMiddleware(view)(rf.get("/")), CSPMiddleware(view)(rf.get("/"))
    assert ours.headers == built.headers and HEADER in ours.headers


def test_styles_know_every_number_that_pages_measure() -> None:
    styles = Path(str(finders.find("tally/measures.css"))).read_text(encoding="utf-8")
    for kind in ("rows", "columns", "letters"):
        numbers = re.findall(rf'\[data-{kind}="(\d+)"\] {{ --{kind}: (\d+); }}', styles)
        assert numbers == [(str(number), str(number)) for number in range(MOST + 1)]
    assert [measure(number) for number in (0, 7, MOST, MOST + 1)] == [0, 7, MOST, MOST]
