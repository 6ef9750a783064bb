"""Changes to what was scored at a single table. Each is one transaction and adds a version, never overwriting."""

from __future__ import annotations

from typing import Any

from tally.loading.single_table import LoadedTable, load_table
from tally.models import Hand
from tally.scoring.versions import HandTaken, add_version, already_recorded, is_double_tap, read_tonights_record
from tournament.access import Who, require_open, require_seat
from tournament.live.events import announce
from tournament.models import Game, Night
from tournament.night.games import start_game
from tournament.night.locking import lock_game, write
from tournament.night.single_table import TOPIC, end_game, next_game, withdraw_game
from tournament.people.errors import Refused


def record_at_table(*, game: Game, number: int, record: dict[str, Any], key: str, who: Who) -> None:
    """Record a hand. The same `key`, or the same result for the same hand from another phone, is the same write.

    :raises HandTaken: when the hand is there with another result.
    :raises HandRefused: when the record is impossible in this game.
    :raises Refused: when the game is over, or another hand comes next.
    :raises NotAllowed: for strangers.
    """
    with write():
        night, table = _locked(game, who)
        if already_recorded(game, number, record, key):
            return
        read_tonights_record(night, record)
        there = table.hand(number)
        if there is not None and there.data != record:
            raise HandTaken(number, record)
        if there is not None:
            return
        if table.over:
            raise Refused("This game is over. Start the next one, or undo the last hand.")
        require_turn(table, number)
        add_version(game, number, record, key, who)
        start_game(game=game)
        announce(night.pk, TOPIC, actor=str(who), text=f"recorded hand {number} of game {game.round.number}")


def require_turn(table: LoadedTable, number: int) -> None:
    """Refuse a hand out of turn.

    :raises Refused: unless hand `number` is the next one, or one that is there already.
    """
    if number != table.next_hand and table.hand(number) is None:
        raise Refused(f"Hand {table.next_hand} comes next; this page was for hand {number}. Check the new page first.")


def correct_at_table(*, game: Game, of: int, record: dict[str, Any], key: str, who: Who) -> None:
    """Correct a hand; `of` is the row that the person saw. The winner is computed again.

    :raises Refused: when somebody changed that hand meanwhile.
    :raises HandRefused: when the record is impossible.
    :raises NotAllowed: for strangers.
    """
    with write():
        night, table = _locked(game, who)
        number = Hand.objects.filter(pk=of, game=game).values_list("number", flat=True).first() or 0
        if already_recorded(game, number, record, key):
            return
        there = next((hand for hand in table.hands if hand.id == of), None)
        if there is None:
            raise Refused("Somebody changed this hand while you were looking at it. Check it again before you edit it.")
        read_tonights_record(night, record)
        add_version(game, there.number, record, key, who)
        announce(night.pk, TOPIC, actor=str(who), text=f"edited hand {there.number} of game {game.round.number}")


def undo_at_table(*, game: Game, hand: int, key: str, who: Who) -> None:
    """Undo: take back the game's last hand, whose row is `hand`; a second tap within 700 ms takes nothing back.

    :raises Refused: when the next game has started.
    :raises NotAllowed: for strangers.
    """
    with write():
        night, table = _locked(game, who)
        if not table.hands or table.hands[-1].id != hand or is_double_tap(game, who):
            return
        if table.row.signed_at is not None:
            _reopen(table, night)
        number = table.hands[-1].number
        add_version(game, number, None, key, who)
        announce(night.pk, TOPIC, actor=str(who), text=f"undid hand {number} of game {game.round.number}")


def back_to_last_game(*, game: Game, who: Who) -> None:
    """Undo across the end of a game: leave a game that has no hand yet, and open the one before it again.

    :raises Refused: in the first game, or when a hand of this one was recorded, even if it was taken back.
    :raises NotAllowed: for strangers.
    """
    with write():
        _, table = _locked(game, who)
        if table.row.signed_at is not None or Hand.objects.filter(game=game).exists():
            raise Refused(
                "This game has started. Edit the last hand of the game before it instead, under “Hands and more”."
            )
        withdraw_game(game=table.row, who=who)


def _reopen(table: LoadedTable, night: Night) -> None:
    """Open a game again whose time was over.

    :raises Refused: when the next game has started.
    """
    if night.rounds.filter(number__gt=table.number).exists():
        raise Refused("The next game has started. Edit the hand instead.")
    table.row.signed_at = None
    table.row.save(update_fields=["signed_at"])


def end_after_time(*, game: Game, seen_hand: int, who: Who) -> None:
    """End a game whose time is over while nobody plays a hand; `seen_hand` is as in `start_next_game`.

    :raises Refused: before the time is over, or when a hand was recorded or taken back meanwhile.
    :raises NotAllowed: for strangers.
    """
    with write():
        night, table = _locked(game, who)
        if table.over:
            return
        if table.last_hand is None:
            raise Refused("This game’s time is not up yet.")
        _require_same(table, seen_hand)
        end_game(game=table.row)
        announce(night.pk, TOPIC, actor=str(who), text=f"ended game {game.round.number}: time was up")


def start_next_game(*, game: Game, seen_hand: int, who: Who) -> None:
    """End this game where it is and start the next; `seen_hand` is the last hand's row that the person saw, 0 for none.

    :raises Refused: when a hand was recorded or taken back meanwhile.
    :raises NotAllowed: for strangers.
    """
    with write():
        _, table = _locked(game, who)
        if table.row.signed_at is None:
            _require_same(table, seen_hand)
        next_game(game=game, who=who)


def _require_same(table: LoadedTable, seen_hand: int) -> None:
    if seen_hand != table.newest:
        raise Refused("A hand was entered or undone in the meantime. Check the table before you go on.")


def _locked(game: Game, who: Who) -> tuple[Night, LoadedTable]:
    game = lock_game(game)
    night = game.round.night
    if not night.single_table:
        raise Refused("This night is played at several tables. Each table records its hands on its own page.")
    require_open(night)
    require_seat(who, game)
    return night, load_table(night, game)
