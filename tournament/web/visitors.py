"""Who asks for a page: the organizer or a helper, whose browser is signed in; a player, whose phone has a tally card.

Both have a bearer token in a cookie that scripts cannot read. A night's public pages need neither.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tournament.access import Who
from tournament.club.sign_ins import note_seen
from tournament.live.outages import is_outage, log_outage
from tournament.models import Club, Night, Phone, Player, Role, SignIn
from tournament.models.compiled_queries import CompiledQuery
from tournament.models.keys import is_token
from tournament.models.sign_ins import token_hash
from tournament.people.errors import NotAllowed, Refused
from tournament.people.names import listed
from tournament.web.accounts import chosen_membership, member_of, memberships_of
from tournament.web.request import HtmxHttpRequest

SIGN_IN_COOKIE, PHONE_COOKIE = f"{settings.COOKIE_PREFIX}sign-in", f"{settings.COOKIE_PREFIX}phone"
OPEN_THE_LINK = (
    "Open the sign-in link that the laptop showed when the night was started. On the laptop itself, start the night "
    "again: its browser is then signed in."
)
SIGN_IN = "Sign in under My clubs, or open the club’s sign-in link."
OPEN_AGAIN = "Helpers: open your invitation again, or ask the organizer. Organizer: open the sign-in link again."
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
_sign_ins = CompiledQuery(lambda hashed: SignIn.objects.filter(token_hash=hashed).order_by(), "club", "invitation")


def who_asks(request: HttpRequest, night: Night) -> Who:
    """Tell the organizer and helpers of this night's club, a player's phone and a stranger apart by their cookies."""
    token = phone_cookie(request)
    phones = _phones.all(token, night.pk) if token else ()
    phone = min(phones, key=lambda p: (p.retired_at is not None, -p.pk), default=None)
    return replace(who_in(request, night.club), phone=phone)


def phone_cookie(request: HttpRequest) -> str:
    """This browser's token as a player's phone; empty without one, and for a cookie that this site never gave."""
    token = request.COOKIES.get(PHONE_COOKIE, "")
    return token if is_token(token) else ""


def sign_in_of(request: HttpRequest) -> SignIn | None:
    """The sign-in of this browser, while it lasts; read once a request."""
    if not hasattr(request, "_sign_in"):
        found, now = _stored_sign_in(request), timezone.now()
        active = found if found and found.is_active(now) else None
        if active:
            _note_seen(active, now)
        request._sign_in = active  # type: ignore[attr-defined]
    sign_in: SignIn | None = request._sign_in  # type: ignore[attr-defined]
    return sign_in


def _stored_sign_in(request: HttpRequest) -> SignIn | None:
    """What is stored of this browser's sign-in, also once it has ended."""
    token = request.COOKIES.get(SIGN_IN_COOKIE, "")
    return _sign_ins.first(token_hash(token)) if is_token(token) else None


def _note_seen(sign_in: SignIn, now: datetime) -> None:
    """Note that a browser was here, if the database takes it: on a full disk, pages are still shown."""
    try:
        note_seen(sign_in, now)
    except DatabaseError as error:
        if not is_outage(error):
            raise
        log_outage(error)


def who_in(request: HttpRequest, club: Club) -> Who:
    """The organizer or the helper of this club whose browser this is; else somebody without a role.

    Signed in by a link, or with the account of a member.
    """
    sign_in, member = sign_in_of(request), member_of(request, club)
    by_link = Who()
    if sign_in and sign_in.club_id == club.pk:
        name = sign_in.invitation.name if sign_in.invitation else ""
        by_link = Who(role=Role(sign_in.role), name=name, sign_in=sign_in)
    if member is None or (by_link.organizer and member.role != Role.ORGANIZER):
        return by_link
    return Who(role=Role(member.role), name=member.name, member=member)


def role_in(request: HttpRequest, club: Club) -> Role | None:
    """What this browser's person may do in the club: None for players and strangers."""
    return who_in(request, club).role


def is_organizer(request: HttpRequest, club: Club) -> bool:
    """Whether this browser is signed in as the club's organizer."""
    return role_in(request, club) == Role.ORGANIZER


def helpers_club(request: HttpRequest) -> Club | None:
    """The club that this browser is signed in to, in whichever role.

    Of somebody with an account the one they chose; else the one of a link; else the one that they joined first.
    """
    chosen, sign_in = chosen_membership(request), sign_in_of(request)
    if chosen or sign_in:
        return chosen.club if chosen else sign_in.club  # type: ignore[union-attr]
    mine = memberships_of(request)
    return mine[0].club if mine else None


def night_to_print(request: HttpRequest, club: Club) -> Night | None:
    """The night that `?night=` names, from whose Printables somebody came; None where the club has no such night."""
    return club.nights.filter(slug=request.GET.get("night", "").replace("\0", "")).first()


def organizers_club(request: HttpRequest) -> Club | None:
    """The club that this browser organizes, if any."""
    club = helpers_club(request)
    return club if club and is_organizer(request, club) else None


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
    response.set_cookie(name, value, max_age=180 * 86400, httponly=True, samesite="Lax", secure=settings.SECURE_COOKIES)


class SignedOut(NotAllowed):
    """A browser whose sign-in has ended; the sentence says how it comes back."""

    title = "You are signed out"

    def __init__(self, request: HttpRequest, *, may_play: bool = False) -> None:
        ended = _stored_sign_in(request)
        if ended is None:
            way_back = OPEN_AGAIN
        elif ended.invitation is None:
            way_back = _way_in()
        elif ended.invitation.is_open(timezone.now()):
            way_back = "Open your invitation again, or ask the organizer."
        else:
            way_back = "Your invitation is over. Ask the organizer for another one."
        if may_play:
            way_back += " If you play tonight, scan the code on your tally card."
        super().__init__(f"This browser is not signed in anymore. {way_back}")


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
    also: Collection[Role] = (),
    any_kind: bool = False,
    totals: bool = False,
) -> Callable[Concatenate[HtmxHttpRequest, str, P], HttpResponse]:
    """Decorate a view that only the organizer may see, and helpers with a role in `also`.

    The view takes the night instead of its slug, and `request.who` says who asks. One for single tables too is
    decorated with `@partial(organizer_only, any_kind=True)`.
    """

    roles = frozenset((Role.ORGANIZER, *also))

    @wraps(view)
    def guarded(request: HtmxHttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        night = find_night(slug, any_kind=any_kind, totals=totals)
        request.who = who_in(request, night.club)
        if request.who.role not in roles:
            raise _not_yours(request, request.who, roles)
        return view(request, night, *args, **kwargs)

    guarded.roles = roles  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]  # Django passes the slug by name


@cache
def _roles_by_page() -> dict[str, frozenset[Role] | None]:
    """Who may open each page, by the name of its URL; None where the view itself decides, or anybody may."""

    def every(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                yield from every(pattern.url_patterns)
            else:
                yield pattern

    return {str(page.name): getattr(page.callback, "roles", None) for page in every(get_resolver().url_patterns)}


def may_open(who: Who, url_name: str) -> bool:
    """Whether somebody may open, or post to, a page of their club's night, by the name of its URL."""
    roles = _roles_by_page()[url_name]
    return roles is None or who.role in roles


def _way_in() -> str:
    """How an organizer gets in."""
    return SIGN_IN if settings.ACCOUNTS else OPEN_THE_LINK


def _was_signed_in(request: HttpRequest) -> bool:
    """Whether this browser has a sign-in that has ended."""
    return SIGN_IN_COOKIE in request.COOKIES and sign_in_of(request) is None


def has_signed_out(request: HttpRequest) -> bool:
    """Whether this browser has a sign-in that has ended, and none to any club."""
    return helpers_club(request) is None and _was_signed_in(request)


def _not_yours(request: HttpRequest, who: Who, roles: Collection[Role]) -> NotAllowed:
    """Why somebody may not open a page that these roles may."""
    if who.role is None and _was_signed_in(request):
        return SignedOut(request)
    if who.role is None and len(roles) > 1:
        return NotAllowed(f"This page is for the organizer and helpers. {_way_in()} Helpers: open your invitation.")
    if who.role is None:
        return NotAllowed(f"Only the organizer can open this page. {_way_in()}")
    names = {role: f"the {role.label.lower()}" for role in Role} | {Role.CHECK_IN: "whoever is at check-in"}
    allowed = listed([name for role, name in names.items() if role in roles], "or")
    return NotAllowed(f"Only {allowed} can open this page. You are signed in as {who}; ask the organizer to do this.")


def club_only(
    view: Callable[Concatenate[HtmxHttpRequest, Club, P], HttpResponse],
) -> Callable[Concatenate[HtmxHttpRequest, P], HttpResponse]:
    """Decorate a view of the club that this browser organizes; it takes the club, and nobody else sees it."""

    @wraps(view)
    def guarded(request: HtmxHttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        club = organizers_club(request)
        if club is None and has_signed_out(request):
            raise SignedOut(request)
        if club is None:
            raise NotAllowed(f"Only the organizer can open the club’s pages. {_way_in()}")
        request.who = who_in(request, club)
        return view(request, club, *args, **kwargs)

    guarded.roles = frozenset((Role.ORGANIZER,))  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]  # Django passes the request by position
