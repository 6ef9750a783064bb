"""The page of tonight's players: where each sits now, and whose phone is in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.live.events import last_event
from tournament.models import Entry, Night, Phone, PhoneRequest, Place, SitOut
from tournament.movements.seats import SEAT_NAMES, Seat
from tournament.night.removal import newest_removal
from tournament.planning.rounds import game_count
from tournament.web.addresses import card_address, join_address, qr_svg


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player: where they sit now, in words, and whether a phone plays for them."""

    entry: Entry
    where: str
    phone: bool


def players_context(night: Night, site: str, *, codes: bool, code_of: int) -> dict[str, object]:
    """All that the page shows.

    :param site: the address of the site, for the codes that phones scan.
    :param codes: whether everybody's code is shown; the laptop may be mirrored, so it is only when asked.
    :param code_of: the player whose QR code is shown, 0 for nobody.
    """
    seen = last_event(night.pk)
    entries = list(night.entries.people().select_related("player").order_by("number", "pk"))
    where = _where(night, entries)
    phones = set(Phone.objects.active().filter(entry__night=night).values_list("entry", flat=True))
    scanned = next((entry for entry in entries if entry.pk == code_of), None)
    rows = [PlayerRow(entry, where.get(entry.pk, ""), entry.pk in phones) for entry in entries]
    return {
        "night": night,
        "seen": seen,
        "rows": rows,
        "phones": len(phones),
        "gone": sum(entry.left_at is not None for entry in entries),
        "asking": PhoneRequest.objects.open().filter(entry__night=night).select_related("entry"),
        "removed": newest_removal(night),
        "codes": codes,
        "scanned": scanned,
        "scanned_qr": qr_svg(card_address(scanned, site)) if scanned else "",
        "join_qr": qr_svg(join_address(night, site)) if codes else "",
        "site": site,
    }


def _where(night: Night, entries: list[Entry]) -> Mapping[int, str]:
    """Where each player sits now: the first game that their table has not agreed, or that they sit out."""
    if night.status != Night.Status.PLAYING:
        return {}
    seats = Place.objects.filter(game__round__night=night, game__signed_at=None).select_related("game__round")
    next_game: dict[int, Place] = {}
    for place in seats.order_by("game__round__number"):
        next_game.setdefault(place.entry_id, place)
    now = min((place.game.round.number for place in next_game.values()), default=0)
    out = set(SitOut.objects.filter(round__night=night, round__number=now).values_list("entry", flat=True))
    waits = "Waits for seats" if night.rounds.count() < game_count(night) else "Finished"
    return {entry.pk: _in_words(entry, next_game.get(entry.pk), entry.pk in out, now, waits) for entry in entries}


def _in_words(entry: Entry, place: Place | None, sits_out: bool, now: int, waits: str) -> str:
    if sits_out:
        return "Sitting out"
    if place is None:
        return "Left" if entry.left_at else waits
    seat = f"Table {place.game.table}, {SEAT_NAMES[Seat(place.seat)]}"
    return seat if place.game.round.number == now else f"{seat}, game {place.game.round.number}"
