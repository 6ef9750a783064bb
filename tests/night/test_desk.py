"""The desk: five steps, players as chips, what is next in the foot, and a code for the organizer's own phone."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.support.night import CAST, ORGANIZER, phone_of
from tests.support.staged_night import LONG_NAMES
from tournament.models import Night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import add_ghost, sign_up
from tournament.presenters.desk import desk_context


def desk(client: Client, night: Night, query: str = "") -> str:
    """Return the desk's page."""
    return unescape(client.get(f"/n/{night.slug}/desk/{query}").content.decode())


def steps(night: Night) -> dict[str, tuple[str, bool, bool]]:
    """Return what each step says, whether it is done, and whether it is next."""
    found = desk_context(night, "http://hall")["steps"]
    assert isinstance(found, list)
    return {step.name: (step.text, step.done, step.is_next) for step in found}


def primary_buttons(page: str) -> list[str]:
    """Return the words of the page's primary buttons, outside of its head and foot."""
    main = page.partition("<main")[2].partition("</main>")[0]
    buttons = re.findall(r'<(button|a class="button")([^>]*)>([^<]+)<', main)
    return [words.strip() for _, more, words in buttons if "plain" not in more and "movement-card" not in more]


def test_the_steps_follow_the_evening(empty_night: Night) -> None:
    assert steps(empty_night)["Players"] == ("nobody yet", False, True)
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    assert steps(empty_night)["Players"] == ("8 players", True, False)
    assert steps(empty_night)["Seats"] == ("to draw", False, True)
    draw_numbers(night=empty_night, order="random", who=ORGANIZER)
    assert steps(empty_night) == {
        "Players": ("8 players", True, False),
        "Game": ("Progressive Euchre", True, False),
        "Seats": ("drawn", True, False),
        "Print": ("if you like", False, False),
        "Start": ("ready", False, True),
    }


def test_a_movement_that_does_not_fit_is_the_next_step(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:10], who=ORGANIZER)
    draw_numbers(night=empty_night, order="random", who=ORGANIZER)
    empty_night.movement = "chart"
    assert steps(empty_night)["Seats"] == ("another movement", False, True)


@pytest.mark.parametrize(
    ("players", "drawn", "movement", "primary"),
    [
        (0, False, "", "Add to the list"),
        (3, False, "", "Add to the list"),
        (8, False, "", "Draw numbers"),
        (8, True, "", "Start the night"),
        (10, True, "chart", "Change how players move"),
        (10, False, "chart", "Change how players move"),
    ],
)
def test_one_primary_button_follows_the_steps(
    organizer: Client, empty_night: Night, players: int, drawn: bool, movement: str, primary: str
) -> None:
    sign_up(night=empty_night, names=CAST[:players], who=ORGANIZER)
    if drawn:
        draw_numbers(night=empty_night, order="random", who=ORGANIZER)
    Night.objects.update(movement=movement)
    assert primary_buttons(desk(organizer, empty_night)) == [primary]


@pytest.mark.parametrize(
    ("players", "ghost", "sentence"),
    [
        (12, False, "12 players, 3 tables"),
        (10, False, "10 players, 2 tables, 2 sit out"),
        (9, False, "9 players, 2 tables, 1 sits out"),
        (11, True, "11 players and a ghost, 3 tables"),
        (1, False, "1 player"),
    ],
)
def test_the_foot_counts_players_tables_and_sit_outs(
    organizer: Client, empty_night: Night, players: int, ghost: bool, sentence: str
) -> None:
    sign_up(night=empty_night, names=CAST[:players], who=ORGANIZER)
    if ghost:
        add_ghost(night=empty_night, who=ORGANIZER)
    assert f"<b>{sentence}</b>" in desk(organizer, empty_night)


def test_a_chip_shows_number_full_name_and_whether_a_phone_has_joined(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=LONG_NAMES[:8], who=ORGANIZER)
    assert "chip-number" not in desk(organizer, empty_night)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    phone_of(empty_night, 3)
    chips = desk(organizer, empty_night).split('<details class="chip"')[1:]
    for number, (name, chip) in enumerate(zip(LONG_NAMES[:8], chips, strict=True), 1):
        assert f'<b class="chip-number">{number}</b>' in chip and name in chip
        assert ('aria-label="phone joined"' in chip) == (number == 3)
        assert "Rename" in chip and f'aria-label="Remove {name}"' in chip


def test_a_player_is_found_by_letters_or_number_without_javascript(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=[*CAST, "Renée Ito"], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)

    def found(letters: str) -> list[str]:
        page = desk(organizer, empty_night, f"?find={letters}")
        return re.findall(r'<span class="chip-name">\s*(.*?)\s*</span>', page)

    assert found("ito") == ["Kay Ito", "Renée Ito"]
    assert found("renee") == ["Renée Ito"]
    assert found("7") == [CAST[6]]
    assert found("nobody") == []
    assert len(found("")) == 13


def test_the_organizers_own_phone_gets_a_code_with_a_warning(organizer: Client, empty_night: Night) -> None:
    part = desk(organizer, empty_night).partition('id="own-phone"')[2].partition("</details>")[0]
    assert "Use your own phone as well" in part and "runs the night" in part
    assert f"/o/{empty_night.club.key}/" in part and "<svg" in part
    assert part.index("<summary>") < part.index("<svg"), "it is behind a disclosure"


def test_nobody_else_sees_the_organizers_link(stranger: Client, night: Night) -> None:
    phone = phone_of(night, 1)
    for path in ("", "play/", "standings/", "rules/", "screen/"):
        for client in (stranger, phone):
            assert night.club.key not in client.get(f"/n/{night.slug}/{path}").content.decode()


def test_the_desk_has_the_code_to_join_and_leads_to_every_players_own(organizer: Client, eight_players: Night) -> None:
    page = desk(organizer, eight_players)
    assert f'<b class="code">{eight_players.printed_join_key}</b>' in page
    assert f'href="/n/{eight_players.slug}/players/?codes=1"' in page
    for entry in eight_players.entries.all():
        address = f"/n/{eight_players.slug}/players/?code={entry.pk}"
        assert f'href="{address}"' in page
        assert entry.printed_key in organizer.get(address).content.decode()


def test_what_ends_a_game_is_said_in_the_games_step_and_leads_to_its_settings(
    organizer: Client, empty_night: Night
) -> None:
    page = desk(organizer, empty_night)
    game = page.partition('<section class="card" id="game">')[2].partition("</section>")[0]
    assert "What ends a game: Every table plays the same number of hands." in game
    assert '<a href="#id_bell_by">Change the bell or the minutes</a>' in game and 'id="id_bell_by"' in page


def test_choosing_a_movement_comes_back_to_the_cards(organizer: Client, eight_players: Night) -> None:
    answer = organizer.post(f"/n/{eight_players.slug}/desk/movement/card/", {"movement": "winners-up"})
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{eight_players.slug}/desk/#seats")


def test_two_of_the_same_name_are_told_apart_by_arrival_until_numbers_are_drawn(
    organizer: Client, empty_night: Night
) -> None:
    sign_up(night=empty_night, names=["Bob", "Ann", "Bob", "Cy"], who=ORGANIZER, also_same_names=True)
    page = desk(organizer, empty_night)
    chips = page.split('<details class="chip"')[1:]
    assert [re.findall(r"no\. \d on the list", chip) for chip in chips] == [
        ["no. 1 on the list"],
        [],
        ["no. 3 on the list"],
        [],
    ]
    last_bob = empty_night.entries.filter(name="Bob").latest("pk")
    assert "2 players are called Bob." in page and f'<a href="#player-{last_bob.pk}">Rename one</a>' in page
    assert f'id="player-{last_bob.pk}"' in page
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    assert "on the list</span>" not in desk(organizer, empty_night) and "are called" not in desk(organizer, empty_night)
