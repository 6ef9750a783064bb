"""Where phones find this site: addresses for links and QR codes."""

from __future__ import annotations

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournament.models import Entry, Night


def site_address(request: HttpRequest | None = None) -> str:
    """Scheme, host and port as a phone in the hall must use them, without a slash at the end."""
    if settings.ADDRESS:
        return str(settings.ADDRESS).rstrip("/")
    return f"{request.scheme}://{request.get_host()}" if request else "http://localhost:8000"


def card_address(entry: Entry, site: str) -> str:
    """What the QR of a tally card holds: upper case, so that a small code is enough."""
    return f"{site}/J/{entry.key}".upper()


def join_address(night: Night, site: str) -> str:
    """What the QR at the door holds."""
    return site + reverse("join", args=[night.slug])


def qr_svg(content: str) -> SafeString:
    """A QR code as inline SVG, sized by its box, drawn in the colour of the text."""
    code = segno.make(content, error="m", micro=False)
    svg = code.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)
    return mark_safe(svg.replace("<svg ", '<svg role="img" aria-label="QR code" ', 1))
