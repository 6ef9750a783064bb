"""Sit-outs: the house's points for a game without a seat, the same on every page, card and document."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.loading.games import load_game, night_games, night_tallies, sit_outs
from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import draw
from tally.scoring.undo import undo_hand
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands
from tests.support.printed_pages import first_card, lines_of, pages, quarters
from tests.support.rosters import names_by_arrival
from tournament.models import Game, Night, SitOut
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, open_night
from tournament.night.numbers import draw_numbers
from tournament.night.roster_changes import arrive_late, drop_out
from tournament.night.signup import sign_up
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")
CREDIT = 3


@pytest.fixture
def five(empty_night: Night) -> Night:
    """One table and one sit-out a game, for three points; five games, none of them begun."""
    return started(empty_night, 5, games=5, house_rules={"sit_out_credit": CREDIT})


def started(night: Night, players: int, **settings: object) -> Night:
    """A night with so many players, numbered and started."""
    Night.objects.filter(pk=night.pk).update(deals=2, **settings)
    sign_up(night=night, names=[f"Guest {n}" for n in range(1, players + 1)], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    open_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert len(names_by_arrival(night)) == players
    return night


def resting(night: Night, number: int) -> int:
    """Who sits out this game."""
    return seatings(night)[number - 1].sitting_out[0]


def totals(night: Night) -> dict[int, int]:
    return {number: tally.total for number, tally in night_tallies(night, night_games(night)).items()}


def page(client: Client, night: Night, path: str) -> str:
    """A page's words, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(f"/n/{night.slug}/{path}").content.decode()).split())


# When it counts


def test_nothing_is_given_before_the_game_has_begun(five: Night) -> None:
    assert {(rest.round, rest.credit) for rest in sit_outs(five)} == {(number, None) for number in range(1, 6)}
    assert set(totals(five).values()) == {0}


def test_the_first_hand_of_a_game_gives_the_credit_for_it_and_for_no_other(five: Night) -> None:
    play_hands(game_at(five, 1, 1), "NS:3-4")
    assert [rest.credit for rest in sorted(sit_outs(five), key=lambda rest: rest.round)] == [CREDIT] + [None] * 4
    assert totals(five)[resting(five, 1)] == CREDIT


def test_a_hand_that_is_taken_back_takes_the_credit_back(five: Night) -> None:
    game = game_at(five, 1, 1)
    play_hands(game, "NS:3-4")
    undo_hand(game=game, hand=load_game(game, five).hands[-1].id, key="undo", who=ORGANIZER)
    assert set(totals(five).values()) == {0}
    play_hands(game, "EW:5")
    assert totals(five)[resting(five, 1)] == CREDIT


def test_a_game_of_passed_out_hands_and_one_that_was_only_signed_give_it_too(five: Night) -> None:
    play_hands(game_at(five, 1, 1), "passed")
    sign_game(game=game_at(five, 2, 1), winner="", who=ORGANIZER)
    assert totals(five)[resting(five, 1)] == totals(five)[resting(five, 2)] == CREDIT


@pytest.mark.parametrize(("variant", "credit"), [("progressive-cats", 0), ("standard", 20), ("michigan-family", 7)])
def test_the_credit_is_tonights_whatever_is_played(empty_night: Night, variant: str, credit: int) -> None:
    night = started(empty_night, 5, games=5, variant=variant, house_rules={"sit_out_credit": credit} if credit else {})
    sign_game(game=game_at(night, 1, 1), winner="", who=ORGANIZER)
    assert totals(night)[resting(night, 1)] == credit


def test_who_is_not_here_gets_nothing(five: Night) -> None:
    play_hands(game_at(five, 1, 1), "NS:3-4")
    sign_game(game=game_at(five, 1, 1), winner="NS", who=ORGANIZER)
    late = arrive_late(night=five, name="Late Guest", who=ORGANIZER)
    gone = five.entries.get(number=resting(five, 1))
    drop_out(entry=gone, who=ORGANIZER)
    for number in range(2, 6):
        for game in Game.objects.filter(round__night=five, round__number=number).select_related("round__night"):
            play_hands(game, "NS:3-4")
    rests = SitOut.objects.filter(entry=late).count()
    mine = night_tallies(five, night_games(five))[late.number or 0]
    assert (len(mine.sit_outs), {one.game for one in mine.account}) == (rests, {2, 3, 4, 5})
    assert totals(five)[gone.number or 0] == CREDIT


# The same everywhere


@pytest.fixture
def played(five: Night) -> Night:
    """Three games are played, the fourth has one hand, the fifth none."""
    for number in (1, 2, 3):
        play_hands(game_at(five, number, 1), "NS:5", "EW:3-4")
        sign_game(game=game_at(five, number, 1), winner="NS", who=ORGANIZER)
    play_hands(game_at(five, 4, 1), "EW:5-alone")
    return five


def by_hand(night: Night) -> dict[int, int]:
    """Totals counted here, from who sat where: 2 to North–South and 1 to East–West, then 4 to East–West."""
    counted = dict.fromkeys(range(1, 6), 0)
    for number, seating in enumerate(seatings(night)[:4], 1):
        ((a, b, c, d),) = seating.tables
        for player in (a, b):
            counted[player] += 2 if number < 4 else 0
        for player in (c, d):
            counted[player] += 1 if number < 4 else 4
        counted[seating.sitting_out[0]] += CREDIT
    return counted


def test_every_total_agrees_with_a_count_by_hand(played: Night) -> None:
    assert totals(played) == by_hand(played)


def test_phone_tally_page_and_standings_show_the_same_total(played: Night) -> None:
    phones = {number: phone_of(played, number) for number in range(1, 6)}
    standings = page(Client(), played, "standings/")
    assert "A game without a seat counts 3 points." in standings
    for number, total in by_hand(played).items():
        entry = played.entries.get(number=number)
        assert re.search(rf"Total, place \d( \(shared\))? {total} ", page(Client(), played, f"tally/{number}/"))
        row = rf" {number} {entry.short_name}( &nbsp; ·&nbsp;(High|Low))? [34] {total} "
        assert re.search(row, standings), standings
    close_night(night=played, who=ORGANIZER)
    for number, total in by_hand(played).items():
        assert f"your total is {total} " in page(phones[number], played, "play/")


def test_the_phone_of_somebody_who_rests_now_counts_the_credit(five: Night) -> None:
    number = resting(five, 1)
    phone = phone_of(five, number)
    play_hands(game_at(five, 1, 1), "NS:5", "NS:5")
    sign_game(game=game_at(five, 1, 1), winner="NS", who=ORGANIZER)
    close_night(night=five, who=ORGANIZER)
    assert f"your total is {CREDIT} " in page(phone, five, "play/")


def test_the_tally_page_says_which_game_was_sat_out(played: Night) -> None:
    for game in (1, 4):
        words = page(Client(), played, f"tally/{resting(played, game)}/")
        assert f" {game} sits out, +3 " in words
    assert " 5 sits out Total" in page(Client(), played, f"tally/{resting(played, 5)}/")


def test_without_the_house_rule_a_sit_out_is_a_line_without_points(empty_night: Night) -> None:
    night = started(empty_night, 5, games=5)
    play_hands(game_at(night, 1, 1), "NS:5")
    assert " 1 sits out 0 2 " in page(Client(), night, f"tally/{resting(night, 1)}/")
    assert "A game without a seat" not in page(Client(), night, "standings/")


def test_the_filled_card_has_the_sit_out_with_the_running_total(played: Night) -> None:
    pdf = draw(played, "filled-cards", Job(Paper.LETTER), "")
    cards = [lines_of(quarter) for sheet in pages(pdf) for quarter in quarters(sheet) if quarter.chars]
    counted = by_hand(played)
    for number, lines in enumerate(cards, 1):
        assert lines[0] == str(number)
        assert any(line.startswith(f"Total {counted[number]}") for line in lines), lines
    first = cards[resting(played, 1) - 1]
    assert "1 sits out, +3 3" in first
    assert "5 sits out" in cards[resting(played, 5) - 1]


def test_the_printed_standings_add_up_in_every_row(played: Night) -> None:
    lines = lines_of(next(pages(draw(played, "standings", Job(Paper.A4), ""))))
    assert "A game without a seat counts 3 points." in lines
    counted = by_hand(played)
    for number, total in counted.items():
        row = next(line for line in lines if f" {number} Guest {number} " in line)
        *points, last = row.partition(f" Guest {number} ")[2].removesuffix(" High").removesuffix(" Low").split()
        assert (len(points), int(last)) == (5, total)
        assert sum(int(point) for point in points if point != "–") == total, row
        rest = next((game for game in range(1, 5) if resting(played, game) == number), 0)
        if rest:
            assert points[rest - 1] == str(CREDIT)


def test_the_export_says_who_sat_out_and_counts_the_credits(played: Night) -> None:
    document = export_night(played)
    assert [found["sitouts"] for found in document["rounds"]] == [list(s.sitting_out) for s in seatings(played)]
    assert {row["number"]: row["total"] for row in document["standings"]} == by_hand(played)


# Cards to write on


def test_a_card_of_21_players_says_when_to_sit_out_and_what_it_brings(empty_night: Night) -> None:
    night = started(empty_night, 21, games=10, house_rules={"sit_out_credit": 2})
    pdf = draw(night, "tally-cards", Job(Paper.LETTER), "http://192.168.1.50:8000")
    cards = [lines_of(quarter) for sheet in pages(pdf) for quarter in quarters(sheet) if quarter.chars]
    assert len(cards) == 21
    for number, lines in enumerate(cards, 1):
        out = [game for game, seating in enumerate(seatings(night), 1) if number in seating.sitting_out]
        assert [line for line in lines if "sits" in line] == [f"{game} sits out, +2" for game in out]


def test_somebody_who_came_late_was_not_here_and_got_nothing(five: Night) -> None:
    sign_game(game=game_at(five, 1, 1), winner="", who=ORGANIZER)
    arrive_late(night=five, name="Late Guest", who=ORGANIZER)
    sheets = list(pages(draw(five, "tally-cards", Job(Paper.A4), "http://192.168.1.50:8000")))
    lines = lines_of(quarters(sheets[1])[1])
    assert lines[0] == "6"
    assert [line for line in lines if "here" in line] == ["1 not here"]


def test_where_winners_move_the_first_game_is_known_and_the_others_are_boxes(empty_night: Night) -> None:
    night = started(empty_night, 9, movement="winners-up", games=10)
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
    assert lines_of(full)[-1] == "Loners Winners move up"
