"""Visitors of a hall over plain HTTP, without JavaScript: they read pages, follow links and press buttons."""

from __future__ import annotations

import http.client
from contextlib import closing
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Self
from urllib.parse import urlencode, urljoin, urlsplit

from tests.support.hall_server import Hall
from tests.support.reference_scores import NAMES, Account, between, codes_on_cards

SAID = {"a", "button", "td", "textarea"}  # elements whose words matter
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "wbr"}


@dataclass
class Form:
    """A form of a page: what it would send without any button, and its buttons as (name, value, words)."""

    action: str
    post: bool
    fields: dict[str, str] = field(default_factory=dict)
    boxes: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """What a person can read, follow and press on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.rows: list[list[str]] = []
        self.words: list[str] = []
        self._open: list[tuple[str, dict[str, str], int]] = []
        self.feed(html)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "").lower() == "post"))
        elif tag == "input" and self._in("form") and given.get("name"):
            box = given.get("type") == "checkbox"
            if box:
                self.forms[-1].boxes.add(given["name"])
            if not box or "checked" in given:
                self.forms[-1].fields[given["name"]] = given.get("value", "on" if box else "")
        elif tag == "option" and self._in("form"):
            name = next(given["name"] for opened, given, _ in reversed(self._open) if opened == "select")
            if "selected" in given or name not in self.forms[-1].fields:
                self.forms[-1].fields[name] = given.get("value", "")
        elif tag == "tr" and self._in("tbody"):
            self.rows.append([])
        if tag not in VOID:
            self._open.append((tag, given, len(self.words)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._in(tag):
            opened, given, start = self._open.pop()
            if opened == tag:
                if tag in SAID:
                    self._close(tag, given, " ".join(" ".join(self.words[start:]).split()))
                return

    def handle_data(self, data: str) -> None:
        if not any(map(self._in, ("style", "script", "template"))):
            self.words.append(data)

    def _close(self, tag: str, given: dict[str, str], words: str) -> None:
        if tag == "a" and "href" in given:
            self.links.append((given["href"], given.get("aria-label") or words))
        elif tag == "button" and self._in("form"):
            self.forms[-1].buttons.append((given.get("name", ""), given.get("value", ""), words))
        elif tag == "textarea" and self._in("form"):
            self.forms[-1].fields[given["name"]] = words
        elif tag == "td" and self.rows:
            self.rows[-1].append(words)

    def _in(self, tag: str) -> bool:
        return any(opened == tag for opened, _, _ in self._open)


class Visitor:
    """A browser without JavaScript: cookies, links, forms, redirects."""

    follows = True  # redirects; one that does not has the answer in `posted`, and goes on from where it likes

    def __init__(self, hall: Hall, address: str) -> None:
        self.host = urlsplit(hall.url).netloc
        self.cookies: dict[str, str] = {}
        self.status, self.posted, self.url, self.body = 0, 0, "", b""
        self.page = Page("")
        self.open(address)

    def open(self, address: str) -> Self:
        """Go to an address."""
        return self._go("GET", address)

    def follow(self, words: str) -> Self:
        """Follow the link that says this."""
        found = [href for href, said in self.page.links if said == words]
        assert found, f"no link {words!r} among {self.labels}"
        return self.open(found[0])

    @property
    def labels(self) -> list[str]:
        """What the links say."""
        return [words for _, words in self.page.links]

    @property
    def buttons(self) -> list[str]:
        """The buttons' values."""
        return [value for form in self.page.forms for _, value, _ in form.buttons]

    def press(self, button: str, **typed: str) -> Self:
        """Type into the form of a button, found by its value or its words, then press it."""
        for form in self.page.forms:
            for name, value, words in form.buttons:
                if button in (value, words):
                    assert form.post and typed.keys() <= form.fields.keys() | form.boxes, (form, typed)
                    return self._go(
                        "POST", form.action or self.url, form.fields | ({name: value} if name else {}) | typed
                    )
        raise AssertionError(f"no button {button!r} at {self.url}: {self.page.text}")

    def _go(self, method: str, address: str, sent: dict[str, str] | None = None) -> Self:
        self.url = urljoin(self.url, address)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if sent is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        answer, self.body = self.exchange(method, self.url, urlencode(sent) if sent is not None else None, headers)
        self.status = answer.status
        if method == "POST":
            self.posted = answer.status
        for line in answer.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        if self.status in (301, 302, 303) and self.follows:
            return self._go("GET", answer.headers["Location"])
        if answer.headers.get_content_type() == "text/html":
            self.page = Page(self.body.decode())
        return self

    def exchange(
        self, method: str, url: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """One request and its answer."""
        with closing(http.client.HTTPConnection(self.host, timeout=20)) as connection:
            connection.request(method, url, body, headers)
            answer = connection.getresponse()
            return answer, answer.read()


def claim_cards(hall: Hall, players: int) -> dict[int, Visitor]:
    """Everybody's phone: odd numbers scan the card, even ones type its code at the home page."""
    phones = {}
    for number, (name, code) in codes_on_cards(hall).items():
        assert name == NAMES[number - 1]
        if number % 2:
            phone = Visitor(hall, f"/J/{code.replace('-', '')}")
        else:
            phone = Visitor(hall, "/").press("Open my card", code=code.lower())
        phones[number] = phone.press("Yes, that is me")
    assert sorted(phones) == list(range(1, players + 1))
    return phones


def one_table(hall: Hall, names: tuple[str, ...], loners: str = "") -> tuple[Visitor, dict[int, str]]:
    """Another night in a hall that is open, of one table and one game, the usual one whatever was played before: the
    organizer, and the codes by number."""
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Begin a new night")
    organizer.follow("Rules, other games, house rules").press("Save", variant="progressive-cats").follow("Desk")
    organizer.press("Add to the list", names="\n".join(names)).press("Save", count_loners=loners)
    organizer.press("Check and use it", name="One table", notation="1  1-2 vs 3-4")
    organizer.press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer, {number: code for number, (_, code) in codes_on_cards(hall).items()}


def play(phone: Visitor, *results: str) -> Visitor:
    """Record hands, or say the word on the total, by the values of their buttons."""
    for result in results:
        phone.follow("Refresh").press(result)
        assert phone.status == 200, phone.page.text
    return phone


def keeper(hall: Hall, code: str) -> Visitor:
    """A phone without a screen, to bring a table into some state."""
    phone = Visitor(hall, f"/J/{code}")
    return phone.press(
        next(
            words
            for form in phone.page.forms
            for _, _, words in form.buttons
            if words in ("Yes, that is me", "Use this phone instead")
        )
    )


def agree(phones: dict[int, Visitor], account: Account, game: int, table: int) -> None:
    """Both sides sign the total: each on a phone of its own, or one phone is passed across."""
    north, east, _, _ = account.at(game, table)
    first, second = account.chance.choice(((north, east), (east, north), (north, north), (east, east)))
    side = account.seat(game, first).side
    ours, theirs = account.line(game, first)
    assert f"{between(ours, theirs)}. Agree" in phones[first].follow("Refresh").page.text
    phones[first].press(f"{side}:agree")
    phones[second].follow("Refresh").press(f"{'EW' if side == 'NS' else 'NS'}:agree")
    account.signed.add((game, table))


def paper_links(organizer: Visitor) -> list[str]:
    """The addresses of the filled cards and the standings, as the board links them."""
    links = {words: href for href, words in organizer.page.links}
    return [links["Print filled cards"], links["Print standings"]]
