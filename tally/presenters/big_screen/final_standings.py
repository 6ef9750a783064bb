"""The end of the night on the big screen: the final standings, revealed step by step."""

from __future__ import annotations

from collections.abc import Sequence

from tally.loading.games import LoadedGame
from tally.loading.hidden_standings import HIDDEN_SENTENCE
from tally.presenters.big_screen.panels import ROWS, Panel, Row, Screen
from tally.presenters.big_screen.standings import ranked_rows
from tournament.models import Night

ONE_BY_ONE = 10  # places that are revealed one at a time in the end; those below come by the panel
NEWEST = 3  # players that share a place and still fit in large letters


def hidden_final_screen() -> Screen:
    """The end of the night as everybody but the organizer sees it until the standings are revealed."""
    return Screen("end", "The end", [Panel("message", "Final standings", sentence=HIDDEN_SENTENCE)])


def final_screen(night: Night, games: list[LoadedGame], revealed: int, *, hidden: bool) -> Screen:
    """The final standings, low first, the highest revealed so far on top.

    Where they are `hidden` from others, the last step reveals them to everybody.
    """
    steps = reveal_steps(ranked_rows(night, games))
    revealed = min(revealed, len(steps))
    rows = [row for step in steps[:revealed] for row in step][::-1][:ROWS]
    before = Panel("message", "Final standings", sentence="Low first." if steps else "No game was played.")
    newest = steps[revealed - 1] if revealed and len(steps[revealed - 1]) <= NEWEST else []
    return Screen(
        "end",
        "The end",
        [Panel("standings", "Final standings", rows) if rows else before],
        newest=newest,
        next=revealed + 1 if revealed < len(steps) else 0,
        reveals=hidden and revealed + 1 == len(steps),
    )


def reveal_steps(rows: Sequence[Row]) -> list[list[Row]]:
    """Ranked rows in the steps that reveal them: low first, then a panel at a time, at last one by one.

    Those who share a place come together.
    """
    places: list[list[Row]] = []
    for row in reversed(rows):
        if places and places[-1][0].first == row.first:
            places[-1].append(row)
        else:
            places.append([row])
    below, top = places[:-ONE_BY_ONE], places[-ONE_BY_ONE:]
    between = [row for place in below[1:] for row in place]
    return [*below[:1], *(between[at : at + ROWS] for at in range(0, len(between), ROWS)), *top]
