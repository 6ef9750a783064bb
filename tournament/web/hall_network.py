"""Where phones find a laptop in its network, whether they still do, and by which of its addresses they came."""

from __future__ import annotations

import socket
from contextlib import closing, suppress
from pathlib import Path
from threading import RLock
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from tournament.laptop.whose_connection import address_in, is_from_this_laptop
from tournament.models import Night, Phone
from tournament.people.names import listed
from tournament.probes.addresses import own_addresses, own_ipv6_networks
from tournament.reach.networks import choose_host, is_within, read_networks, with_network

NO_NETWORK = "127.0.0.1"
MOST_READ = 2_000  # bytes of the file of networks
_changes = RLock()  # one at a time: of a request, or of the thread of the laptop's name


def network_host() -> str:
    """Return this laptop's address on its network, or NO_NETWORK. Connecting a datagram socket sends nothing."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.168.255.255", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return NO_NETWORK


def own_hosts() -> list[str]:
    """Return the addresses that this laptop has now in its networks."""
    return [address.host for address in own_addresses()]


def host_for_codes() -> str:
    """Return the address to start with: where a phone came last, else in the network where the laptop would go."""
    return choose_host(own_addresses(), remembered_networks(), network_host())


def host_for_name() -> str:
    """Return the address of IPv4 that a name in the network leads to, whatever the codes would have without it."""
    by_ipv4 = [address for address in own_addresses() if ":" not in address.host]
    return choose_host(by_ipv4, remembered_networks(), network_host())


def remembered_networks() -> list[str]:
    """Return the networks by which phones came to this laptop, the last one first."""
    with suppress(OSError), settings.NETWORKS_FILE.open(encoding="ascii", errors="replace") as file:
        return read_networks(file.read(MOST_READ))
    return []


def chooses_host() -> bool:
    """Return whether codes have one of the laptop's addresses: no certificate's name, nor an address by a setting."""
    return bool(settings.NETWORK_HOST) and not settings.CERTIFICATE


def codes_port() -> int:
    """Return the port in the codes."""
    site = urlsplit(str(settings.ADDRESS))
    return site.port or (443 if site.scheme == "https" else 80)


def use_host(host: str) -> bool:
    """Let all codes lead to one of the laptop's own addresses from now on, and remember its network.

    A name in the network stays in the codes, and follows by itself. Return whether that is so: what is not the laptop's
    own is never taken, whoever says it.
    """
    address = next((address for address in own_addresses() if address.host == host), None)
    with _changes:
        if address is None or not chooses_host():
            return False
        move_codes(host, codes_port(), name=settings.NAME_IN_NETWORK)
        if not settings.DEMO:
            networks = with_network(remembered_networks(), address.network)
            _write(settings.NETWORKS_FILE, "".join(f"{network}\n" for network in networks))
    return True


def web_address(scheme: str, host: str, port: int) -> str:
    """Return the address of a site; the port that its scheme has by itself is left out."""
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}" if (scheme, port) == ("https", 443) else f"{scheme}://{host}:{port}"


def lead_codes_to(address: str, *, host: str = "", name: str = "", remember: bool = True) -> None:
    """Let all codes lead to an address from now on.

    :param host: the laptop's own address there, where codes may move with it; empty where they must stay.
    :param name: the laptop's name in its network, if it answers to one.
    :param remember: whether sheets printed from the command line show the address, too.
    """
    with _changes:
        settings.ADDRESS, settings.NETWORK_HOST, settings.NAME_IN_NETWORK = address, host, name
        if remember:
            _write(settings.ADDRESS_FILE, address)


def present_site() -> str:
    """Return the site's address in codes now, without a trailing slash; empty where a hosted site has none set.

    While the laptop is no longer where its codes led to, it is at the likeliest of the addresses that it has. That ends
    by itself, as a Wi-Fi may come back: only a phone that comes, or the organizer, moves the codes for good.
    """
    told, now = settings.NETWORK_HOST, own_hosts() if chooses_host() and not settings.NAME_IN_NETWORK else []
    if now and told not in now and (host := host_for_codes()) != NO_NETWORK:
        return web_address("http", host, codes_port())
    return str(settings.ADDRESS).rstrip("/")


def is_reachable() -> bool:
    """Return whether the site's address in codes now is one that phones can come by, as far as the laptop knows."""
    return not settings.NETWORK_HOST or bool(own_hosts())


def move_codes(host: str, port: int, *, name: str) -> None:
    """Let codes lead to the laptop's name in its network, or without one to its own address, at this port.

    An address that a setting says, and a certificate's name, stay in the codes.
    """
    with _changes:
        stays = settings.CERTIFICATE or not settings.NETWORK_HOST
        address = settings.ADDRESS if stays else web_address("http", name or host, port)
        where = host if settings.NETWORK_HOST else ""
        lead_codes_to(address, host=where, name=name, remember=not settings.DEMO)


def _write(file: Path, text: str) -> None:
    """Write a small file; on a full disk it stays as it was."""
    fresh = settings.DATA_DIR / f"{file.name}.new"
    with suppress(OSError):
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(file)


def reached_by(request: HttpRequest) -> str:
    """Return the own address at which a request arrived, whatever its headers say; empty where there is none."""
    host = str(address_in(request.META.get("SERVER_NAME")))
    return host if host in own_hosts() else ""


def is_by_ipv6(request: HttpRequest) -> bool:
    """Return whether a request arrived at an address of IPv6 by which no code leads, such as one of fe80::."""
    host = address_in(request.META.get("SERVER_NAME"))
    return host is not None and host.version == 6 and not reached_by(request)


def joined_at(request: HttpRequest) -> str:
    """Return where a phone found this laptop: its name in the network, or one of its addresses; else empty."""
    if is_from_this_laptop(request.META):
        return ""
    named = settings.NAME_IN_NETWORK
    return str(named) if named and urlsplit(f"//{request.get_host()}").hostname == named else reached_by(request)


def is_near(request: HttpRequest) -> bool:
    """Return whether a request comes from one of the laptop's own networks."""
    peer = address_in(request.META.get("REMOTE_ADDR"))
    if peer is not None and peer.version == 6:
        return peer.is_link_local or any(is_within(str(peer), network) for network in own_ipv6_networks())
    host = str(peer)
    return any(is_within(host, address.network) for address in own_addresses())


def network_problem() -> str:
    """Return why phones do not find the laptop where its codes lead to; empty while they do, and for a hosted site."""
    in_codes = settings.NETWORK_HOST
    if not in_codes:
        return ""
    now = own_hosts()
    if in_codes in now:
        return ""
    now = [host for host in now if ":" not in host] or now[:1]  # of many in IPv6 one is enough to say
    if not now:
        return "This laptop is in no network, and no phone can reach it. Connect it to the hall’s Wi-Fi."
    if in_codes == NO_NETWORK:
        return (
            f"This laptop was started without a network, and is in one by now, at {listed(now, 'or')}. Codes on "
            "screens lead there by now. Check the room with a phone."
        )
    return (
        f"This laptop’s address has changed from {in_codes} to {listed(now, 'or')}, and codes from before lead "
        "nowhere. Go back to the Wi-Fi from before; or check the room, print new codes, and let all phones scan again: "
        "the big screen shows the new code by itself."
    )


def printed_problem(printed: str) -> str:
    """Return why the codes on paper lead nowhere; empty while they lead here, and for what a hosted site has printed.

    :param printed: the site's address when codes were printed last.
    """
    site, now = urlsplit(printed), present_site()
    if not settings.NETWORK_HOST or site.scheme != "http" or printed == now:
        return ""
    if site.hostname in {*own_hosts(), settings.NAME_IN_NETWORK} and (site.port or 80) == codes_port():
        return ""
    return (
        f"Codes were printed that lead to {site.netloc}, and phones find this laptop at {urlsplit(now).netloc} now. "
        "Print again what has codes on it, or let phones scan the code on the big screen. With a name in the network, "
        "which Help explains under Settings, codes on paper stay right."
    )


def lost_phones_problem(night: Night) -> str:
    """Return why phones that joined no longer find the laptop; empty while they do, and for a hosted site.

    It outlasts a restart, and ends when these phones have joined anew, or are let go.
    """
    if not settings.NETWORK_HOST or night.status == Night.Status.CLOSED:
        return ""
    here = {"", *own_hosts(), settings.NAME_IN_NETWORK}
    phones = Phone.objects.active().filter(entry__night=night, entry__left_at=None).exclude(reached__in=here)
    places = list(phones.order_by("-claimed_at").values_list("reached", flat=True))
    if not places:
        return ""
    many = len(places)
    phones_joined = "A phone" if many == 1 else f"{many} phones"
    return (
        f"{phones_joined} joined when this laptop was at {listed(list(dict.fromkeys(places))[:3])}, and "
        f"{'does' if many == 1 else 'do'} not find it at {urlsplit(present_site()).netloc}. Go back to the Wi-Fi from "
        "before; or open Players, “The laptop has a new address”, and let all phones scan again."
    )


def address_problems(night: Night) -> list[str]:
    """Return what is wrong with the laptop's address for this night: where it is, phones that lost it, and paper."""
    found = (network_problem() or lost_phones_problem(night), printed_problem(night.codes_address))
    return [problem for problem in found if problem]
