"""Who sits where, on every sheet that says so, equals the seats in the database; what is not known is left open."""

from __future__ import annotations

import pytest

from tally.paper.document import Job
from tally.printing.catalog import draw
from tests.support.movement_nights import open_with
from tests.support.night import CAST
from tests.support.printed_pages import pages, pairs_by_column, text_of
from tournament.models import Entry, Night, Place

NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
Seats = dict[tuple[int, int], dict[str, Entry]]


def seats_of(night: Night) -> Seats:
    """Who has each seat, by game and table."""
    seats: Seats = {}
    for place in Place.objects.filter(game__round__night=night).select_related("game__round", "entry"):
        seats.setdefault((place.game.round.number, place.game.table), {})[place.seat] = place.entry
    return seats


def said(night: Night, slug: str) -> str:
    return text_of(draw(night, slug, Job(), "http://hall"))


@pytest.fixture
def winners(empty_night: Night) -> Night:
    """Nine people, of whom winners move up; one sits out."""
    return open_with(empty_night, 9, "winners-up", games=5)


def test_everybody_starts_where_game_1_has_them(night: Night) -> None:
    text = said(night, "where-you-start")
    for (game, table), four in seats_of(night).items():
        for seat, entry in four.items() if game == 1 else ():
            assert f"{entry.name} {table} {NAMES[seat]}" in text
    assert "Your tally card says where you sit in all other games." in text


def test_the_wall_has_everybodys_tables_game_by_game(night: Night) -> None:
    text, seats = said(night, "wall-board"), seats_of(night)
    for entry in night.entries.all():
        tables = [str(table) for (_, table), four in sorted(seats.items()) if entry in four.values()]
        assert f"{entry.number} {entry.short_name} {' '.join(tables)}" in text
        assert len(tables) == 7


def test_a_tables_chart_names_north_east_south_west_of_every_game(night: Night) -> None:
    text = said(night, "table-charts")
    for (game, _), four in seats_of(night).items():
        names = [f"{four[seat].number} {four[seat].short_name}" for seat in "NESW"]
        assert " ".join([str(game), *names]) in text


def test_the_rotation_has_partners_together_and_who_deals_first_in_front(night: Night) -> None:
    (page,) = pages(draw(night, "rotation", Job(), ""))
    found = pairs_by_column(page)
    for table in (1, 2):
        fours = [four for (_, at), four in sorted(seats_of(night).items()) if at == table]
        assert found[f"Table {table}"] == [
            f"{four[one].number}·{four[other].number}" for four in fours for one, other in ("NS", "EW")
        ]


def test_where_winners_move_only_game_1_is_told(winners: Night) -> None:
    rest = winners.rounds.get(number=1).sitouts.get().entry
    lists, wall = said(winners, "where-you-start"), said(winners, "wall-board")
    assert f"{rest.name} sits out" in lists and "winners move up a table" in lists
    for (_, table), four in seats_of(winners).items():
        for seat, entry in four.items():
            assert f"{entry.name} {table} {NAMES[seat]}" in lists
            assert f"{entry.number} {entry.short_name} {table} " in wall
    assert f"{rest.number} {rest.short_name} – " in wall
    charts, rotation = said(winners, "table-charts"), said(winners, "rotation")
    assert "2 3 4 5 North and South play" in charts and "Winners move up a table." in charts
    assert "2 3 4 5 In each four" in rotation


def test_a_late_guest_and_a_ghost_are_told_apart(night: Night) -> None:
    Entry.objects.filter(night=night, number=8).update(is_ghost=True)
    assert CAST[7] not in said(night, "where-you-start") + said(night, "wall-board") + said(night, "name-tags")
    assert "8 ghost" in said(night, "table-charts")
    Entry.objects.create(night=night, player=night.entries.first().player, name="Zoe New", number=9)  # type: ignore[union-attr]
    assert "Zoe New comes later" in said(night, "where-you-start")
