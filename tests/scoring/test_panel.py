"""The panel on the board: the same pages as a browser's, in the panel's frame, and acts that lead back to the game."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from tally.loading.games import load_game
from tally.models import Hand
from tally.scoring.paper_totals import state_token, undo_total
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, sign_in_as_organizer, tap
from tests.support.totals import write_total
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Seat
from tournament.night.bell import ring_bell
from tournament.settings import STATIC_URL

FRAME = re.compile(r'<section id="panel".*</section>', re.DOTALL)


@pytest.fixture
def game(night: Night) -> Game:
    """The first game at table 1, with two hands: 1–2."""
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "EW:5")
    return game


def headers(game: Game) -> dict[str, str]:
    """What htmx sends from the panel that belongs to a game."""
    home = f"/n/{game.round.night.slug}/game/{game.pk}/"
    return {
        "HX-Request": "true",
        "HX-Target": "panel",
        "X-Panel": home,
        "X-Version": f"/{STATIC_URL}".replace("//", "/"),
    }


def get(client: Client, game: Game, path: str) -> HttpResponse:
    """Open a page of the night in the panel."""
    return client.get(f"/n/{game.round.night.slug}/{path}", headers=headers(game))


def post(client: Client, at: Game, path: str, **form: object) -> HttpResponse:
    """Send a form of the panel, and follow where its answer leads, as a browser does with the same headers."""
    address = f"/n/{at.round.night.slug}/{path}"
    return client.post(address, form, headers=headers(at), follow=True)


def is_game_in_panel(answer: HttpResponse, game: Game) -> bool:
    """Whether an answer is the game's page in the panel."""
    page = answer.content.decode()
    shown = FRAME.fullmatch(page.strip()) and f"Game {game.round.number} · Table {game.table}" in compact(page)
    return bool(shown) and answer["HX-Push-Url"] == "false"


def test_a_tile_opens_its_game_in_the_panel_and_without_javascript_as_a_page(organizer: Client, game: Game) -> None:
    board = organizer.get(f"/n/{game.round.night.slug}/board/").content.decode()
    assert f'href="/n/{game.round.night.slug}/game/{game.pk}/"' in board and '<section id="panel"></section>' in board
    assert is_game_in_panel(get(organizer, game, f"game/{game.pk}/"), game)
    page = organizer.get(f"/n/{game.round.night.slug}/game/{game.pk}/").content.decode()
    assert "<!doctype html>" in page and 'id="panel"' not in page


@pytest.mark.parametrize(
    "path", ["game/{0}/hand/1/", "game/{0}/hand/3/", "game/{0}/total/", "wrong-seats/", "changes/?change=substitute"]
)
def test_every_page_that_the_panel_leads_to_opens_in_it(organizer: Client, game: Game, path: str) -> None:
    answer = get(organizer, game, path.format(game.pk))
    page = answer.content.decode()
    assert FRAME.fullmatch(page.strip()) and "Back to the table" in page and "Back to the board" not in page
    assert not re.search(r'<form method="post"(?![^>]* action=)', page), "the address of the page is the board's"


def test_an_edited_hand_leads_back_to_the_game_in_the_panel(organizer: Client, game: Game) -> None:
    of = load_game(game, game.round.night).hands[1].id
    form = {"game": game.pk, "hand": 2, "of": of, "result": "NS:5", "key": uuid4().hex}
    assert is_game_in_panel(post(organizer, game, f"game/{game.pk}/hand/2/", **form), game)
    assert load_game(game, game.round.night).totals == {"NS": 3, "EW": 0}


def test_an_organizer_who_plays_at_the_table_stays_in_the_panel(night: Night, game: Game, organizer: Client) -> None:
    client = phone_of(night, 1)
    sign_in_as_organizer(client, night.club)
    form = {"withdraw": load_game(game, night).hands[1].id}
    assert is_game_in_panel(post(client, game, f"game/{game.pk}/hand/2/", **form), game)


def test_a_total_from_paper_is_previewed_and_recorded_in_the_panel(organizer: Client, game: Game) -> None:
    token = state_token(load_game(game, game.round.night))
    form = {"ns": "7", "ew": "5", "key": uuid4().hex, "shown": token}
    preview = post(organizer, game, f"game/{game.pk}/total/", **form).content.decode()
    assert FRAME.fullmatch(preview.strip()) and "Record 7–5" in preview
    assert is_game_in_panel(post(organizer, game, f"game/{game.pk}/total/", **form, sure="1"), game)
    assert load_game(game, game.round.night).totals == {"NS": 7, "EW": 5}


def test_a_score_is_confirmed_and_reopened_in_the_panel(organizer: Client, game: Game) -> None:
    ring_bell(round_=game.round, who=ORGANIZER)
    newest = load_game(game, game.round.night).newest
    page = get(organizer, game, f"game/{game.pk}/").content.decode()
    assert "Confirm 1–2 for the table" in page
    assert is_game_in_panel(post(organizer, game, f"board/sign/{game.pk}/", upto=newest), game)
    game.refresh_from_db()
    assert game.signed_at
    assert is_game_in_panel(post(organizer, game, f"board/sign/{game.pk}/", reopen="1"), game)
    game.refresh_from_db()
    assert game.signed_at is None


def test_extra_minutes_lead_back_to_the_game(organizer: Client, game: Game) -> None:
    ring_bell(round_=game.round, who=ORGANIZER)
    assert is_game_in_panel(post(organizer, game, "bell/extra/", game=game.pk, minutes=3, seen=""), game)
    game.refresh_from_db()
    assert game.extra_until


def test_seats_are_fixed_in_the_panel(organizer: Client, night: Night, game: Game) -> None:
    one, other = night.entries.get(number=1), night.entries.get(number=2)
    form = {"number": 1, "one": one.pk, "other": other.pk}
    preview = post(organizer, game, "wrong-seats/", **form).content.decode()
    token = re.search(r'name="shown" value="([^"]*)"', preview)
    assert FRAME.fullmatch(preview.strip()) and token
    assert is_game_in_panel(post(organizer, game, "wrong-seats/", **form, sure="1", shown=token[1]), game)


def test_a_refusal_stands_in_the_panel(organizer: Client, night: Night, game: Game) -> None:
    gone = load_game(game, night).hands[0].id
    form = {"game": game.pk, "hand": 1, "of": gone, "result": "EW:5", "key": uuid4().hex}
    post(organizer, game, f"game/{game.pk}/hand/1/", **form)
    with nothing_changes():
        again = post(organizer, game, f"game/{game.pk}/hand/1/", **form | {"key": uuid4().hex})
        signed = post(organizer, game, f"board/sign/{game.pk}/", upto="0")
        errors = post(organizer, game, f"game/{game.pk}/total/", ns="", ew="5", key=uuid4().hex, shown="x")
    for answer, status, sentence in (
        (again, 409, "Somebody changed this hand"),
        (signed, 409, "The score changed while you were looking at it"),
        (errors, 400, "There is a problem"),
    ):
        page = answer.content.decode()
        assert answer.status_code == status and sentence in page and FRAME.fullmatch(page.strip())


def test_the_board_in_the_panel_closes_it_unless_the_panel_names_its_game(organizer: Client, game: Game) -> None:
    address = f"/n/{game.round.night.slug}/board/"
    for home in ("", "https://elsewhere.example/n/x/game/1/", "//elsewhere.example/n/x/game/1/", "/n/x/desk/"):
        answer = organizer.get(address, headers=headers(game) | {"X-Panel": home})
        assert answer.status_code == 200 and FRAME.fullmatch(answer.content.decode().strip())[0].endswith("></section>")


def test_strangers_read_nothing_in_the_panel(stranger: Client, night: Night, game: Game) -> None:
    for client in (stranger, phone_of(night, 3)):
        for path in (f"game/{game.pk}/", f"game/{game.pk}/total/", "wrong-seats/"):
            assert get(client, game, path).status_code == 403


# The buttons of a correction


def test_the_organizers_buttons_name_the_pairs_and_mark_what_stands(organizer: Client, game: Game) -> None:
    pairs = load_game(game, game.round.night).players
    ours, theirs = (" & ".join(pairs[seat].short_name for seat in pairs if seat in side) for side in ("NS", "EW"))
    page = compact(organizer.get(f"/n/{game.round.night.slug}/game/{game.pk}/hand/2/").content.decode())
    assert f"{ours} called it" in page and f"{theirs} called it" in page and "We called it" not in page
    texts = dict(re.findall(r'<button name="result" value="([^"]+)"(.*?)</button>', page))
    assert len(texts) >= 8
    assert f"{ours} +2" in texts["NS:5"] and "New score: 3–0" in texts["NS:5"] and "stands" not in texts["NS:5"]
    assert f"{theirs} +2" in texts["EW:5"] and "✓ as it stands" in texts["EW:5"]
    assert sum("as it stands" in text for text in texts.values()) == 1
    assert not re.search(r"\+\d (us|them)\b", page)


def test_a_players_buttons_say_us_and_them_and_mark_what_stands(night: Night, game: Game) -> None:
    page = compact(phone_of(night, 1).get(f"/n/{night.slug}/game/{game.pk}/hand/2/").content.decode())
    assert "We called it" in page and "✓ as it stands" in page and re.search(r"\+2 us", page)


# The table is told


def test_a_hand_that_the_organizer_edits_is_told_to_each_side_and_stands_on_the_next_page(
    organizer: Client, night: Night, game: Game
) -> None:
    phones = {side: phone_of(night, load_game(game, night).players[side[0]].number or 0) for side in ("NS", "EW")}
    assert "The organizer" not in phones["NS"].get(f"/n/{night.slug}/play/").content.decode()
    of = load_game(game, night).hands[1].id
    form = {"game": game.pk, "hand": 2, "of": of, "result": "NS:5", "key": uuid4().hex}
    organizer.post(f"/n/{night.slug}/game/{game.pk}/hand/2/", form)
    sentences = {
        "NS": "The organizer changed hand 2 of game 1 to +2 us: now 3–0.",
        "EW": "The organizer changed hand 2 of game 1 to +2 them: now 0–3.",
    }
    for side, sentence in sentences.items():
        entry = load_game(game, night).players[side[0]]
        told = [event for event in night.events.all() if f"notice-{entry.pk}" in event.topics.split()]
        assert [event.public_text for event in told] == [sentence]
        assert sentence in compact(phones[side].get(f"/n/{night.slug}/play/").content.decode())
    tap(phones["NS"], game, 3)
    assert "The organizer changed" not in phones["EW"].get(f"/n/{night.slug}/play/").content.decode(), (
        "until they go on"
    )


def test_a_total_from_paper_is_told_to_each_side_in_place_of_the_edited_hand_before(
    organizer: Client, night: Night, game: Game
) -> None:
    of = load_game(game, night).hands[1].id
    form = {"game": game.pk, "hand": 2, "of": of, "result": "NS:5", "key": uuid4().hex}
    organizer.post(f"/n/{night.slug}/game/{game.pk}/hand/2/", form)
    undo: dict[str, Any] = {"game": game, "key": "key-of-the-undo", "who": ORGANIZER}
    for change, ours, theirs in (
        (lambda: write_total(game, 1, 5), "entered the total of game 1: 1–5.", "entered the total of game 1: 5–1."),
        (lambda: write_total(game, 2, 5), "entered the total of game 1: 2–5.", "entered the total of game 1: 5–2."),
        (
            lambda: undo_total(**undo, expected=state_token(load_game(game, night))),
            "took back the total of game 1: now 3–0.",
            "took back the total of game 1: now 0–3.",
        ),
    ):
        change()
        for seat, player in load_game(game, night).players.items():
            sentence = f"The organizer {ours if seat in 'NS' else theirs}"
            page = compact(play_page(night, player.number))
            assert notices(night, player)[-1] == sentence and sentence in page
            assert "changed hand" not in page


def test_a_hand_that_a_player_edits_is_told_to_the_other_three(night: Night, game: Game) -> None:
    phone, players = phone_of(night, 1), load_game(game, night).players
    me = night.entries.get(number=1)
    us = load_game(game, night).seat_of(me).side
    form = {"game": game.pk, "hand": 2, "of": newest(game, 2), "result": f"{us}:5", "key": uuid4().hex}
    assert phone.post(f"/n/{night.slug}/game/{game.pk}/hand/2/", form).status_code == 302
    assert notices(night, me) == [] and "changed hand" not in compact(play_page(night, 1))
    for seat, player in players.items():
        if player != me:
            score = "+2 us: now 3–0" if seat.side == us else "+2 them: now 0–3"
            sentence = f"{me.short_name} changed hand 2 to {score}."
            assert notices(night, player) == [sentence] and sentence in compact(play_page(night, player.number))


def test_a_hand_that_both_sides_tapped_is_told_when_one_takes_it_out(night: Night, game: Game) -> None:
    players = load_game(game, night).players
    north, east = players[Seat.N], players[Seat.E]
    for player in (north, east):
        assert tap(phone_of(night, player.number or 0), game, 3, "NS:5").status_code == 302
    undo = {"game": game.pk, "undo": newest(game, 3)}
    assert phone_of(night, north.number or 0).post(f"/n/{night.slug}/play/undo/", undo).status_code == 302
    sentence = f"{north.short_name} took out hand 3: now "
    assert notices(night, north) == [] and sentence not in compact(play_page(night, north.number))
    assert notices(night, east)[0].startswith(sentence) and sentence in compact(play_page(night, east.number))


def test_the_hand_of_another_phone_is_told_when_somebody_takes_it_out(night: Night, game: Game) -> None:
    players = load_game(game, night).players
    north, east, south = players[Seat.N], players[Seat.E], players[Seat.S]
    tap(phone_of(night, north.number or 0), game, 3, "NS:5")
    undo = {"game": game.pk, "undo": newest(game, 3)}
    phone_of(night, east.number or 0).post(f"/n/{night.slug}/play/undo/", undo)
    assert all(notices(night, other)[0].startswith(f"{east.short_name} took out hand 3") for other in (north, south))
    tap(phone_of(night, east.number or 0), game, 3, "NS:3-4")
    assert len(notices(night, north)) == 1 and "took out" not in play_page(night, north.number), "it is played again"


def test_somebody_who_takes_back_a_tap_of_their_own_tells_no_phone(night: Night, game: Game) -> None:
    players = load_game(game, night).players
    north = players[Seat.N]
    tap(phone_of(night, north.number or 0), game, 3, "NS:5")
    undo = {"game": game.pk, "undo": newest(game, 3)}
    phone_of(night, north.number or 0).post(f"/n/{night.slug}/play/undo/", undo)
    assert load_game(game, night).hand(3) is None
    assert not any(notices(night, player) for player in players.values())
    assert "took out" not in play_page(night, players[Seat.E].number)


def newest(game: Game, number: int) -> int:
    """The row of a hand's newest version."""
    return Hand.objects.filter(game=game, number=number).latest("pk").pk


def notices(night: Night, player: Entry) -> list[str]:
    """What this player's phone was told."""
    return [event.public_text for event in night.events.all() if f"notice-{player.pk}" in event.topics.split()]


def play_page(night: Night, number: int | None) -> str:
    """A player's page."""
    return phone_of(night, number or 0).get(f"/n/{night.slug}/play/").content.decode()
