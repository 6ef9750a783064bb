"""Two sat in each other's seats in a game that is scored: points and loners go to who really sat there."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from tally.forms import read_result
from tally.loading.games import load_game, night_games, night_tallies
from tally.models import Dispute
from tally.scoring.disputes import settle_dispute
from tally.scoring.paper_totals import state_token
from tally.scoring.recording import record_hand
from tally.scoring.wrong_seats import fix_wrong_seats
from tests.support.markup import compact
from tests.support.movement_nights import games_of, open_with
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tests.support.scored_games import totals, write_total
from tests.support.strangers import STRANGERS, named
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Side
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import drop_out
from tournament.people.errors import Refused
from tournament.planning.rounds import seatings


@pytest.fixture
def ten(empty_night: Night, short_searches: None) -> Night:
    """Ten players, four games; both tables of the first are signed, 7–5 and 4–9, with loners, and game 2 has begun."""
    night = open_with(empty_night, 10, deals=4, count_loners=True)
    first, second = games_of(night, 1)
    write_total(first, 7, 5, **{f"n{at(first, 'N').number}": 2})
    write_total(second, 4, 9)
    play_hands(games_of(night, 2)[0], "NS:5")
    return night


def at(game: Game, seat: str) -> Entry:
    """Who has a seat."""
    return game.places.get(seat=seat).entry


def test_points_loners_and_seats_go_to_who_sat_there(ten: Night) -> None:
    first, second = games_of(ten, 1)
    north, east = at(first, "N"), at(second, "E")
    before, drawn = totals(ten), seatings(ten)
    fix_wrong_seats(night=ten, number=1, one=north, other=east, who=ORGANIZER, why="they told me")
    after = totals(ten)
    assert (after[north.number] - before[north.number], after[east.number] - before[east.number]) == (2, -2)
    assert all(after[number] == before[number] for number in before if number not in (north.number, east.number))
    tallies = night_tallies(ten, night_games(ten))
    assert (tallies[north.number].loners, tallies[east.number].loners) == (0, 2)
    assert (at(first, "N"), at(second, "E")) == (east, north)
    assert [g.signed_at is not None for g in games_of(ten, 1)] == [True, True]
    assert seatings(ten)[1] == drawn[1], "what has begun keeps its seats"
    text = ten.log_entries.filter(text__startswith="put wrong seats").get().text
    assert f"{north} table 1 N → table 2 E; {east} table 2 E → table 1 N. Why: they told me" in text


def test_a_loner_that_was_tapped_is_the_other_ones_now(night: Night) -> None:
    Night.objects.update(count_loners=True)
    game = game_at(night, 1, 1)
    north, east = at(game, "N"), at(game, "E")
    record_hand(
        game=game, number=1, record=read_result(night, "NS:5-alone"), key=uuid4().hex, who=ORGANIZER, alone_by=north
    )
    fix_wrong_seats(night=night, number=1, one=north, other=east, who=ORGANIZER)
    tallies = night_tallies(night, night_games(night))
    assert (tallies[north.number].loners, tallies[north.number].total) == (0, 0)
    assert (tallies[east.number].loners, tallies[east.number].total) == (1, 4)


def test_a_loner_that_a_phone_kept_while_seats_were_mended_is_recorded_as_nobodys(night: Night) -> None:
    Night.objects.update(count_loners=True)
    game = game_at(night, 1, 1)
    north, east = at(game, "N"), at(game, "E")
    phone = phone_of(night, north.number)
    record_hand(game=game, number=1, record=read_result(night, "NS:3-4"), key=uuid4().hex, who=ORGANIZER)
    fix_wrong_seats(night=night, number=1, one=north, other=east, who=ORGANIZER)
    kept = {"alone_by": str(north.pk), "age": "60000", "key": "the-key-of-a-loner"}
    with nothing_changes():
        for now in ({"age": "0"}, {"alone_by": str(night.entries.get(number=3).pk)}):  # number 3 sits at table 2
            answer = tap(phone, game, 2, "NS:5-alone", **kept | now)
            assert answer.status_code == 409 and "Only one of the makers" in answer.content.decode()
    assert tap(phone, game, 2, "NS:5-alone", **kept).status_code == 302
    hand = load_game(game, night).hands[-1]
    assert (hand.number, hand.scored.points[Side.NS], hand.scored.loner) == (2, 4, None)
    with nothing_changes():
        assert tap(phone, game, 2, "NS:5-alone", **kept).status_code == 302, "sent again"


def test_a_total_from_a_page_made_before_the_seats_were_mended_is_refused(ten: Night) -> None:
    night, (game, other) = ten, games_of(ten, 2)
    shown = state_token(load_game(other, night))
    fix_wrong_seats(night=night, number=2, one=at(other, "N"), other=at(game, "N"), who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="went on meanwhile"):
        write_total(other, 6, 2, shown=shown)


def test_a_loner_in_dispute_is_the_other_ones_now(night: Night) -> None:
    Night.objects.update(count_loners=True)
    game, other = game_at(night, 1, 1), game_at(night, 1, 2)
    north, elsewhere = at(game, "N"), at(other, "E")
    tap(phone_of(night, north.number or 0), game, 1, "NS:5")
    tap(phone_of(night, at(game, "E").number or 0), game, 1, "NS:5-alone", alone_by=str(north.pk))
    fix_wrong_seats(night=night, number=1, one=north, other=elsewhere, who=ORGANIZER)
    settle_dispute(night=night, dispute=Dispute.objects.get().pk, take=True, who=ORGANIZER)
    tallies = night_tallies(night, night_games(night))
    assert [(tallies[entry.number or 0].loners, tallies[entry.number or 0].total) for entry in (north, elsewhere)] == [
        (0, 0),
        (1, 4),
    ]


def test_who_rested_and_who_went_home_since_may_have_sat_there(ten: Night) -> None:
    first = games_of(ten, 1)[0]
    rested, north = ten.rounds.get(number=1).sitouts.first().entry, at(first, "N")
    drop_out(entry=rested, who=ORGANIZER)
    fix_wrong_seats(night=ten, number=1, one=rested, other=north, who=ORGANIZER)
    assert at(first, "N") == rested
    assert north in [rest.entry for rest in ten.rounds.get(number=1).sitouts.all()]


def test_what_cannot_have_been_is_refused(ten: Night) -> None:
    north, rests = at(games_of(ten, 1)[0], "N"), [s.entry for s in ten.rounds.get(number=1).sitouts.all()]
    with nothing_changes():
        with pytest.raises(Refused, match="has not begun"):
            fix_wrong_seats(night=ten, number=3, one=north, other=rests[0], who=ORGANIZER)
        with pytest.raises(Refused, match="two different players"):
            fix_wrong_seats(night=ten, number=1, one=north, other=north, who=ORGANIZER)
        with pytest.raises(Refused, match="at least one has a seat in this game"):
            fix_wrong_seats(night=ten, number=1, one=rests[0], other=rests[1], who=ORGANIZER)


def test_the_page_says_whose_total_changes_and_sending_it_twice_is_once(organizer: Client, ten: Night) -> None:
    first, second = games_of(ten, 1)
    north, east = at(first, "N"), at(second, "E")
    address, said = f"/n/{ten.slug}/wrong-seats/", {"number": 1, "one": north.pk, "other": east.pk, "why": "x"}
    before = totals(ten)
    with nothing_changes():
        page = organizer.post(address, said).content.decode()
    for entry, more in ((north, "+2"), (east, "−2")):
        old = before[entry.number or 0]
        new = old + (2 if more == "+2" else -2)
        assert (
            f'<td>{entry}</td><td class="numeric">{old}</td>'
            f'<td class="numeric number">{new}</td><td class="numeric">{more}</td>'
        ) in compact(page)
    assert page.count('<td class="numeric number">') == 2, "nobody else's changes"
    mark = page.partition('name="shown" value="')[2][:16]
    assert organizer.post(address, said | {"sure": "1", "shown": mark}).status_code == 302
    with nothing_changes():
        assert organizer.post(address, said | {"sure": "1", "shown": mark}).status_code == 409


@pytest.mark.parametrize("stranger", STRANGERS, ids=named)
def test_nobody_else_mends_seats_and_nobody_after_the_night(
    organizer: Client, night: Night, stranger: Callable[[Night], Client]
) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    said = {"number": 1, "one": at(game, "N").pk, "other": at(game, "E").pk}
    mark = organizer.post(f"/n/{night.slug}/wrong-seats/", said).content.decode().partition('name="shown" value="')[2]
    said |= {"sure": "1", "shown": mark[:16]}
    kept_out = stranger(night)
    with nothing_changes():
        assert kept_out.post(f"/n/{night.slug}/wrong-seats/", said).status_code == 403
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/wrong-seats/", said).status_code == 409
