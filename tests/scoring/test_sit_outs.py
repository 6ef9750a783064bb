"""Sit-outs: the points for a game without a seat, the same on every page, card and document."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.loading.games import load_game, night_games
from tally.loading.tallies import night_tallies, sit_outs
from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import draw
from tally.scoring.undo import undo_hand
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.printed_pages import first_card, lines_of, pages, quarters
from tests.support.rosters import names_by_arrival
from tournament.models import Game, Night, SitOut
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.roster_changes import arrive_late, drop_out
from tournament.night.signup import sign_up
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")
CREDIT = 3


@pytest.fixture
def five(empty_night: Night) -> Night:
    """Five players, so one table and one sit-out for each of five games; a sit-out counts three points."""
    return started_night(empty_night, 5, games=5, house_rules={"sit_out_credit": CREDIT})


def started_night(night: Night, players: int, **settings: object) -> Night:
    """Sign up and number this many players, and start the night."""
    Night.objects.filter(pk=night.pk).update(deals=2, **settings)
    sign_up(night=night, names=[f"Guest {n}" for n in range(1, players + 1)], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert len(names_by_arrival(night)) == players
    return night


def sitting_out(night: Night, number: int) -> int:
    """Return the number of the player who sits out this game."""
    return seatings(night)[number - 1].sitting_out[0]


def test_where_some_played_fewer_games_the_prizes_page_warns_until_sit_outs_score(
    empty_night: Night, organizer: Client, stranger: Client
) -> None:
    night = started_night(empty_night, 5, games=5)
    warning = "Of those who were here all night, some played 0 games, others 1, and a sit-out scores 0."
    address = f"/n/{night.slug}/prizes/sit-outs/"
    assert warning not in page(organizer, night, "prizes/"), "nothing is played"
    assert "sit-out scores 0" not in page(organizer, night, "close/")
    play_hands(game_at(night, 1, 1), "NS:3-4", "NS:5")
    assert warning in page(organizer, night, "prizes/")
    assert warning in page(organizer, night, "close/"), "before it is too late"
    closing = organizer.get(f"/n/{night.slug}/close/").content.decode()
    assert f'href="/n/{night.slug}/prizes/#uneven">Give points for each sit-out' in closing
    with nothing_changes():
        assert stranger.post(address, {"points": "3"}).status_code == 403
        for wrong in ("", "0", "21", "a few"):
            assert organizer.post(address, {"points": wrong}).status_code == 409
    out = sitting_out(night, 1)
    assert totals(night)[out] == 0
    assert organizer.post(address, {"points": "3"}).status_code == 302
    night.refresh_from_db()
    assert totals(night)[out] == 3 and warning not in page(organizer, night, "prizes/")
    assert warning not in page(organizer, night, "close/")


def test_points_for_sit_outs_stay_once_the_night_is_closed(empty_night: Night, organizer: Client) -> None:
    night = started_night(empty_night, 5, games=5)
    play_hands(game_at(night, 1, 1), "NS:3-4", "NS:5")
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/prizes/sit-outs/", {"points": "3"}).status_code == 409
    assert "open the night again" in page(organizer, night, "prizes/")


def test_nobody_is_warned_where_everybody_sat_out_as_often(five: Night, organizer: Client) -> None:
    play_hands(game_at(five, 1, 1), "NS:3-4", "NS:5")
    assert "Some played" not in page(organizer, five, "prizes/"), "a sit-out scores 3"


def totals(night: Night) -> dict[int, int]:
    return {number: tally.total for number, tally in night_tallies(night, night_games(night)).items()}


def page(client: Client, night: Night, path: str) -> str:
    """Return a page's text without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(f"/n/{night.slug}/{path}").content.decode()).split())


# When a sit-out counts


def test_a_sit_out_counts_nothing_before_its_game_has_started(five: Night) -> None:
    assert {(sit_out.round, sit_out.credit) for sit_out in sit_outs(five)} == {(number, None) for number in range(1, 6)}
    assert set(totals(five).values()) == {0}


def test_the_first_hand_of_a_game_gives_the_credit_for_that_game_only(five: Night) -> None:
    play_hands(game_at(five, 1, 1), "NS:3-4")
    in_order = sorted(sit_outs(five), key=lambda sit_out: sit_out.round)
    assert [sit_out.credit for sit_out in in_order] == [CREDIT] + [None] * 4
    assert totals(five)[sitting_out(five, 1)] == CREDIT


def test_undoing_the_only_hand_takes_the_credit_away(five: Night) -> None:
    game = game_at(five, 1, 1)
    play_hands(game, "NS:3-4")
    undo_hand(game=game, hand=load_game(game, five).hands[-1].id, key="undo", who=ORGANIZER)
    assert set(totals(five).values()) == {0}
    play_hands(game, "EW:5")
    assert totals(five)[sitting_out(five, 1)] == CREDIT


def test_a_game_of_passed_hands_and_one_that_was_only_signed_give_the_credit(five: Night) -> None:
    play_hands(game_at(five, 1, 1), "passed")
    sign_game(game=game_at(five, 2, 1), winner="", who=ORGANIZER)
    assert totals(five)[sitting_out(five, 1)] == totals(five)[sitting_out(five, 2)] == CREDIT


@pytest.mark.parametrize(("variant", "credit"), [("progressive-cats", 0), ("standard", 20), ("michigan-family", 7)])
def test_the_credit_is_the_nights_house_rule_in_any_variant(empty_night: Night, variant: str, credit: int) -> None:
    night = started_night(
        empty_night, 5, games=5, variant=variant, house_rules={"sit_out_credit": credit} if credit else {}
    )
    sign_game(game=game_at(night, 1, 1), winner="", who=ORGANIZER)
    assert totals(night)[sitting_out(night, 1)] == credit


def test_players_get_no_credit_for_games_before_they_came_or_after_they_left(five: Night) -> None:
    play_hands(game_at(five, 1, 1), "NS:3-4")
    sign_game(game=game_at(five, 1, 1), winner="NS", who=ORGANIZER)
    late = arrive_late(night=five, name="Late Guest", who=ORGANIZER)
    gone = five.entries.get(number=sitting_out(five, 1))
    drop_out(entry=gone, who=ORGANIZER)
    for number in range(2, 6):
        for game in Game.objects.filter(round__night=five, round__number=number).select_related("round__night"):
            play_hands(game, "NS:3-4")
    expected = SitOut.objects.filter(entry=late).count()
    tally = night_tallies(five, night_games(five))[late.number or 0]
    assert (len(tally.sit_outs), {line.game for line in tally.account}) == (expected, {2, 3, 4, 5})
    assert totals(five)[gone.number or 0] == CREDIT


# The same total everywhere


@pytest.fixture
def played(five: Night) -> Night:
    """A night of which three games are played, the fourth has one hand, the fifth none."""
    for number in (1, 2, 3):
        play_hands(game_at(five, number, 1), "NS:5", "EW:3-4")
        sign_game(game=game_at(five, number, 1), winner="NS", who=ORGANIZER)
    play_hands(game_at(five, 4, 1), "EW:5-alone")
    return five


def expected_totals(night: Night) -> dict[int, int]:
    """Add up the points from the seats: 2 for North–South and 1 for East–West, in the fourth game 4 for East–West."""
    expected = dict.fromkeys(range(1, 6), 0)
    for number, seating in enumerate(seatings(night)[:4], 1):
        ((a, b, c, d),) = seating.tables
        for player in (a, b):
            expected[player] += 2 if number < 4 else 0
        for player in (c, d):
            expected[player] += 1 if number < 4 else 4
        expected[seating.sitting_out[0]] += CREDIT
    return expected


def test_every_total_is_the_sum_of_points_and_credits(played: Night) -> None:
    assert totals(played) == expected_totals(played)


def test_phone_tally_page_and_standings_show_the_same_total(played: Night) -> None:
    phones = {number: phone_of(played, number) for number in range(1, 6)}
    standings = page(Client(), played, "standings/")
    assert "Each game that somebody sat out counts 3 points." in standings
    for number, total in expected_totals(played).items():
        entry = played.entries.get(number=number)
        assert re.search(rf"Total, place (T-)?\d {total} ", page(Client(), played, f"tally/{number}/"))
        row = rf" {number} {entry.short_name}( ·&nbsp;(High|Low))?( sat out \+3)? [34] {total} "
        assert re.search(row, standings), standings
    close_night(night=played, who=ORGANIZER)
    for number, total in expected_totals(played).items():
        assert f"your total is {total} " in page(phones[number], played, "play/")


def test_the_phone_of_a_player_who_sits_out_shows_the_credit(five: Night) -> None:
    number = sitting_out(five, 1)
    phone = phone_of(five, number)
    play_hands(game_at(five, 1, 1), "NS:5", "NS:5")
    sign_game(game=game_at(five, 1, 1), winner="NS", who=ORGANIZER)
    close_night(night=five, who=ORGANIZER)
    assert f"your total is {CREDIT} " in page(phone, five, "play/")


def test_the_tally_page_shows_which_game_was_sat_out(played: Night) -> None:
    for game in (1, 4):
        text = page(Client(), played, f"tally/{sitting_out(played, game)}/")
        assert f" {game} sat out +3 " in text
    assert " 5 sits out Total" in page(Client(), played, f"tally/{sitting_out(played, 5)}/")


def test_without_the_house_rule_a_sit_out_is_a_line_without_points(empty_night: Night) -> None:
    night = started_night(empty_night, 5, games=5)
    play_hands(game_at(night, 1, 1), "NS:5")
    assert " 1 sat out 0 2 " in page(Client(), night, f"tally/{sitting_out(night, 1)}/")
    assert "Each game that somebody sat out" not in page(Client(), night, "standings/")


def test_the_filled_card_shows_the_sit_out_with_the_running_total(played: Night) -> None:
    pdf = draw(played, "filled-cards", Job(Paper.LETTER), "")
    cards = [lines_of(quarter) for sheet in pages(pdf) for quarter in quarters(sheet) if quarter.chars]
    expected = expected_totals(played)
    for number, lines in enumerate(cards, 1):
        assert lines[0] == str(number)
        assert any(line.endswith(f"Total {expected[number]}") for line in lines), lines
    first = cards[sitting_out(played, 1) - 1]
    assert "1 sat out +3 3" in first
    assert "5 sits out" in cards[sitting_out(played, 5) - 1]


def test_the_printed_standings_add_up_in_every_row(played: Night) -> None:
    lines = lines_of(next(pages(draw(played, "standings", Job(Paper.A4), ""))))
    assert "Each game that somebody sat out counts 3 points." in lines
    expected = expected_totals(played)
    for number, total in expected.items():
        row = next(line for line in lines if f" {number} Guest {number} " in line)
        *points, last = row.partition(f" Guest {number} ")[2].removesuffix(" High").removesuffix(" Low").split()
        assert (len(points), int(last)) == (5, total)
        assert sum(int(point) for point in points if point != "–") == total, row
        sat_out = next((game for game in range(1, 5) if sitting_out(played, game) == number), 0)
        if sat_out:
            assert points[sat_out - 1] == str(CREDIT)


def test_the_export_lists_who_sat_out_and_counts_the_credits(played: Night) -> None:
    document = export_night(played)
    expected = [list(seating.sitting_out) for seating in seatings(played)]
    assert [round_["sitouts"] for round_ in document["rounds"]] == expected
    assert {row["number"]: row["total"] for row in document["standings"]} == expected_totals(played)


# Blank cards


def test_cards_for_21_players_show_which_games_to_sit_out_and_the_credit(empty_night: Night) -> None:
    night = started_night(empty_night, 21, games=10, house_rules={"sit_out_credit": 2})
    pdf = draw(night, "tally-cards", Job(Paper.LETTER), "http://192.168.1.50:8000")
    cards = [lines_of(quarter) for sheet in pages(pdf) for quarter in quarters(sheet) if quarter.chars]
    assert len(cards) == 21
    for number, lines in enumerate(cards, 1):
        sat_out = [game for game, seating in enumerate(seatings(night), 1) if number in seating.sitting_out]
        assert [line for line in lines if "sits" in line] == [f"{game} sits out, +2" for game in sat_out]


def test_the_card_of_a_late_arrival_says_not_here_for_earlier_games(five: Night) -> None:
    sign_game(game=game_at(five, 1, 1), winner="", who=ORGANIZER)
    arrive_late(night=five, name="Late Guest", who=ORGANIZER)
    sheets = list(pages(draw(five, "tally-cards", Job(Paper.A4), "http://192.168.1.50:8000")))
    lines = lines_of(quarters(sheets[1])[1])
    assert lines[0] == "6"
    assert [line for line in lines if "here" in line] == ["1 not here"]


def test_when_winners_move_a_card_shows_the_first_seat_and_boxes_for_the_others(empty_night: Night) -> None:
    night = started_night(empty_night, 9, movement="winners-up", games=10)
    pdf = draw(night, "tally-cards", Job(Paper.LETTER), "http://192.168.1.50:8000")
    cards = [lines_of(quarter) for sheet in pages(pdf) for quarter in quarters(sheet) if quarter.chars]
    assert len(cards) == 9
    for number, lines in enumerate(cards, 1):
        start = lines.index("Game Table With Against Us Them Initials")
        assert (lines[start + 1] == "1 sits out") == (number in seatings(night)[0].sitting_out)
        assert lines[start + 2 : start + 11] == [str(game) for game in range(2, 11)]
        assert "Winners move up a table." in lines
    night.games = 20
    night.save()
    full = first_card(draw(night, "tally-cards", Job(Paper.LETTER), "http://192.168.1.50:8000"))
    assert lines_of(full)[-1] == "Loners Winners go up"
