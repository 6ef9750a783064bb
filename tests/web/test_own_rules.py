"""Our own rules: a text of the club on the rules page and on the printed sheet, kept for next week."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client

from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import draw
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.paper_checks import read_pages
from tests.support.printed_pages import text_of
from tests.support.single_table import open_table
from tournament.models import Club, Night
from tournament.night.lifecycle import close_night, create_night, reopen_night
from tournament.night.settings import LONGEST_OWN_RULES, set_own_rules
from tournament.people.errors import Refused

TEXT = "A euchre costs a quarter.\nPhones stay in the pocket."


def path(night: Night) -> str:
    """Return the path of the page where the club writes its own rules."""
    return f"/n/{night.slug}/rules/own/"


def sheet_of(night: Night) -> str:
    """Return the text of the printed rules sheet."""
    return text_of(draw(night, "rules", Job(), ""))


def fresh(night: Night) -> Night:
    """Return the night as it is stored now."""
    return Night.objects.select_related("club").get(pk=night.pk)


def test_the_text_is_on_the_rules_page_and_on_the_sheet(organizer: Client, stranger: Client, night: Night) -> None:
    assert organizer.post(path(night), {"text": TEXT}).status_code == 302
    page = stranger.get(f"/n/{night.slug}/rules/").content.decode()
    assert "Our own rules" in page and all(f"<p>{line}</p>" in page for line in TEXT.splitlines())
    assert "rules/own/" not in page, "only the organizer may change it"
    printed = sheet_of(fresh(night))
    assert "Our own rules" in printed and all(line in printed for line in TEXT.splitlines())


def test_without_a_text_nothing_is_shown(stranger: Client, night: Night) -> None:
    assert "Our own rules" not in stranger.get(f"/n/{night.slug}/rules/").content.decode()
    assert "Our own rules" not in sheet_of(night)


def test_the_log_says_that_it_changed_once(organizer: Client, night: Night) -> None:
    for _ in range(2):
        organizer.post(path(night), {"text": TEXT})
    assert night.log_entries.filter(text="changed the club’s own rules").count() == 1
    organizer.post(path(night), {"text": " \n"})
    assert Club.objects.get(pk=night.club_id).own_rules == ""
    assert night.log_entries.filter(text="took away the club’s own rules").count() == 1


def test_next_weeks_night_and_a_single_table_have_it(stranger: Client, night: Night) -> None:
    set_own_rules(night=night, text=TEXT, who=ORGANIZER)
    club = Club.objects.get(pk=night.club_id)
    for other in (create_night(club=club, who=ORGANIZER), open_table(club, "standard", 4)):
        assert "Phones stay in the pocket." in stranger.get(f"/n/{other.slug}/rules/").content.decode()
    other_club = Night.objects.create(club=Club.objects.create(name="Other"), name="Theirs", date=night.date)
    assert "Phones stay" not in stranger.get(f"/n/{other_club.slug}/rules/").content.decode()


def test_a_closed_night_keeps_its_text(organizer: Client, night: Night) -> None:
    set_own_rules(night=night, text=TEXT, who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    later = create_night(club=Club.objects.get(pk=night.club_id), who=ORGANIZER)
    set_own_rules(night=later, text="Everything is free.", who=ORGANIZER)
    assert fresh(night).own_rules_text == TEXT and "a quarter" in sheet_of(fresh(night))
    reopen_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(path(night), {"text": "Something else."}).status_code == 409
    close_night(night=night, who=ORGANIZER)
    assert fresh(night).own_rules_text == TEXT


def test_a_night_closed_before_there_was_a_text_shows_none(night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED)
    Club.objects.filter(pk=night.club_id).update(own_rules=TEXT)
    assert fresh(night).own_rules_text == ""


def test_the_club_is_locked_before_the_night_as_everywhere(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise two changes could wait for each other."""
    locked: list[str] = []
    lock = QuerySet.select_for_update

    def noting(rows: QuerySet[Any], *args: Any, **options: Any) -> QuerySet[Any]:
        locked.append(rows.model.__name__)
        return lock(rows, *args, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", noting)
    set_own_rules(night=night, text=TEXT, who=ORGANIZER)
    assert locked == ["Club", "Night"]


def test_a_text_that_is_too_long_is_refused_and_not_lost(organizer: Client, night: Night) -> None:
    with nothing_changes():
        answer = organizer.post(path(night), {"text": "x" * (LONGEST_OWN_RULES + 7)})
    page = answer.content.decode()
    assert answer.status_code == 400 and "Take out 7." in page and "x" * (LONGEST_OWN_RULES + 7) in page
    with pytest.raises(Refused, match=r"2,007 characters"):
        set_own_rules(night=night, text="x" * (LONGEST_OWN_RULES + 7), who=ORGANIZER)


@pytest.mark.parametrize(
    ("text", "paper", "large"),
    [
        ("Ðð Żółć Женя Ελλάδα Việt. " * 60, Paper.A4, True),
        ("https://example.org/" + "a" * 1900, Paper.LETTER, True),
        ("\n".join(["One."] * 300), Paper.A4, False),
        ("王小明 👩‍👩‍👧 \x00\ud800 end", Paper.LETTER, False),
    ],
    ids=["scripts", "unbroken", "paragraphs", "odd"],
)
def test_long_and_odd_text_is_printed_inside_the_margins(night: Night, text: str, paper: Paper, large: bool) -> None:
    set_own_rules(night=night, text=text, who=ORGANIZER)
    pdf = draw(fresh(night), "rules", Job(paper, large=large), "")
    printed = "".join("".join(read_pages(pdf, paper)).split())
    assert "Ourownrules" in printed
    assert printed.count("One.") == text.count("One.")
    assert printed.count("Ελλάδα") == text.count("Ελλάδα")
