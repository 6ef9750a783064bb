"""Every state that a phone, the board, the desk or the big screen can show, for `picture_pages` and `picture_help`.

Each story plays a night and yields the states on the way: a name (the word before its first "-" is the kind of page),
the browser's client, a path or the answer to a form, and optionally what to do on the page before its picture is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from tally.loading.games import load_game
from tally.models import Hand
from tally.presenters.results import scoring_buttons
from tally.rules import ask
from tally.scoring.reveal import reveal_standings
from tally.scoring.single_table import record_at_table
from tally.scoring.ties import settle_tie
from tally.scoring.undo import undo_hand
from tests.support.movement_nights import games_of, sign_both_sides
from tests.support.night import CAST, ORGANIZER, play_hands, tap
from tests.support.single_table import current_game, open_table, random_hand
from tests.support.staged_night import LONG_NAMES, StagedNight, announce, tap_offline, tap_refused
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.clock import grant_minutes, start_clock
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import drop_out

State = tuple[str, Client, str | HttpResponse] | tuple[str, Client, str | HttpResponse, Callable[[Page], object]]
BELL = "The bell! Tables still at game 1 finish this hand and confirm the score."


# --- Before the night ---------------------------------------------------------------------------------------


def signing_up() -> Iterator[State]:
    """People sign up on their phones."""
    staged = StagedNight(7, opened=False)
    night, (first, *_) = staged.night, staged.night.entries.order_by("number")
    yield "phone-home-stranger", Client(), "/"
    yield "phone-join", *staged.stranger("join/")
    yield "phone-join-same-name", Client(), Client().post(f"/n/{night.slug}/join/", {"name": CAST[0]})
    yield "phone-code", Client(), "/j/"
    yield "phone-code-wrong", Client(), Client().post("/j/", {"code": "K7QM"})
    yield "phone-claim", Client(), f"/J/{first.key}"
    yield "phone-stranger-before", *staged.stranger("play/")
    yield "phone-waiting", *staged.phone(1)
    yield "phone-claim-taken", Client(), f"/J/{first.key}"
    yield "phone-seats-before", *staged.stranger()
    yield "phone-standings-before", *staged.stranger("standings/")
    yield "phone-rules", *staged.stranger("rules/")
    yield "phone-test", *staged.stranger("test/")
    yield "phone-test-reported", *staged.phone(2, "test/?reported=1")
    yield "phone-not-found", Client(), "/n/nowhere/"
    yield "phone-refused", *StagedNight(3, opened=False).post("desk/start/")
    yield "phone-not-allowed", *staged.stranger("board/")
    yield "screen-sign-up", *staged.stranger("screen/")
    for state, path in (
        ("desk-seven", "desk/"),
        ("desk-rules", "rules/"),
        ("desk-movement", "desk/movement/"),
        ("desk-printing-before", "print/"),
    ):
        yield state, *staged.organizer(path)


def empty_and_full() -> Iterator[State]:
    """Nobody has signed up yet; then all have."""
    staged = StagedNight(0, opened=False)
    yield "desk-empty", *staged.organizer("desk/")
    yield "screen-empty", *staged.stranger("screen/")
    yield "desk-home", staged.organizer()[0], "/"
    yield "desk-twelve", *StagedNight(12, opened=False).organizer("desk/")
    staged = StagedNight(22, names=LONG_NAMES, opened=False, movement="winners-up")
    yield "desk-long-names", *staged.organizer("desk/")
    yield "desk-refused", *staged.post("desk/names/", names=LONG_NAMES[0])
    yield "desk-removed", *staged.post("desk/remove/", entry=staged.entry(3).pk)
    yield "desk-no-such-chart", *StagedNight(22, opened=False, movement="chart").organizer("desk/")
    yield "desk-hundred", *StagedNight(100, opened=False).organizer("desk/")
    yield "desk-133", *StagedNight(133, opened=False).organizer("desk/")
    yield "desk-started", *StagedNight(12).organizer("desk/")


# --- Two tables ---------------------------------------------------------------------------------------------


def hands() -> Iterator[State]:
    """A game's hands on the phones of its table and on the organizer's pages."""
    staged = StagedNight(8)
    seats, game = staged.seats(), staged.game()
    for seat in "NEW":
        yield f"phone-first-hand-{seat}", *staged.phone(seats[seat])
    yield "board-before-start", *staged.organizer()
    yield "phone-stranger", *staged.stranger("play/")
    yield "phone-seats", *staged.phone(seats["N"], "")
    yield "phone-no-wifi-first-hand", *staged.phone(seats["N"]), tap_offline("NS:3-4")
    play_hands(game, "NS:3-4")
    for seat in "NSE":
        yield f"phone-scoring-{seat}", *staged.phone(seats[seat])
    yield "phone-no-wifi", *staged.phone(seats["N"]), tap_offline("NS:5", "EW:5")
    yield "phone-replaced", *staged.replace_phone(seats["W"])
    yield "phone-game-page", *staged.phone(seats["S"], staged.game_path())
    yield "phone-correct", *staged.phone(seats["S"], staged.game_path(more="hand/1/"))
    yield "board-game", *staged.organizer(staged.game_path())
    yield "board-correct", *staged.organizer(staged.game_path(more="hand/1/"))
    play_hands(game, "EW:0-2", "NS:5-alone", first=2)
    yield "phone-last-hand", *staged.phone(seats["N"])
    staged.ring()
    yield "phone-bell-rung", *staged.phone(seats["N"])
    yield "phone-bell-announced", *staged.phone(seats["N"]), announce(BELL)
    yield "phone-unrung", *staged.phone(seats["N"]), announce("Bell canceled, keep playing.")
    yield "board-rung", *staged.organizer()
    yield "board-rung-announced", *staged.organizer(), announce(BELL)
    play_hands(game, "EW:3-4", first=4)
    yield from _signing(staged)


def _signing(staged: StagedNight) -> Iterator[State]:
    """One side objects, then both sign, then the game is reopened."""
    seats = staged.seats()
    yield "phone-sign", *staged.phone(seats["N"])
    staged.sign(Side.NS)
    yield "phone-signed-by-us", *staged.phone(seats["N"])
    yield "phone-signed-by-them", *staged.phone(seats["E"])
    staged.sign(Side.EW, agrees=False)
    yield "phone-not-right", *staged.phone(seats["N"])
    yield "phone-not-right-game", *staged.phone(seats["E"], staged.game_path())
    yield "board-needs-you", *staged.organizer()
    yield "board-game-not-right", *staged.organizer(staged.game_path())
    staged.sign(Side.NS)
    staged.sign(Side.EW)
    yield "phone-next-not-free", *staged.phone(seats["N"])
    late = tap(staged.phone(seats["N"])[0], staged.game(), 3, "EW:5")
    yield "phone-refused-tap", *staged.phone(staged.seats(table=2)["N"]), tap_refused(late)
    yield "board-waiting", *staged.organizer()
    yield "board-game-signed", *staged.organizer(staged.game_path())
    reopen_game(game=staged.game(), who=ORGANIZER, why="Both sides ask for it")
    yield "phone-reopened", *staged.phone(seats["N"])
    yield "board-game-reopened", *staged.organizer(staged.game_path())


def disputes() -> Iterator[State]:
    """Two phones record the same result, then different ones; then one settles the dispute."""
    staged = StagedNight(8, count_loners=True)
    seats, game = staged.seats(), staged.game()
    north, east = staged.phone(seats["N"])[0], staged.phone(seats["E"])[0]
    yield (
        "phone-loner-asked",
        *staged.phone(seats["N"]),
        lambda page: page.locator("button[value='NS:5-alone']").click(),
    )
    tap(north, game, 1, "NS:5")
    yield "phone-one-recorded", *staged.phone(seats["S"])
    tap(east, game, 1, "NS:5")
    yield "phone-both-agree", *staged.phone(seats["N"])
    tap(north, game, 2, "NS:5")
    tap(east, game, 2, "NS:0-2")
    yield "phone-dispute", *staged.phone(seats["N"])
    yield "phone-dispute-partner", *staged.phone(seats["S"])
    yield "phone-dispute-game", *staged.phone(seats["S"], staged.game_path())
    yield "board-dispute", *staged.organizer()
    yield "board-game-dispute", *staged.organizer(staged.game_path())
    north.post(f"/n/{staged.night.slug}/play/settle/", {"dispute": game.disputes.open().get().pk, "right": "take"})
    yield "phone-settled", *staged.phone(seats["N"])
    undo_hand(game=game, hand=Hand.objects.filter(game=game).latest("pk").pk, key=uuid4().hex, who=ORGANIZER)
    yield "phone-undone", *staged.phone(seats["N"])
    yield "board-game-corrected", *staged.organizer(staged.game_path())
    yield from _from_paper(staged)


def _from_paper(staged: StagedNight) -> Iterator[State]:
    """The organizer enters a game's total from its paper card."""
    north = staged.seats()["N"]
    yield (
        "board-total-preview",
        *staged.post(staged.game_path(more="total/"), ns=7, ew=5, key=uuid4().hex, shown=staged.state_token()),
    )
    staged.write_total(7, 5)
    yield "phone-paper-total", *staged.phone(north)
    yield "phone-paper-game", *staged.phone(north, staged.game_path())
    yield "board-game-paper", *staged.organizer(staged.game_path())
    yield "board-total", *staged.organizer(staged.game_path(more="total/"))


# --- Other games, other names -------------------------------------------------------------------------------


def bids() -> Iterator[State]:
    """A game of bids: two taps a hand."""
    staged = StagedNight(8, variant="progressive")
    north = staged.seats()["N"]
    buttons: Any = scoring_buttons(staged.night, Side.NS)["bids"]
    play_hands(staged.game(), *[result.value for result in buttons[0][0].results][:2])
    yield "phone-bids", *staged.phone(north)
    yield "phone-bid-tricks", *staged.phone(north, f"play/?bid={buttons[0][1].value}&for=3")
    yield "phone-bid-correct", *staged.phone(north, staged.game_path(more="hand/1/"))
    yield "board-bid-correct", *staged.organizer(staged.game_path(more="hand/1/"))


def ghost() -> Iterator[State]:
    """Seven players and a ghost."""
    staged = StagedNight(7, ghost=True)
    table = next(game.table for game in games_of(staged.night, 1) if 8 in staged.seats(table=game.table).values())
    seat_by_number = {number: seat for seat, number in staged.seats(table=table).items()}
    partner = staged.seats(table=table)["NESW"[("NESW".index(seat_by_number[8]) + 2) % 4]]
    yield "phone-ghost-first-hand", *staged.phone(partner)
    play_hands(staged.game(1, table), "NS:3-4")
    yield "phone-ghost-scoring", *staged.phone(partner)


def long_names() -> Iterator[State]:
    """Players' names of 17 to 40 letters and a night's name of 60."""
    staged = StagedNight(8, names=LONG_NAMES, name="The Annual Knights of Columbus Harvest Euchre Tournament 26")
    north = staged.seats()["N"]
    yield "phone-long-names-first-hand", *staged.phone(north)
    play_hands(staged.game(), "NS:3-4", "EW:5-alone")
    yield "phone-long-names-scoring", *staged.phone(north)
    yield "phone-long-names-game", *staged.phone(north, staged.game_path())
    play_hands(staged.game(), "NS:5", "EW:3-4", first=3)
    yield "phone-long-names-sign", *staged.phone(north)
    yield "phone-long-names-standings", *staged.phone(north, "standings/")
    yield "phone-long-names-seats", *staged.phone(north, "")
    yield "board-long-names-2", *staged.organizer()


def one_table() -> Iterator[State]:
    """A single table of three players."""
    staged = StagedNight(0, opened=False)
    yield "desk-open-table", staged.organizer()[0], "/one-table/"
    yield "phone-try-it", staged.organizer()[0], "/try/?game=pepper-three&hand=0:bid-4/took-5/own-1"
    staged.night = open_table(staged.night.club, "three-handed", 3)
    organizer, address = staged.organizer("table/")
    yield "phone-one-table", organizer, address
    table, chance = current_game(staged.night), Random(1)
    for number in range(1, 4):
        record = ask(table.setup, random_hand(table.setup, chance))
        assert isinstance(record, dict)
        record_at_table(game=table.row, number=number, record=record, key=uuid4().hex, who=ORGANIZER)
    yield "phone-one-table-fourth-hand", organizer, address
    yield "phone-one-table-hands", organizer, address + "hands/"


# --- The bell -----------------------------------------------------------------------------------------------


def ties() -> Iterator[State]:
    """A tie at the bell under each house rule, in a night where winners move up and two players sit out."""
    for rule in ("extra", "cut", "last"):
        staged = StagedNight(10, movement="winners-up", bell_by="organizer", tie_by=rule, games=4)
        seats = staged.seats()
        yield f"phone-first-hand-winners-up-{rule}", *staged.phone(seats["N"])
        play_hands(staged.game(), "NS:3-4", "EW:3-4")
        staged.ring()
        yield f"phone-tie-between-hands-{rule}", *staged.phone(seats["N"])
        play_hands(staged.game(), "EW:3-4", "NS:3-4", first=3)
        yield f"phone-tie-{rule}", *staged.phone(seats["N"], "play/?end=1")
        yield f"board-game-tie-{rule}", *staged.organizer(staged.game_path())
        yield f"board-tie-{rule}", *staged.organizer()
        yield f"screen-tie-{rule}", *staged.stranger("screen/")
        if rule != "last":
            settle_tie(
                game=staged.game(),
                winner=Side.EW,
                seen_hand=load_game(staged.game(), staged.night).newest,
                who=ORGANIZER,
            )
            yield f"phone-tie-settled-{rule}", *staged.phone(seats["N"])
        staged.sign(Side.NS)
        staged.sign(Side.EW)
        yield f"phone-tie-signed-{rule}", *staged.phone(seats["N"])
        yield f"phone-tie-signed-loser-{rule}", *staged.phone(seats["E"])
        sitting_out = staged.round().sitouts.order_by("position")[0].entry
        yield f"phone-sits-out-{rule}", *staged.phone(sitting_out.number or 0)


def game_clock() -> Iterator[State]:
    """A clock that waits, runs, warns and rings; then extra minutes for one table, late tables, and the pause."""
    staged = StagedNight(8, bell_by="clock", minutes=15, pause=3)
    north = staged.seats()["N"]
    yield "board-clock-not-started", *staged.organizer()
    start_clock(round_=staged.round(), who=ORGANIZER)
    staged.set_clock(14.9)
    yield "phone-clock-first-hand", *staged.phone(north)
    yield "screen-where-to-sit", *staged.stranger("screen/")
    play_hands(staged.game(), "NS:3-4", "EW:5")
    for minutes, state in ((12.5, "clock"), (1.6, "two-minutes")):
        staged.set_clock(minutes)
        yield f"phone-{state}", *staged.phone(north)
        yield f"board-{state}", *staged.organizer()
        yield f"screen-{state}", *staged.stranger("screen/")
    yield "phone-two-minutes-announced", *staged.phone(north), announce("Two minutes left of game 1.", "#notice")
    staged.ring()
    yield "phone-clock-over", *staged.phone(north)
    yield "board-clock-rung", *staged.organizer()
    yield "screen-bell", *staged.stranger("screen/")
    grant_minutes(game=staged.game(), minutes=3, expected=None, who=ORGANIZER)
    yield "phone-extra-minutes", *staged.phone(north)
    yield "board-extra-minutes", *staged.organizer()
    yield "board-game-extra-minutes", *staged.organizer(staged.game_path())
    Game.objects.filter(pk=staged.game().pk).update(extra_until=None)
    play_hands(staged.game(), "NS:3-4", first=3)
    staged.round().bells.update(rung_at=timezone.now() - timedelta(minutes=4))
    yield "board-overdue", *staged.organizer()
    yield "screen-overdue", *staged.stranger("screen/")
    play_hands(staged.game(1, 2), "NS:3-4")
    for game in games_of(staged.night, 1):
        sign_both_sides(game)
    yield "board-pause", *staged.organizer()
    yield "phone-pause", *staged.phone(north)
    yield "screen-pause", *staged.stranger("screen/")


# --- A night of twelve, and large halls -----------------------------------------------------------------------


def middle_of_the_night() -> Iterator[State]:
    """Standings, player changes, wrong seats, quick entry and the organizer's other pages, in game 5."""
    staged = StagedNight(12)
    for number in range(1, 5):
        staged.play_round(number)
    for state, page in (
        ("standings", "standings/"),
        ("tally", "tally/1/"),
        ("tally-other", "tally/5/"),
        ("between-games", "play/"),
    ):
        yield f"phone-{state}", *staged.phone(1, page)
    play_hands(staged.game(5, 1), "NS:3-4", "EW:5", "NS:5-alone")
    play_hands(staged.game(5, 2), "EW:5", "NS:5-alone")
    yield "board-twelve", *staged.organizer()
    yield "screen-tables", *staged.stranger("screen/")
    yield "screen-standings", *staged.stranger("screen/?page=2")
    for page in ("changes", "wrong-seats", "bell/settings", "log", "print", "prizes", "fairness", "close", "quick/5"):
        yield f"desk-{page.replace('/', '-')}", *staged.organizer(page + "/")
    one, other = staged.entry(1), staged.entry(2)
    for change, form in (
        ("leave", {"one": one.pk, "why": "Her bus goes"}),
        ("arrive", {"name": "Zoe New"}),
        ("substitute", {"one": one.pk, "name": "Zoe New"}),
        ("problem", {"name": CAST[3]}),
    ):
        yield (
            f"desk-changes-{change}",
            *staged.post("changes/", change=change if change != "problem" else "arrive", **form),
        )
    yield "desk-wrong-seats-preview", *staged.post("wrong-seats/", number=4, one=one.pk, other=other.pk)
    bad, good = (f"g{staged.game(5, table).pk}-" for table in (2, 3))
    yield "desk-quick-error", *staged.post("quick/5/", **{bad + "ns": "x", bad + "ew": "2", bad + "key": uuid4().hex})
    yield (
        "desk-quick-saved",
        *staged.post(
            "quick/5/",
            **{good + "ns": "7", good + "ew": "5", good + "key": uuid4().hex, good + "shown": staged.state_token(5, 3)},
        ),
    )
    drop_out(entry=staged.entry(12), who=ORGANIZER)
    yield "phone-left-early", *staged.phone(12)
    yield "desk-changes-done", *staged.organizer("players/?done=1")


def end_of_the_night() -> Iterator[State]:
    """The last games with hidden standings, then all games signed, then the night closed."""
    staged = StagedNight(
        12,
        hidden_games=2,
        prizes={
            "list": [
                {"kind": "high", "what": "A ham", "money": "$20"},
                {"kind": "low", "what": "A deck of cards", "money": ""},
            ]
        },
    )
    first, last = staged.entry(1), staged.night.rounds.count()
    for number in range(1, last):
        staged.play_round(number)
    for state, page in (("standings-hidden", "standings/"), ("tally-hidden", "tally/1/"), ("last-game", "play/")):
        yield f"phone-{state}", *staged.phone(1, page)
    yield "screen-hidden", *staged.stranger("screen/")
    yield "desk-standings-hidden", *staged.organizer("standings/")
    staged.play_round(last)
    yield "phone-all-played", *staged.phone(1)
    yield "board-all-done", *staged.organizer()
    yield "screen-all-done", *staged.stranger("screen/")
    close_night(night=staged.night, who=ORGANIZER)
    staged.night.refresh_from_db()
    yield "phone-closed", *staged.phone(1)
    yield "phone-expired", Client(), f"/J/{first.key}"
    yield "phone-standings-final", *staged.phone(1, "standings/")
    yield "board-closed", *staged.organizer()
    yield "desk-reveal", *staged.organizer("reveal/")
    yield "desk-prizes-closed", *staged.organizer("prizes/")
    yield "desk-awards", *staged.organizer("prizes/"), lambda page: page.locator("#awards + details summary").click()
    for shown in range(20):
        Night.objects.filter(pk=staged.night.pk).update(revealed_steps=shown)
        yield f"screen-winners-{shown}", *staged.organizer("screen/")
    reveal_standings(night=staged.night, who=ORGANIZER)
    yield "screen-winners-all", *staged.organizer("screen/")
    yield "phone-recap", *staged.phone(1)
    yield "desk-revealed", *staged.organizer("reveal/")


def large_halls() -> Iterator[State]:
    """Ten and 25 tables with long names, in different states."""
    for players in (40, 100):
        staged = StagedNight(players, names=LONG_NAMES, movement="drawn", games=2, bell_by="head-table")
        yield f"board-start-{players}", *staged.organizer()
        yield f"screen-where-to-sit-{players}", *staged.stranger("screen/")
        for index, game in enumerate(games_of(staged.night, 1)):
            play_hands(game, *["NS:3-4", "EW:5", "NS:5"][: 1 if index == 4 else 3])
        yield f"screen-tables-{players}", *staged.stranger("screen/")
        for page in (2, 3):
            yield f"screen-standings-{players}-page-{page}", *staged.stranger(f"screen/?page={page}")
        staged.ring()
        sign_both_sides(staged.game(1, 6))
        staged.sign(Side.NS, agrees=False, table=5)
        play_hands(staged.game(1, 7), "NS:3-4", first=4)
        yield f"board-states-{players}", *staged.organizer()
        yield f"screen-bell-{players}", *staged.stranger("screen/")
        staged.round().bells.update(rung_at=timezone.now() - timedelta(minutes=4))
        yield f"board-overdue-{players}", *staged.organizer()
        yield f"screen-overdue-{players}", *staged.stranger("screen/")
        for game in games_of(staged.night, 1):
            if game.signed_at is None:
                sign_both_sides(game)
        yield f"screen-next-{players}", *staged.stranger("screen/")
        close_night(night=staged.night, who=ORGANIZER)
        yield f"board-closed-{players}", *staged.organizer()
        reveal_standings(night=staged.night, who=ORGANIZER)
        yield f"screen-winners-{players}", *staged.stranger("screen/")


STORIES = (
    signing_up,
    empty_and_full,
    hands,
    disputes,
    bids,
    ghost,
    long_names,
    one_table,
    ties,
    game_clock,
    middle_of_the_night,
    end_of_the_night,
    large_halls,
)
