"""Every number of a season opens what stands behind it, from the standings down to a hand, by links alone."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client

from tests.support.club_nights import play_nights
from tournament.models import Club, Season

pytestmark = pytest.mark.usefixtures("short_searches")
LINK = re.compile(r'<a[^>]*href="([^"]+)"[^>]*>(.*?)</a>', re.DOTALL)


@pytest.fixture
def season(club: Club) -> Season:
    """A season of three nights of eight guests."""
    play_nights(club, 3)
    return Season.objects.create(club=club, name="2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))


def rows(page: str) -> list[str]:
    """Return the rows of a page's tables."""
    return re.findall(r"<tr.*?</tr>", page.partition("<main")[2], re.DOTALL)


def cells(row: str) -> list[str]:
    """Return what a row's cells say."""
    texts = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split()) for text in texts]


def links(part: str, kind: str) -> list[tuple[str, str]]:
    """Return the links to addresses of a kind: where they lead, and what they say."""
    found = [(path, " ".join(re.sub(r"<[^>]+>", " ", text).split())) for path, text in LINK.findall(part)]
    return [(path, text) for path, text in found if re.search(kind, path)]


def opened(client: Client, path: str) -> str:
    """Follow a link."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def check_game(client: Client, path: str, who: str, ours: int, theirs: int) -> None:
    """A game's page has its one hand: which pair made it, for how much, and who entered it."""
    hands = [row for row in map(cells, rows(opened(client, path))) if "entered" in row[1]]
    assert [row[0] for row in hands] == ["1"]
    pair, _, rest = hands[0][1].partition(" +1, ")
    assert rest.startswith("3 or 4 tricks") and (who in pair.split(" & ")) == (ours == 1) and ours + theirs == 1


def check_tally(client: Client, path: str, points: int) -> None:
    """A night's tally adds up to its total, game by game, and each game opens."""
    page = opened(client, path)
    assert f'<td class="numeric number">{points}</td>' in page
    who = " ".join(re.findall(r"<h1>\d+ (.*?)</h1>", page))
    games = [(links(row, r"/game/\d+/$"), cells(row)) for row in rows(page) if links(row, r"/game/\d+/$")]
    assert len(games) == 3 and sum(int(row[4]) for _, row in games) == points
    for found, row in games:
        check_game(client, found[0][0], who, int(row[4]), int(row[5]))


def test_every_number_opens_what_stands_behind_it(organizer: Client, season: Season) -> None:
    standings = opened(organizer, f"/club/seasons/{season.pk}/")
    totals = [(path, text) for path, text in links(standings, r"/people/\d+/$") if text.isdigit()]
    assert len(totals) == 8
    for path, total in (totals[0], totals[-1]):
        (line,) = [row for row in rows(standings) if links(row, f"^{path}$")]
        of_nights = links(line, r"/tally/\d+/$")
        page = opened(organizer, path)
        assert f"= {total}" in page
        assert {night for night in links(page, r"/tally/\d+/$") if night[1].isdigit()} == set(of_nights)
        assert len(of_nights) == 3 and sum(int(points) for _, points in of_nights) == int(total)
        for night, points in of_nights:
            check_tally(organizer, night, int(points))
