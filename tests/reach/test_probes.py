"""What other programs and files of the system print, read as each of them writes it."""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from tournament.probes import addresses, commands
from tournament.probes.addresses import (
    answers_at,
    linux_gateways,
    linux_neighbors,
    listed_gateways,
    listed_neighbors,
    note_listening,
    own_addresses,
)
from tournament.probes.cached_probes import CachedProbe, program
from tournament.probes.system_settings import (
    gnome_minutes,
    macos_firewall_is_on,
    netsh_name,
    nmcli_name,
    pmset_sleep,
    powercfg_sleep,
    ufw_is_on,
)
from tournament.reach.facts import Sleep
from tournament.reach.networks import Address

LINUX_ARP = """IP address       HW type     Flags       HW address            Mask     Device
192.168.1.1      0x1         0x2         aa:bb:cc:dd:ee:01     *        wlan0
192.168.1.44     0x1         0x0         00:00:00:00:00:00     *        wlan0
192.168.1.37     0x1         0x2         aa:bb:cc:dd:ee:02     *        wlan0
"""
LINUX_ROUTES = """Iface   Destination     Gateway         Flags   RefCnt  Use     Metric  Mask
wlan0   00000000        0101A8C0        0003    0       0       600     00000000
wlan0   0001A8C0        00000000        0001    0       0       600     00FFFFFF
"""
MACOS_ARP = """? (192.168.1.1) at aa:bb:cc:dd:ee:1 on en0 ifscope [ethernet]
? (192.168.1.37) at a:b:c:d:e:2 on en0 ifscope [ethernet]
? (192.168.1.44) at (incomplete) on en0 ifscope [ethernet]
? (192.168.1.255) at ff:ff:ff:ff:ff:ff on en0 ifscope [ethernet]
? (224.0.0.251) at 1:0:5e:0:0:fb on en0 ifscope permanent [ethernet]
"""
WINDOWS_ARP = """
Schnittstelle: 192.168.1.5 --- 0x6
  Internetadresse       Physische Adresse     Typ
  192.168.1.1           aa-bb-cc-dd-ee-01     dynamisch
  192.168.1.37          aa-bb-cc-dd-ee-02     dynamisch
  192.168.1.255         ff-ff-ff-ff-ff-ff     statisch
  224.0.0.22            01-00-5e-00-00-16     statisch
"""
MACOS_ROUTES = (
    "Destination  Gateway      Flags  Netif\ndefault      192.168.1.1  UGScg  en0\n127  127.0.0.1  UCS  lo0\n"
)
WINDOWS_ROUTES = "          0.0.0.0          0.0.0.0      192.168.1.1      192.168.1.5     35\n"
POWERCFG = """GUID des Energieschemas: 381b4222-f694-41f0-9685-ff5bb260df2e
    Mögliche minimale Einstellung: 0x00000000
    Mögliche maximale Einstellung: 0xffffffff
    Index der aktuellen Wechselstromeinstellung: 0x00000000
    Index der aktuellen Gleichstromeinstellung: 0x0000012c
"""
PMSET = """Battery Power:
 lidwake              1
 sleep                1
AC Power:
 displaysleep         10
 sleep                0
"""


def test_neighbors_are_read_from_each_systems_table() -> None:
    both = {"192.168.1.1", "192.168.1.37"}
    assert linux_neighbors(LINUX_ARP) == listed_neighbors(MACOS_ARP) == listed_neighbors(WINDOWS_ARP) == both


def test_routers_are_read_from_each_systems_table() -> None:
    tables = linux_gateways(LINUX_ROUTES), listed_gateways(MACOS_ROUTES), listed_gateways(WINDOWS_ROUTES)
    assert set(tables) == {frozenset({"192.168.1.1"})}


def test_sleep_is_read_in_whichever_language() -> None:
    assert powercfg_sleep(POWERCFG) == Sleep(0, 5) and powercfg_sleep("") is None
    assert pmset_sleep(PMSET) == Sleep(0, 1) and pmset_sleep("") is None
    assert [gnome_minutes(*one) for one in (("nothing", "900"), ("suspend", "900"), ("", ""))] == [0, 15, None]


def test_firewalls_and_names_of_the_wifi() -> None:
    assert ufw_is_on("# x\nENABLED=yes\n") and not ufw_is_on("ENABLED=no\n#ENABLED=yes")
    states = ("Firewall is enabled. (State = 1)", "Firewall is disabled. (State = 0)", "")
    assert [macos_firewall_is_on(text) for text in states] == [True, False, None]
    assert nmcli_name("no:Other\nyes:Hall\\: 2\n") == "Hall: 2" and nmcli_name("") == ""
    assert netsh_name("    SSID                   : Hall\n    BSSID : aa\n") == "Hall" and netsh_name("") == ""


def test_a_program_that_is_missing_fails_or_takes_too_long_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands.ask("no-such-program-anywhere") == "" == commands.ask(sys.executable, "-c", "exit(3)")
    monkeypatch.setattr(commands, "PROGRAM_SECONDS", 0.1)
    begun = time.monotonic()
    assert commands.ask(sys.executable, "-c", "import time; time.sleep(30)") == ""
    assert time.monotonic() - begun < 5


def test_what_a_program_prints_is_read_in_its_own_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "LETTERS", "cp850")  # those of a terminal of Windows in western Europe
    program = "import sys; sys.stdout.buffer.write('Bürgerhaus'.encode('cp850'))"
    assert commands.ask(sys.executable, "-c", program) == "Bürgerhaus"


def test_own_addresses_are_those_of_interfaces_that_are_up_and_in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def on(*hosts: str, family: int = socket.AF_INET) -> list[SimpleNamespace]:
        return [SimpleNamespace(family=family, address=host, netmask="255.255.255.0") for host in hosts]

    found = {
        "lo": on("127.0.0.1"),
        "wlan0": on("192.168.1.5", "169.254.3.3") + on("fd00::5", family=socket.AF_INET6),
        "eth0": on("10.0.0.7"),
    }
    up = {name: SimpleNamespace(isup=name != "eth0") for name in found}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: found)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: up)
    assert own_addresses() == (Address("192.168.1.5", 24, "wlan0"),)
    found["wlan0"] += on("fe80::5%wlan0", "fe80::6", "::1", "2001:db8::0:5", family=socket.AF_INET6)
    monkeypatch.setattr(addresses, "_listens", {socket.AF_INET})
    note_listening(by_ipv6=True)
    by_ipv6 = (Address("2001:db8::5", 64, "wlan0"), Address("fd00::5", 64, "wlan0"))
    assert own_addresses() == (Address("192.168.1.5", 24, "wlan0"), *by_ipv6)
    note_listening(by_ipv6=False)
    assert own_addresses() == (Address("192.168.1.5", 24, "wlan0"),)


def test_a_port_answers_where_somebody_listens_alone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert answers_at(["127.0.0.1", "127.0.0.2"], port) == {"127.0.0.1"}
    assert answers_at(["127.0.0.1"], port) == frozenset()


def test_the_program_for_a_firewall_is_the_file_of_the_process_not_of_what_starts_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/venv/Scripts/pythonw.exe")
    assert program() == psutil.Process().exe() != sys.executable
    assert Path(program()).is_file()

    def refused(_: object) -> str:
        raise psutil.AccessDenied

    monkeypatch.setattr(psutil.Process, "exe", refused)
    assert program() == sys.executable


def test_what_takes_long_is_looked_up_in_a_thread_and_again_once_it_is_old() -> None:
    values = iter(range(10))
    looked = CachedProbe(lambda: next(values), lasts=0.05, otherwise=-1)
    assert looked.value(wait=5) == 0 == looked.value()
    time.sleep(0.1)
    assert looked.value() == 0, "the old value is shown while the new one is looked up"
    until = time.monotonic() + 5
    while looked.value() == 0 and time.monotonic() < until:
        time.sleep(0.01)
    assert looked.value() in (1, 2)


def test_a_look_that_fails_is_logged_and_not_repeated_by_each_page(caplog: pytest.LogCaptureFixture) -> None:
    tries: list[int] = []

    def fail() -> int:
        tries.append(1)
        raise RuntimeError("no such counter")

    looked = CachedProbe(fail, lasts=60, otherwise=7)
    assert looked.value(wait=5) == 7, "what is known of nothing is shown"
    assert looked.value(wait=5) == 7 and tries == [1]
    assert "no such counter" in caplog.text
