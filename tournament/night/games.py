"""A game starts, is signed and is reopened, and which screens are notified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce, because, tell
from tournament.models import Game, Place
from tournament.models.activity import PART_OF_ACT
from tournament.models.compiled_queries import CompiledValues
from tournament.night.locking import lock_game, write
from tournament.night.round_clocks import post_seats, post_when_half_play, save_next_clock, set_clock
from tournament.night.seating import seat_next_round, seats_of, started_rounds
from tournament.planning.rounds import follows_winners


def start_game(*, game: Game) -> None:
    """Note when the first hand of a game is recorded. Call inside the transaction of the hand."""
    if game.started_at is None:
        game.started_at = timezone.now()
        game.save(update_fields=["started_at"])
        post_when_half_play(game.round)


def sign_game(
    *, game: Game, winner: str, who: Who, undo: Mapping[str, object] | None = None, logged: bool = True
) -> None:
    """Sign a game to which both sides have agreed; its four players are free.

    :param winner: a side, or empty for a tie.
    :param undo: what can take it back, where the signature is an act of its own: see `tally.scoring.undo_last`.
        Else the signature is part of the act whose line is before.
    :param logged: whether it has a line of its own; that of a total from paper says enough.
    """
    with write():
        game = lock_game(game)
        now = timezone.now()
        game.signed_at, game.winner, game.started_at = game.signed_at or now, winner, game.started_at or now
        game.save(update_fields=["signed_at", "winner", "started_at"])
        all_signed = not game.round.games.unsigned().exists()
        if all_signed and game.round.rings_at is not None:
            set_clock(game.round, None)  # no bell is needed
        agreed = "" if who.keeps_scores else ": both sides now agree"
        text = f"confirmed the score of game {game.round.number} at table {game.table}{agreed}"
        undo = {**undo, "at": game.signed_at.isoformat()} if undo else PART_OF_ACT
        _announce(game, "signed", who=who, text=text, undo=undo, logged=logged)
        seat_next_round(game.round.night)
        if all_signed:
            post_seats(game.round.night)


def reopen_game(*, game: Game, who: Who, why: str = "", alone: bool = False, logged: bool = True) -> None:
    """Open a signed game again, to be corrected and agreed once more.

    Where seats follow the winners, those of a next round that has not started are withdrawn until the game is signed
    again; they and their clock are saved.

    :param alone: whether it is an act of its own, no part of a correction.
    :param logged: as for `sign_game`.
    """
    with write():
        game = lock_game(game)
        night, topics = game.round.night, ["signed"]
        following = night.rounds.filter(number=game.round.number + 1).first()
        if following is not None and follows_winners(night) and started_rounds(night) < following.number:
            save_next_clock(night, game.round, following)
            game.round.next_seats = seats_of(following)
            game.round.save(update_fields=["next_seats"])
            following.delete()
            topics.append("room")
        game.signed_at, game.winner = None, ""
        game.save(update_fields=["signed_at", "winner"])
        text = because(f"opened game {game.round.number} at table {game.table} again", why)
        _announce(game, *topics, who=who, text=text, undo=None if alone else PART_OF_ACT, logged=logged)


def _announce(game: Game, *topics: str, who: Who, text: str, undo: Mapping[str, object] | None, logged: bool) -> None:
    """Send the game's event, with a line in the log if it is to have one."""
    if logged:
        announce(game.round.night_id, *game_topics(game), *topics, actor=str(who), text=text, undo=undo)
    else:
        tell(game.round.night_id, *game_topics(game), *topics, text=text)


def table_topics(game: Game) -> list[str]:
    """The topics of what happens at a table: its four phones, and the board."""
    return [*_phones(_seated_at.rows(game.pk)), "board"]


def game_topics(game: Game) -> list[str]:
    """The topics when a game's players become free: its phones, those of their next tables, and the board."""
    following = _seated_next.rows(game.pk, game.round.night_id, game.round.number + 1)
    return [*_phones(_seated_at.rows(game.pk) + following), "board"]


_seated_at = CompiledValues(lambda game: Place.objects.filter(game=game).values_list("entry_id"))


_seated_next = CompiledValues(
    lambda game, night, number: Place.objects.filter(
        game__round__night=night,
        game__round__number=number,
        game__places__entry__in=Place.objects.filter(game=game).values("entry_id"),
    ).values_list("entry_id")
)


def _phones(entries: Iterable[tuple[int]]) -> list[str]:
    return [f"entry-{pk}" for (pk,) in sorted(set(entries))]
