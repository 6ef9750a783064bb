"""Every number on filled cards and standings equals the export's: random nights, read back from their PDFs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tally.exports.night_json import export_night
from tally.paper.document import Job
from tally.paper.measures import Paper
from tests.support.printed_numbers import JOBS, Plan, compare_with_export, play_plan, random_plan
from tournament.models import Club, Entry

NIGHTS = [
    Plan("", 8, 7, 2, {}),
    Plan("perfect", 12, 4, 1, {"euchre": -4}),
    Plan("night", 9, 20, 1, {}),
    Plan("winners-up", 13, 5, 2, {"sit_out_credit": 7}),
    Plan("winners-stay", 11, 4, 2, {"loner": "5-4"}),
    Plan("drawn", 18, 4, 1, {"sit_out_credit": 2, "euchre": -2}),
]


def special_cases(document: dict[str, Any]) -> set[str]:
    """Return which special cases an exported night contains."""
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    scored = [table for table in tables if table["signed_at"] or any(hand["current"] for hand in table["hands"])]
    cases = {
        "a tie": any(table["totals"]["NS"] == table["totals"]["EW"] for table in scored),
        "a paper total": any(total["current"] for table in tables for total in table["paper_totals"]),
        "points below zero": any(min(table["totals"].values()) < 0 for table in scored),
        "a game not played": len(scored) < len(tables),
        "not signed": any(not table["signed_at"] for table in scored),
        "a sit-out": any(round_["sitouts"] for round_ in document["rounds"]),
        "a loner": any(hand["alone_by"] and hand["current"] for table in tables for hand in table["hands"]),
        "a ghost": any(player["ghost"] for player in document["players"]),
        **{name: any(player["name"].startswith(name) for player in document["players"]) for name in ("Late", "Stand")},
    }
    return {case for case, present in cases.items() if present}


@pytest.mark.long
def test_every_number_on_paper_equals_the_exports(club: Club) -> None:
    """`python -m tests.simulations.check_paper --numbers 200` checks that many nights."""
    found: set[str] = set()
    for seed, plan in enumerate(NIGHTS):
        night = play_plan(plan, Random(seed))
        assert compare_with_export(night, JOBS[seed % len(JOBS)]) > 150, plan
        found |= special_cases(export_night(night))
    assert found == {
        "a tie",
        "a paper total",
        "points below zero",
        "a game not played",
        "not signed",
        "a sit-out",
        "a loner",
        "a ghost",
        "Late",
        "Stand",
    }
    assert Entry.objects.gone().exists()


@pytest.mark.parametrize("job", [Job(Paper.LETTER), Job(Paper.A4, large=True)])
def test_a_different_number_is_found(club: Club, job: Job) -> None:
    chance = Random(5)
    night = play_plan(random_plan(chance)._replace(movement="night", players=9, games=4), chance)
    faults = 0
    for change in (_change_points, _swap_seats, _change_place, _change_credit):
        document = export_night(night)
        if change(document):
            faults += 1
            with pytest.raises(AssertionError):
                compare_with_export(night, job, document)
    assert faults == 4
    compare_with_export(night, job)


def _change_points(document: dict[str, Any]) -> bool:
    document["rounds"][1]["tables"][0]["totals"]["NS"] += 1
    return True


def _swap_seats(document: dict[str, Any]) -> bool:
    seats = document["rounds"][0]["tables"][0]["seats"]
    seats["N"], seats["E"] = seats["E"], seats["N"]
    return True


def _change_place(document: dict[str, Any]) -> bool:
    document["standings"][0]["shared"] ^= True
    return True


def _change_credit(document: dict[str, Any]) -> bool:
    document["night"]["house_rules"]["sit_out_credit"] = 9
    return any(round_["sitouts"] for round_ in document["rounds"])
