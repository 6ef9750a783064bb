"""The page of a game and the page of a hand: what they offer to whom, above all the rare results."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from tally.forms import read_result
from tally.loading.games import load_game
from tally.models import Hand
from tally.scoring.corrections import correct_hand
from tally.scoring.undo_last import undo_act
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, sign_in_as_organizer, tap
from tournament.access import Who
from tournament.models import Game, Night, Role
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game


def page_of(client: Client, game: Game, path: str = "") -> str:
    """Return the page of a game, or with a path the page of one of its hands."""
    return unescape(client.get(f"/n/{game.round.night.slug}/game/{game.pk}/{path}").content.decode())


def rare_links(page: str) -> dict[str, str]:
    """Return where the rare bids' links lead, by their labels."""
    links = re.findall(r'<a class="button plain" href="([^"]+bid=[^"]+)">([^<]+)</a>', compact(page))
    return {label: href for href, label in links}


def moved_on(night: Night) -> tuple[Game, Client]:
    """Return a first game with one hand before the bell, and the phone of a player who already plays the second."""
    earlier = game_at(night, 1, 1)
    play_hands(earlier, "NS:bid-6-6")
    play_hands(game_at(night, 1, 2), *["NS:bid-6-6"] * 4)
    ring_bell(round_=earlier.round, who=ORGANIZER)
    play_hands(Game.objects.get(round__night=night, round__number=2, places__entry__number=1), "NS:bid-6-6")
    return earlier, phone_of(night, 1)


@pytest.fixture
def twelves(night: Night) -> Night:
    """A night of twelves, where bids of 48 and 96 are rare."""
    Night.objects.update(variant="twelves")
    night.refresh_from_db()
    return night


@pytest.fixture
def playing_organizer(night: Night, organizer: Client) -> Client:
    """The organizer, who also plays: number 1, at table 1 in game 1."""
    client = phone_of(night, 1)
    sign_in_as_organizer(client, night.club)
    return client


# An organizer who plays


def test_an_organizer_who_plays_at_another_table_records_on_the_page_of_the_hand(
    night: Night, playing_organizer: Client
) -> None:
    other = game_at(night, 1, 2)
    page = page_of(playing_organizer, other)
    assert "Enter hand 1 for this table" in page and "everybody passed" not in page
    assert ">Cancel</a>" in page_of(playing_organizer, other, "hand/1/")
    data = {"game": other.pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    answer = playing_organizer.post(f"/n/{night.slug}/game/{other.pk}/hand/1/", data)
    assert answer["Location"] == f"/n/{night.slug}/board/", "back to where the organizer came from"
    assert Hand.objects.get().entry is None


def test_an_organizer_who_plays_at_this_table_is_offered_what_any_player_is(
    night: Night, playing_organizer: Client
) -> None:
    mine = game_at(night, 1, 1)
    page = page_of(playing_organizer, mine)
    assert "Enter hand 1 for this table" not in page and "Hand 1: everybody passed, no score" in page
    assert tap(playing_organizer, mine, 1, "passed").status_code == 302


def test_no_rare_hand_is_offered_once_the_last_one_is_recorded(night: Night, playing_organizer: Client) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    ring_bell(round_=game.round, who=ORGANIZER)
    assert "Hand 2: everybody passed, no score" in page_of(playing_organizer, game)
    play_hands(game, "NS:5", first=2)
    page = page_of(playing_organizer, game)
    assert "everybody passed" not in page and "reneged" not in page
    assert "Enter hand 3 for this table" in page, "the organizer may, for a table that played on"


def test_nothing_is_offered_for_a_signed_game(night: Night, playing_organizer: Client, organizer: Client) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    ring_bell(round_=game.round, who=ORGANIZER)
    organizer.post(f"/n/{night.slug}/board/sign/{game.pk}/", {"upto": Hand.objects.get().pk})
    for client in (playing_organizer, organizer):
        page = page_of(client, game)
        assert "Reopen this game" in page
        assert "everybody passed" not in page and "for this table" not in page


# Rare results


def test_the_link_of_a_rare_bid_leads_to_the_game_it_is_listed_under(twelves: Night) -> None:
    earlier, phone = moved_on(twelves)
    links = rare_links(page_of(phone, earlier))
    assert set(links) == {"We: 48", "They: 48", "We: 96", "They: 96"}
    page = phone.get(links["We: 48"]).content.decode()
    assert "We bid 48 and took" in page and f'name="game" value="{earlier.pk}"' in page


def test_a_refresh_stays_at_the_requested_game_until_it_is_signed(twelves: Night) -> None:
    earlier, phone = moved_on(twelves)

    def refreshed(page: str) -> str:
        state = dict(re.findall(r'<input class="state" type="hidden" name="(\w+)" value="([^"]*)"', page))
        answer = phone.get(f"/n/{twelves.slug}/play/", state | {"seen": "0"}, headers={"HX-Request": "true"})
        return answer.content.decode()

    current = phone.get(f"/n/{twelves.slug}/play/").content.decode()
    assert "Game 2" in refreshed(current) and 'class="state" type="hidden" name="game"' not in current
    requested = phone.get(f"/n/{twelves.slug}/play/?game=1").content.decode()
    assert "Game 1 · Table 1" in refreshed(requested) and "Game 1 · Table 1" in refreshed(refreshed(requested))
    form = re.search(r'<form class="calls bids.*?</form>', requested, re.DOTALL)
    assert form and '<input type="hidden" name="game" value="1">' in form[0], "the bid is for this game"
    bid = phone.get(f"/n/{twelves.slug}/play/?game=1&bid=NS:bid-6&for=2").content.decode()
    assert "We bid 6 and took" in refreshed(bid) and "/play/?game=1" in bid.split("Another bid")[0].rsplit("<a", 1)[1]
    sign_game(game=earlier, winner="NS", who=ORGANIZER)
    assert "Game 2" in refreshed(refreshed(requested))


def test_a_hand_can_be_corrected_to_a_rare_bid_or_to_passed(twelves: Night) -> None:
    game, phone = game_at(twelves, 1, 1), phone_of(twelves, 1)
    play_hands(game, "NS:bid-6-6")
    page = page_of(phone, game, "hand/1/")
    assert 'name="result" value="passed"' in page
    page = phone.get(rare_links(page)["They: 48"]).content.decode()
    assert "They bid 48 and took" in page and not rare_links(page), "one choice at a time"
    (of,) = re.findall(r'name="of" value="(\d+)"', page)
    made = re.findall(r'name="result" value="(EW:[^"]+)"', page)[-1]
    data = {"game": game.pk, "hand": 1, "of": of, "result": made, "key": uuid4().hex}
    assert phone.post(f"/n/{twelves.slug}/game/{game.pk}/hand/1/", data).status_code == 302
    assert load_game(game, twelves).hands[0].record.bid == 48


@pytest.mark.parametrize("slug", ["buck", "racehorse", "pfeffer"])
def test_passing_is_offered_only_where_everybody_may_pass(night: Night, organizer: Client, slug: str) -> None:
    Night.objects.update(variant=slug)
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    for page in (page_of(phone, game), page_of(organizer, game, "hand/1/")):
        assert "passed" not in page
    with nothing_changes():
        assert tap(phone, game, 1, "passed").status_code == 409


def test_a_player_who_dealt_and_recorded_a_hand_is_named_once(night: Night, organizer: Client) -> None:
    game = game_at(night, 1, 1)
    tap(phone_of(night, 1), game, 1)
    tap(phone_of(night, 1), game, 2)
    page = compact(organizer.get(f"/n/{night.slug}/game/{game.pk}/").content.decode())
    assert re.search(r'hint">1 Ann M\. dealt and entered it, \d', page)
    assert re.search(r'hint">\d (?!Ann)\w+ \w\. dealt; entered by 1 Ann M\., \d', page)


# Who entered a hand


def test_a_hand_says_which_helper_entered_it_and_to_players_which_role(night: Night, organizer: Client) -> None:
    ruth, game = Who(role=Role.SCORER, name="Ruth"), game_at(night, 1, 1)
    play_hands(game, "NS:5", who=ruth)
    play_hands(game, "NS:5", first=2)
    page, players_page = page_of(organizer, game), page_of(phone_of(night, 1), game)
    assert compact(page).count("entered by Ruth (scorer),") == 1 and "entered by the organizer," in compact(page)
    assert "entered by the scorer," in compact(players_page) and "Ruth" not in players_page
    first = load_game(game, night).hands[0]
    correct_hand(
        game=game, of=first.id, record=read_result(night, "EW:5"), key=uuid4().hex, who=Who(Role.ORGANIZER, name="Ann")
    )
    assert "entered by Ann (organizer)," in compact(page_of(organizer, game))
    undo_act(night=night, entry=night.log_entries.acts().exclude(undo=None).latest("pk").pk, who=ORGANIZER)
    assert "entered by Ruth (scorer)," in compact(page_of(organizer, game)), "the version that counts again"


def test_a_hand_whose_line_in_the_log_is_gone_says_who_may_have_entered_it(night: Night, organizer: Client) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5", who=Who(role=Role.SCORER, name="Ruth"))
    night.log_entries.all().delete()
    assert "entered by the organizer or the scorer," in compact(page_of(organizer, game))


def test_only_a_page_without_https_says_why_the_screen_goes_dark(night: Night, stranger: Client) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    address = f"/n/{night.slug}/game/{game.pk}/"
    assert "The screen goes dark?" in phone.get(address).content.decode()
    assert "The screen goes dark?" not in phone.get(address, secure=True).content.decode()
    assert "The screen goes dark?" not in stranger.get(address).content.decode(), "no stranger scores"
