"""Every sheet that shows seats agrees with the database; seats not known yet are left open."""

from __future__ import annotations

import pytest

from tally.paper.document import Job
from tally.printing.catalog import EVERYTHING, draw, prepare
from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import CAST, ORGANIZER
from tests.support.printed_pages import pages, pairs_by_column, text_of
from tests.support.tag_checks import check_tags
from tournament.models import Entry, Night, Place
from tournament.night.bell import ring_bell
from tournament.people.errors import Refused

SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
Seats = dict[tuple[int, int], dict[str, Entry]]


def seats_of(night: Night) -> Seats:
    """Return who has each seat, by game and table."""
    seats: Seats = {}
    for place in Place.objects.filter(game__round__night=night).select_related("game__round", "entry"):
        seats.setdefault((place.game.round.number, place.game.table), {})[place.seat] = place.entry
    return seats


def sheet_text(night: Night, slug: str) -> str:
    """Return the text of a sheet."""
    return text_of(draw(night, slug, Job(), "http://hall"))


@pytest.fixture
def winners(empty_night: Night) -> Night:
    """A night of nine where winners move up and one player sits out."""
    return open_guest_night(empty_night, 9, "winners-up", games=5)


def test_the_starting_list_shows_everybodys_seat_in_game_1(night: Night) -> None:
    text = sheet_text(night, "where-you-start")
    for (game, table), four in seats_of(night).items():
        for seat, entry in four.items() if game == 1 else ():
            assert f"{entry.name} {table} {SEAT_NAMES[seat]}" in text
    assert "Your tally card says where you sit in all other games." in text


def test_the_wall_board_shows_everybodys_tables_game_by_game(night: Night) -> None:
    text, seats = sheet_text(night, "wall-board-large"), seats_of(night)
    for entry in night.entries.all():
        tables = [str(table) for (_, table), four in sorted(seats.items()) if entry in four.values()]
        assert f"{entry.number} {entry.short_name} {' '.join(tables)}" in text
        assert len(tables) == 7


def test_a_table_chart_names_the_players_of_every_game_from_north_to_west(night: Night) -> None:
    text = sheet_text(night, "table-charts")
    for (game, _), four in seats_of(night).items():
        names = [f"{four[seat].number} {four[seat].short_name}" for seat in "NESW"]
        assert " ".join([str(game), *names]) in text


def test_the_rotation_pairs_partners_with_the_first_dealer_in_front(night: Night) -> None:
    (page,) = pages(draw(night, "rotation", Job(), ""))
    found = pairs_by_column(page)
    for table in (1, 2):
        fours = [four for (_, number), four in sorted(seats_of(night).items()) if number == table]
        assert found[f"Table {table}"] == [
            f"{four[first].number}·{four[second].number}" for four in fours for first, second in ("NS", "EW")
        ]


def test_a_card_marks_the_games_in_which_its_player_deals_first(night: Night) -> None:
    for entry in night.entries.all():
        (page,) = pages(draw(night, "tally-cards", Job(only=entry.number), ""))
        marks = [curve for curve in page.curves if curve["fill"] and 6 < curve["width"] < 7 and curve["height"] < 7]
        games = [game for (game, _), four in seats_of(night).items() if four["N"] == entry]
        assert len(marks) == len(games) + bool(games), "one more beside the words"
        assert ("deals first" in page.extract_text()) is bool(games)


def test_a_card_marks_the_games_in_which_its_player_deals_for_a_ghost(night: Night) -> None:
    fours = seats_of(night)
    ghost = fours[1, 1]["N"]
    Entry.objects.filter(pk=ghost.pk).update(is_ghost=True)
    for entry in night.entries.exclude(pk=ghost.pk):
        deals = {game for (game, _), four in fours.items() if four["S" if four["N"] == ghost else "N"] == entry}
        root = check_tags(draw(night, "tally-cards", Job(only=entry.number), ""))
        heads = [row.kids[0] for table in root.all("Table") for row in table.all("TR") if row.kids]
        assert {int(head.text) for head in heads if head.marks == ["deals first"]} == deals


def test_lists_of_who_deals_first_say_who_deals_for_a_ghost(night: Night) -> None:
    lists = ("table-charts", "rotation", "table-mats")
    assert not any("The ghost’s partner deals for it." in sheet_text(night, slug) for slug in lists)
    night.entries.filter(number=8).update(is_ghost=True)
    for slug in lists:
        assert "The ghost’s partner deals for it." in sheet_text(night, slug), slug


def test_when_winners_move_only_the_seats_of_game_1_are_printed(winners: Night) -> None:
    sitting_out = winners.rounds.get(number=1).sitouts.get().entry
    lists, wall = sheet_text(winners, "where-you-start"), sheet_text(winners, "wall-board-large")
    assert f"{sitting_out.name} sits out" in lists and "winners move up a table" in lists
    for (_, table), four in seats_of(winners).items():
        for seat, entry in four.items():
            assert f"{entry.name} {table} {SEAT_NAMES[seat]}" in lists
            assert f"{entry.number} {entry.short_name} {table} " in wall
    assert f"{sitting_out.number} {sitting_out.short_name} – " in wall
    for slug in ("table-charts", "rotation", "fairness"):
        with pytest.raises(Refused, match="only game 1 is known yet"):
            draw(winners, slug, Job(), "")
    titles = [title for title, _ in prepare(winners, EVERYTHING, Job(), "")[2]]
    assert "Wall board" in titles and not {"Table charts", "The rotation"} & set(titles)
    play_round(winners, 1)
    ring_bell(round_=winners.rounds.get(number=1), who=ORGANIZER)
    assert winners.rounds.count() == 2
    assert "3 4 5 In each group of four" in sheet_text(winners, "rotation")


def test_a_late_guest_and_a_ghost_are_marked_as_such(night: Night) -> None:
    Entry.objects.filter(night=night, number=8).update(is_ghost=True)
    assert CAST[7] not in sheet_text(night, "where-you-start") + sheet_text(night, "wall-board") + sheet_text(
        night, "name-tags"
    )
    assert "8 ghost" in sheet_text(night, "table-charts")
    Entry.objects.create(night=night, player=night.entries.first().player, name="Zoe New", number=9)  # type: ignore[union-attr]
    assert "Zoe New comes later" in sheet_text(night, "where-you-start")
