"""The loner that was just made, for the flash on the big screen."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from tally.loading.games import LoadedGame
from tally.loading.hands import SIDE_OF_LETTER, PlayedHand
from tally.presenters.big_screen.panels import Flash
from tournament.models import Night
from tournament.people.names import listed

FLASH_FOR = timedelta(seconds=8)


def newest_loner(night: Night, games: Iterable[LoadedGame], now: datetime) -> Flash | None:
    """The newest loner of the last seconds, unless the organizer has switched the flash off."""
    if not night.loner_flash:
        return None
    made = [(hand, game) for game in games for hand in game.hands if _is_new_loner(hand, now)]
    if not made:
        return None
    hand, game = max(made, key=lambda one: one[0].at)
    return Flash(_players(hand, game), game.play.table, hand.at + FLASH_FOR)


def _is_new_loner(hand: PlayedHand, now: datetime) -> bool:
    return hand.loner_made and now - FLASH_FOR < hand.at <= now


def _players(hand: PlayedHand, game: LoadedGame) -> str:
    """Who went alone, or the pair where nobody has said who."""
    side = SIDE_OF_LETTER[str(hand.record.maker_side)]
    pair = [game.players[seat] for seat in side.seats]
    alone = [entry for entry in pair if entry.number == hand.scored.loner]
    return listed(entry.short_name for entry in alone or pair if not entry.is_ghost)
