"""Beside the tables: what needs the organizer with its remedy, the top five, the latest with Undo, Undo in the bar."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tally.forms import read_result
from tally.loading.games import load_game, night_games
from tally.models import Hand
from tally.presenters.top_five import top_five_context
from tally.scoring.corrections import correct_hand
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tally.scoring.signing import confirm_game
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands, player_actor, tap
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.clock import start_clock
from tournament.night.joining import ask_for_name
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import drop_out
from tournament.web.dates import time_of_day


def board(organizer: Client, night: Night) -> str:
    """Read the board."""
    return compact(organizer.get(f"/n/{night.slug}/board/").content.decode())


def needs(organizer: Client, night: Night) -> list[str]:
    """List what needs attention, as text with the button in brackets."""
    page = organizer.get(f"/n/{night.slug}/board/").content.decode()
    part = page.partition('id="needs-title"')[2].partition("</section>")[0]
    lines = re.findall(r"<li>(.*?)</li>", part, re.DOTALL)
    buttons = [re.search(r">([^<>]+)</(?:button|a)>", line) for line in lines]
    texts = [" ".join(re.sub(r"<[^>]+>", "", line.partition("</span>")[0]).split()) for line in lines]
    return [f"{text} [{button[1]}]" for text, button in zip(texts, buttons, strict=True) if button]


def write_total(game: Game, ns: int, ew: int) -> None:
    """Record a total from paper."""
    token = state_token(load_game(game, game.round.night))
    record_total(game=game, total=Total(ns, ew), key=uuid4().hex, who=ORGANIZER, expected=token)


def finish(night: Night, number: int, *totals: tuple[int, int]) -> None:
    """Record the totals of all tables of a game."""
    for table, (ns, ew) in enumerate(totals, 1):
        write_total(game_at(night, number, table), ns, ew)


# What needs attention


def test_a_half_confirmed_table_says_whom_it_waits_for(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, *["NS:3-4"] * 4, who=player_actor(night, 1))
    loaded = load_game(game, night)
    ours, theirs = ([loaded.players[seat] for seat in side.seats] for side in Side)
    for entry in (*ours, *theirs):
        phone_of(night, entry.number or 0)
    newest = loaded.newest
    actor = player_actor(night, ours[0].number or 0)
    confirm_game(game=game, side=Side.NS, agrees=True, seen_hand=newest, who=actor)
    assert needs(organizer, night) == [], "before the bell nobody is waited for"
    ring_bell(round_=game.round, who=ORGANIZER)
    line = f"Table 1: waiting for {theirs[0].short_name} or {theirs[1].short_name} to confirm [Confirm 4–0]"
    assert line in needs(organizer, night)
    game.round.bells.update(rung_at=timezone.now() - timedelta(minutes=4))
    assert line in needs(organizer, night), "when it is overdue, too"


def test_a_quiet_board_says_that_nothing_needs_attention(organizer: Client, night: Night) -> None:
    assert needs(organizer, night) == [] and "Nothing. Every table is fine." in board(organizer, night)


def test_a_seat_that_somebody_left_in_the_middle_of_a_game_needs_attention(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    gone = load_game(game, night).players[Side.EW.seats[0]]
    drop_out(entry=gone, who=ORGANIZER)
    assert f"Table 1: {gone.short_name} left in this game [Look]" in needs(organizer, night)
    ring_bell(round_=game.round, who=ORGANIZER)
    assert not [line for line in needs(organizer, night) if "left in this game" in line]


def test_two_answers_are_settled_in_the_table(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    tap(phone_of(night, 1), game, 1, "NS:5")
    other = load_game(game, night).players[Side.EW.seats[0]].number or 0
    tap(phone_of(night, other), game, 1, "EW:5")
    assert needs(organizer, night) == ["Table 1: two answers for hand 1 [Settle]"]
    assert re.search(rf'href="/n/{night.slug}/game/{game.pk}/" hx-target="#panel"', board(organizer, night))


def test_a_disputed_score_is_looked_at(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 2)
    play_hands(game, *["NS:5"] * 4)
    newest = load_game(game, night).newest
    confirm_game(game=game, side=Side.EW, agrees=False, seen_hand=newest, who=ORGANIZER)
    assert needs(organizer, night) == ["Table 2: they say the score is wrong [Look]"]


def test_a_score_that_is_missing_after_the_bell_is_confirmed_in_one_tap(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    tap(phone_of(night, 1), game, 1, "NS:5")
    ring_bell(round_=game.round, who=ORGANIZER)
    game.round.bells.update(rung_at=timezone.now() - timedelta(minutes=4))
    assert "Table 1: no score 4 minutes after the bell [Confirm 2–0]" in needs(organizer, night)
    form = {"upto": load_game(game, night).newest}
    answer = organizer.post(f"/n/{night.slug}/board/sign/{game.pk}/", form, headers={"HX-Request": "true"})
    assert answer["Location"] == f"/n/{night.slug}/board/"
    game.refresh_from_db()
    assert game.signed_at and not any("Table 1" in need for need in needs(organizer, night))


def test_an_earlier_game_that_was_left_unconfirmed_names_its_game(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    for table in (1, 2):
        play_hands(game_at(night, 1, table), *["NS:3-4"] * 4, who=player_actor(night, 1 if table == 1 else 3))
    write_total(game_at(night, 1, 2), 4, 0)
    following = Game.objects.get(round__night=night, round__number=2, table=1)
    play_hands(following, "NS:5")
    assert "Table 1, game 1: not confirmed, and the players have moved on [Confirm 4–0]" in needs(organizer, night)
    assert game.signed_at is None


def test_a_late_table_gets_three_minutes_where_a_clock_rings(organizer: Client, three_tables: Night) -> None:
    for number in (1, 2, 3):  # the tables have phones
        for seat in load_game(game_at(three_tables, 1, number), three_tables).players.values():
            phone_of(three_tables, seat.number or 0)
    for table in (1, 2):
        play_hands(game_at(three_tables, 1, table), *["NS:3-4"] * 3)
    play_hands(game_at(three_tables, 1, 3), "NS:3-4")
    since = timezone.now() - timedelta(minutes=9)
    Hand.objects.filter(game__table=3).update(at=since)
    assert needs(organizer, three_tables) == [f"Table 3: nothing entered since {time_of_day(since)} [Look]"]
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    start_clock(round_=three_tables.rounds.get(number=1), who=ORGANIZER)
    assert needs(organizer, three_tables) == [f"Table 3: nothing entered since {time_of_day(since)} [+3 min]"]


def test_a_phone_that_asks_for_a_taken_name_is_let_in(organizer: Client, night: Night) -> None:
    phone_of(night, 3)
    asked = ask_for_name(entry=night.entries.get(number=3), token="another-phone-of-3")
    assert asked
    page = board(organizer, night)
    assert '<b class="count">1</b>' in page and f"<b>Phone {asked.sign}</b>asks to play for 3 " in page
    form = {"request": asked.pk, "answer": "yes", "next": f"/n/{night.slug}/board/"}
    answer = organizer.post(f"/n/{night.slug}/players/let-in/", form)
    assert answer["Location"] == f"/n/{night.slug}/board/" and needs(organizer, night) == []
    assert night.entries.get(number=3).phones.active().get().token == "another-phone-of-3"


# The top five


def leaders(night: Night) -> tuple[object, list[str]]:
    """The top five of a night: after which game, and each with place, number and arrow."""
    night.refresh_from_db()
    context = top_five_context(night, night_games(night))
    rows = context["leaders"]
    assert isinstance(rows, list)
    return context["leaders_after"], [f"{one.row.place_text} {one.entry.number} {one.arrow}".strip() for one in rows]


def test_the_top_five_count_only_complete_games(organizer: Client, night: Night) -> None:
    assert leaders(night) == (0, []) and "Top five" not in board(organizer, night)
    write_total(game_at(night, 1, 1), 9, 2)
    assert leaders(night) == (0, []), "the other table is still playing"
    write_total(game_at(night, 1, 2), 5, 3)
    after, rows = leaders(night)
    assert after == 1 and len(rows) == 5
    assert [row.partition(" ")[0] for row in rows] == ["T-1", "T-1", "T-3", "T-3", "T-5"]
    page = board(organizer, night)
    assert 'Top five<span class="hint">after game 1</span>' in page


def test_the_top_five_say_who_rose_and_who_fell_in_words_too(organizer: Client, night: Night) -> None:
    finish(night, 1, (9, 2), (5, 3))
    finish(night, 2, (1, 8), (2, 6))
    after, rows = leaders(night)
    assert after == 2 and any("▲" in row for row in rows)
    page = board(organizer, night)
    assert re.search(r'<span aria-hidden="true">▲(\d)</span><span class="spoken">up \1</span>', page)


def test_the_top_five_keep_the_surprise_because_a_board_may_be_mirrored(organizer: Client, night: Night) -> None:
    Night.objects.update(hidden_games=night.rounds.count() - 1)
    for number in (1, 2):
        finish(night, number, (9, 2), (5, 3))
    assert leaders(night)[0] == 1
    assert "The last games stay a surprise." in board(organizer, night)
    Night.objects.update(hidden_games=1)
    for number in range(3, 8):
        finish(night, number, (9, 2), (5, 3))
    assert "The last game stays a surprise." in board(organizer, night)


# The latest, and Undo


def correct(game: Game, number: int, result: str) -> None:
    """Correct a hand as the organizer."""
    hand = load_game(game, game.round.night).hand(number)
    assert hand
    record = read_result(game.round.night, result)
    correct_hand(game=game, of=hand.id, record=record, key=uuid4().hex, who=ORGANIZER, why="both say so")


@pytest.fixture
def edited(night: Night) -> Game:
    """A game in which players recorded two hands, and the organizer changed the second."""
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "EW:3-4", who=player_actor(night, 1))
    correct(game, 2, "NS:5")
    return game


def test_the_latest_are_in_plain_words_without_every_hand(organizer: Client, night: Night, edited: Game) -> None:
    page = board(organizer, night).partition('id="latest-title"')[2]
    assert "<b>You</b>edited hand 2 of game 1 at table 1: 0–1 → 2–0" in page
    assert "both say so" not in page and "recorded hand" not in page
    assert page.count("<li>") <= 6 and f'href="/n/{night.slug}/log/"' in page


def test_the_latest_name_only_the_first_of_many_who_were_signed_up(organizer: Client, night: Night) -> None:
    page = board(organizer, night).partition('id="latest-title"')[2]
    assert "signed up Ann M., Bob S., Carla R. and 5 more" in page
    assert "Hal Y." in night.log_entries.get(text__startswith="signed up").text, "the log has them all"


def test_undo_in_the_bar_and_beside_the_line_names_what_it_undoes(
    organizer: Client, night: Night, edited: Game
) -> None:
    act = night.log_entries.filter(undo__isnull=False).get()
    page = board(organizer, night)
    assert re.search(rf'id="undo" name="act" value="{act.pk}".*?Undo<small>hand 2 at table 1</small>', page)
    assert f'name="act" value="{act.pk}" aria-label="Undo hand 2 at table 1">Undo</button>' in page
    organizer.post(f"/n/{night.slug}/board/undo/", {"act": act.pk})
    page = board(organizer, night)
    assert 'id="undo"' not in page and "(undone)" in page and "undid hand 2" in page
    assert load_game(edited, night).totals == {"NS": 1, "EW": 1}


def test_undo_answers_htmx_with_the_board(organizer: Client, night: Night, edited: Game) -> None:
    act = night.log_entries.filter(undo__isnull=False).get()
    headers = {"HX-Request": "true", "HX-Target": "board"}
    answer = organizer.post(f"/n/{night.slug}/board/undo/", {"act": act.pk}, headers=headers)
    assert answer.status_code == 302 and answer["Location"] == f"/n/{night.slug}/board/"


def test_a_closed_night_offers_no_undo(organizer: Client, night: Night, edited: Game) -> None:
    close_night(night=night, who=ORGANIZER)
    page = board(organizer, night)
    assert 'name="act"' not in page and "Needs attention" not in page
