"""The room's list: facts about a laptop → states and sentences. What is not known is not claimed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tournament.reach.facts import Firewall, LaptopFacts, PhoneReport, Power, Sleep, SlowFacts, System, Trouble
from tournament.reach.findings import laptop_findings, phone_finding, room_summary
from tournament.reach.networks import Address
from tournament.reach.states import Finding, State

WIFI, CABLE = Address("192.168.1.5", 24, "wlan0"), Address("10.0.0.7", 8, "eth0")
GOOD = LaptopFacts(
    system=System.WINDOWS,
    program=r"C:\python.exe",
    port=8000,
    addresses=(WIFI,),
    chosen="192.168.1.5",
    answers_at=frozenset({"192.168.1.5"}),
    free_bytes=50_000_000_000,
    power=Power(plugged_in=True, percent=80),
    slow=SlowFacts((Firewall("the Windows firewall", True),), Sleep(0, 10), clock_is_kept=True, wifi_name="Hall"),
)
REPORT = PhoneReport("A phone", "192.168.1.5", "6:40 PM", clock_ahead=3)
OLD_REPORT = PhoneReport("A phone", "192.168.1.5", "Nov 27, 6:40 PM", clock_ahead=3600, is_current=False)
ALL_KNOWN = replace(GOOD.slow or SlowFacts(), sleep=Sleep(0, 0))


def line(name: str, facts: LaptopFacts = GOOD, report: PhoneReport | None = None) -> Finding:
    """Return one line of the list."""
    return next(one for one in laptop_findings(facts, report) if one.name == name)


@pytest.mark.parametrize(
    ("name", "facts", "report", "state", "says"),
    [
        ("network", GOOD, None, State.GOOD, "should find this laptop at 192.168.1.5. Its Wi-Fi is “Hall”"),
        ("network", GOOD, REPORT, State.GOOD, "Phones find this laptop at 192.168.1.5."),
        ("network", GOOD, OLD_REPORT, State.GOOD, "should find"),
        ("network", replace(GOOD, addresses=()), None, State.PROBLEM, "in no network"),
        ("network", replace(GOOD, addresses=(WIFI, CABLE)), None, State.WARNING, "2 addresses: 192.168.1.5 (Wi-Fi)"),
        ("network", replace(GOOD, addresses=(WIFI, CABLE)), REPORT, State.GOOD, "A phone connected through 192"),
        ("network", replace(GOOD, addresses=(Address("172.17.0.1", 16, "docker0"),)), None, State.PROBLEM, "inside"),
        ("port", GOOD, None, State.GOOD, "Port 8000 is open"),
        ("port", replace(GOOD, answers_at=frozenset()), None, State.PROBLEM, "closed at 192.168.1.5"),
        ("port", replace(GOOD, addresses=(WIFI, CABLE)), None, State.WARNING, "closed at 10.0.0.7"),
        ("firewall", GOOD, None, State.WARNING, "The Windows firewall is on"),
        ("firewall", GOOD, REPORT, State.GOOD, "one has connected"),
        ("firewall", GOOD, OLD_REPORT, State.WARNING, "The Windows firewall is on"),
        ("firewall", replace(GOOD, slow=None), None, State.WAITING, "Being checked"),
        ("firewall", replace(GOOD, slow=SlowFacts()), None, State.UNKNOWN, "probably on"),
        ("firewall", replace(GOOD, slow=SlowFacts((Firewall("ufw", False),))), None, State.GOOD, "ufw is off"),
        ("firewall", replace(GOOD, slow=SlowFacts((Firewall("firewalld", True, True),))), None, State.GOOD, "lets"),
        ("firewall", replace(GOOD, slow=SlowFacts((Firewall("firewalld", True, False),))), None, State.WARNING, "no"),
        ("disk", GOOD, None, State.GOOD, "50.0 GB are free"),
        ("disk", replace(GOOD, free_bytes=1_500_000_000), None, State.WARNING, "1.5 GB"),
        ("disk", replace(GOOD, free_bytes=90_000_000), None, State.PROBLEM, "Only 90 MB"),
        ("disk", replace(GOOD, free_bytes=None), None, State.UNKNOWN, "does not say"),
        ("clock", GOOD, None, State.GOOD, "from the Internet"),
        ("clock", GOOD, REPORT, State.GOOD, "the same time"),
        ("clock", GOOD, replace(REPORT, clock_ahead=3600), State.WARNING, "60 minutes slow, compared with"),
        ("clock", GOOD, replace(REPORT, clock_ahead=-86400 * 3), State.WARNING, "3 days fast, compared with"),
        ("clock", GOOD, OLD_REPORT, State.GOOD, "from the Internet"),
        ("clock", replace(GOOD, clock_set_back=timedelta(hours=3)), None, State.WARNING, "set back by 3 hours"),
        ("clock", replace(GOOD, clock_set_back=timedelta(hours=3)), REPORT, State.GOOD, "the same time"),
        ("clock", replace(GOOD, slow=SlowFacts()), None, State.UNKNOWN, "Not compared yet"),
        ("power", GOOD, None, State.GOOD, "Plugged in; the battery is at 80%"),
        ("power", replace(GOOD, power=Power(False, 20)), None, State.PROBLEM, "On battery, at 20%."),
        ("power", replace(GOOD, power=Power(False, 90, timedelta(hours=5))), None, State.WARNING, "about 5 hours"),
        ("power", replace(GOOD, power=None), None, State.UNKNOWN, "No battery was found"),
        ("sleep", GOOD, None, State.WARNING, "never when plugged in and after 10 minutes when on battery"),
        ("sleep", replace(GOOD, slow=SlowFacts(sleep=Sleep(0, None))), None, State.GOOD, "never when plugged in"),
        ("sleep", replace(GOOD, slow=SlowFacts()), None, State.UNKNOWN, "does not say after how long"),
    ],
)  # fmt: skip
def test_a_line_says_how_it_stands(
    name: str, facts: LaptopFacts, report: PhoneReport | None, state: State, says: str
) -> None:
    found = line(name, facts, report)
    assert found.state is state and says in found.sentence, found
    assert found.advice or state not in (State.PROBLEM, State.WARNING), "what is wrong says what to do"


@pytest.mark.parametrize(
    ("system", "firewalls", "words", "commands"),
    [
        (System.WINDOWS, (), "Allow an app through firewall", ["New-NetFirewallRule", "netsh advfirewall"]),
        (System.MACOS, (), "Allow incoming connections", []),
        (System.LINUX, (), "Two firewalls are common", ["sudo ufw allow", "sudo firewall-cmd --add"]),
        (System.LINUX, (Firewall("ufw", True),), "ufw is the firewall here", ["sudo ufw allow 8000/tcp"]),
        (System.LINUX, (Firewall("firewalld", True),), "firewalld is", ["sudo firewall-cmd --add-port=8000/tcp"]),
    ],
)  # fmt: skip
def test_each_system_has_its_own_words_for_opening_the_firewall(
    system: System, firewalls: tuple[Firewall, ...], words: str, commands: list[str]
) -> None:
    found = line("firewall", replace(GOOD, system=system, slow=SlowFacts(firewalls)))
    assert words in " ".join(found.advice)
    assert len(found.commands) == len(commands)
    assert all(command.startswith(begin) for command, begin in zip(found.commands, commands, strict=True))
    assert all("8000" in command for command in found.commands)


@pytest.mark.parametrize(
    ("facts", "report", "state", "says"),
    [
        (GOOD, None, State.WAITING, "No phone has connected here yet."),
        (GOOD, OLD_REPORT, State.WAITING, "No phone has connected here yet."),
        (GOOD, REPORT, State.WARNING, "A phone connected at 6:40 PM. Look at: sleep."),
        (replace(GOOD, slow=ALL_KNOWN), REPORT, State.GOOD, "nothing is wrong"),
        (replace(GOOD, slow=None), REPORT, State.WAITING, "6:40 PM. Still being checked: sleep."),
        (replace(GOOD, slow=ALL_KNOWN, power=None), REPORT, State.UNKNOWN, "could not check: power."),
        (GOOD, replace(REPORT, trouble=Trouble.NO_LIVE), State.WARNING, "but live messages do not reach it"),
        (replace(GOOD, addresses=()), REPORT, State.PROBLEM, "in no network"),
    ],
)
def test_the_room_in_one_sentence(facts: LaptopFacts, report: PhoneReport | None, state: State, says: str) -> None:
    summary = room_summary(laptop_findings(facts, report), report)
    assert summary.state is state and says in summary.sentence, summary


def test_windows_way_that_needs_no_files_name_comes_first() -> None:
    first, second, *_ = line("firewall").advice
    assert "opens port 8000" in first and GOOD.program not in first and GOOD.program in second


def test_a_phone_that_came_by_another_address_than_the_codes_have_is_said() -> None:
    found = phone_finding(replace(REPORT, reached="10.0.0.7"), "192.168.1.5")
    assert found.state is State.WARNING and "through 10.0.0.7. The codes lead to 192.168.1.5." in found.sentence
    assert phone_finding(REPORT, "192.168.1.5").state is State.GOOD
    old = phone_finding(OLD_REPORT, "192.168.1.5")
    assert old.state is State.WAITING
    assert old.sentence == "No phone has connected here yet. The last one is from Nov 27, 6:40 PM, through 192.168.1.5."
    assert phone_finding(None, "192.168.1.5").sentence == "No phone has connected yet."
