"""Measures the pages across a club's nights as ratios to the standings of its last night, in turns.

    python -m tests.benchmarks.club_pages [--people 200] [--nights 12 46 150] [--rounds 9]

For each number of nights a sample club is made. "first" has no result of a closed night, and adds up every hand; "cold"
is a process that has just started, with the results stored; "warm" remembers them. "queries" does not grow with the
nights.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from statistics import median
from time import perf_counter
from typing import Any

from tests.support.night import sign_in_as_organizer
from tests.support.standalone_django import temporary_database


def fill_club(people: int, nights: int) -> Any:
    """Make a sample club, and beside its yearly seasons one of all its nights."""
    from tally.management.sample_club import filling
    from tournament.models import Club, Season

    club = Club.objects.create(name=f"Club of {nights} nights")
    filling.fill_club(club=club, people=people, nights=nights, seed=1, until=date(2026, 11, 24), still_open=False)
    first = club.nights.order_by("date").values_list("date", flat=True)[0]
    Season.objects.create(club=club, name="All nights", first_day=first, last_day=date(2026, 12, 31))
    return club


def pages_of(club: Any) -> dict[str, str]:
    """Return the pages by name; the first is what the others are compared with."""
    from django.db.models import Count

    from tournament.models import Night

    player = club.players.annotate(nights=Count("entries")).order_by("-nights")[0]
    night = club.nights.filter(kind=Night.Kind.PROGRESSIVE, status=Night.Status.CLOSED).order_by("date").last()
    return {
        "standings": f"/n/{night.slug}/standings/",
        "season": f"/club/seasons/{club.seasons.get(name='All nights').pk}/",
        "this year": f"/club/seasons/{club.seasons.exclude(name='All nights').latest('first_day').pk}/",
        "player": f"/club/people/{player.pk}/",
        "records": "/club/records/",
        "story": f"/n/{night.slug}/story/",
    }


@dataclass(frozen=True, slots=True)
class PageTimes:
    """What a page takes: warm milliseconds, ratios to the standings, and queries."""

    milliseconds: float
    first: float
    cold: float
    warm: float
    queries: int


def measure(people: int, nights: int, rounds: int) -> dict[str, PageTimes]:
    """Return what each page takes, by name."""
    from django.core.cache import caches
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tally.loading.result_cache import forget_results

    club = fill_club(people, nights)
    client = Client()
    sign_in_as_organizer(client, club)

    def milliseconds(path: str) -> float:
        start = perf_counter()
        assert client.get(path).status_code == 200, path
        return 1000 * (perf_counter() - start)

    def forget_all() -> None:
        caches["results"].clear()
        forget_results()

    pages = pages_of(club)
    base = pages["standings"]

    def ratio(path: str, prepare: Callable[[], object], times: int) -> float:
        """Return how often the standings' time a page takes after a preparation, as the median of so many times."""
        found = []
        for _ in range(times):
            standings = milliseconds(base)
            prepare()
            found.append(milliseconds(path) / standings)
        return median(found)

    found = {}
    for name, path in pages.items():
        milliseconds(path)  # templates and tables of rules are read once
        first = ratio(path, forget_all, 1)
        for other in pages.values():
            milliseconds(other)
        cold = ratio(path, forget_results, rounds)
        warm = ratio(path, lambda: None, rounds)
        with CaptureQueriesContext(connection) as captured:
            client.get(path)
        queries = len(captured)  # the next request forgets them
        found[name] = PageTimes(median(milliseconds(path) for _ in range(rounds)), first, cold, warm, queries)
    return found


def main() -> None:
    """Print a line for each page and number of nights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--nights", type=int, nargs="+", default=[12, 46, 150])
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print("nights page       warm ms   first    cold    warm  queries")
    with temporary_database():
        from tournament.server.application import settle

        settle()
        for nights in options.nights:
            for name, page in measure(options.people, nights, options.rounds).items():
                ratios = f"{page.first:7.1f} {page.cold:7.1f} {page.warm:7.1f}"
                print(f"{nights:6} {name:10} {page.milliseconds:8.0f} {ratios} {page.queries:8}")


if __name__ == "__main__":
    main()
