"""Hands that phones send again, because the server has gone on from an older copy of its database.

A phone keeps the newest version of every hand of its player's games, whoever entered it. The highest version of a hand
counts; so any of the four phones can bring a game back, and it does not matter which of them sends first, or how often.
Nobody can tell a hand that was edited since the copy from one that a phone makes up, so a newer version of a hand that
the server has is logged as an edit of whoever's phone sent it, and the table is told that hands were sent again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tally.loading.games import LoadedGame, load_game, load_locked
from tally.loading.known_hands import count_versions, newest_versions
from tally.loading.waiting import waiting_for, waiting_sentence
from tally.models import Hand
from tally.scoring.checks import check_record, lock_open_game, require_hand_scoring, total_text
from tally.scoring.corrections import change_text
from tally.scoring.disputes import close_dispute
from tally.scoring.signing import HEAD_TABLE
from tally.scoring.table_notices import SENT_AGAIN, tell_sent_again
from tally.scoring.ties import clear_tie_winner
from tally.scoring.versions import MOST_CHANGES, require_few, writer
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Seat
from tournament.night.bell import ring_bell
from tournament.night.games import game_topics, start_game, table_topics
from tournament.night.locking import write
from tournament.people.errors import NotYet, Refused
from tournament.people.names import listed


@dataclass(frozen=True)
class KnownHand:
    """The newest version of a hand that a phone knows; `older` are the keys of the versions before it."""

    number: int
    version: int
    key: str
    older: frozenset[str]
    record: dict[str, Any] | None
    alone_by: int | None


def require_known(loaded: LoadedGame, known: int) -> None:
    """Check that the server knows as much of a game as the phone whose tap this is.

    :raises NotYet: when it has gone on from an older copy, and the phone has to send the hands before first.
    """
    if known and known > count_versions(loaded.rows.versions):
        raise NotYet("The laptop has gone on from an older copy, and this phone knows more. It sends what is missing.")


def record_again(
    *, night: Night, round_number: int, table: int, seats: Sequence[int], hands: Sequence[KnownHand], who: Who
) -> None:
    """Record what a phone knows of a game and the server does not. `seats` are the players by seat.

    What can be recorded is, even if the rest is refused.

    :raises NotYet: when the game's turn has not come again.
    :raises Refused: when the game is over, or is another one by now.
    :raises NotAllowed: for strangers.
    """
    with write():
        there = set(Hand.objects.filter(key__in=[hand.key for hand in hands]).values_list("key", flat=True))
        lost = [hand for hand in hands if hand.key not in there]
        game = Game.objects.filter(round__night=night, round__number=round_number, table=table).first()
        if not lost:
            return
        if game is None:
            raise NotYet(f"Game {round_number} has not been seated again. This phone sends its hands when it is.")
        game = lock_open_game(game, who)
        loaded = load_locked(game, game.round.night)
        if [loaded.players[seat].pk for seat in Seat] != list(seats):
            raise Refused(f"Others sit at table {table} in game {round_number} by now. Tell the organizer.")
        problem = _record_lost(loaded, lost, who)
    if problem is not None:
        raise problem


def _record_lost(before: LoadedGame, lost: Sequence[KnownHand], who: Who) -> Refused | None:
    """Record hands as far as that goes, and tell everybody. Return what keeps the others from being recorded."""
    missing, newer, problem = [], False, None
    there = newest_versions(before.rows.versions)

    def in_turn(hand: KnownHand) -> tuple[bool, int]:
        """Undos of hands that are there first, the last hand before those below it; then the order of play."""
        undoes = hand.record is None and hand.number in there
        return not undoes, -hand.number if undoes else hand.number

    for hand in sorted(lost, key=in_turn):
        now = load_game(before.row, before.night)
        try:
            if not _record_one(now, hand, who):
                continue
        except Refused as refusal:
            problem = refusal
            break
        replaced = newest_versions(now.rows.versions).get(hand.number)
        if replaced is None:
            missing.append(hand.number)
        elif not _counts_alike(replaced, hand):
            newer = True
            _log_newer(now, hand.number, who)
    if newer:
        tell_sent_again(before, who)
    if missing or newer:
        _tell(before, sorted(missing), who)
    return problem


def _record_one(loaded: LoadedGame, hand: KnownHand, who: Who) -> bool:
    """Add a version to a hand, or return False when the server knows a newer one.

    :raises Refused: when that cannot be done now.
    """
    newest = newest_versions(loaded.rows.versions).get(hand.number)
    if newest is not None and newest.version >= hand.version:
        return False
    alone_by = Entry.objects.filter(pk=hand.alone_by).first() if hand.alone_by else None
    if newest is not None and newest.key not in hand.older and not _counts_alike(newest, hand):
        raise Refused(f"Hand {hand.number} is already recorded, with another result.")
    _require_possible(loaded, hand, who)
    require_few(len(loaded.rows.versions), who)
    if hand.record is not None:
        check_record(loaded.night, loaded, hand.record, alone_by)
    following = newest.version + 1 if newest else 1  # in place of a version that no phone reaches
    Hand.objects.create(
        game=loaded.row,
        number=hand.number,
        version=hand.version if hand.version <= MOST_CHANGES else following,
        record=hand.record,
        key=hand.key,
        alone_by=alone_by if hand.record is not None else None,
        why=SENT_AGAIN if newest is not None and not _counts_alike(newest, hand) else "",
        **writer(who),
    )
    return True


def _counts_alike(newest: Hand, hand: KnownHand) -> bool:
    """Whether the newest version that is there says the same as the one that was sent."""
    return (newest.record, newest.alone_by_id) == (hand.record, hand.alone_by)


def _require_possible(loaded: LoadedGame, hand: KnownHand, who: Who) -> None:
    """Check that a hand can be recorded, though the bell may have rung since it was played.

    :raises NotYet: while its players are not free, or a hand before it is missing.
    :raises Refused: when the game is over.
    """
    require_hand_scoring(loaded)
    if loaded.signed:
        raise Refused(f"This score is confirmed, {total_text(loaded)}. Ask the organizer if it must be changed.")
    is_there, there = hand.number in loaded.recorded, newest_versions(loaded.rows.versions)
    if hand.record is None and hand.number in there:
        if is_there and hand.number != max(loaded.recorded):
            raise Refused("Only the last hand can be undone. Edit an earlier one instead.")
        return
    if is_there:
        return
    if loaded.deals is not None and hand.number > loaded.deals:
        raise Refused("All hands of this game are in.")
    before = {*range(1, hand.number)} - there.keys()  # one that was taken back is there, too
    if before:
        raise NotYet(f"Hand {min(before)} comes next; it has to come from another phone of the table.")
    held = [] if loaded.recorded else waiting_for(loaded.night, loaded.row)
    if held:
        raise NotYet(f"{waiting_sentence(loaded, held)}. This phone sends its hands when all four are here.")


def _log_newer(before: LoadedGame, number: int, who: Who) -> None:
    """Log that another version of a hand counts now, as of an edit."""
    game, settles = before.row, before.dispute is not None and before.dispute.number == number
    close_dispute(game, number)
    announce(
        before.night.pk,
        *game_topics(game),
        "signed",
        actor=str(who),
        text=f"sent a newer version of hand {number} of {change_text(before, number, before.night, '')}"
        + ("; its two answers are settled" if settles else ""),
    )


def _tell(before: LoadedGame, missing: Sequence[int], who: Who) -> None:
    """Let everything else know that hands of a game are back, and log those that were missing."""
    game, night = before.row, before.night
    clear_tie_winner(game, night, even_if_tied=True)
    start_game(game=game)
    complete = load_game(game, night).progress.complete
    if missing:
        announce(
            night.pk,
            *(game_topics(game) if complete else table_topics(game)),
            actor=str(who),
            text=f"sent {'hands' if missing[1:] else 'hand'} {listed(map(str, missing))} of game {game.round.number} "
            f"at table {game.table} again, which this laptop did not have anymore",
        )
    if complete and not before.progress.complete and game.table == 1 and night.bell_by == Night.BellBy.HEAD_TABLE:
        ring_bell(round_=game.round, who=HEAD_TABLE)
