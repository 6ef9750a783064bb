"""Where a helper begins: the page of a night for each role."""

from __future__ import annotations

from django.urls import reverse

from tournament.access import Who
from tournament.models import Night, Role
from tournament.web.scoring_pages import ScoringPage, scoring_url


def first_page(night: Night, who: Who) -> str:
    """The path of the page where somebody with a role begins, as the night stands; everybody's seats without a role."""
    signing_up = night.status == Night.Status.SIGN_UP
    closed = night.status == Night.Status.CLOSED
    scoring: dict[Role, ScoringPage] = {
        Role.ORGANIZER: "board",
        Role.SCORER: "board",
        Role.ANNOUNCER: "reveal" if closed else "screen-hall",
    }
    if who.role == Role.CHECK_IN:
        return reverse("desk" if signing_up else "players", args=[night.slug])
    if who.role == Role.ORGANIZER and signing_up:
        return reverse("desk", args=[night.slug])
    if who.role is None or (who.role == Role.SCORER and signing_up):
        return reverse("seats", args=[night.slug])
    return scoring_url(scoring[who.role], night.slug)
