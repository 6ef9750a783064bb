"""The end of the night on the big screen: prizes and places, revealed step by step."""

from __future__ import annotations

from tally.loading.games import LoadedGame
from tally.presenters.big_screen.panels import ROWS, Panel, Row, Screen, panels_of
from tally.presenters.reveal import RevealState
from tournament.models import Night
from tournament.people.names import listed


def final_screen(night: Night, games: list[LoadedGame]) -> Screen:
    """What everybody has seen of the final standings so far: the highest place on top, all of them in the end."""
    reveal = RevealState.of(night, games)
    title = "And now the winners" if reveal.steps else "Thank you all"
    screen = Screen("end", title, [_message(reveal)], reveal=reveal)
    if reveal.newest is None:
        return screen
    rows = [
        Row(finish.name, finish.points, first=finish.label, fresh=finish in reveal.newest.finishes)
        for finish in reveal.finishes
    ]
    if reveal.next:
        panels = [Panel("standings", "So far", rows[:ROWS])] if rows else [_message(reveal)]
    else:
        panels = [*winners_panels(reveal), *panels_of("standings", "Final standings", rows)]
    return Screen("end", reveal.newest.title, panels, reveal=reveal)


def winners_panels(reveal: RevealState) -> list[Panel]:
    """The winners' table: every prize with who has won it, in two lines each; nothing where there are no prizes."""
    rows = [Row(listed(names), small=prize) for prize, names in reveal.prizes.items()]
    return [Panel("winners", "The winners’ table", rows[at : at + ROWS // 2]) for at in range(0, len(rows), ROWS // 2)]


def _message(reveal: RevealState) -> Panel:
    """What is said before the first place is shown."""
    if not reveal.steps:
        return Panel("message", "Good night", sentence="No game was played.")
    return Panel("message", "The winners are next", sentence="Gather round: last place first.")
