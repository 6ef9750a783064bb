"""Prizes while the reveal is under way: its steps stay as they are, and nothing is shown without a tap."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tally.loading.games import night_games
from tally.loading.reveal import RevealState
from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import draw
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.printed_pages import text_of
from tournament.models import Night
from tournament.night.lifecycle import close_night

PIE, CAKE = {"kind": "door", "what": "Pie"}, {"kind": "door", "what": "Cake"}
HAM = {"kind": "high", "what": "Ham"}


@pytest.fixture
def closed(night: Night) -> Night:
    """A closed night of eight with a door prize; its steps: the prize, 5th, 3rd, the countdown, first, all."""
    play_hands(game_at(night, 1, 1), "NS:5")
    play_hands(game_at(night, 1, 2), "EW:3-4")
    phone_of(night, 1)
    Night.objects.update(prizes={"list": [PIE], "fewest_games": 0})
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


def tap(organizer: Client, night: Night, *steps: int) -> None:
    """Reveal these steps."""
    for step in steps:
        organizer.post(f"/n/{night.slug}/reveal/", {"step": step})


def state() -> RevealState:
    """Read how far the reveal has come."""
    night = Night.objects.get()
    return RevealState.of(night, night_games(night))


def winner_shown() -> bool:
    """Whether everybody has seen a first place."""
    return any(finish.place == 1 for finish in state().finishes)


def save(client: Client, night: Night, *prizes: dict[str, str], **also: str) -> tuple[int, str]:
    """Send the page's form with these prizes; return the answer's status and HTML."""
    data = {"p-TOTAL_FORMS": "4", "p-INITIAL_FORMS": "0", "ties": "split", "fewest_games": "0", **also}
    for row, prize in enumerate(prizes):
        data |= {f"p-{row}-{name}": value for name, value in prize.items()}
    answer = client.post(f"/n/{night.slug}/prizes/", data)
    return answer.status_code, compact(answer.content.decode())


def test_the_closing_page_expects_awards_also_without_prizes(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:5-alone"] * 4)
    page = " ".join(organizer.get(f"/n/{night.slug}/close/").content.decode().split())
    assert "No prizes are on your list, so the reveal shows places and any awards of the night." in page
    close_night(night=night, who=ORGANIZER)
    assert any(step.award for step in state().steps)


@pytest.mark.parametrize("prizes", [[], [PIE, CAKE], [{"kind": "loners", "what": "Pie"}]])
def test_a_list_with_other_steps_is_refused_once_the_reveal_has_started(
    closed: Night, organizer: Client, prizes: list[dict[str, str]]
) -> None:
    tap(organizer, closed, 1, 2, 3, 4)
    with nothing_changes():
        status, page = save(organizer, closed, *prizes)
    assert status == 409 and not winner_shown()
    assert "The reveal has started" in page and "Start the reveal over and save" in page
    assert all(f'value="{prize["what"]}"' in page for prize in prizes), "what was written stays in the form"
    tap(organizer, closed, 5, 6)
    assert winner_shown() and Night.objects.get().revealed_at is not None


def test_a_prize_that_is_still_to_come_may_change_and_lots_be_drawn_again(closed: Night, organizer: Client) -> None:
    tap(organizer, closed, 1, 2)
    assert save(organizer, closed, HAM, PIE)[0] == 302
    assert [step.title for step in state().steps[:2]] == ["Door prize", "Tied for 5th"] and state().shown == 2
    assert organizer.post(f"/n/{closed.slug}/prizes/", {"again": "1"}).status_code == 302
    assert Night.objects.get().prizes["draws"] == 1


def test_starting_over_hides_what_was_shown_and_saves_the_list(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    tap(organizer, closed, 1, 2, 3, 4)
    assert save(organizer, closed, PIE, CAKE, over="1")[0] == 302
    assert (state().shown, len(state().steps)) == (0, 7)
    assert "The winners are next" in stranger.get(f"/n/{closed.slug}/screen/").content.decode()
    assert closed.log_entries.filter(text="started the reveal over").count() == 1
    tap(organizer, closed, 1, 2, 3, 4, 5)
    assert not winner_shown() and Night.objects.get().revealed_at is None
    tap(organizer, closed, 6, 7)
    assert winner_shown() and Night.objects.get().revealed_at is not None


@pytest.mark.parametrize("prizes", [[CAKE], [PIE, {"kind": "low", "what": "Soap"}]])
def test_a_list_that_changes_what_was_shown_asks_to_start_over(
    closed: Night, organizer: Client, prizes: list[dict[str, str]]
) -> None:
    tap(organizer, closed, 1, 2)
    with nothing_changes():
        status, page = save(organizer, closed, *prizes)
    assert status == 409 and "Everybody has seen prizes that this list changes." in page
    assert "Start the reveal over and save" in page
    assert save(organizer, closed, *prizes, over="1")[0] == 302 and state().shown == 0


def test_after_the_last_tap_a_list_that_changes_a_prize_asks_first_and_is_logged(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    low = {"kind": "low", "what": "Soap"}
    assert save(organizer, closed, PIE, low)[0] == 302, "nobody has seen anything yet"
    tap(organizer, closed, *range(1, 7))
    assert winner_shown() and Night.objects.get().revealed_at is not None
    with nothing_changes():
        status, page = save(organizer, closed, PIE, HAM)
    assert status == 409 and "Nothing is saved yet." in page
    assert "Low: Soap: " in page and "→ no prize" in page and "High: Ham: no prize → " in page
    assert f'href="/n/{closed.slug}/prizes/"' in page, "Cancel leads back to the list"
    sure = re.search(r'name="prizes_sure" value="([^"]*)"', page)
    assert sure
    assert save(organizer, closed, PIE, HAM, prizes_sure="another change")[0] == 409
    assert save(organizer, closed, PIE, HAM, prizes_sure=unescape(sure[1]))[0] == 302
    assert closed.log_entries.latest("pk").text == f"changed prizes: {unescape(sure[1])}"
    assert state().next == 0 and winner_shown()
    shown = stranger.get(f"/n/{closed.slug}/standings/").content.decode()
    assert "High: Ham" in shown and "Low" not in shown


def test_added_prizes_that_go_with_no_place_change_nothing_else(closed: Night, organizer: Client) -> None:
    save(organizer, closed, PIE, HAM)
    tap(organizer, closed, *range(1, 7))
    more = [{"kind": "high-game", "what": "Cup"}, CAKE]
    status, page = save(organizer, closed, PIE, HAM, *more)
    changes = re.search(r'name="prizes_sure" value="([^"]*)"', page)
    assert status == 409 and changes and "High game: Cup: no prize → " in unescape(changes[1])
    assert "Door prize: Cake: no prize → " in unescape(changes[1])
    assert "Ham" not in changes[1] and "Pie" not in changes[1]


def test_changes_without_room_in_one_line_of_the_log_have_a_line_each(closed: Night, organizer: Client) -> None:
    before = [{"kind": kind, "what": letter * 60} for kind, letter in (("high", "x"), ("second", "y"), ("low", "z"))]
    save(organizer, closed, *before)
    tap(organizer, closed, *range(1, 6))
    after = [{**prize, "what": prize["what"].upper()} for prize in before]
    changes = re.search(r'name="prizes_sure" value="([^"]*)"', save(organizer, closed, *after)[1])
    assert changes and len(changes[1]) > 300
    save(organizer, closed, *after, prizes_sure=unescape(changes[1]))
    logged = (
        closed.log_entries.filter(text__startswith="changed prizes: ").order_by("pk").values_list("text", flat=True)
    )
    assert "; ".join(text.removeprefix("changed prizes: ") for text in logged) == unescape(changes[1])
    assert len(logged) > 1 and len({prize for prize in ("High", "Low") if prize in "".join(logged)}) == 2


def test_drawing_again_after_the_end_is_logged_with_both_winners(closed: Night, organizer: Client) -> None:
    tap(organizer, closed, *range(1, 7))
    newest = ""
    for draws in range(1, 50):  # the same winner may be drawn again
        organizer.post(f"/n/{closed.slug}/prizes/", {"again": str(draws)})
        newest = closed.log_entries.latest("pk").text
        if newest.startswith("changed prizes: "):
            break
    assert newest.startswith("changed prizes: Door prize: Pie: ") and " → " in newest


@pytest.mark.parametrize(
    ("listed", "marks"),
    [({}, {"High", "Low"}), ({"list": []}, set()), ({"list": [{"kind": "low"}]}, {"Low"}), ({"list": [HAM]}, {"High"})],
)
def test_standings_mark_high_and_low_only_while_they_are_prizes(
    closed: Night, organizer: Client, listed: dict[str, object], marks: set[str]
) -> None:
    Night.objects.update(prizes=listed)
    page = organizer.get(f"/n/{closed.slug}/standings/").content.decode()
    assert set(re.findall(r"·&nbsp;(High|Low)", page)) == marks
    printed = text_of(draw(Night.objects.get(), "standings", Job(Paper.LETTER), "http://192.168.1.50:8000"))
    assert set(re.findall(r"\d (High|Low)\b", printed)) == marks


def test_before_the_first_tap_any_list_is_saved_and_after_the_last_one_that_changes_no_prize(
    closed: Night, organizer: Client
) -> None:
    assert save(organizer, closed, PIE, CAKE)[0] == 302
    tap(organizer, closed, *range(1, 8))
    nobody = {"kind": "loners", "what": "Pie"}
    assert save(organizer, closed, PIE, CAKE, nobody)[0] == 302
    assert state().next == 0 and winner_shown()


def test_nothing_starts_over_once_everything_is_shown_or_before_the_end(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    tap(organizer, closed, 1)
    for client in (stranger, Client()):
        with nothing_changes():
            assert save(client, closed, PIE, over="1")[0] == 403
    organizer.post(f"/n/{closed.slug}/reveal/", {"all": "1"})
    with nothing_changes():
        status, page = save(organizer, closed, over="1")
    assert status == 409 and "Everybody has seen the winners" in page
    organizer.post(f"/n/{closed.slug}/close/", {"reopen": "1"})
    with nothing_changes():
        assert save(organizer, closed, over="1")[0] == 409


@pytest.mark.parametrize("ending", [[{"all": "1"}], [{"step": str(step)} for step in range(1, 6)]])
def test_a_list_that_shrank_shows_no_winner_without_a_tap_and_can_be_ended(
    closed: Night, organizer: Client, ending: list[dict[str, str]]
) -> None:
    tap(organizer, closed, 1, 2, 3, 4)
    Night.objects.update(prizes={"fewest_games": 0})
    assert (len(state().steps), state().next) == (5, 1) and not winner_shown()
    page = organizer.get(f"/n/{closed.slug}/reveal/").content.decode()
    assert re.findall(r'name="(?:step|all)" value="\d"', page) == ['name="step" value="1"', 'name="all" value="1"']
    for form in ending:
        organizer.post(f"/n/{closed.slug}/reveal/", form)
    assert winner_shown() and Night.objects.get().revealed_at is not None
