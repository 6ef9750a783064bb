"""A tie at the bell: when the next seats depend on winners, the house rule names one before the game can be signed."""

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
from tests.support.movement_nights import games_of, open_guest_night
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, player_actor
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night
from tournament.people.errors import NotAllowed, Refused
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")
TILE = '<li class="tile %s">'  # of a table in this state
QUESTIONS = {
    "cut": "Cut the cards. Who has the higher card?",
    "extra": "Play one extra hand; it is not counted. Who won it?",
}


@pytest.fixture(params=["cut", "extra"])
def tied(request: pytest.FixtureRequest, empty_night: Night) -> Night:
    """Eight players, winners move up, no fixed number of hands.

    At the head table the score is 1–1 after the hand that was in play at the bell.
    """
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="organizer", tie_by=request.param)
    play_hands(head_game(night), "NS:3-4")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    play_hands(head_game(night), "EW:3-4", first=2)
    return night


def head_game(night: Night) -> Game:
    """Return the first game at the head table."""
    return games_of(night, 1)[0]


def head_players(night: Night) -> tuple[int, int, int, int]:
    """Return the numbers at the head table: North, South, East, West."""
    return seatings(night)[0].tables[0]


def page_text(client: Client, night: Night, query: str = "") -> str:
    """Return the text of a phone's page."""
    page = unescape(client.get(f"/n/{night.slug}/play/{query}").content.decode())
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def name_winner(client: Client, night: Night, winner: str, **more: object) -> int:
    """Tap who won the tie at the head table, and return the answer's status."""
    data = {"game": head_game(night).pk, "upto": load_game(head_game(night), night).newest, "winner": winner} | more
    return client.post(f"/n/{night.slug}/play/tie/", data).status_code


def confirm(client: Client, night: Night, side: str, tie: str) -> int:
    """Confirm the head table's total for a side on a page that showed `tie` as the winner, and return the status."""
    newest = load_game(head_game(night), night).newest
    data = {"game": head_game(night).pk, "upto": newest, "word": f"{side}:agree", "tie": tie}
    return client.post(f"/n/{night.slug}/play/agree/", data).status_code


def test_the_players_name_the_winner_and_sign_it_on_two_phones(tied: Night, organizer: Client) -> None:
    north, _, east, west = head_players(tied)
    our_phone, their_phone = phone_of(tied, north), phone_of(tied, east)
    for client in (our_phone, their_phone):
        assert QUESTIONS[tied.tie_by] in page_text(client, tied)
        assert "Confirm 1–1" not in page_text(client, tied)
    with nothing_changes():
        assert confirm(our_phone, tied, "NS", "") == 409
    assert name_winner(our_phone, tied, "EW") == 302
    went = f"the {'cut' if tied.tie_by == 'cut' else 'extra hand'} went to Guest{east} X. & Guest{west} X."
    assert f"Confirm 1–1, {went}" in page_text(our_phone, tied) and f"Confirm 1–1, {went}" in page_text(
        their_phone, tied
    )
    shown = organizer.get(f"/n/{tied.slug}/board/").content.decode()
    assert went.capitalize()[:12] in shown and "went to Guest" in shown, "the tile says it, too"
    logged = tied.log_entries.order_by("-pk")[0]
    assert (logged.actor, logged.text) == (str(player_actor(tied, north)), f"said of game 1 at table 1: {went}")
    assert (confirm(our_phone, tied, "NS", "EW"), confirm(their_phone, tied, "EW", "EW")) == (302, 302)
    assert (head_game(tied).winner, head_game(tied).signed_at is not None) == ("EW", True)
    panel = organizer.get(f"/n/{tied.slug}/game/{head_game(tied).pk}/").content.decode()
    assert "Confirmed by both sides" in panel and "went to Guest" in panel, "and the table's page keeps it"


def test_a_signature_no_longer_counts_once_the_winner_changes(tied: Night) -> None:
    north, _, east, _ = head_players(tied)
    our_phone, their_phone = phone_of(tied, north), phone_of(tied, east)
    name_winner(our_phone, tied, "NS")
    confirm(our_phone, tied, "NS", "NS")
    assert name_winner(their_phone, tied, "EW") == 302
    with nothing_changes():
        assert confirm(their_phone, tied, "EW", "NS") == 409, "that page showed the first answer"
    assert name_winner(their_phone, tied, "NS") == 302, "even the first winner needs new signatures"
    confirm(their_phone, tied, "EW", "NS")
    assert head_game(tied).signed_at is None
    confirm(our_phone, tied, "NS", "NS")
    assert (head_game(tied).winner, head_game(tied).signed_at is not None) == ("NS", True)
    assert Signature.objects.count() == 3, "the outdated signature stays on record"
    assert "(before: " in tied.log_entries.filter(text__startswith="said of").order_by("-pk")[0].text


def test_naming_the_same_winner_again_changes_nothing(tied: Night) -> None:
    north, _, east, _ = head_players(tied)
    our_phone, their_phone = phone_of(tied, north), phone_of(tied, east)
    name_winner(our_phone, tied, "NS")
    confirm(our_phone, tied, "NS", "NS")
    with nothing_changes():
        assert (name_winner(our_phone, tied, "NS"), name_winner(their_phone, tied, "NS")) == (302, 302)


def test_strangers_and_other_tables_cannot_name_the_winner(stranger: Client, tied: Night) -> None:
    other = phone_of(tied, seatings(tied)[0].tables[1][0])
    our_phone = phone_of(tied, head_players(tied)[0])
    with nothing_changes():
        assert (name_winner(stranger, tied, "NS"), name_winner(other, tied, "NS")) == (403, 403)
        assert (
            name_winner(our_phone, tied, "XX"),
            name_winner(our_phone, tied, "NS", upto=1),
            name_winner(our_phone, tied, "NS", game=0),
        ) == (409, 409, 409)
    close_night(night=tied, who=ORGANIZER)
    with nothing_changes():
        assert name_winner(our_phone, tied, "NS") == 409


@pytest.mark.parametrize("state", ["no tie", "before the bell", "no hand", "signed"])
def test_a_winner_can_be_named_only_for_a_tie_at_the_end_of_a_game(empty_night: Night, state: str) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="organizer", tie_by="cut")
    who = player_actor(night, head_players(night)[0])
    play_hands(head_game(night), *{"no tie": ["NS:5"], "no hand": []}.get(state, ["NS:3-4", "EW:3-4"]))
    if state != "before the bell":
        ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    if state == "signed":
        decide_game(game=head_game(night), winner=Side.NS, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused):
        settle_tie(game=head_game(night), winner=Side.EW, seen_hand=load_game(head_game(night), night).newest, who=who)


def test_players_cannot_name_the_winner_when_the_last_points_decide(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", deals=2)
    play_hands(head_game(night), "NS:3-4", "EW:3-4")
    who = player_actor(night, head_players(night)[0])
    with nothing_changes(), pytest.raises(Refused, match="Only the organizer"):
        settle_tie(game=head_game(night), winner=Side.NS, seen_hand=load_game(head_game(night), night).newest, who=who)
    with nothing_changes(), pytest.raises(NotAllowed):
        decide_game(game=head_game(night), winner=Side.NS, who=who)


def test_a_table_between_hands_at_the_bell_can_end_the_game_by_the_house_rule(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="organizer", tie_by="cut")
    play_hands(head_game(night), "NS:3-4", "EW:3-4")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    our_phone = phone_of(night, head_players(night)[0])
    assert "End at 1–1" in page_text(our_phone, night) and QUESTIONS["cut"] not in page_text(our_phone, night)
    assert QUESTIONS["cut"] in page_text(our_phone, night, "?end=1")
    name_winner(our_phone, night, "NS")
    assert "1–1, the cut went to" in page_text(our_phone, night), "the page asks for no further hand"
    play_hands(head_game(night), "EW:5", first=3)
    assert "Confirm 1–3" in page_text(our_phone, night)


def test_the_organizer_decides_any_tie(organizer: Client, tied: Night) -> None:
    page = organizer.get(f"/n/{tied.slug}/game/{head_game(tied).pk}/").content.decode()
    assert "for the table</button>" not in page and page.count('name="winner"') == 2
    name_winner(phone_of(tied, head_players(tied)[0]), tied, "EW")
    assert organizer.post(f"/n/{tied.slug}/board/sign/{head_game(tied).pk}/", {"winner": "NS"}).status_code == 302
    assert (head_game(tied).winner, head_game(tied).tie_to, head_game(tied).signed_at is not None) == ("NS", "NS", True)


# After corrections


def correct(night: Night, number: int, result: str) -> None:
    """Correct a hand at the head table as the organizer."""
    hand = load_game(head_game(night), night).hand(number)
    assert hand is not None
    correct_hand(
        game=head_game(night),
        of=hand.id,
        record=read_result(night, result),
        key=f"key-of-hand-{hand.id}",
        who=ORGANIZER,
    )


def test_a_tie_keeps_its_winner_through_a_correction_that_leaves_it_and_a_new_tie_needs_a_new_one(
    empty_night: Night,
) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", deals=2, tie_by="cut")
    play_hands(head_game(night), "NS:5", "EW:5")
    decide_game(game=head_game(night), winner=Side.NS, who=ORGANIZER)
    correct(night, 1, "EW:0-2")
    assert (head_game(night).tie_to, head_game(night).winner) == ("NS", "NS"), "still two points each"
    correct(night, 2, "EW:3-4")
    assert (head_game(night).tie_to, head_game(night).winner) == ("", "NS"), "2–1, so the points decide"
    correct(night, 2, "EW:5")
    assert (head_game(night).tie_to, head_game(night).winner, head_game(night).signed_at) == ("", "", None), (
        "a new tie without a winner"
    )
    assert open_tie(load_game(head_game(night), night))


def test_undo_clears_the_winner_of_a_tie(tied: Night) -> None:
    north = head_players(tied)[0]
    name_winner(phone_of(tied, north), tied, "EW")
    last = load_game(head_game(tied), tied).hands[-1]
    undo_hand(game=head_game(tied), hand=last.id, key="a-key-to-undo", who=player_actor(tied, north))
    assert head_game(tied).tie_to == ""
    play_hands(head_game(tied), "EW:3-4", first=2)
    assert open_tie(load_game(head_game(tied), tied))


def test_a_reopened_game_keeps_its_winner_until_the_bell_is_canceled_and_play_goes_on(tied: Night) -> None:
    decide_game(game=head_game(tied), winner=Side.EW, who=ORGANIZER)
    reopen_game(game=head_game(tied), who=ORGANIZER)
    tie = tie_of(load_game(head_game(tied), tied))
    assert tie and (tie.winner, tie.decided) == (Side.EW, True)
    unring_bell(night=tied, who=ORGANIZER)
    play_hands(head_game(tied), "NS:5", first=3)
    assert head_game(tied).tie_to == ""


def test_cancelling_the_bell_clears_the_winner_of_a_tie(tied: Night) -> None:
    settle_tie(game=head_game(tied), winner=Side.EW, seen_hand=load_game(head_game(tied), tied).newest, who=ORGANIZER)
    assert head_game(tied).tie_to == "EW"
    unring_bell(night=tied, who=ORGANIZER)
    assert head_game(tied).tie_to == ""
    play_hands(head_game(tied), "passed", first=3)
    ring_bell(round_=tied.rounds.get(), who=ORGANIZER)
    assert not load_game(head_game(tied), tied).progress.settled and open_tie(load_game(head_game(tied), tied))


# No hand at all


def test_after_a_bell_before_any_hand_phones_wait_for_the_organizer_and_the_board_for_slips(
    organizer: Client, empty_night: Night
) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock", tie_by="cut")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    assert "The bell! Last hand, or the organizer says who won." in page_text(
        phone_of(night, head_players(night)[0]), night
    )
    phone_of(night, next(iter(load_game(games_of(night, 1)[1], night).players.values())).number or 0)
    assert organizer.get(f"/n/{night.slug}/board/").content.decode().count(TILE % "waiting-for-slip") == 2
    decide_game(game=head_game(night), winner=Side.EW, who=ORGANIZER)
    assert organizer.get(f"/n/{night.slug}/board/").content.decode().count(TILE % "waiting-for-slip") == 1
    with pytest.raises(Refused, match="No hand is recorded"):
        confirm_game(game=games_of(night, 1)[1], side=Side.NS, agrees=True, seen_hand=0, who=ORGANIZER)


# The last game, after which nobody moves


def last_game(night: Night, tie_by: str, games: int = 1) -> Night:
    """Start a night of eight players where winners move up: the first game is 1–1 at the head table at the bell."""
    night = open_guest_night(night, 8, "winners-up", games=games, bell_by="organizer", tie_by=tie_by)
    play_hands(head_game(night), "NS:3-4", "EW:3-4")
    ring_bell(round_=night.rounds.get(), who=ORGANIZER)
    return night


@pytest.mark.parametrize("tie_by", Night.TieBy.values)
def test_a_tie_in_the_last_game_is_signed_as_a_tie(organizer: Client, empty_night: Night, tie_by: str) -> None:
    night = last_game(empty_night, tie_by)
    north, _, east, _ = head_players(night)
    our_phone, their_phone = phone_of(night, north), phone_of(night, east)
    assert "End at 1–1" in page_text(our_phone, night)
    assert "Confirm 1–1" in page_text(our_phone, night, "?end=1")
    play_hands(head_game(night), "passed", first=3)
    for client in (our_phone, their_phone):
        text = page_text(client, night)
        assert "Confirm 1–1" in text and "A tie" not in text and "Who" not in text
    page = organizer.get(f"/n/{night.slug}/game/{head_game(night).pk}/").content.decode()
    assert "for the table</button>" in page and "A tie" not in page and 'name="winner"' not in page
    with nothing_changes():
        assert name_winner(our_phone, night, "NS") == 409, "no winner is needed"
    assert (confirm(our_phone, night, "NS", ""), confirm(their_phone, night, "EW", "")) == (302, 302)
    assert (head_game(night).winner, head_game(night).signed_at is not None, night.rounds.count()) == ("", True, 1)


@pytest.mark.parametrize(("games", "asked"), [(1, False), (2, True)])
def test_a_tie_needs_a_winner_only_while_another_game_follows(empty_night: Night, games: int, asked: bool) -> None:
    night = last_game(empty_night, "cut", games)
    play_hands(head_game(night), "passed", first=3)
    assert (QUESTIONS["cut"] in page_text(phone_of(night, head_players(night)[0]), night)) is asked
    assert open_tie(load_game(head_game(night), night)) is asked


def test_a_reopened_tie_of_an_earlier_game_still_has_its_winner(empty_night: Night) -> None:
    night = last_game(empty_night, "cut", 2)
    decide_game(game=head_game(night), winner=Side.EW, who=ORGANIZER)
    play_hands(games_of(night, 1)[1], "NS:5")
    decided = games_of(night, 1)[1]
    confirm_game(game=decided, side=Side.NS, agrees=True, seen_hand=load_game(decided, night).newest, who=ORGANIZER)
    confirm_game(game=decided, side=Side.EW, agrees=True, seen_hand=load_game(decided, night).newest, who=ORGANIZER)
    play_hands(games_of(night, 2)[0], "NS:5", "EW:5")
    reopen_game(game=head_game(night), who=ORGANIZER)
    tie = tie_of(load_game(head_game(night), night))
    assert tie and (tie.winner, tie.decided) == (Side.EW, True)
    assert tie_of(load_game(games_of(night, 2)[0], night)) is None


def test_a_table_without_a_hand_at_the_last_bell_needs_no_winner(organizer: Client, empty_night: Night) -> None:
    night = last_game(empty_night, "cut")
    other = games_of(night, 1)[1]
    board = organizer.get(f"/n/{night.slug}/board/").content.decode()
    assert "needs you" not in board and "say who won" not in board
    number = seatings(night)[0].tables[1][0]
    assert "The bell! Last hand." in page_text(phone_of(night, number), night)
    with nothing_changes(), pytest.raises(Refused):
        decide_game(game=other, winner=Side.NS, who=ORGANIZER)
    page = organizer.get(f"/n/{night.slug}/game/{other.pk}/").content.decode()
    assert "so that the others can move on" not in page


def test_no_page_promises_seats_after_the_last_game(organizer: Client, empty_night: Night) -> None:
    night = last_game(empty_night, "last", 2)
    one, other = (night.entries.get(number=number).pk for number in (1, 2))
    forms = {
        "changes": {"change": "substitute", "one": one, "name": "Zoe"},
        "wrong-seats": {"one": one, "other": other, "number": 1},
    }
    for games, promised in ((2, True), (1, False)):
        Night.objects.filter(pk=night.pk).update(games=games)
        page = organizer.get(f"/n/{night.slug}/").content.decode()
        assert ("game 2 is posted here when all scores are in" in page) is promised
        for path, data in forms.items():
            page = organizer.post(f"/n/{night.slug}/{path}/", data).content.decode()
            assert ("The next seats follow the winners" in page) is promised, path
