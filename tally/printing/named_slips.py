"""Score slips with names, from tonight's seats and rules."""

from __future__ import annotations

from functools import partial

from tally.loading.variants import variant_of
from tally.paper.document import Drawing
from tally.paper.named_slips import NamedSlip, SlipRules, draw_named_slips
from tally.paper.slip_form import HANDS_UNKNOWN
from tally.printing.tonight import Tonight
from tally.rules import summarize_rules
from tally.rules.pay_lines import pay_lines
from tournament.movements.seats import first_dealer, players_by_seat
from tournament.people.errors import Refused
from tournament.web.addresses import code_address, join_address


def named_slips(tonight: Tonight) -> Drawing:
    """A slip for every table in every game whose seats are known, or in one game; by table, then by game.

    :raises Refused: when the movement does not seat this many players, and for a game whose seats are not known.
    """
    night, only, known = tonight.night, tonight.job.game, len(tonight.rounds)
    if only is not None and not 1 <= only <= known:
        raise Refused(_not_known(only, known, tonight.length))
    names = tonight.names_at_tables
    slips = [
        NamedSlip(
            table,
            game,
            tuple((number, names.get(number, "")) for number in seats.values()),
            first_dealer(seats, tonight.ghost),
        )
        for game, seating in enumerate(tonight.rounds, 1)
        if only in (None, game)
        for table, numbers in enumerate(seating.tables, 1)
        for seats in [players_by_seat(numbers)]
    ]
    summary = summarize_rules(variant_of(night), night.house_rules)
    return partial(
        draw_named_slips,
        heading=tonight.heading,
        rules=SlipRules(
            hands=max(night.deals_at(table) or HANDS_UNKNOWN for table in (1, 2)),
            bid=summary.bid,
            pay=pay_lines(summary),
        ),
        slips=sorted(slips, key=lambda slip: (slip.table, slip.game)),
        address=join_address(night, tonight.site) if tonight.job.codes else "",
        code=night.printed_join_key,
        typed=code_address(tonight.site) if tonight.job.codes else "",
    )


def _not_known(game: int, known: int, games: int) -> str:
    if game > games or game < 1:
        return f"Tonight has games 1 to {games}."
    seated = "game 1 has" if known == 1 else f"games 1 to {known} have"
    return f"Nobody knows yet who sits where in game {game}: so far {seated} seats."
