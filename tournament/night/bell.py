"""The bell: ends a round for the tables that lag; each finishes its current hand and signs. And the clock behind it.

`tick` is what the server does once a second: it warns, rings, and tells a table that its extra minutes are over.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import close_old_connections, connection
from django.db.models import F, Q
from django.utils import timezone

from tournament.access import Who, require_open
from tournament.live.events import announce
from tournament.models import Bell, Game, Night, Place, Round
from tournament.night.clock import WARNING, follow_bell, set_clock, waits_until
from tournament.night.games import table_topics
from tournament.night.locking import lock_game, lock_night, lock_playing_night, write
from tournament.night.roster_changes import redraw_if_roster_changed
from tournament.people.errors import Refused
from tournament.planning.search_cache import search_before_writing

CLOCK_ACTOR = "The clock"  # who rang
MOST_MINUTES, MOST_EXTRA = 120, 30
STILL_NEWS = timedelta(hours=1)  # how late extra minutes that are over are still told
log = logging.getLogger(__name__)


def round_to_ring(night: Night) -> Round | None:
    """The round that a bell would end: the earliest that has unsigned games and was not rung. None: no such round."""
    return (
        night.rounds.filter(games__signed_at=None).exclude(bells__in=Bell.objects.active()).order_by("number").first()
    )


def bell_to_unring(night: Night) -> Bell | None:
    """The newest bell, while no table has played a hand of a later round since it rang."""
    bell = Bell.objects.active().filter(round__night=night).select_related("round").order_by("-rung_at").first()
    if (
        bell is None
        or Game.objects.filter(
            round__night=night, round__number__gt=bell.round.number, started_at__gt=bell.rung_at
        ).exists()
    ):
        return None
    return bell


def ring_bell(*, round_: Round, who: Who | str) -> Bell:
    """Ring for a round. Ringing twice is ringing once. Its clock has done its work; where one rings, the next game's
    begins after the pause.

    :raises Refused: when the night is not being played.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        rung = Bell.objects.active().filter(round=round_).first()
        if rung:
            return rung
        bell = Bell.objects.create(round=round_, rung_at=timezone.now(), rung_by=str(who))
        round_ = Round.objects.get(pk=round_.pk)
        if round_.rings_at is not None:
            set_clock(round_, bell.rung_at)  # extra minutes begin now
            Round.objects.filter(pk=round_.pk).update(rings_at=None, starts_at=None, warned_at=None)
        night.rounds.update(next_clock=None)
        follow_bell(night)
        announce(
            night.pk,
            "bell",
            "board",
            who=str(who),
            text=f"The bell! Tables still at game {round_.number} finish this hand and agree the score.",
        )
    return bell


@search_before_writing
def unring_bell(*, night: Night, who: Who, expected: int | None = None) -> None:
    """Cancel the newest bell. `expected` is the key of the bell that a page named: if that one is cancelled already,
    nothing is, so that a double tap cancels one bell. Who came or went since it rang is seated, or not, in the games
    that it had pinned.

    No clock runs then, neither of this game nor of the next, and nobody has extra minutes. Who won a tie is said anew
    when the tables that have not agreed have played on.

    :raises Refused: when none rang, another rang since, or a table has played a hand of the next game since.
    """
    with write():
        night = lock_playing_night(night.pk)
        if Bell.objects.filter(round__night=night, pk=expected or 0).cancelled().exists():
            return
        bell = bell_to_unring(night)
        if bell is None or expected not in (None, bell.pk):
            raise Refused(
                "This bell cannot be cancelled: no bell is on, another rang since, or the next game's "
                "first hand has been played. Look at the board again."
            )
        bell.unrung_at = timezone.now()
        bell.save(update_fields=["unrung_at"])
        bell.round.games.unsigned().update(tie_to="")
        for round_ in night.rounds.filter(number__in=(bell.round.number, bell.round.number + 1)):
            set_clock(round_, None)
        night.rounds.update(next_clock=None)
        redraw_if_roster_changed(night, who)
        announce(night.pk, "unbell", "board", who=str(who), text="Bell cancelled, keep playing.")


def start_clock(*, round_: Round, who: Who, minutes: int = 0) -> None:
    """Let this game's clock run from now: so many minutes, or 0 for as many as a game has tonight. A clock that waits
    for the end of the pause starts at once; one that runs goes on as it is, so starting twice is starting once.

    :raises Refused: when no clock rings tonight, it is another game's turn, or the minutes are absurd.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_, now = _timed(round_, night), timezone.now()
        if round_.rings_at is not None and waits_until(round_, now) is None:
            return
        if not 0 <= minutes <= MOST_MINUTES:
            raise Refused(f"A clock runs from 1 to {MOST_MINUTES} minutes. Choose one of the buttons.")
        minutes = minutes or night.minutes
        round_.starts_at = now
        set_clock(round_, now + timedelta(minutes=minutes))
        if timedelta(minutes=minutes) <= WARNING:  # it would be warned of the moment it starts
            Round.objects.filter(pk=round_.pk).update(warned_at=now)
        announce(night.pk, "room", who=str(who), text=f"started the clock of game {round_.number}: {_minutes(minutes)}")


def move_clock(*, round_: Round, minutes: int, expected: datetime | None, who: Who) -> None:
    """Add minutes to this game's clock, or take some. `expected` is when it was to ring on the page that asked: a clock
    that was moved since stays as it is, so that a double tap moves it once.

    :raises Refused: when no clock runs, or it would ring at once or in the pause.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_ = _timed(round_, night)
        if round_.rings_at is None:
            raise Refused("No clock runs for this game. Start it on the board.")
        if round_.rings_at != expected:
            return
        rings_at, now = round_.rings_at + timedelta(minutes=minutes), timezone.now()
        if rings_at <= now:
            raise Refused("Less than a minute is left. Ring the bell instead.")
        begins = waits_until(round_, now)
        if begins is not None and rings_at <= begins:
            raise Refused("This clock would ring before the pause is over. Stop it instead.")
        if rings_at > now + 2 * timedelta(minutes=MOST_MINUTES):
            raise Refused("More than four hours are left on this clock. Stop it instead.")
        set_clock(round_, rings_at)
        announce(
            night.pk,
            "room",
            who=str(who),
            text=(f"{'gave' if minutes > 0 else 'took'} game {round_.number} {_minutes(abs(minutes))}"),
        )


def stop_clock(*, round_: Round, who: Who) -> None:
    """This game's clock runs no further; the organizer rings, or starts it again. Stopping twice is stopping once.

    :raises Refused: when it is another game's turn.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_ = _timed(round_, night)
        if round_.rings_at is not None:
            set_clock(round_, None)
            announce(night.pk, "room", who=str(who), text=f"stopped the clock of game {round_.number}")


def grant_minutes(*, game: Game, minutes: int, expected: datetime | None, who: Who) -> None:
    """This table plays on so much longer than the others: from now if the bell has rung, else from when the clock
    rings. `expected` is until when it might on the page that asked; what was granted since is granted once.

    :raises Refused: when it has agreed, its players sit elsewhere already, or no bell is near.
    """
    with write():
        game = lock_game(game)
        require_open(game.round.night)
        if game.extra_until != expected:
            return
        if not 1 <= minutes <= MOST_EXTRA:
            raise Refused(f"A table gets 1 to {MOST_EXTRA} extra minutes at a time. Choose one of the buttons.")
        if game.signed_at is not None:
            raise Refused("This table has agreed its score. Open the game again first.")
        if Place.objects.filter(
            entry__places__game=game,
            game__round__night=game.round.night,
            game__started_at__isnull=False,
            game__round__number__gt=game.round.number,
        ).exists():
            raise Refused("Somebody of this table plays the next game already, so nobody can play on here.")
        rung = Bell.objects.active().filter(round=game.round).exists()
        begins = timezone.now() if rung else game.round.rings_at
        if begins is None:
            raise Refused("Extra minutes begin with the bell. Ring it first, or start the clock.")
        game.extra_until = max(begins, game.extra_until or begins) + timedelta(minutes=minutes)
        game.save(update_fields=["extra_until"])
        phones = game.places.values_list("entry_id", flat=True)
        announce(
            game.round.night_id,
            *(f"told-{pk}" for pk in phones),
            *table_topics(game),
            who=str(who),
            text=f"{minutes} more minute{'' if minutes == 1 else 's'} for your table, table {game.table}.",
        )


def _minutes(many: int) -> str:
    return f"{many} minute{'' if many == 1 else 's'}"


def _timed(round_: Round, night: Night) -> Round:
    """The round as it is now.

    :raises Refused: unless a clock rings tonight, and this round is the one that is to be rung for.
    """
    if night.bell_by != Night.BellBy.CLOCK:
        raise Refused("No clock rings tonight. Choose one under Bell and clock on the board first.")
    now = round_to_ring(night)
    if now is None or now.pk != round_.pk:
        raise Refused("This is not the game that is timed now. Look at the board again.")
    return now


def tick(now: datetime) -> None:
    """Do what is due: ring for clocks past zero, also those that ran out while the server was down; warn two minutes
    before, though not in a pause; tell tables whose extra minutes are over. Each is done once, however many processes
    tick."""
    due = Q(rings_at__lte=now) | Q(warned_at=None, rings_at__lte=now + WARNING) & ~Q(starts_at__gt=now)
    for round_ in Round.objects.filter(due, night__status=Night.Status.PLAYING):
        with write():
            night = lock_night(round_.night_id)
            at = night.rounds.filter(pk=round_.pk).filter(due).first()
            if at is None or at.rings_at is None or night.status != Night.Status.PLAYING:
                continue  # another process was quicker, or the organizer
            if at.rings_at <= now:
                ring_bell(round_=at, who=CLOCK_ACTOR)
            else:
                _warn(at, night, at.rings_at - now)
    not_rung = Q(extra_rung_at=None) | Q(extra_rung_at__lt=F("extra_until"))
    over = not_rung & Q(
        extra_until__range=(now - STILL_NEWS, now),
        signed_at=None,
        round__night__status=Night.Status.PLAYING,
        round__bells__in=Bell.objects.active(),
    )
    for game in Game.objects.filter(over):
        _ring_extra(game)


def _ring_extra(game: Game) -> None:
    """Ring for the four of one table: their extra minutes are over."""
    with write():
        game, until = lock_game(game), game.extra_until
        if game.extra_until != until or game.extra_has_rung:
            return  # another process was quicker, or the organizer
        game.extra_rung_at = timezone.now()
        game.save(update_fields=["extra_rung_at"])
        phones = game.places.values_list("entry_id", flat=True)
        announce(
            game.round.night_id,
            *(f"bell-{pk}" for pk in phones),
            *table_topics(game),
            who=CLOCK_ACTOR,
            text=f"The bell! Table {game.table}: finish this hand and agree the score.",
        )


def _warn(round_: Round, night: Night, left: timedelta) -> None:
    Round.objects.filter(pk=round_.pk).update(warned_at=timezone.now())
    said = "Two minutes left" if left > WARNING - timedelta(seconds=20) else "Less than two minutes left"
    announce(night.pk, "warning", who=CLOCK_ACTOR, text=f"{said} of game {round_.number}.")


def run_tick() -> None:
    """One tick on a thread of the server. Holds no connection afterwards; a failure is logged, and the next one tries
    again."""
    close_old_connections()
    try:
        tick(timezone.now())
    except Exception:
        log.exception("The clock could not tick.")
    finally:
        if not connection.in_atomic_block:
            connection.close()
