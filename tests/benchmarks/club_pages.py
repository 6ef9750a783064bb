"""Measures the pages across a club's nights as ratios to the standings of its last night, in turns.

    python -m tests.benchmarks.club_pages [--people 200] [--nights 40 150] [--rounds 15]

For each number of nights a sample club is made. "cold" is the first request of a process, which adds up every hand;
the others find the results of closed nights remembered. "queries" does not grow with the nights.
"""

from __future__ import annotations

import argparse
from datetime import date
from statistics import median
from time import perf_counter
from typing import Any

from tests.support.standalone_django import temporary_database


def fill_club(people: int, nights: int) -> Any:
    """Make a sample club with a season of all its nights."""
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
        "season": f"/club/seasons/{club.seasons.get().pk}/",
        "player": f"/club/people/{player.pk}/",
        "records": "/club/records/",
        "story": f"/n/{night.slug}/story/",
    }


def measure(people: int, nights: int, rounds: int) -> dict[str, tuple[float, float, float, int]]:
    """Return milliseconds cold and warm, the ratio to the standings, and the queries, by page."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tally.loading.result_cache import forget_results
    from tournament.web.visitors import ORGANIZER_COOKIE

    club = fill_club(people, nights)
    client = Client()
    client.cookies[ORGANIZER_COOKIE] = club.key

    def milliseconds(path: str) -> float:
        start = perf_counter()
        assert client.get(path).status_code == 200, path
        return 1000 * (perf_counter() - start)

    pages = pages_of(club)
    cold, queries = {}, {}
    for name, path in pages.items():
        milliseconds(pages["standings"])  # templates and tables of rules are read once
        forget_results()
        cold[name] = milliseconds(path)
        with CaptureQueriesContext(connection) as captured:
            client.get(path)
        queries[name] = len(captured)
    times: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(rounds):
        for name, path in pages.items():
            times[name].append(milliseconds(path))
    base = times["standings"]
    return {
        name: (
            cold[name],
            median(times[name]),
            median(time / one for time, one in zip(times[name], base, strict=True)),
            queries[name],
        )
        for name in pages
    }


def main() -> None:
    """Print a line for each page and number of nights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--nights", type=int, nargs="+", default=[40, 150])
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print("nights page        cold ms  warm ms  ratio  queries")
    with temporary_database():
        for nights in options.nights:
            for name, (cold, warm, ratio, queries) in measure(options.people, nights, options.rounds).items():
                print(f"{nights:6} {name:10} {cold:8.0f} {warm:8.0f} {ratio:6.1f} {queries:8}")


if __name__ == "__main__":
    main()
