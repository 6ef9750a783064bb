"""A tie at the bell: the night's house rule says who won before the game can be signed, where the seats follow that."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tally.forms import read_result
from tally.loading.games import load_game
from tally.loading.ties import open_tie, tie_of
from tally.models import Signature
from tally.scoring.corrections import correct_hand
from tally.scoring.signing import confirm_game, decide_game
from tally.scoring.ties import settle_tie
from tally.scoring.undo import undo_hand
from tests.support.movement_nights import games_of, open_with
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, who_is
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night
from tournament.people.errors import NotAllowed, Refused
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")
ASKED = {
    "cut": "Cut the cards. Who has the higher card?",
    "extra": "Play one extra hand; it is not counted. Who won it?",
}


@pytest.fixture(params=["cut", "extra"])
def tied(request: pytest.FixtureRequest, empty_night: Night) -> Night:
    """Eight players, winners move up, no number of hands: at table 1 it is 1–1 when the bell has rung, then played."""
    night = open_with(empty_night, 8, "winners-up", bell_by="organizer", tie_by=request.param)
    play_hands(head(night), "NS:3-4")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    play_hands(head(night), "EW:3-4", first=2)
    return night


def head(night: Night) -> Game:
    return games_of(night, 1)[0]


def at_table(night: Night) -> tuple[int, int, int, int]:
    """The four at the head table: North, South, East, West."""
    return seatings(night)[0].tables[0]


def phone(night: Night, number: int) -> Client:
    return phone_of(night, number)


def reads(client: Client, night: Night, more: str = "") -> str:
    page = unescape(client.get(f"/n/{night.slug}/play/{more}").content.decode())
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def say(client: Client, night: Night, winner: str, **more: object) -> int:
    data = {"game": head(night).pk, "upto": load_game(head(night), night).newest, "winner": winner} | more
    return client.post(f"/n/{night.slug}/play/tie/", data).status_code


def agree(client: Client, night: Night, side: str, tie: str) -> int:
    data = {"game": head(night).pk, "upto": load_game(head(night), night).newest, "word": f"{side}:agree", "tie": tie}
    return client.post(f"/n/{night.slug}/play/agree/", data).status_code


def test_the_four_say_who_won_and_sign_that_on_two_phones(tied: Night) -> None:
    north, _, east, west = at_table(tied)
    ours, theirs = phone(tied, north), phone(tied, east)
    for client in (ours, theirs):
        assert ASKED[tied.tie_by] in reads(client, tied)
        assert "1–1. Agree" not in reads(client, tied)
    with nothing_changes():
        assert agree(ours, tied, "NS", "") == 409
    assert say(ours, tied, "EW") == 302
    went = f"the {'cut' if tied.tie_by == 'cut' else 'extra hand'} went to Guest{east} X. & Guest{west} X."
    assert f"1–1, {went} Agree" in reads(ours, tied) and f"1–1, {went} Agree" in reads(theirs, tied)
    logged = tied.log_entries.order_by("-pk")[0]
    assert (logged.actor, logged.text) == (str(who_is(tied, north)), f"said of game 1 at table 1: {went}")
    assert (agree(ours, tied, "NS", "EW"), agree(theirs, tied, "EW", "EW")) == (302, 302)
    assert (head(tied).winner, head(tied).signed_at is not None) == ("EW", True)


def test_a_signature_from_before_another_answer_counts_no_more(tied: Night) -> None:
    north, _, east, _ = at_table(tied)
    ours, theirs = phone(tied, north), phone(tied, east)
    say(ours, tied, "NS")
    agree(ours, tied, "NS", "NS")
    assert say(theirs, tied, "EW") == 302
    with nothing_changes():
        assert agree(theirs, tied, "EW", "NS") == 409, "that page showed the first answer"
    assert say(theirs, tied, "NS") == 302, "changed back, it must be signed again all the same"
    agree(theirs, tied, "EW", "NS")
    assert head(tied).signed_at is None
    agree(ours, tied, "NS", "NS")
    assert (head(tied).winner, head(tied).signed_at is not None) == ("NS", True)
    assert Signature.objects.count() == 3, "the one that counts no more stays on record"
    assert "(before: " in tied.log_entries.filter(text__startswith="said of").order_by("-pk")[0].text


def test_the_same_answer_twice_or_from_two_phones_is_one(tied: Night) -> None:
    north, _, east, _ = at_table(tied)
    ours, theirs = phone(tied, north), phone(tied, east)
    say(ours, tied, "NS")
    agree(ours, tied, "NS", "NS")
    with nothing_changes():
        assert (say(ours, tied, "NS"), say(theirs, tied, "NS")) == (302, 302)


def test_a_stranger_and_another_table_have_no_say(stranger: Client, tied: Night) -> None:
    other = phone(tied, seatings(tied)[0].tables[1][0])
    ours = phone(tied, at_table(tied)[0])
    with nothing_changes():
        assert (say(stranger, tied, "NS"), say(other, tied, "NS")) == (403, 403)
        assert (say(ours, tied, "XX"), say(ours, tied, "NS", upto=1), say(ours, tied, "NS", game=0)) == (409, 409, 409)
    close_night(night=tied, who=ORGANIZER)
    with nothing_changes():
        assert say(ours, tied, "NS") == 409


@pytest.mark.parametrize("state", ["no tie", "before the bell", "no hand", "signed"])
def test_who_won_is_asked_only_of_a_tie_at_its_end(empty_night: Night, state: str) -> None:
    night = open_with(empty_night, 8, "winners-up", bell_by="organizer", tie_by="cut")
    who = who_is(night, at_table(night)[0])
    play_hands(head(night), *{"no tie": ["NS:5"], "no hand": []}.get(state, ["NS:3-4", "EW:3-4"]))
    if state != "before the bell":
        ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    if state == "signed":
        decide_game(game=head(night), winner=Side.NS, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused):
        settle_tie(game=head(night), winner=Side.EW, seen_hand=load_game(head(night), night).newest, who=who)


def test_where_the_last_points_decide_the_table_has_nothing_to_say(empty_night: Night) -> None:
    night = open_with(empty_night, 8, "winners-up", deals=2)
    play_hands(head(night), "NS:3-4", "EW:3-4")
    who = who_is(night, at_table(night)[0])
    with nothing_changes(), pytest.raises(Refused, match="Only the organizer"):
        settle_tie(game=head(night), winner=Side.NS, seen_hand=load_game(head(night), night).newest, who=who)
    with nothing_changes(), pytest.raises(NotAllowed):
        decide_game(game=head(night), winner=Side.NS, who=who)


def test_between_hands_at_the_bell_the_four_end_the_game_by_the_house_rule(empty_night: Night) -> None:
    night = open_with(empty_night, 8, "winners-up", bell_by="organizer", tie_by="cut")
    play_hands(head(night), "NS:3-4", "EW:3-4")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    ours = phone(night, at_table(night)[0])
    assert "End at 1–1" in reads(ours, night) and ASKED["cut"] not in reads(ours, night)
    assert ASKED["cut"] in reads(ours, night, "?end=1")
    say(ours, night, "NS")
    assert "1–1, the cut went to" in reads(ours, night), "no further hand is asked for"
    play_hands(head(night), "EW:5", first=3)
    assert "1–3. Agree" in reads(ours, night)


def test_the_organizer_decides_any_tie(organizer: Client, tied: Night) -> None:
    page = organizer.get(f"/n/{tied.slug}/game/{head(tied).pk}/").content.decode()
    assert "for the table</button>" not in page and page.count('name="winner"') == 2
    say(phone(tied, at_table(tied)[0]), tied, "EW")
    assert organizer.post(f"/n/{tied.slug}/board/sign/{head(tied).pk}/", {"winner": "NS"}).status_code == 302
    assert (head(tied).winner, head(tied).tie_to, head(tied).signed_at is not None) == ("NS", "NS", True)


# After corrections


def correct(night: Night, number: int, result: str) -> None:
    hand = load_game(head(night), night).hand(number)
    assert hand is not None
    correct_hand(
        game=head(night), of=hand.id, record=read_result(night, result), key=f"key of {hand.id}", who=ORGANIZER
    )


def test_a_correction_that_leaves_a_tie_leaves_what_was_said_and_a_new_tie_is_asked_anew(empty_night: Night) -> None:
    night = open_with(empty_night, 8, "winners-up", deals=2, tie_by="cut")
    play_hands(head(night), "NS:5", "EW:5")
    decide_game(game=head(night), winner=Side.NS, who=ORGANIZER)
    correct(night, 1, "EW:0-2")
    assert (head(night).tie_to, head(night).winner) == ("NS", "NS"), "two points each as before"
    correct(night, 2, "EW:3-4")
    assert (head(night).tie_to, head(night).winner) == ("", "NS"), "2–1: the points say it"
    correct(night, 2, "EW:5")
    assert (head(night).tie_to, head(night).winner, head(night).signed_at) == ("", "", None), "nobody has said yet"
    assert open_tie(load_game(head(night), night))


def test_undo_forgets_what_was_said(tied: Night) -> None:
    north = at_table(tied)[0]
    say(phone(tied, north), tied, "EW")
    last = load_game(head(tied), tied).hands[-1]
    undo_hand(game=head(tied), hand=last.id, key="a key to undo", who=who_is(tied, north))
    assert head(tied).tie_to == ""
    play_hands(head(tied), "EW:3-4", first=2)
    assert open_tie(load_game(head(tied), tied))


def test_a_game_opened_again_keeps_what_was_said_and_unringing_lets_it_go_on(tied: Night) -> None:
    decide_game(game=head(tied), winner=Side.EW, who=ORGANIZER)
    reopen_game(game=head(tied), who=ORGANIZER)
    tie = tie_of(load_game(head(tied), tied))
    assert tie and (tie.winner, tie.decided) == (Side.EW, True)
    unring_bell(night=tied, who=ORGANIZER)
    play_hands(head(tied), "NS:5", first=3)
    assert head(tied).tie_to == ""


def test_a_bell_that_is_taken_back_takes_back_who_won_the_tie(tied: Night) -> None:
    settle_tie(game=head(tied), winner=Side.EW, seen_hand=load_game(head(tied), tied).newest, who=ORGANIZER)
    assert head(tied).tie_to == "EW"
    unring_bell(night=tied, who=ORGANIZER)
    assert head(tied).tie_to == ""
    play_hands(head(tied), "passed", first=3)
    ring_bell(round_=tied.rounds.get(), who=ORGANIZER)
    assert not load_game(head(tied), tied).progress.settled and open_tie(load_game(head(tied), tied))


# No hand at all


def test_a_bell_before_any_hand_tells_the_four_and_the_organizer_who_decides(
    organizer: Client, empty_night: Night
) -> None:
    night = open_with(empty_night, 8, "winners-up", bell_by="clock", tie_by="cut")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    assert "The bell! Last hand, or the organizer says who won." in reads(phone(night, at_table(night)[0]), night)
    assert organizer.get(f"/n/{night.slug}/board/").content.decode().count("! needs you") == 2
    decide_game(game=head(night), winner=Side.EW, who=ORGANIZER)
    assert organizer.get(f"/n/{night.slug}/board/").content.decode().count("! needs you") == 1
    with pytest.raises(Refused, match="No hand is recorded"):
        confirm_game(game=games_of(night, 1)[1], side=Side.NS, agrees=True, seen_hand=0, who=ORGANIZER)


# The last game, after which nobody moves


def last_game(night: Night, tie_by: str, games: int = 1) -> Night:
    """Eight players, winners move up, `games` games: in the first it is 1–1 at the head table at the bell."""
    night = open_with(night, 8, "winners-up", games=games, bell_by="organizer", tie_by=tie_by)
    play_hands(head(night), "NS:3-4", "EW:3-4")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    return night


@pytest.mark.parametrize("tie_by", Night.TieBy.values)
def test_a_tie_in_the_last_game_is_agreed_as_it_is(organizer: Client, empty_night: Night, tie_by: str) -> None:
    night = last_game(empty_night, tie_by)
    north, _, east, _ = at_table(night)
    ours, theirs = phone(night, north), phone(night, east)
    assert "Agree 1–1 now" in reads(ours, night)
    play_hands(head(night), "passed", first=3)
    for client in (ours, theirs):
        said = reads(client, night)
        assert "1–1. Agree" in said and "A tie" not in said and "Who" not in said
    page = organizer.get(f"/n/{night.slug}/game/{head(night).pk}/").content.decode()
    assert "for the table</button>" in page and "A tie" not in page and 'name="winner"' not in page
    with nothing_changes():
        assert say(ours, night, "NS") == 409, "nothing is left to say"
    assert (agree(ours, night, "NS", ""), agree(theirs, night, "EW", "")) == (302, 302)
    assert (head(night).winner, head(night).signed_at is not None, night.rounds.count()) == ("", True, 1)


@pytest.mark.parametrize(("games", "asked"), [(1, False), (2, True)])
def test_who_won_is_asked_while_another_game_follows(empty_night: Night, games: int, asked: bool) -> None:
    night = last_game(empty_night, "cut", games)
    play_hands(head(night), "passed", first=3)
    assert (ASKED["cut"] in reads(phone(night, at_table(night)[0]), night)) is asked
    assert open_tie(load_game(head(night), night)) is asked


def test_a_tie_of_an_earlier_game_that_is_opened_again_still_has_a_winner(empty_night: Night) -> None:
    night = last_game(empty_night, "cut", 2)
    decide_game(game=head(night), winner=Side.EW, who=ORGANIZER)
    play_hands(games_of(night, 1)[1], "NS:5")
    decided = games_of(night, 1)[1]
    confirm_game(game=decided, side=Side.NS, agrees=True, seen_hand=load_game(decided, night).newest, who=ORGANIZER)
    confirm_game(game=decided, side=Side.EW, agrees=True, seen_hand=load_game(decided, night).newest, who=ORGANIZER)
    play_hands(games_of(night, 2)[0], "NS:5", "EW:5")
    reopen_game(game=head(night), who=ORGANIZER)
    tie = tie_of(load_game(head(night), night))
    assert tie and (tie.winner, tie.decided) == (Side.EW, True)
    assert tie_of(load_game(games_of(night, 2)[0], night)) is None


def test_a_table_without_a_hand_at_the_last_bell_needs_nobody_to_name_a_winner(
    organizer: Client, empty_night: Night
) -> None:
    night = last_game(empty_night, "cut")
    other = games_of(night, 1)[1]
    board = organizer.get(f"/n/{night.slug}/board/").content.decode()
    assert "needs you" not in board and "say who won" not in board
    number = seatings(night)[0].tables[1][0]
    assert "The bell! Last hand." in reads(phone(night, number), night)
    with nothing_changes(), pytest.raises(Refused):
        decide_game(game=other, winner=Side.NS, who=ORGANIZER)
    page = organizer.get(f"/n/{night.slug}/game/{other.pk}/").content.decode()
    assert "so that the others can move on" not in page


def test_nobody_is_promised_seats_after_the_last_game(organizer: Client, empty_night: Night) -> None:
    night = last_game(empty_night, "last", 2)
    one, other = (night.entries.get(number=number).pk for number in (1, 2))
    asked = {
        "changes": {"change": "substitute", "one": one, "name": "Zoe"},
        "wrong-seats": {"one": one, "other": other, "number": 1},
    }
    for games, promised in ((2, True), (1, False)):
        Night.objects.filter(pk=night.pk).update(games=games)
        page = organizer.get(f"/n/{night.slug}/").content.decode()
        assert ("game 2 is shown when every table has agreed" in page) is promised
        for path, data in asked.items():
            page = organizer.post(f"/n/{night.slug}/{path}/", data).content.decode()
            assert ("The next seats follow the winners" in page) is promised, path
