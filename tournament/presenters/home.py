"""The home page: the nights that are open, and the club's own nights for its organizer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from tournament.models import Club, Entry, Night, Phone, Player, Role
from tournament.night.evenings import is_tonight
from tournament.night.known_phones import known_regular

JUST_CLOSED = timedelta(hours=12)  # a night whose winners are still to be revealed, or looked at


@dataclass(frozen=True, slots=True)
class Helping:
    """Who helps a club, and with what."""

    name: str
    club: Club
    role: Role


def home_context(club: Club | None, phone_token: str, helping: Helping | None = None) -> dict[str, object]:
    """The home page's context without its form.

    :param club: the club that this browser organizes, if any.
    :param phone_token: the token of this browser as a player's phone, empty without one.
    :param helping: what somebody with another role helps with.
    """
    nights = _visible_nights(helping.club if helping else club, phone_token)
    open_nights = _with_start_if_ambiguous(nights.exclude(status=Night.Status.CLOSED)[:20])
    closed = club.nights.filter(status=Night.Status.CLOSED).order_by("-date", "-pk") if club else Night.objects.none()
    now = timezone.now()
    return {
        "nights": [
            (night, started, known_regular(night, phone_token))
            for night, started in sorted(open_nights, key=lambda shown: not is_tonight(shown[0].date, now))
        ],
        "last": None if open_nights else nights.order_by("-date", "-closed_at").first(),
        "my_last": _last_night_of_phone(phone_token),
        "club": club,
        "helping": helping,
        "helps_at": night_to_help(helping.club) if helping else None,
        "plays_at": newest_night_of_phone(phone_token) if helping else None,
        "newest": _newest_progressive(club) if club else 0,
        "earlier": _with_start_if_ambiguous(closed),
    }


def newest_open_night(club: Club) -> Night | None:
    """The progressive night that the club's organizer goes on with; None when every one is closed."""
    progressive = club.nights.filter(kind=Night.Kind.PROGRESSIVE)
    return progressive.exclude(status=Night.Status.CLOSED).order_by("-pk").first()


def night_to_help(club: Club) -> Night | None:
    """The night that helpers of this club work at: the open one, or one that was closed in the last hours."""
    recent = club.nights.filter(kind=Night.Kind.PROGRESSIVE, closed_at__gt=timezone.now() - JUST_CLOSED)
    return newest_open_night(club) or recent.order_by("-closed_at").first()


@dataclass(frozen=True, slots=True)
class NextNight:
    """The night that follows one that is over, for a phone that is known: to join as `known`, or joined already."""

    night: Night
    known: Player | None

    @property
    def is_today(self) -> bool:
        """Whether it is tonight."""
        return is_tonight(self.night.date, timezone.now())


def next_night_of_phone(over: Night, token: str) -> NextNight | None:
    """The club's open night that takes this phone as the player it belongs to, or in which it plays already."""
    night = newest_open_night(over.club)
    if night is None:
        return None
    joined = Phone.objects.active().filter(token=token, entry__night=night).exists()
    known = known_regular(night, token)
    return NextNight(night, known) if joined or known else None


def newest_night_of_phone(token: str) -> Night | None:
    """The open progressive night in which the phone with this token plays; None without a token."""
    if not token:
        return None
    mine = Night.objects.filter(kind=Night.Kind.PROGRESSIVE, entries__phones__token=token)
    return mine.exclude(status=Night.Status.CLOSED).order_by("-pk").first()


def _last_night_of_phone(token: str) -> Night | None:
    """The night that the phone with this token played last, if its club has closed it and played none since."""
    if not token:
        return None
    closed = Night.objects.filter(kind=Night.Kind.PROGRESSIVE, status=Night.Status.CLOSED, club__is_demo=settings.DEMO)
    mine = closed.filter(entries__phones__token=token).order_by("-date", "-closed_at").first()
    newest = closed.filter(club=mine.club_id).order_by("-date", "-closed_at").first() if mine else None
    return mine if mine == newest else None


def _visible_nights(club: Club | None, phone_token: str) -> QuerySet[Night]:
    """Every night, newest first; where there are several clubs, the own club's and those this phone plays in.

    Of a club whose regular this phone played for, these are also the nights that are open.
    """
    nights = Night.objects.filter(club__is_demo=settings.DEMO).order_by("-pk")
    if Club.objects.filter(is_demo=settings.DEMO).count() > 1:
        mine = Entry.objects.filter(phones__token=phone_token)
        open_nights = Q(club__in=mine.values("night__club")) & ~Q(status=Night.Status.CLOSED)
        nights = nights.filter(Q(club=club) | Q(pk__in=mine.values("night")) | open_nights)
    return nights


def _newest_progressive(club: Club) -> int | None:
    newest: int | None = club.nights.filter(kind=Night.Kind.PROGRESSIVE).aggregate(newest=Max("pk"))["newest"]
    return newest


def _with_start_if_ambiguous(nights: QuerySet[Night]) -> list[tuple[Night, datetime | None]]:
    """Nights, each with the moment it was created if another has the same name and date."""
    often = Counter((night.name, night.date) for night in nights)
    return [(night, night.created_at if often[night.name, night.date] > 1 else None) for night in nights]
