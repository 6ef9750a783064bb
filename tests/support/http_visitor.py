"""Visitors of a hall over plain HTTP, without JavaScript, who read pages, follow links and press buttons."""

from __future__ import annotations

import http.client
from contextlib import closing
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Self
from urllib.parse import urlencode, urljoin, urlsplit

from tests.support.hall_server import Hall
from tests.support.scorebook import NAMES, Scorebook, codes_on_cards, score_text

TEXT_TAGS = {"a", "button", "td", "textarea"}  # elements whose text `Page` records
VOID_TAGS = {"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "wbr"}


@dataclass
class Form:
    """A form of a page: the fields that it sends without any button, and its buttons as (name, value, text)."""

    action: str
    post: bool
    fields: dict[str, str] = field(default_factory=dict)
    checkboxes: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """The text, links, table rows and forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self._open: list[tuple[str, dict[str, str], int]] = []
        self.feed(html)
        self.text = _joined(self.texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(attributes.get("action", ""), attributes.get("method", "").lower() == "post"))
        elif tag == "input" and self._in("form") and attributes.get("name"):
            checkbox = attributes.get("type") == "checkbox"
            if checkbox:
                self.forms[-1].checkboxes.add(attributes["name"])
            if not checkbox or "checked" in attributes:
                self.forms[-1].fields[attributes["name"]] = attributes.get("value", "on" if checkbox else "")
        elif tag == "option" and self._in("form"):
            name = next(select["name"] for opened, select, _ in reversed(self._open) if opened == "select")
            if "selected" in attributes or name not in self.forms[-1].fields:
                self.forms[-1].fields[name] = attributes.get("value", "")
        elif tag == "tr" and self._in("tbody"):
            self.rows.append([])
        if tag not in VOID_TAGS:
            self._open.append((tag, attributes, len(self.texts)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID_TAGS:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._in(tag):
            opened, attributes, start = self._open.pop()
            if opened == tag:
                if tag in TEXT_TAGS:
                    self._record(tag, attributes, _joined(self.texts[start:]))
                return

    def handle_data(self, data: str) -> None:
        if not any(map(self._in, ("style", "script", "template"))):
            self.texts.append(data)

    def _record(self, tag: str, attributes: dict[str, str], text: str) -> None:
        if tag == "a" and "href" in attributes:
            self.links.append((attributes["href"], attributes.get("aria-label") or text))
        elif tag == "button" and self._in("form"):
            self.forms[-1].buttons.append((attributes.get("name", ""), attributes.get("value", ""), text))
        elif tag == "textarea" and self._in("form"):
            self.forms[-1].fields[attributes["name"]] = text
        elif tag == "td" and self.rows:
            self.rows[-1].append(text)

    def _in(self, tag: str) -> bool:
        return any(opened == tag for opened, _, _ in self._open)


def _joined(texts: list[str]) -> str:
    """Join texts and collapse their white space."""
    return " ".join(" ".join(texts).split())


class Visitor:
    """A browser without JavaScript: cookies, links, forms, redirects.

    `posted` is the status of the last POST's own answer, before any redirect.
    """

    follows = True  # whether it follows redirects

    def __init__(self, hall: Hall, address: str) -> None:
        self.host, self.trusting = urlsplit(hall.url).netloc, hall.trusting
        self.cookies: dict[str, str] = {}
        self.status, self.posted, self.url, self.body = 0, 0, "", b""
        self.page = Page("")
        self.open(address)

    def open(self, address: str) -> Self:
        """Go to an address."""
        return self._go("GET", address)

    def follow(self, text: str) -> Self:
        """Follow the link with this text."""
        found = [href for href, label in self.page.links if label == text]
        assert found, f"no link {text!r} among {self.labels}"
        return self.open(found[0])

    @property
    def labels(self) -> list[str]:
        """The texts of the links."""
        return [text for _, text in self.page.links]

    @property
    def buttons(self) -> list[str]:
        """The values of the buttons."""
        return [value for form in self.page.forms for _, value, _ in form.buttons]

    def press(self, button: str, **typed: str) -> Self:
        """Type into the form of a button, found by its value or its text, then press it."""
        for form in self.page.forms:
            for name, value, text in form.buttons:
                if button in (value, text):
                    assert form.post and typed.keys() <= form.fields.keys() | form.checkboxes, (form, typed)
                    return self._go(
                        "POST", form.action or self.url, form.fields | ({name: value} if name else {}) | typed
                    )
        raise AssertionError(f"no button {button!r} at {self.url}: {self.page.text}")

    def _go(self, method: str, address: str, form: dict[str, str] | None = None) -> Self:
        self.url = urljoin(self.url, address)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers["Origin"] = f"{'https' if self.trusting else 'http'}://{self.host}"
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        answer, self.body = self.exchange(method, self.url, urlencode(form) if form is not None else None, headers)
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
        """Send one request and return the answer and its body."""
        with closing(self._connection()) as connection:
            connection.request(method, url, body, headers)
            answer = connection.getresponse()
            return answer, answer.read()

    def _connection(self) -> http.client.HTTPConnection:
        if self.trusting:
            return http.client.HTTPSConnection(self.host, timeout=60, context=self.trusting)
        return http.client.HTTPConnection(self.host, timeout=60)


def start_night(hall: Hall, players: int) -> Visitor:
    """Open the terminal's link, paste the names, number everybody by arrival and start the night."""
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(NAMES[:players]))
    organizer.press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer


def pair_phones(hall: Hall, players: int) -> dict[int, Visitor]:
    """Pair a phone with every card: odd numbers scan it, even ones type its code on the home page."""
    phones = {}
    for number, (name, code) in codes_on_cards(hall).items():
        assert name == NAMES[number - 1]
        if number % 2:
            phone = Visitor(hall, f"/J/{code.replace('-', '')}")
        else:
            phone = Visitor(hall, "/").press("Open my card", code=code.lower())
        phones[number] = phone.press("Yes, that’s me")
    assert sorted(phones) == list(range(1, players + 1))
    return phones


def open_one_table(hall: Hall, names: tuple[str, ...], loners: str = "") -> tuple[Visitor, dict[int, str]]:
    """Open a new night of one table and one round in this hall.

    It plays progressive euchre whatever the last night played. Return the organizer and the codes by number.
    """
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Start next night")
    organizer.follow("Rules, other games, house rules").press("Save", variant="progressive-cats").follow("Desk")
    organizer.press("Add to the list", names="\n".join(names)).press("Save", count_loners=loners)
    organizer.press("Check and use it", name="One table", notation="1  1-2 vs 3-4")
    organizer.press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer, {number: code for number, (_, code) in codes_on_cards(hall).items()}


def press_results(phone: Visitor, *results: str) -> Visitor:
    """Record hands, or sign, by pressing the buttons of these values."""
    for result in results:
        phone.follow("Refresh").press(result)
        assert phone.status == 200, phone.page.text
    return phone


def paired_visitor(hall: Hall, code: str) -> Visitor:
    """Pair a phone without a browser, to bring a table into some state."""
    phone = Visitor(hall, f"/J/{code}")
    return phone.press(
        next(
            text
            for form in phone.page.forms
            for _, _, text in form.buttons
            if text in ("Yes, that’s me", "Use this phone instead")
        )
    )


def play_hand(phones: dict[int, Visitor], book: Scorebook, game: int, table: int) -> None:
    """Record a hand on one of the table's phones and check it on another."""
    recorder, reader = book.chance.sample(book.players_at(game, table), 2)
    phones[recorder].follow("Refresh").press(book.play_hand(game, table))
    number = len(book.hands[game, table])
    for phone, player in ((phones[recorder], recorder), (phones[reader].follow("Refresh"), reader)):
        ours, theirs = book.player_points(game, player, hand=number)
        assert f"Hand {number}: {ours} to {theirs}. Correct it" in phone.labels, (phone.page.text, phone.labels)


def sign_game(phones: dict[int, Visitor], book: Scorebook, game: int, table: int) -> None:
    """Sign a total for both sides, each on its own phone or both on one that is passed across the table."""
    north, east, _, _ = book.players_at(game, table)
    first, second = book.chance.choice(((north, east), (east, north), (north, north), (east, east)))
    side = book.seat(game, first).side
    ours, theirs = book.player_points(game, first)
    assert f"Confirm {score_text(ours, theirs)}" in phones[first].follow("Refresh").page.text
    phones[first].press(f"{side}:agree")
    phones[second].follow("Refresh").press(f"{'EW' if side == 'NS' else 'NS'}:agree")
    book.signed.add((game, table))


def paper_links(organizer: Visitor) -> list[str]:
    """Return the addresses of the filled cards and the standings on paper, of the night that the organizer looks at."""
    slug = organizer.url.split("/n/")[1].split("/")[0]
    return [f"/n/{slug}/print/{sheet}.pdf" for sheet in ("filled-cards", "standings")]
