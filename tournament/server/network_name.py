"""The laptop's name in its network by mDNS (Bonjour), such as euchre.local, which follows its address. An extra."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from django.conf import settings

from tournament.laptop.phone_problems import phone_problems
from tournament.people.errors import Refused
from tournament.server.extras import command_for_extra
from tournament.web.hall_network import NO_NETWORK, host_for_name, move_codes

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger(__name__)
NAME = "name"  # what its problems are about
KIND = "_http._tcp.local."
CONFLICT_SECONDS = 1.5  # for whoever has the name already to say so
EVERY = 5.0  # seconds after which the laptop's address is asked for again
IS_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
WITHOUT = "Until then codes have the laptop’s address, as without EUCHRE_NAME."


class NetworkName:
    """A name that leads to this laptop in its network, also when its address has changed."""

    def __init__(self, name: str, port: int, interfaces: list[str] | None = None) -> None:
        """Prepare the name.

        :param interfaces: the own addresses in whose networks it is announced; by default the one that it leads to.
        """
        self.host, self.port, self.interfaces, self.address = f"{name}.local", port, interfaces, ""
        self._zeroconf: Zeroconf | None = None
        self._stopped, self._lock = Event(), Lock()

    def announce(self, address: str) -> None:
        """Let the name lead to an address, and no more to the one before.

        :raises Refused: when another device in the network has the name, or it cannot be announced.
        """
        with self._lock:
            self._withdraw()
            if self._stopped.is_set():
                return
            try:
                self._announce(address)
            except Refused:
                self._withdraw()
                raise
            except Exception as error:  # of whatever kind: codes then have the address
                self._withdraw()
                log.warning("The name %s could not be announced.", self.host, exc_info=True)
                raise Refused(
                    f"The name {self.host} could not be announced in this network ({error or type(error).__name__}). "
                    + WITHOUT
                ) from None
            self.address = address

    def _announce(self, address: str) -> None:
        from zeroconf import IPVersion, ServiceInfo, Zeroconf

        instance = f"{self.host.removesuffix('.local')}.{KIND}"
        info = ServiceInfo(KIND, instance, port=self.port, server=f"{self.host}.", parsed_addresses=[address])
        where = self.interfaces or [address]
        self._zeroconf = Zeroconf(interfaces=where, ip_version=IPVersion.V4Only, use_asyncio=False)
        self._require_free(address)
        self._zeroconf.register_service(info)

    def _require_free(self, address: str) -> None:
        from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # its list of names lacks it

        taken = AddressResolverIPv4(f"{self.host}.")
        assert self._zeroconf
        is_taken = taken.request(self._zeroconf, CONFLICT_SECONDS * 1000)
        if is_taken and (others := {*taken.parsed_addresses()} - {address}):
            raise Refused(
                f"The name {self.host} is another device’s in this network, at {' and '.join(sorted(others))}. Choose "
                f"another EUCHRE_NAME. {WITHOUT}"
            )

    def follow(self, where: Callable[[], str] = host_for_name, every: float = EVERY) -> None:
        """Let the name and the codes lead to the laptop's address, which a thread asks for every few seconds."""
        Thread(target=self._follow, args=[where, every], name="network-name", daemon=True).start()

    def _follow(self, where: Callable[[], str], every: float) -> None:
        while not self._stopped.wait(every):
            try:
                self._follow_to(where())
            except Exception:
                log.exception("The name %s could not follow the laptop’s address.", self.host)

    def _follow_to(self, address: str) -> None:
        """Announce the name anew where the address is another, or the network was gone for a while.

        Where that is refused, codes have the address, until the address changes again.
        """
        if address == NO_NETWORK:
            self.address = ""
        elif address != self.address:
            try:
                self.announce(address)
            except Refused as refusal:
                self.address, name = address, ""
                phone_problems.say(NAME, str(refusal))
            else:
                name = self.host
                phone_problems.say(NAME)
            if not self._stopped.is_set():
                move_codes(address, self.port, name=name)

    def _withdraw(self) -> None:
        """Tell the network that the name leads nowhere anymore."""
        if self._zeroconf:
            with suppress(OSError):
                self._zeroconf.close()
            self._zeroconf = None

    def close(self) -> None:
        """End it, for good."""
        self._stopped.set()
        with self._lock:
            self._withdraw()


def announced_name(port: int, address: str) -> NetworkName | None:
    """Announce the name that was asked for; None where none was.

    :raises Refused: when that is not possible, for a reason that whoever runs the night should know.
    """
    wanted = settings.WANTED_NAME.lower().removesuffix(".local")
    if not wanted:
        return None
    if not IS_NAME.fullmatch(wanted):
        raise Refused(
            f"EUCHRE_NAME is {settings.WANTED_NAME}, which is no name for a device: that has letters from a to z, "
            f"digits and hyphens, as in EUCHRE_NAME=euchre. {WITHOUT}"
        )
    if settings.CERTIFICATE:
        raise Refused("EUCHRE_NAME is for plain http, and codes lead to the certificate’s name. Leave EUCHRE_NAME out.")
    try:
        import zeroconf  # noqa: F401
    except ImportError:
        raise Refused(
            f"For the name {wanted}.local the program needs the package zeroconf. Open a terminal, type "
            f"{command_for_extra('mdns', 'zeroconf')} and start Euchre Night again. {WITHOUT}"
        ) from None
    if address == NO_NETWORK:
        raise Refused(f"This laptop is in no network, so it has no name there. Connect it and start again. {WITHOUT}")
    name = NetworkName(wanted, port)
    name.announce(address)
    return name
