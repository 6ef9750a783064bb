"""Firewalls: which is likely on, and how it lets phones in, in the words of each system."""

from __future__ import annotations

from tournament.reach.facts import LaptopFacts, System
from tournament.reach.states import Finding, State

NAME = "Euchre Night"  # of the rule that lets phones in


def how_to_open(system: System, name: str, port: int, program: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return how to let phones in to a port: sentences, and the commands that some of them speak of."""
    if system is System.WINDOWS:
        return (
            (
                "Press the Windows key, type PowerShell, and choose “Run as administrator”. Copy the first line below, "
                f"paste it there, and press Enter: it opens port {port}, and nothing else.",
                "Or open “Windows Security”, then “Firewall & network protection”, then “Allow an app through "
                "firewall”, “Change settings”, and check both boxes beside Python or Euchre Night. Is it not there? "
                f"Press “Allow another app” and choose {program}.",
                "Does Windows call this Wi-Fi a public network? Then it lets less in: in Settings › Network & Internet "
                "› Wi-Fi choose “Private network” for the hall’s.",
            ),
            (
                f"New-NetFirewallRule -DisplayName '{NAME}' -Direction Inbound -Protocol TCP -LocalPort {port} "
                "-Action Allow",
                f'netsh advfirewall firewall add rule name="{NAME}" dir=in action=allow protocol=TCP localport={port}',
            ),
        )
    if system is System.MACOS:
        return (
            (
                "Open System Settings › Network › Firewall › Options. Turn off “Block all incoming connections”, and "
                "set Python or Euchre Night to “Allow incoming connections”.",
                f"Is it not in the list? Press + and choose {program}. When macOS asks whether it may accept incoming "
                "connections, press Allow.",
            ),
            (),
        )
    commands = {
        "ufw": (f"sudo ufw allow {port}/tcp",),
        "firewalld": (f"sudo firewall-cmd --add-port={port}/tcp",),
    }.get(name, (f"sudo ufw allow {port}/tcp", f"sudo firewall-cmd --add-port={port}/tcp"))
    which = f"{name} is the firewall here" if name in ("ufw", "firewalld") else "Two firewalls are common on Linux"
    return (f"{which}. In a terminal:",), commands


def firewall_finding(facts: LaptopFacts, *, has_phone: bool) -> Finding:
    """Return the line about the firewall. Only a phone that connects proves that it lets phones in."""
    if has_phone:
        return Finding("firewall", "The firewall", State.GOOD, "It lets phones in: one has connected.")
    if facts.slow is None:
        return Finding("firewall", "The firewall", State.WAITING, "Being checked …")
    found = facts.slow.firewalls
    on = next((firewall for firewall in found if firewall.is_on), None)
    if on and on.lets_in:
        return Finding(
            "firewall",
            "The firewall",
            State.GOOD,
            f"{_as_beginning(on.name)} is on, and lets phones in to port {facts.port}.",
        )
    advice, commands = how_to_open(facts.system, on.name if on else "", facts.port, facts.program)
    if on:
        sentence = f"{_as_beginning(on.name)} is on. Until a phone has connected, it may keep phones out."
        if on.lets_in is False:
            sentence = f"{_as_beginning(on.name)} is on, and nothing lets phones in to port {facts.port}."
        return Finding("firewall", "The firewall", State.WARNING, sentence, advice, commands)
    if found and all(firewall.is_on is False for firewall in found):
        return Finding(
            "firewall",
            "The firewall",
            State.GOOD,
            f"{_as_beginning(found[0].name)} is off. A security program of another maker may have its own.",
        )
    likely = {
        System.WINDOWS: "The Windows firewall is probably on.",
        System.MACOS: "The Mac’s firewall may be on.",
    }.get(facts.system, "A firewall may be on; this laptop does not say.")
    sentence = f"{likely} The first phone that connects shows that it lets phones in."
    return Finding("firewall", "The firewall", State.UNKNOWN, sentence, advice, commands)


def _as_beginning(name: str) -> str:
    """Return a firewall's name as a sentence begins with it; a program's name stays as it is."""
    return f"T{name[1:]}" if name.startswith("the ") else name
