"""Hidden standings: the last games hide them from everybody but the organizer, who reveals them after the night."""

from __future__ import annotations

import pytest
from django.test import Client

from tally.loading.games import load_game
from tally.loading.hidden_standings import HIDDEN_SENTENCE, standings_hidden
from tally.models import PaperTotal
from tally.scoring.undo import undo_hand
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, player_actor
from tests.support.strangers import strangers
from tournament.models import Night
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, reopen_night


@pytest.fixture
def hiding(night: Night) -> Night:
    """A night of seven games that hides the last two; a hand of game 1 is played."""
    Night.objects.update(hidden_games=2)
    night.refresh_from_db()
    play_hands(game_at(night, 1, 1), "NS:5")
    return night


def pages(night: Night) -> list[str]:
    """Return every public address that shows a player's total to others; number 1 reads them as their own."""
    return [f"/n/{night.slug}/{path}/" for path in ("standings", "tally/6", "tally/2")]


def page_variants(client: Client, address: str) -> list[str]:
    """Return a page as a browser loads it and as htmx refreshes it."""
    return [client.get(address, headers=headers).content.decode() for headers in ({}, {"HX-Request": "true"})]


def hidden(client: Client, address: str) -> bool:
    """Whether a page says that standings are hidden and shows no total; it must do both or neither."""
    found = [
        (HIDDEN_SENTENCE in page and "Only you see" not in page, "<table" in page)
        for page in page_variants(client, address)
    ]
    assert set(found) in ({(True, False)}, {(False, True)}), address
    return found[0][0]


def test_nothing_is_hidden_before_the_first_of_the_hidden_games(hiding: Night, stranger: Client) -> None:
    play_hands(game_at(hiding, 5, 2), "EW:3-4")
    assert not standings_hidden(hiding)
    assert not any(hidden(stranger, page) for page in pages(hiding))


def test_from_the_first_hand_of_a_hidden_game_no_stranger_sees_a_total(hiding: Night) -> None:
    play_hands(game_at(hiding, 6, 2), "EW:3-4")
    readers = strangers(hiding) | {"a player": phone_of(hiding, 5)}
    for reader, client in readers.items():
        assert all(hidden(client, page) for page in pages(hiding) if reader != "another tables player"), reader
        assert hidden(client, pages(hiding)[0]), reader


def test_the_organizer_always_sees_them_and_reads_that_only_they_do(hiding: Night, organizer: Client) -> None:
    play_hands(game_at(hiding, 6, 2), "EW:3-4")
    assert not any(hidden(organizer, page) for page in pages(hiding))
    assert all("Only you see this page now" in page for page in page_variants(organizer, pages(hiding)[0]))


def test_players_see_their_own_tally_but_not_their_place(hiding: Night) -> None:
    phone, own_tally = phone_of(hiding, 1), f"/n/{hiding.slug}/tally/1/"
    assert all("place T-1" in page for page in page_variants(phone, own_tally))
    play_hands(game_at(hiding, 6, 2), "EW:3-4")
    assert not hidden(phone, own_tally)
    assert not any("place" in page for page in page_variants(phone, own_tally))
    assert all("/tally/1/" in page for page in page_variants(phone, pages(hiding)[0])), "the standings link to it"


def test_undoing_a_hand_does_not_show_them_again(hiding: Night) -> None:
    game = game_at(hiding, 6, 2)
    play_hands(game, "EW:3-4")
    undo_hand(game=game, hand=load_game(game, hiding).hands[0].id, key="a-key-to-undo", who=ORGANIZER)
    game.started_at = None
    game.save()
    assert standings_hidden(hiding)


def test_a_closed_night_whose_only_hand_was_undone_has_no_surprise(night: Night, stranger: Client) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    undo_hand(game=game, hand=load_game(game, night).hands[0].id, key="a-key-to-undo", who=ORGANIZER)
    PaperTotal.objects.create(game=game, version=1, ns=9, ew=4, key="k-1")
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert standings_hidden(night)
    PaperTotal.objects.create(game=game, version=2, key="k-2")
    assert not standings_hidden(night)
    assert HIDDEN_SENTENCE not in stranger.get(f"/n/{night.slug}/standings/").content.decode()


def test_a_paper_total_of_a_hidden_game_hides_them_too(hiding: Night) -> None:
    PaperTotal.objects.create(game=game_at(hiding, 7, 1), version=1, ns=9, ew=4, key="k")
    assert standings_hidden(hiding)


def test_the_organizer_reveals_them_after_the_night_and_reopening_hides_them(
    hiding: Night, organizer: Client, stranger: Client
) -> None:
    phone, address = phone_of(hiding, 5), pages(hiding)[0]
    play_hands(game_at(hiding, 7, 2), "EW:3-4")
    with nothing_changes():
        assert organizer.post(address).status_code == 409, "not before the night is closed"
    close_night(night=hiding, who=ORGANIZER)
    assert all(hidden(stranger, page) for page in pages(hiding))
    over = phone.get(f"/n/{hiding.slug}/play/").content.decode()
    assert "Your place appears here" in over and "/standings/" not in over.partition('<main id="page"')[2], (
        "no button leads to the standings"
    )
    assert organizer.post(address)["Location"] == address
    with nothing_changes():
        assert organizer.post(address).status_code == 302
    assert not any(hidden(stranger, page) for page in pages(hiding))
    over = phone.get(f"/n/{hiding.slug}/play/").content.decode().partition('<main id="page"')[2]
    assert "Final standings" in over and over.count("/standings/") == 1, "one button is enough"
    reopen_night(night=hiding, who=ORGANIZER)
    close_night(night=hiding, who=ORGANIZER)
    assert hidden(stranger, address), "a night that went on ends once more"


def test_a_phone_says_that_standings_are_hidden_and_does_not_link_to_them(hiding: Night) -> None:
    for number in range(1, 8):
        for table in (1, 2):
            game = game_at(hiding, number, table)
            play_hands(game, "NS:5", first=2 if (number, table) == (1, 1) else 1)
            sign_game(game=game, winner="NS", who=ORGANIZER)
    over = phone_of(hiding, 1).get(f"/n/{hiding.slug}/play/").content.decode()
    assert "You have played all your games" in over and HIDDEN_SENTENCE in over
    assert '<a class="button" href="/n/' not in over, "no large button"


def test_when_seats_depend_on_winners_hidden_games_count_back_from_the_planned_number(hiding: Night) -> None:
    hiding.rounds.filter(number__gt=1).delete()
    Night.objects.update(movement="winners-up", games=3)
    hiding.refresh_from_db()
    assert not standings_hidden(hiding), "game 1 of 3, and two are hidden"
    Night.objects.update(games=2)
    hiding.refresh_from_db()
    assert standings_hidden(hiding)


def test_nothing_is_hidden_unless_the_organizer_chooses_it(night: Night) -> None:
    for number in range(1, 8):
        play_hands(game_at(night, number, 1), "NS:5", who=player_actor(night, 1) if number == 1 else ORGANIZER)
    assert not standings_hidden(night)
