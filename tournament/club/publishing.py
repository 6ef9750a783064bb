"""Making results public, and taking them back. A page that was taken back never comes back under its address."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Night, Player, Publication, Season
from tournament.night.locking import lock_club, lock_night, write
from tournament.people.errors import Refused

Subject = Night | Season | Player


def publication_of(subject: Subject) -> Publication | None:
    """The public page about a night, a season or a player, if there is one."""
    return _live(subject).last()


def publish(*, subject: Subject, who: Who) -> Publication:
    """Make a page public under a new address; a page that is public already stays as it is.

    :raises Refused: for a night whose standings are not shown to everybody yet, and for a name that was erased.
    """
    with write():
        _lock(subject)
        there = publication_of(subject)
        if there is not None:
            return there
        _require_shown(subject)
        made = Publication.objects.create(**{_field(subject): subject})
        if isinstance(subject, Night):
            announce(subject.pk, "room", actor=str(who), text="made the results public")
        return made


def withdraw(*, subject: Subject, who: Who) -> None:
    """Take a public page back: its address leads nowhere from now on. Twice is once."""
    with write():
        _lock(subject)
        taken_back = _live(subject).update(withdrawn_at=timezone.now())
        if taken_back and isinstance(subject, Night):
            announce(subject.pk, "room", actor=str(who), text="took the public results back")


def _lock(subject: Subject) -> None:
    lock_club(subject.club_id)
    if isinstance(subject, Night):
        lock_night(subject.pk)


def _live(subject: Subject) -> QuerySet[Publication]:
    return Publication.objects.live().filter(**{_field(subject): subject})


def _field(subject: Subject) -> str:
    """The publication's column for a night, a season or a player."""
    return str(subject._meta.model_name)


def _require_shown(subject: Subject) -> None:
    """Let through what everybody may know.

    :raises Refused: otherwise.
    """
    if isinstance(subject, Night) and not subject.results_shown:
        raise Refused("Nobody has seen these standings yet. Show them to everybody first, then make them public.")
    if isinstance(subject, Player) and subject.erased_at is not None:
        raise Refused("This name was erased, so there is nothing to make public.")
