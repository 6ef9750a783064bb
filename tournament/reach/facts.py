"""What is known of the laptop and its room. None means that it is not known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from tournament.reach.networks import Address


class System(StrEnum):
    """The kind of computer, as far as its settings have other names."""

    WINDOWS = "Windows"
    MACOS = "macOS"
    LINUX = "Linux"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Firewall:
    """A firewall that was found: its name, whether it is on, and whether it lets phones in to the port."""

    name: str
    is_on: bool | None = None
    lets_in: bool | None = None


@dataclass(frozen=True, slots=True)
class Power:
    """Where the laptop's power comes from; `percent` and `left` are of its battery."""

    plugged_in: bool
    percent: int
    left: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Sleep:
    """After how many minutes of rest the laptop sleeps; 0 is never, None is unknown."""

    on_mains: int | None = None
    on_battery: int | None = None


@dataclass(frozen=True, slots=True)
class Neighbor:
    """Another device in the network that has exchanged addresses with the laptop; `is_new`: since the check began."""

    host: str
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class SlowFacts:
    """What other programs had to be asked for."""

    firewalls: tuple[Firewall, ...] = ()
    sleep: Sleep | None = None
    clock_is_kept: bool | None = None  # whether the system sets the clock from the Internet, and has done so
    wifi_name: str = ""  # of the Wi-Fi that the laptop is in


@dataclass(frozen=True, slots=True)
class LaptopFacts:
    """The laptop as it is now. `slow` is None while other programs are still being asked."""

    system: System
    program: str  # the file that a firewall would have to let through
    port: int
    addresses: tuple[Address, ...] = ()
    chosen: str = ""  # the address in the codes
    answers_at: frozenset[str] = frozenset()  # the addresses at which the server answered the laptop itself
    gateways: frozenset[str] = frozenset()
    neighbors: tuple[Neighbor, ...] | None = None
    free_bytes: int | None = None
    clock_set_back: timedelta = timedelta()  # by how much, since something was last recorded
    power: Power | None = None
    slow: SlowFacts | None = None


class Trouble(StrEnum):
    """What is not as it should be with a phone that connected; the value is stored."""

    NONE = ""
    NO_LIVE = "live"  # no live message arrived in ten seconds
    PROXY = "proxy"  # its pages come through a proxy, which says so
    FAR = "far"  # it came from none of the laptop's networks

    @property
    def sentence(self) -> str:
        """What is wrong, as it goes on after “but”; empty where nothing is."""
        return {
            "": "",
            "live": "live messages do not reach it",
            "proxy": "a proxy or a filter stands between phone and laptop",
            "far": "it came from another network",
        }[self.value]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A phone that fetched the page: how long ago, in seconds, and whether its report came back."""

    host: str
    seconds: float
    reported: bool = False
    through_proxy: bool = False
    reached: str = ""  # the laptop's own address by which it came


@dataclass(frozen=True, slots=True)
class PhoneReport:
    """The last phone that connected: through which address, and when, as it is shown.

    `is_current` is whether that was today, through an address that the laptop has now: an older report proves nothing
    of this room.
    """

    name: str
    reached: str
    at: str
    trouble: Trouble = Trouble.NONE
    clock_ahead: int | None = None  # seconds that the phone's clock was ahead of the laptop's
    is_current: bool = True
    phones: int = 1  # that connected to this night, as far as this is known
    has_only_opened: bool = False  # whether it has opened a page, and neither reported nor joined
    codes_lead_here: bool = False  # whether a phone came by the address in the codes, this one or another
