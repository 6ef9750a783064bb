"""The numbers of a night as they should be printed, added up from its export.

The only code of the site that this uses is that for the credit for a sit-out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

SEATS = {"N": ("S", "EW"), "E": ("W", "NS"), "S": ("N", "EW"), "W": ("E", "NS")}  # partner's seat, the other side's
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


class ExpectedCard(NamedTuple):
    """A player's card: the line of each game by its number, the total, and the loners."""

    games: dict[int, tuple[Any, ...]]
    total: int
    loners: int


def expected_cards(document: dict[str, Any]) -> dict[int, ExpectedCard]:
    """Work out each player's card from the exported document, by number."""
    from tally.rules import VARIANTS, sit_out_points

    night = document["night"]
    credit = sit_out_points(VARIANTS[night["variant"]], night["house_rules"])
    beyond = int(night["house_rules"].get("loner") == "5-4")  # extra points of the lone player alone for a march
    ghosts = {player["number"] for player in document["players"] if player["ghost"]}
    games: dict[int, dict[int, tuple[Any, ...]]] = {}
    totals: dict[int, int] = {}
    loners: dict[int, int] = {}
    for round_ in document["rounds"]:
        number, tables = round_["number"], round_["tables"]
        started = any(table["signed_at"] or _counts(table) for table in tables)
        for out in round_["sitouts"]:
            totals[out] = totals.get(out, 0) + credit * started
            games.setdefault(out, {})[number] = ("sits out", credit if started else 0, totals[out] if started else None)
        for table in tables:
            for seat, player in table["seats"].items():
                us, them = table["totals"][SIDES[seat]], table["totals"][SEATS[seat][1]]
                alone, marches = _alone(table, player)
                us += beyond * marches
                loners[player] = loners.get(player, 0) + alone
                totals[player] = totals.get(player, 0) + us
                partner = table["seats"][SEATS[seat][0]]
                others = frozenset(other for place, other in table["seats"].items() if SIDES[place] != SIDES[seat])
                scored = (us, them, totals[player]) if _counts(table) else (None, None, None)
                games.setdefault(player, {})[number] = (
                    table["table"],
                    "ghost" if partner in ghosts else partner,
                    others,
                    *scored,
                )
    return {
        number: ExpectedCard(lines, totals[number], loners.get(number, 0))
        for number, lines in games.items()
        if number not in ghosts
    }


def _counts(table: dict[str, Any]) -> bool:
    """Tell whether this game has a current hand or paper total."""
    return any(one["current"] for one in (*table["hands"], *table["paper_totals"]))


def _alone(table: dict[str, Any], player: int) -> tuple[int, int]:
    """Count the hands that a player made alone, and those of them with all five tricks."""
    for paper in table["paper_totals"]:
        if paper["current"]:
            count = {int(number): loners for number, loners in paper["loners"].items()}.get(player, 0)
            return count, count
    made = [hand for hand in table["hands"] if hand["current"] and hand["alone_by"] == player]
    return len(made), sum(hand["record"]["maker_tricks"] == 5 for hand in made)
