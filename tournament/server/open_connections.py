"""Who may connect to a hall: so many in all and from one address, and whoever asks comes before whoever is silent."""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import Protocol

from tournament.live.open_streams import LAPTOP

EVERYBODY = 7168
AN_ADDRESS = 1500  # a hall behind one router is one address: 133 phones and their big screens, six connections each


class OpenConnection(Protocol):
    """What is known of a connection: whence it comes, and how it is closed."""

    address: str

    def drop(self) -> None: ...


class OpenConnections:
    """The open connections. Where there are too many, the one closes that has been silent for longest.

    A connection is silent until it has sent the whole head of a request, and again once that is answered.
    """

    def __init__(self, everybody: int = EVERYBODY, an_address: int = AN_ADDRESS) -> None:
        self.everybody, self.an_address = everybody, an_address
        self._addresses: dict[OpenConnection, str] = {}
        self._of_address: Counter[str] = Counter()
        self._silent: OrderedDict[OpenConnection, None] = OrderedDict()  # the longest silent first

    def limit(self, everybody: int) -> None:
        """Set how many there may be, and leave a quarter of a small number to other addresses than one."""
        self.everybody, self.an_address = min(everybody, EVERYBODY), min(everybody * 3 // 4, AN_ADDRESS)

    def __len__(self) -> int:
        return len(self._addresses)

    def enter(self, connection: OpenConnection) -> bool:
        """Count a new connection, and return whether there is room for it, perhaps that of a silent one."""
        address, room = connection.address, True
        if self._of_address[address] >= self.an_address and address not in LAPTOP:
            room = self._drop_silent(address)
        elif len(self) >= self.everybody:
            room = self._drop_silent()
        self._addresses[connection] = address
        self._of_address[address] += 1
        self.falls_silent(connection)
        return room

    def falls_silent(self, connection: OpenConnection) -> None:
        """Note that a connection has been answered, or is new."""
        if connection in self._addresses:
            self._silent[connection] = None

    def asks(self, connection: OpenConnection) -> None:
        """Note that a connection has sent the head of a request."""
        self._silent.pop(connection, None)

    def leave(self, connection: OpenConnection) -> None:
        """Forget a connection that is closed; does nothing the second time."""
        self._silent.pop(connection, None)
        if (address := self._addresses.pop(connection, None)) is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def _drop_silent(self, address: str | None = None) -> bool:
        """Close the longest silent connection of an address, or of all, and return whether there was one."""
        for connection in self._silent:
            if address in (None, connection.address):
                self.leave(connection)
                connection.drop()
                return True
        return False


connections = OpenConnections()
