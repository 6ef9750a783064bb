"""What a phone keeps of its games, to send it again should the server lose some of it: `tally.scoring.resending`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tally.loading.games import LoadedGame
from tally.models import Hand
from tournament.movements.seats import Seat

GAMES_IN_FULL = 2  # on each page; a phone has the others from pages before


def newest_versions(versions: Iterable[Hand]) -> dict[int, Hand]:
    """The newest version of each hand by its number, also where it was taken back."""
    return {hand.number: hand for hand in versions}


def count_versions(versions: Iterable[Hand]) -> int:
    """How much is known of a game; it only grows, unless the database is exchanged for an older copy."""
    return sum(hand.version for hand in newest_versions(versions).values())


def seats_key(game: LoadedGame) -> str:
    """Which game it is, also after its row was made anew: round, table, and the four players by seat."""
    seated = game.rows.seated
    numbers = [game.number, game.row.table, *(seated[seat] for seat in Seat)]
    return "-".join(map(str, numbers))


def known_hands(games: Sequence[LoadedGame]) -> list[dict[str, object]]:
    """What the page of a player tells the phone of all their games; read by `outbox/known_hands.js`.

    Games without a hand are left out. Those in which a hand was recorded or changed last come with everything that it
    takes to record it again.
    """
    started = [game for game in games if game.rows.versions]
    in_full = sorted(started, key=lambda game: game.newest)[-GAMES_IN_FULL:]
    return [
        {
            "seats": seats_key(game),
            "game": str(game.row.pk),
            "versions": {number: hand.version for number, hand in newest_versions(game.rows.versions).items()},
            "hands": [_in_full(game, hand) for hand in newest_versions(game.rows.versions).values()]
            if game in in_full
            else [],
        }
        for game in started
    ]


def _in_full(game: LoadedGame, hand: Hand) -> dict[str, object]:
    older = [each.key for each in game.rows.versions if each.number == hand.number and each.pk != hand.pk]
    return {
        "number": hand.number,
        "version": hand.version,
        "key": hand.key,
        "older": " ".join(older),
        "record": hand.record,
        "alone_by": hand.alone_by_id,
    }
