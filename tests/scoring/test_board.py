"""The organizer's board.

It has a tile for each table with its state, games left unsigned, and links to every hand.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tally.loading.games import load_game, night_games
from tally.models import Dispute, Hand
from tally.presenters.board import board_context, tables_to_enter, tiles
from tally.scores.progress import State
from tally.scoring.reveal import reveal_standings
from tally.scoring.signing import confirm_game
from tests.support.markup import compact
from tests.support.movement_nights import games_of, open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tournament.models import Game, Night
from tournament.movements.seats import Seat, Side
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import arrive_late
from tournament.templatetags.moments import epoch_ms


def states(night: Night, now: datetime | None = None) -> list[State]:
    """Return the state on each table's tile, in table order."""
    return [tile.state for tile in tiles(night_games(night), now or timezone.now())]


def play_all(night: Night, round_: int, *tables: int) -> None:
    """Play all four hands at each of these tables."""
    for table in tables:
        play_hands(game_at(night, round_, table), *["NS:3-4"] * 4)


def sign(night: Night, round_: int, *tables: int) -> None:
    """Sign the game at each of these tables."""
    for table in tables:
        sign_game(game=game_at(night, round_, table), winner="NS", who=ORGANIZER)


def board(organizer: Client, night: Night) -> str:
    """Return the board's HTML."""
    return organizer.get(f"/n/{night.slug}/board/").content.decode()


def phone_at_each_table(night: Night, *tables: int) -> None:
    """Pair a phone with one player of each of these tables of the first game."""
    for table in tables:
        player = load_game(game_at(night, 1, table), night).players[Seat.N]
        phone_of(night, player.number or 0)


# The state of a table


def test_a_table_plays_until_its_last_hand_then_confirms_the_score(night: Night) -> None:
    game = game_at(night, 1, 1)
    found = [states(night)[0]]
    for number in range(1, 5):
        play_hands(game, "NS:3-4", first=number)
        found.append(states(night)[0])
    assert found == [State.PLAYING, State.PLAYING, State.PLAYING, State.LAST_HAND, State.AGREEING]


def test_after_the_bell_a_table_plays_its_last_hand_then_confirms_the_score(night: Night) -> None:
    phone_at_each_table(night, 1)
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    ring_bell(round_=game.round, who=ORGANIZER)
    assert states(night)[0] is State.LAST_HAND
    play_hands(game, "NS:3-4", first=2)
    assert states(night)[0] is State.AGREEING


def test_a_table_that_confirms_its_score_early_is_at_no_further_hand(organizer: Client, night: Night) -> None:
    def said() -> str:
        return " ".join(re.findall(r'class="said">(.*?)</span>', board(organizer, night), re.DOTALL)[0].split())

    phone_at_each_table(night, 1)
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    ring_bell(round_=game.round, who=ORGANIZER)
    assert said() == "hand 2 of 4"
    play_hands(game, "NS:3-4", first=2)
    assert said() == "2 hands"


def test_after_the_bell_a_table_with_one_sides_word_waits_for_the_other_side(organizer: Client, night: Night) -> None:
    phone_at_each_table(night, 1)
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    ring_bell(round_=game.round, who=ORGANIZER)
    assert "is still playing game 1" in " ".join(board(organizer, night).split())
    newest = load_game(game, night).newest
    confirm_game(game=game, side=Side.NS, agrees=True, seen_hand=newest, who=ORGANIZER)
    assert states(night)[0] is State.AGREEING
    page = " ".join(board(organizer, night).split())
    east, west = (load_game(game, night).players[seat].short_name for seat in Side.EW.seats)
    assert f"waiting for {east} or {west} to confirm" in page and "still playing" not in page
    play_hands(game, "NS:3-4", first=2)
    assert states(night)[0] is State.AGREEING, "they played on after all"


def test_a_table_with_an_objection_needs_the_organizer(night: Night) -> None:
    play_all(night, 1, 1)
    game = game_at(night, 1, 1)
    confirm_game(game=game, side=Side.EW, agrees=False, seen_hand=load_game(game, night).newest, who=ORGANIZER)
    assert states(night)[0] is State.NEEDS_YOU
    ring_bell(round_=game.round, who=ORGANIZER)
    assert states(night, timezone.now() + timedelta(minutes=9))[0] is State.NEEDS_YOU, "whatever the clock says"


def test_a_table_two_hands_behind_the_median_is_late(three_tables: Night) -> None:
    phone_at_each_table(three_tables, 3)
    for table in (1, 2):
        play_hands(game_at(three_tables, 1, table), "NS:3-4", "NS:3-4")
    assert states(three_tables) == [State.PLAYING, State.PLAYING, State.LATE]
    play_hands(game_at(three_tables, 1, 3), "NS:3-4")
    assert states(three_tables)[2] is State.PLAYING


def test_a_table_a_whole_game_behind_the_others_is_late(three_tables: Night) -> None:
    for number in range(1, 13):
        phone_of(three_tables, number)
    play_hands(game_at(three_tables, 1, 3), "NS:3-4", "NS:3-4", "NS:3-4")
    play_all(three_tables, 1, 1, 2)
    sign(three_tables, 1, 1, 2)
    assert states(three_tables)[2] is State.LAST_HAND, "one hand behind is not late"
    game = game_at(three_tables, 1, 3)
    Hand.objects.filter(game=game, number__gt=2).delete()
    assert states(three_tables)[2] is State.LATE


def test_a_table_without_a_signed_total_three_minutes_after_the_bell_is_overdue(night: Night) -> None:
    phone_at_each_table(night, 1, 2)
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:3-4")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    now = timezone.now()
    assert states(night, now + timedelta(minutes=2, seconds=55)) == [State.LAST_HAND] * 2
    assert states(night, now + timedelta(minutes=3, seconds=5)) == [State.OVERDUE] * 2
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 3, first=2)
    assert states(night, now + timedelta(minutes=3, seconds=5))[0] is State.OVERDUE, "confirming can take too long, too"
    sign(night, 1, 1)
    assert states(night, now + timedelta(minutes=3, seconds=5))[0] is not State.OVERDUE


def test_a_table_waits_for_players_who_still_play_elsewhere(night: Night) -> None:
    play_all(night, 1, 1)
    sign(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:3-4", "NS:3-4")
    assert states(night) == [State.WAITING, State.PLAYING]
    play_hands(game_at(night, 1, 2), "NS:3-4", "NS:3-4", first=3)
    assert states(night) == [State.PLAYING, State.AGREEING], "nobody waits for a total to be signed"


def test_a_table_is_done_when_all_its_games_are_signed(night: Night) -> None:
    for number in range(1, 8):
        play_all(night, number, 1, 2)
        sign(night, number, 1, 2)
    assert states(night) == [State.DONE] * 2


def test_where_a_clock_rings_tables_are_seated_until_it_starts_or_a_hand_is_played(night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.CLOCK, minutes=12, pause=3)
    night.refresh_from_db()
    assert states(night) == [State.SEATED] * 2, "the clock is not started"
    now = timezone.now()
    night.rounds.filter(number=1).update(starts_at=now + timedelta(minutes=3), rings_at=now + timedelta(minutes=15))
    assert states(night) == [State.SEATED] * 2, "it counts to the start"
    assert states(night, timezone.now() + timedelta(minutes=4)) == [State.PLAYING] * 2
    play_hands(game_at(night, 1, 1), "NS:3-4")
    assert states(night) == [State.PLAYING] * 2


# Tables on paper


@pytest.mark.long
@pytest.mark.parametrize("movement", ["night", "winners-up"])
def test_at_the_bell_a_table_without_a_phone_waits_for_its_slip(empty_night: Night, movement: str) -> None:
    night = open_guest_night(empty_night, 12, movement, bell_by="clock", games=3)
    with_phone = next(iter(load_game(game_at(night, 1, 2), night).players.values()))
    phone_of(night, with_phone.number or 0)
    play_hands(game_at(night, 1, 2), "NS:3-4", "NS:3-4")
    assert states(night) == [State.PLAYING] * 3, "nobody knows how far tables on paper are"
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    slip = State.WAITING_FOR_SLIP
    assert states(night) == [slip, State.LAST_HAND, slip]
    assert entered(night) == [1, 3]
    later = timezone.now() + timedelta(minutes=4)
    assert states(night, later) == [slip, State.OVERDUE, slip], "only a table with a phone is overdue"
    assert entered(night, later) == [1, 2, 3]
    sign(night, 1, 1)
    assert entered(night, later) == [2, 3]


@pytest.mark.parametrize("movement", ["night", "winners-up"])
def test_a_phone_that_only_looked_up_its_seat_leaves_its_table_on_paper(
    organizer: Client, empty_night: Night, movement: str
) -> None:
    night = open_guest_night(empty_night, 12, movement, bell_by="clock", games=3)
    phone_at_each_table(night, 1)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    assert states(night, timezone.now() + timedelta(minutes=4)) == [State.WAITING_FOR_SLIP] * 3
    assert entered(night) == [1, 2, 3] and "no hand was played" not in board(organizer, night)
    assert "On phones" not in organizer.get(f"/n/{night.slug}/quick/1/").content.decode()
    play_hands(game_at(night, 1, 1), "NS:3-4")
    assert states(night)[0] is State.AGREEING and entered(night) == [2, 3]


def entered(night: Night, now: datetime | None = None) -> list[int]:
    """Return the tables whose score the organizer has to type."""
    games = night_games(night)
    return [game.play.table for game in tables_to_enter(tiles(games, now or timezone.now()), [])]


def test_without_a_bell_a_slip_is_due_when_the_tables_with_phones_are_done(three_tables: Night) -> None:
    phone_at_each_table(three_tables, 1, 2)
    play_all(three_tables, 1, 1, 2)
    assert states(three_tables) == [State.AGREEING, State.AGREEING, State.WAITING_FOR_SLIP]


def test_the_board_names_paper_tables_calmly_and_counts_their_slips(organizer: Client, night: Night) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    page = board(organizer, night)
    assert compact(page).count("<span>waiting for its slip</span>") == 2
    assert "<p>Tables 1 and 2 wait for their slips.</p>" in page and "Every table is fine" not in page
    assert "Nobody has played yet" not in page
    assert "Enter scores (2 tables)" in page and "still playing" not in page
    sign(night, 1, 2)
    assert "<p>Table 1 waits for its slip.</p>" in board(organizer, night)


# The page


def test_tiles_are_in_table_order_with_names_hand_and_score(organizer: Client, three_tables: Night) -> None:
    play_hands(game_at(three_tables, 1, 3), "EW:5")
    page = board(organizer, three_tables)
    assert page.index(">Table 1</b>") < page.index(">Table 2</b>") < page.index(">Table 3</b>")
    found = tiles(night_games(three_tables), timezone.now())
    assert [tile.game.play.table for tile in found] == [1, 2, 3]
    assert [(tile.ns, tile.ew, tile.hand) for tile in found] == [(0, 0, 1), (0, 0, 1), (0, 2, 2)]
    assert page.index("11 Kay Ito") < page.index("12 Leo Katz"), "few tables have room for full names"
    assert "hand 2 of 4" in page
    assert f'href="/n/{three_tables.slug}/game/{game_at(three_tables, 1, 3).pk}/"' in page


def test_every_state_has_its_label_on_the_page(organizer: Client, three_tables: Night) -> None:

    def labels_now(*labels: str) -> set[str]:
        page = compact(board(organizer, three_tables))
        return {label for label in labels if f"</svg><span>{label}</span>" in page}

    phone_at_each_table(three_tables, 1, 2, 3)
    found = labels_now("playing")
    play_hands(game_at(three_tables, 1, 1), *["NS:3-4"] * 3)
    play_hands(game_at(three_tables, 1, 2), *["NS:3-4"] * 4)
    found |= labels_now("last hand", "confirming score", "late")
    sign(three_tables, 1, 2)
    found |= labels_now("waiting")
    ring_bell(round_=three_tables.rounds.get(number=1), who=ORGANIZER)
    three_tables.rounds.get(number=1).bells.update(rung_at=timezone.now() - timedelta(minutes=4))
    found |= labels_now("overdue")
    assert found == {"playing", "last hand", "confirming score", "late", "waiting", "overdue"}


def test_unsigned_games_whose_players_have_moved_on_are_listed(organizer: Client, night: Night) -> None:
    play_all(night, 1, 1, 2)
    assert "the players have moved on" not in board(organizer, night)
    play_hands(game_at(night, 2, 1), "NS:3-4")
    page = board(organizer, night)
    assert "Table 1, game 1:</b>not confirmed, and the players have moved on" in compact(page)
    assert "Table 2, game 1:" not in page
    sign(night, 1, 1)
    assert "the players have moved on" not in board(organizer, night)


def test_the_board_leads_to_a_games_hands_and_to_correcting_them(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    tap(phone_of(night, 5), game, 1, "EW:5")
    page = organizer.get(f"/n/{night.slug}/game/{game.pk}/").content.decode()
    assert "1 Ann M. dealt; entered by 5 Eve L., " in page, "the player who recorded it"
    assert f'/game/{game.pk}/hand/1/">Edit</a>' in page
    assert "for the table</button>" not in page
    play_hands(game, *["NS:3-4"] * 3, first=2)
    assert "Confirm 3–2 for the table" in organizer.get(f"/n/{night.slug}/game/{game.pk}/").content.decode()


def test_before_the_first_hand_the_board_offers_to_go_back_to_sign_up(organizer: Client, night: Night) -> None:
    assert "Back to sign-up" in board(organizer, night)
    play_hands(game_at(night, 1, 1), "NS:3-4")
    assert "Back to sign-up" not in board(organizer, night)


def test_a_bell_is_asked_about_only_in_the_first_minute_of_a_game_without_a_hand(
    organizer: Client, night: Night
) -> None:
    first = night.rounds.get(number=1)
    assert first.posted_at
    assert f'data-early="{epoch_ms(first.posted_at) + 60_000}"' in board(organizer, night)
    play_hands(game_at(night, 1, 1), "NS:3-4")
    assert "data-early" not in board(organizer, night)
    bell = ring_bell(round_=first, who=ORGANIZER)
    assert bell and night.rounds.get(number=2).posted_at is None
    assert f'data-early="{epoch_ms(bell.rung_at) + 60_000}"' in board(organizer, night), "scores of game 1 are out"


def test_when_all_games_are_signed_the_board_offers_to_close_the_night(organizer: Client, night: Night) -> None:
    button = 'class="button primary" id="do-close"'
    for number in range(1, 8):
        assert button not in board(organizer, night) and "(ring the bell)" in board(organizer, night)
        play_all(night, number, 1, 2)
        sign(night, number, 1, 2)
    assert board(organizer, night).count("Close the night") == 1 and button in board(organizer, night)
    assert "(ring the bell)" not in board(organizer, night)


def test_a_closed_night_has_a_board_without_a_bell(organizer: Client, night: Night) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    page = board(organizer, night)
    assert "(ring the bell)" in page and "Cancel the bell" in page
    close_night(night=night, who=ORGANIZER)
    page = board(organizer, night)
    assert "(ring the bell)" not in page and "Cancel the bell" not in page
    assert "The night is closed" in page


def test_the_board_gives_htmx_only_its_tiles(organizer: Client, night: Night) -> None:
    page = organizer.get(f"/n/{night.slug}/board/", headers={"HX-Request": "true"}).content.decode()
    assert page.lstrip().startswith('<div id="board"') and "<html" not in page


def test_the_board_needs_few_queries_however_many_games_the_night_has(
    organizer: Client, three_tables: Night, django_assert_max_num_queries: object
) -> None:
    play_all(three_tables, 1, 1, 2, 3)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        board(organizer, three_tables)
    assert Game.objects.filter(round__night=three_tables).count() == 33


def test_the_log_lists_who_did_what_newest_first(organizer: Client, night: Night) -> None:
    tap(phone_of(night, 1), game_at(night, 1, 1), 1)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    page = organizer.get(f"/n/{night.slug}/log/").content.decode()
    entries = ["rang the bell for game 1", "recorded hand 1 of game 1 at table 1", "started the night with 8"]
    assert [page.index(entry) for entry in entries] == sorted(page.index(entry) for entry in entries)
    assert "1 Ann M." in page


def test_the_organizer_records_a_hand_for_a_table_without_a_phone(
    organizer: Client, stranger: Client, night: Night
) -> None:
    game = game_at(night, 1, 2)
    page = organizer.get(f"/n/{night.slug}/game/{game.pk}/").content.decode()
    address = f"/n/{night.slug}/game/{game.pk}/hand/1/"
    assert f'href="{address}"' in page
    data = {"game": game.pk, "hand": 1, "result": "EW:5", "key": "a-key-of-the-laptop"}
    for client in (stranger, phone_of(night, 1), phone_of(night, 3)):
        with nothing_changes():
            assert client.post(address, data).status_code in (403, 409)
    assert b"Tap what happened in this hand" in organizer.get(address).content
    assert (organizer.post(address, data).status_code, organizer.post(address, data).status_code) == (302, 302)
    hand = game.hands.get()
    assert (hand.number, hand.version, hand.entry, hand.record["maker_side"]) == (1, 1, None, "B")
    with nothing_changes():
        assert (
            organizer.post(f"/n/{night.slug}/game/{game.pk}/hand/4/", data | {"key": "another-key-of-it"}).status_code
            == 409
        )


def test_tables_that_need_the_organizer_come_first_with_the_reason(organizer: Client, night: Night) -> None:
    phone_at_each_table(night, 1, 2)
    assert "Every table is fine" in board(organizer, night)
    game = game_at(night, 1, 2)
    play_hands(game, "NS:3-4")
    Dispute.objects.create(game=game, number=1, record=game.hands.get().record, key="another-phone-says-so")
    page = board(organizer, night)
    assert '<b class="count">1</b>' in page and "Table 2:</b>two answers for hand 1" in compact(page)
    assert 'aria-label="Settle: Table 2">Settle</a>' in page
    assert page.index('<ul class="tiles') < page.index('<aside id="side"') < page.index("Needs attention")
    Dispute.objects.update(settled_at=timezone.now())
    ring_bell(round_=game.round, who=ORGANIZER)
    night.rounds.get(number=1).bells.update(rung_at=timezone.now() - timedelta(minutes=4))
    page = compact(board(organizer, night))
    assert "Table 1:</b>" not in page.partition("Needs attention")[2], "no phone has entered a hand: its slip comes"
    assert "Table 2:</b>no score 4 minutes after the bell" in page and ">Confirm 1–0</button>" in page


def test_players_still_at_another_table_after_the_bell_are_named(organizer: Client, night: Night) -> None:
    play_all(night, 1, 1)
    sign(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:3-4")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    still_there = [
        entry
        for entry in (place.entry for place in game_at(night, 2, 1).places.order_by("pk"))
        if game_at(night, 1, 2).places.filter(entry=entry).exists()
    ]
    page = compact(board(organizer, night))
    assert still_there and all(f"{entry.short_name} still at table 2" in page for entry in still_there)


def test_a_closed_nights_board_shows_the_final_totals(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    assert 'class="final"' not in board(organizer, night), "not before they are revealed"
    reveal_standings(night=night, who=ORGANIZER)
    page = board(organizer, night)
    assert "playing</span>" not in page and 'class="tile' not in page
    assert re.findall(r"<span>(T-1|T-3)</span>.*?<b>(\d)</b>", page) == [("T-1", "2")] * 2 + [("T-3", "0")] * 6
    assert f'<a class="button primary" id="do-final" href="/n/{night.slug}/standings/">' in page


def test_the_header_says_how_far_the_night_is(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    sign_game(game=game_at(night, 1, 1), winner="NS", who=ORGANIZER)
    assert "Game 1 of 7: 1 of 2 tables in" in board(organizer, night)
    newest = night.log_entries.order_by("-pk")[0]
    assert newest.text == "confirmed the score of game 1 at table 1", "in the words of the phone's button"


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.usefixtures("short_searches")
def test_each_player_is_in_one_place_on_the_board_also_after_a_late_arrival(empty_night: Night, late: bool) -> None:
    night = open_guest_night(empty_night, 11)
    for game in games_of(night, 1):
        play_hands(game, "NS:3-4")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    sign_both_sides(games_of(night, 1)[0])
    if late:
        arrive_late(night=night, name="Zoe New", who=ORGANIZER)
    board = board_context(night, timezone.now(), ORGANIZER)
    tiles = board["room_tiles"]
    places = [
        entry.pk
        for each in tiles  # type: ignore[attr-defined]
        for pair in each.tile.pairs
        for entry in pair
        if entry not in each.tile.elsewhere
    ]
    places += [each.entry.pk for each in (*board["sitting_out"], *board["between"])]  # type: ignore[misc]
    assert sorted(places) == sorted(night.entries.values_list("pk", flat=True))
