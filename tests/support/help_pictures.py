"""The pictures in Help: the page that each shows, staged anew, and the record of what it showed when it was taken."""

from __future__ import annotations

import hashlib
import json
import re
from calendar import day_abbr, day_name, month_abbr, month_name
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from difflib import SequenceMatcher
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse

if TYPE_CHECKING:
    from tests.support.staged_night import StagedNight

FOLDER = Path(__file__).parents[2] / "tournament" / "static" / "tournament" / "help"
RECORD = Path(__file__).parents[1] / "simulations" / "help_pictures.json"
OF_A_DATE = {name.lower() for name in (*month_name, *month_abbr, *day_name, *day_abbr)}
UNSEEN = {"script", "style", "template", "noscript", "svg", "head"}
NEVER_CLOSED = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}

TALLY_CARD = "tally-card"

# By story of `page_states`: each picture and the state that it shows.
STATES = {
    "empty_and_full": {"desk": "desk-twelve"},
    "signing_up": {"movement": "desk-movement", "rules": "desk-rules"},
    "hands": {
        "phone-seat": "phone-first-hand-N",
        "phone-scoring": "phone-scoring-N",
        "phone-no-wifi": "phone-no-wifi",
        "phone-agree": "phone-sign",
        "correct": "board-correct",
        "phone-bell": "phone-bell-announced",
    },
    "disputes": {"phone-two-answers": "phone-dispute", "needs-you": "board-dispute"},
    "bids": {"phone-bids": "phone-bids"},
    "one_table": {"phone-single-table": "phone-one-table"},
    "game_clock": {"screen-seats": "screen-where-to-sit", "screen-bell": "screen-bell"},
    "middle_of_the_night": {
        "phone-tally": "phone-tally",
        "changes": "desk-changes-arrive",
        "quick-entry": "desk-quick-5",
        "shelf": "desk-print",
    },
    "end_of_the_night": {"prizes": "desk-prizes-closed", "screen-winners": "screen-winners-all"},
    "club_pages": {
        name: name
        for name in (
            "people",
            "helpers",
            "season",
            "records",
            "old-night",
            "files",
            "own-game",
            "money",
            "keeping-data",
        )
    },
}
BOARD_HANDS = (
    ("NS:3-4", "EW:5", "NS:5-alone", "EW:3-4"),
    ("EW:3-4", "NS:5", "NS:0-2"),
    ("NS:3-4", "NS:3-4", "EW:5"),
    ("EW:5-alone",),
    ("EW:0-2", "EW:3-4", "NS:5", "NS:3-4"),
)
SEED = 19  # of the nights in pictures
LAST_NIGHT = date(2026, 10, 6)
ADDRESS = "http://192.168.1.50:8000"
PLAYERS = (
    *("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O'Hara", "Eve Lund", "Fritz Bauer", "Gina Rossi", "Hal Young"),
    *("Ida Novak", "Jim Chen", "Kay Ito", "Leo Katz", "Mona Diaz", "Ned Park", "Olga Petrov", "Paul Brandt"),
    *("Quinn Hayes", "Rosa Silva", "Sam Cole", "Tess Moore"),
)


@dataclass(frozen=True)
class Staged:
    """A page that a picture shows: who opens it, its path or an answer, and what is done before the picture."""

    client: Client
    source: str | HttpResponse
    action: Callable[[Any], object] | None = None

    def answer(self) -> Any:
        """Return what the site answers."""
        if not isinstance(self.source, str):
            return self.source
        answer = self.client.get(self.source, follow=True)
        assert answer.status_code == 200, self.source
        return answer


@dataclass(frozen=True)
class Taken:
    """What is known of a picture: the name of its page's URL, the words in view, and the file's fingerprint."""

    page: str
    words: list[str]
    file: str


@contextmanager
def board() -> Iterator[Staged]:
    """Stage the organizer's board with five tables in different states."""
    from tests.simulations.page_states import Side, StagedNight, play_hands

    staged = StagedNight(20, names=PLAYERS, games=8)
    for number in (1, 2):
        staged.play_round(number)
    for table, results in enumerate(BOARD_HANDS, 1):
        play_hands(staged.game(3, table), *results)
    for side in Side:
        staged.sign(side, game=3, table=1)
    staged.sign(Side.NS, agrees=False, game=3, table=5)
    yield Staged(*staged.organizer())


@contextmanager
def _room(wifi_name: str = "") -> Iterator[StagedNight]:
    """Stage a night that a laptop serves, in a room whose facts are always the same; a phone has come."""
    from tests.support.staged_night import StagedNight
    from tournament.laptop import own_club, whose_connection
    from tournament.laptop.running import RunningNight, note_running
    from tournament.presenters import laptop, room
    from tournament.reach.facts import Firewall, LaptopFacts, Power, Sleep, SlowFacts, System
    from tournament.reach.networks import Address
    from tournament.web import hall_network

    wifi = Address(ADDRESS.split("/")[2].split(":")[0], 24, "wlan0")
    facts = LaptopFacts(
        system=System.WINDOWS,
        program="python.exe",
        port=8000,
        addresses=(wifi,),
        chosen=wifi.host,
        answers_at=frozenset({wifi.host}),
        gateways=frozenset({"192.168.1.1"}),
        free_bytes=48_000_000_000,
        power=Power(plugged_in=True, percent=100),
        slow=SlowFacts((Firewall("the Windows firewall", is_on=True),), Sleep(on_mains=30), True, wifi_name),
    )
    staged = StagedNight(12, opened=False, wifi_name=wifi_name, wifi_password="queenofhearts" if wifi_name else "")
    note_running(RunningNight(ADDRESS, lambda: None, 8000))
    with ExitStack() as during:
        for module in (hall_network, room, whose_connection):
            during.enter_context(patch.object(module, "own_addresses", lambda: (wifi,)))
        during.enter_context(patch.object(hall_network, "network_problem", lambda: ""))
        during.enter_context(patch.object(room, "room_facts", lambda *_, **__: facts))
        during.enter_context(patch.object(laptop, "keeper", lambda: None))
        during.enter_context(patch.object(own_club, "laptops_club", lambda: staged.night.club))
        during.enter_context(override_settings(NETWORK_HOST=wifi.host))
        during.callback(note_running, None)
        yield staged


@contextmanager
def laptops_page() -> Iterator[Staged]:
    """Stage the page This laptop before a night."""
    with _room() as staged:
        yield Staged(staged.organizer()[0], "/laptop/")


@contextmanager
def safe_copies() -> Iterator[Staged]:
    """Stage the page Safe copies of a laptop with a USB stick in."""
    from tournament.copies.keeper import CopyKeeper
    from tournament.presenters import copies as presenter
    from tournament.views import copies as view

    folder = Path("euchre-night", "copies")
    context = {
        "kept": CopyKeeper(Path("euchre.sqlite3")),
        "first": presenter.Place(folder, [], ""),
        "second": None,
        "all_places": [],
        "sticks": [Path("/media/CLUB-STICK")],
        "chosen": None,
    }
    with (
        _room() as staged,
        patch.object(view, "copies_context", lambda: context),
        patch.object(view, "_is_laptops_club", lambda club: club == staged.night.club),
    ):
        yield Staged(staged.organizer()[0], "/club/copies/")


@contextmanager
def check_room() -> Iterator[Staged]:
    """Stage the list of the room."""
    with _room("Community Hall") as staged:
        yield Staged(*staged.organizer("room/"))


@contextmanager
def sign_in() -> Iterator[Staged]:
    """Stage the page on which people of a hosted site sign in."""
    with override_settings(ACCOUNTS=True):
        yield Staged(Client(), "/sign-in/")


def club_pages() -> Iterator[tuple[str, Client, str]]:
    """Yield the organizer's pages of a club with a few nights, each by the name of its picture."""
    from tally.management.sample_club.filling import fill_club
    from tests.support.night import sign_in_as_organizer
    from tournament.models import Club, Season

    club, organizer = Club.objects.create(name="Tuesday club"), Client()
    fill_club(club=club, people=16, nights=4, seed=SEED, until=LAST_NIGHT)
    sign_in_as_organizer(organizer, club)
    night, season = club.nights.latest("date"), Season.objects.filter(club=club).first()
    assert season
    for name, url, *more in (
        ("people", "people"),
        ("helpers", "helpers"),
        ("season", "season", season.pk),
        ("records", "club-records"),
        ("old-night", "new-totals"),
        ("files", "files"),
        ("keeping-data", "keeping-data"),
        ("own-game", "new-own-game", night.slug),
        ("money", "money", night.slug),
    ):
        yield name, organizer, reverse(url, args=more)


OTHERS: dict[str, Callable[[], AbstractContextManager[Staged]]] = {
    "board": board,
    "laptop": laptops_page,
    "check-room": check_room,
    "copies": safe_copies,
    "sign-in": sign_in,
}
OWN_STORIES = {"club_pages": club_pages}  # which no other test needs
NAMES = (*(name for pictures in STATES.values() for name in pictures), *OTHERS)


def staged_pages(wanted: Collection[str] = NAMES) -> Iterator[tuple[str, Staged]]:
    """Yield each of these pictures with its page, which is there until the next one is asked for."""
    from tally.presenters import paper_needed
    from tests.simulations import page_states
    from tests.support.counted_pages import count_at_once
    from tournament.models import Night
    from tournament.night.charts import load_charts
    from tournament.planning import night_plan, shipped
    from tournament.presenters import retention

    load_charts()
    with (  # the same seats each time: no search that goes as far as the time allows, and no chance
        patch.object(shipped, "SEARCH_SECONDS", 0.0),
        patch.object(night_plan, "REPLAN_SECONDS", 0.0),
        patch.object(Night._meta.get_field("seed"), "_get_default", lambda: SEED),
        patch.object(paper_needed, "count_pages", count_at_once),
        patch.object(retention, "has_file", lambda: True),  # pictures are of a laptop, whatever database tests have
    ):
        for story, pictures in STATES.items():
            left = {state: name for name, state in pictures.items() if name in wanted}
            tell = OWN_STORIES.get(story) or getattr(page_states, story)
            states: Iterator[Any] = tell() if left else iter(())
            for state, *page in states:
                if name := left.pop(state, ""):
                    yield name, Staged(*page)
                if not left:
                    break
            assert not left, f"{story} has no state {', '.join(left)}"
        for name, stage in OTHERS.items():
            if name in wanted:
                with stage() as staged:
                    yield name, staged


class _VisibleText(HTMLParser):
    """Collects the text of a page that a person can see."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []  # tag, and whether what is in it can be seen
        self.feed(html)

    def _sees(self) -> bool:
        return not self._open or self._open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag not in NEVER_CLOSED:
            self._open.append((tag, self._sees() and tag not in UNSEEN and not {"hidden", "popover"} & names))

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._sees():
            self.texts.append(data)


def words_of_page(html: str, names: Collection[str] = ()) -> list[str]:
    """Return the words of a page in order, without figures, names, dates and codes, which differ each time."""
    text = " ".join(_VisibleText(html).texts)
    own = {part.lower() for name in names for part in re.findall(r"[^\W\d_]+", name)}
    found = (word.lower() for word in re.findall(r"[^\W\d_]{3,}", text) if not word.isupper())
    return [word for word in found if word not in own | OF_A_DATE]


def words_of_sheet(pdf: bytes) -> list[str]:
    """Return the words of a printed file's first page in order, without figures and names."""
    import pypdfium2

    from tests.support.night import CAST

    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    return words_of_page(escape(text), CAST)


def tally_card() -> bytes:
    """Draw a page of filled tally cards in the middle of a night."""
    from tally.paper.document import Job
    from tally.paper.measures import Paper
    from tally.printing.catalog import draw
    from tests.support.staged_night import StagedNight

    staged = StagedNight(12)
    for number in range(1, 6):
        staged.play_round(number)
    return draw(staged.night, "filled-cards", Job(Paper.LETTER), ADDRESS)


def fingerprint(name: str) -> str:
    """Return what tells one picture's file from another's."""
    return hashlib.sha256((FOLDER / f"{name}.webp").read_bytes()).hexdigest()[:16]


def look_at_tally_card(pdf: bytes) -> Taken:
    """Return what is to be recorded of the picture of the tally card."""
    return Taken("print", words_of_sheet(pdf), fingerprint(TALLY_CARD))


def words_of_answer(staged: Staged) -> tuple[str, list[str]]:
    """Return the name of a staged page's URL, and all words that the site answers with."""
    answer = staged.answer()
    return answer.resolver_match.url_name, words_of_page(answer.content.decode(), _names())


def look_at(name: str, staged: Staged, in_view: str) -> Taken:
    """Return what is to be recorded of a picture whose page is staged now.

    :param in_view: the text that the picture shows; of it, what the site itself has answered with is recorded.
    """
    page, words = words_of_answer(staged)
    seen = words_of_page(escape(in_view), _names())
    blocks = SequenceMatcher(None, words, seen, autojunk=False).get_matching_blocks()
    return Taken(page, [word for at, _, size in blocks for word in words[at : at + size]], fingerprint(name))


def stand_in_order(words: Sequence[str], page: Sequence[str]) -> bool:
    """Return whether a page has these words in this order, whatever else it has."""
    rest = iter(page)
    return all(word in rest for word in words)


def _names() -> list[str]:
    from tournament.models import Night, Player

    return [*Player.objects.values_list("name", flat=True), *PLAYERS, *Night.objects.values_list("slug", flat=True)]


def recorded() -> dict[str, Taken]:
    """Return the record of every picture."""
    rows = json.loads(RECORD.read_text(encoding="utf-8"))
    return {name: Taken(row["page"], row["words"].split(), row["file"]) for name, row in rows.items()}


def write_record(taken: dict[str, Taken]) -> None:
    """Write the record again with these pictures."""
    known = recorded() if RECORD.exists() else {}
    rows = {name: asdict(one) | {"words": " ".join(one.words)} for name, one in sorted((known | taken).items())}
    RECORD.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
