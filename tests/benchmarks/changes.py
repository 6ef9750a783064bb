"""How long a change in the middle of a night takes, and the pages around it, next to the smallest night.

    python -m tests.benchmarks.changes [--players 8 40 133] [--games 10]

A night of ten games has begun its fourth. "Look" is the preview with its search, "do" the change after it; a page is
one request. "Locked" is the longest time in which nobody else could write.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from time import perf_counter
from typing import Any
from unittest.mock import patch

from tests.support.standalone_django import a_database


def timed(do: Callable[[], object]) -> float:
    """Milliseconds."""
    began = perf_counter()
    do()
    return 1000 * (perf_counter() - began)


def a_night(players: int, games: int) -> Any:
    """A night that has begun its fourth game."""
    from django.utils import timezone

    from tests.support.movement_nights import open_with
    from tournament.models import Club, Game, Night

    club = Club.objects.create(name=f"Club of {players}")
    night = open_with(Night.objects.create(club=club, name="Bench", date=date(2026, 11, 24)), players, games=games)
    Game.objects.filter(round__night=night, round__number__lte=4).update(started_at=timezone.now())
    return night


def measure(players: int, games: int) -> dict[str, float]:
    """Milliseconds by name."""
    from django.test import Client

    from tournament.access import ORGANIZER_COOKIE, Who
    from tournament.night import previews
    from tournament.night.roster_changes import drop_out

    night, real, held = a_night(players, games), previews.write, [0.0]

    @contextmanager
    def write() -> Iterator[None]:
        began = perf_counter()
        try:
            with real():
                yield
        finally:
            held.append(1000 * (perf_counter() - began))

    client = Client()
    client.cookies[ORGANIZER_COOKIE] = night.club.key
    entry, who = night.entries.get(number=2), Who(organizer=True)
    looks: list[Any] = []

    def leave() -> None:
        drop_out(entry=entry, who=who)

    with patch.object(previews, "write", write):
        took = {
            "look": timed(lambda: looks.append(previews.preview_change(night, leave))),
            "do": timed(lambda: previews.apply_change(night, leave, expected=looks[0].state_token)),
        }
    took["locked"] = max(held)
    for path in ("changes/", "board/", "fairness/", "", "desk/", "desk/movement/"):
        address = f"/n/{night.slug}/{path}"
        assert client.get(address).status_code == 200
        took[path or "seats"] = timed(lambda address=address: client.get(address))  # type: ignore[misc]
    return took


def main() -> None:
    """Print a line a size, in milliseconds, and the ratio of the largest to the smallest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[8, 40, 133])
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args()
    with a_database():
        rows = [(players, measure(players, asked.games)) for players in asked.players]
    names = list(rows[0][1])
    print(" ".join(["players", *(f"{name:>14}" for name in names)]))
    for players, took in rows:
        print(" ".join([f"{players:7}", *(f"{took[name]:14.0f}" for name in names)]))
    print(" ".join(["  ratio", *(f"{rows[-1][1][name] / rows[0][1][name]:14.1f}" for name in names)]))


if __name__ == "__main__":
    main()
