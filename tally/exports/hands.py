"""The hands of a game as rows of a table: who sat there, what was called and what it brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tally.loading.games import LoadedGame
from tally.loading.hands import SIDE_OF_LETTER, PlayedHand
from tally.models import PaperTotal
from tally.rules import Record, calls, label_of, tricks_text
from tally.scores.tallies import HandPoints, PaperCount
from tournament.models import Night
from tournament.movements.seats import Seat, Side
from tournament.spreadsheets.tables import Cell, hall_time

HAND_COLUMNS = (
    "Game",
    "Table",
    "Hand",
    "North",
    "East",
    "South",
    "West",
    "Called by",
    "Bid",
    "Result",
    "Tricks",
    "Alone",
    "Points N–S",
    "Points E–W",
    "More for alone",
    "Entered by",
    "At",
)
KEPT_SCORES = "Organizer or scorer"  # who wrote a hand that no player did; the log has the name


def hand_rows(game: LoadedGame, names: Mapping[int, str]) -> Iterator[tuple[Cell, ...]]:
    """A row for each hand that counts; where a total from paper counts, one for it and one for each who went alone.

    "More for alone" is what a player who went alone has by a house rule beyond the side's points.
    """
    seated = [names[game.play.seats[seat]] if seat in game.play.seats else "" for seat in Seat]
    start: tuple[Cell, ...] = (game.number, game.row.table)
    if game.by_paper and game.paper:
        for row in _paper_rows(game.by_paper, game.paper, names):
            yield (*start, None, *seated, *row)
        return
    for hand in game.hands:
        yield (*start, hand.number, *seated, *_hand(hand, game, names))


def _hand(hand: PlayedHand, game: LoadedGame, names: Mapping[int, str]) -> tuple[Cell, ...]:
    record, scored = hand.record, hand.scored
    maker = SIDE_OF_LETTER.get(str(record.maker_side))
    return (
        _side_names(game, maker, names),
        _bid(hand, game.night),
        result_text(record, hand.made, _side_names(game, SIDE_OF_LETTER.get(str(record.reneged)), names)),
        tricks_text(record.maker_tricks) if record.maker_tricks else "",
        _alone(hand, names),
        scored.points[Side.NS],
        scored.points[Side.EW],
        _more_for_alone(scored, game),
        hand.by.name if hand.by else KEPT_SCORES,
        hall_time(hand.at),
    )


def _paper_rows(count: PaperCount, paper: PaperTotal, names: Mapping[int, str]) -> Iterator[tuple[Cell, ...]]:
    by = paper.entry.whole_name if paper.entry else KEPT_SCORES
    at = hall_time(paper.at)
    ns, ew = count.points[Side.NS], count.points[Side.EW]
    yield "", "", "Total from paper", "", "", ns, ew, None, by, at
    for number, often in count.loners.items():
        if often and number in names:
            hands = f"{often} hand{'' if often == 1 else 's'} alone"
            yield "", "", hands, "", names[number], 0, 0, count.each * often or None, by, at


def _side_names(game: LoadedGame, side: Side | None, names: Mapping[int, str]) -> str:
    return "" if side is None else " & ".join(names[game.play.seats[seat]] for seat in side.seats)


def _bid(hand: PlayedHand, night: Night) -> str:
    """What was bid, as the table's buttons say it; empty in games with a card turned up."""
    record = hand.record
    return "" if record.bid is None else label_of(calls(record.variant, night.house_rules), record)


def result_text(record: Record, made: bool | None, reneged: str) -> str:
    """How a hand ended, in a word or two; `reneged` names who did, if somebody did."""
    if record.passed_out:
        return "Everybody passed"
    if record.reneged is not None:
        return f"Renege by {reneged}"
    if made is None:
        return ""
    return "Made" if made else "Euchred" if record.bid is None else "Set"


def _alone(hand: PlayedHand, names: Mapping[int, str]) -> str:
    """Who went alone; "yes" where the table did not say who."""
    if hand.scored.loner is not None:
        return names.get(hand.scored.loner, "")
    return "yes" if hand.record.alone else ""


def _more_for_alone(scored: HandPoints, game: LoadedGame) -> int | None:
    side = next((seat.side for seat, number in game.play.seats.items() if number == scored.loner), None)
    return None if side is None or scored.lone_points is None else scored.lone_points - scored.points[side]
