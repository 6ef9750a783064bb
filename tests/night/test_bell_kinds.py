"""Each of the four kinds of bell sets how many hands a table plays, and phones and board show it."""

from __future__ import annotations

import json
import re

import pytest
from django.core.management import call_command
from django.test import Client

from tally.loading.games import load_game
from tests.support.markup import page_text
from tests.support.movement_nights import open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tournament.models import Bell, Game, Night
from tournament.night.bell import ring_bell
from tournament.planning.rounds import seatings


def set_bell(night: Night, bell_by: str, deals: int = 4) -> Night:
    """Set what ends a game and how many hands it has."""
    Night.objects.update(bell_by=bell_by, deals=deals)
    night.refresh_from_db()
    return night


@pytest.mark.parametrize(
    ("bell_by", "table", "deals"),
    [
        ("deals", 1, 4),
        ("deals", 2, 4),
        ("head-table", 1, 4),
        ("head-table", 2, None),
        ("clock", 1, None),
        ("organizer", 2, None),
    ],
)
def test_the_kind_of_bell_sets_how_many_hands_a_table_plays(
    night: Night, bell_by: str, table: int, deals: int | None
) -> None:
    night, game = set_bell(night, bell_by), game_at(night, 1, table)
    number = seatings(night)[0].tables[table - 1][0]
    address = f"/n/{night.slug}/play/"
    play_hands(game, *["NS:3-4"] * 3)
    assert f"Hand 4{' of 4' if deals else ''}: " in page_text(phone_of(night, number), address)
    play_hands(game, "NS:3-4", first=4)
    loaded = load_game(game, night)
    assert (loaded.progress.deals, loaded.next_hand) == (deals, None if deals else 5)
    assert ("Confirm 4–0" in page_text(phone_of(night, number), address)) == bool(deals)


@pytest.mark.parametrize("hands", [1, 4, 5, 13])
def test_a_table_without_a_hand_limit_plays_on_and_its_phone_shows_the_last_hands(night: Night, hands: int) -> None:
    night, game = set_bell(night, "organizer"), game_at(night, 1, 1)
    phone, address = phone_of(night, 1), f"/n/{night.slug}/play/"
    play_hands(game, *["NS:3-4"] * hands)
    page = phone.get(address).content.decode()
    hands_shown = [int(number) for number in re.findall(r'aria-label="Hand (\d+):', page)]
    assert hands_shown == list(range(max(1, hands - 2), hands + 1)), "the last three hands"
    assert tap(phone, game, hands + 2).status_code == 409
    assert tap(phone, game, hands + 1).status_code == 302
    with nothing_changes():
        answer = phone.post(
            f"{address}agree/", {"game": game.pk, "upto": load_game(game, night).newest, "word": "NS:agree"}
        )
    assert "This game goes on until the bell." in answer.content.decode()


def test_the_head_table_plays_three_hands_a_game_while_the_other_plays_two_to_five(
    organizer: Client, empty_night: Night
) -> None:
    games = 4
    night = open_guest_night(empty_night, 8, "winners-up", games=games, bell_by="head-table", deals=3)
    address = f"/n/{night.slug}/board/"
    for number in range(1, games + 1):
        head, other = game_at(night, number, 1), game_at(night, number, 2)
        other_hands = 2 + number % 4
        before = min(other_hands - 1, 3)
        play_hands(other, *["EW:3-4"] * before)
        play_hands(head, "NS:3-4", "EW:3-4", "NS:5")
        assert Bell.objects.filter(round=head.round).get().rung_by == "The head table"
        phone = phone_of(night, seatings(night)[number - 1].tables[1][0])
        assert f"Table 2 is still playing game {number}." in page_text(organizer, address)
        assert "The bell! Last hand." in page_text(phone, f"/n/{night.slug}/play/")
        play_hands(other, "NS:5", first=before + 1)
        assert f"Confirm {2}–{before}" in page_text(phone, f"/n/{night.slug}/play/")
        assert "still playing" not in page_text(organizer, address)
        for game in (head, other):
            sign_both_sides(game)
    assert not Game.objects.unsigned().exists()
    assert "You have played all your games" in page_text(phone_of(night, 1), f"/n/{night.slug}/play/")


def test_until_the_bell_a_table_two_hands_behind_the_others_is_late(organizer: Client, night: Night) -> None:
    night = set_bell(night, "organizer")
    for number in range(1, 9):
        phone_of(night, number)
    address = f"/n/{night.slug}/board/"
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 3)
    assert "late" not in page_text(organizer, address)
    play_hands(game_at(night, 1, 1), "NS:3-4", first=4)
    assert "late" in page_text(organizer, address)
    assert "hand 5 " in page_text(organizer, address) and "hand 1 " in page_text(organizer, address)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    assert "late" not in page_text(organizer, address), "it plays its last hand now, and is overdue after three minutes"
    assert "Table 1 is still playing game 1." in page_text(organizer, address)
    assert "waiting for its slip" in page_text(organizer, address), "no phone of table 2 has entered a hand"


@pytest.mark.parametrize(("bell_by", "hands"), [("deals", 4), ("head-table", 4), ("clock", None), ("organizer", None)])
def test_the_export_has_the_bell_and_the_hands_of_a_game(
    night: Night, capsys: pytest.CaptureFixture[str], bell_by: str, hands: int | None
) -> None:
    set_bell(night, bell_by)
    call_command("export", "latest")
    exported = json.loads(capsys.readouterr().out)["night"]
    assert (exported["bell"], exported["hands_a_game"]) == (bell_by, hands)
