"""Why no phone comes: what the laptop itself can tell, and what the phone shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.people.names import listed
from tournament.reach.facts import Arrival, LaptopFacts
from tournament.reach.firewalls import how_to_open
from tournament.reach.networks import is_within
from tournament.reach.states import Finding, State

REPORT_SECONDS = 6.0  # after which a phone that fetched the page should have reported
STILL_HERE = 120.0  # seconds for which a phone that fetched the page and did not report is spoken of
FEW = 4  # devices that are named


@dataclass(frozen=True, slots=True)
class PhoneScreen:
    """What a phone shows instead of this site, and what to do about it."""

    shows: str
    means: str
    todo: str


def phone_screens(port: int) -> tuple[PhoneScreen, ...]:
    """Return what a phone may show where the page does not come, each with its cause and its remedy."""
    return (
        PhoneScreen(
            "The page stays white and loads on and on, then “took too long to respond” or “not responding”",
            "The phone does not get through to this laptop: it is in another network, on mobile data, or among guests "
            "that the Wi-Fi keeps apart, or this laptop’s firewall keeps it out.",
            "Put the phone on the same Wi-Fi as this laptop and turn mobile data off. Use the main Wi-Fi instead of "
            "the guests’, or turn off “client isolation” (“AP isolation”, “guest isolation”) in its settings. Open the "
            "firewall, as the list says.",
        ),
        PhoneScreen(
            "“The page cannot be opened”, “can’t connect to the server”, “site can’t be reached”, at once",
            "The phone knows no way to this address, or nothing answers there: no Wi-Fi, another one, or an old code.",
            "Turn the phone’s Wi-Fi on, and mobile data off. Scan the code that is here now, not one on paper. Are "
            "there several codes? Try the next one.",
        ),
        PhoneScreen(
            "“Not secure”, “connection is not private”, “HTTPS-Only Mode”, “does not support a secure connection”",
            "The browser warns of every page without a certificate. In the hall’s own Wi-Fi nothing leaves the room.",
            "Tap “Continue”, “Continue to site” or “Visit this website” (in Safari under “Show details”). The address "
            "must begin with http, not https.",
        ),
        PhoneScreen(
            "“Private Relay”, “VPN”, “Limit IP Address Tracking”, or a page about it",
            "The phone sends its pages around another network first, which does not know this laptop.",
            "iPhone: Settings › Wi-Fi › the ⓘ beside the Wi-Fi › turn off “Limit IP Address Tracking”. Turn off VPN "
            "apps and “Private DNS” for tonight.",
        ),
        PhoneScreen(
            "A sign-in page of the hotel, bar or library, or any other page that is not this one",
            "The Wi-Fi answers instead of this laptop until somebody has signed in, or passes pages through a filter.",
            "Sign in there once with the phone, and scan again. Or use another Wi-Fi, or a phone’s hotspot.",
        ),
        PhoneScreen(
            "“Connected without Internet”, and the phone leaves the Wi-Fi",
            "The phone prefers mobile data to a Wi-Fi without the Internet, which the night does not need.",
            "Tap “Keep this Wi-Fi” or “Stay connected”, and turn mobile data off for tonight.",
        ),
        PhoneScreen(
            f"The page of another device, or an error with the number {port}",
            "Something else has this address now, or the code is of another night.",
            "Scan the code that is here now.",
        ),
    )


def why_no_phone(
    facts: LaptopFacts, arrivals: Sequence[Arrival], *, has_scanned: bool, has_come: bool = False
) -> Finding | None:
    """Return what the laptop can tell of a phone that does not come, or comes halfway; None where nothing is amiss.

    A phone that is in the laptop's network must ask for its address there, so it turns up among the neighbors, whether
    a firewall then refuses it or not. One in another network, on mobile data or among isolated guests does not.

    :param has_scanned: whether a phone should be here by now: before, that none is means nothing.
    :param has_come: whether any page was served to a phone where the laptop is now, so that phones get through.
    """
    silent = [arrival for arrival in arrivals if not arrival.reported]
    halfway = [arrival for arrival in silent if REPORT_SECONDS <= arrival.seconds <= STILL_HERE]
    if halfway and not any(arrival.reported and arrival.seconds < halfway[0].seconds for arrival in arrivals):
        return _halfway(halfway[0])
    if has_come or not has_scanned or any(arrival.reported for arrival in arrivals) or not facts.addresses:
        return None
    if facts.neighbors is None:
        return _nobody_can_tell()
    devices = [
        neighbor
        for neighbor in facts.neighbors
        if neighbor.host not in facts.gateways and _is_near(neighbor.host, facts)
    ]
    if not devices:
        return _nobody_here(facts)
    return _kept_out(facts, [device.host for device in [new for new in devices if new.is_new] or devices])


def _is_near(host: str, facts: LaptopFacts) -> bool:
    return any(is_within(host, address.network) for address in facts.addresses if not address.is_virtual)


def _halfway(arrival: Arrival) -> Finding:
    return Finding(
        "why",
        "Why none comes",
        State.PROBLEM,
        f"A phone ({arrival.host}) has fetched the page, but its report does not arrive: something between them "
        "answers instead of this laptop, a proxy or a sign-in page of the Wi-Fi.",
        ("Use another Wi-Fi, or a phone’s hotspot. Does the phone show “Tell the laptop”? Then tap that.",),
    )


def _nobody_can_tell() -> Finding:
    return Finding(
        "why",
        "Why none comes",
        State.WARNING,
        "This laptop cannot see which devices are in its network. Look at the phone: what it shows is explained on "
        "this page.",
    )


def _nobody_here(facts: LaptopFacts) -> Finding:
    return Finding(
        "why",
        "Why none comes",
        State.WARNING,
        "This laptop sees no phone in its network. If yours has scanned the code, it is in another network or on "
        "mobile data, or this Wi-Fi keeps its guests apart.",
        (
            "Put the phone on the same Wi-Fi as this laptop, and turn mobile data off.",
            "It is on the same one? Then use the main Wi-Fi instead of the guests’, or turn off “client isolation” in "
            "its settings, or put laptop and phone on another phone’s hotspot.",
        ),
    )


def _kept_out(facts: LaptopFacts, hosts: Sequence[str]) -> Finding:
    named = listed(hosts[:FEW]) + (f" and {len(hosts) - FEW} more" if len(hosts) > FEW else "")
    on = next((firewall.name for firewall in facts.slow.firewalls if firewall.is_on), "") if facts.slow else ""
    advice, commands = how_to_open(facts.system, on, facts.port, facts.program)
    is_one = len(hosts) == 1
    return Finding(
        "why",
        "Why none comes",
        State.WARNING,
        f"This laptop sees {'a device' if is_one else 'devices'} in its network ({named}), but no page was asked for. "
        f"If {'it is' if is_one else 'one of them is'} the phone that has scanned the code, this laptop’s firewall "
        f"keeps port {facts.port} closed.",
        advice,
        commands,
    )
