"""The game of a night: one that comes with the program, or the club's own."""

from __future__ import annotations

from tally.rules import TableSetup, Variant, find_variant
from tournament.models import Night
from tournament.night.settings import can_change_variant
from tournament.people.errors import Refused

BRING_BACK = "Bring it back, and the night can go on."


def variant_of(night: Night) -> Variant:
    """The game that is played tonight.

    :raises Refused: when the program no longer has it.
    """
    variant = find_variant(night.variant)
    if variant is None:
        how = "The organizer can choose another one on the rules page." if can_change_variant(night) else BRING_BACK
        raise Refused(f'This program has no game called "{night.variant}". {how}')
    return variant


def table_setup(night: Night) -> TableSetup:
    """Tonight's game under tonight's house rules, at a table of as many players as tonight's tables have."""
    variant = variant_of(night)
    players = night.entries.count() if night.single_table else variant.players
    return TableSetup(variant, players, night.house_rules)
