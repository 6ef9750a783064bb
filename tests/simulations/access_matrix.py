"""Asks every address as everybody on every kind of night, in every way, and prints what was asked and what is wrong.

    python -m tests.simulations.access_matrix [--nights "sign-up" "rung"] [--share 1] [--workers 2]

It says for each night how many requests were allowed and refused, and every one that was answered otherwise than
`tests/support/url_table.py` says, changed something, told a secret or failed. With `--share 8` only one reader of
eight asks at each address. `tests/web/test_matrix.py` asks the same, on PostgreSQL too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from tests.support.standalone_django import temporary_database

Result = tuple[str, Counter[str], list[str], float]


def main() -> int:
    """Ask what the command line asks for; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nights", nargs="*", default=[], metavar="NIGHT", help="all of them, if none is given")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    start, all_counts, all_wrong = perf_counter(), Counter[str](), 0
    print(f"{'night':24} {'requests':>8} {'allowed':>8} {'refused':>8} {'wrong':>6} {'seconds':>8}")
    with ProcessPoolExecutor(options.workers, multiprocessing.get_context("spawn")) as pool:
        parts = [
            pool.submit(ask_part, options.nights, options.share, n, options.workers) for n in range(options.workers)
        ]
        for part in parts:
            for night, counts, wrong, seconds in part.result():
                numbers = (counts["requests"], counts["allowed"], counts["refused"])
                print(f"{night:24} {numbers[0]:8,} {numbers[1]:8,} {numbers[2]:8,} {len(wrong):6} {seconds:8.1f}")
                print(*(f"  {sentence}" for sentence in wrong), sep="\n", end="\n" if wrong else "")
                all_counts += counts
                all_wrong += len(wrong)
    total = f"{all_counts['requests']:,} requests, {all_counts['refused']:,} by somebody who may not"
    print(f"{total}; {all_wrong} wrong; {perf_counter() - start:.0f} s")
    return 1 if all_wrong else 0


def ask_part(nights: list[str], share: int, part: int, parts: int) -> list[Result]:
    """Ask on this process's share of the nights, in a database of its own."""
    with temporary_database():
        from django.conf import settings
        from django.db import transaction

        from tests.support.access_matrix import Matrix
        from tests.support.access_nights import HOSTED, NIGHTS, stage
        from tournament.models import Club
        from tournament.night import movement_choice
        from tournament.night.charts import load_charts
        from tournament.planning import night_plan, shipped

        shipped.SEARCH_SECONDS = night_plan.REPLAN_SECONDS = movement_choice.STEP_SECONDS = 0.01
        settings.WHITENOISE_AUTOREFRESH = True
        load_charts()
        results = []
        for name in (nights or list(NIGHTS))[part::parts]:
            start = perf_counter()
            with transaction.atomic():
                settings.ACCOUNTS = name == HOSTED
                matrix = Matrix(stage(name, Club.objects.create(name="Tuesday club")), share)
                matrix.run()
                transaction.set_rollback(True)
            results.append((name, matrix.counts, matrix.wrong, perf_counter() - start))
        return results


if __name__ == "__main__":
    sys.exit(main())
