"""Checks before a scored game may change, and the sentences that say why it may not."""

from __future__ import annotations

from typing import Any

from tally.loading.games import LoadedGame, load_game
from tally.loading.hands import SIDE_OF_LETTER
from tally.rules import read_record
from tally.scores.point_labels import against
from tally.scoring.versions import read_tonights_record
from tournament.access import Who, require_open, require_seat
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Side
from tournament.night.games import reopen_game
from tournament.night.locking import lock_game
from tournament.people.errors import NotAllowed, Refused

SCORE_CHANGED = "The score changed while you were looking at it. Check the new total first."


def lock_open_game(game: Game, who: Who) -> Game:
    """Lock a game for somebody who sits there or the organizer.

    :raises Refused: unless the night is being played.
    :raises NotAllowed: for strangers.
    """
    game = lock_game(game)
    require_open(game.round.night)
    require_seat(who, game)
    return game


def lock_and_load(game: Game, who: Who) -> tuple[Game, Night, LoadedGame]:
    """Lock a game as `lock_open_game` does, and load all of it.

    :raises Refused: unless the night is being played.
    :raises NotAllowed: for strangers.
    """
    game = lock_open_game(game, who)
    night = game.round.night
    return game, night, load_game(game, night)


def require_hand_scoring(loaded: LoadedGame) -> None:
    """Refuse a change of hands where a total from paper counts.

    :raises Refused: when the game counts by its total from paper, so that no hand would change anything.
    """
    if loaded.by_paper:
        raise Refused(
            f"This game counts by its total from paper, {total_text(loaded)}, not by its hands. The organizer "
            "can remove that total, or enter another."
        )


def check_record(night: Night, loaded: LoadedGame, record: dict[str, Any], alone_by: Entry | None) -> None:
    """Check that a record is possible in tonight's game, and that the player who went alone is one of its makers.

    :raises HandRefused: when the record is impossible.
    :raises Refused: when it is of another game or player.
    """
    checked = read_tonights_record(night, record)
    if alone_by is not None and (not checked.alone or alone_by.pk not in players_of(loaded, record, makers=True)):
        raise Refused("Only one of the makers can have played alone.")


def players_of(loaded: LoadedGame, record: dict[str, Any], *, makers: bool) -> list[int]:
    """The row ids of a hand's makers, or else of its defenders."""
    side = SIDE_OF_LETTER.get(str(read_record(record).maker_side))
    return [loaded.players[seat].pk for seat in (side if makers else side.other).seats] if side else []


def reopen_for_correction(loaded: LoadedGame, who: Who) -> None:
    """Reopen the game if it is signed, which only the organizer may do.

    :raises NotAllowed: for anybody else.
    """
    if not loaded.play.signed:
        return
    if not who.keeps_scores:
        raise NotAllowed(f"This score is confirmed, {total_text(loaded)}. Only the organizer can change it now.")
    reopen_game(game=loaded.row, who=who)


def total_text(loaded: LoadedGame) -> str:
    """Both sides' points, NS first: 11–7."""
    return against(loaded.play.total(Side.NS), loaded.play.total(Side.EW))
