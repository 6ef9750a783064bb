"""A renege recorded: on a phone under More, by the organizer, at a single table; undone, corrected and disputed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.forms import read_result, result_of
from tally.loading.games import load_game, night_games
from tally.loading.tallies import night_tallies
from tally.loading.ties import tie_of
from tally.models import Dispute, Hand
from tally.presenters.results import recorded_result, scoring_buttons
from tally.rules import VARIANTS, read_record
from tests.support.markup import compact
from tests.support.movement_nights import open_guest_night
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tests.support.single_table import current_game, open_table, post_hand, post_hands, read_page, totals, undo
from tournament.models import Club, Game, Night
from tournament.movements.seats import Side
from tournament.night.lifecycle import close_night

NIGHT_GAMES = [slug for slug, variant in VARIANTS.items() if variant.table_of_four]


def with_rules(night: Night, **house_rules: Any) -> Night:
    """The night under other house rules."""
    Night.objects.filter(pk=night.pk).update(house_rules=house_rules)
    night.refresh_from_db()
    return night


def read_more(phone: Client, game: Game) -> str:
    """Read the page behind More."""
    return compact(phone.get(f"/n/{game.round.night.slug}/game/{game.pk}/").content.decode())


def read_phone(phone: Client, night: Night) -> str:
    """Read the scoring page."""
    return " ".join(phone.get(f"/n/{night.slug}/play/").content.decode().split())


# ---- A phone


def test_a_side_that_reneges_loses_two_points_and_the_deal_passes_on(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    page = read_more(phone, game)
    assert re.search(r'value="NS:renege"[^>]*data-points="-2 0"[^>]*><b class="them">−2 us</b><span>we reneged', page)
    assert re.search(r'value="EW:renege"[^>]*data-points="0 -2"[^>]*><b class="us">−2 them</b><span>they reneged', page)
    assert tap(phone, game, 1, "NS:renege").status_code == 302
    loaded = load_game(game, night)
    assert (loaded.totals, loaded.next_hand) == ({"NS": -2, "EW": 0}, 2)
    record = loaded.hands[0].data
    assert (record["maker_side"], record["maker_tricks"], record["extras"]) == (None, None, {"renege": "A"})
    assert "✓ Hand 1: we reneged: −2 us" in read_phone(phone, night)
    assert "✓ Hand 1: they reneged: −2 them" in read_phone(phone_of(night, loaded.players["E"].number or 0), night)


def test_the_other_side_scores_it_where_the_house_says_so(night: Night) -> None:
    phone, game = phone_of(with_rules(night, renege=4, renege_goes_to="others"), 1), game_at(night, 1, 1)
    assert '<b class="them">+4 them</b><span>we reneged' in read_more(phone, game)
    tap(phone, game, 1, "NS:renege")
    assert load_game(game, night).totals == {"NS": 0, "EW": 4}


def test_only_a_price_for_lone_hands_asks_whether_it_was_one(night: Night) -> None:
    phone, game = phone_of(with_rules(night, renege="4-alone"), 1), game_at(night, 1, 1)
    assert "<span>they reneged in a lone hand" in read_more(phone, game)
    tap(phone, game, 1, "EW:renege-alone")
    tap(phone, game, 2, "EW:renege-together")
    loaded = load_game(game, night)
    assert [hand.scored.points["EW"] for hand in loaded.hands] == [-4, -2]  # type: ignore[index]
    assert [hand.data["alone"] for hand in loaded.hands] == [True, False]
    assert tap(phone, game, 3, "EW:renege").status_code == 409, "this night has no such button"


def test_nobody_is_asked_who_went_alone_where_loners_count(night: Night) -> None:
    Night.objects.update(count_loners=True)
    phone, game = phone_of(with_rules(night, renege="4-alone"), 1), game_at(night, 1, 1)
    assert tap(phone, game, 1, "EW:renege-alone").status_code == 302
    assert load_game(game, night).hands[0].scored.loner is None


def test_a_family_taps_what_it_agreed_on(night: Night) -> None:
    Night.objects.update(variant="michigan-family", house_rules={})
    night.refresh_from_db()
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    page = read_more(phone, game)
    assert re.findall(r'value="(NS:renege[^"]*)"', page) == [f"NS:renege-{points}" for points in (0, 1, 2, 4)]
    for hand, points in enumerate((0, 1, 4), 1):
        tap(phone, game, hand, f"NS:renege-{points}")
    assert [hand.data["extras"]["renege_points"] for hand in load_game(game, night).hands] == [0, 1, 4]
    assert load_game(game, night).totals == {"NS": -5, "EW": 0}


def test_strangers_and_other_tables_cannot_record_a_renege(night: Night, stranger: Client) -> None:
    game = game_at(night, 1, 1)
    away = next(place.entry.number or 0 for place in game_at(night, 1, 2).places.all())
    with nothing_changes():
        assert tap(stranger, game, 1, "NS:renege").status_code == 403
    phone = phone_of(night, away)
    with nothing_changes():
        assert tap(phone, game, 1, "NS:renege").status_code == 403


def test_a_renege_is_refused_out_of_turn_and_after_the_night(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    with nothing_changes():
        assert tap(phone, game, 2, "NS:renege").status_code == 409
        assert tap(phone, game, 1, "NS:renege-2").status_code == 409
        assert tap(phone, game, 1, "XX:renege").status_code == 409
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert tap(phone, game, 1, "NS:renege").status_code == 409


def test_undo_takes_a_renege_back_and_a_correction_replaces_it(night: Night, organizer: Client) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, "NS:renege")
    phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": load_game(game, night).newest})
    assert load_game(game, night).totals == {"NS": 0, "EW": 0}
    play_hands(game, "NS:3-4")
    form = {"game": game.pk, "hand": 1, "of": load_game(game, night).newest, "key": uuid4().hex}
    address = f"/n/{night.slug}/game/{game.pk}/hand/1/"
    assert phone.post(address, form | {"result": "EW:renege"}).status_code == 302
    assert load_game(game, night).totals == {"NS": 0, "EW": -2}
    page = compact(organizer.get(address).content.decode())
    they = " & ".join(entry.short_name for seat, entry in load_game(game, night).players.items() if seat in "EW")
    assert f"{they} reneged: {they} −2" in page, "the organizer reads names"
    assert re.search(r'value="EW:renege"[^>]*aria-current="true"', page)
    assert "New score: −2 to 0" in page or "New score: 0 to −2" in page, "each button says what the game comes to"
    form |= {"of": load_game(game, night).newest, "key": uuid4().hex, "result": "NS:5", "why": "no renege after all"}
    assert organizer.post(address, form).status_code == 302
    assert load_game(game, night).totals == {"NS": 2, "EW": 0}
    assert "before: they reneged: −2 them" in read_more(phone, game)
    assert Hand.objects.filter(game=game).count() == 5


def test_the_organizer_records_a_renege_for_a_table_without_a_phone(
    night: Night, organizer: Client, stranger: Client
) -> None:
    game = game_at(night, 1, 2)
    address = f"/n/{night.slug}/game/{game.pk}/hand/1/"
    assert "Or did somebody renege?" in organizer.get(address).content.decode()
    form = {"game": game.pk, "hand": 1, "result": "EW:renege", "key": uuid4().hex}
    with nothing_changes():
        assert stranger.post(address, form).status_code == 403
    assert organizer.post(address, form).status_code == 302
    assert load_game(game, night).totals == {"NS": 0, "EW": -2}
    they = " & ".join(entry.short_name for seat, entry in load_game(game, night).players.items() if seat in "EW")
    assert f"{they} reneged: {they} −2" in " ".join(read_more(organizer, game).split())


def test_two_phones_that_differ_about_a_renege_show_both_answers(night: Night) -> None:
    game = game_at(night, 1, 1)
    east = next(place.entry.number or 0 for place in game.places.filter(seat="E"))
    phone, other = phone_of(night, 1), phone_of(night, east)
    tap(phone, game, 1, "NS:renege")
    tap(other, game, 1, "EW:renege")
    page = read_phone(phone, night)
    assert "two answers" in page and "we reneged" in page and "they reneged" in page
    dispute = Dispute.objects.get()
    phone.post(f"/n/{night.slug}/play/settle/", {"dispute": dispute.pk, "right": "take"})
    assert load_game(game, night).totals == {"NS": 0, "EW": -2}


def test_points_that_a_renege_loses_are_not_scored_last_in_a_tie(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="organizer", tie_by="last")
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "EW:3-4", "EW:renege", "NS:renege")
    tie = tie_of(load_game(game, night))
    assert tie is not None and (tie.winner, tie.by_lot) == (Side.EW, False)
    with_rules(night, renege_goes_to="others")
    assert tie_of(load_game(game, night)) == replace(tie, winner=Side.EW)
    play_hands(game, "NS:renege", "EW:renege", first=5)
    assert tie_of(load_game(game, night)) == replace(tie, winner=Side.NS)


def test_the_tally_the_standings_and_the_export_count_a_renege(night: Night, organizer: Client) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5", "EW:renege", "EW:renege", "NS:renege")
    seats = {str(seat): player.number or 0 for seat, player in load_game(game, night).players.items()}
    tallies = night_tallies(night, night_games(night))
    assert [tallies[seats[seat]].total for seat in "NESW"] == [0, -4, 0, -4]
    exported = export_night(night)["rounds"][0]["tables"][0]
    assert exported["totals"] == {"NS": 0, "EW": -4}
    assert [hand["points"] for hand in exported["hands"]][1:] == [{"NS": 0, "EW": -2}] * 2 + [{"NS": -2, "EW": 0}]
    assert exported["hands"][3]["record"]["extras"] == {"renege": "A"}
    assert "−4" in organizer.get(f"/n/{night.slug}/board/").content.decode()
    assert "−4" in organizer.get(f"/n/{night.slug}/standings/").content.decode()


@pytest.mark.parametrize("slug", NIGHT_GAMES)
def test_no_two_buttons_for_a_renege_are_alike_in_any_game(slug: str) -> None:
    for house_rules in ({"renege": "4-alone"}, {"renege": "players-agree", "renege_goes_to": "others"}):
        night = Night(variant=slug, house_rules=house_rules)
        for us in Side:
            rows: Any = scoring_buttons(night, us)["reneges"]
            shown = [result for row in rows for result in row]
            says = [(each.ours, each.theirs, each.we_reneged, each.alone) for each in shown]
            assert len(set(says)) == len(shown) >= 2
            for each in shown:
                record = read_result(night, each.value)
                assert result_of(night, record) == each.value
                again = recorded_result(night, read_record(record), us)
                assert (again.ours, again.theirs, again.we_reneged) == (each.ours, each.theirs, each.we_reneged)


# ---- A single table


def test_a_renege_at_a_single_table_is_told_undone_and_shown(club: Club, organizer: Client, stranger: Client) -> None:
    night = open_table(club, "standard", 4)
    assert "Ann M. & Carla R. reneged: −2" in read_page(organizer, night, "hands/")
    with nothing_changes():
        assert post_hand(stranger, night, "A:renege").status_code == 403
        assert post_hand(organizer, night, "A:renege", hand=2).status_code == 409
        assert post_hand(organizer, night, "A:renege/2").status_code == 409
    post_hands(organizer, night, "A:renege")
    assert totals(night) == [-2, 0]
    page = read_page(organizer, night)
    assert "✓ 1: Ann M. & Carla R. reneged: −2" in page and "Bob S.</span> deals" in page
    hand = current_game(night).hands[0]
    assert post_hand(organizer, night, "B:renege", hand=1, of=hand.id).status_code == 302
    assert totals(night) == [0, -2]
    assert "Bob S. & Dan O. reneged: −2" in read_page(organizer, night, "hands/")
    Hand.objects.update(at="2026-01-01T00:00Z")
    undo(organizer, night)
    assert totals(night) == [0, 0]


def test_a_question_follows_where_the_price_depends_on_it(club: Club, organizer: Client) -> None:
    night = open_table(club, "standard", 4, renege="4-alone", renege_goes_to="others")
    assert "Ann M. & Carla R. reneged: …" in read_page(organizer, night, "hands/")
    question = post_hand(organizer, night, "A:renege").content.decode()
    assert "reneged. Was it a lone hand?" in question and "others +4" in question and "no lone hand" in question
    post_hands(organizer, night, "A:renege/alone", "B:renege/together")
    assert totals(night) == [2, 4]
    assert "reneged in a lone hand: Bob S. & Dan O. +4" in read_page(organizer, night, "hands/")


def test_a_family_says_what_is_fair_at_a_single_table(club: Club, organizer: Client) -> None:
    night = open_table(club, "michigan-family", 4)
    question = post_hand(organizer, night, "B:renege").content.decode()
    assert "reneged. What is fair?" in question and "nothing" in question
    post_hands(organizer, night, "B:renege/4", "B:renege/0")
    assert totals(night) == [0, -4]
    assert "Bob S. & Dan O. reneged: no points" in read_page(organizer, night, "hands/")


def test_counting_down_a_renege_adds_points_and_all_others_may_win(club: Club, organizer: Client) -> None:
    night = open_table(club, "dirty-clubs", 4)
    post_hands(organizer, night, "2:renege")
    assert totals(night) == [15, 15, 17, 15]
    assert "Carla R. reneged: +2" in read_page(organizer, night, "hands/")
    night = open_table(club, "dirty-clubs", 4, renege_goes_to="others", renege=4)
    post_hands(organizer, night, *["2:renege"] * 4)
    game = current_game(night)
    assert game.state.winners == (0, 1, 3) and game.over
    assert "tie" in read_page(organizer, night)


def test_the_others_may_win_by_a_renege_at_the_target(club: Club, organizer: Client) -> None:
    night = open_table(club, "standard", 4, renege_goes_to="others", target=5)
    post_hands(organizer, night, "A:5", "A:5", "B:renege")
    assert current_game(night).state.winners == ("A",)
    exported = export_night(night)["rounds"][0]["tables"][0]
    assert (exported["totals"], exported["winners"]) == ({"A": 6, "B": 0}, ["A"])
    assert exported["hands"][2]["points"] == {"A": 2, "B": 0}
