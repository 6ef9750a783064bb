"""Measures how long a player's leaving in the middle of a night takes, and the pages around it.

    python -m tests.benchmarks.roster_changes [--players 8 40 133] [--games 10]

A night of ten games is in its fourth. "Preview" includes the search for new seats, "apply" is the change after it;
"locked" is the longest time in which nobody else could write. The other columns are requests for pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from time import perf_counter
from typing import Any
from unittest.mock import patch

from tests.support.night import sign_in_as_organizer
from tests.support.standalone_django import temporary_database


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def open_night_in_game_4(players: int, games: int) -> Any:
    """Open a night whose fourth game has started."""
    from django.utils import timezone

    from tests.support.movement_nights import open_guest_night
    from tournament.models import Club, Game, Night

    club = Club.objects.create(name=f"Club of {players}")
    night = open_guest_night(
        Night.objects.create(club=club, name="Bench", date=date(2026, 11, 24)), players, games=games
    )
    Game.objects.filter(round__night=night, round__number__lte=4).update(started_at=timezone.now())
    return night


def measure(players: int, games: int) -> dict[str, float]:
    """Return the milliseconds by column."""
    from django.test import Client

    from tournament.access import ORGANIZER
    from tournament.night import previews
    from tournament.night.roster_changes import drop_out

    night, real_write, locked = open_night_in_game_4(players, games), previews.write, [0.0]

    @contextmanager
    def write() -> Iterator[None]:
        start = perf_counter()
        try:
            with real_write():
                yield
        finally:
            locked.append(1000 * (perf_counter() - start))

    client = Client()
    sign_in_as_organizer(client, night.club)
    entry, who = night.entries.get(number=2), ORGANIZER
    shown: list[Any] = []

    def leave() -> None:
        drop_out(entry=entry, who=who)

    with patch.object(previews, "write", write):
        times = {
            "preview": milliseconds(lambda: shown.append(previews.preview_change(night, leave))),
            "apply": milliseconds(lambda: previews.apply_change(night, leave, expected=shown[0].state_token)),
        }
    times["locked"] = max(locked)
    for path in ("changes/", "board/", "fairness/", "", "desk/", "desk/movement/"):
        address = f"/n/{night.slug}/{path}"
        assert client.get(address).status_code == 200
        times[path or "seats"] = milliseconds(lambda address=address: client.get(address))  # type: ignore[misc]
    return times


def main() -> None:
    """Print a line of milliseconds for each size, and the ratio of the last to the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[8, 40, 133])
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    with temporary_database():
        rows = [(players, measure(players, options.games)) for players in options.players]
    names = list(rows[0][1])
    print(" ".join(["players", *(f"{name:>14}" for name in names)]))
    for players, times in rows:
        print(" ".join([f"{players:7}", *(f"{times[name]:14.0f}" for name in names)]))
    print(" ".join(["  ratio", *(f"{rows[-1][1][name] / rows[0][1][name]:14.1f}" for name in names)]))


if __name__ == "__main__":
    main()
