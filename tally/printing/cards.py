"""Tally cards to write on, from tonight's seats."""

from __future__ import annotations

from functools import partial

from tally.loading.variants import variant_of
from tally.paper.card_backs import Back
from tally.paper.card_movement import MOST_PLAYERS, fits_below
from tally.paper.document import Drawing
from tally.paper.rotation import Four, GameRow
from tally.paper.tally_cards import Card, CardRow, draw_tally_cards
from tally.printing.tonight import Tonight, numbered
from tally.rules import sit_out_points
from tournament.models import Night
from tournament.movements.rotation_search import DEFAULT_GAMES
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import first_dealer, players_by_seat
from tournament.people.errors import Refused
from tournament.planning.players import playing_entries, playing_numbers
from tournament.planning.rounds import sit_out_sentence
from tournament.web.addresses import card_address

ABSENT = "not here"
FOLLOWS: dict[str, str] = {
    Night.Movement.WINNERS_UP: "Winners move up a table.",
    Night.Movement.WINNERS_STAY: "Winners stay and switch partners; losers move on.",
}
NOTES: dict[str, tuple[str, str]] = {  # the same on a card, and beside its rings
    Night.Movement.WINNERS_UP: ("Winners move up a table.", "Winners go up"),
    Night.Movement.WINNERS_STAY: ("Winners stay and split; losers move on.", "Winners stay"),
}
BLANK = 4  # cards on a sheet of empty ones


def tally_cards(tonight: Tonight) -> Drawing:
    """Everybody's card to write on, with the seats that are known and a QR code for the player's phone.

    :raises Refused: when the movement does not seat this many players.
    """
    return partial(draw_tally_cards, heading=tonight.heading, cards=players_cards(tonight), back=card_back(tonight))


def cards_with_movement(tonight: Tonight) -> Drawing:
    """The same with everybody's seats: below the games, or on the backs.

    :raises Refused: when the movement does not seat this many players.
    """
    movement = seated_games(tonight)
    draw_cards = partial(draw_tally_cards, heading=tonight.heading, cards=players_cards(tonight))
    if movement_on_backs(tonight):
        return partial(draw_cards, back=Back(_year(tonight), movement))
    return partial(draw_cards, movement=movement)


def has_backs(tonight: Tonight) -> bool:
    """Whether cards are printed with their backs."""
    return tonight.job.backs


def card_back(tonight: Tonight) -> Back | None:
    """The back of everybody's card, if backs are asked for: with the movement where that is known and fits."""
    if not tonight.job.backs:
        return None
    try:
        movement_fits(tonight)
    except Refused:
        return Back(_year(tonight))
    return Back(_year(tonight), seated_games(tonight))


def _year(tonight: Tonight) -> str:
    return str(tonight.night.date.year)


def players_cards(tonight: Tonight) -> list[Card]:
    """The same cards as values.

    :raises Refused: when the movement does not seat this many players.
    """
    night, ghost, known = tonight.night, tonight.ghost, len(tonight.rounds)
    without = sit_out_text(sit_out_points(variant_of(night), night.house_rules))
    seats = [_seated_rows(game, seating, ghost, without) for game, seating in enumerate(tonight.rounds, 1)]
    note, brief = _note(night, ghost if ghost in playing_numbers(night) else None)
    return [
        Card(
            number=number,
            name=tonight.names_to_wear[number],
            code=entry.printed_key,
            address=card_address(entry, tonight.site) if tonight.job.codes else "",
            note=note,
            brief=brief,
            rows=(
                *(rows.get(number) or row_without_seat(game, ABSENT) for game, rows in enumerate(seats, 1)),
                *(row_without_seat(game) for game in range(known + 1, tonight.length + 1)),
            ),
        )
        for entry in tonight.wanted
        for number in [entry.number or 0]
    ]


def movement_fits(tonight: Tonight) -> None:
    """Check that a card has room for the movement, all of which is known.

    :raises Refused: otherwise, and before numbers are drawn.
    """
    numbered(tonight)
    if tonight.night.movement in FOLLOWS:
        raise Refused("Winners move, so nobody knows the later seats yet.")
    if max(entry.number or 0 for entry in tonight.entries) > MOST_PLAYERS:
        raise Refused(f"A card has room for the movement of {MOST_PLAYERS} players. Print “The rotation” to hang up.")
    seated_games(tonight)


def movement_on_backs(tonight: Tonight) -> bool:
    """Whether the movement goes on the backs of the cards: in large print, or where it does not fit below their games.

    :raises Refused: as `movement_fits`.
    """
    job = tonight.job
    return job.large or not fits_below(job.paper, tonight.length, seated_games(tonight))


def seated_games(tonight: Tonight) -> list[GameRow]:
    """Every game whose seats are known, with all its tables.

    :raises Refused: when the movement does not seat this many players.
    """
    return [
        GameRow(game, tuple(Four(*table) for table in seating.tables), seating.sitting_out)
        for game, seating in enumerate(tonight.rounds, 1)
    ]


def _seated_rows(game: int, seating: RoundSeating, ghost: int | None, sit_out: str) -> dict[int, CardRow]:
    """One game, as a row for the card of each player who has a seat in it or sits out."""
    rows = {number: row_without_seat(game, sit_out) for number in seating.sitting_out}
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
                deals=number == first_dealer(seats, ghost),
            )
    return rows


def row_without_seat(game: int, instead: str = "") -> CardRow:
    """The row of a game in which a player has no seat, or none that is known yet."""
    return CardRow(game=game, table=None, partner=None, opponents=None, instead=instead)


def sit_out_text(credit: int) -> str:
    """The text of a card for a game without a seat."""
    return f"sits out, +{credit}" if credit else "sits out"


def movement_note(night: Night) -> str:
    """How the seats of later games are decided, and who sits out; "" where they are known beforehand."""
    sentences = FOLLOWS.get(night.movement, ""), sit_out_sentence(night, len(playing_entries(night)))
    return " ".join(filter(None, sentences))


def _note(night: Night, ghost: int | None) -> tuple[str, str]:
    """What a player must know to read the card, long and short: who the ghost is, or how seats are decided."""
    if ghost:
        return f"{ghost} is the ghost: with it, you play alone.", f"{ghost} is the ghost"
    return NOTES.get(night.movement, ("", ""))


def blank_cards(tonight: Tonight) -> Drawing:
    """A sheet of cards without names and seats, to copy and to fill in by hand."""
    back = Back(_year(tonight)) if tonight.job.backs else None
    return partial(draw_tally_cards, heading=tonight.heading, cards=[blank_card(tonight)] * BLANK, back=back)


def blank_card(tonight: Tonight) -> Card:
    """A card without name and seats, for tonight's number of games."""
    note, brief = _note(tonight.night, None)
    return Card(
        number=0,
        name="",
        code="",
        address="",
        note=note,
        brief=brief,
        rows=tuple(row_without_seat(game) for game in range(1, games_planned(tonight) + 1)),
    )


def games_planned(tonight: Tonight) -> int:
    """Tonight's number of games; while too few players are signed up for a movement, the one that was chosen."""
    try:
        return tonight.length
    except Refused:
        return tonight.night.games or DEFAULT_GAMES
