"""The addresses under which phones find this site, for links and QR codes."""

from __future__ import annotations

import segno
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournament.models import Club, Entry, Night
from tournament.web.hall_network import present_site


def site_address(request: HttpRequest | None = None) -> str:
    """The scheme, host and port that a phone in the hall must use, without a trailing slash."""
    if site := present_site():
        return site
    return f"{request.scheme}://{request.get_host()}" if request else "http://localhost:8000"


def is_hall() -> bool:
    """Return whether the night is for a hall around this laptop, and no site behind a proxy."""
    return not settings.HTTPS and not settings.ACCOUNTS


def on_a_laptop(request: HttpRequest) -> bool:
    """Return whether this site runs on a laptop in a hall, and not on a server of the Internet."""
    return is_hall() and is_laptop_address(site_address(request))


def is_laptop_address(site: str) -> bool:
    """Return whether a site is a laptop's, which is there on the night alone and only in the hall's network."""
    return site.startswith("http://") or settings.CERTIFICATE != ""


def card_address(entry: Entry, site: str) -> str:
    """The address in a tally card's QR code, in upper case: a QR code stores capitals in fewer squares."""
    return f"{site}/J/{entry.sealed_key}".upper()


def organizer_address(club: Club, site: str) -> str:
    """The address that makes a browser the organizer's. Whoever has it runs the club's nights."""
    return site + reverse("organizer-link", args=[club.key])


def calendar_address(club: Club, site: str) -> str:
    """The address of the club's dates for everybody's calendar: nobody guesses it, and it opens nothing else."""
    return site + reverse("calendar", args=[calendar_token(club)])


def calendar_token(club: Club) -> str:
    """What stands for a club in the address of its dates."""
    return _calendars().sign(str(club.pk))


def club_of_calendar(token: str) -> Club | None:
    """The club whose dates have this token; None for one that was made up."""
    try:
        return Club.objects.filter(pk=int(_calendars().unsign(token))).first()
    except BadSignature:
        return None


def _calendars() -> Signer:
    return Signer(sep=".", salt="the club's dates")


def join_address(night: Night, site: str) -> str:
    """The address in the QR code of tables and desk: tonight's names, for whoever is in the hall to tap their own.

    It holds a key, so it belongs on paper and on the organizer's pages, never on a page that anybody may open.
    """
    return f"{site}/J/{night.sealed_join_key}".upper()


def code_address(site: str) -> str:
    """The address where the code of a card or of the tables is typed, as people type it: 192.168.1.50:8000/J."""
    return site.split("://", 1)[-1] + reverse("code")


def sign_up_address(night: Night, site: str) -> str:
    """The address where players add themselves before the start, for a page that anybody may open."""
    return site + reverse("join", args=[night.slug])


def qr_svg(content: str) -> SafeString:
    """A QR code as inline SVG, black on white, as large as the box around it."""
    code = segno.make(content, error="m", micro=False)
    svg = code.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)
    return mark_safe(svg.replace("<svg ", '<svg role="img" aria-label="QR code" ', 1))
