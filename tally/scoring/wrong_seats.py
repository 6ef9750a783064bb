"""Fixing wrong seats: two players sat in each other's seats in a game that has scores."""

from __future__ import annotations

from uuid import uuid4

from django.db.models import Q

from tally.loading.games import LoadedGame, night_games
from tally.models import PaperTotal
from tally.scoring.table_notices import WRONG_SEATS
from tally.scoring.versions import add_version, writer
from tournament.access import Who
from tournament.models import Entry, Night
from tournament.night.locking import write
from tournament.night.wrong_seats import swap_seats
from tournament.planning.search_cache import search_before_writing


@search_before_writing
def fix_wrong_seats(*, night: Night, number: int, one: Entry, other: Entry, who: Who, why: str = "") -> None:
    """Swap two players in game `number`, which may be signed.

    Totals and winners stay with the seats, and so move to the other player; a hand that one of them made alone was made
    by the other. Games to come are redrawn.

    :raises Refused: when the two cannot have sat so: see `swap_seats`.
    """
    with write():
        swap_seats(night=night, one=one, other=other, who=who, number=number, why=why)
        for game in night_games(night, Q(round__number=number)):
            _swap_loners(game, one, other, who)


def _swap_loners(game: LoadedGame, one: Entry, other: Entry, who: Who) -> None:
    """Swap the two players in loners: hands, the second answer of a disputed hand, and a total from paper."""
    swapped = {one.number: other, other.number: one}
    for hand in game.hands:
        if hand.scored.loner in swapped:
            add_version(game.row, hand.number, hand.data, uuid4().hex, who, swapped[hand.scored.loner], WRONG_SEATS)
    dispute = game.dispute
    if dispute is not None and dispute.alone_by and dispute.alone_by.number in swapped:
        dispute.alone_by = swapped[dispute.alone_by.number]
        dispute.save(update_fields=["alone_by"])
    paper = game.paper if game.play.paper else None
    if paper is not None and {str(one.number), str(other.number)} & set(paper.loners):
        loners = {str(swapped[int(n)].number) if int(n) in swapped else n: count for n, count in paper.loners.items()}
        PaperTotal.objects.create(
            game=game.row,
            version=paper.version + 1,
            ns=paper.ns,
            ew=paper.ew,
            loners=loners,
            key=uuid4().hex,
            why=WRONG_SEATS,
            **writer(who),
        )
