"""Two players sat in each other's seats in a scored game: points and loners go to who really sat there."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.forms import read_result
from tally.loading.games import load_game, night_games
from tally.loading.tallies import night_tallies
from tally.models import Dispute, Hand, PaperTotal
from tally.scoring.disputes import settle_dispute
from tally.scoring.paper_totals import state_token
from tally.scoring.recording import record_hand
from tally.scoring.table_notices import WRONG_SEATS
from tally.scoring.wrong_seats import fix_wrong_seats
from tests.support.markup import compact
from tests.support.movement_nights import games_of, open_guest_night, play_round
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tests.support.strangers import STRANGERS, case_name
from tests.support.totals import totals, write_total
from tournament.live.messages import NOTICE, players_of
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Side
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import drop_out
from tournament.night.seating import seats_of
from tournament.people.errors import Refused
from tournament.planning.rounds import seatings


@pytest.fixture
def ten(empty_night: Night, short_searches: None) -> Night:
    """Ten players, two tables: game 1 is signed from paper, 7–5 with two loners and 4–9, and game 2 has started."""
    night = open_guest_night(empty_night, 10, deals=4, count_loners=True)
    first, second = games_of(night, 1)
    write_total(first, 7, 5, **{f"n{player_at(first, 'N').number}": 2})
    write_total(second, 4, 9)
    play_hands(games_of(night, 2)[0], "NS:5")
    return night


def player_at(game: Game, seat: str) -> Entry:
    """Return the player at a seat."""
    return game.places.get(seat=seat).entry


def test_a_game_that_has_not_started_is_not_for_fixing_and_the_page_says_so(organizer: Client, ten: Night) -> None:
    address, sentence = f"/n/{ten.slug}/wrong-seats/", "Game 3 has not started: let them trade chairs."
    assert sentence in compact(organizer.get(address).content.decode())
    play_hands(games_of(ten, 3)[0], "NS:5")
    page = compact(organizer.get(address).content.decode())
    assert sentence not in page and "Game 4 has not started" in page
    play_hands(games_of(ten, 4)[0], "NS:5")
    assert "let them trade chairs" not in compact(organizer.get(address).content.decode()), "no game is to come"


@pytest.mark.parametrize(("movement", "cards"), [("night", True), ("winners-up", False)])
def test_the_preview_speaks_of_printed_cards_only_where_they_show_seats(
    empty_night: Night, organizer: Client, short_searches: None, movement: str, cards: bool
) -> None:
    night = open_guest_night(empty_night, 8, movement, games=3)
    play_round(night, 1, ("NS", "EW"))
    assert night.rounds.filter(number=2).exists(), "the next seats are posted"
    first, second = games_of(night, 1)
    one, other = player_at(first, "N"), player_at(second, "N")
    terms = {"number": 1, "one": one.pk, "other": other.pk}
    page = compact(organizer.post(f"/n/{night.slug}/wrong-seats/", terms).content.decode())
    why = "who met whom counts as it was played" if cards else "the seats follow the winners"
    assert f"redrawn, so that {why}." in page
    assert ("Tally cards that were printed" in page) == cards


def test_the_preview_says_that_players_may_sit_in_the_seats_that_it_redraws(ten: Night, organizer: Client) -> None:
    first, second = games_of(ten, 1)
    terms = {"number": 1, "one": player_at(first, "N").pk, "other": player_at(second, "E").pk}
    sentence = (
        "Players have been shown their seats of game 3 and may sit there already. If you go on, ask everybody to look "
        "again."
    )

    def preview() -> str:
        return compact(organizer.post(f"/n/{ten.slug}/wrong-seats/", terms).content.decode())

    page = preview()
    assert "Games 3 to" in page and "may sit there already" not in page
    for game in games_of(ten, 2):
        write_total(game, 7, 5)
    page = preview()
    assert "Games 3 to" in page and sentence in page


def test_the_preview_says_who_sits_where(ten: Night, organizer: Client) -> None:
    def preview(number: int, one: Entry, other: Entry) -> str:
        terms = {"number": number, "one": one.pk, "other": other.pk}
        return compact(organizer.post(f"/n/{ten.slug}/wrong-seats/", terms).content.decode())

    north, east = player_at(games_of(ten, 1)[0], "N"), player_at(games_of(ten, 1)[1], "E")
    assert f"{north} sits where {east} was to sit, and the other way round." in preview(1, north, east)
    resting = ten.entries.exclude(places__game__round__number=1).first()
    assert resting is not None
    for pair in ((north, resting), (resting, north)):
        page = preview(1, *pair)
        assert f"{resting} sits where {north} was to sit, and {north} has no seat in game 1." in page
        assert "other way round" not in page


def test_who_left_is_chosen_first_to_fix_the_seating(ten: Night, organizer: Client) -> None:
    game = games_of(ten, 2)[0]
    gone = player_at(game, "W")
    drop_out(entry=gone, who=ORGANIZER)
    page = compact(organizer.get(f"/n/{ten.slug}/game/{game.pk}/").content.decode())
    assert page.count(f'<option value="{gone.pk}" selected>') == 2, "for a substitute, and to fix the seating"


def test_points_loners_and_seats_go_to_the_players_who_sat_there(ten: Night) -> None:
    first, second = games_of(ten, 1)
    north, east = player_at(first, "N"), player_at(second, "E")
    totals_before, seats_before = totals(ten), seatings(ten)
    fix_wrong_seats(night=ten, number=1, one=north, other=east, who=ORGANIZER, why="they told me")
    totals_after = totals(ten)
    assert (
        totals_after[north.number] - totals_before[north.number],
        totals_after[east.number] - totals_before[east.number],
    ) == (2, -2)
    others = totals_before.keys() - {north.number, east.number}
    assert all(totals_after[number] == totals_before[number] for number in others)
    tallies = night_tallies(ten, night_games(ten))
    assert (tallies[north.number].loners, tallies[east.number].loners) == (0, 2)
    assert (player_at(first, "N"), player_at(second, "E")) == (east, north)
    assert [game.signed_at is not None for game in games_of(ten, 1)] == [True, True]
    assert seatings(ten)[1] == seats_before[1], "a game that has started keeps its seats"
    text = ten.log_entries.filter(text__startswith="fixed the seating").get().text
    assert f"{north} table 1 N → table 2 E; {east} table 2 E → table 1 N. Why: they told me" in text


def test_both_players_are_told_where_they_are_in_the_game_being_played(ten: Night) -> None:
    first, second = games_of(ten, 2)
    north, east = player_at(first, "N"), player_at(second, "E")
    resting = ten.rounds.get(number=2).sitouts.first().entry
    fixed = "The organizer fixed the seating of game 2:"
    before = seats_of(ten.rounds.get(number=3))
    fix_wrong_seats(night=ten, number=2, one=north, other=east, who=ORGANIZER)
    after = seats_of(ten.rounds.get(number=3))
    for player, where in ((north, "table 2"), (east, "table 1")):
        was, seat = before[str(player.number)], after[str(player.number)]
        told = notices(ten, player)[-1]
        assert told.startswith(f"{fixed} you are at {where}.")
        next_one = f"Your seat in game 3 has changed: {f'table {seat[:-1]}' if seat else 'you sit out'}."
        assert told.endswith(next_one) == (was != seat), "a phone shows its newest notice alone"
    fix_wrong_seats(night=ten, number=2, one=resting, other=east, who=ORGANIZER)
    assert notices(ten, resting)[-1].startswith(f"{fixed} you are at table 1.")
    assert notices(ten, east)[-1].startswith(f"{fixed} you sit out.")


def test_players_whose_points_of_an_earlier_game_change_are_told_of_its_seating(ten: Night) -> None:
    first, second = games_of(ten, 1)
    north, east = player_at(first, "N"), player_at(second, "E")
    Hand.objects.all().delete()  # nobody has played on
    fix_wrong_seats(night=ten, number=1, one=north, other=east, who=ORGANIZER)
    sentence = "The organizer fixed the seating of game 1."
    for player in (north, east):
        assert notices(ten, player)[-1].startswith(sentence) and "you are at" not in notices(ten, player)[-1]
    page = compact(phone_of(ten, east.number or 0).get(f"/n/{ten.slug}/play/").content.decode())
    assert sentence in page and "entered the total" not in page, "a lone hand of the total is another player's"
    for _ in range(2):
        write_total(first, 8, 5, why="wrong seats")
        page = compact(phone_of(ten, east.number or 0).get(f"/n/{ten.slug}/play/").content.decode())
        assert "The organizer entered the total of game 1: 8–5." in page
        PaperTotal.objects.all().delete()  # so that the next one is the first


def test_a_total_is_told_as_entered_though_the_reason_typed_for_it_is_wrong_seats(ten: Night) -> None:
    game = games_of(ten, 2)[1]
    north, east = player_at(game, "N"), player_at(game, "E")
    write_total(game, 8, 5, **{f"n{north.number}": 1})
    write_total(game, 8, 5, why=WRONG_SEATS, **{f"n{east.number}": 1})
    assert notices(ten, north)[-1] == "The organizer entered the total of game 2: 8–5."


def notices(night: Night, player: Entry) -> list[str]:
    """What this player's phone was told."""
    return [event.public_text for event in night.events.all() if player.pk in players_of(event, NOTICE)]


def test_a_recorded_loner_moves_to_the_player_who_sat_there(night: Night) -> None:
    Night.objects.update(count_loners=True)
    game = game_at(night, 1, 1)
    north, east = player_at(game, "N"), player_at(game, "E")
    record_hand(
        game=game, number=1, record=read_result(night, "NS:5-alone"), key=uuid4().hex, who=ORGANIZER, alone_by=north
    )
    fix_wrong_seats(night=night, number=1, one=north, other=east, who=ORGANIZER)
    tallies = night_tallies(night, night_games(night))
    assert (tallies[north.number].loners, tallies[north.number].total) == (0, 0)
    assert (tallies[east.number].loners, tallies[east.number].total) == (1, 4)
    exported = json.dumps(export_night(night), default=str)
    assert '"why": "wrong seats"' in exported, "without the sign that nobody types"


def test_a_loner_tapped_before_the_seats_were_fixed_is_recorded_without_a_player(night: Night) -> None:
    Night.objects.update(count_loners=True)
    game = game_at(night, 1, 1)
    north, east = player_at(game, "N"), player_at(game, "E")
    phone = phone_of(night, north.number)
    record_hand(game=game, number=1, record=read_result(night, "NS:3-4"), key=uuid4().hex, who=ORGANIZER)
    fix_wrong_seats(night=night, number=1, one=north, other=east, who=ORGANIZER)
    form = {"alone_by": str(north.pk), "age": "60000", "key": "the-key-of-a-loner"}
    with nothing_changes():
        for changes in ({"age": "0"}, {"alone_by": str(night.entries.get(number=3).pk)}):  # number 3 sits at table 2
            answer = tap(phone, game, 2, "NS:5-alone", **form | changes)
            assert answer.status_code == 409 and "Only one of the makers" in answer.content.decode()
    assert tap(phone, game, 2, "NS:5-alone", **form).status_code == 302
    hand = load_game(game, night).hands[-1]
    assert (hand.number, hand.scored.points[Side.NS], hand.scored.loner) == (2, 4, None)
    with nothing_changes():
        assert tap(phone, game, 2, "NS:5-alone", **form).status_code == 302, "sent again"


def test_a_total_from_a_page_shown_before_the_seats_were_fixed_is_refused(ten: Night) -> None:
    night, (game, other) = ten, games_of(ten, 2)
    before = state_token(load_game(other, night))
    fix_wrong_seats(night=night, number=2, one=player_at(other, "N"), other=player_at(game, "N"), who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="score changed in the meantime"):
        write_total(other, 6, 2, expected=before)


def test_a_disputed_loner_moves_to_the_player_who_sat_there(night: Night) -> None:
    Night.objects.update(count_loners=True)
    game, other = game_at(night, 1, 1), game_at(night, 1, 2)
    north, elsewhere = player_at(game, "N"), player_at(other, "E")
    tap(phone_of(night, north.number or 0), game, 1, "NS:5")
    tap(phone_of(night, player_at(game, "E").number or 0), game, 1, "NS:5-alone", alone_by=str(north.pk))
    fix_wrong_seats(night=night, number=1, one=north, other=elsewhere, who=ORGANIZER)
    settle_dispute(night=night, dispute=Dispute.objects.get().pk, take=True, who=ORGANIZER)
    tallies = night_tallies(night, night_games(night))
    assert [(tallies[entry.number or 0].loners, tallies[entry.number or 0].total) for entry in (north, elsewhere)] == [
        (0, 0),
        (1, 4),
    ]


def test_a_player_who_sat_out_and_has_since_left_may_have_sat_there(ten: Night) -> None:
    first = games_of(ten, 1)[0]
    sat_out, north = ten.rounds.get(number=1).sitouts.first().entry, player_at(first, "N")
    drop_out(entry=sat_out, who=ORGANIZER)
    fix_wrong_seats(night=ten, number=1, one=sat_out, other=north, who=ORGANIZER)
    assert player_at(first, "N") == sat_out
    assert north in [sit_out.entry for sit_out in ten.rounds.get(number=1).sitouts.all()]


def test_an_impossible_swap_is_refused(ten: Night) -> None:
    north = player_at(games_of(ten, 1)[0], "N")
    sitting_out = [sit_out.entry for sit_out in ten.rounds.get(number=1).sitouts.all()]
    with nothing_changes():
        with pytest.raises(Refused, match="has not started"):
            fix_wrong_seats(night=ten, number=3, one=north, other=sitting_out[0], who=ORGANIZER)
        with pytest.raises(Refused, match="two different players"):
            fix_wrong_seats(night=ten, number=1, one=north, other=north, who=ORGANIZER)
        with pytest.raises(Refused, match="at least one has a seat in this game"):
            fix_wrong_seats(night=ten, number=1, one=sitting_out[0], other=sitting_out[1], who=ORGANIZER)


def test_the_page_shows_whose_total_changes_and_sending_it_twice_swaps_once(organizer: Client, ten: Night) -> None:
    first, second = games_of(ten, 1)
    north, east = player_at(first, "N"), player_at(second, "E")
    address, form = f"/n/{ten.slug}/wrong-seats/", {"number": 1, "one": north.pk, "other": east.pk, "why": "x"}
    before = totals(ten)
    with nothing_changes():
        page = organizer.post(address, form).content.decode()
    for entry, change in ((north, "+2"), (east, "−2")):
        old = before[entry.number or 0]
        new = old + (2 if change == "+2" else -2)
        assert (
            f'<td>{entry}</td><td class="numeric">{old}</td>'
            f'<td class="numeric number">{new}</td><td class="numeric">{change}</td>'
        ) in compact(page)
    assert page.count('<td class="numeric number">') == 2, "nobody else's total changes"
    token = page.partition('name="shown" value="')[2].partition('"')[0]
    assert organizer.post(address, form | {"sure": "1", "shown": token}).status_code == 302
    with nothing_changes():
        again = organizer.post(address, form | {"sure": "1", "shown": token})
    assert again.status_code == 409 and "Nothing has changed yet" in again.content.decode()


@pytest.mark.parametrize("stranger", STRANGERS, ids=case_name)
def test_only_the_organizer_fixes_seats_and_only_during_the_night(
    organizer: Client, night: Night, stranger: Callable[[Night], Client]
) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    form = {"number": 1, "one": player_at(game, "N").pk, "other": player_at(game, "E").pk}
    page = organizer.post(f"/n/{night.slug}/wrong-seats/", form).content.decode()
    form |= {"sure": "1", "shown": page.partition('name="shown" value="')[2].partition('"')[0]}
    kept_out = stranger(night)
    with nothing_changes():
        assert kept_out.post(f"/n/{night.slug}/wrong-seats/", form).status_code == 403
    with nothing_changes():
        refused = organizer.post(f"/n/{night.slug}/wrong-seats/", form | {"other": form["one"]})
    assert refused.status_code == 409 and "Choose two different players" in refused.content.decode()
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        refused = organizer.post(f"/n/{night.slug}/wrong-seats/", form)
    assert refused.status_code == 409 and "This night is closed" in refused.content.decode()
