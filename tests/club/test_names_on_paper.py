"""A regular's name on paper stands on every sheet with names, in place of the name, and on no screen."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import EVERYTHING, draw
from tests.support.markup import page_text
from tests.support.night import ORGANIZER, game_at, play_hands
from tests.support.printed_pages import text_of
from tournament.models import Night, Player
from tournament.night.bell import ring_bell
from tournament.night.roster_changes import substitute

pytestmark = pytest.mark.usefixtures("short_searches")
WHOLE_NAMES = ("tally-cards", "where-you-start", "name-tags", "standings", "filled-cards")
SHORT_NAMES = ("table-charts",)


def printed(night: Night, sheet: str) -> str:
    """Return the text of a sheet."""
    return text_of(draw(night, sheet, Job(Paper.LETTER), "http://hall"))


@pytest.fixture
def named_on_paper(night: Night) -> Night:
    """A night with a game over in which number 1 is Bo Martin on paper, and number 2 took over from Bobby Stone."""
    Player.objects.filter(name="Ann Miller").update(paper_name="Bo Martin")
    Player.objects.filter(name="Bob Stone").update(paper_name="Bobby Stone")
    substitute(entry=night.entries.get(number=2), name="Bo Mason", who=ORGANIZER)
    play_hands(game_at(night, 1, 1), "NS:3-4")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    return night


@pytest.mark.parametrize("sheet", WHOLE_NAMES)
def test_paper_has_the_name_on_paper(named_on_paper: Night, sheet: str) -> None:
    text = printed(named_on_paper, sheet)
    assert "Bo Martin" in text and "Ann Miller" not in text


def test_results_on_paper_name_who_handed_over_a_number_as_paper_does(named_on_paper: Night) -> None:
    text = printed(named_on_paper, "standings")
    assert "Bobby Stone / Bo Mason" in text and "Bob Stone" not in text


@pytest.mark.parametrize("sheet", SHORT_NAMES)
def test_short_names_on_paper_are_told_apart_as_paper_has_them(named_on_paper: Night, sheet: str) -> None:
    text = printed(named_on_paper, sheet)
    assert "Bo Mar." in text and "Bo Mas." in text and "Ann" not in text


def test_no_sheet_has_the_other_name(named_on_paper: Night) -> None:
    text = printed(named_on_paper, EVERYTHING)
    assert "Bo Martin" in text and "Ann M" not in text and "Bob S" not in text


def test_screens_have_the_name(organizer: Client, named_on_paper: Night) -> None:
    for path in ("standings/", "players/", ""):
        text = page_text(organizer, f"/n/{named_on_paper.slug}/{path}")
        assert "Ann M" in text and "Bo Martin " not in text
    named_on_paper.refresh_from_db()
    assert named_on_paper.entries.get(number=1).name == "Ann Miller"


def test_printables_name_who_needs_a_name_on_paper_until_there_is_one(organizer: Client, night: Night) -> None:
    shelf = f"/n/{night.slug}/print/"
    assert "give a name on paper" not in page_text(organizer, shelf)
    bob, ann = night.entries.get(number=2), night.entries.get(number=1)
    night.entries.filter(pk=ann.pk).update(name="田中")
    night.entries.filter(pk=bob.pk).update(name="דוד כהן")
    page = organizer.get(shelf).content.decode()
    assert "<bdi>田中</bdi>: give a name on paper" in page and f"/club/people/{ann.player_id}/edit/" in page
    assert page.count("give a name on paper") == 1
    text = printed(night, "tally-cards")
    assert "דוד כהן" in text and "田" not in text and "Tian" not in text
    Player.objects.filter(pk=ann.player_id).update(paper_name="Tanaka")
    assert "give a name on paper" not in page_text(organizer, shelf)
    assert "Tanaka" in printed(night, "tally-cards")


def test_a_name_on_paper_that_cannot_be_printed_either_is_refused(organizer: Client, night: Night) -> None:
    ann = night.entries.get(number=1)
    fields = {"name": "Ann Miller", "paper_name": "Tanaka 花子", "is_active": "on"}
    answer = organizer.post(f"/club/people/{ann.player_id}/edit/", fields)
    assert answer.status_code == 400 and "“Tanaka 花子” cannot be printed either" in answer.content.decode()
    answer = organizer.post(f"/n/{night.slug}/players/rename/", {"entry": ann.pk, "paper_name": "花子"})
    assert "“花子” cannot be printed either" in answer.content.decode()
    assert Player.objects.get(pk=ann.player_id).paper_name == ""


def test_who_comes_from_printables_is_led_back(organizer: Client, night: Night) -> None:
    ann, shelf = night.entries.get(number=1), f"/n/{night.slug}/print/"
    night.entries.filter(pk=ann.pk).update(name="田中")
    path = f"/club/people/{ann.player_id}/edit/?night={night.slug}"
    assert path in organizer.get(shelf).content.decode()
    assert f'<a href="{shelf}">Printables</a>' in organizer.get(path).content.decode()
    fields = {"name": "田中", "paper_name": "Tanaka", "is_active": "on"}
    assert organizer.post(path, fields)["Location"] == shelf
    assert organizer.post(path.partition("?")[0], fields)["Location"] == "/club/people/"


@pytest.mark.parametrize("sheet", ["tally-cards", "standings"])
def test_names_on_paper_cost_no_query_a_player(named_on_paper: Night, sheet: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        printed(named_on_paper, sheet)
    one_player = 'FROM "tournament_player" WHERE "tournament_player"."id" = '
    assert sum(one_player in query["sql"] for query in queries) <= 1  # all who handed over a number, at once
