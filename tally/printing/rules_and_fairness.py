"""Sheets for the tables: tonight's rules, and how fair the seats are."""

from __future__ import annotations

from functools import partial

from tally.loading.endings import endings, house_rules_used
from tally.loading.variants import table_setup, variant_of
from tally.paper.document import Drawing
from tally.paper.fairness import draw_fairness
from tally.paper.rules_sheet import draw_rules_sheet
from tally.printing.tonight import Tonight
from tally.rules import summarize_rules
from tally.rules.examples import example_of
from tally.rules.wording import counted
from tournament.movements.balance import count_rounds, meeting_matrix
from tournament.movements.balance_wording import describe_balance


def fairness(tonight: Tonight) -> Drawing:
    """How fair the seats of all known games are, in sentences and as a picture.

    :raises Refused: when the movement does not seat this many players.
    """
    rounds, games = tonight.rounds, tonight.length
    balance = count_rounds([seating.tables for seating in rounds], [seating.sitting_out for seating in rounds])
    known = counted(games, "game") if len(rounds) == games else f"{counted(len(rounds), 'game')} of {games}"
    return partial(
        draw_fairness,
        heading=tonight.heading,
        known=known,
        lines=describe_balance(balance),
        numbers=balance.numbers,
        met=meeting_matrix(balance),
    )


def rules_sheet(tonight: Tonight) -> Drawing:
    """Tonight's game on one page, with its house rules and how tonight's games end."""
    variant = variant_of(tonight.night)
    return partial(
        draw_rules_sheet,
        heading=tonight.heading,
        name=variant.name,
        sheet=summarize_rules(
            variant,
            tonight.night.house_rules,
            endings(tonight.night),
            house_rules_used(tonight.night),
            tonight.night.own_rules_text,
        ),
        example=example_of(table_setup(tonight.night)),
    )
