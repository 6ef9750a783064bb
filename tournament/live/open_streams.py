"""How many event streams one address may have open, shared fairly among the phones behind it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LAPTOP = ("127.0.0.1", "::1")  # the laptop itself, or a proxy on it that does not say for whom it asks
AN_ADDRESS = 1000  # streams; a hall behind one router is one address
End = Callable[[], None]


class OpenStreams:
    """The open streams by address and phone.

    Where an address has too many, the phone with the most gives its oldest up. If a page still listens there, it comes
    back after a second. So a phone that opens streams without end takes them from itself and from nobody else.
    """

    def __init__(self, an_address: int = AN_ADDRESS) -> None:
        self.an_address = an_address
        self._streams: defaultdict[str, dict[End, str]] = defaultdict(dict)  # the oldest of an address first

    @contextmanager
    def one_more(self, address: str, phone: str, end: End) -> Iterator[None]:
        """Count a stream inside the block. Its `end` is called when another needs the room.

        :param phone: the phone's token; strangers, who have none, count as one phone.
        """
        streams = self._streams[address]
        if len(streams) >= self.an_address and address not in LAPTOP:
            count = Counter(streams.values())
            busiest = max(count, key=lambda owner: (count[owner], not owner))  # where alike, strangers
            oldest = next(ending for ending, owner in streams.items() if owner == busiest)
            del streams[oldest]
            oldest()
        streams[end] = phone
        try:
            yield
        finally:
            streams = self._streams[address]
            streams.pop(end, None)
            if not streams:
                del self._streams[address]

    def is_crowded(self, address: str) -> bool:
        """Whether half of an address's streams are open: from then on, a token that nobody was given is no phone."""
        return 2 * len(self._streams.get(address, ())) >= self.an_address

    def __len__(self) -> int:
        return sum(map(len, self._streams.values()))


open_streams = OpenStreams()
