"""What a player's phone shows: seat, scoring screen, and what waits in other games."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from tally.loading.games import LoadedGame, current_game, players_games
from tally.loading.hidden_standings import hidden_sentence
from tally.loading.known_hands import known_hands
from tally.loading.reveal import revealed_finish
from tally.loading.tallies import players_tally
from tally.loading.ties import tie_of, tie_result
from tally.loading.waiting import unsigned_before, waiting_sentence
from tally.models import Hand, PaperTotal
from tally.presenters.owed import my_money
from tally.presenters.phone_buttons import phone_buttons
from tally.presenters.recap import recap_context
from tally.presenters.results import dispute_context, recorded_result
from tally.scoring.table_notices import changed_score_text
from tournament.models import Entry, Night, SitOut
from tournament.models.compiled_queries import CompiledValues
from tournament.movements.moves import describe_moves, moves
from tournament.movements.seats import Seat, Side, dealer
from tournament.people.names import isolated
from tournament.planning.players import entries_by_number
from tournament.planning.rounds import follows_winners, game_count, seatings

_sit_outs_after = CompiledValues(
    lambda entry, after: (
        SitOut.objects.filter(entry=entry, round__number__gt=after, round__games__signed_at=None)
        .order_by("round__number")
        .values_list("round__number")
        .distinct()
    )
)


def phone_context(
    night: Night,
    me: Entry,
    seen: int,
    *,
    asked: str,
    tapped: str,
    bid: str,
    bid_for: int,
    end: str = "",
    here: str = "",
) -> dict[str, object]:
    """All that the phone shows of `me`, from one reading of the night's rows after event `seen`.

    It shows game `asked`; or an earlier one that was `tapped` on, until it is signed; or else the current one. `bid`
    was tapped for hand `bid_for`; `end` is what the player chose after a bell between two hands, as `ends` has it;
    `here` is the game whose four players are at its table, as one of them says while others still play their last hand.
    """
    games = players_games(night, me)
    current = current_game(games)
    asked = asked or next((tapped for g in games if tapped == str(g.number) and not g.signed), "")
    game = next((g for g in games if asked == str(g.number)), current)
    context: dict[str, object] = {
        "night": night,
        "me": me,
        "seen": seen,
        "games": len(games),
        "key": uuid4().hex,
        "tally": partial(players_tally, night, me, games),
        "changed_score": changed_score(games, me),
        "hidden_sentence": partial(hidden_sentence, night),  # on the last page
        "my_finish": partial(revealed_finish, night, me),
        "my_recap": partial(recap_context, night, me),
        "my_money": partial(my_money, night, me, games),
        "known_hands": known_hands(games),
        "unsigned": [g for g in games if not g.signed and g.progress.to_agree and g is not game],
        "unsettled": [g for g in games if g.dispute and g is not game],
        "unfinished": [
            g
            for g in games
            if current
            and g.number < current.number
            and g is not game
            and g.played
            and not (g.signed or g.progress.to_agree or g.dispute)
        ],
    }
    context |= _still_to_come(night, me, games)
    if game is None:
        return context
    following = next((g for g in games if g.number > game.number), None)
    asked_game = "" if game is current or game.signed else game.number
    return (
        context
        | table_context(night, game, me, bid, bid_for)
        | {
            "asked": asked_game,
            "end": end,
            "all_here": here == str(game.number),
            "ends": ends(game, end),
            "offline_table": offline_table(night, game, me, asked_game),
            "next": following and seat_context(following, me),
            "moves": movement_sentence(night, game),
        }
    )


def ends(game: LoadedGame, end: str) -> bool:
    """Whether the phone asks to confirm the score instead of for a hand.

    After a bell between two hands the table chooses: `end` is "1" to end the game as it stands, "0" to play one more
    hand. Once a side has answered, the others are asked too.
    """
    progress = game.progress
    return progress.to_agree or (progress.may_agree and (end == "1" or (end != "0" and bool(game.signatures))))


def _still_to_come(night: Night, me: Entry, games: list[LoadedGame]) -> dict[str, object]:
    """The sit-outs that are not over, and whether the player will get seats that are not known yet."""
    after = max((game.number for game in games if game.signed), default=0)
    sit_outs = [number for (number,) in _sit_outs_after.rows(me.pk, after)]
    more = follows_winners(night) and me.left_at is None and night.rounds.count() < game_count(night)
    return {
        "sit_outs": sit_outs,
        "more_games": more,
        "waits": night.status == Night.Status.PLAYING and (more or bool(sit_outs)),
    }


def changed_score(games: list[LoadedGame], me: Entry) -> str:
    """What somebody else last changed in a score of this player's, until their table records another hand or total.

    A change that is ahead of now is from before the clock was set back.
    """
    if newest := _newest_changes(games):
        now = timezone.now()
        game, written = max(newest, key=lambda change: (change[1].at <= now, change[1].at))
        return changed_score_text(game, written, me)
    return ""


def _newest_changes(games: list[LoadedGame]) -> list[tuple[LoadedGame, Hand | PaperTotal]]:
    """The newest change of a hand and that of a total, by the order of their rows: a clock may have been set back."""
    changes = [(game, written) for game in games if (written := game.written_last)]
    kinds = [[change for change in changes if isinstance(change[1], kind)] for kind in (Hand, PaperTotal)]
    return [max(kind, key=lambda change: change[1].pk) for kind in kinds if kind]


def movement_sentence(night: Night, game: LoadedGame) -> str:
    """A sentence about how the four came to their table, where seats follow the winners; empty otherwise."""
    if game.number == 1 or game.play.played or not follows_winners(night):
        return ""
    before, after = seatings(night)[game.number - 2 : game.number]
    names = entries_by_number(night)
    return describe_moves(moves(before, after), game.play.table, lambda number: isolated(names[number].short_name))


def seat_context(game: LoadedGame, me: Entry) -> dict[str, object]:
    """Table, seat, partner and opponents of one player in one game."""
    seat = game.seat_of(me)
    across, beside = seat.side.other.seats
    return {
        "number": game.number,
        "table": game.play.table,
        "seat": seat,
        "side": seat.side,
        "partner": game.players[seat.partner],
        "opponents": (game.players[across], game.players[beside]),
        "left": game.players[seat.left],
        "right": game.players[seat.left.partner],
        "first_dealer": game.players[Seat.N],
    }


def table_context(night: Night, game: LoadedGame, me: Entry, bid: str, bid_for: int) -> dict[str, object]:
    """The scoring screen of one table as `me` sees it."""
    here = seat_context(game, me)
    us = game.seat_of(me).side
    missing = game.next_hand
    last = game.hands[-1] if game.hands else None
    tie = tie_of(game) if game.progress.may_agree else None
    signed = {side: game.signatures.get(side) for side in (us, us.other)}
    return {
        "game": game,
        "here": here,
        "us": us,
        "them": us.other,
        "ours": game.play.total(us),
        "theirs": game.play.total(us.other),
        "hand": missing,
        **phone_buttons(night, us, bid if missing == bid_for else ""),
        "hand_numbers": [
            {"number": n, "result": (h := game.hand(n)) and recorded_result(night, h.record, us)}
            for n in _four_around(missing or len(game.hands), game.progress.deals)
        ],
        "dealer": game.players[dealer(missing or 1)],
        "last": last,
        "last_result": last and recorded_result(night, last.record, us),
        "we_signed": signed[us],
        "they_signed": signed[us.other],
        "they_object": us.other in game.objecting,
        "they": [game.players[seat] for seat in us.other.seats],
        "we": [game.players[seat] for seat in us.seats],
        "makers": {
            side: [game.players[seat] for seat in side.seats if not game.players[seat].is_ghost] for side in Side
        },
        **dispute_context(night, game, us),
        "tie": tie,
        "tie_result": tie_result(game, tie.winner) if tie and tie.winner else "",
        **_waiting_texts(night, game),
    }


def _waiting_texts(night: Night, game: LoadedGame) -> dict[str, object]:
    """Before the first hand: which tables this one waits for, and at which its players play a last hand.

    At the latter the bell has rung, so this table may begin without waiting for them, once it says that all are here.
    No phone tells how far a table on paper is, so nothing is asked about it.
    """
    earlier = [] if game.play.played else unsigned_before(night, game.row)
    waits = any(not other.progress.players_are_free for other in earlier)
    before = [other for other in earlier if other.number == game.number - 1]
    last_hand_at = [other for other in before if other.recorded and not other.progress.to_agree]
    return {
        "waiting_text": waiting_sentence(game, earlier) if waits else "",
        "last_hand_text": waiting_sentence(game, last_hand_at) if last_hand_at and not waits else "",
    }


def offline_table(night: Night, game: LoadedGame, me: Entry, asked: int | str) -> dict[str, object]:
    """What the phone needs to go on scoring while the laptop cannot be reached; read by `outbox/table.js`."""
    us = game.seat_of(me).side
    return {
        "game": str(game.row.pk),
        "last": game.next_hand if game.progress.rung else game.progress.deals,
        "recorded": [hand.number for hand in game.hands],
        "ours": game.play.total(us),
        "theirs": game.play.total(us.other),
        "dealers": [
            "you deal." if player == me else f"{isolated(player.short_name)} deals." for player in game.players.values()
        ],
        "asked": asked,
        "record": reverse("record", args=[night.slug]),
        "undo": reverse("undo", args=[night.slug]),
    }


def _four_around(hand: int, deals: int | None) -> range:
    """The four hands that the phone's strip has room for, this one among them.

    In a game without a number of hands they are this one and those before it.
    """
    last = max(hand, 4) if deals is None else deals
    first = max(1, min(hand, last - 1) - 2)
    return range(first, min(first + 4, last + 1))
