"""Undo: taking a hand back, by its row or by the key of the tap that recorded it."""

from __future__ import annotations

from uuid import uuid4

from tally.loading.games import LoadedGame, load_locked
from tally.loading.waiting import waiting_for
from tally.models import Dispute, Hand
from tally.scoring.checks import lock_and_load, lock_open_game, reopen_for_correction, require_hand_scoring
from tally.scoring.corrections import change_text
from tally.scoring.disputes import close_dispute, settle_dispute
from tally.scoring.resending import require_known
from tally.scoring.signing import sign_again
from tally.scoring.table_notices import tell_table
from tally.scoring.ties import clear_tie_winner
from tally.scoring.undoable import hand_undo
from tally.scoring.versions import add_version, check_key, is_double_tap
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Game
from tournament.night.games import game_topics, start_game, table_topics
from tournament.night.locking import write
from tournament.people.errors import Refused


def undo_hand(*, game: Game, hand: int, key: str, who: Who, why: str = "", from_outbox: bool = False) -> None:
    """Take back the hand whose row is `hand`; one that is gone already stays gone.

    A second tap of the same phone within 700 ms takes nothing back either, unless both come `from_outbox`: the phone
    stored them while it was offline, so they were not tapped within that time.

    :raises Refused: when somebody edited the hand meanwhile, the game is signed, or it is not the last hand and not the
        organizer.
    """
    with write():
        game, night, loaded = lock_and_load(game, who)
        there = next((h for h in loaded.hands if h.id == hand), None)
        if there is None and _edited_since(loaded, hand):
            raise Refused("Somebody edited this hand meanwhile, so it was not taken back. Look at it again.")
        if there is None or (not from_outbox and is_double_tap(game, who)):
            return
        require_hand_scoring(loaded)
        if not who.keeps_scores and there.number != loaded.hands[-1].number:
            raise Refused("Only the last hand can be undone. Edit an earlier one instead.")
        reopen_for_correction(loaded, who)
        written = add_version(game, there.number, None, key, who, None, why)
        undo = hand_undo(loaded, written, who)
        clear_tie_winner(game, night, even_if_tied=True)
        close_dispute(game, there.number)
        announce(
            night.pk,
            *(game_topics(game) if loaded.progress.complete else table_topics(game)),
            actor=str(who),
            text=f"undid hand {there.number} of {change_text(loaded, there.number, night, why)}",
            undo=undo,
        )
        tell_table(loaded, written)
        sign_again(loaded, night, who)


def _edited_since(loaded: LoadedGame, hand: int) -> bool:
    """Whether the version after this one says something else, rather than that the hand was taken back."""
    number = next((version.number for version in loaded.rows.versions if version.pk == hand), None)
    later = [version for version in loaded.rows.versions if version.number == number and version.pk > hand]
    return bool(later) and later[0].record is not None


def undo_by_key(*, game: Game, number: int, key: str, hand: int, who: Who, known: int = 0) -> None:
    """Undo what a phone sent with this `key`, when it does not know whether that arrived.

    If it arrived as the hand, the hand is taken back, or the answer that another phone gave against it takes its place;
    if it arrived as the second answer, that answer goes. If it has not arrived, and hand `number` is the game's next,
    the key is used up for a hand that was taken back, so that a late arrival changes nothing. What is left is an undo
    of the row `hand`. `known` is how much the phone knows of the game: see `tally.scoring.resending`.

    :raises NotYet: when the phone has to send earlier hands again first.
    :raises Refused: when the night or the game is over.
    :raises NotAllowed: for strangers.
    """
    check_key(key)
    found = _find_undoable(game, number, key, who, known)  # a write of its own: a refused undo keeps the key used up
    if isinstance(found, Dispute):
        settle_dispute(night=game.round.night, dispute=found.pk, take=found.key != key, who=who)
        return
    undo_hand(game=game, hand=found.pk if found else hand, key=uuid4().hex, who=who, from_outbox=found is not None)


def _find_undoable(game: Game, number: int, key: str, who: Who, known: int) -> Hand | Dispute | None:
    """Find what the key brought and this phone may undo; None: another phone agrees, or nothing has arrived."""
    with write():
        game = lock_open_game(game, who)
        require_known(load_locked(game, game.round.night), known)
        arrived = Hand.objects.filter(key=key).first() or Dispute.objects.filter(key=key).first()
        if arrived is not None:
            if arrived.game_id != game.pk:
                return None
            return _undoable(arrived, load_locked(game, game.round.night), who)
        if game.signed_at is None and _comes_next(game, number):
            add_version(game, number, None, key, who)
            start_game(game=game)  # its rows stay, so its seats do
        return None


def _undoable(arrived: Hand | Dispute, loaded: LoadedGame, who: Who) -> Hand | Dispute | None:
    """Resolve an arrived answer to the row that an undo may change.

    None where the hand was changed since, or another phone gave the same answer.
    """
    there, mine = loaded.hand(arrived.number), who.entry.pk if who.entry else None
    if arrived.entry_id != mine or there is None or (isinstance(arrived, Hand) and there.id != arrived.pk):
        return None
    others = [
        answer
        for answer in loaded.rows.disputes
        if answer.number == arrived.number and answer.entry_id != mine and answer.at >= arrived.at
    ]
    if any((answer.record, answer.alone_by_id) == (arrived.record, arrived.alone_by_id) for answer in others):
        return None
    if isinstance(arrived, Dispute):
        return arrived
    return next((answer for answer in others if answer.settled_at is None), arrived)


def _comes_next(game: Game, number: int) -> bool:
    """Whether a phone could record this hand now."""
    loaded = load_locked(game, game.round.night)
    return number == loaded.next_hand and (bool(loaded.recorded) or not waiting_for(loaded.night, game))
