"""Every hand of a single table as a table: who called what, and what it brought each side or player."""

from __future__ import annotations

from collections.abc import Sequence

from tally.exports.hands import result_text
from tally.loading.single_table import LoadedTable, TableHand, table_games
from tally.models import Hand
from tally.rules import Party, label_of, tricks_text
from tournament.models import Night
from tournament.spreadsheets.tables import Cell, Table, hall_time

COLUMNS = ("Game", "Hand", "Dealer", "Called by", "Bid", "Result", "Tricks", "Alone")
LAST_COLUMNS = ("Counts", "Entered by", "At")


def table_hands(night: Night) -> Table:
    """Every hand, by game and number. One that was played after its game was over does not count."""
    games = table_games(night)
    found = Hand.objects.select_related("entry").in_bulk([hand.id for game in games for hand in game.hands])
    rows = [
        (*_hand(game, hand), "yes" if nth <= game.state.hands else "no", *_entered(found[hand.id]))
        for game in games
        for nth, hand in enumerate(game.hands, 1)
    ]
    points = [f"Points {_names(games[0], party)}" for party in games[0].names] if games else []
    return Table("Hands", (*COLUMNS, *points, *LAST_COLUMNS), tuple(rows))


def _hand(game: LoadedTable, hand: TableHand) -> tuple[Cell, ...]:
    record = hand.record
    start: tuple[Cell, ...] = (game.number, hand.number, game.dealer(hand.number).name)
    called: tuple[Cell, ...] = (
        _names(game, record.maker_side),
        "" if record.bid is None else label_of(game.setup.calls, record),
        result_text(record, hand.score.made, _names(game, record.reneged)),
        tricks_text(record.maker_tricks) if record.maker_tricks else "",
        "yes" if record.alone else "",
    )
    return (*start, *called, *(hand.points.get(party, 0) for party in game.names))


def _names(game: LoadedTable, party: Party | None) -> str:
    """Who scores together; nobody where nobody called."""
    return "" if party is None else " & ".join(entry.name for entry in game.names[party])


def _entered(row: Hand) -> Sequence[Cell]:
    by = row.entry.name if row.entry else "The organizer"
    return by, hall_time(row.at)
