"""The laptop's name in its network by mDNS: another device on loopback looks it up, also after an address change."""

from __future__ import annotations

import builtins
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.support.commands import check_sentence
from tournament.laptop.phone_problems import phone_problems
from tournament.people.errors import Refused
from tournament.reach.networks import Address
from tournament.server import hall, network_name
from tournament.server.extras import command_for_extra
from tournament.server.network_name import NetworkName, announced_name
from tournament.web import hall_network
from tournament.web.hall_network import NO_NETWORK, lead_codes_to, network_problem, printed_problem

zeroconf = pytest.importorskip("zeroconf", reason="the extra [mdns] is not installed")
HERE = ["127.0.0.1"]
FIRST, SECOND = "192.0.2.5", "192.0.2.77"


@pytest.fixture
def settings_of_hall(settings: Any) -> Iterator[Any]:
    """The settings of a hall that is to have a name."""
    settings.WANTED_NAME, settings.NAME_IN_NETWORK, settings.NETWORK_HOST = "euchre-test", "", ""
    settings.CERTIFICATE = settings.WANTED_ADDRESS = settings.ADDRESS = ""
    yield settings
    phone_problems.forget()


@pytest.fixture
def other_device() -> Iterator[Any]:
    """Another device in the network."""
    with closing(zeroconf.Zeroconf(interfaces=HERE, ip_version=zeroconf.IPVersion.V4Only, use_asyncio=False)) as device:
        yield device


@pytest.fixture
def names() -> Iterator[list[NetworkName]]:
    """Names that end with the test."""
    opened: list[NetworkName] = []
    yield opened
    for name in opened:
        name.close()


@pytest.fixture
def on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name is announced on loopback alone."""
    monkeypatch.setattr(network_name, "NetworkName", lambda name, port: NetworkName(name, port, HERE))


def look_up(device: Any, host: str, patience: int = 3000) -> list[str]:
    """Return the addresses of a name, as a device hears them now."""
    answer = zeroconf.AddressResolverIPv4(f"{host}.")
    return sorted(answer.parsed_addresses()) if answer.request(device, patience) else []


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.long
def test_another_device_finds_the_laptop_by_its_name_until_it_ends(
    other_device: Any, names: list[NetworkName], settings_of_hall: Any
) -> None:
    names.append(name := NetworkName("euchre-test", 8000, HERE))
    name.announce(FIRST)
    assert look_up(other_device, "euchre-test.local") == [FIRST]
    settings_of_hall.NETWORK_HOST, now = FIRST, [FIRST]
    name.follow(lambda: now[0], every=0.05)
    now[0] = NO_NETWORK  # between two networks
    wait_for(lambda: name.address == "")
    assert look_up(other_device, "euchre-test.local") == [FIRST]
    now[0] = SECOND
    wait_for(lambda: settings_of_hall.NETWORK_HOST == SECOND)
    assert look_up(other_device, "euchre-test.local") == [SECOND]
    name.close()
    time.sleep(1.5)  # a device forgets a name one second after its end was said
    assert look_up(other_device, "euchre-test.local", 300) == []


@pytest.mark.long
def test_a_name_that_another_device_has_is_refused(other_device: Any, names: list[NetworkName]) -> None:
    theirs = zeroconf.ServiceInfo(
        "_ipp._tcp.local.",
        "Printer._ipp._tcp.local.",
        port=631,
        server="euchre-test.local.",
        parsed_addresses=["192.0.2.9"],
    )
    other_device.register_service(theirs)
    names.append(name := NetworkName("euchre-test", 8000, HERE))
    with pytest.raises(Refused, match=r"another device’s in this network, at 192\.0\.2\.9") as refused:
        name.announce(FIRST)
    check_sentence(str(refused.value))


@pytest.mark.usefixtures("on_loopback")
@pytest.mark.long
def test_codes_have_the_name_while_it_is_announced(
    settings_of_hall: Any, monkeypatch: pytest.MonkeyPatch, names: list[NetworkName], other_device: Any
) -> None:
    monkeypatch.setattr(hall, "names", names)
    monkeypatch.setattr(hall, "host_for_codes", lambda: FIRST)
    with hall.open_socket("0.0.0.0", 0) as sock:
        port = sock.getsockname()[1]
        assert hall.lead_phones_to(sock, remember=False) == f"http://euchre-test.local:{port}"
    assert settings_of_hall.NAME_IN_NETWORK == "euchre-test.local" and phone_problems.sentences() == []
    assert look_up(other_device, "euchre-test.local") == [FIRST]


def test_the_name_leads_to_an_address_of_ipv4_though_a_phone_came_by_ipv6(
    settings_of_hall: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = (Address("192.168.77.5", 24, "wlan0"), Address("fd00:77::5", 64, "wlan0"))
    monkeypatch.setattr(hall_network, "own_addresses", lambda: both)
    monkeypatch.setattr(hall_network, "network_host", lambda: "192.168.77.5")
    monkeypatch.setattr(hall_network, "remembered_networks", lambda: [both[1].network])
    assert hall_network.host_for_codes() == "fd00:77::5" and hall_network.host_for_name() == "192.168.77.5"
    asked: list[tuple[int, str]] = []
    monkeypatch.setattr(hall, "_announce_name", lambda port, host: asked.append((port, host)) or "")
    with hall.open_socket("::", 0) as sock:
        port = sock.getsockname()[1]
        assert hall.lead_phones_to(sock, remember=False) == f"http://[fd00:77::5]:{port}"
    assert asked == [(port, "192.168.77.5")]


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [
        ("WANTED_NAME", "our hall", "no name for a device"),
        ("WANTED_NAME", "-euchre", "no name for a device"),
        ("CERTIFICATE", "c.pem", "Leave EUCHRE_NAME out"),
    ],
)
def test_a_name_that_cannot_be_is_said(setting: str, value: str, says: str, settings_of_hall: Any) -> None:
    setattr(settings_of_hall, setting, value)
    with pytest.raises(Refused, match=says) as refused:
        announced_name(8000, FIRST)
    check_sentence(str(refused.value))


def test_a_laptop_without_a_network_or_a_wish_has_no_name(settings_of_hall: Any) -> None:
    with pytest.raises(Refused, match="in no network"):
        announced_name(8000, NO_NETWORK)
    settings_of_hall.WANTED_NAME = ""
    assert announced_name(8000, FIRST) is None


def test_without_the_extra_the_night_starts_and_says_what_to_install(
    settings_of_hall: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any, **options: Any) -> Any:
        if name == "zeroconf":
            raise ImportError(name)
        return real(name, *more, **options)

    monkeypatch.setattr(hall, "host_for_codes", lambda: FIRST)
    with monkeypatch.context() as patch, hall.open_socket("0.0.0.0", 0) as sock:
        patch.setattr(builtins, "__import__", without)
        address = hall.lead_phones_to(sock, remember=False)
    assert address.startswith(f"http://{FIRST}:")
    (sentence,) = phone_problems.sentences()
    assert command_for_extra("mdns", "zeroconf") in check_sentence(sentence)


# When its announcement fails while the night is served


@pytest.fixture
def following(settings_of_hall: Any, names: list[NetworkName]) -> NetworkName:
    """A name in the codes, of a laptop that was at the first address."""
    settings_of_hall.DEMO = True  # writes no file
    names.append(name := NetworkName("euchre-test", 8000, HERE))
    name.address = FIRST
    lead_codes_to("http://euchre-test.local:8000", host=FIRST, name=name.host, remember=False)
    return name


def announce_with(monkeypatch: pytest.MonkeyPatch, *outcomes: Exception | None) -> list[str]:
    """Let announcements fail with these errors, one after the other, and return the list of where they were tried."""
    tried: list[str] = []
    left = list(outcomes)

    def announce(name: NetworkName, address: str) -> None:
        tried.append(address)
        if error := left.pop(0):
            raise error

    monkeypatch.setattr(NetworkName, "_announce", announce)
    return tried


@pytest.mark.parametrize("error", [Refused("It is another device’s."), OSError("no group"), ValueError("odd")])
def test_codes_have_the_new_address_when_the_name_cannot_follow(
    error: Exception, following: NetworkName, settings_of_hall: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce_with(monkeypatch, error, error, None)
    for address in (SECOND, "192.0.2.99"):
        following._follow_to(address)
        leads_to = (settings_of_hall.ADDRESS, settings_of_hall.NETWORK_HOST)
        assert leads_to == (f"http://{address}:8000", address)
        assert settings_of_hall.NAME_IN_NETWORK == "" and len(phone_problems.sentences()) == 1
        monkeypatch.setattr(hall_network, "own_hosts", lambda: [FIRST])
        assert "changed" in network_problem(), "the board goes on watching the address"
        assert "Codes were printed that lead to euchre-test.local" in printed_problem("http://euchre-test.local:8000")
    following._follow_to(FIRST)
    assert settings_of_hall.ADDRESS == "http://euchre-test.local:8000"
    assert settings_of_hall.NAME_IN_NETWORK == "euchre-test.local" and phone_problems.sentences() == []


def test_a_refused_name_is_tried_again_when_the_address_or_the_network_is_back(
    following: NetworkName, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = announce_with(monkeypatch, Refused("It is another device’s."), None, None)
    for address in (FIRST, SECOND, SECOND, NO_NETWORK, SECOND, SECOND, NO_NETWORK, SECOND):
        following._follow_to(address)
    assert tried == [SECOND, SECOND, SECOND], "once, then each time the network was gone"


def test_an_address_by_a_setting_stays_when_the_name_cannot_follow(
    following: NetworkName, settings_of_hall: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead_codes_to("http://cards.example", name=following.host, remember=False)
    announce_with(monkeypatch, Refused("It is another device’s."))
    following._follow_to(SECOND)
    assert (settings_of_hall.ADDRESS, settings_of_hall.NETWORK_HOST) == ("http://cards.example", "")
    assert settings_of_hall.NAME_IN_NETWORK == ""


def test_what_fails_once_does_not_end_the_watch(following: NetworkName, monkeypatch: pytest.MonkeyPatch) -> None:
    tried, asked = announce_with(monkeypatch, None), []

    def where() -> str:
        asked.append(1)
        if len(asked) == 1:
            raise RuntimeError("no answer from the system")
        return SECOND

    following.follow(where, every=0.01)
    wait_for(lambda: tried == [SECOND])
