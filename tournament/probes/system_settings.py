"""Firewall, sleep, clock and Wi-Fi as the system's own programs and files tell them; else unknown."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import psutil

from tournament.probes.commands import ask
from tournament.reach.facts import Firewall, Power, Sleep, SlowFacts, System

UFW_FILE = Path("/etc/ufw/ufw.conf")  # readable by everybody, unlike `ufw status`
FIREWALLD_PID = Path("/run/firewalld.pid")
MACOS_FIREWALL = "/usr/libexec/ApplicationFirewall/socketfilterfw"
GNOME_POWER = "org.gnome.settings-daemon.plugins.power"
WINDOWS_PROFILES = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"


def this_system() -> System:
    """Return which kind of computer this is."""
    names = {"win32": System.WINDOWS, "darwin": System.MACOS, "linux": System.LINUX}
    return names.get(sys.platform, System.OTHER)


def slow_facts(system: System, port: int) -> SlowFacts:
    """Ask other programs what they know, for some seconds at most."""
    return SlowFacts(
        firewalls=_firewalls(system, port),
        sleep=_sleep(system),
        clock_is_kept=_clock_is_kept(system),
        wifi_name=_wifi_name(system),
    )


def power() -> Power | None:
    """Return where the power comes from; None without a battery, or where nobody can tell."""
    with suppress(OSError, RuntimeError, AttributeError):
        battery = psutil.sensors_battery()
        if battery is not None:
            left = timedelta(seconds=battery.secsleft) if 0 < battery.secsleft < 360_000 else None
            return Power(bool(battery.power_plugged), round(battery.percent), left)
    return None


def _firewalls(system: System, port: int) -> tuple[Firewall, ...]:
    if system is System.LINUX:
        return tuple(firewall for firewall in (_ufw(), _firewalld(port)) if firewall)
    if system is System.MACOS:
        on = macos_firewall_is_on(ask(MACOS_FIREWALL, "--getglobalstate"))
        return () if on is None else (Firewall("the Mac’s firewall", on),)
    if system is System.WINDOWS:
        on = _windows_firewall_is_on()
        return () if on is None else (Firewall("the Windows firewall", on),)
    return ()


def _ufw() -> Firewall | None:
    with suppress(OSError):
        return Firewall("ufw", ufw_is_on(UFW_FILE.read_text("utf-8", "replace")))
    return None


def ufw_is_on(text: str) -> bool:
    """Return whether ufw's file of settings turns it on."""
    return re.search(r"(?im)^\s*ENABLED\s*=\s*yes", text) is not None


def _firewalld(port: int) -> Firewall | None:
    if not FIREWALLD_PID.exists():
        return None
    ports = ask("firewall-cmd", "--list-ports")
    return Firewall("firewalld", True, lets_in=f"{port}/tcp" in ports.split() if ports.strip() else None)


def macos_firewall_is_on(text: str) -> bool | None:
    """Return whether the Mac's firewall is on, by its own program."""
    state = re.search(r"State = (\d)", text)
    return state[1] != "0" if state else None


def _windows_firewall_is_on() -> bool | None:
    """Return whether the Windows firewall is on in any kind of network."""
    try:
        import winreg
    except ImportError:
        return None
    found = []
    for profile in ("StandardProfile", "PublicProfile"):
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, rf"{WINDOWS_PROFILES}\{profile}") as key:  # type: ignore[attr-defined,unused-ignore]
            found.append(bool(winreg.QueryValueEx(key, "EnableFirewall")[0]))  # type: ignore[attr-defined,unused-ignore]
    return any(found) if found else None


def _sleep(system: System) -> Sleep | None:
    if system is System.LINUX:
        on_mains, on_battery = (_gnome_sleep(where) for where in ("ac", "battery"))
        return None if on_mains is None and on_battery is None else Sleep(on_mains, on_battery)
    if system is System.WINDOWS:
        return powercfg_sleep(ask("powercfg", "/query", "SCHEME_CURRENT", "SUB_SLEEP", "STANDBYIDLE"))
    return pmset_sleep(ask("pmset", "-g", "custom")) if system is System.MACOS else None


def _gnome_sleep(where: str) -> int | None:
    kind = ask("gsettings", "get", GNOME_POWER, f"sleep-inactive-{where}-type").strip().strip("'")
    seconds = ask("gsettings", "get", GNOME_POWER, f"sleep-inactive-{where}-timeout").strip()
    return gnome_minutes(kind, seconds)


def gnome_minutes(kind: str, seconds: str) -> int | None:
    """Return after how many minutes GNOME sends the laptop to sleep, by what it does then and after how long."""
    if kind == "nothing":
        return 0
    return max(1, int(seconds) // 60) if kind in ("suspend", "hibernate") and seconds.isdigit() else None


def powercfg_sleep(text: str) -> Sleep | None:
    """Return Windows' minutes until sleep: the last two numbers of `powercfg`, in whichever language."""
    values = [int(value, 16) for value in re.findall(r"0x([0-9a-fA-F]{8})", text)]
    return Sleep(*(_minutes(seconds) for seconds in values[-2:])) if len(values) >= 2 else None


def _minutes(seconds: int) -> int:
    return max(1, seconds // 60) if seconds else 0


def pmset_sleep(text: str) -> Sleep | None:
    """Return macOS' minutes until sleep, by `pmset -g custom`."""
    found: dict[str, int] = {}
    where = ""
    for line in text.splitlines():
        words = line.split()
        if line.startswith(("AC Power", "Battery Power")):
            where = line.split()[0]
        elif words[:1] == ["sleep"] and len(words) > 1 and words[1].isdigit():
            found[where] = int(words[1])
    return Sleep(found.get("AC"), found.get("Battery")) if found else None


def _clock_is_kept(system: System) -> bool | None:
    if system is not System.LINUX:
        return None
    return {"yes": True, "no": False}.get(ask("timedatectl", "show", "-p", "NTPSynchronized", "--value").strip())


def _wifi_name(system: System) -> str:
    if system is System.LINUX:
        return (ask("iwgetid", "-r") or nmcli_name(ask("nmcli", "-t", "-f", "active,ssid", "dev", "wifi"))).strip()[:32]
    if system is System.WINDOWS:
        return netsh_name(ask("netsh", "wlan", "show", "interfaces"))
    return ""


def nmcli_name(text: str) -> str:
    """Return the name of the Wi-Fi in use, by NetworkManager."""
    return next(
        (line.partition(":")[2].replace("\\:", ":") for line in text.splitlines() if line.startswith("yes:")), ""
    )


def netsh_name(text: str) -> str:
    """Return the name of the Wi-Fi in use, by Windows."""
    found = re.search(r"(?m)^\s*SSID\s*:\s*(.+?)\s*$", text)
    return found[1][:32] if found else ""
