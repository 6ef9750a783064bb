"""Requests with odd values for every address of `url_table`: in path, query, cookies, headers, forms and files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, quote_plus, unquote

from django.conf import settings
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client

from tests.support.url_table import EVERY_CHANGE, URLS
from tournament.server.application import _answer

ODD_VALUES = [
    text if isinstance(text, bytes) else text.encode()
    for text in (
        "", " ", "\0", "Ann\0Miller", "é", b"\xe9", b"\xed\xa0\x80", b"\xff\xfe", "王" * 41, "a" * 10_000,
        "1" * 10_000, "0", "-1", "-0", "+1", "1.5", "1e9", "32768", "2147483648", "9" * 18, "9" * 19, "9" * 40,
        "-" + "9" * 30, "NaN", "Infinity", "²", "٣", "on", "null", "[]", "{}", '{"base": 1}',
        '{"base": "standard", "cards": {}}', "[" * 2_000, "2026-02-30", "0000-00-00", "9999-12-31", "24:99",
        "\u202e", "\r\nX: y", "//evil.example", "/\\evil", "/é", "/\0", "NS:99", "NS:", ":", "A:5", "$-1",
        "$99999999999999999999", "1,000", "50%", "<b>", "'", "%", "%00", "../..",
    )
]  # fmt: skip
KEY_IN_SOURCE = re.compile(
    r"""(?:(?:GET|POST|FILES)(?:\.get(?:list)?\(|\[)|posted_number\(request, )["']([\w-]+)["']"""
    r"""|["']([\w-]+)["'] in request\.(?:GET|POST)"""
)
TOKEN = "t" * 32  # a CSRF token that is its own cookie
COOKIES = ("sign-in", "organizer", "phone", "theme", "csrftoken", "messages", "sessionid")
HEADERS = ("hx-target", "hx-current-url", "x-panel", "x-version", "x-outbox", "x-queue", "referer", "last-event-id")


@cache
def field_names() -> tuple[str, ...]:
    """Every name of a field that a view reads, and that the table of changes posts."""
    files = [file for app in ("tally", "tournament") for file in (Path(settings.BASE_DIR) / app).rglob("*.py")]
    read = {name for file in files for pair in KEY_IN_SOURCE.findall(file.read_text("utf-8")) for name in pair if name}
    return tuple(sorted(read | {name for change in EVERY_CHANGE for name in change[2]}))


@dataclass(frozen=True, slots=True)
class OddRequest:
    """A request as a server receives it, in bytes; `what` is its address in the table."""

    what: str
    method: str
    path: bytes
    query: bytes = b""
    headers: Sequence[tuple[bytes, bytes]] = ()
    body: bytes = b""

    def __str__(self) -> str:
        short = [text if len(text) < 300 else text[:300] + b"..." for text in (self.path, self.query, self.body)]
        shown = [(name, value[:80]) for name, value in self.headers]
        return f"{self.method} {self.what} {short} {shown}"


@dataclass
class Draw:
    """Draws requests by chance: for a night whose placeholders have these `values`, with a browser's cookies."""

    chance: Random
    values: dict[str, Any]
    roles: Sequence[Client]
    forms: dict[str, list[dict[str, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path, _, form in EVERY_CHANGE:
            self.forms.setdefault(path, []).append(form)

    def odd(self) -> bytes:
        """Draw an odd value."""
        return self.chance.choice(ODD_VALUES)

    def request(self, address: str) -> OddRequest:
        """Draw a request to an address of the table."""
        posts = URLS[address][1] == "-" or (address in self.forms and self.chance.random() < 0.6)
        method = "POST" if posts or self.chance.random() < 0.05 else "GET"
        headers = self._headers()
        query, body = self._query(), b""
        if method == "POST":
            kind, body = self._form(address)
            headers += [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        return OddRequest(address, method, self._path(address), query, headers, body)

    def _path(self, address: str) -> bytes:
        """The address with this night's values, or an odd one in the place of one or of a number in it."""
        parts = re.split(r"(\{\w+\}|\d+)", address)
        holes = [number for number, part in enumerate(parts) if number % 2]
        odd = self.chance.choice(holes) if holes and self.chance.random() < 0.2 else -1
        filled = [
            self.odd() if number == odd else part.format(**self.values).encode() if number % 2 else part.encode()
            for number, part in enumerate(parts)
        ]
        return b"".join(filled) + (self.odd() if self.chance.random() < 0.02 else b"")

    def _query(self) -> bytes:
        names = self.chance.choices(field_names(), k=self.chance.choice((0, 0, 1, 2)))
        return b"&".join(quote_plus(name).encode() + b"=" + self._quoted(self.odd()) for name in names)

    def _quoted(self, value: bytes) -> bytes:
        """A value for a query or a form, mostly as browsers write it."""
        return quote_plus(value).encode() if self.chance.random() < 0.9 else value.replace(b"\0", b"%00")

    def _headers(self) -> list[tuple[bytes, bytes]]:
        """Cookies of one of the roles, one of them odd at times, and odd headers."""
        role = self.chance.choice(self.roles)
        cookies = {name: morsel.value.encode() for name, morsel in role.cookies.items()} | {"csrftoken": TOKEN.encode()}
        if self.chance.random() < 0.2:
            name = self.chance.choice(COOKIES)
            cookies[name] = self.chance.choice((self.odd(), quote(self.odd()).encode(), b'"\\000"', b"p" * 41))
        line = b"; ".join(name.encode() + b"=" + value for name, value in cookies.items())
        headers = [(b"host", b"localhost"), (b"cookie", line)]
        if self.chance.random() < 0.3:
            headers.append((b"hx-request", b"true"))
        if self.chance.random() < 0.1:
            headers.append((self.chance.choice(HEADERS).encode(), self.odd().replace(b"\r\n", b" ")))
        return headers

    def _form(self, address: str) -> tuple[bytes, bytes]:
        """A form's type and content: that of the table, with odd values, missing and additional fields."""
        chance, form = self.chance, dict(self.chance.choice(self.forms.get(address, [{}])))
        fields = [
            (name.format(**self.values).encode(), value.format(**self.values).encode()) for name, value in form.items()
        ]
        for number in range(len(fields)):
            if chance.random() < 0.3:
                fields[number] = (fields[number][0], self.odd())
        fields = [one for one in fields if chance.random() > 0.05]
        fields += [(name.encode(), self.odd()) for name in chance.choices(field_names(), k=chance.choice((0, 0, 1, 2)))]
        fields.append((b"csrfmiddlewaretoken", TOKEN.encode()))
        if chance.random() < 0.15:
            return self._multipart(fields)
        return b"application/x-www-form-urlencoded", b"&".join(
            quote_plus(name).encode() + b"=" + self._quoted(value) for name, value in fields
        )

    def _multipart(self, fields: Sequence[tuple[bytes, bytes]]) -> tuple[bytes, bytes]:
        """The fields as parts, some of them as files."""
        parts = []
        for name, value in [*fields, (b"file", self.odd())]:
            is_file = name != b"csrfmiddlewaretoken" and self.chance.random() < 0.4
            part = b'--part\r\nContent-Disposition: form-data; name="%b"' % name
            parts.append(part + (b'; filename="a%b.csv"' % self.odd()[:50] if is_file else b"") + b"\r\n\r\n" + value)
        return b"multipart/form-data; boundary=part", b"\r\n".join([*parts, b"--part--\r\n"])


def ask(request: OddRequest) -> tuple[int, BaseException | None]:
    """Ask the site in this thread, as its server does, and take back what was written. Return status and failure."""
    with failures() as failed, transaction.atomic():
        scope = {
            "type": "http", "http_version": "1.1", "method": request.method, "scheme": "http", "root_path": "",
            "path": unquote(quote(request.path)), "query_string": request.query, "headers": request.headers,
            "server": ("localhost", 80), "client": ("127.0.0.1", 1),
        }  # fmt: skip
        start, _ = _answer(scope, request.body)
        transaction.set_rollback(True)
    return start["status"], failed[0] if failed else None


@contextmanager
def failures() -> Iterator[list[BaseException]]:
    """Collect the exceptions that Django answers with 500; the connection of the test stays open between requests."""
    found: list[BaseException] = []

    def failed(**_: object) -> None:
        error = sys.exc_info()[1]
        if error is not None:
            found.append(error)

    closing = (request_started, request_finished)
    got_request_exception.connect(failed)
    for signal in closing:
        signal.disconnect(close_old_connections)
    try:
        yield found
    finally:
        got_request_exception.disconnect(failed)
        for signal in closing:
            signal.connect(close_old_connections)
