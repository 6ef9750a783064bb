"""Recording a hand that was just played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tally.loading.games import LoadedGame, load_locked
from tally.loading.hands import is_loner_made
from tally.loading.waiting import waiting_for, waiting_sentence
from tally.rules import read_record
from tally.scoring.checks import check_record, lock_open_game, players_of, require_hand_scoring, total_text
from tally.scoring.disputes import record_second_answer
from tally.scoring.resending import require_known
from tally.scoring.signing import HEAD_TABLE
from tally.scoring.ties import clear_tie_winner
from tally.scoring.undoable import hand_undo
from tally.scoring.versions import add_version, already_recorded
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Game, Night
from tournament.night.bell import ring_bell
from tournament.night.games import game_topics, start_game, table_topics
from tournament.night.locking import write
from tournament.people.errors import Refused

MOST_HANDS = 99  # of a game, as the forms let through
RECORDED = "recorded hand"  # how the line of a hand that was just played begins in the log


def record_hand(
    *,
    game: Game,
    number: int,
    record: dict[str, Any],
    key: str,
    who: Who,
    alone_by: Entry | None = None,
    age: timedelta = timedelta(0),
    known: int = 0,
) -> None:
    """Record a hand, or a second phone's answer for it (see `tally.scoring.disputes`).

    The same `key` is the same write. `age` is how long the phone's outbox has held the tap,
    `known` how much it knows of the game: see `tally.scoring.resending`.

    :raises HandTaken: when this `key` has brought another result.
    :raises NotYet: when the phone has to send earlier hands again first.
    :raises AnotherHandDisputed: while another hand of the game is in dispute.
    :raises HandRefused: when the record is impossible in tonight's game.
    :raises Refused: when the night or the game is not at this hand.
    :raises NotAllowed: for strangers.
    """
    with write():
        game = lock_open_game(game, who)
        night = game.round.night
        loaded = load_locked(game, night)
        if age and alone_by is not None and alone_by.pk in players_of(loaded, record, makers=False):
            alone_by = None  # wrong seats were fixed while the outbox held the tap; the hand itself is not lost
        if already_recorded(game, number, record, key, alone_by):
            return
        require_known(loaded, known)
        require_hand_scoring(loaded)
        check_record(night, loaded, record, alone_by)
        there = loaded.hand(number)
        if there is None or not there.matches(record, alone_by):
            _require_turn(night, loaded, number, who)
        if there is not None:
            record_second_answer(loaded, there, record, key, who, alone_by, timezone.now() - age)
            return
        undo = hand_undo(loaded, add_version(game, number, record, key, who, alone_by), who)
        clear_tie_winner(game, night)
        start_game(game=game)
        complete = len(loaded.recorded) + 1 == loaded.deals
        announce(
            night.pk,
            *(game_topics(game) if complete else table_topics(game)),
            *(["loner"] if is_loner_made(read_record(record)) else []),
            actor=str(who),
            text=f"{RECORDED} {number} of game {game.round.number} at table {game.table}",
            undo=undo,
        )
        if complete and game.table == 1 and night.bell_by == Night.BellBy.HEAD_TABLE:
            ring_bell(round_=game.round, who=HEAD_TABLE)


def _require_turn(night: Night, loaded: LoadedGame, number: int, who: Who) -> None:
    """Refuse a hand that cannot be played now.

    :raises Refused: unless hand `number` is the next one, or one that is recorded already.
    """
    if loaded.row.signed_at:
        raise Refused(f"This score is confirmed, {total_text(loaded)}. Ask the organizer if it must be changed.")
    following = loaded.next_hand
    if loaded.hand(number) is None and number != following:
        raise Refused(
            "All hands of this game are in."
            if following is None
            else f"Hand {following} comes next; this page was for hand {number}. Check the new page first."
        )
    held = [] if loaded.recorded or who.keeps_scores else waiting_for(night, loaded.row)
    if held:
        raise Refused(f"{waiting_sentence(loaded, held)}. Start when all four are here.")


def log_late_hand(*, night: Night, game: int, number: int, who: Who) -> None:
    """Log, once a hand, that a phone sent it after the night was closed: it is saved only if the night is reopened.

    A number that no page of ours sends is not logged, so that nobody fills the log.
    """
    if not 1 <= number <= MOST_HANDS:
        return
    with write():
        row = Game.objects.select_related("round").filter(pk=game, places__entry=who.entry, round__night=night).first()
        if row is None:
            return
        text = (
            f"sent hand {number} of game {row.round.number} at table {row.table} after the night was closed: not saved"
        )
        if not night.log_entries.filter(actor=str(who), text=text).exists():
            announce(night.pk, "board", actor=str(who), text=text)
