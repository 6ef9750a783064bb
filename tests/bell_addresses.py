"""The addresses of the bell, its clock and ties, for the table of who may open and change what."""

from __future__ import annotations

from tournament.models import Night

OPENS = {
    "/n/{slug}/bell/clock/": ("clock", "-"), "/n/{slug}/bell/settings/": ("bell-settings", "organizer"),
}
ORGANIZERS = [
    ("/n/{slug}/bell/clock/", "clocked", {"round": "1", "start": "0"}),
    ("/n/{slug}/bell/settings/", "playing", {"bell_by": "clock", "minutes": "12"}),
]


def at_the_bell(night: Night, moment: str) -> None:
    """Take a night that was just opened to a moment: clocked, where a clock may be started."""
    if moment == "clocked":
        Night.objects.filter(pk=night.pk).update(bell_by=Night.BellBy.CLOCK)
