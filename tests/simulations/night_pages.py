"""The pages of one long night with many long names, state by state, for `check_pages`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from tally.loading.games import night_games
from tally.loading.reveal import RevealState
from tally.scoring.reveal import reveal_standings
from tests.support.movement_nights import games_of
from tests.support.night import ORGANIZER, play_hands
from tests.support.staged_night import LONG_NAMES, StagedNight
from tournament.models import Night
from tournament.movements.seats import Side
from tournament.night.clock import start_clock
from tournament.night.lifecycle import close_night

State = tuple[str, Client, str]
HANDS = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2")
PRIZES = {"list": [{"kind": "high", "what": "A ham", "money": "$20"}, {"kind": "low", "what": "Cards", "money": ""}]}
LONGEST = 40  # letters of a name
GIVEN = tuple(name.split()[0] for name in LONG_NAMES)
FAMILY = tuple(name.partition(" ")[2] for name in LONG_NAMES)


def long_names(players: int) -> tuple[str, ...]:
    """Return so many different names, each of them long: twelve given names with twelve family names."""
    return tuple(f"{GIVEN[n % 12]} {FAMILY[(n + n // 12) % 12]}"[:LONGEST].strip() for n in range(players))


def pages(players: int) -> Iterator[State]:
    """Play a night of so many players; yield the name of each state, a browser and its path."""
    names = long_names(players)
    before = StagedNight(players, names=names, opened=False)
    yield "desk", *before.organizer("desk/")
    yield "desk-movement", *before.organizer("desk/movement/")
    yield "desk-print", *before.organizer("print/")
    yield "screen-sign-up", *before.stranger("screen/")
    staged = StagedNight(
        players,
        names=names,
        movement="drawn",
        games=3,
        bell_by="clock",
        minutes=15,
        pause=3,
        prizes=PRIZES,
        tables_in_row=5,
    )
    for number in range(1, players + 1, 8):
        staged.phone(number)
    yield from _first_game(staged)
    yield from _bell(staged)
    yield from _end(staged)


def _first_game(staged: StagedNight) -> Iterator[State]:
    """Before the clock, where to sit, hands, and the last two minutes."""
    yield "board-start", *staged.organizer()
    for page in (1, 2, 3):
        yield f"screen-seats-{page}", *staged.stranger(f"screen/?page={page}")
    start_clock(round_=staged.round(), who=ORGANIZER)
    staged.set_clock(11.5)
    for index, game in enumerate(games_of(staged.night, 1)):
        play_hands(game, *HANDS[: (index + 1) % 5])
    yield "board-hands", *staged.organizer()
    yield "board-table", *staged.organizer(staged.game_path())
    yield "screen-tables", *staged.stranger("screen/")
    staged.set_clock(1.6)
    yield "board-two-minutes", *staged.organizer()
    yield "screen-two-minutes", *staged.stranger("screen/")


def _bell(staged: StagedNight) -> Iterator[State]:
    """The bell, a total that somebody does not agree to, late tables, and the other pages of the rail."""
    staged.ring()
    yield "board-rung", *staged.organizer()
    yield "board-scores", *staged.organizer("quick/1/")
    yield "screen-bell", *staged.stranger("screen/")
    staged.sign(Side.NS, agrees=False)
    staged.round().bells.update(rung_at=timezone.now() - timedelta(minutes=5))
    yield "board-late", *staged.organizer()
    yield "screen-late", *staged.stranger("screen/")
    for path in ("players", "changes", "wrong-seats", "bell/settings", "log", "fairness", "prizes"):
        yield f"board-{path.replace('/', '-')}", *staged.organizer(f"{path}/")


def _end(staged: StagedNight) -> Iterator[State]:
    """The pause, the standings, and the end: before the reveal, in its middle, and after it."""
    staged.play_round(1)
    yield "board-pause", *staged.organizer()
    yield "screen-pause", *staged.stranger("screen/")
    staged.ring(2, ago=2)
    staged.play_round(2)
    yield "board-standings", *staged.organizer("standings/")
    start_clock(round_=staged.round(3), who=ORGANIZER)
    staged.night.rounds.filter(number=3).update(starts_at=timezone.now() - timedelta(minutes=9))
    play_hands(staged.game(3), *HANDS)
    yield "board-last-game", *staged.organizer()
    yield "screen-standings", *staged.stranger("screen/?page=2")
    staged.ring(3, ago=2)
    staged.play_round(3)
    yield "board-all-played", *staged.organizer()
    close_night(night=staged.night, who=ORGANIZER)
    staged.night.refresh_from_db()
    yield "board-unrevealed", *staged.organizer()
    yield "board-reveal", *staged.organizer("reveal/")
    yield "board-awards", *staged.organizer("prizes/")
    yield "screen-reveal", *staged.organizer("screen/")
    steps = RevealState.of(staged.night, night_games(staged.night)).steps
    for shown in range(1, len(steps)):
        Night.objects.filter(pk=staged.night.pk).update(revealed_steps=shown)
        if shown == 1 or steps[shown - 1].award or shown > len(steps) - 5:
            yield f"board-reveal-{shown}", *staged.organizer("reveal/")
            yield f"screen-reveal-{shown}", *staged.organizer("screen/")
    reveal_standings(night=staged.night, who=ORGANIZER)
    yield "board-revealed", *staged.organizer("reveal/")
    yield "phone-recap", *staged.phone(1)
    yield "board-closed", *staged.organizer()
    yield "screen-winners", *staged.stranger("screen/")
    yield "screen-final", *staged.stranger("screen/?page=3")
