"""The laptop's addresses, and which of them stands in the codes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

MOST_NETWORKS = 20  # that are remembered; a club has a hall, a second one, and a few homes
VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "tap", "utun", "wg", "tailscale", "zt")
VIRTUAL_WORDS = ("virtual", "vethernet", "vmware", "hyper-v", "wsl", "vpn", "bridge100", "tailscale", "zerotier")
WIRELESS = ("wl", "wifi", "wi-fi", "wlan", "airport")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """One of the laptop's addresses, with the length of its network's part and its interface's name."""

    host: str
    prefix: int = 24
    interface: str = ""

    @property
    def network(self) -> str:
        """The network that it is in, such as 192.168.1.0/24."""
        return str(ip_network(f"{self.host}/{self.prefix}", strict=False))

    @property
    def is_ipv6(self) -> bool:
        """Whether it is of IPv6, which a phone uses where the server listens to it."""
        return ":" in self.host

    @property
    def is_virtual(self) -> bool:
        """Whether its interface's name is that of a network within the laptop, or of a VPN, where no phone is."""
        name = self.interface.lower()
        return name.startswith(VIRTUAL) or any(word in name for word in VIRTUAL_WORDS)

    @property
    def kind(self) -> str:
        """What its interface most likely is: Wi-Fi, cable, or a network inside the laptop."""
        if self.is_virtual:
            return "inside this laptop, or a VPN"
        if self.interface.lower().startswith(WIRELESS):
            return "Wi-Fi"
        return "cable" if self.interface.lower().startswith(("e", "lan")) else self.interface


def can_lead_phones(host: str) -> bool:
    """Return whether a phone could come by an address: it is IPv4, not the laptop's own, and given by a network."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return isinstance(address, IPv4Address) and not (
        address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified
    )


def is_within(host: str, network: str) -> bool:
    """Return whether an address is in a network; False for what is neither."""
    try:
        return ip_address(host) in ip_network(network)
    except ValueError:
        return False


def choose_host(addresses: Sequence[Address], remembered: Sequence[str], usual: str) -> str:
    """Return the address for the codes: in the network where a phone came last, else the usual one.

    A usual one that is none of the laptop's, or of a VPN, gives way to one in a real network.

    :param remembered: networks that a phone came by, the last one first.
    :param usual: what the laptop itself takes for its address.
    """
    for network in remembered:
        here = [address.host for address in addresses if address.network == network]
        if here:
            return usual if usual in here else here[0]
    real = [address.host for address in addresses if not address.is_virtual]
    if usual in real or not addresses:
        return usual
    own = [address.host for address in addresses]
    return real[0] if real else usual if usual in own else own[0]


def with_network(remembered: Iterable[str], network: str) -> list[str]:
    """Return the remembered networks with one in front, and no more than `MOST_NETWORKS`."""
    others = [other for other in remembered if other != network]
    return [network, *others][:MOST_NETWORKS]


def read_networks(text: str) -> list[str]:
    """Return the networks in a file, a line each, without what is none: somebody may have written in it."""
    found = []
    for line in text[:2_000].splitlines()[:MOST_NETWORKS]:
        try:
            network = ip_network(line.strip())
        except ValueError:
            continue
        if not network.is_link_local:
            found.append(str(network))
    return found


def likely_first(addresses: Iterable[Address], chosen: str, proven: Collection[str]) -> list[Address]:
    """Return the addresses as phones are to try them: the one in the codes, those that a phone reached, then the rest.

    Networks inside the laptop, where no phone is, come last.
    """
    return sorted(
        addresses,
        key=lambda address: (
            address.host != chosen,
            address.host not in proven,
            address.is_virtual,
            address.is_ipv6,
            int(ip_address(address.host)),
        ),
    )
