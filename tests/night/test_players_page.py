"""The organizer's page of tonight's players: who sits where, whose phone is in, and what can be done for each."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tournament.models import Game, Night, PhoneRequest
from tournament.night.games import sign_game
from tournament.night.joining import ask_for_name
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import drop_out

pytestmark = pytest.mark.usefixtures("short_searches")


def players(client: Client, night: Night, query: str = "") -> str:
    """Return the page with single spaces."""
    return re.sub(r"\s+", " ", client.get(f"/n/{night.slug}/players/{query}").content.decode())


def row_of(page: str, name: str) -> str:
    """Return the text of a player's row up to the menu."""
    found = re.search(rf'<b class="who">{name}</b>(.*?)<details', page)
    assert found, name
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def test_it_shows_everybodys_seat_and_phone(organizer: Client, night: Night) -> None:
    phone_of(night, 2)
    page = players(organizer, night)
    assert "8 players; 1 phone joined" in page
    assert row_of(page, "Ann Miller") == "Table 1, North Leaving early"
    assert row_of(page, "Bob Stone").endswith("phone joined Leaving early")
    assert players(organizer, night).count("data-words=") == 8


def test_the_seat_is_that_of_the_first_game_that_is_not_agreed(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    sign_game(game=game, winner="NS", who=ORGANIZER)
    assert ", game 2 " in row_of(players(organizer, night), "Ann Miller")


def test_whoever_has_played_the_last_game_waits_for_no_seat(organizer: Client, night: Night) -> None:
    for game in Game.objects.filter(round__night=night):
        play_hands(game, "NS:5")
        sign_game(game=game, winner="NS", who=ORGANIZER)
    page = players(organizer, night)
    assert "Waits for seats" not in page
    assert row_of(page, "Ann Miller").startswith("Finished")


@pytest.mark.parametrize("query", ["", "?codes=1"])
def test_a_page_from_before_the_close_is_loaded_anew(organizer: Client, night: Night, query: str) -> None:
    found = re.search(r'hx-get="([^"]+)" hx-trigger="sse:phones, sse:room', players(organizer, night, query))
    assert found
    address, htmx = unescape(found[1]), {"HX-Request": "true", "X-Version": settings.STATIC_URL}
    assert "HX-Refresh" not in organizer.get(address, headers=htmx)
    close_night(night=night, who=ORGANIZER)
    assert organizer.get(address, headers=htmx)["HX-Refresh"] == "true"


def test_before_the_start_it_lists_the_names_and_leads_back(organizer: Client, eight_players: Night) -> None:
    page = players(organizer, eight_players)
    assert row_of(page, "Ann Miller") == "" and "Back to the desk" in page and "Leaving early" not in page


def test_an_empty_night_says_how_players_come(organizer: Client, empty_night: Night) -> None:
    assert "No players yet." in players(organizer, empty_night)


def test_a_closed_night_offers_nothing_but_tallies(organizer: Client, night: Night) -> None:
    close_night(night=night, who=ORGANIZER)
    page = players(organizer, night)
    assert "Tally</a>" in page
    assert not [word for word in ("Rename", "Leaving early", "Show codes", "Release phone") if word in page]


def test_codes_are_hidden_until_they_are_asked_for(organizer: Client, night: Night) -> None:
    keys = [night.printed_join_key, *(entry.printed_key for entry in night.entries.all())]
    page = players(organizer, night)
    assert not [key for key in keys if key in page or key.replace("-", "") in page] and "Show codes" in page
    shown = players(organizer, night, "?codes=1")
    assert all(key in shown for key in keys) and "Hide codes" in shown


def test_one_players_code_is_shown_alone(organizer: Client, night: Night) -> None:
    entry, other = night.entries.get(number=3), night.entries.get(number=4)
    page = players(organizer, night, f"?code={entry.pk}")
    assert entry.printed_key in page and other.printed_key not in page and '<svg role="img"' in page
    assert "<svg role" not in players(organizer, night, "?code=0")


def test_a_phone_that_asks_stands_on_top(organizer: Client, night: Night) -> None:
    phone_of(night, 1)
    ask_for_name(entry=night.entries.get(number=1), token="asks")
    sign = PhoneRequest.objects.get().sign
    page = players(organizer, night)
    assert f"Let phone {sign} in" in page and page.index("Keep it out") < page.index("Find a player")
    assert re.fullmatch(r"\d\d", sign)
    part = organizer.get(f"/n/{night.slug}/players/", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="asking"') and "<html" not in part


def test_somebody_leaves_in_two_taps_from_the_list(organizer: Client, night: Night) -> None:
    entry = night.entries.get(number=2)
    with nothing_changes():
        preview = organizer.post(f"/n/{night.slug}/changes/", {"change": "leave", "one": entry.pk}).content.decode()
    assert "2 Bob S. leaves early?" in preview and ">Bob S. leaves early</button>" in preview
    token = re.search(r'name="shown" value="(\w+)"', preview)
    form = {"change": "leave", "one": entry.pk, "sure": "1", "shown": token and token[1]}
    assert organizer.post(f"/n/{night.slug}/changes/", form)["Location"] == f"/n/{night.slug}/players/?done=1"
    assert "✓ Done. You " in players(organizer, night, "?done=1")


def test_whoever_left_can_come_back(organizer: Client, three_tables: Night) -> None:
    drop_out(entry=three_tables.entries.get(number=2), who=ORGANIZER)
    page = players(organizer, three_tables)
    assert row_of(page, "Bob Stone") == "Left" and "Coming back" in page and "12 players, 1 left" in page


def test_no_form_of_player_changes_chooses_a_player_unasked(organizer: Client, night: Night) -> None:
    address = f"/n/{night.slug}/changes/"
    assert "selected" not in organizer.get(address).content.decode()
    one = night.entries.get(number=5).pk
    page = organizer.get(f"{address}?change=substitute&one={one}").content.decode()
    assert f'<option value="{one}" selected ' in page and page.count("selected") == 1
    with nothing_changes():
        refused = organizer.post(address, {"change": "leave", "one": ""})
    assert refused.status_code == 409 and "Choose" in refused.content.decode()


def test_only_the_organizer_opens_it(stranger: Client, night: Night) -> None:
    assert {client.get(f"/n/{night.slug}/players/").status_code for client in (stranger, phone_of(night, 1))} == {403}


def test_the_desk_leads_to_the_codes_and_shows_none(organizer: Client, eight_players: Night) -> None:
    desk = organizer.get(f"/n/{eight_players.slug}/desk/").content.decode()
    assert f'href="/n/{eight_players.slug}/players/?codes=1"' in desk
    assert eight_players.printed_join_key in desk
    assert not [entry.key for entry in eight_players.entries.all() if entry.key in desk or entry.printed_key in desk]
