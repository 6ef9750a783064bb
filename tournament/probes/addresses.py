"""The laptop's addresses in its networks, who else is there, and where its server answers."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path

import psutil

from tournament.probes.commands import ask
from tournament.reach.networks import Address, can_lead_phones

ARP, ROUTES = Path("/proc/net/arp"), Path("/proc/net/route")
COMPLETE = 0x2  # flag of a neighbor that has answered
IPV6_NETWORK = 64  # bits of an address of IPv6 that say which network it is in
CONNECTS_WITHIN = 0.3  # seconds; it is the laptop itself that answers
IPV4 = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])")
HARDWARE = re.compile(r"\b[0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5}\b", re.IGNORECASE)
EVERYBODY = re.compile(r"ff[:-]ff[:-]ff[:-]ff[:-]ff[:-]ff|\b0?1[:-]0?0[:-]5e", re.IGNORECASE)  # and many at once


_listens: set[int] = {socket.AF_INET}  # the kinds of addresses at which this process serves


def note_listening(*, by_ipv6: bool) -> None:
    """Note whether phones may come by addresses of IPv6, too: `own_addresses` has them from then on."""
    (_listens.add if by_ipv6 else _listens.discard)(socket.AF_INET6)


def own_addresses() -> tuple[Address, ...]:
    """Return the addresses of this laptop by which phones could come, of interfaces that are up, IPv4's first.

    Those of IPv6 only while the server listens to them. A page cannot name those that end at the network's cable
    (fe80::), so they are left out.
    """
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = set()
    for name, addresses in psutil.net_if_addrs().items():
        for given in addresses if name in up else ():
            if given.family == socket.AF_INET and can_lead_phones(given.address):
                found.add(Address(given.address, _prefix(given.netmask), name))
            elif given.family == socket.AF_INET6 and socket.AF_INET6 in _listens and _leads_by_ipv6(given.address):
                found.add(Address(str(IPv6Address(given.address)), IPV6_NETWORK, name))
    return tuple(sorted(found, key=lambda address: (":" in address.host, address)))


def _leads_by_ipv6(host: str) -> bool:
    """Return whether a network gave the laptop this address of IPv6, which has no zone then."""
    address = ip_address(host.partition("%")[0])
    return "%" not in host and not (address.is_loopback or address.is_link_local or address.is_unspecified)


def own_ipv6_networks() -> frozenset[str]:
    """Return the IPv6 networks of this laptop, of interfaces that are up, without those that end at the laptop."""
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = set()
    for name, addresses in psutil.net_if_addrs().items():
        for given in addresses:
            if given.family == socket.AF_INET6 and name in up:
                address = ip_address(given.address.partition("%")[0])
                if not (address.is_loopback or address.is_link_local):
                    found.add(str(ip_network(f"{address}/{IPV6_NETWORK}", strict=False)))
    return frozenset(found)


def _prefix(netmask: str | None) -> int:
    try:
        return ip_network(f"0.0.0.0/{netmask}").prefixlen
    except ValueError:
        return 24


def answers_at(hosts: Iterable[str], port: int) -> frozenset[str]:
    """Return those of the laptop's own addresses at which something answers at this port."""
    return frozenset(host for host in hosts if _answers(host, port))


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), CONNECTS_WITHIN).close()
    except OSError:
        return False
    return True


def neighbors() -> frozenset[str] | None:
    """Return the addresses of devices that have exchanged addresses with this laptop; None where nobody can tell."""
    if ARP.exists():
        with suppress(OSError):
            return linux_neighbors(ARP.read_text("ascii", "replace"))
        return None
    text = ask("arp", "-a", "-n") or ask("arp", "-a")
    return listed_neighbors(text) if text else None


def linux_neighbors(text: str) -> frozenset[str]:
    """Return the devices in Linux's table of neighbors that have answered."""
    rows = (line.split() for line in text.splitlines()[1:])
    return frozenset(row[0] for row in rows if len(row) >= 6 and int(row[2], 16) & COMPLETE)


def listed_neighbors(text: str) -> frozenset[str]:
    """Return the devices in a list of `arp -a`, of Windows or macOS, in whichever language."""
    lines = (line for line in text.splitlines() if HARDWARE.search(line) and not EVERYBODY.search(line))
    return frozenset(found[1] for line in lines if (found := IPV4.search(line)) and can_lead_phones(found[1]))


def gateways() -> frozenset[str]:
    """Return the routers that the laptop knows; empty where nobody can tell."""
    if ROUTES.exists():
        with suppress(OSError):
            return linux_gateways(ROUTES.read_text("ascii", "replace"))
        return frozenset()
    return listed_gateways(ask("netstat", "-rn"))


def linux_gateways(text: str) -> frozenset[str]:
    """Return the routers in Linux's table of routes, where addresses are hexadecimal and backward."""
    rows = (line.split() for line in text.splitlines()[1:])
    found = (socket.inet_ntoa(bytes.fromhex(row[2])[::-1]) for row in rows if len(row) > 2 and len(row[2]) == 8)
    return frozenset(host for host in found if can_lead_phones(host))


def listed_gateways(text: str) -> frozenset[str]:
    """Return the routers of the default routes in a list of `netstat -rn`, of Windows or macOS."""
    found = set()
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["default"] and len(words) > 1:
            found.add(words[1])
        elif words[:2] == ["0.0.0.0", "0.0.0.0"] and len(words) > 2:
            found.add(words[2])
    return frozenset(host for host in found if can_lead_phones(host))
