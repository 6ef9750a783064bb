"""A game whose clock has started keeps its seats, also where every table plays on paper and no hand is on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tally.presenters.big_screen.screen import screen_now
from tally.scoring.undo_last import undo_act
from tests.support.clocks import MINUTE, all_scores_in, log_texts, round_of, start_game_clock
from tests.support.movement_nights import games_of, open_guest_night, play_round
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.totals import write_total
from tournament.models import Entry, Night, Round
from tournament.night.bell import bell_to_unring, ring_bell, unring_bell
from tournament.night.clock import pause_clock, stop_clock
from tournament.night.games import reopen_game, sign_game
from tournament.night.lifecycle import back_to_sign_up, close_night, reopen_night
from tournament.night.roster_changes import arrive_late, come_back, drop_out, open_seats, substitute
from tournament.night.seating import started_rounds
from tournament.people.errors import Refused
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")


def player(night: Night, number: int) -> Entry:
    """Return the entry with this number."""
    return night.entries.get(number=number)


def arrive(night: Night) -> None:
    """Add a late arrival."""
    arrive_late(night=night, name="Zoe New", who=ORGANIZER)


def leave(night: Night) -> None:
    """Let player 2 go home."""
    drop_out(entry=player(night, 2), who=ORGANIZER)


def take_over(night: Night) -> None:
    """Let player 2 go home, and somebody else play on."""
    leave(night)
    substitute(entry=player(night, 2), name="Zoe New", who=ORGANIZER)


def go_and_return(night: Night) -> None:
    """Let player 2 go home and come back."""
    leave(night)
    come_back(entry=player(night, 2), who=ORGANIZER)


@pytest.fixture
def nine(empty_night: Night) -> Night:
    """A night of nine players by the clock, in which nobody uses a phone."""
    return open_guest_night(empty_night, 9, bell_by="clock")


@pytest.mark.sample(5)
@pytest.mark.parametrize("movement", ["night", "north-stays", "winners-up"])
@pytest.mark.parametrize("change", [arrive, leave, take_over, go_and_return])
def test_a_started_clock_keeps_the_seats_of_its_game(
    empty_night: Night, change: Callable[[Night], None], movement: str
) -> None:
    night = open_guest_night(empty_night, 9, movement, bell_by="clock")
    start_game_clock(night)
    before = seatings(night)
    change(night)
    assert started_rounds(night) == 1 and seatings(night)[0] == before[0]
    present = {entry.number for entry in night.entries.present()}
    assert all(seating.everybody == present for seating in seatings(night)[1:])


def test_in_a_later_game_too_and_a_change_in_the_pause_still_counts_at_once(nine: Night) -> None:
    start_game_clock(nine)
    ring_bell(round_=round_of(nine), who=ORGANIZER)
    all_scores_in(nine)
    assert started_rounds(nine) == 1, "game 2 waits for the end of the pause"
    arrive(nine)
    assert 10 in seatings(nine)[1].everybody
    start_game_clock(nine, 2)
    before = seatings(nine)
    leave(nine)
    assert seatings(nine)[1] == before[1] and 2 not in seatings(nine)[2].everybody


def test_a_game_in_play_has_started_when_a_closed_night_is_reopened_too(nine: Night) -> None:
    start_game_clock(nine)
    close_night(night=nine, who=ORGANIZER)
    reopen_night(night=nine, who=ORGANIZER)
    assert started_rounds(nine) == 1 and round_of(nine).rings_at is None


@pytest.mark.parametrize("halt", [pause_clock, stop_clock])
def test_a_game_whose_clock_was_paused_or_stopped_has_started(nine: Night, halt: Callable[..., None]) -> None:
    start_game_clock(nine)
    halt(round_=round_of(nine), who=ORGANIZER)
    assert started_rounds(nine) == 1


def test_the_page_says_that_the_game_has_started_and_from_when_changes_count(organizer: Client, nine: Night) -> None:
    def page() -> str:
        return re.sub(r"\s+", " ", organizer.get(f"/n/{nine.slug}/changes/").content.decode())

    assert "Game 1 has no hand yet" in page() and "Plays from game 1 on" in page()
    start_game_clock(nine)
    assert "Game 1 of 4 has started, so its seats stay as they are: changes count from game 2 on." in page()
    arrive(nine)
    assert log_texts(nine)[-1].endswith("who plays from game 2 on")
    seated = player(nine, seatings(nine)[0].tables[0][0])
    assert [game.round.number for game in open_seats(seated)] == [1], "a leaver's seat is for a substitute"


def test_without_a_clock_a_game_starts_when_its_posted_seats_were_there_for_a_pause(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9, bell_by="organizer", pause=3)
    assert started_rounds(night) == 0, "they look for their seats"
    arrive(night)
    assert 10 in seatings(night)[0].everybody
    Round.objects.filter(night=night, number=1).update(posted_at=F("posted_at") - 4 * MINUTE)
    before = seatings(night)
    leave(night)
    assert seatings(night)[0] == before[0] and 2 not in seatings(night)[1].everybody


def test_the_start_of_the_night_can_still_be_taken_back(nine: Night) -> None:
    start_game_clock(nine)
    back_to_sign_up(night=nine, who=ORGANIZER)
    nine.refresh_from_db()
    assert nine.status == Night.Status.SIGN_UP


def test_players_are_listed_by_name_from_a_to_z(organizer: Client, nine: Night) -> None:
    Entry.objects.filter(night=nine, number=2).update(name="zoe Young", told_apart="")
    arrive_late(night=nine, name="Adam Miller", who=ORGANIZER)
    page = organizer.get(f"/n/{nine.slug}/changes/?change=leave").content.decode()
    names = [" ".join(name.split()) for name in re.findall(r"<option value=\"\d+\"[^>]*>([^<]+)</option>", page)]
    assert (names[0], names[-1]) == ("Adam M. (10)", "zoe Y. (2)") and names == sorted(names, key=str.casefold)


def test_a_preview_says_in_plain_words_which_seats_change(organizer: Client, nine: Night) -> None:
    def preview(night: Night) -> str:
        page = organizer.post(f"/n/{night.slug}/changes/", {"change": "arrive", "name": "Zoe New"}).content.decode()
        return re.sub(r"\s+", " ", page)

    assert "Nobody has played yet, so the whole night gets new seats." in preview(nine)
    start_game_clock(nine)
    page = preview(nine)
    assert "Games 2 to 4 get new seats; every other game stays as it is." in page
    plain, _, behind = page.partition("<summary>How fair the night is then</summary>")
    assert "Nobody has the same partner" in plain and "the fewest" not in plain and behind
    assert "Tally cards that were printed show the old seats" in page


def test_cards_without_later_seats_are_not_called_old(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9, "winners-up", bell_by="clock")
    address = f"/n/{night.slug}/changes/"
    form = {"change": "arrive", "name": "Zoe New"}
    assert "Tally cards that were printed" in organizer.post(address, form).content.decode()
    start_game_clock(night)
    ring_bell(round_=round_of(night), who=ORGANIZER)
    all_scores_in(night)
    page = organizer.post(address, form).content.decode()
    assert "Game 2 gets new seats" in page and "Tally cards that were printed" not in page


@pytest.mark.parametrize("changed", [{"pause": "10"}, {"bell_by": "clock"}])
def test_changed_settings_of_the_bell_start_no_game_anew(
    organizer: Client, empty_night: Night, changed: dict[str, str]
) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="organizer", pause=2)
    ring_bell(round_=round_of(night), who=ORGANIZER)
    play_round(night, 1, winners=("NS",))
    Round.objects.filter(night=night, number=2).update(posted_at=F("posted_at") - 3 * MINUTE)
    before = seatings(night)
    assert started_rounds(night) == 2
    save_bell(organizer, night, changed)
    write_total(games_of(night, 1)[1], 1, 4)
    assert started_rounds(night) == 2 and seatings(night) == before


def test_a_saved_setting_that_is_not_the_bells_takes_no_seats_off_the_big_screen(
    organizer: Client, empty_night: Night
) -> None:
    night = open_guest_night(empty_night, 8, bell_by="organizer", pause=2)
    Round.objects.filter(night=night, number=1).update(posted_at=F("posted_at") - 3 * MINUTE)
    assert organizer.post(f"/n/{night.slug}/print/", {"paper": "a4"}).status_code == 302
    night.refresh_from_db()
    assert (night.paper, started_rounds(night), screen_now(night, timezone.now()).slug) == ("a4", 1, "sit")


@pytest.mark.parametrize("bell_by", ["organizer", "deals"])
def test_a_game_whose_clock_started_early_has_started_without_a_clock_too(
    organizer: Client, nine: Night, bell_by: str
) -> None:
    start_game_clock(nine)
    ring_bell(round_=round_of(nine), who=ORGANIZER)
    all_scores_in(nine)
    start_game_clock(nine, 2)
    assert started_rounds(nine) == 2
    save_bell(organizer, nine, {"bell_by": bell_by})
    assert started_rounds(nine) == 2 and round_of(nine, 2).rings_at is None


def test_a_game_that_has_started_stays_started_when_the_start_of_its_clock_is_undone(
    organizer: Client, empty_night: Night
) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="organizer", pause=2)
    Round.objects.filter(night=night, number=1).update(posted_at=F("posted_at") - 3 * MINUTE)
    save_bell(organizer, night, {"bell_by": "clock"})
    start_game_clock(night)
    undo_act(night=night, entry=night.log_entries.latest("pk").pk, who=ORGANIZER)
    assert started_rounds(night) == 1 and round_of(night).rings_at is None


@pytest.mark.parametrize("changed", [{"pause": "10"}, {"bell_by": "clock"}])
def test_a_bell_that_is_canceled_after_its_settings_changed_leaves_its_game_started(
    organizer: Client, empty_night: Night, changed: dict[str, str]
) -> None:
    night = open_guest_night(empty_night, 9, bell_by="organizer", pause=3)
    Round.objects.filter(night=night, number=1).update(posted_at=F("posted_at") - 4 * MINUTE)
    ring_bell(round_=round_of(night), who=ORGANIZER)
    save_bell(organizer, night, changed)
    unring_bell(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert started_rounds(night) == 1


def test_a_bell_stays_once_the_clock_of_the_next_game_has_started(organizer: Client, nine: Night) -> None:
    start_game_clock(nine)
    ring_bell(round_=round_of(nine), who=ORGANIZER)
    sign_game(game=games_of(nine, 1)[0], winner="NS", who=ORGANIZER)
    assert bell_to_unring(nine), "a slip is still out"
    start_game_clock(nine, 2)
    assert "Cancel the bell" not in organizer.get(f"/n/{nine.slug}/board/").content.decode()
    before = seatings(nine)[1]
    with nothing_changes(), pytest.raises(Refused, match="the next game has started"):
        unring_bell(night=nine, who=ORGANIZER)
    arrive(nine)
    assert started_rounds(nine) == 2 and seatings(nine)[1] == before


def test_a_bell_for_a_game_that_was_opened_again_leaves_the_next_one_started(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9, bell_by="deals", pause=3)
    all_scores_in(night)
    Round.objects.filter(night=night, number=2).update(posted_at=F("posted_at") - 4 * MINUTE)
    reopen_game(game=games_of(night, 1)[0], who=ORGANIZER)
    assert started_rounds(night) == 2
    ring_bell(round_=round_of(night), who=ORGANIZER)
    assert started_rounds(night) == 2 and bell_to_unring(night) is None


def save_bell(organizer: Client, night: Night, changed: dict[str, str]) -> None:
    """Save the settings of the bell with these changes."""
    form = {name: str(getattr(night, name)) for name in ("bell_by", "deals", "minutes", "pause", "hidden_games")}
    assert organizer.post(f"/n/{night.slug}/bell/settings/", form | changed).status_code == 302
