"""Every address × everybody × every way to ask, on one night: what each may do by the URL table, and what happened.

Each request runs as the server runs it, in a transaction that is taken back. Whoever may not must be refused, change
nothing and read nothing that is not theirs; whoever may must not be refused. Nobody ever gets a failure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from django.conf import settings
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models import QuerySet
from django.urls import resolve

from tests.support.access_nights import StagedMoment, pattern_of
from tests.support.access_readers import Reader
from tests.support.odd_requests import TOKEN, failures
from tests.support.row_snapshots import all_rows
from tests.support.url_table import (
    ACCOUNT_URLS,
    BY_ACT,
    CLUB_PATHS,
    EVERY_CHANGE,
    HELPERS,
    OF_A_PHONE,
    ORGANIZER_CHANGES,
    PLAYER_CHANGES,
    SINGLE_TABLE_CHANGES,
    URLS,
)
from tournament.live.messages import messages
from tournament.models import Event
from tournament.server.application import _answer
from tournament.web.guessing import forget_failures

WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE)\b", re.IGNORECASE)
REFUSED = (403, 404, 405, 409, 429)
OWN_CLUB = ("/club/", "/new/", "/one-table/", "/laptop/")
HTMX = ((b"hx-request", b"true"),)
PANEL = (*HTMX, (b"hx-target", b"panel"), (b"x-panel", b"/"))
WAYS = (("GET", HTMX), ("GET", PANEL), ("HEAD", ()))
# Tokens and keys of forms, the time of day.
DRAWN_ANEW = re.compile(rb"\b(?:[A-Za-z0-9]{64}|[0-9a-f]{32}|[0-9a-f]{8}|\d{13}|\d?\d:\d\d [AP]M)\b")
GIVE_SIGN_IN = ("organizer-link", "accept-invitation")  # the only addresses that sign somebody in


@dataclass(frozen=True)
class Asked:
    """One request: who, what, how."""

    reader: Reader
    path: str  # as in the URL table
    name: str  # of the URL
    method: str
    address: str
    form: dict[str, str] = field(default_factory=dict)
    headers: tuple[tuple[bytes, bytes], ...] = ()

    def __str__(self) -> str:
        how = "panel" if self.headers == PANEL else "htmx" if self.headers else "plain"
        return f"{self.reader}: {self.method} {self.path} ({how}, {'form' if self.form else 'empty'})"


@dataclass(frozen=True)
class Answer:
    """What came back, and the statements that wrote something meanwhile."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: bytes
    wrote: list[str]
    rows: set[tuple[str, int, str]] | None  # after a write that nobody here may make
    streamed: bytes  # what open pages were told of a write


def who_may(path: str, name: str, method: str) -> set[str]:
    """Return the words of those who may ask this; "anybody" where everybody may."""
    if name in OF_A_PHONE:
        return {"seat"} if method == "POST" else {"players"}
    if path in ACCOUNT_URLS and not settings.ACCOUNTS:
        return set()  # a hall has none of these pages
    if path in ACCOUNT_URLS:
        who = ACCOUNT_URLS[path][1]
        if who == "anybody" or name == "account_logout":
            return {"anybody"}
        return {"organizer"} if path.startswith("/club/") else {"account"}
    helpers = {role for role, names in HELPERS.items() if name in names}
    if method == "POST":
        if path in {change[0] for change in PLAYER_CHANGES}:
            return {"organizer", "scorer", "seat"}
        if path in {change[0] for change in SINGLE_TABLE_CHANGES}:
            return {"organizer", "seat"}
        if path in {change[0] for change in ORGANIZER_CHANGES}:
            return {"organizer", *helpers}
    return {
        "anybody": {"anybody"},
        "key": {"anybody"},
        "-": {"organizer", "anybody"} if path in {change[0] for change in EVERY_CHANGE} else {"organizer"},
        "organizer": {"organizer", *helpers},
        "seat": {"organizer", "scorer", "seat"},
        "players": {"organizer", "players"},
        "regular": {"organizer", "regular"},
        "prometheus": set(),  # whoever knows the token of the metrics, which none of these does
    }[URLS[path][1] if path in URLS else "seat"]


def may(asked: Asked) -> bool:
    """Whether somebody may ask this, by the URL table."""
    allowed = who_may(asked.path, asked.name, asked.method)
    club_paths = CLUB_PATHS + (tuple(ACCOUNT_URLS) if settings.ACCOUNTS else ())
    if (
        "elsewhere" in asked.reader.words
        and asked.path in club_paths
        and asked.path.startswith(OWN_CLUB)
        and "{" not in asked.path
    ):
        return True  # their own club's
    return "anybody" in allowed or bool(allowed & asked.reader.words)


@dataclass
class Matrix:
    """Asks every address of a night and collects what is wrong."""

    moment: StagedMoment
    share: int = 1  # ask each address by one reader of so many
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    _wrote: list[str] = field(default_factory=list)
    _public: re.Pattern[bytes] = re.compile(b"(?!)")  # what nobody may read
    _looked: int = 0  # what the newest plain GET got: of the same address by the same reader

    def run(self) -> None:
        """Ask everything; readers come one after the other at each address, the organizer first."""
        secrets = {reader.name: self.moment.secrets(reader) for reader in self.moment.readers}
        patterns = {name: pattern_of(found) for name, found in secrets.items()}
        self._public = patterns["nobody"]
        with failures() as failed, connection.execute_wrapper(self._note_write):
            for asked in self.requests():
                answer = self._ask(asked)
                self.counts["requests"] += 1
                name = asked.reader.name
                for sentence in self._check(asked, answer, patterns[name], secrets[name]):
                    self.wrong.append(f"{asked}: {answer.status}, {sentence}")
                if failed:
                    self.wrong.append(f"{asked}: {failed.pop()!r}")
                    failed.clear()

    def requests(self) -> Iterator[Asked]:
        """Yield every request of this night."""
        forms: dict[str, list[dict[str, str]]] = {path: [] for path in (*URLS, *ACCOUNT_URLS)}
        for path, _, form in EVERY_CHANGE:
            forms.setdefault(path, []).append(form)
        for path, of_path in forms.items():
            address = path.format(**self.moment.values)
            name = resolve(address).url_name or ""
            filled = [
                {key.format(**self.moment.values): text.format(**self.moment.values) for key, text in form.items()}
                for form in of_path
            ]
            for reader in self.moment.readers:
                number = crc32(f"{path} {reader} {self.moment.name}".encode())
                if number // 6 % self.share == 0:
                    yield from self._by(reader, path, name, address, filled, number)

    def _by(
        self, reader: Reader, path: str, name: str, address: str, forms: list[dict[str, str]], number: int
    ) -> Iterator[Asked]:
        yield Asked(reader, path, name, "GET", address)
        if number % 2:
            method, headers = WAYS[number % 3]
            yield Asked(reader, path, name, method, address, {}, headers)
        for form in forms:
            yield Asked(reader, path, name, "POST", address, form, (HTMX, PANEL, ())[number % 3])
        if number % 2 or not forms:
            yield Asked(reader, path, name, "POST", address, {}, (PANEL, (), HTMX)[number % 3])

    def _note_write(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if WRITES.match(sql):
            self._wrote.append(sql)
        return execute(sql, params, many, context)

    def _ask(self, asked: Asked) -> Answer:
        self._wrote.clear()
        forget_failures()
        cookies = asked.reader.cookies | {"csrftoken": TOKEN}
        headers = [(b"host", b"localhost"), (b"cookie", "; ".join(map("=".join, cookies.items())).encode())]
        headers += asked.headers
        body = b""
        if asked.method == "POST":
            body = urlencode(asked.form | {"csrfmiddlewaretoken": TOKEN}).encode()
            headers += [
                (b"content-type", b"application/x-www-form-urlencoded"),
                (b"content-length", str(len(body)).encode()),
            ]
        scope = {
            "type": "http", "http_version": "1.1", "method": asked.method, "scheme": "http", "root_path": "",
            "path": asked.address, "query_string": b"", "headers": headers,
            "server": ("localhost", 80), "client": ("127.0.0.1", 1),
        }  # fmt: skip
        with transaction.atomic():
            start, content = _answer(scope, body)
            wrote = list(self._wrote)
            rows = all_rows() if wrote and not self._theirs(asked) else None
            streamed = messages(list(self._new_events())) if wrote else b""
            transaction.set_rollback(True)
        if wrote:
            caches["pages"].clear()  # it kept what was taken back
        given = [(key.decode(), value.decode("latin1")) for key, value in start["headers"]]
        cookies_set = [value for key, value in given if key == "set-cookie"]
        return Answer(start["status"], dict(given), cookies_set, content, wrote, rows, streamed)

    def _new_events(self) -> QuerySet[Event]:
        return Event.objects.filter(pk__gt=self.moment.last_event).order_by("pk")

    def _may(self, asked: Asked) -> bool:
        totals = asked.name == "standings" and self.moment.night.totals_only  # nothing to reveal: a POST only looks
        return totals or may(asked)

    def _theirs(self, asked: Asked) -> bool:
        """Whether this night's organizer, helper or player changes something that they may change."""
        return self._may(asked) and "elsewhere" not in asked.reader.words and asked.method == "POST"

    def _check(
        self, asked: Asked, answer: Answer, pattern: re.Pattern[bytes], secrets: dict[bytes, str]
    ) -> Iterator[str]:
        if answer.status >= 500:
            yield "a failure"
        if asked.method == "GET" and not asked.headers:
            self._looked = answer.status
        if asked.method == "HEAD" and answer.status not in (self._looked, 429):  # 429: it was asked too often
            yield f"GET got {self._looked}"
        moved = self._moved(answer)
        if self._may(asked):
            self.counts["allowed"] += 1
            if answer.status == 403 and asked.name not in BY_ACT:
                yield "refused who may"
        else:
            self.counts["refused"] += 1
            if answer.status not in REFUSED and not moved:
                yield "let in who may not"
        if answer.rows is not None:
            yield from self._check_rows(asked, answer)
        if any(one.startswith("sign-in=") for one in answer.cookies) and asked.name not in (*GIVE_SIGN_IN, "sign-out"):
            yield "signed in"
        streamed = self._public.findall(answer.streamed)
        if streamed:
            yield f"streams {b', '.join(streamed).decode()}"
        told = {secrets[text] + " " + text.decode() for text in pattern.findall(answer.body)}
        said = f"{asked.address} {asked.form}"
        told = {sentence for sentence in told if sentence.split()[-1] not in said + self._said_by_key(said)}
        if told:
            self.counts["told"] += 1
            yield f"tells {', '.join(sorted(told))}"

    def _said_by_key(self, said: str) -> str:
        """The names that a request with the key of a card may be told: those on the card."""
        cards = self.moment.night.entries.people().filter(number=1) if self.moment.values["key"] in said else ()
        return " ".join(entry.player.name for entry in cards)

    def _moved(self, answer: Answer) -> bool:
        """Whether a page of another kind of night led to this night's own page; everybody is led there."""
        to = answer.headers.get("location") or answer.headers.get("hx-redirect", "")
        if to.startswith("/sign-in/?next="):
            return True  # to an account
        home = f"/n/{self.moment.night.slug}/"
        return to in (home, f"{home}table/", f"{home}standings/", f"{home}play/")

    def _check_rows(self, asked: Asked, answer: Answer) -> Iterator[str]:
        rows = answer.rows or set()
        if "elsewhere" in asked.reader.words and self._may(asked):
            with_key = "anybody" in who_may(asked.path, asked.name, asked.method)  # of a card, as anybody who has it
            if not with_key and not self.moment.rows_of_this_club <= rows:
                yield "changed this club"
        elif asked.method in ("GET", "HEAD"):
            if rows != self.moment.rows and asked.name not in GIVE_SIGN_IN:
                yield f"a look changed something: {answer.wrote[0][:60]}"
        elif rows != self.moment.rows:
            yield f"changed something: {answer.wrote[0][:60]}"

    def pages(self, readers: Collection[Reader]) -> dict[str, bytes]:
        """Return every page that these readers see, without what is drawn anew each time."""
        seen = {}
        with failures() as failed:
            for path in URLS:
                address = path.format(**self.moment.values)
                for reader in readers:
                    asked = Asked(reader, path, resolve(address).url_name or "", "GET", address)
                    answer = self._ask(asked)
                    self.counts["requests"] += 1
                    seen[str(asked)] = DRAWN_ANEW.sub(b"", b"%d %b" % (answer.status, answer.body))
        assert not failed, failed
        return seen
