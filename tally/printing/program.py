"""The night's program, from its seats, rules and prizes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tally.loading.awards import prize_list
from tally.loading.endings import endings
from tally.loading.variants import variant_of
from tally.paper.document import Drawing
from tally.paper.program import Program, draw_programs
from tally.printing.cards import blank_card, players_cards
from tally.printing.prizes_and_certificates import title_of
from tally.printing.tonight import Tonight, all_numbered
from tally.rules import game_end, summarize_rules
from tally.rules.pay_lines import pay_lines


def programs_to_copy(tonight: Tonight) -> int:
    """How many of the sheet are needed: once numbers are drawn everybody's is in it, and before it is one to copy."""
    return 1 if all_numbered(tonight) else max(1, len(tonight.entries))


def programs(tonight: Tonight) -> Drawing:
    """A program for every player with the seats that are known; before the numbers are drawn one to copy and fill in.

    No code is on it: that of a player's phone is on the tally card.

    :raises Refused: when the movement does not seat this many players.
    """
    night = tonight.night
    cards = players_cards(tonight) if all_numbered(tonight) else [blank_card(tonight)]
    summary = summarize_rules(variant_of(night), night.house_rules, endings(night))
    program = Program(
        club=tonight.job.look.club,
        game=variant_of(night).name,
        pay=pay_lines(summary),
        ends=game_end(summary),
        prizes=[(title_of(prize), prize.worth) for prize in prize_list(night).prizes],
    )
    cards = [replace(card, code="", address="") for card in cards]
    return partial(draw_programs, heading=tonight.heading, program=program, cards=cards)
