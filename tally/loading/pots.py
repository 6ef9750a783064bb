"""What the night's hands pay into pots, and the pot that its prizes are shares of: rows in, pure values out."""

from __future__ import annotations

from collections.abc import Iterable

from tally.loading.games import LoadedGame
from tally.loading.hands import SIDE_OF_LETTER, PlayedHand
from tally.scores.pots import Happened, Happening, Owed, owed
from tournament.models import CashLine, Entry, Night, PotCount
from tournament.money.box import Kind, Line, total_of
from tournament.movements.seats import Side


def prices(night: Night) -> dict[Happening, int]:
    """What each payer pays tonight for each thing, in cents; nothing for what costs nothing."""
    every = {Happening.EUCHRE: night.euchre_price, Happening.LONER: night.loner_price}
    return {thing: cents for thing, cents in every.items() if cents}


def night_owed(night: Night, games: Iterable[LoadedGame], entries: Iterable[Entry]) -> dict[int, Owed]:
    """What each of these players owes the pots, by number, from these games and from what was typed for paper."""
    numbers = {entry.pk: entry.number or 0 for entry in entries}
    ghosts = [entry.number or 0 for game in games for entry in game.players.values() if entry.is_ghost]
    found = owed(happened(games), _typed(numbers), prices(night), ghosts)
    return {number: one for number, one in found.items() if number in numbers.values()}


def happened(games: Iterable[LoadedGame]) -> list[Happened]:
    """What these games pay for: from hands, or where a total from paper counts, its loners."""
    found = []
    for game in games:
        if game.by_paper:
            side_of = {entry.number or 0: seat.side for seat, entry in game.players.items()}
            for number, often in game.by_paper.loners.items():
                if number in side_of:
                    found += [_against(game, Happening.LONER, side_of[number].other)] * often
        else:
            found += [one for hand in game.hands for one in _of_hand(game, hand)]
    return found


def games_without_hands(games: Iterable[LoadedGame]) -> list[LoadedGame]:
    """The games that count by a total from paper, where nobody knows who was euchred."""
    return [game for game in games if game.by_paper]


def prize_pot(night: Night, lines: Iterable[Line]) -> int:
    """What the prizes share, in cents: entry fees and pots by rule as they were paid, less what is kept for costs."""
    return max(total_of(lines, Kind.ENTRY, Kind.POT) - night.kept_for_costs, 0)


def pot_now(night: Night) -> int:
    """The same, read now."""
    rows = CashLine.objects.filter(night=night, kind__in=(Kind.ENTRY, Kind.POT))
    return prize_pot(night, [row.as_line() for row in rows])


def _of_hand(game: LoadedGame, hand: PlayedHand) -> list[Happened]:
    maker = SIDE_OF_LETTER.get(str(hand.record.maker_side))
    if maker is None:
        return []
    if hand.made is False:
        return [_against(game, Happening.EUCHRE, maker)]
    return [_against(game, Happening.LONER, maker.other)] if hand.loner_made else []


def _against(game: LoadedGame, happening: Happening, side: Side) -> Happened:
    return Happened(happening, tuple(game.players[seat].number or 0 for seat in side.seats if seat in game.players))


def _typed(numbers: dict[int, int]) -> dict[tuple[int, Happening], int]:
    """What was typed for tables without hands, the newest of each."""
    rows = PotCount.objects.filter(entry__in=numbers).order_by("pk")
    return {(numbers[row.entry_id], Happening(row.happening)): row.count for row in rows}
