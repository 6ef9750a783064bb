"""From a night to its printed sheets: loads, computes, and hands pure values to `tally.prints`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils.formats import date_format

from tally.load import night_games, night_tallies
from tally.prints.fairness import draw_fairness
from tally.prints.paper import Paper
from tally.prints.rules_sheet import draw_rules_sheet
from tally.prints.standings import StandingRow, draw_standings
from tally.prints.tally_cards import Card, CardRow, Heading, draw_tally_cards
from tally.rules import VARIANTS, sit_out_points
from tally.rules.words import counted
from tally.standings import rank
from tally.tallies import Line, Rest, Tally, credit_given
from tournament.addresses import card_address
from tournament.errors import Refused
from tournament.models import Night
from tournament.movements.balance import count_played, matrix, sentences
from tournament.movements.seating import Seating
from tournament.plan import length, plan, playing, present, seatings
from tournament.seats import seated

ABSENT = "not here"
FOLLOWS: dict[str, str] = {
    Night.Movement.WINNERS_UP: "Winners move up a table.",
    Night.Movement.WINNERS_STAY: "Winners stay and switch partners; losers move on."}


def tally_cards(night: Night, paper: Paper, site: str) -> bytes:
    """Everybody's card to write on, with the night's seats as far as they are known and a QR for their phone.

    :raises Refused: before everybody has a number, or when the movement does not seat this many players.
    """
    entries = list(night.entries.order_by("number"))
    if not entries or not all(entry.number for entry in entries):
        raise Refused("Draw the numbers first; each card carries one.")
    rounds, games = _rounds(night)
    ghost = next((entry.number for entry in entries if entry.is_ghost), None)
    resting = _resting(sit_out_points(VARIANTS[night.variant], night.house_rules))
    seats = [_seated_rows(game, seating, ghost, resting) for game, seating in enumerate(rounds, 1)]
    known = len(rounds)
    cards = [Card(number=number, name=entry.name, code=entry.printed_key, address=card_address(entry, site),
                  note=_note(night, ghost if ghost in present(night) else None),
                  rows=(*(rows.get(number) or _unseated(game, ABSENT) for game, rows in enumerate(seats, 1)),
                        *(_unseated(game) for game in range(known + 1, games + 1))))
             for entry in entries if not entry.is_ghost for number in [entry.number or 0]]
    return draw_tally_cards(heading(night), cards, paper)


def _rounds(night: Night) -> tuple[Sequence[Seating], int]:
    """The night's rounds as far as they are known, and how many games there will be."""
    if night.status != Night.Status.SIGN_UP:
        return seatings(night), length(night)
    drawn = plan(night, range(1, len(playing(night)) + 1))
    return drawn.rounds, drawn.games


def _seated_rows(game: int, seating: Seating, ghost: int | None, resting: str) -> dict[int, CardRow]:
    """One game on the card of everybody who has a seat in it, or sits out."""
    rows = {number: _unseated(game, resting) for number in seating.bench}
    for table, numbers in enumerate(seating.tables, 1):
        seats = seated(numbers)
        for seat, number in seats.items():
            across, beside = seat.side.other.seats
            partner = seats[seat.partner]
            rows[number] = CardRow(game=game, table=table, partner=partner, ghost=partner == ghost,
                                   opponents=(seats[across], seats[beside]))
    return rows


def _unseated(game: int, instead: str = "") -> CardRow:
    """A game in which a player has no seat, for whatever reason is said; or none that is known yet."""
    return CardRow(game=game, table=None, partner=None, opponents=None, instead=instead)


def _resting(credit: int) -> str:
    return f"sits out, +{credit}" if credit else "sits out"


def _note(night: Night, ghost: int | None) -> str:
    """What a player must know to read the card: who the ghost is, or how seats come about."""
    return f"{ghost} is the ghost: with it, you play alone." if ghost else FOLLOWS.get(night.movement, "")


def filled_cards(night: Night, paper: Paper, site: str) -> bytes:
    """Everybody's card with what was scored so far, for the wall or to take home. Carries no keys."""
    tallies = night_tallies(night, night_games(night))
    if not tallies:
        raise Refused("Nothing is scored yet. Start the night first.")
    ghost = next((entry.number for entry in night.entries.filter(is_ghost=True)), None)
    cards = [Card(number=number, name=name, code="", address="", total=tally.total,
                  rows=tuple(_filled_row(one, ghost) for one in tally.account),
                  loners=tally.loners if night.count_loners else None)
             for number, name in _names(night).items() if (tally := tallies.get(number))]
    return draw_tally_cards(heading(night), cards, paper)


def _filled_row(one: Line | Rest, ghost: int | None) -> CardRow:
    if isinstance(one, Rest):
        begun = one.credit is not None
        return replace(_unseated(one.game, _resting(one.credit or 0)), total=one.running if begun else None)
    return CardRow(game=one.game, table=one.table, partner=one.partner, opponents=one.opponents, us=one.ours,
                   them=one.theirs, total=None if one.ours is None else one.running, signed=one.signed,
                   ghost=one.partner == ghost)


def standings(night: Night, paper: Paper, site: str) -> bytes:
    """The final standings, ties shared, with what nobody agreed to at the foot."""
    games = night_games(night)
    tallies = night_tallies(night, games)
    if not tallies:
        raise Refused("Nothing is scored yet. Start the night first.")
    names, last = _names(night), max(game.number for game in games)
    rows = [StandingRow(place=f"{row.place}{'=' if row.shared else ''}", number=row.number, name=names[row.number],
                        total=row.total, games=_points(tallies[row.number], last))
            for row in rank(tallies.values())]
    notes = [f"Game {game.number}, table {game.play.table}: not agreed by both sides."
             for game in games if game.play.played and not game.play.signed]
    if credit := credit_given(tallies.values()):
        notes.insert(0, f"A game without a seat counts {counted(credit, 'point')}.")
    return draw_standings(heading(night), rows, paper, notes, final=night.status == Night.Status.CLOSED)


def _points(tally: Tally, games: int) -> tuple[int | None, ...]:
    """What a player has from game 1, 2, 3 …, credits for sitting out included; None where that is nothing."""
    points = {line.game: line.ours for line in tally.lines} | {rest.game: rest.credit or None for rest in tally.rests}
    return tuple(points.get(game) for game in range(1, games + 1))


def _names(night: Night) -> dict[int, str]:
    """Everybody with a number, by it; a ghost is nobody."""
    return {entry.number: entry.name for entry in night.entries.order_by("number")
            if entry.number and not entry.is_ghost}


def fairness(night: Night, paper: Paper, site: str) -> bytes:
    """How fair tonight's seats are, in sentences and as a picture: all games that are known.

    :raises Refused: when the movement does not seat this many players.
    """
    rounds, games = _rounds(night)
    balance = count_played([seating.tables for seating in rounds], [seating.bench for seating in rounds])
    known = counted(games, "game") if len(rounds) == games else f"{counted(len(rounds), 'game')} of {games}"
    return draw_fairness(heading(night), known, sentences(balance), balance.numbers, matrix(balance), paper)


def heading(night: Night) -> Heading:
    """What stands on top of every sheet."""
    return Heading(night=night.name, date=date_format(night.date, "j F Y"))


def rules_sheet(night: Night, paper: Paper, site: str) -> bytes:
    """Tonight's game on one page, with its house rules."""
    return draw_rules_sheet(heading(night), VARIANTS[night.variant], night.house_rules, paper)


SHEETS: dict[str, Callable[[Night, Paper, str], bytes]] = {
    "tally-cards": tally_cards, "filled-cards": filled_cards, "standings": standings,
    "rules": rules_sheet, "fairness": fairness}


def draw(night: Night, sheet: str, paper: Paper, site: str) -> bytes:
    """One of `SHEETS` as PDF.

    :raises Refused: when the night has nothing for it.
    """
    if night.single_table and sheet != "rules":
        raise Refused("A single table prints its rules; cards and standings are for nights where players move.")
    return SHEETS[sheet](night, paper, site)
