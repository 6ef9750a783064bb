"""Nights brought into every state that a phone, the board or the big screen can show, for `picture_pages`.

Each story takes a night on, and yields what is to be seen on the way: a name (the word before its first "-" is the
kind of page), whose browser, the address or an answer to a form, and what to do on the page before it is drawn.
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
from tally.scoring.single_table import record_at_table
from tally.scoring.ties import settle_tie
from tally.scoring.undo import undo_hand
from tests.support.movement_nights import agree, games_of
from tests.support.night import CAST, ORGANIZER, play_hands, tap
from tests.support.page_visits import LONG, Party, announced, refused, tapped
from tests.support.single_table import now, random_hand, sit_down
from tournament.models import Game
from tournament.movements.seats import Side
from tournament.night.clock import grant_minutes, start_clock
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import drop_out

Seen = tuple[str, Client, str | HttpResponse] | tuple[str, Client, str | HttpResponse, Callable[[Page], object]]
BELL = "The bell! Tables still at game 1 finish this hand and agree the score."


# --- Before the night ---------------------------------------------------------------------------------------


def at_the_door() -> Iterator[Seen]:
    """People sign up on their phones."""
    party = Party(7, opened=False)
    night, (first, *_) = party.night, party.night.entries.order_by("number")
    yield "phone-home-stranger", Client(), "/"
    yield "phone-join", *party.stranger("join/")
    yield "phone-join-same-name", Client(), Client().post(f"/n/{night.slug}/join/", {"name": CAST[0]})
    yield "phone-code", Client(), "/j/"
    yield "phone-code-wrong", Client(), Client().post("/j/", {"code": "K7QM"})
    yield "phone-claim", Client(), f"/J/{first.key}"
    yield "phone-stranger-before", *party.stranger("play/")
    yield "phone-waiting", *party.phone(1)
    yield "phone-claim-taken", Client(), f"/J/{first.key}"
    yield "phone-seats-before", *party.stranger()
    yield "phone-standings-before", *party.stranger("standings/")
    yield "phone-rules", *party.stranger("rules/")
    yield "phone-test", *party.stranger("test/")
    yield "phone-test-told", *party.phone(2, "test/?told=1")
    yield "phone-not-found", Client(), "/n/nowhere/"
    yield "phone-refused", *Party(3, opened=False).posts("desk/start/")
    yield "phone-not-allowed", *party.stranger("board/")
    yield "screen-sign-up", *party.stranger("screen/")
    for state, path in (
        ("desk-seven", "desk/"),
        ("desk-rules", "rules/"),
        ("desk-movement", "desk/movement/"),
        ("desk-printing-before", "print/"),
    ):
        yield state, *party.organizer(path)


def empty_and_full() -> Iterator[Seen]:
    """Nobody has come yet; all have."""
    party = Party(0, opened=False)
    yield "desk-empty", *party.organizer("desk/")
    yield "screen-empty", *party.stranger("screen/")
    yield "desk-home", party.organizer()[0], "/"
    yield "desk-twelve", *Party(12, opened=False).organizer("desk/")


# --- Two tables ---------------------------------------------------------------------------------------------


def hands() -> Iterator[Seen]:
    """A game's hands, on the phones of its table and on the organizer's pages."""
    party = Party(8)
    seats, game = party.seats(), party.game()
    for seat in "NEW":
        yield f"phone-first-hand-{seat}", *party.phone(seats[seat])
    yield "board-before-start", *party.organizer()
    yield "phone-stranger", *party.stranger("play/")
    yield "phone-seats", *party.phone(seats["N"], "")
    yield "phone-no-wifi-first-hand", *party.phone(seats["N"]), tapped("NS:3-4")
    play_hands(game, "NS:3-4")
    for seat in "NSE":
        yield f"phone-scoring-{seat}", *party.phone(seats[seat])
    yield "phone-no-wifi", *party.phone(seats["N"]), tapped("NS:5", "EW:5")
    yield "phone-old-phone", *party.takes_over(seats["W"])
    yield "phone-game-page", *party.phone(seats["S"], party.page_of())
    yield "phone-correct", *party.phone(seats["S"], party.page_of(more="hand/1/"))
    yield "board-game", *party.organizer(party.page_of())
    yield "board-correct", *party.organizer(party.page_of(more="hand/1/"))
    play_hands(game, "EW:0-2", "NS:5-alone", first=2)
    yield "phone-last-hand", *party.phone(seats["N"])
    party.rings()
    yield "phone-bell-rung", *party.phone(seats["N"])
    yield "phone-bell-announced", *party.phone(seats["N"]), announced(BELL)
    yield "phone-unrung", *party.phone(seats["N"]), announced("Bell cancelled, keep playing.")
    yield "board-rung", *party.organizer()
    yield "board-rung-announced", *party.organizer(), announced(BELL)
    play_hands(game, "EW:3-4", first=4)
    yield from _signing(party)


def _signing(party: Party) -> Iterator[Seen]:
    """Both sides agree, or do not; what comes next; the game is opened again."""
    seats = party.seats()
    yield "phone-sign", *party.phone(seats["N"])
    party.says(Side.NS)
    yield "phone-signed-by-us", *party.phone(seats["N"])
    yield "phone-signed-by-them", *party.phone(seats["E"])
    party.says(Side.EW, agrees=False)
    yield "phone-not-right", *party.phone(seats["N"])
    yield "phone-not-right-game", *party.phone(seats["E"], party.page_of())
    yield "board-needs-you", *party.organizer()
    yield "board-game-not-right", *party.organizer(party.page_of())
    party.says(Side.NS)
    party.says(Side.EW)
    yield "phone-next-not-free", *party.phone(seats["N"])
    late = tap(party.phone(seats["N"])[0], party.game(), 3, "EW:5")
    yield "phone-refused-tap", *party.phone(party.seats(table=2)["N"]), refused(late)
    yield "board-waiting", *party.organizer()
    yield "board-game-signed", *party.organizer(party.page_of())
    reopen_game(game=party.game(), who=ORGANIZER, why="Both sides say so")
    yield "phone-reopened", *party.phone(seats["N"])
    yield "board-game-reopened", *party.organizer(party.page_of())


def disputes() -> Iterator[Seen]:
    """Two phones say the same, and different things; then somebody settles it."""
    party = Party(8, count_loners=True)
    seats, game = party.seats(), party.game()
    north, east = party.phone(seats["N"])[0], party.phone(seats["E"])[0]
    yield (
        "phone-loner-asked",
        *party.phone(seats["N"]),
        lambda page: page.locator("button[value='NS:5-alone']").click(),
    )
    tap(north, game, 1, "NS:5")
    yield "phone-one-said", *party.phone(seats["S"])
    tap(east, game, 1, "NS:5")
    yield "phone-both-agree", *party.phone(seats["N"])
    tap(north, game, 2, "NS:5")
    tap(east, game, 2, "NS:0-2")
    yield "phone-conflict", *party.phone(seats["N"])
    yield "phone-conflict-partner", *party.phone(seats["S"])
    yield "phone-conflict-game", *party.phone(seats["S"], party.page_of())
    yield "board-dispute", *party.organizer()
    yield "board-game-dispute", *party.organizer(party.page_of())
    north.post(f"/n/{party.night.slug}/play/settle/", {"dispute": game.disputes.open().get().pk, "right": "take"})
    yield "phone-settled", *party.phone(seats["N"])
    undo_hand(game=game, hand=Hand.objects.filter(game=game).latest("pk").pk, key=uuid4().hex, who=ORGANIZER)
    yield "phone-taken-back", *party.phone(seats["N"])
    yield "board-game-corrected", *party.organizer(party.page_of())
    yield from _from_paper(party)


def _from_paper(party: Party) -> Iterator[Seen]:
    """The total of a game is typed from its card."""
    north = party.seats()["N"]
    yield (
        "board-total-preview",
        *party.posts(party.page_of(more="total/"), ns=7, ew=5, key=uuid4().hex, shown=party.mark()),
    )
    party.total(7, 5)
    yield "phone-paper-total", *party.phone(north)
    yield "phone-paper-game", *party.phone(north, party.page_of())
    yield "board-game-paper", *party.organizer(party.page_of())
    yield "board-total", *party.organizer(party.page_of(more="total/"))


# --- Other games, other names -------------------------------------------------------------------------------


def bids() -> Iterator[Seen]:
    """A game of bids: two taps a hand."""
    party = Party(8, variant="progressive")
    north = party.seats()["N"]
    asked: Any = scoring_buttons(party.night, Side.NS)["bids"]
    play_hands(party.game(), *[result.value for result in asked[0][0].results][:2])
    yield "phone-bids", *party.phone(north)
    yield "phone-bid-tricks", *party.phone(north, f"play/?bid={asked[0][1].value}&for=3")
    yield "phone-bid-correct", *party.phone(north, party.page_of(more="hand/1/"))
    yield "board-bid-correct", *party.organizer(party.page_of(more="hand/1/"))


def a_ghost() -> Iterator[Seen]:
    """Seven players and an empty chair."""
    party = Party(7, ghost=True)
    table = next(game.table for game in games_of(party.night, 1) if 8 in party.seats(table=game.table).values())
    at = {number: seat for seat, number in party.seats(table=table).items()}
    alone = party.seats(table=table)["NESW"[("NESW".index(at[8]) + 2) % 4]]
    yield "phone-ghost-first-hand", *party.phone(alone)
    play_hands(party.game(1, table), "NS:3-4")
    yield "phone-ghost-scoring", *party.phone(alone)


def long_names() -> Iterator[Seen]:
    """Names of 17 to 40 letters, and a night's name of 60."""
    party = Party(8, names=LONG, name="The Annual Knights of Columbus Harvest Euchre Tournament 26")
    north = party.seats()["N"]
    yield "phone-long-names-first-hand", *party.phone(north)
    play_hands(party.game(), "NS:3-4", "EW:5-alone")
    yield "phone-long-names-scoring", *party.phone(north)
    yield "phone-long-names-game", *party.phone(north, party.page_of())
    play_hands(party.game(), "NS:5", "EW:3-4", first=3)
    yield "phone-long-names-sign", *party.phone(north)
    yield "phone-long-names-standings", *party.phone(north, "standings/")
    yield "phone-long-names-seats", *party.phone(north, "")
    yield "board-long-names-2", *party.organizer()


def one_table() -> Iterator[Seen]:
    """A single table, three-handed."""
    party = Party(0, opened=False)
    yield "desk-begin-table", party.organizer()[0], "/one-table/"
    party.night = sit_down(party.night.club, "three-handed", 3)
    organizer, address = party.organizer("table/")
    yield "phone-one-table", organizer, address
    table, chance = now(party.night), Random(1)
    for number in range(1, 4):
        record = ask(table.setup, random_hand(table.setup, chance))
        assert isinstance(record, dict)
        record_at_table(game=table.row, number=number, record=record, key=uuid4().hex, who=ORGANIZER)
    yield "phone-one-table-fourth-hand", organizer, address
    yield "phone-one-table-hands", organizer, address + "hands/"


# --- The bell -----------------------------------------------------------------------------------------------


def ties() -> Iterator[Seen]:
    """Winners move up, and it is a tie at the bell, by each house rule; somebody sits out."""
    for rule in ("extra", "cut", "last"):
        party = Party(10, movement="winners-up", bell_by="organizer", tie_by=rule, games=4)
        seats = party.seats()
        yield f"phone-first-hand-winners-up-{rule}", *party.phone(seats["N"])
        play_hands(party.game(), "NS:3-4", "EW:3-4")
        party.rings()
        yield f"phone-tie-between-hands-{rule}", *party.phone(seats["N"])
        play_hands(party.game(), "EW:3-4", "NS:3-4", first=3)
        yield f"phone-tie-{rule}", *party.phone(seats["N"], "play/?end=1")
        yield f"board-game-tie-{rule}", *party.organizer(party.page_of())
        yield f"board-tie-{rule}", *party.organizer()
        yield f"screen-tie-{rule}", *party.stranger("screen/")
        if rule != "last":
            settle_tie(
                game=party.game(), winner=Side.EW, seen_hand=load_game(party.game(), party.night).newest, who=ORGANIZER
            )
            yield f"phone-tie-told-{rule}", *party.phone(seats["N"])
        party.says(Side.NS)
        party.says(Side.EW)
        yield f"phone-tie-signed-{rule}", *party.phone(seats["N"])
        yield f"phone-tie-signed-loser-{rule}", *party.phone(seats["E"])
        resting = party.round().sitouts.order_by("position")[0].entry
        yield f"phone-rests-{rule}", *party.phone(resting.number or 0)


def by_the_clock() -> Iterator[Seen]:
    """A clock: waits to be started, runs, two minutes, rings; extra minutes for one table; late tables; the pause."""
    party = Party(8, bell_by="clock", minutes=15, pause=3)
    north = party.seats()["N"]
    yield "board-clock-not-started", *party.organizer()
    start_clock(round_=party.round(), who=ORGANIZER)
    party.clock(14.9)
    yield "phone-clock-first-hand", *party.phone(north)
    yield "screen-where-to-sit", *party.stranger("screen/")
    play_hands(party.game(), "NS:3-4", "EW:5")
    for minutes, state in ((12.5, "clock"), (1.6, "two-minutes")):
        party.clock(minutes)
        yield f"phone-{state}", *party.phone(north)
        yield f"board-{state}", *party.organizer()
        yield f"screen-{state}", *party.stranger("screen/")
    yield "phone-two-minutes-announced", *party.phone(north), announced("Two minutes left of game 1.", "#soon")
    party.rings()
    yield "phone-clock-over", *party.phone(north)
    yield "board-clock-rung", *party.organizer()
    yield "screen-bell", *party.stranger("screen/")
    grant_minutes(game=party.game(), minutes=3, expected=None, who=ORGANIZER)
    yield "phone-extra-minutes", *party.phone(north)
    yield "board-extra-minutes", *party.organizer()
    yield "board-game-extra-minutes", *party.organizer(party.page_of())
    Game.objects.filter(pk=party.game().pk).update(extra_until=None)
    play_hands(party.game(), "NS:3-4", first=3)
    party.round().bells.update(rung_at=timezone.now() - timedelta(minutes=4))
    yield "board-overdue", *party.organizer()
    yield "screen-overdue", *party.stranger("screen/")
    play_hands(party.game(1, 2), "NS:3-4")
    for game in games_of(party.night, 1):
        agree(game)
    for state, seen in (
        ("board-pause", party.organizer()),
        ("phone-pause", party.phone(north)),
        ("screen-pause", party.stranger("screen/")),
    ):
        yield state, *seen


# --- A night of twelve, and large halls -----------------------------------------------------------------------


def repairs() -> Iterator[Seen]:
    """In the middle of a night: standings, who comes and goes, wrong seats, quick entry, the pages of the organizer."""
    party = Party(12)
    for number in range(1, 5):
        party.plays(number)
    for state, page in (
        ("standings", "standings/"),
        ("tally", "tally/1/"),
        ("tally-other", "tally/5/"),
        ("between-games", "play/"),
    ):
        yield f"phone-{state}", *party.phone(1, page)
    play_hands(party.game(5, 1), "NS:3-4", "EW:5", "NS:5-alone")
    play_hands(party.game(5, 2), "EW:5", "NS:5-alone")
    yield "board-twelve", *party.organizer()
    yield "screen-tables", *party.stranger("screen/")
    yield "screen-standings", *party.stranger("screen/?page=2")
    for page in ("changes", "wrong-seats", "bell/settings", "log", "print", "prizes", "fairness", "close", "quick/5"):
        yield f"desk-{page.replace('/', '-')}", *party.organizer(page + "/")
    one, other = party.entry(1), party.entry(2)
    for change, form in (
        ("leave", {"one": one.pk, "why": "Her bus goes"}),
        ("arrive", {"name": "Zoe New"}),
        ("substitute", {"one": one.pk, "name": "Zoe New"}),
        ("problem", {"name": CAST[3]}),
    ):
        yield (
            f"desk-changes-{change}",
            *party.posts("changes/", change=change if change != "problem" else "arrive", **form),
        )
    yield "desk-wrong-seats-preview", *party.posts("wrong-seats/", number=4, one=one.pk, other=other.pk)
    bad, good = (f"g{party.game(5, table).pk}-" for table in (2, 3))
    yield "desk-quick-error", *party.posts("quick/5/", **{bad + "ns": "x", bad + "ew": "2", bad + "key": uuid4().hex})
    yield (
        "desk-quick-saved",
        *party.posts(
            "quick/5/",
            **{good + "ns": "7", good + "ew": "5", good + "key": uuid4().hex, good + "shown": party.mark(5, 3)},
        ),
    )
    drop_out(entry=party.entry(12), who=ORGANIZER)
    yield "phone-went-home", *party.phone(12)
    yield "desk-changes-gone", *party.organizer("changes/?done=1")


def to_the_end() -> Iterator[Seen]:
    """The last games, whose standings are a surprise; all games are done; the night is closed."""
    party = Party(
        12,
        hidden_games=2,
        prizes={
            "list": [
                {"kind": "high", "what": "A ham", "money": "$20"},
                {"kind": "low", "what": "A deck of cards", "money": ""},
            ]
        },
    )
    first, last = party.entry(1), party.night.rounds.count()
    for number in range(1, last):
        party.plays(number)
    for state, page in (("standings-hidden", "standings/"), ("tally-hidden", "tally/1/"), ("last-game", "play/")):
        yield f"phone-{state}", *party.phone(1, page)
    yield "screen-hidden", *party.stranger("screen/")
    yield "desk-standings-hidden", *party.organizer("standings/")
    party.plays(last)
    yield "phone-all-played", *party.phone(1)
    yield "board-all-done", *party.organizer()
    yield "screen-all-done", *party.stranger("screen/")
    close_night(night=party.night, who=ORGANIZER)
    party.night.refresh_from_db()
    yield "phone-closed", *party.phone(1)
    yield "phone-expired", Client(), f"/J/{first.key}"
    yield "phone-standings-final", *party.phone(1, "standings/")
    yield "board-closed", *party.organizer()
    yield "desk-close-closed", *party.organizer("close/")
    yield "desk-prizes-closed", *party.organizer("prizes/")
    for shown in range(4):
        yield f"screen-winners-{shown}", *party.stranger(f"screen/?shown={shown}")


def large_halls() -> Iterator[Seen]:
    """Ten and 25 tables with long names, in all states at once."""
    for players in (40, 100):
        party = Party(players, names=LONG, movement="drawn", games=2, bell_by="head-table")
        yield f"board-start-{players}", *party.organizer()
        yield f"screen-where-to-sit-{players}", *party.stranger("screen/")
        for at, game in enumerate(games_of(party.night, 1)):
            play_hands(game, *["NS:3-4", "EW:5", "NS:5"][: 1 if at == 4 else 3])
        yield f"screen-tables-{players}", *party.stranger("screen/")
        for page in (2, 3):
            yield f"screen-standings-{players}-page-{page}", *party.stranger(f"screen/?page={page}")
        party.rings()
        agree(party.game(1, 6))
        party.says(Side.NS, agrees=False, table=5)
        play_hands(party.game(1, 7), "NS:3-4", first=4)
        yield f"board-states-{players}", *party.organizer()
        yield f"screen-bell-{players}", *party.stranger("screen/")
        party.round().bells.update(rung_at=timezone.now() - timedelta(minutes=4))
        yield f"board-overdue-{players}", *party.organizer()
        yield f"screen-overdue-{players}", *party.stranger("screen/")
        for game in games_of(party.night, 1):
            if game.signed_at is None:
                agree(game)
        yield f"screen-next-{players}", *party.stranger("screen/")
        close_night(night=party.night, who=ORGANIZER)
        yield f"board-closed-{players}", *party.organizer()
        yield f"screen-winners-{players}", *party.stranger("screen/?shown=9")


STORIES = (
    at_the_door,
    empty_and_full,
    hands,
    disputes,
    bids,
    a_ghost,
    long_names,
    one_table,
    ties,
    by_the_clock,
    repairs,
    to_the_end,
    large_halls,
)
