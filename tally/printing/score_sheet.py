"""The score sheet of a single table."""

from __future__ import annotations

from functools import partial

from tally.loading.endings import endings
from tally.loading.single_table import table_games
from tally.paper.document import Drawing
from tally.paper.fonts import written
from tally.paper.score_sheets import ScoreSheet, draw_score_sheet
from tally.printing.tonight import Tonight
from tally.rules import game_end, most_hands, summarize_rules
from tournament.models import Entry


def score_sheet(tonight: Tonight) -> Drawing:
    """Boxes for the game that is being played and for the next ones, with the table's names or with lines for them.

    Where a deal that everybody passes is dealt again by the same dealer, who deals is written down by hand.
    """
    night = tonight.night
    game = table_games(night)[-1]
    setup, variant = game.setup, game.setup.rulebook.variant
    summary = summarize_rules(setup.variant, night.house_rules, endings(night))
    names = {entry.pk: entry for entry in tonight.entries}
    players = [names[entry.pk] for entry in game.players]
    first = players.index(names[game.dealer(game.next_hand if game.over else 1).pk])
    order = players[first:] + players[:first] if tonight.job.names and not variant.all_pass.same_dealer else []
    return partial(
        draw_score_sheet,
        heading=tonight.heading,
        sheet=ScoreSheet(
            name=setup.variant.name,
            end=game_end(summary),
            parties=tuple(
                tuple(_name(players[seat]) if tonight.job.names else "" for seat in seats)
                for seats in setup.parties.values()
            ),
            first=(game.number + game.over) * tonight.job.names,
            hands=None if night.until_a_time else most_hands(setup.rulebook),
            fixed=variant.end.deals is not None and not night.until_a_time,
            starts=variant.end.starts,
            dealers=tuple(_name(entry) or str(entry.number) for entry in order),
            pay=summary.pay,
            heads=summary.heads,
        ),
    )


def _name(entry: Entry) -> str:
    """A player's name on paper, "" where it cannot be printed."""
    return written(entry.short_name)
