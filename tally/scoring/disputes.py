"""Two phones, one hand: what a second phone says of it stands beside the hand, and a dispute is settled by one tap.

The same result is only noted: when it comes from the other side, both agree. Another result is a dispute that stays
open, one a game, until one of the four or the organizer says which is right. An open dispute keeps a game from being
signed, and nothing else: the bell rings and the next hand is told as ever.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from tally.loading.games import LoadedGame, PlayedHand, load_locked, waiting_for
from tally.models import Dispute, Hand
from tally.scoring.ties import clear_tie_winner
from tally.scoring.versions import add_version, writer
from tournament.access import Who, require_open, require_seat
from tournament.live.events import announce
from tournament.models import Entry, Game, Night
from tournament.night.games import start_game, table_topics
from tournament.night.locking import lock_game, write
from tournament.people.errors import Refused


class AnotherHandDisputed(Refused):
    """Another hand of this game is in dispute: what was sent may be sent again when that is settled."""

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
    """Note what one more phone says of the hand that is `there`. Call inside the write's transaction.

    :raises AnotherHandDisputed: when it says something new of it while another hand is in dispute.
    :raises Refused: when it is a third answer.
    """
    game, number, disputed = loaded.row, there.number, loaded.dispute
    same = there.matches(record, alone_by)
    known = same or _heard(loaded, number, record, alone_by, tapped_at)
    if disputed is not None and not known:
        if disputed.number == number:
            raise Refused(
                f"Hand {number} has two other answers already. Settle it at the table; if both are wrong, "
                "correct the hand afterwards."
            )
        raise AnotherHandDisputed(disputed.number)
    Dispute.objects.create(
        game=game,
        number=number,
        record=record,
        key=key,
        alone_by=alone_by,
        settled_at=timezone.now() if known else None,
        **writer(who),
    )
    words = "said the same of" if same else "said otherwise of"
    announce(
        game.round.night_id,
        *table_topics(game),
        who=str(who),
        text=f"{words} hand {number} of game {game.round.number} at table {game.table}",
    )


def _heard(
    loaded: LoadedGame, number: int, record: dict[str, Any], alone_by: Entry | None, tapped_at: datetime
) -> bool:
    """Whether this was said before of the hand that the tap was for: it was settled, or is in dispute.

    A hand that was taken back is told anew; a tap that arrives after that, but was made before, is of the old one.
    """
    versions = [hand for hand in loaded.rows.versions if hand.number == number]
    anew = max((hand.at for hand in versions if hand.record is None and hand.at < tapped_at), default=None)
    said: list[Hand | Dispute] = [*versions, *(dispute for dispute in loaded.rows.disputes if dispute.number == number)]
    loner = alone_by.pk if alone_by else None
    return any((one.record, one.alone_by_id) == (record, loner) for one in said if anew is None or one.at > anew)


def settle_dispute(*, night: Night, dispute: int, take: bool, who: Who) -> None:
    """Say which of two answers is right: keep the hand as it is, or `take` the dispute as its new version.

    Of a dispute that is settled already nothing changes: the first tap has settled it.

    :raises Refused: when there is no such dispute, or the game is signed. :raises NotAllowed: for strangers.
    """
    with write():
        row = Dispute.objects.filter(pk=dispute, game__round__night=night).select_related("game", "alone_by").first()
        if row is None:
            raise Refused("There are no two answers for this hand any more. Look at the new page.")
        game = lock_game(row.game)
        require_open(game.round.night)
        require_seat(who, game)
        row.refresh_from_db(fields=["settled_at"])
        if row.settled_at is not None:
            return
        if game.signed_at is not None:
            raise Refused("This game is agreed. Ask the organizer if it must be corrected.")
        if take:
            add_version(game, row.number, row.record, row.key, who, row.alone_by)
            clear_tie_winner(game, game.round.night)
        close_dispute(game, row.number)
        announce(
            game.round.night_id,
            *table_topics(game),
            who=str(who),
            text=f"settled hand {row.number} of game {game.round.number} at table {game.table}: "
            + ("changed" if take else "as it was"),
        )


def close_dispute(game: Game, number: int | None = None) -> None:
    """The hand was said anew, or taken back, or the game counts by paper: what was said against it is settled."""
    of_hand = {} if number is None else {"number": number}
    Dispute.objects.open().filter(game=game, **of_hand).update(settled_at=timezone.now())


def require_no_dispute(loaded: LoadedGame) -> None:
    """
    :raises Refused: while a hand of the game is in dispute.
    """
    if loaded.dispute is not None:
        raise Refused(f"Hand {loaded.dispute.number} has two answers. Say which is right before the game is agreed.")


def told_with(*, game: Game, number: int, key: str, who: Who) -> Hand | Dispute | None:
    """What a phone told with this key, to be taken back: the hand, or what it said against it; or what another phone
    says against it, with a key of its own, to be taken in its place.

    None: another phone has told the same, or nothing has arrived. Should it still come, late, it is nothing: where it
    would be the game's next hand, the key is kept as a hand that was taken back.

    :raises Refused: when the night or the game is over. :raises NotAllowed: for strangers.
    """
    with write():
        game = lock_game(game)
        require_open(game.round.night)
        require_seat(who, game)
        told = Hand.objects.filter(key=key).first() or Dispute.objects.filter(key=key).first()
        if told is not None:
            return _to_take_back(told, load_locked(game, game.round.night), who) if told.game_id == game.pk else None
        if game.signed_at is None and 8 <= len(key) <= 64 and _comes_next(game, number):
            add_version(game, number, None, key, who)
            start_game(game=game)  # its rows stay, so its seats do
        return None


def _to_take_back(told: Hand | Dispute, loaded: LoadedGame, who: Who) -> Hand | Dispute | None:
    """The same, of what has arrived. A hand that was changed since stands, and so does one that another settled."""
    there, mine = loaded.hand(told.number), who.entry.pk if who.entry else None
    if told.entry_id != mine or there is None or (isinstance(told, Hand) and there.id != told.pk):
        return None
    others = [
        dispute
        for dispute in loaded.rows.disputes
        if dispute.number == told.number and dispute.entry_id != mine and dispute.at >= told.at
    ]
    if any((dispute.record, dispute.alone_by_id) == (told.record, told.alone_by_id) for dispute in others):
        return None
    return (
        told if isinstance(told, Dispute) else next((dispute for dispute in others if dispute.settled_at is None), told)
    )


def _comes_next(game: Game, number: int) -> bool:
    """Whether a phone could tell this hand now."""
    loaded = load_locked(game, game.round.night)
    return number == loaded.next_hand and (bool(loaded.recorded) or not waiting_for(loaded.night, game))
