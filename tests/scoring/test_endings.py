"""Sentences on how a night's games end: each of the four bells, each way to settle a tie, on paper and on the page."""

from __future__ import annotations

import pytest
from django.test import Client

from tally.loading.endings import endings
from tally.paper.document import Job
from tally.printing.catalog import draw
from tests.support.printed_pages import text_of
from tournament.models import Night


@pytest.mark.parametrize(
    ("bell", "sentence"),
    [
        ({"deals": 4}, "Every table plays 4 hands, so that each player deals once."),
        ({"deals": 8}, "Every table plays 8 hands, so that each player deals twice."),
        ({"deals": 1}, "Every table plays 1 hand. If a table runs late, the bell ends its game"),
        ({"bell_by": "head-table", "deals": 8}, "It ends when the head table has played 8 hands: then the bell rings."),
        (
            {"bell_by": "clock", "minutes": 12},
            "It ends after 12 minutes: then the bell rings. Until then every table plays as many hands as it can",
        ),
        ({"bell_by": "organizer"}, "It ends when the organizer rings the bell. Until then"),
    ],
)
def test_each_bell_has_its_sentence(bell: dict[str, object], sentence: str) -> None:
    assert endings(Night(**bell))[0].startswith(sentence)


@pytest.mark.parametrize(
    ("tie_by", "clause"),
    [
        ("last", "whoever scored last wins."),
        ("extra", "one extra hand, which does not count, decides who won."),
        ("cut", "the table cuts the cards, and the high card wins."),
    ],
)
def test_a_tie_is_settled_by_the_house_rule_when_winners_move(tie_by: str, clause: str) -> None:
    assert endings(Night(movement="winners-up", tie_by=tie_by))[1] == (
        f"After a tie, {clause} In the last game a tie stays a tie."
    )
    assert endings(Night(movement="chart", tie_by=tie_by))[1] == "A tie stays a tie; everybody keeps their points."


def test_a_single_table_has_no_bell() -> None:
    assert endings(Night(kind=Night.Kind.SINGLE_TABLE)) == ()


def test_the_sheet_and_the_page_say_how_tonights_games_end(night: Night, stranger: Client) -> None:
    night.bell_by, night.minutes = Night.BellBy.CLOCK, 12
    night.save()
    printed = text_of(draw(night, "rules", Job(), ""))
    page = stranger.get(f"/n/{night.slug}/rules/").content.decode()
    for text in (printed, page):
        assert all(sentence in text for sentence in endings(night))
        assert "4 deals" not in text and "deals once; there is no limit" not in text
