"""From a night to its printed sheets: loads, computes, and hands pure values to `tally.prints`."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.formats import date_format

from tally.load import night_games
from tally.prints.paper import Paper
from tally.prints.rules_sheet import draw_rules_sheet
from tally.prints.standings import StandingRow, draw_standings
from tally.prints.tally_cards import Card, CardRow, Heading, draw_tally_cards
from tally.rules import VARIANTS
from tally.standings import rank
from tally.tallies import Line, fold_tallies
from tournament.addresses import card_address
from tournament.errors import Refused
from tournament.models import Night
from tournament.movements.seating import Seating
from tournament.plan import length, plan, seatings
from tournament.seats import seated


def tally_cards(night: Night, paper: Paper, site: str) -> bytes:
    """Everybody's card to write on, with the night's seats and a QR for their phone.

    :raises Refused: before everybody has a number, or when no chart seats this many players.
    """
    entries = list(night.entries.order_by("number"))
    if not entries or not all(entry.number for entry in entries):
        raise Refused("Draw the numbers first; each card carries one.")
    started = night.status != Night.Status.SIGN_UP
    numbers = sorted(entry.number or 0 for entry in entries)
    drawn = None if started else plan(night, numbers)
    rounds = drawn.rounds if drawn else tuple(seatings(night))
    rows: dict[int, list[CardRow]] = {number: [] for number in numbers}
    for game, seating in enumerate(rounds, 1):
        seated_now = _seated_rows(game, seating)
        for number, row in rows.items():
            row.append(seated_now.get(number) or CardRow(game=game, table=None, partner=None, opponents=None,
                                                         sits_out=True))
    for game in range(len(rounds) + 1, (drawn.games if drawn else length(night)) + 1):
        for row in rows.values():
            row.append(CardRow(game=game, table=None, partner=None, opponents=None))
    cards = [Card(number=entry.number or 0, name=entry.name, code=entry.printed_key,
                  address=card_address(entry, site), rows=tuple(rows[entry.number or 0]))
             for entry in entries]
    return draw_tally_cards(heading(night), cards, paper)


def _seated_rows(game: int, seating: Seating) -> dict[int, CardRow]:
    """One game on everybody's card who has a seat in it."""
    rows = {}
    for table, numbers in enumerate(seating.tables, 1):
        seats = seated(numbers)
        for seat, number in seats.items():
            across, beside = seat.side.other.seats
            rows[number] = CardRow(game=game, table=table, partner=seats[seat.partner],
                                   opponents=(seats[across], seats[beside]))
    return rows


def filled_cards(night: Night, paper: Paper, site: str) -> bytes:
    """Everybody's card with what was scored so far, for the wall or to take home. Carries no keys."""
    tallies = fold_tallies(game.play for game in night_games(night))
    if not tallies:
        raise Refused("Nothing is scored yet. Start the night first.")
    cards = [Card(number=number, name=name, code="", address="", rows=tuple(map(_filled_row, tallies[number].lines)),
                  total=tallies[number].total, loners=tallies[number].loners if night.count_loners else None)
             for number, name in _names(night).items()]
    return draw_tally_cards(heading(night), cards, paper)


def _filled_row(line: Line) -> CardRow:
    return CardRow(game=line.game, table=line.table, partner=line.partner, opponents=line.opponents, us=line.ours,
                   them=line.theirs, total=None if line.ours is None else line.running, signed=line.signed)



def standings(night: Night, paper: Paper, site: str) -> bytes:
    """The final standings, ties shared, with what nobody agreed to at the foot."""
    games = night_games(night)
    tallies = fold_tallies(game.play for game in games)
    if not tallies:
        raise Refused("Nothing is scored yet. Start the night first.")
    names = _names(night)
    rows = [StandingRow(place=f"{row.place}{'=' if row.shared else ''}", number=row.number, name=names[row.number],
                        total=row.total, games=tuple(line.ours for line in tallies[row.number].lines))
            for row in rank(tallies.values())]
    notes = [f"Game {game.number}, table {game.play.table}: not agreed by both sides."
             for game in games if game.hands and not game.play.signed]
    return draw_standings(heading(night), rows, paper, notes, final=night.status == Night.Status.CLOSED)


def _names(night: Night) -> dict[int, str]:
    return {entry.number: entry.name for entry in night.entries.order_by("number") if entry.number}


def heading(night: Night) -> Heading:
    """What stands on top of every sheet."""
    return Heading(night=night.name, date=date_format(night.date, "j F Y"))


def rules_sheet(night: Night, paper: Paper, site: str) -> bytes:
    """Tonight's game on one page, with its house rules."""
    return draw_rules_sheet(heading(night), VARIANTS[night.variant], night.house_rules, paper)


SHEETS: dict[str, Callable[[Night, Paper, str], bytes]] = {
    "tally-cards": tally_cards, "filled-cards": filled_cards, "standings": standings,
    "rules": rules_sheet}


def draw(night: Night, sheet: str, paper: Paper, site: str) -> bytes:
    """One of `SHEETS` as PDF.

    :raises Refused: when the night has nothing for it.
    """
    if night.single_table and sheet != "rules":
        raise Refused("A single table prints its rules; cards and standings are for nights where players move.")
    return SHEETS[sheet](night, paper, site)
