"""Every number on paper equals the export's: random nights, read back from their PDFs."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tally.exports.night_json import export_night
from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import draw
from tests.support.printed_numbers import (
    JOBS,
    Plan,
    compare_hat_cards,
    compare_with_export,
    play_plan,
    random_plan,
)
from tests.support.tagged_numbers import SHEETS, Exported, compare_season, compare_sheets, read_parts
from tournament.models import Club, Entry

FEW = 11  # larger nights are compared on cards and standings alone
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
        if plan.players < FEW:
            assert compare_sheets(night, JOBS[seed % len(JOBS)]) > 1000, plan
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


# Other sheets


Change = Callable[[dict[str, Any]], object]


def _points(document: dict[str, Any]) -> None:
    document["rounds"][0]["tables"][0]["totals"]["EW"] += 1


def _seats(document: dict[str, Any]) -> None:
    """Let two players of one table change seats."""
    seats = document["rounds"][1]["tables"][0]["seats"]
    seats["N"], seats["E"] = seats["E"], seats["N"]


def _partners(document: dict[str, Any]) -> None:
    """Let two partners change seats: another one deals."""
    seats = document["rounds"][0]["tables"][0]["seats"]
    seats["N"], seats["S"] = seats["S"], seats["N"]


def _tables(document: dict[str, Any]) -> None:
    one, other = document["rounds"][0]["tables"][:2]
    one["table"], other["table"] = other["table"], one["table"]


def _bench(document: dict[str, Any]) -> None:
    """Let somebody else sit out."""
    document["rounds"][0]["sitouts"], seats = [document["rounds"][0]["tables"][0]["seats"]["N"]], document["rounds"][0]
    seats["tables"][0]["seats"]["N"] = 99


def _place(document: dict[str, Any]) -> None:
    document["standings"][0]["place"] += 1


def _loner(document: dict[str, Any]) -> None:
    """Let a player have made one more hand alone."""
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    table, hand = next((table, hand) for table in tables for hand in table["hands"] if not hand["alone_by"])
    hand["alone_by"] = table["seats"]["N"]


def _score(document: dict[str, Any]) -> None:
    document["prizes"][1]["score"] += 1


def _winner(document: dict[str, Any]) -> None:
    document["prizes"][0]["winners"][0] += 1


def _money(document: dict[str, Any]) -> None:
    document["prizes"][2]["money"] = "$8"


CHANGES: dict[str, tuple[Change, ...]] = {
    **dict.fromkeys(("tally-cards", "tally-cards-with-movement"), (_seats, _partners, _tables, _bench)),
    "program": (_seats, _partners, _tables, _bench),
    "where-you-start": (_partners, _tables, _bench),
    "rotation": (_seats, _partners, _tables, _bench),
    "wall-board": (_tables, _bench),
    "wall-board-large": (_tables, _bench),
    "table-charts": (_seats, _partners, _tables),
    "named-slips": (_seats, _partners, _tables),
    "keepsakes": (_points, _seats, _place, _loner),
    "certificates": (_score, _winner),
    "prizes": (_score, _winner, _money),
    "prizes-to-read-out": (_score, _winner, _money),
}


def _differs(compare: Callable[[], object]) -> bool:
    try:
        compare()
    except AssertionError:
        return True
    return False


@pytest.fixture
def closed(club: Club) -> Any:
    """A night of nine players that is over, for the sheets."""
    night = copy(play_plan(Plan("night", 9, 5, 1, {}), Random(3)))
    night.status = "closed"
    return night


def test_every_sheet_has_a_change_that_must_be_found() -> None:
    assert CHANGES.keys() == SHEETS.keys()


@pytest.mark.parametrize("job", [Job(Paper.LETTER), Job(Paper.A4, large=True)])
def test_a_different_number_is_found_on_each_sheet(closed: Any, job: Job) -> None:
    document = export_night(closed)
    for slug, changes in CHANGES.items():
        parts = read_parts(draw(closed, slug, replace(job, backs=slug == "tally-cards"), ""))
        assert SHEETS[slug](parts, Exported(document)), slug
        for change in changes:
            changed = deepcopy(document)
            change(changed)
            assert _differs(lambda: SHEETS[slug](parts, Exported(changed))), f"{slug}: {change.__name__}"  # noqa: B023


def test_the_seats_on_cards_from_a_hat_are_those_of_the_night(club: Club) -> None:
    assert compare_hat_cards(9, Job()) > 500


def test_a_players_season_says_what_the_nights_export_says(club: Club) -> None:
    for seed in range(2):
        play_plan(Plan("night", 8, 4, 1, {"euchre": -4}), Random(seed), club=club)
    assert compare_season(club, Job()) > 60
    documents = [export_night(night) for night in club.nights.all()]
    for change in (_points, _place):
        changed = deepcopy(documents)
        change(changed[1])
        assert _differs(lambda: compare_season(club, Job(), changed)), change.__name__  # noqa: B023
