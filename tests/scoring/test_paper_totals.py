"""A game's total from its paper card.

It counts in place of the hands everywhere. An unlikely one needs a second look, each change is a version, and the
organizer can undo it.
"""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.loading.games import load_game
from tally.loading.tallies import night_tallies, sit_outs
from tally.models import PaperTotal, Signature
from tally.scores.progress import State
from tally.scores.standings import rank
from tally.scores.tallies import PaperCount, TableGame, fold_tallies
from tally.scoring.corrections import correct_hand
from tally.scoring.paper_total_checks import Doubtful, Impossible, Total, WhoWon
from tally.scoring.paper_totals import record_total, state_token, undo_total
from tally.scoring.recording import record_hand
from tally.scoring.undo import undo_hand
from tests.support.markup import compact
from tests.support.movement_nights import open_guest_night
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, player_actor, tap
from tests.support.totals import totals, write_total
from tournament.models import Game, Night
from tournament.movements.seats import Seat, Side
from tournament.night.bell import bell_to_unring, ring_bell, unring_bell
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import arrive_late
from tournament.night.seating import started_rounds
from tournament.people.errors import NotAllowed, Refused
from tournament.planning.rounds import seatings


@pytest.fixture
def ten(empty_night: Night, short_searches: None) -> Night:
    """Ten players at two tables, two of them sitting out; no hand is played."""
    return open_guest_night(empty_night, 10, deals=4)


def newest_log_entry(night: Night, part: str) -> str:
    """Return the text of the newest log entry that contains this part."""
    entry = night.log_entries.filter(text__contains=part).order_by("-pk").first()
    assert entry is not None and entry.actor == "The organizer"
    return entry.text


# A paper total counts


def test_tallies_count_a_games_paper_total_and_not_its_hands() -> None:
    seats = {Seat.N: 1, Seat.E: 3, Seat.S: 2, Seat.W: 4}
    paper = PaperCount({Side.NS: 7, Side.EW: 5}, {1: 2}, each=1)
    tallies = fold_tallies([TableGame(round=1, table=1, seats=seats, hands=(), signed=True, paper=paper)])
    found = {number: (tally.total, tally.loners) for number, tally in tallies.items()}
    assert found == {1: (9, 2), 2: (7, 0), 3: (5, 0), 4: (5, 0)}
    assert [line.ours for line in tallies[4].lines] == [5]


def test_a_total_signs_the_game_and_counts_in_tallies_standings_and_export(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5", "NS:5")
    write_total(game, 3, 6, why="their phone died", n1=1)
    game.refresh_from_db()
    loaded = load_game(game, night)
    assert (loaded.play.signed, game.winner, loaded.progress.state()) == (True, "EW", State.DONE)
    ns = {loaded.players[seat].number for seat in Side.NS.seats}
    for number, tally in night_tallies(night, [loaded]).items():
        assert tally.total == (3 if number in ns else 6)
    assert [row.loners for row in rank(night_tallies(night, [loaded]).values()) if row.number == 1] == [1]
    table = export_night(night)["rounds"][0]["tables"][0]
    assert table["totals"] == {"NS": 3, "EW": 6} and len(table["hands"]) == 2
    (paper,) = table["paper_totals"]
    assert (paper["version"], paper["current"], paper["totals"], paper["loners"], paper["by"], paper["why"]) == (
        1,
        True,
        {"NS": 3, "EW": 6},
        {"1": 1},
        "organizer",
        "their phone died",
    )
    assert {s["side"] for s in table["signatures"] if s["agrees"]} == {"NS", "EW"}
    assert "4–0 → 3–6. Why: their phone died" in newest_log_entry(night, "from paper")


def test_a_total_is_one_line_of_the_log(night: Night) -> None:
    game = game_at(night, 1, 1)
    for ns, before in ((7, "nothing yet"), (8, "7–5")):
        lines = night.log_entries.count()
        write_total(Game.objects.get(pk=game.pk), ns, 5)
        assert [entry.text for entry in night.log_entries.order_by("pk")[lines:]] == [
            f"entered the total of game 1 at table 1 from paper: {before} → {ns}–5"
        ]
        assert "signed" in night.events.order_by("-pk")[0].topics.split(), "open pages hear of it"


def test_board_phone_and_standings_show_a_paper_total(organizer: Client, night: Night) -> None:
    write_total(game_at(night, 1, 1), 7, 5)
    write_total(game_at(night, 1, 2), 4, 6)
    phone = phone_of(night, 1).get(f"/n/{night.slug}/play/?game=1").content.decode()
    assert ">7</b>" in phone and ">5</b>" in phone
    assert "No hands yet" not in organizer.get(f"/n/{night.slug}/standings/").content.decode()
    for number in range(2, 8):
        for table in (1, 2):
            write_total(game_at(night, number, table), 1, 0)
    assert compact(organizer.get(f"/n/{night.slug}/board/").content.decode()).count("from paper</span>") == 2
    assert sum(totals(night).values()) == 2 * (7 + 5 + 4 + 6 + 12)


def test_a_sit_out_counts_once_its_round_has_a_total(ten: Night) -> None:
    assert [out.credit for out in sit_outs(ten) if out.round == 1] == [None, None]
    game = game_at(ten, 1, 1)
    write_total(game, 7, 5)
    reopen_game(game=game, who=ORGANIZER)
    assert all(out.credit is not None for out in sit_outs(ten) if out.round == 1), "a reopened game counts all the same"


def test_the_head_tables_total_rings_the_bell_only_where_another_table_plays_with_phones(night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(bell_by=Night.BellBy.HEAD_TABLE)
    write_total(game_at(night, 1, 1), 7, 5)
    assert bell_to_unring(night) is None, "nobody plays with a phone, so a bell has no use"
    play_hands(game_at(night, 2, 2), "NS:3-4")
    write_total(game_at(night, 2, 1), 7, 5)
    bell = bell_to_unring(night)
    assert bell is not None and bell.round.number == 2
    unring_bell(night=night, who=ORGANIZER)
    write_total(game_at(night, 2, 1), 6, 5)
    assert bell_to_unring(night) is None, "a canceled bell stays canceled"


def test_winners_move_by_paper_totals_and_a_tie_needs_its_winner(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", deals=4)
    first, second = game_at(night, 1, 1), game_at(night, 1, 2)
    write_total(first, 5, 8)
    with nothing_changes(), pytest.raises(WhoWon):
        write_total(second, 6, 6)
    write_total(second, 6, 6, winner=Side.EW)
    second.refresh_from_db()
    assert (second.winner, second.tie_to) == ("EW", "EW")
    moving_up = {place.entry for place in second.places.all() if Seat(place.seat).side is Side.EW}
    staying = {place.entry for place in first.places.all() if Seat(place.seat).side is Side.EW}
    head_table = {place.entry for place in game_at(night, 2, 1).places.all()}
    assert moving_up | staying == head_table


def test_a_tie_of_the_last_game_needs_no_winner(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", games=1, deals=4)
    key = write_total(game_at(night, 1, 1), 6, 6)
    game = game_at(night, 1, 1)
    assert (game.winner, game.tie_to, game.signed_at is not None) == ("", "", True)
    with nothing_changes():
        write_total(game, 6, 6, key=key)
        write_total(game, 6, 6)


# Versions


def test_another_total_is_another_version_and_the_game_stays_signed(night: Night) -> None:
    game = game_at(night, 1, 1)
    write_total(game, 7, 5)
    write_total(game, 5, 7, why="read upside down")
    game.refresh_from_db()
    assert (game.winner, game.signed_at is not None) == ("EW", True)
    assert list(game.paper_totals.values_list("version", "ns", "ew")) == [(1, 7, 5), (2, 5, 7)]  # type: ignore[attr-defined]
    assert "7–5 → 5–7. Why: read upside down" in newest_log_entry(night, "5–7")


def test_undoing_a_total_leaves_the_hands_and_an_open_game(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, *["NS:5"] * 4)
    write_total(game, 7, 5)
    undo_total(
        game=game, key=uuid4().hex, who=ORGANIZER, why="wrong card", expected=state_token(load_game(game, night))
    )
    loaded = load_game(game, night)
    assert (loaded.play.total(Side.NS), loaded.play.signed, loaded.signatures) == (8, False, {})
    assert "7–5 → 8–0. Why: wrong card" in newest_log_entry(night, "removed the paper total")
    assert [p["current"] for p in export_night(night)["rounds"][0]["tables"][0]["paper_totals"]] == [False, False]


def undo_newest_total(game: Game) -> None:
    """Undo the paper total as the organizer, from a page that shows the game as it is now."""
    undo_total(game=game, key=uuid4().hex, who=ORGANIZER, expected=state_token(load_game(game, game.round.night)))


def test_undoing_totals_of_later_games_removes_every_trace(ten: Night) -> None:
    for table in (1, 2):
        write_total(game_at(ten, 3, table), 7, 5)
    assert started_rounds(ten) == 3
    undo_newest_total(game_at(ten, 3, 1))
    assert started_rounds(ten) == 3, "table 2 still has one"
    undo_newest_total(game_at(ten, 3, 2))
    assert (started_rounds(ten), PaperTotal.objects.count(), Signature.objects.count()) == (0, 0, 0)
    assert "7–5 → nothing yet" in newest_log_entry(ten, "removed the paper total of game 3 at table 2")
    arrive_late(night=ten, name="Zoe New", who=ORGANIZER)
    assert 11 in seatings(ten)[0].everybody and 11 in seatings(ten)[2].everybody


def test_a_late_duplicate_neither_restores_an_undone_total_nor_undoes_another(ten: Night) -> None:
    game, total = game_at(ten, 2, 1), Total(7, 5)
    before = state_token(load_game(game, ten))
    key = write_total(game, 7, 5, expected=before)
    before_undo = state_token(load_game(game, ten))
    undo_total(game=game, key="one-undo-key", who=ORGANIZER, expected=before_undo)
    with nothing_changes():
        record_total(game=game, total=total, key=key, who=ORGANIZER, expected=before)
    assert (started_rounds(ten), PaperTotal.objects.count()) == (0, 0)
    write_total(game, 7, 5)
    with nothing_changes():
        undo_total(game=game, key="one-undo-key", who=ORGANIZER, expected=before_undo)


def test_undoing_a_total_seats_late_arrivals_in_games_that_have_not_started(organizer: Client, ten: Night) -> None:
    game = game_at(ten, 2, 1)
    write_total(game, 7, 5)
    arrive_late(night=ten, name="Zoe New", who=ORGANIZER)
    assert [11 in seating.everybody for seating in seatings(ten)[:3]] == [False, False, True]
    form = {"withdraw": state_token(load_game(game, ten)), "key": uuid4().hex}
    for again in range(2):
        answer = organizer.post(f"/n/{ten.slug}/game/{game.pk}/total/", form)
        assert answer["Location"] == f"/n/{ten.slug}/board/", f"the game was reseated, so its page is gone: {again}"
    assert organizer.get(f"/n/{ten.slug}/game/{game.pk}/total/").status_code == 404
    assert all(11 in seating.everybody for seating in seatings(ten)[:3])


def test_why_a_total_was_taken_back_is_logged_without_what_no_database_stores(organizer: Client, ten: Night) -> None:
    game = game_at(ten, 1, 1)
    write_total(game, 7, 5)
    form = {"withdraw": state_token(load_game(game, ten)), "key": uuid4().hex, "why": "wrong\0slip" + 300 * "x"}
    assert organizer.post(f"/n/{ten.slug}/game/{game.pk}/total/", form).status_code == 302
    assert ". Why: wrong slipxxx" in ten.log_entries.order_by("-pk")[0].text


def test_a_game_with_a_hand_or_a_bell_has_started_even_without_its_total(ten: Night) -> None:
    play_hands(game_at(ten, 1, 1), "NS:5")
    ring_bell(round_=game_at(ten, 2, 1).round, who=ORGANIZER)
    for number in (1, 2):
        write_total(game_at(ten, number, 1), 7, 5)
        undo_newest_total(game_at(ten, number, 1))
    assert (started_rounds(ten), PaperTotal.objects.count()) == (2, 4)
    unring_bell(night=ten, who=ORGANIZER)
    arrive_late(night=ten, name="Zoe New", who=ORGANIZER)
    assert 11 in seatings(ten)[2].everybody


def test_hands_cannot_change_while_a_paper_total_counts(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    hand = load_game(game, night).hands[0]
    write_total(game, 7, 5)
    reopen_game(game=game, who=ORGANIZER)
    player = player_actor(night, 1)
    assert load_game(game, night).next_hand is None
    with nothing_changes():
        for change in (
            lambda: play_hands(game, "NS:5", first=2),
            lambda: undo_hand(game=game, hand=hand.id, key=uuid4().hex, who=ORGANIZER),
            lambda: correct_hand(
                game=game, of=hand.id, record=hand.data | {"maker_tricks": 4}, who=ORGANIZER, key=uuid4().hex
            ),
            lambda: record_hand(game=game, number=2, record=hand.data, key=uuid4().hex, who=player),
        ):
            with pytest.raises(Refused, match="counts by its total from paper, 7–5"):
                change()


# Repeated and forbidden writes


def test_sending_the_same_total_twice_records_it_once(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    before = state_token(load_game(game, night))
    key = write_total(game, 7, 5, expected=before)
    with nothing_changes():
        write_total(game, 7, 5, key=key, expected=before)
        write_total(game, 7, 5)
        with pytest.raises(Refused, match="another table"):
            write_total(game_at(night, 1, 2), 7, 5, key=key)
        with pytest.raises(Refused, match="was already saved before you changed it here"):
            write_total(game, 8, 5, key=key, expected=before)
    before_undo = state_token(load_game(game, night))
    for _ in range(2):
        undo_total(game=game, key="one-key-for-both", who=ORGANIZER, expected=before_undo)
    assert PaperTotal.objects.filter(ns=None).count() == 1


def test_a_total_is_refused_when_the_game_changed_since_the_page_was_shown(night: Night) -> None:
    game = game_at(night, 1, 1)
    before = state_token(load_game(game, night))
    tap(phone_of(night, 1), game, 1)
    with nothing_changes(), pytest.raises(Refused, match="score changed in the meantime"):
        write_total(game, 7, 5, expected=before)


def test_a_total_that_has_changed_or_is_gone_is_not_undone(night: Night) -> None:
    game = game_at(night, 1, 1)
    write_total(game, 7, 5)
    before = state_token(load_game(game, night))
    write_total(game, 8, 5)
    with nothing_changes(), pytest.raises(Refused, match="changed in the meantime"):
        undo_total(game=game, key=uuid4().hex, who=ORGANIZER, expected=before)
    undo_newest_total(game)
    with nothing_changes():
        undo_newest_total(game)


def test_players_record_no_paper_totals_and_closed_nights_accept_none(night: Night) -> None:
    game, player = game_at(night, 1, 1), player_actor(night, 1)
    before = state_token(load_game(game, night))
    with nothing_changes(), pytest.raises(NotAllowed):
        record_total(game=game, total=Total(7, 5), key=uuid4().hex, who=player, expected=before)
    write_total(game, 7, 5)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        with pytest.raises(Refused, match="closed"):
            write_total(game, 6, 5)
        with pytest.raises(Refused, match="closed"):
            undo_total(game=game, key=uuid4().hex, who=ORGANIZER, expected=state_token(load_game(game, night)))


# Impossible and unlikely totals


def test_an_impossible_total_is_refused_and_an_unlikely_one_needs_confirmation(night: Night) -> None:
    game = game_at(night, 1, 1)
    at_table = {entry.number for entry in load_game(game, night).players.values()}
    elsewhere = next(number for number in range(1, 9) if number not in at_table)
    with nothing_changes():
        with pytest.raises(Doubtful, match="−2 points: only a renege loses points tonight"):
            write_total(game, 3, -2)
        with pytest.raises(Impossible, match="999") as huge:
            write_total(game, 1000, 0, sure=True)
        with pytest.raises(Impossible, match=f"Number {elsewhere} is not at this table") as loner:
            write_total(game, 3, 4, sure=True, **{f"n{elsewhere}": 1})
        with pytest.raises(Doubtful, match=r"17 points are more than 4 hands can score \(16\)"):
            write_total(game, 17, 0)
        with pytest.raises(Doubtful, match="5 loners are more"):
            write_total(game, 16, 0, n1=5)
    assert [error.value.at for error in (huge, loner)] == ["ns", "loners"]
    write_total(game, 17, 0, sure=True)
    assert load_game(game, night).play.total(Side.NS) == 17


def test_a_total_that_is_just_possible_needs_no_confirmation(night: Night) -> None:
    game = game_at(night, 1, 1)
    write_total(game, 16, 0, n1=4)  # four lone marches
    write_total(game, 999, 0, sure=True)
    assert load_game(game, night).totals[Side.NS] == 999


def test_a_total_may_be_negative_after_a_renege_unless_the_others_score_it(night: Night) -> None:
    game = game_at(night, 1, 1)
    write_total(game, -2, 6, sure=True)
    assert load_game(game, night).totals == {"NS": -2, "EW": 6}
    Night.objects.filter(pk=night.pk).update(house_rules={"renege_goes_to": "others"})
    with nothing_changes(), pytest.raises(Impossible, match="0 or more") as negative:
        write_total(game_at(night, 1, 1), 3, -1, sure=True)
    assert negative.value.at == "ew"


def test_points_for_the_others_reneges_need_no_confirmation(night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(house_rules={"renege_goes_to": "others", "renege": 5})
    with nothing_changes(), pytest.raises(Doubtful, match=r"4 hands can score \(20\)"):
        write_total(game_at(night, 1, 1), 21, 0)
    write_total(game_at(night, 1, 1), 20, 0)


def test_a_total_may_be_negative_where_a_game_has_negative_points(night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(variant="pepper-grinnell", house_rules={})
    night.refresh_from_db()
    write_total(game_at(night, 1, 1), -4, 9)
    assert load_game(game_at(night, 1, 1), night).totals == {"NS": -4, "EW": 9}


# The page


def test_the_page_shows_whose_points_change_before_it_records(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    address = f"/n/{night.slug}/game/{game.pk}/total/"
    typed = {"ns": "7", "ew": "5", "key": uuid4().hex, "shown": state_token(load_game(game, night)), "why": "no phone"}
    with nothing_changes():
        page = organizer.post(address, typed).content.decode()
    for entry in load_game(game, night).players.values():
        assert f"<td>{entry}</td>" in page
    assert page.count(">+5</td>") == 4, "2 becomes 7, and 0 becomes 5"
    assert "The 1 hand recorded there stays in the log but no longer counts." in page
    assert organizer.post(address, typed | {"sure": "1"}).status_code == 302
    assert load_game(game, night).totals == {"NS": 7, "EW": 5}
    with nothing_changes():
        assert organizer.post(address, typed | {"sure": "1"}).status_code == 302


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"ew": ""}, "Enter the points of both pairs"),
        ({"ns": "seven"}, "as a whole number"),
        ({"ns": "−1000"}, "No game scores more than 999 points"),
        ({"loners": "Ann"}, "Enter the numbers of those who went alone"),
    ],
)
def test_a_typing_error_is_explained_twice_and_the_text_stays_in_its_field(
    organizer: Client, night: Night, typed: dict[str, str], sentence: str
) -> None:
    Night.objects.filter(pk=night.pk).update(count_loners=True)
    game = game_at(night, 1, 1)
    data = {"ns": "7", "ew": "5", "key": uuid4().hex, "shown": state_token(load_game(game, night)), **typed}
    with nothing_changes():
        answer = organizer.post(f"/n/{night.slug}/game/{game.pk}/total/", data)
    page = answer.content.decode()
    assert answer.status_code == 400 and "There is a problem" in page
    assert page.count(sentence) == 2, "in the summary and at the field"
    assert all(f'value="{value}"' in page for name, value in data.items() if value and name in ("ns", "ew", "loners"))


def edited(organizer: Client, night: Night, game: Game, **typed: str) -> str:
    """Return the preview of a total that is typed for this game, as one line."""
    data = {"key": uuid4().hex, "shown": state_token(load_game(game, night)), **typed}
    answer = organizer.post(f"/n/{night.slug}/game/{game.pk}/total/", data)
    assert answer.status_code == 200
    return compact(answer.content.decode())


@pytest.mark.parametrize("counted", [True, False])
def test_the_form_of_a_recorded_total_is_filled_in_with_who_went_alone(
    organizer: Client, night: Night, counted: bool
) -> None:
    Night.objects.filter(pk=night.pk).update(count_loners=counted)
    game = game_at(night, 1, 1)
    form = organizer.get(f"/n/{night.slug}/game/{game.pk}/total/").content.decode()
    assert not re.search(r'name="(ns|ew|loners)" value', form), "nothing is in yet"
    numbers = [entry.number for entry in load_game(game, night).players.values()]
    one, other = sorted(number for number in numbers if number)[:2]
    write_total(game, 5, 9, **{f"n{one}": 2, f"n{other}": 1})
    form = organizer.get(f"/n/{night.slug}/game/{game.pk}/total/").content.decode()
    found = dict(re.findall(r'name="(ns|ew|loners)" value="([^"]*)"', form))
    assert found == {"ns": "5", "ew": "9", "loners": f"{one} {one} {other}"}


def test_the_preview_frees_the_four_only_while_no_later_game_has_started(organizer: Client, night: Night) -> None:
    game, frees = game_at(night, 1, 1), "the four are free for their next game"

    def preview() -> str:
        form = {"ns": "7", "ew": "5", "key": uuid4().hex, "shown": state_token(load_game(game, night))}
        return compact(organizer.post(f"/n/{night.slug}/game/{game.pk}/total/", form).content.decode())

    assert f"You confirm this score for the table, and {frees}." in preview()
    for table in (1, 2):
        write_total(game_at(night, 1, table), 4, 6)
    play_hands(game_at(night, 2, 1), "NS:5")
    assert "You confirm this score for the table." in preview() and frees not in preview()


def test_the_preview_says_whose_loners_change(organizer: Client, night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(count_loners=True)
    game = game_at(night, 1, 1)
    entry = next(iter(load_game(game, night).players.values()))
    assert f"<b>{entry}</b>: 2 loners." in edited(
        organizer, night, game, ns="5", ew="9", loners=f"{entry.number} {entry.number}"
    )
    write_total(game, 5, 9, **{f"n{entry.number}": 2})
    page = edited(organizer, night, game, ns="9", ew="5")
    assert f"<b>{entry}: loners 2 → 0.</b>To keep them" in page
    kept = edited(organizer, night, game, ns="9", ew="5", loners=f"{entry.number} {entry.number}")
    assert f"<b>{entry}</b>: 2 loners, before 2." in kept and "problem" not in kept.partition('id="preview"')[2]


def test_the_preview_asks_about_an_unlikely_total(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 1)
    data = {"ns": "88", "ew": "5", "key": uuid4().hex, "shown": state_token(load_game(game, night))}
    page = organizer.post(f"/n/{night.slug}/game/{game.pk}/total/", data).content.decode()
    assert "88 points are more than 4 hands can score" in page and "Record 88–5" in page


def test_late_arrivals_are_seated_after_a_round_that_has_only_a_paper_total(ten: Night) -> None:
    write_total(game_at(ten, 1, 1), 7, 5)
    before = list(game_at(ten, 1, 2).places.values_list("entry", flat=True))
    arrive_late(night=ten, name="Zoe New", who=ORGANIZER)
    assert list(game_at(ten, 1, 2).places.values_list("entry", flat=True)) == before
