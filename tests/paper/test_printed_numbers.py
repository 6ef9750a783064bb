"""Every number on the filled cards and the standings is the export's: nights by chance, read back from their PDFs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tally.exports.night_json import export_night
from tally.paper.document import Job
from tally.paper.measures import Paper
from tests.support.printed_numbers import WAYS, Plan, compare, plan_of, played
from tournament.models import Club, Entry

NIGHTS = [
    Plan("", 8, 7, 2, {}),
    Plan("perfect", 12, 4, 1, {"euchre": -4}),
    Plan("night", 9, 20, 1, {}),
    Plan("winners-up", 13, 5, 2, {"sit_out_credit": 7}),
    Plan("winners-stay", 11, 4, 2, {"loner": "5-4"}),
    Plan("drawn", 18, 4, 1, {"sit_out_credit": 2, "euchre": -2}),
]


def happened(document: dict[str, Any]) -> set[str]:
    """What a night has had, of all that may be."""
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    scored = [table for table in tables if table["signed_at"] or any(hand["current"] for hand in table["hands"])]
    kinds = {
        "a tie": any(table["totals"]["NS"] == table["totals"]["EW"] for table in scored),
        "paper": any(total["current"] for table in tables for total in table["paper_totals"]),
        "below zero": any(min(table["totals"].values()) < 0 for table in scored),
        "not played": len(scored) < len(tables),
        "not agreed": any(not table["signed_at"] for table in scored),
        "a rest": any(round_["sitouts"] for round_ in document["rounds"]),
        "a loner": any(hand["alone_by"] and hand["current"] for table in tables for hand in table["hands"]),
        "a ghost": any(player["ghost"] for player in document["players"]),
        **{word: any(player["name"].startswith(word) for player in document["players"]) for word in ("Late", "Stand")},
    }
    return {kind for kind, was in kinds.items() if was}


@pytest.mark.long
def test_every_number_on_paper_is_the_exports_whatever_happened(club: Club) -> None:
    """`python -m tests.simulations.check_paper --numbers 200` does it for so many nights."""
    seen: set[str] = set()
    for seed, plan in enumerate(NIGHTS):
        night = played(plan, Random(seed))
        assert compare(night, WAYS[seed % len(WAYS)]) > 150, plan
        seen |= happened(export_night(night))
    assert seen == {
        "a tie",
        "paper",
        "below zero",
        "not played",
        "not agreed",
        "a rest",
        "a loner",
        "a ghost",
        "Late",
        "Stand",
    }
    assert Entry.objects.gone().exists()


@pytest.mark.parametrize("way", [Job(Paper.LETTER), Job(Paper.A4, large=True)])
def test_a_number_that_differs_is_found(club: Club, way: Job) -> None:
    chance = Random(5)
    night = played(plan_of(chance)._replace(movement="night", players=9, games=4), chance)
    faults = 0
    for change in (_points, _seats, _place, _rest):
        document = export_night(night)
        if change(document):
            faults += 1
            with pytest.raises(AssertionError):
                compare(night, way, document)
    assert faults == 4
    compare(night, way)


def _points(document: dict[str, Any]) -> bool:
    document["rounds"][1]["tables"][0]["totals"]["NS"] += 1
    return True


def _seats(document: dict[str, Any]) -> bool:
    seats = document["rounds"][0]["tables"][0]["seats"]
    seats["N"], seats["E"] = seats["E"], seats["N"]
    return True


def _place(document: dict[str, Any]) -> bool:
    document["standings"][0]["shared"] ^= True
    return True


def _rest(document: dict[str, Any]) -> bool:
    document["night"]["house_rules"]["sit_out_credit"] = 9
    return any(round_["sitouts"] for round_ in document["rounds"])
