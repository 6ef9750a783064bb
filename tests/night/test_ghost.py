"""A ghost is an empty chair for 4n + 3 players: its partner plays alone, and it has no phone or card."""

from __future__ import annotations

import random

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.test import Client

from tally.exports.night_json import export_night
from tally.loading.games import load_game, night_games
from tally.loading.tallies import night_tallies
from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import draw
from tests.support.markup import page_text
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands, player_actor, tap
from tests.support.printed_pages import lines_of, pages, quarters
from tournament.models import Entry, Night, Player
from tournament.night.lifecycle import back_to_sign_up, start_night
from tournament.night.numbers import draw_numbers, swap_numbers
from tournament.night.phones import pair_phone
from tournament.night.removal import remove_player
from tournament.night.roster_changes import arrive_late, drop_out, substitute
from tournament.night.signup import add_ghost, sign_up
from tournament.people.errors import Refused
from tournament.planning.night_plan import describe_plan
from tournament.planning.players import playing_entries, playing_numbers
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")


def signed_up(night: Night, players: int) -> Night:
    """Sign up the first players of the cast, without numbers."""
    sign_up(night=night, names=CAST[:players], who=ORGANIZER)
    return night


@pytest.fixture
def with_ghost(empty_night: Night) -> Night:
    """A night in play with seven players and the ghost, number 8, on the chart for two tables."""
    add_ghost(night=signed_up(empty_night, 7), who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    start_night(night=empty_night, who=ORGANIZER)
    empty_night.refresh_from_db()
    return empty_night


def ghost_of(night: Night) -> Entry:
    """Return the ghost's entry."""
    return night.entries.get(is_ghost=True)


def partner_of_ghost(night: Night, game: int) -> int:
    """Return the number of the ghost's partner in a game; the ghost is number 8."""
    return next(
        pair[0] + pair[1] - 8
        for table in seatings(night)[game - 1].tables
        for pair in (table[:2], table[2:])
        if 8 in pair
    )


def text_of(client: Client, night: Night, path: str) -> str:
    """Return the text of a page of the night."""
    return page_text(client, f"/n/{night.slug}/{path}")


# Sign-up


@pytest.mark.parametrize("players", [3, 7, 11])
def test_a_ghost_completes_the_table_of_three(organizer: Client, empty_night: Night, players: int) -> None:
    signed_up(empty_night, players)
    assert "Add a ghost: one table plays three-handed" in text_of(organizer, empty_night, "desk/")
    assert organizer.post(f"/n/{empty_night.slug}/desk/ghost/").status_code == 302
    desk = text_of(organizer, empty_night, "desk/")
    assert f"{players} players and a ghost" in desk and "Add a ghost" not in desk
    assert f"Tonight: {describe_plan(empty_night, players + 1)}." in desk and "sit out in turn" not in desk
    assert organizer.post(f"/n/{empty_night.slug}/desk/start/").status_code == 302
    first = seatings(empty_night)[0]
    assert (len(first.tables), first.sitting_out) == ((players + 1) // 4, ())
    assert f"started the night with {players} players" in empty_night.log_entries.values_list("text", flat=True)


@pytest.mark.parametrize("players", [0, 1, 4, 6, 8, 9, 10])
def test_a_ghost_is_refused_unless_one_table_has_three(organizer: Client, empty_night: Night, players: int) -> None:
    signed_up(empty_night, players)
    assert "Add a ghost" not in text_of(organizer, empty_night, "desk/")
    with nothing_changes():
        answer = organizer.post(f"/n/{empty_night.slug}/desk/ghost/")
    assert answer.status_code == 409
    assert f"with {players} players no table has three" in answer.content.decode()


def test_a_night_has_one_ghost_at_most(organizer: Client, empty_night: Night) -> None:
    add_ghost(night=signed_up(empty_night, 7), who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(f"/n/{empty_night.slug}/desk/ghost/").status_code == 409
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(night=empty_night, player=Player.objects.first(), name="Ghost", is_ghost=True)


def test_no_ghost_is_added_after_the_start(organizer: Client, empty_night: Night) -> None:
    start_night(night=signed_up(empty_night, 7), who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(f"/n/{empty_night.slug}/desk/ghost/").status_code == 409


def test_a_ghost_can_be_removed_and_added_again(organizer: Client, empty_night: Night) -> None:
    add_ghost(night=signed_up(empty_night, 7), who=ORGANIZER)
    organizer.post(f"/n/{empty_night.slug}/desk/remove/", {"entry": ghost_of(empty_night).pk})
    assert [entry.name for entry in empty_night.entries.order_by("pk")] == list(CAST[:7])
    add_ghost(night=empty_night, who=ORGANIZER)
    assert empty_night.entries.count() == 8


@pytest.mark.parametrize("order", ["random", "arrival"])
def test_the_ghost_has_the_highest_number_however_numbers_are_drawn(empty_night: Night, order: str) -> None:
    add_ghost(night=signed_up(empty_night, 7), who=ORGANIZER)
    for seed in range(10):
        draw_numbers(
            night=empty_night,
            order=order,
            who=ORGANIZER,  # type: ignore[arg-type]
            chance=random.Random(seed),
        )
        assert ghost_of(empty_night).number == 8
    with nothing_changes(), pytest.raises(Refused, match="highest number"):
        swap_numbers(night=empty_night, one=8, other=1, who=ORGANIZER)


def test_the_ghost_has_the_highest_number_when_none_were_drawn(empty_night: Night) -> None:
    add_ghost(night=signed_up(empty_night, 7), who=ORGANIZER)
    start_night(night=empty_night, who=ORGANIZER)
    assert ghost_of(empty_night).number == 8


@pytest.mark.parametrize("numbered", [False, True])
def test_the_ghost_is_removed_when_somebody_signs_up_or_is_removed(empty_night: Night, numbered: bool) -> None:
    add_ghost(night=signed_up(empty_night, 7), who=ORGANIZER)
    if numbered:
        draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    sign_up(night=empty_night, names=["Zoe New"], who=ORGANIZER)
    assert not empty_night.entries.ghosts().exists()
    assert empty_night.entries.get(name="Zoe New").number == (8 if numbered else None)
    remove_player(entry=empty_night.entries.get(name="Zoe New"), who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    remove_player(entry=empty_night.entries.get(name=CAST[2]), who=ORGANIZER)
    assert not empty_night.entries.ghosts().exists()
    assert [entry.number for entry in empty_night.entries.order_by("number")] == (
        [1, 2, 3, 4, 5, 6] if numbered else [None] * 6
    )


def test_strangers_see_seven_players_without_the_ghost(stranger: Client, empty_night: Night) -> None:
    add_ghost(night=signed_up(empty_night, 7), who=ORGANIZER)
    assert "7 signed up" in text_of(stranger, empty_night, "")


# At the table


def test_no_phone_plays_for_the_ghost(with_ghost: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="plays for the ghost"):
        pair_phone(entry=ghost_of(with_ghost), token="x")
    with nothing_changes():
        assert Client().post(f"/j/{ghost_of(with_ghost).key}").status_code == 409


def test_only_the_ghosts_partner_is_shown_that_they_play_alone(with_ghost: Night) -> None:
    partner = partner_of_ghost(with_ghost, 1)
    for number in range(1, 8):
        told_alone = "Partner: the ghost, so you play alone" in text_of(
            phone_of(with_ghost, number), with_ghost, "play/"
        )
        assert told_alone == (number == partner)


def test_phones_show_who_deals_for_the_ghost(empty_night: Night) -> None:
    night = signed_up(empty_night, 7)
    Night.objects.filter(pk=night.pk).update(movement="drawn", games=10, seed=1)
    add_ghost(night=night, who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    game, table = next(
        (game, table) for game, seating in enumerate(seatings(night), 1) for table in seating.tables if table[0] == 8
    )
    partner = partner_of_ghost(night, game)
    for number in set(table) - {8}:
        phone = text_of(phone_of(night, number), night, f"play/?game={game}")
        assert ("You deal first, for the ghost." in phone) == (number == partner)
        assert ("The ghost’s partner deals first." in phone) == (number != partner)


def test_the_seats_page_says_who_plays_alone(stranger: Client, with_ghost: Night) -> None:
    page = text_of(stranger, with_ghost, "")
    for game in range(1, 8):
        assert f" 8 Ghost {with_ghost.entries.get(number=partner_of_ghost(with_ghost, game))} plays alone" in page
    assert page.count("plays alone") == 7


def test_the_ghost_is_no_answer_to_who_went_alone(with_ghost: Night) -> None:
    with_ghost.count_loners = True
    with_ghost.save()
    partner = partner_of_ghost(with_ghost, 1)
    place = with_ghost.entries.get(number=partner).places.get(game__round__number=1)
    side = "NS" if place.seat in "NS" else "EW"
    page = tap(phone_of(with_ghost, partner), place.game, 1, f"{side}:5-alone").content.decode()
    assert "Who went alone?" in page and f">{place.entry}<" in page and "Ghost" not in page


# On paper and in the standings


def test_seven_cards_are_printed_and_show_in_which_games_one_plays_alone(with_ghost: Night) -> None:
    sheets = pages(draw(with_ghost, "tally-cards", Job(Paper.LETTER), "http://192.168.1.50:8000"))
    cards = [lines_of(quarter) for sheet in sheets for quarter in quarters(sheet) if quarter.chars]
    assert [lines[0] for lines in cards] == [str(number) for number in range(1, 8)]
    for number, lines in enumerate(cards, 1):
        assert "8 is the ghost: with it, you play alone." in lines
        games = [line.split()[0] for line in lines if " ghost " in line and "with it" not in line]
        assert games == [str(game) for game in range(1, 8) if partner_of_ghost(with_ghost, game) == number]


def test_the_ghost_has_no_tally_no_standing_and_no_card(organizer: Client, with_ghost: Night) -> None:
    for table in (1, 2):
        play_hands(game_at(with_ghost, 1, table), "NS:5")
    assert sorted(night_tallies(with_ghost, night_games(with_ghost))) == list(range(1, 8))
    assert organizer.get(f"/n/{with_ghost.slug}/tally/8/").status_code == 404
    assert "Ghost" not in text_of(organizer, with_ghost, "standings/")
    for sheet in ("filled-cards", "standings"):
        assert not any("Ghost" in page.extract_text() for page in pages(draw(with_ghost, sheet, Job(Paper.A4), "")))
    document = export_night(with_ghost)
    assert [row["number"] for row in sorted(document["standings"], key=lambda row: row["number"])] == [*range(1, 8)]
    assert [player["number"] for player in document["players"] if player["ghost"]] == [8]


def test_the_ghosts_partner_gets_the_points_of_both(with_ghost: Night) -> None:
    partner = with_ghost.entries.get(number=partner_of_ghost(with_ghost, 1))
    place = partner.places.select_related("game__round__night").get(game__round__number=1)
    play_hands(place.game, f"{'NS' if place.seat in 'NS' else 'EW'}:5")
    loaded = load_game(place.game, with_ghost)
    assert night_tallies(with_ghost, night_games(with_ghost))[partner.number or 0].total == 2
    assert sum(tally.total for tally in night_tallies(with_ghost, [loaded]).values()) == 2


# Roster changes


def test_a_late_player_can_take_the_ghosts_seat(with_ghost: Night) -> None:
    before, ghost = seatings(with_ghost), ghost_of(with_ghost)
    play_hands(game_at(with_ghost, 1, 1), "NS:5")
    substitute(entry=ghost, name="Zoe New", who=ORGANIZER)
    zoe = with_ghost.entries.get(number=8)
    assert (zoe.name, zoe.is_ghost, seatings(with_ghost)) == ("Zoe New", False, before)
    assert 8 in night_tallies(with_ghost, night_games(with_ghost))
    assert "Welcome" not in text_of(phone_of(with_ghost, 8), with_ghost, "play/")
    assert player_actor(with_ghost, 8).entry == zoe


def test_an_eighth_player_with_a_seat_of_their_own_removes_the_ghost(with_ghost: Night) -> None:
    play_hands(game_at(with_ghost, 1, 1), "NS:5")
    zoe = arrive_late(night=with_ghost, name="Zoe New", who=ORGANIZER)
    assert zoe.number == 9 and playing_numbers(with_ghost) == [1, 2, 3, 4, 5, 6, 7, 9]
    assert all(seating.everybody == {1, 2, 3, 4, 5, 6, 7, 9} for seating in seatings(with_ghost)[1:])
    assert 8 in seatings(with_ghost)[0].everybody


def test_with_six_players_the_ghost_gets_no_seat(with_ghost: Night) -> None:
    play_hands(game_at(with_ghost, 1, 1), "NS:5")
    drop_out(entry=with_ghost.entries.get(number=3), who=ORGANIZER)
    assert all(seating.everybody == {1, 2, 4, 5, 6, 7} for seating in seatings(with_ghost)[1:])


def test_a_substitute_for_a_ghost_without_a_seat_gets_one(with_ghost: Night) -> None:
    play_hands(game_at(with_ghost, 1, 1), "NS:5")
    drop_out(entry=with_ghost.entries.get(number=3), who=ORGANIZER)
    substitute(entry=ghost_of(with_ghost), name="Zoe New", who=ORGANIZER)
    assert all(seating.everybody == {1, 2, 4, 5, 6, 7, 8} for seating in seatings(with_ghost)[1:])


def test_going_back_to_sign_up_preserves_the_ghost_and_its_number(with_ghost: Night) -> None:
    before = seatings(with_ghost)
    back_to_sign_up(night=with_ghost, who=ORGANIZER)
    assert len(playing_entries(with_ghost)) == 8
    start_night(night=with_ghost, who=ORGANIZER)
    assert (ghost_of(with_ghost).number, seatings(with_ghost)) == (8, before)


@pytest.mark.parametrize("movement", ["night", "winners-up", "winners-stay", "north-stays", "two-colors", "drawn"])
def test_every_movement_seats_the_ghost_like_a_player(empty_night: Night, movement: str) -> None:
    Night.objects.filter(pk=empty_night.pk).update(movement=movement, games=6)
    empty_night.refresh_from_db()
    add_ghost(night=signed_up(empty_night, 11), who=ORGANIZER)
    start_night(night=empty_night, who=ORGANIZER)
    assert all(seating.everybody == set(range(1, 13)) and not seating.sitting_out for seating in seatings(empty_night))
    with pytest.raises(ObjectDoesNotExist):
        empty_night.entries.get(is_ghost=False, number=12)
