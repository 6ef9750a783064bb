"""Signing a game: both sides agree to its total, or the organizer signs for both."""

from __future__ import annotations

from collections.abc import Mapping

from tally.loading.games import LoadedGame, load_game
from tally.loading.ties import may_be_decided, open_tie, winner_of
from tally.models import Signature
from tally.scoring.checks import SCORE_CHANGED, lock_and_load
from tally.scoring.disputes import require_no_dispute
from tally.scoring.table_notices import tell_decided
from tally.scoring.ties import set_tie_winner
from tally.scoring.undoable import signature_undo
from tally.scoring.versions import require_few, writer
from tournament.access import Who, require_open
from tournament.live.events import announce
from tournament.models import Game, Night
from tournament.models.activity import PART_OF_ACT
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game, table_topics
from tournament.night.locking import lock_game, write
from tournament.people.errors import NotAllowed, Refused
from tournament.people.names import isolated

HEAD_TABLE = "The head table"  # who rang


def confirm_game(*, game: Game, side: Side, agrees: bool, seen_hand: int, who: Who, tie: str | None = None) -> None:
    """Record whether a side agrees to the total; when both sides do, the game is signed and its players are free.

    One phone may answer for both sides, but not confirm for a side whose own phone says that the score is wrong.
    `seen_hand` is the newest hand row that the side saw, `tie` the winner of a tie that it saw (None: not checked).

    :raises Refused: when the score changed meanwhile, hands are still to be played or in dispute, a tie has no
        winner yet, or the side has said on its own phone that the score is wrong.
    :raises NotAllowed: for strangers.
    """
    with write():
        game, night, loaded = lock_and_load(game, who)
        if loaded.play.signed:
            return
        if seen_hand != loaded.newest:
            raise Refused(SCORE_CHANGED)
        if tie is not None and tie != game.tie_to:
            raise Refused("Somebody gave another answer about this tie while you were looking at it. Check it first.")
        if not loaded.progress.may_agree:
            raise Refused(_why_too_early(loaded))
        if agrees:
            require_no_dispute(loaded)
            _require_tie_winner(loaded, night)
            _require_own_phone(loaded, side, who)
        before = loaded.signatures.get(side)
        if before is None or before.agrees != agrees:
            _add_signature(loaded, side, agrees, who)
        other = loaded.signatures.get(side.other)
        if agrees and other is not None and other.agrees:
            sign_game(game=game, winner=winner_of(loaded), who=who, undo=signature_undo(loaded, game.tie_to, who))
            _ring_if_head_table(loaded, night)
            return
        if before is not None and before.agrees == agrees:
            return  # a second tap says nothing new
        announce(
            night.pk,
            *table_topics(game),
            actor=str(who),
            text=("confirmed" if agrees else "disputed")
            + f" the score of game {game.round.number} at table {game.table}",
            undo=PART_OF_ACT,
        )


def decide_game(*, game: Game, winner: Side, who: Who) -> None:
    """Sign a game for both sides with the winners that the organizer names, where points do not decide.

    That is a tie which the house settles its own way, or a table that played no hand before the bell.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: when the points decide, or the table may still
        play.
    """
    with write():
        game = lock_game(game)
        night = game.round.night
        require_open(night)
        if not who.keeps_scores:
            raise NotAllowed("Only the organizer can decide who wins a tie.")
        loaded = load_game(game, night)
        if loaded.play.signed:
            return
        if not may_be_decided(loaded):
            raise Refused(
                "The points of this game say who wins, or its hands are not played yet. Confirm the total, or "
                "ring the bell first."
            )
        require_no_dispute(loaded)
        undo = signature_undo(loaded, game.tie_to, who)
        if game.tie_to != winner:
            set_tie_winner(loaded, winner, who)
        sign_for_both(loaded, who, undo)
        _ring_if_head_table(loaded, night)


def sign_for_both(
    loaded: LoadedGame, who: Who, undo: Mapping[str, object] | None = None, *, logged: bool = True
) -> None:
    """Sign the total for both sides in the organizer's name, as `sign_game`. Call inside the change's transaction."""
    for side in Side:
        _add_signature(loaded, side, True, who)
    sign_game(game=loaded.row, winner=winner_of(loaded), who=who, undo=undo, logged=logged)


def sign_again(before: LoadedGame, night: Night, who: Who) -> None:
    """Sign the corrected total of a game that was signed `before`. Call inside the change's transaction.

    The game stays open where a hand is missing now, and where it is a tie now that the four have to settle.
    """
    loaded = load_game(before.row, night)
    if not before.play.signed or not loaded.progress.may_agree or open_tie(loaded):
        return
    sign_for_both(loaded, who)


def _require_tie_winner(loaded: LoadedGame, night: Night) -> None:
    """Refuse to sign a tie that nobody has settled.

    :raises Refused: when the points are equal and the winner is not known.
    """
    if open_tie(loaded):
        raise Refused(
            f"The points are equal. Say first who won the {'cut' if night.tie_by == Night.TieBy.CUT else 'extra hand'}."
        )


def _require_own_phone(loaded: LoadedGame, side: Side, who: Who) -> None:
    """Refuse to confirm for a side that objects, unless one of the two does it, or the organizer.

    :raises Refused: for a phone of the other side.
    """
    players = [loaded.players[seat] for seat in side.seats]
    if side in loaded.objecting and not who.keeps_scores and who.entry not in players:
        names = " & ".join(isolated(player.short_name) for player in players)
        raise Refused(
            f"{names} say that’s wrong. Only they, on their own phone, or the organizer can confirm the score for them."
        )


def _add_signature(loaded: LoadedGame, side: Side, agrees: bool, who: Who) -> None:
    if who.keeps_scores and agrees and side in loaded.objecting:
        tell_decided(loaded, side)
    require_few(len(loaded.rows.signatures), who)
    Signature.objects.create(
        game=loaded.row,
        side=side,
        agrees=agrees,
        seen_hand=loaded.newest,
        ns=loaded.play.total(Side.NS),
        ew=loaded.play.total(Side.EW),
        **writer(who),
    )


def _ring_if_head_table(loaded: LoadedGame, night: Night) -> None:
    """Ring the bell for those who play on, when the head table signs a game whose last hand rang none.

    Its last hand rings no bell while an earlier game is still open. A bell that was canceled stays canceled.
    """
    game = loaded.row
    if (
        game.table == 1
        and night.bell_by == Night.BellBy.HEAD_TABLE
        and loaded.progress.complete
        and game.round.games.filter(signed_at=None).exists()
        and not game.round.bells.exists()
    ):
        ring_bell(round_=game.round, who=HEAD_TABLE)


def _why_too_early(loaded: LoadedGame) -> str:
    """Why a total cannot be agreed to yet."""
    if loaded.progress.rung:
        return "No hand is recorded yet. Record the one you are playing; if there is none, the organizer says who won."
    if loaded.progress.deals is None:
        return "This game goes on until the bell. Confirm the score after it rings."
    return (
        f"{loaded.progress.hands} of {loaded.progress.deals} hands are recorded. Play them all, or wait for the bell."
    )
