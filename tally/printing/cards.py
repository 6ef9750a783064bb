"""Cards to write on: from tonight's seats to everybody's own."""

from __future__ import annotations

from functools import partial

from tally.paper.document import Drawing
from tally.paper.tally_cards import Card, CardRow, draw_tally_cards
from tally.printing.tonight import Tonight
from tally.rules import VARIANTS, sit_out_points
from tournament.addresses import card_address
from tournament.models import Night
from tournament.movements.rotation_search import DEFAULT_GAMES
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import players_by_seat
from tournament.people.errors import Refused
from tournament.planning.players import playing_numbers

ABSENT = "not here"
FOLLOWS: dict[str, tuple[str, str]] = {
    Night.Movement.WINNERS_UP: ("Winners move up a table.", "Winners move up"),
    Night.Movement.WINNERS_STAY: ("Winners stay and switch partners; losers move on.", "Winners stay"),
}
BLANK = 4  # cards on a sheet of empty ones


def tally_cards(tonight: Tonight) -> Drawing:
    """Everybody's card to write on, with the night's seats as far as they are known and a QR for their phone.

    :raises Refused: when the movement does not seat this many players.
    """
    night, ghost, known = tonight.night, tonight.ghost, len(tonight.rounds)
    without = resting(sit_out_points(VARIANTS[night.variant], night.house_rules))
    seats = [_seated_rows(game, seating, ghost, without) for game, seating in enumerate(tonight.rounds, 1)]
    note, brief = _note(night, ghost if ghost in playing_numbers(night) else None)
    cards = [
        Card(
            number=number,
            name=entry.name,
            code=entry.printed_key,
            address=card_address(entry, tonight.site),
            note=note,
            brief=brief,
            rows=(
                *(rows.get(number) or unseated(game, ABSENT) for game, rows in enumerate(seats, 1)),
                *(unseated(game) for game in range(known + 1, tonight.length + 1)),
            ),
        )
        for entry in tonight.wanted
        for number in [entry.number or 0]
    ]
    return partial(draw_tally_cards, heading=tonight.heading, cards=cards)


def _seated_rows(game: int, seating: RoundSeating, ghost: int | None, resting: str) -> dict[int, CardRow]:
    """One game on the card of everybody who has a seat in it, or sits out."""
    rows = {number: unseated(game, resting) for number in seating.sitting_out}
    for table, numbers in enumerate(seating.tables, 1):
        seats = players_by_seat(numbers)
        for seat, number in seats.items():
            across, beside = seat.side.other.seats
            partner = seats[seat.partner]
            rows[number] = CardRow(
                game=game,
                table=table,
                partner=partner,
                ghost=partner == ghost,
                opponents=(seats[across], seats[beside]),
            )
    return rows


def unseated(game: int, instead: str = "") -> CardRow:
    """A game in which a player has no seat, with the reason; or none that is known yet."""
    return CardRow(game=game, table=None, partner=None, opponents=None, instead=instead)


def resting(credit: int) -> str:
    """What a card says of a game without a seat."""
    return f"sits out, +{credit}" if credit else "sits out"


def who_moves(night: Night) -> str:
    """How the seats of later games come about, in a sentence; "" where they are drawn up beforehand."""
    return FOLLOWS.get(night.movement, ("", ""))[0]


def _note(night: Night, ghost: int | None) -> tuple[str, str]:
    """What a player must know to read the card: who the ghost is, or how seats come about; the same in short."""
    if ghost:
        return f"{ghost} is the ghost: with it, you play alone.", f"{ghost} is the ghost"
    return FOLLOWS.get(night.movement, ("", ""))


def blank_cards(tonight: Tonight) -> Drawing:
    """A sheet of cards without name and seats, for guests, for a pen, for the copier."""
    try:
        games = tonight.length
    except Refused:  # too few to say yet
        games = tonight.night.games or DEFAULT_GAMES
    note, brief = _note(tonight.night, None)
    card = Card(
        number=0,
        name="",
        code="",
        address="",
        note=note,
        brief=brief,
        rows=tuple(unseated(game) for game in range(1, games + 1)),
    )
    return partial(draw_tally_cards, heading=tonight.heading, cards=[card] * BLANK)
