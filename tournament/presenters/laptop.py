"""What the page of the laptop shows: where phones find it, tonight's night, the last ones, the newest copy."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from django.utils.safestring import SafeString

from tournament.copies.keeper import keeper
from tournament.copies.places import chosen_for_next_start
from tournament.laptop.phone_problems import phone_problems
from tournament.laptop.running import running_night
from tournament.models import Club, Night
from tournament.presenters.copies import all_places
from tournament.presenters.home import newest_open_night
from tournament.presenters.room import room_of
from tournament.web.addresses import join_address, qr_svg, site_address
from tournament.web.hall_network import address_problems, is_reachable, network_problem

LAST_NIGHTS = 5


@dataclass(frozen=True, slots=True)
class ForPhones:
    """What phones type, and what the code leads to."""

    address: str
    code: str
    caption: str

    @property
    def qr(self) -> SafeString:
        """The code as a picture."""
        return qr_svg(self.code)


def laptop_context(club: Club) -> dict[str, object]:
    """Return all that the page shows."""
    night = newest_open_night(club)
    closed = club.nights.filter(status=Night.Status.CLOSED).order_by("-date", "-pk")
    kept = None if club.is_demo else keeper()
    return {
        "running": running_night(),
        "newest": club.nights.filter(kind=Night.Kind.PROGRESSIVE).order_by("-pk").values_list("pk", flat=True).first(),
        "last_nights": closed[:LAST_NIGHTS],
        "kept": kept,
        "all_places": all_places() if kept else [],
        "chosen": chosen_for_next_start() if kept else None,
        **laptops_room(club, night),
    }


def laptops_room(club: Club, night: Night | None) -> dict[str, object]:
    """Return what the parts that ask again by themselves show, the room and the address for phones.

    `shown` is the same while they are.
    """
    running, kept = running_night(), None if club.is_demo else keeper()
    moved = address_problems(night) if night else list(filter(None, [network_problem()]))
    problems = [*moved, *phone_problems.sentences(), *(kept.all_problems if kept else ())]
    room = room_of(night, running.port) if night and running else None
    context: dict[str, object] = {"tonight": night, "problems": problems, "room": room}
    phones = _for_phones(night)
    shown = sha256(repr((night and night.slug, context["problems"], room, phones)).encode()).hexdigest()[:12]
    return context | {"phones": phones, "shown": shown}


def _for_phones(night: Night | None) -> ForPhones | None:
    """Return where phones go: to sign up, to their seat, or to the start page; None while no phone can come."""
    if not is_reachable():
        return None
    site = site_address()
    if night is None:
        return ForPhones(site, site, "The start page")
    if night.status == Night.Status.SIGN_UP:
        return ForPhones(site, join_address(night, site), "Players scan this and tap their name")
    return ForPhones(site, f"{site}/n/{night.slug}/", "Where to sit, for every phone")
