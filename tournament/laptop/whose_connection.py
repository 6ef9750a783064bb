"""Whether a request comes from this laptop itself, and from whoever serves: by its connection, never by a header.

The server of a hall heeds no header of a proxy, so what it says of a connection is what the system says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from tournament.probes.addresses import own_addresses

Address = IPv4Address | IPv6Address
TABLES = {4: Path("/proc/net/tcp"), 6: Path("/proc/net/tcp6")}  # Linux: each connection with its owner
OURS, THEIRS, OWNER = 1, 2, 7  # columns


def is_from_this_laptop(environ: Mapping[str, object]) -> bool:
    """Return whether a request was sent on this laptop, by whomever: it shows nothing of phones."""
    peer, server = address_in(environ.get("REMOTE_ADDR")), address_in(environ.get("SERVER_NAME"))
    if peer is None:
        return False
    return peer.is_loopback or peer == server or str(peer) in {address.host for address in own_addresses()}


def is_from_own_account(environ: Mapping[str, object]) -> bool:
    """Return whether a request was sent on this laptop by whoever serves: others who are signed in to it do not count.

    Only Linux says who has opened a connection; elsewhere everybody on the laptop counts.
    """
    if not is_from_this_laptop(environ):
        return False
    if sys.platform != "linux":
        return True
    peer, server = address_in(environ.get("REMOTE_ADDR")), address_in(environ.get("SERVER_NAME"))
    port, own_port = str(environ.get("REMOTE_PORT", "")), str(environ.get("SERVER_PORT", ""))
    if peer is None or server is None:
        return False
    return _owner(_hex(peer, port), _hex(server, own_port), peer.version) == os.getuid()


def address_in(text: object) -> Address | None:
    """Return the address in a text; one of IPv4 that is written as one of IPv6 is of IPv4."""
    try:
        found = ip_address(str(text).partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _hex(address: Address, port: str) -> str:
    """Return an address and port as Linux writes them: words of four bytes, in the processor's order."""
    words = [address.packed[start : start + 4] for start in range(0, len(address.packed), 4)]
    written = "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
    return f"{written}:{int(port):04X}" if port.isdecimal() else ""


def _owner(ours: str, theirs: str, version: int) -> int | None:
    """Return the user who has opened a connection; None where Linux knows none."""
    try:
        lines = TABLES[version].read_text("ascii").splitlines()[1:]
    except OSError:
        return None
    for columns in map(str.split, lines):
        if len(columns) > OWNER and (columns[OURS], columns[THEIRS]) == (ours, theirs):
            return int(columns[OWNER])
    return None
