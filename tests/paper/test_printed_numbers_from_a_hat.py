"""What is printed for a number from a hat that has no name: a line to write it on, or the number."""

from __future__ import annotations

import re

import pytest

from tally.paper.document import Job
from tally.printing.catalog import SHEETS, draw, prepare, reason_not_printable
from tally.printing.tonight import Tonight
from tests.support.club_nights import play_night
from tests.support.night import ORGANIZER
from tests.support.printed_nights import PRIZES, SITE
from tests.support.printed_pages import pages
from tournament.models import CashLine, Night
from tournament.money.box import Kind
from tournament.night.hat_draw import make_hat_cards
from tournament.night.lifecycle import start_night
from tournament.night.player_names import rename_player
from tournament.night.roster_changes import substitute

pytestmark = pytest.mark.usefixtures("short_searches")
NAMED = re.compile(r"\b[Pp]layer\b")
BARE = re.compile(NAMED.pattern + r"(?! ?\(\d+\))")


@pytest.fixture
def hat(empty_night: Night) -> Night:
    """A night of eight numbers from the hat that keeps its money and has prizes; only number 7 has a name."""
    Night.objects.filter(pk=empty_night.pk).update(
        prizes=PRIZES, money=True, entry_fee=500, count_loners=True, euchre_price=25, games=3, deals=1
    )
    empty_night.refresh_from_db()
    make_hat_cards(night=empty_night, players=8, who=ORGANIZER)
    rename_player(entry=empty_night.entries.get(number=7), name="Ann Miller", who=ORGANIZER)
    CashLine.objects.create(night=empty_night, entry=empty_night.entries.get(number=3), kind=Kind.ENTRY, cents=500)
    empty_night.refresh_from_db()
    return empty_night


@pytest.fixture
def played(hat: Night) -> Night:
    """The same night when it is over; only number 7 has a name."""
    start_night(night=hat, who=ORGANIZER)
    hat.refresh_from_db()
    play_night(hat, 3, ("NS", "EW"))
    hat.refresh_from_db()
    return hat


def texts(night: Night) -> dict[str, str]:
    """The text of every sheet that the night can print, by its slug."""
    tonight = Tonight(night, Job(), SITE)
    possible = [slug for slug, sheet in SHEETS.items() if not reason_not_printable(sheet, tonight)]
    return {slug: text_on(night, slug) for slug in possible}


def text_on(night: Night, slug: str) -> str:
    """The text of one sheet."""
    return " ".join(" ".join(page.extract_text() for page in pages(draw(night, slug, Job(), SITE))).split())


def without_a_name(night: Night, said: re.Pattern[str], found: dict[str, str]) -> dict[str, list[str]]:
    """Where a sheet of these texts says "Player" of a number that has no name: not where it does so of one that has."""
    for entry in night.entries.filter(is_nameless=True):
        entry.player.name = entry.name = f"Eve Lund {'abcdefghi'[entry.number or 0]}"
        entry.is_nameless = entry.player.is_nameless = False
        entry.player.save()
        entry.save()
    named = texts(night)
    assert found.keys() == named.keys()
    return {
        slug: [text[max(0, at.start() - 30) : at.end() + 30] for at in said.finditer(text)]
        for slug, text in found.items()
        if len(said.findall(text)) > len(said.findall(named[slug]))
    }


@pytest.mark.long
def test_no_sheet_before_the_night_calls_somebody_player(hat: Night) -> None:
    found = texts(hat)
    assert {"badges", "labels", "door-tickets", "sign-in", "treasurer", "program", "name-tags"} <= found.keys()
    assert {"where-you-start", "named-slips", "table-charts", "wall-board"} <= found.keys()
    assert without_a_name(hat, NAMED, found) == {}


@pytest.mark.long
def test_no_sheet_after_the_night_calls_somebody_player(played: Night) -> None:
    found = texts(played)
    assert {"certificates", "keepsakes", "filled-cards", "standings", "prizes", "treasurer"} <= found.keys()
    assert without_a_name(played, BARE, found) == {}


@pytest.mark.parametrize("slug", ["badges", "labels", "name-tags", "door-tickets"])
def test_what_is_worn_or_drawn_has_a_line_for_the_name(hat: Night, slug: str) -> None:
    ((_, drawing),) = prepare(hat, slug, Job(), SITE)[2]
    given = drawing.keywords  # type: ignore[attr-defined]
    tags = dict(given["tickets" if slug == "door-tickets" else "tags"])
    assert tags[7] == "Ann Miller" and {tags[number] for number in range(1, 9) if number != 7} == {""}


def test_where_you_start_has_numbers_without_a_name_at_its_foot_in_order(hat: Night) -> None:
    text = text_on(hat, "where-you-start")
    seat = r" \d (?:North|East|South|West) "
    rows = "".join(f"{number}{seat}" for number in (2, 3, 4, 5, 6, 8))
    assert re.search(f"A Ann Miller{seat}No. 1{seat}{rows}", text), text


def test_named_slips_have_a_line_beside_a_number_without_a_name(hat: Night) -> None:
    ((_, drawing),) = prepare(hat, "named-slips", Job(), SITE)[2]
    slips = drawing.keywords["slips"]  # type: ignore[attr-defined]
    assert {player for slip in slips for player in slip.players} == {
        (number, "Ann M." if number == 7 else "") for number in range(1, 9)
    }


def test_the_treasurer_s_sheet_has_the_number_in_place_of_the_name(hat: Night) -> None:
    assert "Entry fee not paid: number 1, number 2, number 4" in text_on(hat, "treasurer")


def test_the_sign_in_sheet_has_room_for_a_name_beside_a_number(hat: Night) -> None:
    assert re.search(r"Ann Miller 7 1 2 3 4 5 6 8 ", text_on(hat, "sign-in")), text_on(hat, "sign-in")


def test_what_is_framed_has_a_line_for_the_name(played: Night) -> None:
    for slug, together in (("certificates", False), ("certificates", True), ("keepsakes", False)):
        ((_, drawing),) = prepare(played, slug, Job(together=together), SITE)[2]
        given = drawing.keywords  # type: ignore[attr-defined]
        made = given[slug]
        assert {one.name for one in made} <= {"", "Ann Miller"} and "" in {one.name for one in made}


def test_who_took_a_number_over_is_named_without_who_had_none(hat: Night) -> None:
    start_night(night=hat, who=ORGANIZER)
    substitute(entry=hat.entries.get(number=3), name="Norm Stone", who=ORGANIZER)
    tonight = Tonight(hat, Job(), SITE)
    assert tonight.names_to_frame[3] == "Norm Stone" and tonight.names_to_frame[2] == ""
    assert tonight.result_names[2] == tonight.winner_names[2] == "Player (2)"


@pytest.mark.long
def test_the_last_number_without_a_name_is_printed_with_its_number(hat: Night) -> None:
    for number in (1, 2, 4, 5, 6, 8):
        rename_player(entry=hat.entries.get(number=number), name=f"Eve L{number}", who=ORGANIZER)
    assert without_a_name(hat, NAMED, texts(hat)) == {}
