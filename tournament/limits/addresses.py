"""The network that counts as one visitor."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

HOUSEHOLD = 64  # bits of an IPv6 address that a connection's owner does not choose


def network_of(address: str) -> str:
    """Return what an address is counted as: itself in IPv4, its network of 64 bits in IPv6, where one owner has 2⁶⁴.

    Whatever is no address, such as that of a Unix socket, is empty.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(found) if found.is_loopback else str(ip_network((found, HOUSEHOLD), strict=False))
