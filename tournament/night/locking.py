"""Transactions for changes, one at a time for each night.

SQLite has no row locks, and writers that wait for it are served in no order: the slowest of 50 phones waited 1,081 ms
without a lock of our own and 137 ms with it. So the writers of one process queue for `_lock`. On PostgreSQL every
change first locks the night's row; SQLite ignores that. On both, the changes of a night and their events come one after
the other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

from tournament.access import require_open
from tournament.models import Club, Game, Night
from tournament.models.compiled_queries import CompiledQuery
from tournament.people.errors import Gone, Refused

SEATS_CHANGED = "A player change redrew the seats, and this game is gone. Reload the page; nothing was recorded."
CLUB_GONE = "This club was erased in the meantime, with all that it had. Nothing was changed by you."
NIGHT_GONE = "This night was erased in the meantime. Nothing was changed by you."

_lock = threading.RLock()
_game = CompiledQuery(lambda pk: Game.objects.filter(pk=pk).order_by(), "round", "round__night")


@contextmanager
def write() -> Iterator[None]:
    """Run a block in a transaction: everything inside is written, or nothing is."""
    with hold_off_writers(), transaction.atomic():
        yield


@contextmanager
def hold_off_writers() -> Iterator[None]:
    """Run a block while no other thread of this process writes to an SQLite database."""
    with _lock if connection.vendor == "sqlite" else nullcontext():
        yield


def lock_club(club_id: int) -> Club:
    """Read a club and lock it until this transaction ends: changes of its regulars come one after the other.

    Lock it before a night, never after. A change that may add or delete a regular needs it, such as a sign-up, and so
    does one that adds any other row of the club. Its key stays free: PostgreSQL shares the key of the club
    of a night that one transaction has written twice, as it commits. With the key locked, the start of a night would
    wait for a sign-up that waits for that night.

    :raises Gone: when it was erased in the meantime.
    """
    if club := Club.objects.select_for_update(no_key=True).filter(pk=club_id).first():
        return club
    raise Gone(CLUB_GONE)


def lock_clubs(club_ids: Iterable[int]) -> list[Club]:
    """Read those of some clubs that are still there, and lock them, always in the same order."""
    return list(Club.objects.select_for_update(no_key=True).filter(pk__in=list(club_ids)).order_by("pk"))


def lock_night(night_id: int) -> Night:
    """Read a night and lock it until this transaction ends.

    :raises Gone: when it was erased in the meantime.
    """
    if night := Night.objects.select_for_update().filter(pk=night_id).first():
        return night
    raise Gone(NIGHT_GONE)


def lock_game(game: Game) -> Game:
    """Read a game with its round and night, and lock the night until this transaction ends.

    :raises Refused: when the game was removed because seats were redrawn after the page was shown.
    """
    if connection.features.has_select_for_update:
        Night.objects.select_for_update(of=("self",)).filter(rounds__games=game.pk).first()
    now = _game.first(game.pk)
    if now is None:
        raise Refused(SEATS_CHANGED)
    return now


def lock_playing_night(night_id: int) -> Night:
    """Lock a night for a change while it is being played.

    :raises Refused: when it is not being played.
    """
    night = lock_night(night_id)
    require_open(night)
    return night


def lock_night_in_sign_up(night: Night) -> Night:
    """Lock a night for a change before it starts.

    :raises Refused: when it has started.
    """
    night = lock_night(night.pk)
    if night.status != Night.Status.SIGN_UP:
        raise Refused("The night has started; the list of players is closed.")
    return night
