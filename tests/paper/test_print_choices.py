"""What the club printed last time, with its options, offered for tonight; nothing is remembered of what is refused."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tally.paper.document import Job
from tally.printing.catalog import EVERYTHING, LAST_TIME, SHEETS, draw
from tally.printing.options import last_options
from tally.printing.shelf_groups import GROUPS, GROUPS_AT_THE_END
from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tournament.models import Night
from tournament.night.lifecycle import close_night, create_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.people.errors import Refused


def choose(client: Client, night: Night, sheet: str, **form: str) -> Any:
    """Press a button of the shelf."""
    return client.post(f"/n/{night.slug}/print/{sheet}/", form)


def next_night(night: Night) -> Night:
    """Make the club's next night, with eight players who have numbers."""
    later = create_night(club=night.club, who=ORGANIZER)
    sign_up(night=later, names=CAST[:8], who=ORGANIZER)
    draw_numbers(night=later, order="arrival", who=ORGANIZER)
    later.refresh_from_db()
    return later


def shelf_of(client: Client, night: Night) -> str:
    return unescape(client.get(f"/n/{night.slug}/print/").content.decode())


def entry_of(page: str, slug: str) -> str:
    return page.split(f'id="{slug}"')[1].split("</li>")[0]


def titles(pdf: bytes) -> list[str]:
    return [entry.get_title() for entry in pypdfium2.PdfDocument(pdf).get_toc() if entry.level == 0]


def test_a_button_leads_to_the_address_of_what_was_chosen(organizer: Client, night: Night) -> None:
    for sheet, form, address in (
        ("rules", {}, "rules.pdf"),
        ("rules", {"as": "png"}, "rules.png"),
        ("everything", {}, "everything.pdf"),
        ("tally-cards", {"only": "3"}, "tally-cards.pdf?only=3"),
        (
            "labels",
            {"product": "L7160", "right": "0.5", "down": "-1", "outlines": "on"},
            "labels.pdf?product=L7160&right=0.5&down=-1&outlines=yes",
        ),
        ("labels", {"product": "5160", "right": "", "down": "0"}, "labels.pdf?product=5160"),
    ):
        answer = choose(organizer, night, sheet, **form)
        assert (answer.status_code, answer["Location"]) == (302, f"/n/{night.slug}/print/{address}")


def test_options_and_the_printers_offset_are_remembered_for_the_next_night(organizer: Client, night: Night) -> None:
    choose(organizer, night, "labels", product="L7160", right="0.5", down="-1", outlines="on")
    choose(organizer, night, "named-slips", game="1")
    later = next_night(night)
    assert later.print_options == {
        "nudge": {"right": "0.5", "down": "-1"},
        "labels": {"product": "L7160"},  # outlines are for a trial
        "named-slips": {},
    }
    page = shelf_of(organizer, later)
    labels, badges = entry_of(page, "labels"), entry_of(page, "badges")
    assert '<option value="L7160" selected>' in labels and "checked" not in labels
    for entry in (labels, badges):
        assert 'name="right" value="0.5"' in entry and 'name="down" value="-1"' in entry, "the printer is the same"


def test_the_desks_button_prints_cards_as_last_time(organizer: Client, night: Night) -> None:
    address = f"/n/{night.slug}/print/tally-cards.pdf"
    assert choose(organizer, night, "tally-cards", **{"as": "last-time"})["Location"] == address
    choose(organizer, night, "tally-cards", backs="on")
    desk = organizer.get(f"/n/{night.slug}/desk/").content.decode()
    assert '<button class="plain" name="as" value="last-time">Print tally cards</button>' in desk
    for _ in range(2):
        assert choose(organizer, night, "tally-cards", **{"as": "last-time"})["Location"] == f"{address}?backs=yes"
    night.refresh_from_db()
    assert night.print_options == {"tally-cards": {"backs": "yes"}} and night.printed_sheets == ["tally-cards"]


def test_one_players_card_and_a_picture_are_not_remembered(organizer: Client, night: Night) -> None:
    choose(organizer, night, "tally-cards", backs="on")
    choose(organizer, night, "labels", product="L7160", right="0.5")
    night.refresh_from_db()
    before = night.print_options, night.printed_sheets
    for sheet, form in (
        ("tally-cards", {"only": "3"}),
        ("tally-cards", {"as": "png"}),
        ("labels", {"product": "5160", "only": "3"}),
        ("labels", {"product": "5160", "as": "png"}),
    ):
        assert choose(organizer, night, sheet, **form).status_code == 302
        night.refresh_from_db()
        assert (night.print_options, night.printed_sheets) == before, sheet


def test_cards_that_had_backs_last_time_are_printed_by_themselves(organizer: Client, night: Night) -> None:
    choose(organizer, night, "rules")
    choose(organizer, night, "tally-cards", backs="on")
    later = next_night(night)
    page = shelf_of(organizer, later)
    assert '<a href="#tally-cards">Tally cards</a>' in page and "checked" in entry_of(page, "tally-cards")
    assert titles(draw(later, LAST_TIME, Job(), "")) == ["Rules"]
    choose(organizer, later, "tally-cards")
    later.refresh_from_db()
    assert titles(draw(later, LAST_TIME, Job(), "")) == ["Rules", "Tally cards"], "now they are printed without"


def test_a_night_that_was_never_used_is_no_last_time(organizer: Client, night: Night) -> None:
    choose(organizer, night, "rules")
    unused = create_night(club=night.club, who=ORGANIZER)
    later = next_night(night)
    assert titles(draw(later, LAST_TIME, Job(), "")) == ["Rules"]
    choose(organizer, unused, "flyer")  # it is on paper only
    assert titles(draw(later, LAST_TIME, Job(), "")) == ["Flyer"]


def test_the_next_night_shows_and_offers_what_was_printed(organizer: Client, night: Night) -> None:
    for sheet, form in (
        ("rules", {}),
        ("flyer", {}),
        ("program", {}),
        ("tally-cards", {"only": "3"}),  # one card again
        ("wifi-poster", {"as": "png"}),  # no paper
    ):
        choose(organizer, night, sheet, **form)
    later = next_night(night)
    page = shelf_of(organizer, later)
    marked = [slug for slug in SHEETS if SHEETS[slug].progressive and f'id="{slug}"' in page]
    assert [slug for slug in marked if "Printed last time" in entry_of(page, slug)] == ["rules", "flyer", "program"]
    assert "Print what we printed last time" in page and "Rules, Flyer." in page
    assert '<a href="#program">Program</a>' in page, "by itself: it is folded from both sides"
    assert titles(draw(later, LAST_TIME, Job(), "")) == ["Rules", "Flyer"]
    assert choose(organizer, later, "last-time")["Location"].endswith("/print/last-time.pdf")
    later.refresh_from_db()
    assert later.printed_sheets == ["flyer", "rules"]


def test_the_same_as_everything_is_not_offered_twice(organizer: Client, night: Night) -> None:
    page = shelf_of(organizer, night)
    assert "Print what we printed last time" not in page, "it is the first night"
    assert organizer.get(f"/n/{night.slug}/print/last-time.pdf").status_code == 409
    choose(organizer, night, "everything")
    later = next_night(night)
    assert "Print what we printed last time" not in shelf_of(organizer, later)
    assert titles(draw(later, LAST_TIME, Job(), "")) == titles(draw(later, EVERYTHING, Job(), ""))


def test_what_is_printed_at_the_end_is_offered_at_the_end(organizer: Client, night: Night) -> None:
    for sheet in ("rules", "standings", "standings-with-games"):
        choose(organizer, night, sheet)
    later = next_night(night)
    assert titles(draw(later, LAST_TIME, Job(), "")) == ["Rules"]
    from tournament.night.lifecycle import start_night

    start_night(night=later, who=ORGANIZER)
    close_night(night=later, who=ORGANIZER)
    later.refresh_from_db()
    assert titles(draw(later, LAST_TIME, Job(), "")) == ["Standings", "Standings with all games"]


def test_who_may_not_print_and_what_cannot_be_printed_is_refused_and_not_remembered(
    organizer: Client, night: Night, stranger: Client
) -> None:
    phone = phone_of(night, 3)
    with nothing_changes():
        for client in (stranger, phone):
            assert choose(client, night, "rules").status_code == 403
        for sheet, form, words in (
            ("labels", {"product": "5392"}, "Product: "),
            ("labels", {"product": "5160", "right": "11"}, "Move right, mm: "),
            ("labels", {"product": "5160", "down": "nan"}, "Move down, mm: "),
            ("tally-cards", {"only": "one"}, "For: "),
            ("named-slips", {"game": "0"}, "Game: "),
            ("score-sheet", {}, "A score sheet is for a single table"),
            ("last-time", {}, "Nothing that was printed last time"),
        ):
            answer = choose(organizer, night, sheet, **form)
            assert answer.status_code == 409 and words in answer.content.decode(), sheet
        assert choose(organizer, night, "nothing").status_code == 404
        assert organizer.get(f"/n/{night.slug}/print/rules/").status_code == 405


@pytest.mark.sample(3)
@pytest.mark.parametrize("odd", [None, [], "x", 3, {"labels": 1}, {"labels": {"right": 5}, "nudge": []}])
def test_an_imported_night_with_other_values_is_printed_as_usual(organizer: Client, night: Night, odd: Any) -> None:
    Night.objects.filter(pk=night.pk).update(print_options=odd or {}, printed_sheets=odd or [])
    later = next_night(night)
    assert "Print everything for tonight" in shelf_of(organizer, later)
    assert choose(organizer, night, "labels", product="5160").status_code == 302
    night.refresh_from_db()
    assert night.print_options["labels"] == {"product": "5160"} and "labels" in night.printed_sheets


@pytest.mark.parametrize(
    ("sheet", "odd"),
    [
        ("tally-cards", {"only": "999"}),
        ("tally-cards", {"product": "5160", "photo": "yes", "paper": "a4"}),
        ("labels", {"product": "5392"}),
        ("labels", {"product": "5160", "outlines": "yes"}),
        ("nudge", {"right": "99", "down": "nan"}),
        ("named-slips", {"game": "99"}),
        ("score-sheet", {"names": "x"}),
        ("certificates", {"photo": "no"}),
    ],
)
def test_options_that_a_sheet_would_not_remember_are_dropped(sheet: str, odd: dict[str, str], night: Night) -> None:
    night.print_options = {sheet: odd}
    kept = {"product": "5160"} if odd.get("outlines") else {}
    assert last_options(night, SHEETS["labels" if sheet == "nudge" else sheet]) == kept
    assert len(titles(draw(night, EVERYTHING, Job(), ""))) > 5


def test_everything_is_printed_as_each_sheet_was_last(organizer: Client, night: Night) -> None:
    from tests.support.night import play_hands
    from tests.support.printed_pages import text_of

    play_hands(night.rounds.first().games.get(table=1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert "Photograph" not in text_of(draw(night, EVERYTHING, Job(), ""))
    choose(organizer, night, "certificates", photo="on")
    night.refresh_from_db()
    assert "Photograph" in text_of(draw(night, EVERYTHING, Job(), ""))


def test_every_sheet_is_in_one_group() -> None:
    listed = [slug for group in GROUPS for slug in group.sheets]
    assert sorted(listed) == sorted(SHEETS) and len(set(listed)) == len(listed)
    assert set(GROUPS) == set(GROUPS_AT_THE_END)


def test_groups_have_links_and_after_the_end_other_ones_come_first(organizer: Client, night: Night) -> None:
    page = shelf_of(organizer, night)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for group in GROUPS:
        assert f'href="#{group.name}"' in page and f'<h2 id="{group.name}">{group.title}</h2>' in page
    assert page.index('<h2 id="before"') < page.index('<h2 id="afterward"')
    close_night(night=night, who=ORGANIZER)
    page = shelf_of(organizer, night)
    assert page.index('<h2 id="before"') > page.index('<h2 id="afterward"')


def test_the_command_has_what_the_shelf_has(night: Night, tmp_path: Any) -> None:
    from tests.support.printed_pages import text_of
    from tests.support.single_table import open_table

    table, file = open_table(night.club, "standard", 4), tmp_path / "sheet.pdf"
    for options, names in (([], True), (["--lines"], False)):
        call_command("print", table.slug, "score-sheet", *options, "-o", str(file))
        assert ("Ann M." in text_of(file.read_bytes())) == names
    sizes = []
    for options in ([], ["--outlines"]):
        call_command("print", night.slug, "labels", *options, "-o", str(file))
        sizes.append(len(file.read_bytes()))
    assert sizes[0] < sizes[1]
    with pytest.raises(CommandError, match="Nothing that was printed last time"):
        call_command("print", night.slug, "last-time", "-o", str(file))


def test_nothing_of_last_time_is_no_file(night: Night) -> None:
    with pytest.raises(Refused, match="Choose sheets on Printables"):
        draw(night, LAST_TIME, Job(), "")
