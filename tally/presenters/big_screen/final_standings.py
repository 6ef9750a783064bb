"""The end of the night on the big screen: prizes and places, revealed step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import ceil

from tally.loading.games import LoadedGame
from tally.loading.reveal import RevealState
from tally.presenters.big_screen.panels import ROWS, Panel, Row, Screen, panels_of
from tally.scores.point_labels import total
from tournament.models import Night
from tournament.movements.seats import Side
from tournament.people.names import listed

MOST_WINNERS = 2  # whose table is shown
PODIUM = (1, 2, 3)  # the places on it
LETTERS = 22  # of a line of names on the panel of prizes
PRIZE_LINE, MOST_LINES = 0.7, 16.3  # the height of a line that says what is won; of a panel; both in lines of names
MOST_AT_A_PLACE = 3  # names that a step of it has room for; where there are more, they are a list


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
        so_far = [Panel("standings", "So far", rows[:ROWS])] if rows else won_so_far(reveal) or [_message(reveal)]
        panels = podium(reveal) or so_far
    else:
        final = panels_of("standings", "Final standings", rows)
        panels = [*podium(reveal), *final, *prize_panels(reveal), *award_panels(reveal), *winners_tables(reveal, games)]
    return Screen("end", reveal.newest.title, panels, reveal=reveal)


def podium(reveal: RevealState) -> list[Panel]:
    """The first three places as far as everybody has seen them; nothing before, and where too many share them.

    A place that nobody has, because others share one, is no step of it once the first place is shown.
    """
    there = [finish for finish in reveal.finishes if finish.place in PODIUM]
    often = Counter(finish.place for finish in there)
    if not there or max(often.values()) > MOST_AT_A_PLACE:
        return []
    fresh = reveal.newest.finishes if reveal.newest else ()
    rows = [
        Row(finish.name, finish.points_text, first=str(finish.place), fresh=finish in fresh)
        for finish in sorted(there, key=lambda finish: finish.place)
    ]
    if reveal.shown < reveal.winning:
        rows = sorted([*rows, *(Row(first=str(n)) for n in PODIUM if n not in often)], key=lambda row: row.first)
    return [Panel("podium", "The podium", rows)]


def winners_tables(reveal: RevealState, games: list[LoadedGame]) -> list[Panel]:
    """The table at which each winner played the last game: who sat there, and what they scored in it.

    Winners who played it together share a panel; where more than a few tie, there is none.
    """
    names = {finish.entry: finish.name for finish in reveal.finishes}
    winners = [finish.entry for finish in reveal.finishes if finish.place == 1]
    played = {entry.pk: game for game in games if game.play.played for entry in game.players.values()}
    tables = {game.row.pk: game for entry in winners if (game := played.get(entry))}
    if len(winners) > MOST_WINNERS:
        return []
    title = "The winner’s table" if len(winners) == 1 else "The winners’ table"
    return [Panel("standings", title, _seated(game, names, winners)) for game in tables.values()]


def _seated(game: LoadedGame, names: Mapping[int, str], winners: Collection[int]) -> list[Row]:
    """Who sat at a table, with the points of their side; the winner's side first."""
    rows = []
    for side in sorted(Side, key=lambda side: not any(game.players[seat].pk in winners for seat in side.seats)):
        points = total(game.play.total(side))
        pair = [game.players[seat].pk for seat in side.seats]
        rows += [Row(names[pk], points, fresh=pk in winners) for pk in pair if pk in names]
    return rows


def prize_panels(reveal: RevealState) -> list[Panel]:
    """Every prize with who has won it; nothing where there are no prizes."""
    return [Panel("winners", "Tonight’s prizes", rows) for rows in _that_fit(_prize_rows(reveal))]


def award_panels(reveal: RevealState) -> list[Panel]:
    """Every award that was shown with who holds it."""
    return [Panel("winners", "Tonight’s awards", rows) for rows in _that_fit(_award_rows(reveal))]


def won_so_far(reveal: RevealState) -> list[Panel]:
    """The newest prizes and awards, while no place is shown yet."""
    newest = _that_fit([*_prize_rows(reveal), *_award_rows(reveal)][::-1])
    return [Panel("winners", "So far", newest[0][::-1])] if newest else []


def _that_fit(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows in as many panels as they need: at most six in each, fewer where names take more lines."""
    panels: list[list[Row]] = []
    left = 0.0
    for row in rows:
        what_is_won = PRIZE_LINE * max(1, ceil(len(row.small) * PRIZE_LINE / LETTERS))
        lines = what_is_won + max(1, ceil(len(row.name) / LETTERS))
        if lines > left or len(panels[-1]) == ROWS // 2:
            panels.append([])
            left = MOST_LINES
        panels[-1].append(row)
        left -= lines
    return panels


def _prize_rows(reveal: RevealState) -> list[Row]:
    return [Row(listed(names), small=prize) for prize, names in reveal.prizes.items()]


def _award_rows(reveal: RevealState) -> list[Row]:
    return [
        Row(names, small="against" if index else award.title)
        for award in reveal.awards
        for holder in award.holders
        for index, names in enumerate(holder.sides)
    ]


def _message(reveal: RevealState) -> Panel:
    """What is said before the first place is shown."""
    if not reveal.steps:
        return Panel("message", "Good night", sentence="No game was played.")
    return Panel("message", "The winners are next", sentence="Gather round!")
