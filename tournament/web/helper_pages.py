"""Where a helper begins: the page of a night for each role."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournament.access import Who
from tournament.models import Night, Role
from tournament.web.scoring_pages import ScoringPage, scoring_url


@dataclass(frozen=True, slots=True)
class Way:
    """A link to the page where somebody with a role works: the page's name and its address."""

    label: str
    address: str


def way_to(night: Night, who: Who) -> Way | None:
    """The page where somebody with a role works, as the night stands.

    None without a role, and for the scorer before the start, who has nothing to enter yet.
    """
    slug, signing_up = night.slug, night.status == Night.Status.SIGN_UP
    scoring: dict[str, ScoringPage] = {"Board": "board", "Screen": "screen-hall", "Reveal": "reveal"}
    if who.role in (Role.ORGANIZER, Role.CHECK_IN) and signing_up:
        return Way("Desk", reverse("desk", args=[slug]))
    if who.role == Role.CHECK_IN:
        return Way("Players", reverse("players", args=[slug]))
    if who.role is None or (signing_up and who.role == Role.SCORER):
        return None
    ending = "Reveal" if night.status == Night.Status.CLOSED else "Screen"
    label = ending if who.role == Role.ANNOUNCER else "Board"
    return Way(label, scoring_url(scoring[label], slug))


def first_page(night: Night, who: Who) -> str:
    """The path of the page where somebody with a role begins; everybody's seats while there is none."""
    way = way_to(night, who)
    return way.address if way else reverse("seats", args=[night.slug])
