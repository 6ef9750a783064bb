"""The desk before the first game: players, tonight's movement, charts, and the codes that phones scan."""

from __future__ import annotations

from django.urls import reverse

from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.phone_check import newest_phone_check
from tournament.night.removal import newest_removal
from tournament.people.errors import Refused
from tournament.planning.chart_choice import charts_for, fitting_chart
from tournament.planning.night_plan import describe_plan
from tournament.planning.players import playing_entries
from tournament.web.addresses import join_address, qr_svg


def desk_context(night: Night, site: str) -> dict[str, object]:
    """The desk's context without its forms.

    :param site: the address of the site, for the codes that phones scan.
    """
    seen = last_event(night.pk)
    entries = list(night.entries.order_by("number", "pk"))
    people = [entry for entry in entries if not entry.is_ghost]
    address, test_address = join_address(night, site), site + reverse("check-phone", args=[night.slug])
    return {
        "night": night,
        "seen": seen,
        "entries": entries,
        "people": people,
        "numbered": bool(entries) and all(entry.number for entry in entries),
        "removed": newest_removal(night),
        "room_for_ghost": people == entries and len(people) % 4 == 3,
        **_movement(night),
        "chart": fitting_chart(night, len(entries)),
        "charts": charts_for(night),
        "address": address,
        "qr": qr_svg(address),
        "phone_check": newest_phone_check(night),
        "test_address": test_address,
        "test_qr": qr_svg(test_address),
    }


def _movement(night: Night) -> dict[str, object]:
    """What tonight's players would play, or why they cannot start."""
    try:
        return {"movement": describe_plan(night, len(playing_entries(night))), "hint": ""}
    except Refused as refusal:
        return {"movement": "", "hint": str(refusal)}
