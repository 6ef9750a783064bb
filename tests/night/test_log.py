"""The activity log: a page at a time, by kind, by a word, and phone checks kept apart."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
from django.test import Client

from tally.forms import read_result
from tally.loading.games import load_game
from tally.loading.known_hands import seats_key
from tally.models import Hand
from tally.scores.total_lines import TotalLine
from tally.scoring.night_totals import correct_totals, enter_totals, newest_version
from tally.scoring.paper_totals import state_token, undo_total
from tally.scoring.recording import log_late_hand
from tally.scoring.signing import confirm_game
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands, player_actor, tap
from tests.support.strangers import advance_to
from tests.support.totals import write_total
from tournament.models import Club, LogEntry, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night
from tournament.night.phone_check import Measured, report_phone_check
from tournament.night.wrong_seats import swap_seats
from tournament.presenters.log import CORRECTING, LINES


def lines(client: Client, night: Night, query: str = "") -> list[str]:
    """The lines of a page of the log."""
    page = client.get(f"/n/{night.slug}/log/?{query}").content.decode()
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<td>(.*?)</td>", page, re.DOTALL)]


@pytest.fixture
def corrected(night: Night) -> Night:
    """A night with a corrected hand, an undone one, a total from paper and a bell, under 540 phone checks."""
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    for number in (1, 2):
        tap(phone, game, number)
    first = Hand.objects.get(game=game, number=1)
    address = f"/n/{night.slug}/game/{game.pk}/hand/1/"
    phone.post(address, {"game": game.pk, "hand": 1, "of": first.pk, "result": "EW:5", "key": "key-of-the-edit"})
    phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": Hand.objects.get(game=game, number=2).pk})
    other = game_at(night, 1, 2)
    for points in (7, 8):  # the first is no correction
        write_total(other, points, 5)
    undo_total(game=other, key="key-of-the-undo", who=ORGANIZER, expected=state_token(load_game(other, night)))
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    report_phone_check(night=night, page_id="0a", measured=Measured(0.1, True), who=ORGANIZER)
    test = LogEntry.objects.latest("pk")
    LogEntry.objects.bulk_create(LogEntry(night=night, actor="A phone", text=test.text) for _ in range(539))
    return night


def test_phone_checks_do_not_hide_a_correction(organizer: Client, corrected: Night) -> None:
    page = lines(organizer, corrected)
    assert [line for line in page if "edited hand 1" in line] and not [line for line in page if "laptop" in line]
    tests = lines(organizer, corrected, "show=phones")
    assert len(tests) == LINES and all("has reached this laptop" in line for line in tests)
    assert "1 to 100 of 540" in organizer.get(f"/n/{corrected.slug}/log/?show=phones").content.decode()
    board = organizer.get(f"/n/{corrected.slug}/board/").content.decode()
    assert "rang the bell for game 1" in board and "has reached this laptop" not in board


def test_corrections_have_a_page_of_their_own(organizer: Client, corrected: Night) -> None:
    page = lines(organizer, corrected, "show=corrections")
    begin = (
        "removed the paper total of game 1 at table 2: 8–5",
        "opened game 1 at table 2",
        "entered the total of game 1 at table 2 from paper: 7–5 → 8–5",
        "undid hand 2 of game 1",
        "edited hand 1 of game 1",
    )
    assert len(page) == 5 and all(text in line for text, line in zip(begin, page, strict=True))


def correct_an_old_night(club: Club) -> Night:
    """Enter the total of a night from before the software, and change it."""
    totals, on = [TotalLine("Ann Miller", 63)], date(2019, 3, 5)
    old = enter_totals(club=club, name="Old", on=on, games=8, lines=totals, who=ORGANIZER)
    amounts, seen = {old.entries.get().pk: (64, None, None)}, newest_version(old)
    correct_totals(night=old, name="Old", on=on, games=8, amounts=amounts, added=[], expected=seen, who=ORGANIZER)
    return old


@pytest.mark.usefixtures("short_searches")
def test_each_kind_of_correction_is_one_that_somebody_makes(night: Night) -> None:
    game, other, phone = game_at(night, 1, 1), game_at(night, 1, 2), phone_of(night, 5)
    advance_to(night, "disputed")
    phone.post(f"/n/{night.slug}/play/settle/", {"dispute": game.disputes.get().pk, "right": "keep"})
    newest = Hand.objects.filter(game=game).latest("pk")
    form = {"game": game.pk, "hand": 3, "of": newest.pk, "result": "EW:5", "key": "key-of-the-edit"}
    phone.post(f"/n/{night.slug}/game/{game.pk}/hand/3/", form)
    phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": Hand.objects.filter(game=game).latest("pk").pk})
    play_hands(game, "NS:3-4", "NS:3-4", first=3)
    newest = Hand.objects.filter(game=game).latest("pk")
    known = {"number": newest.number, "version": 9, "key": "key-of-a-newer-one", "older": newest.key}
    known |= {"record": read_result(night, "EW:5"), "alone_by": None}
    resent = {"seats": seats_key(load_game(game, night)), "hands": json.dumps([known])}
    phone.post(f"/n/{night.slug}/play/resend/", resent)
    confirm_game(game=game, side=Side.NS, agrees=False, seen_hand=load_game(game, night).newest, who=ORGANIZER)
    write_total(other, 7, 5)
    write_total(other, 8, 5)
    undo_total(game=other, key="key-of-the-undo", who=ORGANIZER, expected=state_token(load_game(other, night)))
    write_total(other, 8, 5)
    reopen_game(game=other, who=ORGANIZER)
    one, two = game.places.get(seat="N").entry, other.places.get(seat="E").entry
    swap_seats(night=night, one=one, other=two, who=ORGANIZER)
    actor = player_actor(night, 5)
    close_night(night=night, who=ORGANIZER)
    log_late_hand(night=night, game=game.pk, number=4, who=actor)
    correct_an_old_night(night.club)
    texts = LogEntry.objects.values_list("text", flat=True)
    assert [text for text in CORRECTING if not any(line.startswith(text) for line in texts)] == []


def test_a_changed_total_of_an_old_night_is_a_correction(organizer: Client, club: Club) -> None:
    page = lines(organizer, correct_an_old_night(club), "show=corrections")
    assert "changed the total of 1 Ann M.: 63 → 64" in page[0]


def test_what_the_organizer_did_is_a_kind(organizer: Client, corrected: Night) -> None:
    page = lines(organizer, corrected, "show=organizer")
    assert page and all(line.startswith("The organizer") for line in page)


def test_a_word_finds_lines_of_a_kind(organizer: Client, corrected: Night) -> None:
    assert len(lines(organizer, corrected, "find=EDITED+hand")) == 1
    assert [line for line in lines(organizer, corrected, "find=ann") if "recorded hand 1" in line]
    assert lines(organizer, corrected, "show=corrections&find=bell") == []
    page = organizer.get(f"/n/{corrected.slug}/log/?find=nobody%00%C3%A9").content.decode()
    assert "No line has “nobody é” in it." in page


def test_a_long_log_is_read_page_by_page(organizer: Client, night: Night) -> None:
    LogEntry.objects.bulk_create(LogEntry(night=night, actor="Ann M.", text=f"did thing {n}") for n in range(250))
    address, seen = f"/n/{night.slug}/log/?", []
    while address:
        page = organizer.get(address).content.decode()
        seen += re.findall(r"did thing (\d+)<", page)
        older = re.search(r'href="(\?[^"]*)">Older', page)
        address = f"/n/{night.slug}/log/{older[1]}".replace("&amp;", "&") if older else ""
    assert seen == [str(n) for n in reversed(range(250))]
    assert ">Newer" in page and ">Newer" not in organizer.get(f"/n/{night.slug}/log/").content.decode()


@pytest.mark.parametrize("query", ["page=0", "page=-1", "page=99999999999999999", "page=x", "show=x", "show=%00"])
def test_a_page_that_there_is_not_is_one_that_there_is(organizer: Client, night: Night, query: str) -> None:
    assert lines(organizer, night, query)


def test_only_the_organizer_reads_the_log(stranger: Client, night: Night) -> None:
    for client in (stranger, phone_of(night, 1)):
        assert client.get(f"/n/{night.slug}/log/?show=corrections&find=Ann").status_code == 403
