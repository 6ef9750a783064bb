"""What the organizer sees of a public page: its address and QR code, or that there is none."""

from __future__ import annotations

from django.urls import reverse

from tournament.club.publishing import Subject, publication_of
from tournament.models import Night, Player, Season
from tournament.web.addresses import qr_svg


def publishing_context(subject: Subject, site: str) -> dict[str, object]:
    """The public page of a night, a season or a player, and where the switch of it posts to."""
    publication = publication_of(subject)
    address = site + reverse("public", args=[publication.token]) if publication else ""
    return {
        "publication": publication,
        "publish_to": publish_address(subject),
        "public_address": address,
        "public_qr": qr_svg(address) if address else "",
    }


def publish_address(subject: Subject) -> str:
    """Where the switch of a public page posts to."""
    match subject:
        case Night():
            return reverse("publish-night", args=[subject.slug])
        case Season():
            return reverse("publish-season", args=[subject.pk])
        case Player():
            return reverse("publish-player", args=[subject.pk])
