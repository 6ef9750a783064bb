"""The reveal: after the end nobody sees a place before the organizer has tapped for it, wherever they look."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tally.loading.games import load_game, night_games
from tally.loading.hidden_standings import standings_hidden
from tally.loading.reveal import Finish, WonPrize, night_ending, reveal_steps
from tally.presenters.big_screen.screen import screen_now
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tournament.models import Night
from tournament.movements.seats import Seat
from tournament.night.lifecycle import close_night, reopen_night
from tournament.people.names import listed
from tournament.web.visitors import PHONE_COOKIE

HIGH_AND_DOOR = {"list": [{"kind": "high", "what": "A ham"}, {"kind": "second"}, {"kind": "door", "what": "A mug"}]}


@pytest.fixture
def closed(night: Night) -> Night:
    """A closed night of eight: two winners, two in the middle, four without a point; nothing was hidden before."""
    play_hands(game_at(night, 1, 1), "NS:5")
    play_hands(game_at(night, 1, 2), "EW:3-4")
    for number in range(1, 9):
        phone_of(night, number)
    Night.objects.update(prizes=HIGH_AND_DOOR)
    night.refresh_from_db()
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


def paired_phone(number: int) -> Client:
    """Return the phone of the player with this number, which was paired while the night was played."""
    client = Client()
    client.cookies[PHONE_COOKIE] = f"token-of-{number}"
    return client


def page(client: Client, night: Night, path: str) -> str:
    """Return the HTML of a page of the night."""
    return client.get(f"/n/{night.slug}/{path}").content.decode()


def names_on(html: str) -> list[str]:
    """Return the players whose names stand anywhere on a page, in their order."""
    return re.findall(r"(?:Ann M|Bob S|Carla R|Dan O|Eve L|Fritz B|Gina R|Hal Y)\.", html)


def reveal(organizer: Client, night: Night, step: int) -> None:
    """Tap for one step on the big screen."""
    answer = organizer.post(f"/n/{night.slug}/reveal/", {"step": step, "screen": "1"})
    assert answer["Location"] == f"/n/{night.slug}/screen/"


@pytest.mark.parametrize(
    ("places", "titles"),
    [
        ((13, 12, 11), ["13th place", "Places 12 and 11"]),
        ((14, 13, 12, 11), ["14th place", "Places 13 down to 11"]),
        ((14, 12, 12, 11), ["14th place", "Places 12 and 11"]),
        ((13, 11, 11), ["13th place", "Tied for 11th"]),
    ],
)
def test_places_that_come_together_are_named_as_people_count_them(places: tuple[int, ...], titles: list[str]) -> None:
    everybody = [
        Finish(number, f"Guest {number}", place, 20, (*places, 0).count(place) > 1, "9", number=number)
        for number, place in enumerate([*range(1, 11), *places[::-1]], 1)
    ]
    assert [step.title for step in reveal_steps(everybody)][: len(titles)] == titles


# Before the first tap


def test_closing_shows_no_place_on_a_projector_that_mirrors_the_laptop(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    assert names_on(page(organizer, night, "close/")) == []
    answer = organizer.post(f"/n/{night.slug}/close/")
    assert answer["Location"] == f"/n/{night.slug}/reveal/"
    assert names_on(organizer.get(answer["Location"]).content.decode()) == []
    main = page(organizer, night, "board/").partition('<main id="page"')[2]
    assert "until they are revealed" in main and 'class="final"' not in main


def test_after_closing_nobody_but_the_organizer_reads_the_standings_and_only_by_choice(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    assert standings_hidden(closed)
    for client in (stranger, paired_phone(5)):
        assert "<table" not in page(client, closed, "standings/")
    assert "<table" in page(organizer, closed, "standings/")
    for client in (organizer, stranger):
        shown = page(client, closed, "screen/")
        assert names_on(shown) == [] and "The winners are next" in shown
    assert 'id="reveal"' not in page(stranger, closed, "screen/")


def test_the_page_of_prizes_keeps_the_winners_folded_until_the_reveal(closed: Night, organizer: Client) -> None:
    assert re.search(r'<details class="card">\s*<summary>\s*Who won', page(organizer, closed, "prizes/"))
    organizer.post(f"/n/{closed.slug}/reveal/", {"all": "1"})
    assert re.search(r'<details class="card" open>\s*<summary>\s*Who won', page(organizer, closed, "prizes/"))


# Tap by tap


def test_each_tap_reveals_one_step_to_everybody_lowest_first(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    titles = []
    for step in range(1, 7):
        reveal(organizer, closed, step)
        heading = re.findall(r"<h1>.*?</h1>", page(stranger, closed, "screen/"), re.DOTALL)[0]
        titles.append(re.sub(r"<.*?>", "", heading).strip())
        assert ("<table" in page(stranger, closed, "standings/")) == (step == 6)
    assert titles == ["Door prize", "Tied for 5th", "Tied for 3rd", *["Tied for first"] * 3]
    closed.refresh_from_db()
    assert closed.revealed_at is not None


def test_the_countdown_keeps_the_winners_secret(closed: Night, organizer: Client, stranger: Client) -> None:
    for step in range(1, 5):
        reveal(organizer, closed, step)
    shown = screen_now(Night.objects.get(), closed.closed_at)  # type: ignore[arg-type]
    assert shown.reveal and shown.reveal.newest and shown.reveal.newest.countdown
    winners = {finish.name for finish in shown.reveal.steps[-2].finishes}
    html = page(stranger, closed, "screen/")
    assert 'class="countdown"' in html and winners and not winners & {row.name for row in shown.panels[0].rows}
    reveal(organizer, closed, 5)
    assert winners <= set(names_on(page(stranger, closed, "screen/")))
    reveal(organizer, closed, 6)
    html = page(stranger, closed, "screen/")
    assert winners <= set(names_on(html)) and "High and Second: A ham" in html and "Tonight’s prizes" in html


def test_after_the_last_step_the_screen_names_who_sat_at_the_winners_table(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    for step in range(1, 7):
        assert "winners’ table" not in page(stranger, closed, "screen/")
        reveal(organizer, closed, step)
    panel = screen_now(Night.objects.get(), closed.closed_at).panels[-1]  # type: ignore[arg-type]
    players = {seat: entry.short_name for seat, entry in load_game(game_at(closed, 1, 1), closed).players.items()}
    assert panel.title == "The winners’ table" and [(row.name, row.large, row.fresh) for row in panel.rows] == [
        (players[Seat.N], "2", True),
        (players[Seat.S], "2", True),
        (players[Seat.E], "0", False),
        (players[Seat.W], "0", False),
    ]
    assert "The winners’ table" in page(stranger, closed, "screen/")


def test_a_double_tap_or_a_step_too_far_reveals_nothing_more(closed: Night, organizer: Client) -> None:
    reveal(organizer, closed, 1)
    with nothing_changes():
        for step in (1, 3, 99, 0):
            reveal(organizer, closed, step)
        organizer.post(f"/n/{closed.slug}/reveal/", {"step": "x"})


def test_a_phone_says_its_place_once_it_is_revealed_and_not_before(closed: Night, organizer: Client) -> None:
    last = screen_now(closed, closed.closed_at).reveal.steps[1].finishes[0]  # type: ignore[union-attr, arg-type]
    first = screen_now(closed, closed.closed_at).reveal.steps[-2].finishes[0]  # type: ignore[union-attr, arg-type]
    loser, winner = (paired_phone(closed.entries.get(pk=finish.entry).number or 0) for finish in (last, first))

    def says(phone: Client) -> str:
        return re.sub(r"\s+", " ", re.findall(r"<h1>(.*?)</h1>", page(phone, closed, "play/"), re.S)[0]).strip()

    assert says(loser) == says(winner) == "The night is over"
    reveal(organizer, closed, 1)
    reveal(organizer, closed, 2)
    assert (says(loser), says(winner)) == ("You tied for 5th of 8", "The night is over")
    event = closed.events.order_by("-pk")[0]
    assert f"entry-{last.entry}" in event.topics.split() and f"entry-{first.entry}" not in event.topics.split()
    for step in (3, 4, 5):
        reveal(organizer, closed, step)
    assert says(winner) == "You tied for 1st of 8"
    assert "Your prize: High and Second: A ham, shared with " in page(winner, closed, "play/")


def test_two_who_tie_for_first_have_one_joint_prize_on_phone_and_screen_and_in_the_standings(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    prizes = [
        {"kind": "high", "what": "A ham", "money": "$20"},
        {"kind": "second", "what": "", "money": "$15"},
        {"kind": "low", "what": "Soap", "money": ""},
    ]
    Night.objects.filter(pk=closed.pk).update(prizes={"list": prizes, "fewest_games": 0})
    finishes = night_ending(Night.objects.get(), night_games(closed)).finishes
    names = {finish.number: finish.name for finish in finishes}
    (one, other), last = (finish.number for finish in finishes[:2]), finishes[-1].number
    for step in range(1, 6):
        reveal(organizer, closed, step)
    joint = "High and Second: A ham and $35 ($17.50 each)"
    for number, partner in ((one, other), (other, one)):
        phone = page(paired_phone(number), closed, "play/")
        assert phone.count("Your prize") == 1 and f"Your prize: {joint}, shared with {names[partner]}" in phone
    three = listed(names[finish.number] for finish in finishes[-4:-1])
    assert f"Your prize: Low: Soap, shared with {three}" in page(paired_phone(last), closed, "play/")
    screen = page(stranger, closed, "screen/")
    assert screen.count(joint) == 3, "below each of the two, and in the list of what was won"
    assert "Second:" not in screen.replace(joint, "")
    assert "High and Second: A ham and $35" in page(stranger, closed, "standings/")


def test_a_prize_shared_by_many_says_how_many_others_there_are() -> None:
    assert WonPrize("Low", ("Ann", "Bob", "Cem")).sentence == "Low, shared with Ann, Bob and Cem"
    assert WonPrize("Low", ("Ann", "Bob", "Cem", "Dan")).sentence == "Low, shared with 4 others"
    assert WonPrize("Low").sentence == "Low"


def test_a_place_of_ones_own_is_not_a_tie() -> None:
    assert Finish(1, "Ann", 10, 22, shared=False, points="40").sentence == "You finished 10th of 22"
    assert Finish(1, "Ann", 3, 22, shared=True, points="40").label == "T-3"


# All at once, strangers, the wrong moment


def test_the_organizer_may_show_everything_at_once(closed: Night, organizer: Client, stranger: Client) -> None:
    folded = page(organizer, closed, "reveal/").partition("<details>")[2].partition("</details>")[0]
    assert "Skip to the end" in folded and "Show everybody everything now" in folded
    answer = organizer.post(f"/n/{closed.slug}/reveal/", {"all": "1"})
    assert answer["Location"] == f"/n/{closed.slug}/reveal/"
    assert "<table" in page(stranger, closed, "standings/")
    screen = page(stranger, closed, "screen/")
    assert "Final standings" in screen and len(set(names_on(screen))) == 8
    with nothing_changes():
        reveal(organizer, closed, 1)


def test_players_and_strangers_reveal_nothing(closed: Night, stranger: Client) -> None:
    for client in (stranger, paired_phone(1)):
        with nothing_changes():
            assert client.post(f"/n/{closed.slug}/reveal/", {"step": "1"}).status_code == 403
            assert client.get(f"/n/{closed.slug}/reveal/").status_code == 403


def test_nothing_is_revealed_before_the_night_is_closed(night: Night, organizer: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/reveal/", {"step": "1"}).status_code == 409
        html = page(organizer, night, "reveal/")
    assert "not over yet" in html and 'name="step"' not in html and names_on(html) == []


def test_a_reopened_night_starts_its_reveal_again(closed: Night, organizer: Client, stranger: Client) -> None:
    reveal(organizer, closed, 1)
    reopen_night(night=closed, who=ORGANIZER)
    close_night(night=closed, who=ORGANIZER)
    assert "The winners are next" in page(stranger, closed, "screen/")


def test_after_a_night_was_opened_again_nothing_says_that_nobody_has_seen_its_standings(
    closed: Night, organizer: Client
) -> None:
    organizer.post(f"/n/{closed.slug}/reveal/", {"all": "1"})
    reopen_night(night=closed, who=ORGANIZER)
    close_night(night=closed, who=ORGANIZER)
    html = " ".join(page(organizer, closed, "reveal/").split())
    assert "Nobody has seen" not in html
    assert "The final standings are hidden on every screen until you reveal them." in html
    assert "if they saw them before you opened the night again" in html


def test_a_night_without_a_score_has_nothing_to_reveal(night: Night, organizer: Client) -> None:
    close_night(night=night, who=ORGANIZER)
    assert "No score was entered" in page(organizer, night, "reveal/")
    assert "No game was played" in page(organizer, night, "screen/")
