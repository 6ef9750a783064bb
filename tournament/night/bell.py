"""The bell, which ends a round: ring it, or cancel it.

Tables that still play finish their current hand and sign; the next round starts.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from datetime import datetime

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Bell, Game, Night, Round
from tournament.night.locking import lock_playing_night, write
from tournament.night.round_clocks import (
    NO_CLOCK,
    ClockKind,
    ClockState,
    clock_state,
    give_clock_back,
    post_seats,
    rounds_under_way,
    set_clock,
    stop_clock_of,
    stopped_clock,
)
from tournament.night.seating import redraw_if_roster_changed
from tournament.people.errors import Refused
from tournament.planning.search_cache import search_before_writing

NOT_THIS_GAME = "This is not the game to ring for now. Check the board."


def ring_bell(*, round_: Round, who: Who | str) -> Bell:
    """Ring for a round; ringing twice is ringing once.

    The round's clock is cleared. Where a clock rings, the next game's starts after a pause, once its seats are posted.

    :raises Refused: when the night is not being played, or a player change redrew the seats of this round.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        rung = Bell.objects.active().filter(round=round_).first()
        if rung:
            return rung
        now = night.rounds.filter(pk=round_.pk).first()
        if now is None:
            raise Refused(NOT_THIS_GAME)
        round_ = now
        clock = stopped_clock(round_, ran_out=not isinstance(who, Who))
        bell = Bell.objects.create(round=round_, rung_at=timezone.now(), rung_by=str(who), clock=clock)
        if round_.rings_at is not None:
            set_clock(round_, bell.rung_at)  # extra minutes start now
            Round.objects.filter(pk=round_.pk).update(rings_at=None, starts_at=None, warned_at=None, paused_at=None)
        night.rounds.update(next_clock=None)
        following = night.rounds.filter(number=round_.number + 1, rings_at=None)
        following.exclude(pk__in=rounds_under_way(night).values("pk")).update(posted_at=None)
        post_seats(night)
        text = f"The bell! Tables still at game {round_.number} finish this hand and confirm the score."
        if night.single_table:
            text = "Time! Finish the hand that you are playing; it is the last one of this game."
        logged = f"rang the bell for game {round_.number}"
        topic = "table" if night.single_table else "board"
        undo = {"kind": "bell", "id": bell.pk, "what": f"bell of game {round_.number}"}
        announce(night.pk, "bell", topic, actor=str(who), text=text, logged=logged, undo=undo)
    return bell


@search_before_writing
def unring_bell(*, night: Night, who: Who, expected: int | None = None) -> None:
    """Cancel the newest bell.

    Afterward the clock that the organizer's bell stopped goes on with the time that was left, or stands still with it
    if it was paused; extra minutes follow it. After a clock that ran out none runs, and no table has extra minutes. The
    next game has no clock yet. Tables that have not agreed play on, so winners of their ties are cleared. Games that
    the bell had pinned are redrawn if players came or went since.

    :param expected: the key of the bell that a page named. If that bell is canceled already, nothing changes, so that
        a double tap cancels one bell.

    :raises Refused: when none rang, another rang since, all scores of its game are in, or the next game has started.
    """
    with write():
        night = lock_playing_night(night.pk)
        if Bell.objects.filter(round__night=night, pk=expected or 0).canceled().exists():
            return
        newest, bell = newest_bell(night), bell_to_unring(night)
        if newest is not None and expected in (None, newest.pk) and not newest.round.games.unsigned().exists():
            raise Refused(
                f"All scores of game {newest.round.number} are in, so its bell stays. To change a score, click its "
                "table on the board."
            )
        if bell is None or expected not in (None, bell.pk):
            raise Refused(
                "This bell cannot be canceled: no bell is on, another rang since, or the next game has started. "
                "Check the board."
            )
        bell.unrung_at = timezone.now()
        bell.save(update_fields=["unrung_at"])
        bell.round.games.unsigned().update(tie_to="")
        stop_clock_of(bell.round, bell.unrung_at)  # it keeps its start
        for following in night.rounds.filter(number=bell.round.number + 1):
            set_clock(following, None)
        clock_now = give_clock_back(bell)
        night.rounds.filter(number=bell.round.number + 1).update(posted_at=None)
        night.rounds.update(next_clock=None)
        redraw_if_roster_changed(night, who)
        some_confirmed = bell.round.games.exclude(signed_at=None).exists()
        still_playing = ". If your score is not confirmed, keep playing." if some_confirmed else ", keep playing."
        text = f"Bell canceled{still_playing} {clock_now}".strip()
        logged = f"canceled the bell of game {bell.round.number}" + (f". {clock_now}" if clock_now else "")
        announce(night.pk, "unbell", "board", actor=str(who), text=text, logged=logged)


def round_to_ring(night: Night) -> Round | None:
    """The round that a bell would end: the earliest with unsigned games and no bell yet."""
    return (
        night.rounds.filter(games__signed_at=None).exclude(bells__in=Bell.objects.active()).order_by("number").first()
    )


def clock_of_the_hall(night: Night, now: datetime) -> ClockState:
    """The clock of the game that a bell would end, as the board's bar shows it; none once the night is closed."""
    ring = round_to_ring(night) if night.status == Night.Status.PLAYING else None
    return clock_state(ring, now) if ring else NO_CLOCK


def game_of_the_hall(night: Night, now: datetime) -> int:
    """The game that the hall is at, as the board says: until the next one starts, the one whose scores come in."""
    ring = round_to_ring(night)
    rung = night.rounds.filter(games__signed_at=None, bells__in=Bell.objects.active()).order_by("-number").first()
    if ring is None:
        last = rung or night.rounds.order_by("-number").first()
        return last.number if last else 1
    started = clock_state(ring, now).kind is ClockKind.RUNNING or ring.games.scored().exists()
    return rung.number if rung and not started else ring.number


def newest_bell(night: Night) -> Bell | None:
    """The bell that rang last, of those that were not canceled."""
    return Bell.objects.active().filter(round__night=night).select_related("round").order_by("-pk").first()


def bell_to_unring(night: Night) -> Bell | None:
    """The bell that may be canceled: the newest, while its game lacks a score and no later game has started.

    A hand of a later game that a table had played before it rang does not count, nor does one that was undone.
    """
    bell = newest_bell(night)
    if bell is None or not bell.round.games.unsigned().exists():
        return None
    if rounds_under_way(night).filter(number__gt=bell.round.number).exists():
        return None
    later = Game.objects.filter(round__night=night, round__number__gt=bell.round.number)
    started = set(later.filter(started_at__gt=bell.rung_at).values_list("pk", flat=True))
    return None if started and _any_played(night, started) else bell


def _each_played(night: Night, games: Set[int]) -> bool:
    """Take every game that has started for one with a score, until an app registers better."""
    return True


_any_played: Callable[[Night, Set[int]], bool] = _each_played


def register_any_played(any_played: Callable[[Night, Set[int]], bool]) -> None:
    """Tell a game that has a score from one whose hands were all undone.

    :param any_played: returns whether any of these games of a night, by their ids, has a score.
    """
    global _any_played
    _any_played = any_played
