"""The room's list, the codes that a phone scans, and the room in one sentence."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from tournament.laptop.arrivals import arrivals
from tournament.models import Night, PhoneCheck
from tournament.night.clock_jumps import clock_set_back, happened_within
from tournament.night.phone_check import newest_phone, newest_phone_check, one_time_key
from tournament.probes.addresses import answers_at, own_addresses
from tournament.probes.cached_probes import neighborhood, program, slow
from tournament.probes.system_settings import power, this_system
from tournament.reach.causes import phone_screens, why_no_phone
from tournament.reach.facts import LaptopFacts, PhoneReport, Trouble
from tournament.reach.findings import RoomSummary, laptop_findings, phone_finding, room_summary
from tournament.reach.networks import likely_first
from tournament.reach.wifi_code import wifi_code
from tournament.web.addresses import on_a_laptop, qr_svg, site_address
from tournament.web.dates import day_and_time
from tournament.web.hall_network import (
    chooses_host,
    codes_port,
    is_laptop_itself,
    network_problem,
    own_hosts,
    printed_problem,
    web_address,
)
from tournament.web.visitors import who_in

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
    report = _report(newest_phone(night))
    return room_summary(laptop_findings(room_facts(port), report), report)


def room_context(request: HttpRequest, night: Night) -> dict[str, object]:
    """Return the context of the list: every line, the codes, and what a phone shows where nothing comes."""
    is_laptop, port = on_a_laptop(request), int(request.META.get("SERVER_PORT", 0))
    report = _report(newest_phone(night) if is_laptop else newest_phone_check(night))
    context: dict[str, object] = {"night": night, "is_laptop": is_laptop, "phone": phone_finding(report, "")}
    codes = _codes(night, site_address(request))
    if is_laptop:
        facts = room_facts(port, wait=0.0 if getattr(request, "htmx", None) else WITHOUT_SCRIPT)
        findings = laptop_findings(facts, report)
        context |= {
            "findings": findings,
            "phone": phone_finding(report, facts.chosen),
            "why": why_no_phone(facts, arrivals.of(night.pk)),
            "problem": network_problem() or printed_problem(night.codes_address),
        }
    addresses = [code for code in codes if code.host]
    offered = len(addresses) > 1 or bool(context.get("problem")) or not all(code.in_codes for code in addresses)
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
    return {"night": night, "itself": on_a_laptop(request) and is_laptop_itself(request)}


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


def _report(check: PhoneCheck | None) -> PhoneReport | None:
    """Return what the last phone reported, as values."""
    if check is None:
        return None
    is_current = happened_within(check.at, LASTS) and (not check.reached or check.reached in own_hosts())
    return PhoneReport(
        check.phone_name,
        check.reached,
        day_and_time(check.at),
        Trouble(check.trouble),
        check.clock_ahead,
        is_current,
    )


def _free(folder: Path) -> int | None:
    """Return the bytes that are free where the night is saved; None where nobody can tell."""
    try:
        return shutil.disk_usage(folder if folder.exists() else folder.parent).free
    except OSError:
        return None


def _token(context: dict[str, object]) -> str:
    """Return a short name of what the list shows now: the same list has the same one."""
    return sha256(repr(sorted((key, str(value)) for key, value in context.items())).encode()).hexdigest()[:12]
