"""Correcting a recorded hand: the new version counts, the old one stays on record."""

from __future__ import annotations

from typing import Any

from tally.loading.games import LoadedGame, load_game
from tally.models import Hand
from tally.scores.point_labels import against
from tally.scoring.checks import check_record, lock_and_load, reopen_for_correction, require_hand_scoring, total_text
from tally.scoring.disputes import close_dispute
from tally.scoring.signing import sign_again
from tally.scoring.table_notices import tell_table
from tally.scoring.ties import clear_tie_winner
from tally.scoring.undoable import hand_undo
from tally.scoring.versions import add_version, already_recorded
from tournament.access import Who
from tournament.live.events import announce, because
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Side
from tournament.night.games import table_topics
from tournament.night.locking import write
from tournament.people.errors import Refused


def correct_hand(
    *, game: Game, of: int, record: dict[str, Any], key: str, who: Who, alone_by: Entry | None = None, why: str = ""
) -> None:
    """Add a version to a recorded hand; `of` is the row that the person saw.

    The organizer may correct a signed game too: it is signed again with the new total, in the organizer's name.

    :raises Refused: when somebody changed that hand meanwhile, or the game is signed.
    :raises HandRefused: when the record is impossible.
    :raises NotAllowed: for strangers.
    """
    with write():
        game, night, loaded = lock_and_load(game, who)
        there = next((hand for hand in loaded.hands if hand.id == of), None)
        number = there.number if there else _number_of(of, game)
        if already_recorded(game, number, record, key, alone_by):
            return
        require_hand_scoring(loaded)
        if there is None:
            raise Refused("Somebody changed this hand while you were looking at it. Check it again before you edit it.")
        check_record(night, loaded, record, alone_by)
        reopen_for_correction(loaded, who)
        written = add_version(game, number, record, key, who, alone_by, why)
        undo = hand_undo(loaded, written, who)
        clear_tie_winner(game, night)
        close_dispute(game, number)
        announce(
            night.pk,
            *table_topics(game),
            "signed",
            actor=str(who),
            text=f"edited hand {number} of {change_text(loaded, number, night, why)}",
            undo=undo,
        )
        tell_table(loaded, written)
        sign_again(loaded, night, who)


def _number_of(hand: int, game: Game) -> int:
    """The number of the hand that a row is a version of, 0 when there is no such row."""
    return Hand.objects.filter(pk=hand, game=game).values_list("number", flat=True).first() or 0


def change_text(before: LoadedGame, number: int, night: Night, why: str) -> str:
    """Which hand of which game changed, old → new, as the night's log writes it: NS first, then EW."""
    after = load_game(before.row, night)
    old, new = (
        (hand := loaded.hand(number)) and against(*(hand.scored.points.get(side, 0) for side in Side))
        for loaded in (before, after)
    )
    return because(
        f"game {before.number} at table {before.play.table}: {old or 'not played'} → {new or 'not played'}, the game "
        f"{total_text(before)} → {total_text(after)}",
        why,
    )
