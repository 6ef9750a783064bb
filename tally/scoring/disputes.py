"""Two phones, one hand: the second phone's answer is stored with the hand, and one tap settles a dispute.

The same result is only noted: when it comes from the other side, both agree. Another result is a dispute that stays
open, one a game, until one of the four or the organizer says which is right. An open dispute keeps a game from being
signed, and nothing else: the bell rings and the next hand is recorded as usual.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from tally.loading.games import LoadedGame, load_game
from tally.loading.hands import PlayedHand
from tally.models import Dispute, Hand
from tally.scoring.checks import lock_open_game
from tally.scoring.table_notices import tell_kept_hand, tell_table
from tally.scoring.ties import clear_tie_winner
from tally.scoring.versions import add_version, require_few, writer
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Game, Night
from tournament.night.games import table_topics
from tournament.night.locking import write
from tournament.people.errors import NotYet, Refused


class AnotherHandDisputed(NotYet):
    """Another hand of this game is in dispute; the phone may send its answer again when that is settled."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Hand {number} has two answers. Settle that one first, then tap again.")


def record_second_answer(
    loaded: LoadedGame,
    there: PlayedHand,
    record: dict[str, Any],
    key: str,
    who: Who,
    alone_by: Entry | None,
    tapped_at: datetime,
) -> None:
    """Note another phone's answer for a recorded hand (`there`). Call inside the write's transaction.

    :raises AnotherHandDisputed: for a new answer while another hand is in dispute.
    :raises Refused: when it is a third answer.
    """
    game, number, disputed = loaded.row, there.number, loaded.dispute
    same = there.matches(record, alone_by)
    known = same or _is_known(loaded, number, record, alone_by, tapped_at)
    if disputed is not None and not known:
        if disputed.number == number:
            raise Refused(
                f"Hand {number} has two other answers already. Settle it at the table; if both are wrong, edit "
                "the hand afterward."
            )
        raise AnotherHandDisputed(disputed.number)
    require_few(len(loaded.rows.disputes), who)
    Dispute.objects.create(
        game=game,
        number=number,
        record=record,
        key=key,
        alone_by=alone_by,
        settled_at=timezone.now() if known else None,
        **writer(who),
    )
    answer = "said the same of" if same else "said otherwise of"
    announce(
        game.round.night_id,
        *table_topics(game),
        actor=str(who),
        text=f"{answer} hand {number} of game {game.round.number} at table {game.table}",
    )


def _is_known(
    loaded: LoadedGame, number: int, record: dict[str, Any], alone_by: Entry | None, tapped_at: datetime
) -> bool:
    """Whether this answer was given before for the hand that the tap was for: it is settled, or in dispute already.

    A hand that was taken back is recorded from the start; a tap from before that moment belongs to the old hand.
    """
    versions = [hand for hand in loaded.rows.versions if hand.number == number]
    undone = max((hand.at for hand in versions if hand.record is None and hand.at < tapped_at), default=None)
    answers: list[Hand | Dispute] = [*versions, *(row for row in loaded.rows.disputes if row.number == number)]
    loner = alone_by.pk if alone_by else None
    return any(
        (answer.record, answer.alone_by_id) == (record, loner)
        for answer in answers
        if undone is None or answer.at > undone
    )


def settle_dispute(*, night: Night, dispute: int, take: bool, who: Who) -> None:
    """Settle a dispute: keep the hand as it is, or `take` the second answer as its new version.

    A dispute that is settled already stays as the first tap settled it.

    :raises Refused: when there is no such dispute, or the game is signed.
    :raises NotAllowed: for strangers.
    """
    with write():
        row = Dispute.objects.filter(pk=dispute, game__round__night=night).select_related("game", "alone_by").first()
        if row is None:
            raise Refused("This hand no longer has two answers. Reload the page.")
        game = lock_open_game(row.game, who)
        row.refresh_from_db(fields=["settled_at"])
        if row.settled_at is not None:
            return
        if game.signed_at is not None:
            raise Refused("This score is confirmed. Ask the organizer if it must be changed.")
        before = load_game(game, game.round.night)
        written = add_version(game, row.number, row.record, row.key, who, row.alone_by) if take else None
        if written:
            clear_tie_winner(game, game.round.night)
        close_dispute(game, row.number)
        announce(
            game.round.night_id,
            *table_topics(game),
            actor=str(who),
            text=f"settled hand {row.number} of game {game.round.number} at table {game.table}: "
            + ("changed" if take else "as it was"),
        )
        if written:
            tell_table(before, written)
        else:
            tell_kept_hand(before, row.number, who)


def close_dispute(game: Game, number: int | None = None) -> None:
    """Settle what disputes a hand, or all hands of a game, because another write has replaced the hand.

    Call inside the change's transaction.
    """
    of_hand = {} if number is None else {"number": number}
    Dispute.objects.open().filter(game=game, **of_hand).update(settled_at=timezone.now())


def require_no_dispute(loaded: LoadedGame) -> None:
    """Refuse to sign a disputed game.

    :raises Refused: while a hand of the game is in dispute.
    """
    if loaded.dispute is not None:
        raise Refused(f"Hand {loaded.dispute.number} has two answers. Say which is right before you confirm the score.")
