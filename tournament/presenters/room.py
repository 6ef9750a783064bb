"""The room's list, the codes that a phone scans, and the room in one sentence."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from tournament.laptop.arrivals import arrivals
from tournament.laptop.fetched_pages import fetched_pages
from tournament.laptop.room_openings import room_openings
from tournament.laptop.whose_connection import is_from_this_laptop
from tournament.models import Night, Phone, PhoneCheck
from tournament.night.clock_jumps import clock_set_back, happened_within
from tournament.night.joining import A_PHONE
from tournament.night.phone_check import NOBODYS, newest_phone, newest_phone_check, one_time_key
from tournament.probes.addresses import answers_at, own_addresses
from tournament.probes.cached_probes import neighborhood, program, slow
from tournament.probes.system_settings import power, this_system
from tournament.reach.causes import phone_screens, why_no_phone
from tournament.reach.facts import Arrival, LaptopFacts, PhoneReport, Trouble
from tournament.reach.findings import RoomSummary, laptop_findings, phone_finding, room_summary
from tournament.reach.networks import likely_first
from tournament.reach.wifi_code import wifi_code
from tournament.web.addresses import is_hall, is_laptop_address, on_a_laptop, qr_svg, site_address
from tournament.web.dates import day_and_time
from tournament.web.hall_network import (
    address_problems,
    chooses_host,
    codes_port,
    is_by_ipv6,
    own_hosts,
    web_address,
)
from tournament.web.visitors import who_in

CALM_SECONDS = 60.0  # after the list was first opened, in which nobody wonders yet why no phone comes
LASTS = timedelta(hours=12)  # a report from before says nothing about this evening's room
MOST_CODES = 8  # of the laptop's addresses, the likeliest first
WITHOUT_SCRIPT = 2.5  # seconds that the first page waits for other programs: without JavaScript it is the only one


@dataclass(frozen=True, slots=True)
class Code:
    """A code that a phone scans: the address in it, its picture, and which of the laptop's addresses that is."""

    host: str
    kind: str
    address: str
    qr: SafeString
    in_codes: bool
    is_proven: bool

    @property
    def typed(self) -> str:
        """The address as people type it, without the key, which only a scan needs."""
        return self.address.partition("://")[2].partition("?")[0]


def room_facts(port: int, *, wait: float = 0.0) -> LaptopFacts:
    """Look at the laptop; `wait` is how many seconds to wait for other programs that are asked."""
    addresses = own_addresses()
    return LaptopFacts(
        system=this_system(),
        program=program(),
        port=port,
        addresses=addresses,
        chosen=settings.NETWORK_HOST,
        answers_at=answers_at([address.host for address in addresses], port),
        gateways=neighborhood.gateways(),
        neighbors=neighborhood.neighbors(),
        free_bytes=_free(settings.DATA_DIR),
        clock_set_back=clock_set_back(timezone.now()),
        power=power(),
        slow=slow(port, wait),
    )


def room_of(night: Night, port: int) -> RoomSummary:
    """Return the room in one sentence, for pages that lead to the list. It waits for nothing."""
    report = _last_phone(night)
    is_playing = night.status == Night.Status.PLAYING
    return room_summary(laptop_findings(room_facts(port), report), report, is_playing=is_playing)


def room_context(request: HttpRequest, night: Night) -> dict[str, object]:
    """Return the context of the list: every line, the codes, and what a phone shows where nothing comes."""
    is_laptop, port = on_a_laptop(request), int(request.META.get("SERVER_PORT", 0))
    report = _last_phone(night) if is_laptop else _report(newest_phone_check(night))
    context: dict[str, object] = {"night": night, "is_laptop": is_laptop, "phone": phone_finding(report, "")}
    codes = _codes(night, site_address(request))
    if is_laptop:
        facts = room_facts(port, wait=0.0 if getattr(request, "htmx", None) else WITHOUT_SCRIPT)
        has_phone, is_asked = report is not None and report.is_current, "scanned" in request.GET
        open_for = room_openings.note_open(night.pk, own_hosts())
        has_scanned = is_asked or (not has_phone and open_for >= CALM_SECONDS)
        context |= {
            "findings": laptop_findings(facts, report),
            "phone": phone_finding(report, facts.chosen, is_playing=night.status == Night.Status.PLAYING),
            "why": why_no_phone(facts, _arrivals(night), has_scanned=has_scanned, has_come=bool(_pages())),
            "is_asked": is_asked,
            "may_ask": not (has_scanned or has_phone) and bool(facts.addresses),
            "problems": address_problems(night),
        }
    addresses = [code for code in codes if code.host]
    offered = len(addresses) > 1 or bool(context.get("problems")) or not all(code.in_codes for code in addresses)
    shows_wifi = is_laptop and who_in(request, night.club).organizer
    context |= {
        "codes": codes,
        "addresses": addresses if offered else [],
        "wifi_qr": wifi_qr(night) if shows_wifi else "",
        "phone_screens": phone_screens(port),
    }
    return context | {"shown": _token(context)}


def phone_context(request: HttpRequest, night: Night) -> dict[str, object]:
    """Return the context of the phone's page."""
    itself = on_a_laptop(request) and is_from_this_laptop(request.META)
    return {"night": night, "itself": itself, "by_ipv6": on_a_laptop(request) and not itself and is_by_ipv6(request)}


def last_phone_check(night: Night, site: str) -> PhoneCheck | None:
    """Return the last report that says something of tonight's room; on a laptop never that of its own browser.

    :param site: the address of the site.
    """
    on_laptop = is_hall() and is_laptop_address(site)
    check = newest_phone(night) if on_laptop else newest_phone_check(night)
    return check if check and _is_here(check.at, check.reached) else None


def _codes(night: Night, site: str) -> list[Code]:
    """Return the codes, the likeliest first: of each of the laptop's addresses, or of the one that is set."""
    path = f"{reverse('check-phone', args=[night.slug])}?key={one_time_key(night)}"
    if not chooses_host():
        return [Code("", "", site + path, qr_svg(site + path), True, False)]
    found = []
    if settings.NAME_IN_NETWORK:
        found.append(Code("", "", site + path, qr_svg(site + path), True, False))
    lately = night.phone_checks.filter(at__gte=timezone.now() - LASTS).exclude(reached="")
    proven = set(lately.values_list("reached", flat=True).distinct()[:20])
    port = codes_port()
    for own in likely_first(own_addresses(), settings.NETWORK_HOST, proven)[:MOST_CODES]:
        address, in_codes = web_address("http", own.host, port) + path, own.host == settings.NETWORK_HOST
        found.append(Code(own.host, own.kind, address, qr_svg(address), in_codes, own.host in proven))
    return found


def wifi_qr(night: Night) -> SafeString | str:
    """Return the code that joins the hall's Wi-Fi; empty where nobody has typed its name."""
    return qr_svg(wifi_code(night.wifi_name, night.wifi_password)) if night.wifi_name else ""


def _last_phone(night: Night) -> PhoneReport | None:
    """Return the last phone that connected to a laptop: it reported, a player joined with it, or it opened a page.

    What is wrong with one that reported stands until another reports, and so does the last clock that was told. How
    many phones connected is what is known of those that joined, or of those that reported since the start.
    """
    check, joined = newest_phone(night), _joined_phones(night)
    last = _report(check)
    is_newer = bool(joined) and (check is None or check.at < joined[0].claimed_at)
    if is_newer and not (last and last.is_current and last.trouble):
        phone = joined[0]
        here = _is_here(phone.claimed_at, phone.reached)
        last = PhoneReport(str(phone.entry), phone.reached, day_and_time(phone.claimed_at), is_current=here)
    if (last is None or not last.is_current) and (pages := _pages()):
        reached, at = list(pages.items())[-1]
        last = PhoneReport(A_PHONE, reached, day_and_time(at), has_only_opened=True)
    if last is None:
        return None
    are_here = [phone for phone in joined if _is_here(phone.claimed_at, phone.reached)]
    reported = sum(arrival.reported for arrival in _arrivals(night))
    return replace(
        last,
        clock_ahead=_clock_ahead(night),
        phones=max(1, len(are_here), reported),
        codes_lead_here=_codes_lead_here(night, are_here),
    )


def _codes_lead_here(night: Night, joined: list[Phone]) -> bool:
    """Return whether a phone came by the address in the codes today: it reported, joined, or opened a page."""
    chosen = settings.NETWORK_HOST
    if chosen not in own_hosts():
        return False
    if chosen in _pages() or any(phone.reached == chosen for phone in joined):
        return True
    return night.phone_checks.filter(reached=chosen, at__gte=timezone.now() - LASTS).exists()


def _arrivals(night: Night) -> list[Arrival]:
    """Return who fetched the page of the check where the laptop is now, the last one first."""
    here = own_hosts()
    return [one for one in arrivals.of(night.pk) if one.reached in here and one.seconds < LASTS.total_seconds()]


def _pages() -> dict[str, datetime]:
    """Return when pages were last served to phones where the laptop is now, by its own address, the last one last."""
    pages = fetched_pages.at(set(own_hosts()))
    return {host: at for host, at in pages.items() if happened_within(at, LASTS)}


def _joined_phones(night: Night) -> list[Phone]:
    """Return the phones with which players joined, where it is known through what they did; the last one first."""
    phones = Phone.objects.active().filter(entry__night=night, entry__left_at=None).exclude(reached="")
    return list(phones.select_related("entry__player").order_by("-claimed_at"))


def _report(check: PhoneCheck | None) -> PhoneReport | None:
    """Return what a phone reported, as values."""
    if check is None:
        return None
    return PhoneReport(
        check.phone_name,
        check.reached,
        day_and_time(check.at),
        Trouble(check.trouble),
        check.clock_ahead,
        _is_here(check.at, check.reached),
    )


def _is_here(at: datetime, reached: str) -> bool:
    """Return whether a phone connected today, through what still leads to this laptop."""
    return happened_within(at, LASTS) and reached in {"", settings.NAME_IN_NETWORK, *own_hosts()}


def _clock_ahead(night: Night) -> int | None:
    """Return the seconds by which the last phone's clock was ahead that told its own; None where none has.

    Only a phone counts that scanned the page's code, or a player's: a stranger may make up any time.
    """
    told = night.phone_checks.exclude(reached="").exclude(clock_ahead=None)
    last = told.filter(Q(proven=True) | ~Q(phone_name__in=NOBODYS)).order_by("-pk").first()
    return last.clock_ahead if last and happened_within(last.at, LASTS) else None


def _free(folder: Path) -> int | None:
    """Return the bytes that are free where the night is saved; None where nobody can tell."""
    try:
        return shutil.disk_usage(folder if folder.exists() else folder.parent).free
    except OSError:
        return None


def _token(context: dict[str, object]) -> str:
    """Return a short name of what the list shows now: the same list has the same one."""
    return sha256(repr(sorted((key, str(value)) for key, value in context.items())).encode()).hexdigest()[:12]
