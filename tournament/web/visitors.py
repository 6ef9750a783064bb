"""Who asks for a page: the organizer has the club's key, a player has a phone that was paired with a tally card.

Both are bearer tokens in cookies that scripts cannot read. A night's public pages need neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from tournament.access import Who
from tournament.models import Club, Night, Phone, Player
from tournament.models.compiled_queries import CompiledQuery
from tournament.models.keys import is_token
from tournament.people.errors import NotAllowed, Refused
from tournament.web.request import HtmxHttpRequest

ORGANIZER_COOKIE, PHONE_COOKIE = "organizer", "phone"
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class ClubReader:
    """Who reads a club's pages: a player, on their own phone; or the organizer, whose `me` is None."""

    club: Club
    me: Player | None = None

    @property
    def organizer(self) -> bool:
        """Whether it is the organizer, who sees whole names and what is still a surprise."""
        return self.me is None


_night = CompiledQuery(lambda slug: Night.objects.filter(slug=slug), "club")
_phones = CompiledQuery(lambda token, night: Phone.objects.filter(token=token, entry__night=night), "entry")


def who_asks(request: HttpRequest, night: Night) -> Who:
    """Tell the organizer of this night's club, a player's phone and a stranger apart by their cookies."""
    token = phone_cookie(request)
    phones = _phones.all(token, night.pk) if token else ()
    phone = min(phones, key=lambda p: (p.retired_at is not None, -p.pk), default=None)
    return Who(organizer=is_organizer(request, night.club), phone=phone)


def phone_cookie(request: HttpRequest) -> str:
    """This browser's token as a player's phone; empty without one, and for a cookie that this site never gave."""
    token = request.COOKIES.get(PHONE_COOKIE, "")
    return token if is_token(token) else ""


def is_organizer(request: HttpRequest, club: Club) -> bool:
    """Whether this browser has opened the club's sign-in link."""
    return constant_time_compare(request.COOKIES.get(ORGANIZER_COOKIE, ""), club.key)


def organizers_club(request: HttpRequest) -> Club | None:
    """The club that this browser organizes, if any."""
    key = request.COOKIES.get(ORGANIZER_COOKIE, "")
    return Club.objects.filter(key=key).first() if is_token(key) else None


def plays_for(request: HttpRequest, player: Player) -> bool:
    """Whether this browser is a player's own phone: it has played for them on some night, and none replaced it."""
    token = phone_cookie(request)
    return bool(token) and Phone.objects.active().filter(token=token, entry__player=player).exists()


def own_regular(request: HttpRequest, club: Club | None = None) -> Player | None:
    """The regular whose phone this browser is, of this club or of any: who played with it last; None for strangers."""
    token = phone_cookie(request)
    phones = Phone.objects.active().filter(token=token, entry__player__is_ghost=False, entry__player__erased_at=None)
    phones = phones.filter(entry__player__club=club) if club else phones
    last = phones.select_related("entry__player__club").order_by("-pk").first() if token else None
    return last.entry.player if last else None


def club_reader(request: HttpRequest, club: Club | None = None) -> ClubReader:
    """Who reads the pages of this club, or of the club that this browser belongs to.

    :raises Http404: for the organizer of another club.
    :raises NotAllowed: for everybody else but the organizer and the phones of the club's players.
    """
    organized = organizers_club(request)
    if organized and club in (None, organized):
        return ClubReader(organized)
    me = own_regular(request, club)
    if me is None and organized:
        raise Http404
    if me is None:
        raise NotAllowed("Only the organizer and the club’s players, on their own phones, can open this page.")
    return ClubReader(me.club, me)


def give_cookie(response: HttpResponse, name: str, value: str) -> None:
    """Set a cookie with a key, for half a year."""
    response.set_cookie(name, value, max_age=180 * 86400, httponly=True, samesite="Lax", secure=settings.HTTPS)


class SingleTableNight(Refused):
    """A page of progressive nights was asked for a single table, whose own page the middleware redirects to."""

    def __init__(self, slug: str) -> None:
        super().__init__("This is a single table, which has a page of its own.")
        self.slug = slug


class ProgressiveNight(Refused):
    """A page of single tables was asked for a progressive night, to whose seats the middleware redirects."""

    def __init__(self, slug: str) -> None:
        super().__init__("This night is played at several tables, each of which has a page of its own.")
        self.slug = slug


class TotalsNight(Refused):
    """A page of tables was asked for a night that has totals only, to whose standings the middleware redirects."""

    def __init__(self, slug: str) -> None:
        super().__init__("This night was entered as totals: it has standings, but no tables and no hands.")
        self.slug = slug


def find_night(slug: str, *, any_kind: bool = False, totals: bool = False) -> Night:
    """The night with this slug.

    :param any_kind: whether a single table will do as well as a progressive night.
    :param totals: whether a night that was entered as totals will do as well.
    :raises Http404: when there is none.
    :raises SingleTableNight: for a single table, unless `any_kind`.
    :raises TotalsNight: for a night entered as totals, unless `totals`.
    """
    night = _night.first(slug.lower())
    if night is None:
        raise Http404
    if night.totals_only and not totals:
        raise TotalsNight(night.slug)
    if night.single_table and not any_kind:
        raise SingleTableNight(night.slug)
    return night


def find_single_table(slug: str) -> Night:
    """The single table with this slug.

    :raises Http404: when there is none.
    :raises ProgressiveNight: for a progressive night.
    """
    night = find_night(slug, any_kind=True)
    if not night.single_table:
        raise ProgressiveNight(night.slug)
    return night


def organizer_only(
    view: Callable[Concatenate[HtmxHttpRequest, Night, P], HttpResponse],
    *,
    any_kind: bool = False,
    totals: bool = False,
) -> Callable[Concatenate[HtmxHttpRequest, str, P], HttpResponse]:
    """Decorate a view that only the organizer may see; it takes the night instead of its slug.

    A view for single tables too is decorated with `@partial(organizer_only, any_kind=True)`.
    """

    @wraps(view)
    def guarded(request: HtmxHttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        night = find_night(slug, any_kind=any_kind, totals=totals)
        if not is_organizer(request, night.club):
            raise NotAllowed(
                "Only the organizer can open this page. Open the sign-in link that the laptop showed when the "
                "night was started."
            )
        return view(request, night, *args, **kwargs)

    return guarded  # type: ignore[return-value]  # Django passes the slug by name


def club_only(
    view: Callable[Concatenate[HtmxHttpRequest, Club, P], HttpResponse],
) -> Callable[Concatenate[HtmxHttpRequest, P], HttpResponse]:
    """Decorate a view of the club that this browser organizes; it takes the club, and nobody else sees it."""

    @wraps(view)
    def guarded(request: HtmxHttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        club = organizers_club(request)
        if club is None:
            raise NotAllowed(
                "Only the organizer can open the club’s pages. Open the sign-in link that the laptop showed when the "
                "night was started."
            )
        return view(request, club, *args, **kwargs)

    return guarded  # type: ignore[return-value]  # Django passes the request by position
