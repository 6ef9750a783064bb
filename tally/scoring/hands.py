"""Changes to what was scored. Each function is one transaction, keeps who, when and which phone, and adds a
version instead of overwriting. A write that arrives twice is one write."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tally.loading.games import MAKERS, LoadedGame, load_game, load_locked, still_playing, waiting_for
from tally.loading.ties import may_be_decided, open_tie, went_to, winner_of
from tally.models import Hand, Signature
from tally.rules import read_record
from tally.scores.point_labels import against
from tally.scoring.disputes import close_dispute, record_second_answer, require_no_dispute
from tally.scoring.ties import clear_tie_winner
from tally.scoring.versions import add_version, already_recorded, is_second_tap, read_tonights_record, writer
from tournament.access import Who, require_open, require_seat
from tournament.live.events import announce, because
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.games import game_topics, reopen_game, sign_game, start_game, table_topics
from tournament.night.locking import lock_game, write
from tournament.people.errors import NotAllowed, Refused

SCORE_CHANGED = "The score changed while you looked at it. Look at the new total first."
HEAD_TABLE = "The head table"  # who rang
NO_LONGER = -1  # what a signature is of that counts no more


def record_hand(
    *,
    game: Game,
    number: int,
    record: dict[str, Any],
    key: str,
    who: Who,
    alone_by: Entry | None = None,
    age: timedelta = timedelta(0),
) -> None:
    """Keep a hand. The same `key` is the same write; what another phone says of the same hand stands beside it, and
    opens a dispute when it is another result (`tally.scoring.disputes`). `age` is how long the phone has kept the tap.

    :raises HandTaken: when this `key` has brought another result.
    :raises AnotherHandDisputed: while another hand of the game is in dispute.
    :raises HandRefused: when the record is impossible in tonight's game.
    :raises Refused: when the night or the game is not at this hand. :raises NotAllowed: for strangers.
    """
    with write():
        game = lock_game(game)
        night = game.round.night
        require_open(night)
        require_seat(who, game)
        loaded = load_locked(game, night)
        if age and alone_by is not None and alone_by.pk in _players(loaded, record, makers=False):
            alone_by = None  # wrong seats were mended while the phone kept the tap; the hand itself is not lost
        if already_recorded(game, number, record, key, alone_by):
            return
        require_hand_scoring(loaded)
        check_record(night, loaded, record, alone_by)
        there = loaded.hand(number)
        if there is None or not there.matches(record, alone_by):
            _check_turn(night, loaded, number, who)
        if there is not None:
            record_second_answer(loaded, there, record, key, who, alone_by, timezone.now() - age)
            return
        add_version(game, number, record, key, who, alone_by)
        clear_tie_winner(game, night)
        start_game(game=game)
        complete = len(loaded.recorded) + 1 == loaded.deals
        announce(
            night.pk,
            *(game_topics(game) if complete else table_topics(game)),
            who=str(who),
            text=f"recorded hand {number} of game {game.round.number} at table {game.table}",
        )
        if complete and game.table == 1 and night.bell_by == Night.BellBy.HEAD_TABLE:
            ring_bell(round_=game.round, who=HEAD_TABLE)


def correct_hand(
    *, game: Game, of: int, record: dict[str, Any], key: str, who: Who, alone_by: Entry | None = None, why: str = ""
) -> None:
    """Add a version to a recorded hand; `of` is the row that the person was looking at.

    The organizer may correct a signed game too: it is signed again with the new total, in the organizer's name.

    :raises Refused: when somebody changed that hand meanwhile, or the game is signed.
    :raises HandRefused: when the record is impossible. :raises NotAllowed: for strangers.
    """
    with write():
        game, night, loaded = _at_table(game, who)
        there = next((hand for hand in loaded.hands if hand.id == of), None)
        number = (
            there.number
            if there
            else Hand.objects.filter(pk=of, game=game).values_list("number", flat=True).first() or 0
        )
        if already_recorded(game, number, record, key, alone_by):
            return
        require_hand_scoring(loaded)
        if there is None:
            raise Refused("Somebody changed this hand while you looked at it. Look at it again before you correct it.")
        check_record(night, loaded, record, alone_by)
        _open_for_correction(loaded, who)
        add_version(game, number, record, key, who, alone_by, why)
        clear_tie_winner(game, night)
        close_dispute(game, number)
        announce(
            night.pk,
            *table_topics(game),
            "signed",
            who=str(who),
            text=f"corrected hand {number} of {_changed(loaded, number, night, why)}",
        )
        _sign_again(loaded, night, who)


def undo_hand(*, game: Game, hand: int, key: str, who: Who, why: str = "", kept: bool = False) -> None:
    """Undo: take back the hand whose row is `hand`. Of a hand that is gone or changed already, nothing is taken back;
    a second tap of the same phone within 700 ms neither, unless the phone has `kept` both: then it took them apart.

    :raises Refused: when the game is signed, or it is not the last hand and not the organizer.
    """
    with write():
        game, night, loaded = _at_table(game, who)
        there = next((h for h in loaded.hands if h.id == hand), None)
        if there is None or (not kept and is_second_tap(game, who)):
            return
        require_hand_scoring(loaded)
        if not who.organizer and there.number != loaded.hands[-1].number:
            raise Refused("Only the last hand can be undone. Correct an earlier one instead.")
        _open_for_correction(loaded, who)
        add_version(game, there.number, None, key, who, None, why)
        clear_tie_winner(game, night, even_if_tied=True)
        close_dispute(game, there.number)
        announce(
            night.pk,
            *(game_topics(game) if loaded.progress.complete else table_topics(game)),
            who=str(who),
            text=f"took back hand {there.number} of {_changed(loaded, there.number, night, why)}",
        )
        _sign_again(loaded, night, who)


def confirm_game(*, game: Game, side: Side, agrees: bool, seen_hand: int, who: Who, tie: str | None = None) -> None:
    """Record whether a side agrees to the total; when both sides do, the game is signed and its players are free.

    `seen_hand` is the newest hand row that the side saw, `tie` whom a tie went to then (None: as it is now).

    :raises Refused: when the score changed meanwhile, hands are still to be played or in dispute, or nobody has said
        who won a tie.
    :raises NotAllowed: for strangers.
    """
    with write():
        game, night, loaded = _at_table(game, who)
        if loaded.play.signed:
            return
        if seen_hand != loaded.newest:
            raise Refused(SCORE_CHANGED)
        if tie is not None and tie != game.tie_to:
            raise Refused("Somebody said something else of this tie while you looked at it. Look at it again first.")
        if not loaded.progress.may_agree:
            raise Refused(_too_early(loaded))
        if agrees:
            require_no_dispute(loaded)
        if agrees and open_tie(loaded):
            raise Refused(
                "The points are equal. Say first who won the "
                f"{'cut' if night.tie_by == Night.TieBy.CUT else 'extra hand'}."
            )
        told = loaded.signatures.get(side)
        if told is None or told.agrees != agrees:
            _add_signature(loaded, side, agrees, who)
        other = loaded.signatures.get(side.other)
        if agrees and other is not None and other.agrees:
            sign_game(game=game, winner=winner_of(loaded), who=who)
            _ring_after_all(loaded, night)
        else:
            announce(
                night.pk,
                *table_topics(game),
                who=str(who),
                text=("agreed to" if agrees else "objected to")
                + f" the score of game {game.round.number} at table {game.table}",
            )


def settle_tie(*, game: Game, winner: Side, seen_hand: int, who: Who) -> None:
    """The table says who won the extra hand or the cut; until both sides have signed it can say otherwise, and what a
    side signed before counts no more. `seen_hand` is the newest hand row that was seen.

    :raises Refused: when the score changed or is no tie, hands are still to be played, or the house settles it itself.
    :raises NotAllowed: for strangers.
    """
    with write():
        game, night, loaded = _at_table(game, who)
        if game.tie_to == winner:
            return
        if loaded.play.signed:
            raise Refused(f"This game is agreed, {_total(loaded)}. Ask the organizer if it must be corrected.")
        if seen_hand != loaded.newest:
            raise Refused(SCORE_CHANGED)
        if not may_be_decided(loaded):
            raise Refused("The points of this game say who wins, or its hands are not played yet.")
        if not who.organizer and (night.tie_by == Night.TieBy.LAST or not loaded.hands):
            raise Refused("Only the organizer can say who wins here. Ask at the desk.")
        _tie_goes_to(loaded, winner, who)


def _tie_goes_to(loaded: LoadedGame, winner: Side, who: Who) -> None:
    game, before = loaded.row, loaded.row.tie_to
    game.tie_to = winner
    game.save(update_fields=["tie_to"])
    Signature.objects.filter(game=game, upto=loaded.newest).update(upto=NO_LONGER)
    announce(
        game.round.night_id,
        *table_topics(game),
        who=str(who),
        text=f"said of game {game.round.number} at table {game.table}: {went_to(loaded, winner)}"
        + (f" (before: {went_to(loaded, Side(before))})" if before else ""),
    )


def decide_game(*, game: Game, winner: Side, who: Who) -> None:
    """The organizer names the winners where points do not: a tie that the house settles its own way, or a table that
    played no hand before the bell. The game is signed for both sides, so that the players can move.

    :raises NotAllowed: for anybody else. :raises Refused: when the points decide, or the table may still play.
    """
    with write():
        game = lock_game(game)
        night = game.round.night
        require_open(night)
        if not who.organizer:
            raise NotAllowed("Only the organizer can decide who wins a tie.")
        loaded = load_game(game, night)
        if loaded.play.signed:
            return
        if not may_be_decided(loaded):
            raise Refused(
                "The points of this game say who wins, or its hands are not played yet. Agree the total, or "
                "ring the bell first."
            )
        require_no_dispute(loaded)
        if game.tie_to != winner:
            _tie_goes_to(loaded, winner, who)
        sign_for_both(loaded, who)
        _ring_after_all(loaded, night)


def _at_table(game: Game, who: Who) -> tuple[Game, Night, LoadedGame]:
    """The game, locked, for somebody who sits there or the organizer.

    :raises Refused: unless the night is being played. :raises NotAllowed: for strangers.
    """
    game = lock_game(game)
    night = game.round.night
    require_open(night)
    require_seat(who, game)
    return game, night, load_game(game, night)


def check_record(night: Night, loaded: LoadedGame, record: dict[str, Any], alone_by: Entry | None) -> None:
    checked = read_tonights_record(night, record)
    if alone_by is not None and (not checked.alone or alone_by.pk not in _players(loaded, record, makers=True)):
        raise Refused("Only one of the makers can have played alone.")


def _players(loaded: LoadedGame, record: dict[str, Any], *, makers: bool) -> list[int]:
    """The makers of this hand, or else the defenders, by their rows."""
    side = MAKERS.get(str(read_record(record).maker_side))
    return [loaded.players[seat].pk for seat in (side if makers else side.other).seats] if side else []


def require_hand_scoring(loaded: LoadedGame) -> None:
    """
    :raises Refused: when the game counts by a total from paper, so that no hand would change anything.
    """
    if loaded.by_paper:
        raise Refused(
            f"This game counts by its total from paper, {_total(loaded)}, not by its hands. The organizer "
            "can take that total back, or write another."
        )


def _check_turn(night: Night, loaded: LoadedGame, number: int, who: Who) -> None:
    """
    :raises Refused: unless hand `number` is the next one, or one that is there already.
    """
    if loaded.row.signed_at:
        raise Refused(f"This game is agreed, {_total(loaded)}. Ask the organizer if it must be corrected.")
    following = loaded.next_hand
    if loaded.hand(number) is None and number != following:
        raise Refused(
            "All hands of this game are recorded."
            if following is None
            else f"Hand {following} comes next; this page was for hand {number}. Look at the new page first."
        )
    held = [] if loaded.recorded or who.organizer else waiting_for(night, loaded.row)
    if held:
        raise Refused(f"{still_playing(loaded, held)}. Start when all four are here.")


def _open_for_correction(loaded: LoadedGame, who: Who) -> None:
    """Open a signed game again, for the organizer alone."""
    if not loaded.play.signed:
        return
    if not who.organizer:
        raise NotAllowed(f"This game is agreed, {_total(loaded)}. Only the organizer can correct it now.")
    reopen_game(game=loaded.row, who=who)


def _sign_again(before: LoadedGame, night: Night, who: Who) -> None:
    """Sign the corrected total of a game that was signed, unless a hand is missing now: then it stays open for it.

    So does one that is a tie now, where the four have to say who won the extra hand or the cut.
    """
    loaded = load_game(before.row, night)
    if not before.play.signed or not loaded.progress.may_agree or open_tie(loaded):
        return
    sign_for_both(loaded, who)


def sign_for_both(loaded: LoadedGame, who: Who) -> None:
    """The organizer's word on the total stands for both sides'. Call inside the change's transaction."""
    for side in Side:
        _add_signature(loaded, side, True, who)
    sign_game(game=loaded.row, winner=winner_of(loaded), who=who)


def _changed(before: LoadedGame, number: int, night: Night, why: str) -> str:
    """Which hand of which game was changed, old → new, as the night's log keeps it: NS first, then EW."""
    after = load_game(before.row, night)
    old, new = (
        (hand := loaded.hand(number)) and against(*(hand.scored.points.get(side, 0) for side in Side))
        for loaded in (before, after)
    )
    return because(
        f"game {before.number} at table {before.play.table}: {old} → {new or 'not played'}, the game "
        f"{_total(before)} → {_total(after)}",
        why,
    )


def _add_signature(loaded: LoadedGame, side: Side, agrees: bool, who: Who) -> None:
    Signature.objects.create(
        game=loaded.row,
        side=side,
        agrees=agrees,
        upto=loaded.newest,
        ns=loaded.play.total(Side.NS),
        ew=loaded.play.total(Side.EW),
        **writer(who),
    )


def _ring_after_all(loaded: LoadedGame, night: Night) -> None:
    """The head table signs a game whose last hand rang no bell, as another ended games then: it rings now, for those
    who play on. A bell that was cancelled stays so."""
    game = loaded.row
    if (
        game.table == 1
        and night.bell_by == Night.BellBy.HEAD_TABLE
        and loaded.progress.complete
        and game.round.games.unsigned().exists()
        and not game.round.bells.exists()
    ):
        ring_bell(round_=game.round, who=HEAD_TABLE)


def _too_early(loaded: LoadedGame) -> str:
    """Why a total cannot be agreed to yet."""
    if loaded.progress.rung:
        return "No hand is recorded at this table. Record the one you play; with none, the organizer says who won."
    if loaded.progress.deals is None:
        return "This game goes on until the bell. Agree the score when it has rung."
    return (
        f"{loaded.progress.hands} of {loaded.progress.deals} hands are recorded. Play them all, or wait for the bell."
    )


def _total(loaded: LoadedGame) -> str:
    return against(loaded.play.total(Side.NS), loaded.play.total(Side.EW))
