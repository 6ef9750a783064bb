"""What a club no longer keeps, by its own choice: what is due to be erased on a day, and erasing it.

Everything goes by whole days: what is a year old on November 25 is due on November 25, at whatever hour. A club that is
playing is left alone, and of nights that were never closed nothing is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.template.defaultfilters import pluralize
from django.utils import timezone

from tournament.access import ORGANIZER
from tournament.club.erasing import names_erased, take_out_name
from tournament.club.owned_rows import delete_with_all
from tournament.live.events import tell_gone
from tournament.models import (
    Club,
    ClubLogEntry,
    EarlierPlayer,
    Entry,
    Event,
    LogEntry,
    Night,
    Phone,
    PhoneCheck,
    PhoneJoin,
    PhoneRequest,
    Player,
    RemovedPlayer,
    Retention,
    RetentionRun,
)
from tournament.night.locking import lock_club, write
from tournament.night.player_names import forget_nameless
from tournament.people.errors import Refused

PLAYED_FOR = timedelta(days=2)  # after so long a night that nobody closed is taken for forgotten
OUTLIVED = timedelta(days=30)
MOST_YEARS, MOST_DAYS = 100, 36_500
NAMES_BEFORE_NIGHTS = (
    "Names must go no later than nights: once a night is gone, nobody knows when its players came last. Choose at most "
    "{nights} for names, or keep nights longer."
)
CHANGED = "This is not what was shown before. Look at what the next run would erase now; nothing was saved yet."


@dataclass(frozen=True, slots=True)
class OldName:
    """Somebody who has not come for long, and when they came last."""

    player: Player
    last: date


@dataclass(frozen=True, slots=True)
class Due:
    """What would be erased on a day, by a choice of how long things are kept.

    `forgotten` are old nights that stay with all they have: nobody closed them.
    """

    on: date
    kept_for: tuple[int | None, ...]
    names: tuple[OldName, ...]
    phones: int
    phone_checks: int
    log_lines: int
    nights: tuple[Night, ...]
    forgotten: tuple[Night, ...]

    def __bool__(self) -> bool:
        return bool(self.names or self.phones or self.phone_checks or self.log_lines or self.nights)

    @property
    def counts(self) -> dict[str, int]:
        """How much of each, by the columns of `RetentionRun`."""
        return {
            "names": len(self.names),
            "phones": self.phones,
            "phone_checks": self.phone_checks,
            "log_lines": self.log_lines,
            "nights": len(self.nights),
        }

    @property
    def state_token(self) -> str:
        """A token of the outcome: two previews have the same one only when the same goes, by the same choice."""
        people, nights = [old.player.pk for old in self.names], [night.pk for night in self.nights]
        return sha256(repr((self.kept_for, people, nights, self.counts)).encode()).hexdigest()[:16]


class RetentionOutdated(Refused):
    """The next run would erase something other than what was shown."""


class BeingPlayed(Refused):
    """A night of the club is being played, so nothing of it is erased now."""

    def __init__(self, night: Night) -> None:
        super().__init__(f"{night.name} is being played, so nothing is erased now. The next run does it.")


def retention_of(club: Club) -> Retention:
    """What a club has chosen; nothing, where it has not: then everything is kept."""
    return Retention.objects.filter(club=club).first() or Retention(club=club)


def require_sensible(chosen: Retention) -> None:
    """Let through a choice in which names go before the nights that say how old they are.

    :raises Refused: otherwise.
    """
    if chosen.names_after and chosen.nights_after and chosen.names_after > chosen.nights_after:
        raise Refused(NAMES_BEFORE_NIGHTS.format(nights=f"{chosen.nights_after} year{pluralize(chosen.nights_after)}"))


def save_retention(*, club: Club, chosen: Retention, shown: str, on: date) -> None:
    """Save what a club chooses, after it has seen what the next run would erase by it. Nothing is erased yet.

    :param shown: the token of what it has seen.
    :raises RetentionOutdated: when the next run would erase something other than that now.
    :raises Refused: when names would outlast the nights that say how old they are.
    """
    require_sensible(chosen)
    with write():
        lock_club(club.pk)
        if due_by(chosen, on).state_token != shown:
            raise RetentionOutdated(CHANGED)
        names = ("names_after", "phones_after", "log_after", "nights_after")
        Retention.objects.update_or_create(club=club, defaults={name: getattr(chosen, name) for name in names})


def night_in_play(club: Club, now: datetime) -> Night | None:
    """A night of the club that is being played; one that was left open days ago is not."""
    playing = club.nights.filter(status=Night.Status.PLAYING)
    return playing.filter(Q(opened_at=None) | Q(opened_at__gt=now - PLAYED_FOR)).order_by("pk").first()


def due_by(chosen: Retention, on: date) -> Due:
    """What is due on a day by a choice. Nothing is written."""
    club = chosen.club
    return Due(
        on=on,
        kept_for=(chosen.names_after, chosen.phones_after, chosen.log_after, chosen.nights_after),
        names=tuple(_old_names(club, on, chosen.names_after)),
        phones=_phones(club, on, chosen.phones_after).count(),
        phone_checks=_of_closed_nights(PhoneCheck.objects.all(), "night", club, on, chosen.phones_after).count(),
        log_lines=sum(lines.count() for lines in _log_lines(club, on, chosen.log_after)),
        nights=tuple(_old_nights(club, on, chosen.nights_after).filter(status=Night.Status.CLOSED)),
        forgotten=tuple(_old_nights(club, on, chosen.nights_after).exclude(status=Night.Status.CLOSED)),
    )


def erase_due(*, club: Club, on: date, now: datetime) -> RetentionRun | None:
    """Erase what is due on a day; None where there is nothing. Twice on a day is once.

    Call `overwrite_deleted` afterward.

    :raises BeingPlayed: while a night of the club is played.
    """
    with write():
        club = lock_club(club.pk)
        list(club.nights.select_for_update().order_by("pk"))
        chosen = retention_of(club)
        if playing := night_in_play(club, now):
            raise BeingPlayed(playing)
        due = due_by(chosen, on)
        if not due:
            return None
        for old in due.names:
            take_out_name(player=old.player, who=ORGANIZER)
        _forget_phones(club, on, chosen.phones_after)
        _forget_log(club, on, chosen.log_after)
        for night in due.nights:
            tell_gone(night.pk)
        delete_with_all(Night, [night.pk for night in due.nights])
        forget_nameless(club.pk)
        run = RetentionRun.objects.create(club=club, **due.counts)
    names_erased.send(sender=Club, club_id=club.pk)
    return run


def drop_outlived(*, club: Club, now: datetime) -> None:
    """Delete what is of no use to anybody, whatever a club keeps.

    These are the networks that names came from, of nights long past; and invitations that ended a month ago, with their
    sign-ins.
    """
    with write():
        club = lock_club(club.pk)
        long_ago = timezone.localdate(now) - OUTLIVED
        PhoneJoin.objects.filter(night__club=club, night__date__lt=long_ago).delete()
        ended = now - OUTLIVED
        club.invitations.filter(Q(withdrawn_at__lt=ended) | Q(expires_at__lt=ended)).delete()
        club.member_invitations.filter(Q(ended_at__lt=ended) | Q(expires_at__lt=ended)).delete()


def years_before(day: date, years: int) -> date:
    """The same day so many years before; of February 29, the 28th where the year has none."""
    year = max(day.year - years, 1)
    try:
        return day.replace(year=year)
    except ValueError:
        return day.replace(year=year, day=28)


def _end_of(day: date) -> datetime:
    """The moment at which a day is over, where the club is."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))


def _old_names(club: Club, on: date, years: int | None) -> Iterable[OldName]:
    """Regulars who came last so many years ago or before, longest first. Who never came is not among them.

    Nor is whoever sits in a night that is not closed.
    """
    if not years:
        return []
    last = _last_days(club)
    open_nights = Night.objects.filter(club=club).exclude(status=Night.Status.CLOSED)
    here = set(Entry.objects.filter(night__in=open_nights).values_list("player", flat=True))
    here |= set(EarlierPlayer.objects.filter(entry__night__in=open_nights).values_list("player", flat=True))
    old = [
        OldName(player, last[player.pk])
        for player in club.players.regulars().order_by("pk")
        if player.pk in last and last[player.pk] <= years_before(on, years) and player.pk not in here
    ]
    return sorted(old, key=lambda one: (one.last, one.player.pk))


def _last_days(club: Club) -> dict[int, date]:
    """When everybody came last, by the id of the regular whom the club knows them as."""
    known_as = dict(club.players.values_list("pk", "merged_into"))
    found: dict[int, date] = {}
    for rows, day in (
        (Entry.objects.filter(night__club=club), "night__date"),
        (EarlierPlayer.objects.filter(entry__night__club=club), "entry__night__date"),
    ):
        for player, last in rows.order_by().values_list("player").annotate(last=Max(day)).values_list("player", "last"):
            while (kept := known_as.get(player)) is not None:
                player = kept
            found[player] = max(found.get(player, last), last)
    return found


def _closed_by(night: str, day: date) -> Q:
    """Rows whose night was closed by the end of a day; where nobody noted when, it was on the night's own date."""
    prefix = f"{night}__" if night else ""
    noted = Q(**{f"{prefix}closed_at__lt": _end_of(day)})
    unnoted = Q(**{f"{prefix}closed_at": None, f"{prefix}date__lte": day})
    return Q(**{f"{prefix}status": Night.Status.CLOSED}) & (noted | unnoted)


def _of_closed_nights(rows: QuerySet, night: str, club: Club, on: date, days: int | None) -> QuerySet:  # type: ignore[type-arg]
    """Those of these rows whose night was closed so many days ago or before."""
    if not days:
        return rows.none()
    return rows.filter(_closed_by(night, on - timedelta(days=days)), **{f"{night}__club": club})


def _phones(club: Club, on: date, days: int | None) -> QuerySet[Phone]:
    """Phones that could still be told whose they are."""
    return _of_closed_nights(Phone.objects.exclude(token=""), "entry__night", club, on, days)


def _forget_phones(club: Club, on: date, days: int | None) -> None:
    """Forget whose phones they were, what they measured, and who was removed before the start, with their phones."""
    _phones(club, on, days).update(token="")
    _of_closed_nights(PhoneRequest.objects.all(), "entry__night", club, on, days).delete()
    for rows in (PhoneCheck.objects.all(), RemovedPlayer.objects.all()):
        _of_closed_nights(rows, "night", club, on, days).delete()


def _log_lines(club: Club, on: date, years: int | None) -> list[QuerySet[Any]]:
    """Lines of closed nights, and of who was let into the club, that were written so many years ago or before."""
    if not years:
        return []
    of_nights = LogEntry.objects.filter(night__club=club, night__status=Night.Status.CLOSED)
    end = _end_of(years_before(on, years))
    return [lines.filter(at__lt=end) for lines in (of_nights, ClubLogEntry.objects.filter(club=club))]


def _forget_log(club: Club, on: date, years: int | None) -> None:
    """Delete old lines, and what open pages were told then, which says the same."""
    if not years:
        return
    for lines in _log_lines(club, on, years):
        lines.delete()
    Event.objects.filter(_closed_by("night", years_before(on, years)), night__club=club).delete()


def _old_nights(club: Club, on: date, years: int | None) -> QuerySet[Night]:
    """Nights that were so many years ago or before, by date."""
    if not years:
        return club.nights.none()
    return club.nights.filter(date__lte=years_before(on, years)).order_by("date", "pk")
