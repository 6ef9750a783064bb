"""What a game's page shows: every hand with its versions, the total, and the way to correct them."""

from __future__ import annotations

from django.db.models import Q

from tally.forms import result_of
from tally.loading.games import LoadedGame, night_games
from tally.loading.ties import may_be_decided, tie_of, tie_result
from tally.models import Hand
from tally.presenters.next_seats import next_seats_context
from tally.presenters.paper_total import total_context
from tally.presenters.results import bid_of, dispute_context, every_bid, recorded_result, scoring_buttons
from tally.rules import read_record
from tournament.access import Who
from tournament.models import LogEntry, Night
from tournament.movements.seats import Seat, Side, dealer


def game_context(night: Night, who: Who, loaded: LoadedGame, us: Side) -> dict[str, object]:
    """A game as the side `us` sees it, and what `who` may do."""
    tie = tie_of(loaded)
    names = {side: [loaded.players[seat] for seat in side.seats] for side in Side}
    playing = night.status == Night.Status.PLAYING
    return {
        **total_context(loaded),
        **dispute_context(night, loaded, us),
        **next_seats_context(night, loaded),
        "night": night,
        "who": who,
        "us": us,
        "hands": _hands(night, loaded, us, who),
        "we": names[us],
        "they": names[us.other],
        "ours": loaded.play.total(us),
        "theirs": loaded.play.total(us.other),
        "tie": tie,
        "tie_result": tie_result(loaded, tie.winner) if tie and tie.winner else "",
        "may_extend": playing and not loaded.play.signed and (loaded.rung_at or loaded.rings_at),
        "objected": loaded.progress.disputed,
        "sits": sits_here(who, loaded),
        "named": who.keeps_scores and not sits_here(who, loaded),
        "everybody": night.entries.people().numbered() if who.keeps_scores else (),
        "may_decide": who.keeps_scores and may_be_decided(loaded),
        "next_hand": loaded.next_hand,
        "may_correct": playing and not loaded.play.paper and (who.keeps_scores or not loaded.play.signed),
    }


def correction_context(
    night: Night, who: Who, loaded: LoadedGame, us: Side, number: int, bid: str
) -> dict[str, object]:
    """Hand `number` of a game, to be corrected; `bid` is the value of the bid that was tapped first, or empty.

    The organizer has every result of every bid on one page: first those of the bid that is recorded.
    """
    hand = loaded.hand(number)
    value = result_of(night, hand.data) if hand else ""
    every = every_bid(night, us) if who.keeps_scores else []
    return {
        **game_context(night, who, loaded, us),
        **scoring_buttons(night, us, bid or bid_of(every, value)),
        "hand": hand,
        "number": number,
        "others": tuple(
            loaded.play.total(side) - (hand.scored.points.get(side, 0) if hand else 0) for side in (us, us.other)
        ),
        "every_bid": every,
        "was": hand and recorded_result(night, hand.record, us),
        "value": value,
        "dealer": loaded.players[dealer(number)] if number else loaded.players[Seat.N],
    }


def other_games(night: Night, loaded: LoadedGame) -> list[dict[str, object]]:
    """The other games of this table that have started, or come before this one: the way to any hand, newest first."""
    return [
        total_context(game)
        for game in reversed(night_games(night, Q(table=loaded.play.table)))
        if game.row.pk != loaded.row.pk and (game.play.played or game.number < loaded.number)
    ]


def sits_here(who: Who, loaded: LoadedGame) -> bool:
    """Whether this phone plays here; the organizer may play at another table, or not at all."""
    return who.entry in loaded.players.values() and not who.watches_only


def _hands(night: Night, loaded: LoadedGame, us: Side, who: Who) -> list[dict[str, object]]:
    """The hands that count, each with its older versions, and who entered it where no player did."""
    keepers = _keepers(night, loaded, who)
    versions: dict[int, list[dict[str, object]]] = {}
    for row in Hand.objects.filter(game=loaded.row).select_related("entry").order_by("number", "version"):
        result = row.record and recorded_result(night, read_record(row.record), us)
        versions.setdefault(row.number, []).append({"row": row, "result": result})
    return [
        {
            "hand": hand,
            "result": recorded_result(night, hand.record, us),
            "dealer": loaded.players[dealer(hand.number)],
            "keeper": keepers.get(hand.id, "the organizer or the scorer"),
            "history": versions.get(hand.number, [])[:-1],
        }
        for hand in loaded.hands
    ]


def _keepers(night: Night, loaded: LoadedGame, who: Who) -> dict[int, str]:
    """Who entered a hand, by its row, where it was no player: as the log says what takes the hand back.

    A helper's name is for those who keep the scores; players read the role.
    """
    acts = LogEntry.objects.filter(night=night, undo__kind="hand", undo__game=loaded.row.pk)
    keepers = {}
    for actor, undo in acts.order_by("pk").values_list("actor", "undo"):
        name, _, role = actor.rpartition(" (")
        named = actor if who.keeps_scores else f"the {role.removesuffix(')')}"
        keepers[(undo or {})["id"]] = named if name else "the organizer"
    return keepers
