"""Quick entry from paper cards.

Each table has a row, saved on its own or with the whole page. A whole night can be entered without a phone.
"""

from __future__ import annotations

import random
import re
from html import unescape

from django.test import Client

from tally.loading.games import load_game, night_games
from tally.loading.tallies import night_tallies
from tally.models import PaperTotal
from tests.support.markup import compact, page_text
from tests.support.movement_nights import open_guest_night
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tournament.models import Game, Night
from tournament.movements.seats import Seat
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night

HIDDEN = re.compile(r'<input type="hidden" name="(g\d+-\w+)" value="([^"]*)">')


def page_of(client: Client, night: Night, number: int) -> str:
    """Return the page's HTML."""
    return client.get(f"/n/{night.slug}/quick/{number}/").content.decode()


def send(client: Client, night: Night, number: int, htmx: bool = False, **typed: str) -> tuple[int, str]:
    """Fill in the page as it is now, send it whole or (with htmx) one row, and return the answer's status and text.

    A field is named by its table: `t2_ns="7"`.
    """
    data = dict(HIDDEN.findall(page_of(client, night, number)))
    for name, value in typed.items():
        table, field = name.split("_")
        data[f"g{game_at(night, number, int(table[1:])).pk}-{field}"] = value
    if htmx:
        data["row"] = str(game_at(night, number, int(next(iter(typed)).split("_")[0][1:])).pk)
    answer = client.post(f"/n/{night.slug}/quick/{number}/", data, headers={"HX-Request": "true"} if htmx else {})
    return answer.status_code, unescape(answer.content.decode())


def test_a_whole_night_of_quick_entry_ends_in_the_right_standings(organizer: Client, three_tables: Night) -> None:
    chance, expected = random.Random(12), dict.fromkeys(range(1, 13), 0)
    for number in range(1, 12):
        typed = {}
        for table in (1, 2, 3):
            ns, ew = chance.randint(0, 9), chance.randint(0, 9)
            typed |= {f"t{table}_ns": str(ns), f"t{table}_ew": str(ew)}
            for seat, player in game_at(three_tables, number, table).places.values_list("seat", "entry__number"):
                expected[player] += ns if seat in "NS" else ew
        status, _ = send(organizer, three_tables, number, **typed)
        assert status == 302
    assert not Game.objects.unsigned().exists() and PaperTotal.objects.count() == 33
    close_night(night=three_tables, who=ORGANIZER)
    page = compact(organizer.get(f"/n/{three_tables.slug}/standings/").content.decode())
    totals = {
        int(number): int(total)
        for number, total in re.findall(
            r'<td class="numeric">(\d+)</td><td><a .*?<td class="numeric number">(\d+)</td>', page
        )
    }
    assert totals == expected


def test_a_row_is_saved_on_its_own_and_returned_as_saved(organizer: Client, three_tables: Night) -> None:
    status, row = send(organizer, three_tables, 1, htmx=True, t2_ns="7", t2_ew="5")
    assert status == 200 and row.lstrip().startswith("<li") and "<html" not in row
    assert "✓ 7–5</b>from paper." in compact(row) and "hx-post" not in row
    assert [game.play.signed for game in night_games(three_tables) if game.number == 1] == [False, True, False]


def test_only_filled_rows_are_saved_and_the_others_stay_to_be_filled(organizer: Client, three_tables: Night) -> None:
    assert send(organizer, three_tables, 1, t1_ns="3", t1_ew="0")[0] == 302
    assert PaperTotal.objects.get().game == game_at(three_tables, 1, 1)
    assert "Why:" not in three_tables.log_entries.order_by("-pk")[0].text
    page = page_of(organizer, three_tables, 1)
    assert "✓ 3–0</b>" in page and page.count("hx-post") == 2
    assert "Not in yet" in page_of(organizer, three_tables, 2)


def test_an_error_is_in_the_summary_and_at_its_field_and_nothing_typed_is_lost(
    organizer: Client, three_tables: Night
) -> None:
    status, page = send(organizer, three_tables, 1, t1_ns="7", t1_ew="", t2_ns="x", t2_ew="2", t3_ns="6", t3_ew="-1")
    assert status == 400 and page.count("There is a problem") == 1
    assert page.count("Enter the points of both pairs") == page.count("as a whole number") == 2
    assert page.count("only a renege loses points tonight") == 2
    first = game_at(three_tables, 1, 1).pk
    assert f'href="#id_g{first}-ew">Table 1: Enter the points' in page and f'id="id_g{first}-ew"' in page
    for value in ("7", "x", "2", "6", "-1"):
        assert f'value="{value}"' in page
    assert not PaperTotal.objects.exists()
    _, row = send(organizer, three_tables, 1, htmx=True, t2_ns="x", t2_ew="2")
    assert row.count("as a whole number") == 2 and 'hx-swap-oob="true"' in row and 'value="x"' in row


def test_valid_rows_are_saved_beside_an_invalid_one(organizer: Client, three_tables: Night) -> None:
    assert send(organizer, three_tables, 1, t1_ns="7", t1_ew="", t2_ns="4", t2_ew="6")[0] == 400
    assert PaperTotal.objects.get().game == game_at(three_tables, 1, 2)


def test_an_unlikely_total_is_recorded_once_it_is_confirmed(organizer: Client, three_tables: Night) -> None:
    _, row = send(organizer, three_tables, 1, htmx=True, t1_ns="77", t1_ew="5")
    assert "77 points are more than 4 hands can score" in row
    answer = re.search(r'<button name="g\d+-sure" value="(77/5/)"', row)
    assert answer
    assert not PaperTotal.objects.exists()
    _, row = send(organizer, three_tables, 1, htmx=True, t1_ns="88", t1_ew="5", t1_sure=answer[1])
    assert "88 points are more than" in row, "another number is asked about again"
    assert not PaperTotal.objects.exists()
    send(organizer, three_tables, 1, htmx=True, t1_ns="77", t1_ew="5", t1_sure=answer[1])
    assert PaperTotal.objects.get().ns == 77


def test_an_unlikely_tie_asks_both_questions_one_after_the_other(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", deals=4)
    _, row = send(organizer, night, 1, htmx=True, t1_ns="77", t1_ew="77", t1_sure="77/77/")
    assert "Enter who won it" in row and re.search(r'<input type="hidden" name="g\d+-sure" value="77/77/">', row)
    send(organizer, night, 1, htmx=True, t1_ns="77", t1_ew="77", t1_sure="77/77/", t1_winner="EW")
    assert game_at(night, 1, 1).winner == "EW"


def test_a_tie_asks_who_won_when_winners_move(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", deals=4)
    _, row = send(organizer, night, 1, htmx=True, t1_ns="6", t1_ew="6")
    assert "Enter who won it" in row and '-winner" value="NS"' in row and '-winner" value="EW"' in row, "two buttons"
    assert "Seats for game 2 post when all scores" in page_of(organizer, night, 2)
    send(organizer, night, 1, t1_ns="6", t1_ew="6", t1_winner="EW", t2_ns="1", t2_ew="2")
    game = game_at(night, 1, 1)
    assert (game.winner, game.tie_to) == ("EW", "EW") and night.rounds.count() == 2
    assert "✓ 6–6 from paper. The tie went to" in page_text(organizer, f"/n/{night.slug}/quick/1/")


def test_a_tie_in_the_last_game_needs_no_winner(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", games=1, deals=4)
    _, row = send(organizer, night, 1, htmx=True, t1_ns="5", t1_ew="5")
    assert "✓ 5–5</b>from paper." in compact(row) and "Enter who won it" not in row and "-winner" not in row
    game = game_at(night, 1, 1)
    assert (game.winner, game.tie_to, game.signed_at is not None) == ("", "", True)


def test_a_total_signed_on_phones_is_shown_and_cannot_be_overwritten(organizer: Client, three_tables: Night) -> None:
    game = game_at(three_tables, 1, 1)
    play_hands(game, *["NS:5"] * 4)
    before = dict(HIDDEN.findall(page_of(organizer, three_tables, 1)))
    sign_game(game=game, winner="NS", who=ORGANIZER)
    page = page_of(organizer, three_tables, 1)
    assert "✓ 8–0</b>confirmed on the phones." in compact(page) and f'/game/{game.pk}/">Open it again' in page
    assert f"g{game.pk}-ns" not in page
    stale = before | {f"g{game.pk}-ns": "1", f"g{game.pk}-ew": "2"}
    with nothing_changes():
        answer = organizer.post(f"/n/{three_tables.slug}/quick/1/", stale)
    assert "score changed in the meantime" in answer.content.decode()


def test_the_page_counts_hands_already_recorded_on_phones(organizer: Client, three_tables: Night) -> None:
    play_hands(game_at(three_tables, 1, 1), "NS:5", "NS:5")
    assert "2 hands on the phones so far." in page_of(organizer, three_tables, 1)
    send(organizer, three_tables, 1, t1_ns="7", t1_ew="5")
    assert list(load_game(game_at(three_tables, 1, 1), three_tables).totals.values()) == [7, 5]


def test_loners_are_typed_by_number_when_they_are_counted(organizer: Client, three_tables: Night) -> None:
    assert "Went alone" not in page_of(organizer, three_tables, 1)
    Night.objects.update(count_loners=True)
    north = game_at(three_tables, 1, 1).places.get(seat="N").entry.number
    send(organizer, three_tables, 1, t1_ns="8", t1_ew="2", t1_loners=f"{north} {north}")
    assert night_tallies(three_tables, night_games(three_tables))[north].loners == 2


def test_sending_the_same_page_twice_records_it_once(organizer: Client, three_tables: Night) -> None:
    data = dict(HIDDEN.findall(page_of(organizer, three_tables, 1)))
    pk = game_at(three_tables, 1, 1).pk
    data |= {f"g{pk}-ns": "7", f"g{pk}-ew": "5"}
    assert organizer.post(f"/n/{three_tables.slug}/quick/1/", data).status_code == 302
    with nothing_changes():
        assert organizer.post(f"/n/{three_tables.slug}/quick/1/", data).status_code == 302


def test_a_table_of_lost_phones_is_found_by_its_number(organizer: Client, three_tables: Night) -> None:
    send(organizer, three_tables, 1, t1_ns="7", t1_ew="5", t3_ns="4", t3_ew="6")
    found = organizer.get(f"/n/{three_tables.slug}/quick/?table=2", follow=True)
    assert found.redirect_chain == [(f"/n/{three_tables.slug}/quick/1/?table=2", 302)]
    focused = re.findall(r"<input[^>]*autofocus[^>]*>", found.content.decode())
    assert len(focused) == 1 and f'id="id_g{game_at(three_tables, 1, 2).pk}-ns"' in focused[0]
    ahead = organizer.get(f"/n/{three_tables.slug}/quick/?table=3", follow=True)
    assert ahead.redirect_chain == [(f"/n/{three_tables.slug}/quick/2/?table=3", 302)], "its first game that is not in"
    for wrong in ("99", "x", "²"):
        page = organizer.get(f"/n/{three_tables.slug}/quick/?table={wrong}", follow=True).content.decode()
        assert f"No table {wrong} tonight." in page


def test_only_the_organizer_finds_a_table(stranger: Client, three_tables: Night) -> None:
    for client in (stranger, phone_of(three_tables, 1)):
        assert client.get(f"/n/{three_tables.slug}/quick/?table=2").status_code == 403


def test_tables_without_a_phone_come_first(organizer: Client, three_tables: Night) -> None:
    phone_of(three_tables, load_game(game_at(three_tables, 1, 1), three_tables).players[Seat.N].number or 0)
    assert "On phones" not in page_of(organizer, three_tables, 1), "a phone that only looked up its seat tells no score"
    play_hands(game_at(three_tables, 1, 1), "NS:3-4")
    send(organizer, three_tables, 1, t2_ns="7", t2_ew="5")
    page = page_of(organizer, three_tables, 1)
    order = [page.index(text) for text in ("On paper", "Table 3<", "On phones", "Table 1<", "<h2>In</h2>", "Table 2<")]
    assert order == sorted(order)


def test_a_game_number_out_of_range_has_no_page(organizer: Client, three_tables: Night) -> None:
    assert organizer.get(f"/n/{three_tables.slug}/quick/12/").status_code == 404
    assert organizer.get(f"/n/{three_tables.slug}/quick/0/").status_code == 404


def test_a_closed_nights_page_is_read_only(organizer: Client, three_tables: Night) -> None:
    data = dict(HIDDEN.findall(page_of(organizer, three_tables, 1)))
    pk = game_at(three_tables, 1, 1).pk
    close_night(night=three_tables, who=ORGANIZER)
    assert '<input type="hidden" name="g' not in page_of(organizer, three_tables, 1)
    with nothing_changes():
        assert (
            organizer.post(f"/n/{three_tables.slug}/quick/1/", data | {f"g{pk}-ns": "7", f"g{pk}-ew": "5"}).status_code
            == 409
        )
