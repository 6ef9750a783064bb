"""Facts about the laptop → what each means: a state, a sentence, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tournament.people.names import listed
from tournament.reach.facts import LaptopFacts, PhoneReport, Power, Sleep, SlowFacts, System, Trouble
from tournament.reach.firewalls import firewall_finding
from tournament.reach.networks import Address
from tournament.reach.states import Finding, State

GIGABYTE = 1_000_000_000
FULL, TIGHT = 500_000_000, 2 * GIGABYTE  # bytes free on the disk: a night and its copies take less than the first
CLOCK_SLIGHT = timedelta(minutes=2)  # the log and phones may differ by so much
BATTERY_NIGHT = 4  # hours that a night takes at most
LISTEN_EVERYWHERE = "Stop the night and start it again without “--host”, so that it listens to the whole network."


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """How the room is in one sentence, for pages that only lead to the list."""

    state: State
    sentence: str


def laptop_findings(facts: LaptopFacts, report: PhoneReport | None) -> list[Finding]:
    """Return every line of the list, in the order in which one fixes things."""
    slow, report = facts.slow, report if report and report.is_current else None
    lines = [
        Finding("server", "The program", State.GOOD, "Euchre Night is running."),
        _network(facts, slow.wifi_name if slow else "", _proven(facts, report)),
        _port(facts),
        firewall_finding(facts, has_phone=report is not None),
        _disk(facts.free_bytes),
        _clock(facts, report),
        _power(facts.power),
        _sleep(slow, facts.system),
    ]
    return [line for line in lines if line]


def _proven(facts: LaptopFacts, report: PhoneReport | None) -> str:
    """Return the laptop's address by which a phone came: that in the codes, if any did; empty where none has."""
    if report is None:
        return ""
    return facts.chosen if report.codes_lead_here else report.reached


def room_summary(findings: Sequence[Finding], report: PhoneReport | None, *, is_playing: bool = False) -> RoomSummary:
    """Return one sentence about the room: the first problem, or the phone that connected, or that none has yet.

    :param is_playing: whether the night is played, so that people are here.
    """
    problem = next((finding for finding in findings if finding.state is State.PROBLEM), None)
    if problem:
        return RoomSummary(State.PROBLEM, problem.sentence)
    if report is None or not report.is_current:
        last = _none_here(report) if report else "No phone has connected here yet."
        return RoomSummary(State.WAITING, last if is_playing else f"{last} Scan the code with one before people come.")
    phone = _connected(report, is_playing=is_playing, name="")
    if report.trouble:
        return RoomSummary(State.WARNING, f"{phone}, but {report.trouble.sentence}.")
    warnings, waiting, unknown = (
        [finding.subject.lower() for finding in findings if finding.state is state]
        for state in (State.WARNING, State.WAITING, State.UNKNOWN)
    )
    if warnings:
        return RoomSummary(State.WARNING, f"{phone}. Look at: {listed(warnings)}.")
    if waiting:
        return RoomSummary(State.WAITING, f"{phone}. Still being checked: {listed(waiting)}.")
    if unknown:
        return RoomSummary(State.UNKNOWN, f"{phone}. This laptop could not check: {listed(unknown)}.")
    return RoomSummary(State.GOOD, f"{phone}, and nothing is wrong.")


def phone_finding(report: PhoneReport | None, chosen: str, *, is_playing: bool = False) -> Finding:
    """Return the line about phones: the last one that connected, and what was wrong with it.

    :param chosen: the laptop's own address in the codes; empty where they have none.
    """
    if report is None:
        return Finding("phone", "A phone", State.WAITING, "No phone has connected yet.")
    if not report.is_current:
        return Finding("phone", "A phone", State.WAITING, _none_here(report))
    phone = _connected(report, is_playing=is_playing, name=report.name)
    if report.trouble:
        return Finding(
            "phone", "A phone", State.WARNING, f"{phone}, but {report.trouble.sentence}.", _help(report.trouble)
        )
    if report.reached and chosen and report.reached != chosen:
        if report.codes_lead_here:
            return Finding("phone", "A phone", State.GOOD, f"{phone}. Others came through {chosen}, as the codes say.")
        advice = (
            "Let a phone scan the code that is shown here, or press “Use this address” beside the one that works.",
        )
        return Finding("phone", "A phone", State.WARNING, f"{phone}. The codes lead to {chosen}.", advice)
    return Finding("phone", "A phone", State.GOOD, f"{phone}.")


def _connected(report: PhoneReport, *, is_playing: bool, name: str) -> str:
    """Return how many phones connected, and when the last one did, as a sentence without its end.

    While people play, when the last phone was new says nothing, as all of them go on.

    :param name: the last one's; empty where neither that nor the address by which it came is to be said.
    """
    through = f" through {report.reached}" if report.reached and name else ""
    if report.has_only_opened:
        return f"A phone has opened a page here at {report.at}{through}"
    if report.phones == 1:
        return f"{name or 'A phone'} connected at {report.at}{through}"
    if is_playing:
        return f"{report.phones} phones have connected"
    return f"{report.phones} phones connected, the last at {report.at}{f' ({name})' if name else ''}{through}"


def _none_here(report: PhoneReport) -> str:
    """Return that the last phone connected another time or elsewhere, so that it proves nothing of this room."""
    last = f"The last one is from {report.at}" + (f", through {report.reached}" if report.reached else "")
    return f"No phone has connected here yet. {last}."


def _help(trouble: Trouble) -> tuple[str, ...]:
    if trouble is Trouble.NO_LIVE:
        return (
            "Its pages work, but hear of the bell only when they are loaded again. On that phone turn off VPN, private "
            "relay and data saver; or use another Wi-Fi, or a phone’s hotspot.",
        )
    if trouble is Trouble.PROXY:
        return (
            "Use the main Wi-Fi instead of the guests’, or a phone’s hotspot. On the phone turn off VPN and proxy.",
        )
    return ("Put that phone on the same Wi-Fi as this laptop, and turn off VPN and private relay on it.",)


def _network(facts: LaptopFacts, wifi_name: str, reached: str) -> Finding:
    """Return the line about the addresses through which phones could connect."""
    if not facts.addresses:
        return Finding(
            "network",
            "The network",
            State.PROBLEM,
            "This laptop is in no network, and no phone can reach it.",
            ("Connect it to the hall’s Wi-Fi, or to a phone’s hotspot. Neither needs the Internet.",),
        )
    wifi = f" Its Wi-Fi is “{wifi_name}”: phones must be on the same." if wifi_name else ""
    outside = [address for address in facts.addresses if not address.is_virtual]
    if not outside:
        return Finding(
            "network",
            "The network",
            State.PROBLEM,
            "This laptop has only addresses of networks inside itself, or of a VPN, where no phone is.",
            ("Connect it to the hall’s Wi-Fi.",),
        )
    counted = (reached, facts.chosen)  # a laptop has many of IPv6, of which each serves
    outside = [one for one in outside if not one.is_ipv6 or one.host in counted] or outside[:1]
    if len(outside) == 1:
        find = "find" if reached == outside[0].host else "should find"
        return Finding("network", "The network", State.GOOD, f"Phones {find} this laptop at {outside[0].host}.{wifi}")
    if reached and reached == facts.chosen:
        others = [_named(address) for address in outside if address.host != reached]
        sentence = f"A phone connected through {reached}, to which all codes lead."
        return Finding("network", "The network", State.GOOD, f"{sentence} This laptop also has {listed(others)}.{wifi}")
    return Finding(
        "network",
        "The network",
        State.WARNING,
        f"This laptop has {len(outside)} addresses: {listed([_named(address) for address in outside])}.{wifi}",
        ("Each has its own code on this page. All codes lead to the one through which a phone connects.",),
    )


def _named(address: Address) -> str:
    return f"{address.host} ({address.kind})" if address.kind else address.host


def _port(facts: LaptopFacts) -> Finding:
    """Return the line about whether the server answers at the addresses that phones use."""
    outside = [address.host for address in facts.addresses if not address.is_virtual]
    silent = [host for host in outside if host not in facts.answers_at]
    if not outside or not silent:
        return Finding("port", "The port", State.GOOD, f"Port {facts.port} is open on this laptop.")
    if len(silent) == len(outside):
        return Finding(
            "port",
            "The port",
            State.PROBLEM,
            f"The program answers this laptop alone: port {facts.port} is closed at {listed(silent)}.",
            (LISTEN_EVERYWHERE,),
        )
    sentence = f"Port {facts.port} is closed at {listed(silent)}: no phone gets through there."
    return Finding("port", "The port", State.WARNING, sentence, (LISTEN_EVERYWHERE,))


def _disk(free: int | None) -> Finding:
    if free is None:
        return Finding("disk", "Space on the disk", State.UNKNOWN, "This laptop does not say how much is free.")
    amount = f"{free / GIGABYTE:.1f} GB are free." if free < 100 * GIGABYTE else f"{free // GIGABYTE} GB are free."
    if free < FULL:
        return Finding(
            "disk",
            "Space on the disk",
            State.PROBLEM,
            f"Only {free // 1_000_000} MB are free where the night is saved.",
            ("Delete what you do not need, and empty the trash: when it is full, no hand can be saved.",),
        )
    if free < TIGHT:
        return Finding("disk", "Space on the disk", State.WARNING, amount, ("A night needs little; copies need more.",))
    return Finding("disk", "Space on the disk", State.GOOD, amount)


def _clock(facts: LaptopFacts, report: PhoneReport | None) -> Finding:
    """Return the line about the clock: a phone's is the best proof, then what was recorded before."""
    ahead = timedelta(seconds=report.clock_ahead) if report and report.clock_ahead is not None else None
    if ahead is not None and abs(ahead) > CLOCK_SLIGHT:
        which = "slow" if ahead > timedelta() else "fast"
        return Finding(
            "clock",
            "The clock",
            State.WARNING,
            f"It is {_span(abs(ahead))} {which}, compared with a phone that connected.",
            ("See which of them is right. Set this laptop’s clock in its settings, under date and time.",),
        )
    if ahead is not None:
        return Finding("clock", "The clock", State.GOOD, "The phone that connected has the same time.")
    if facts.clock_set_back > CLOCK_SLIGHT:
        return Finding(
            "clock",
            "The clock",
            State.WARNING,
            f"It was set back by {_span(facts.clock_set_back)} since something was last recorded here.",
            ("Compare it with a phone. Is it wrong? Set date and time in the settings; the game clocks follow.",),
        )
    if facts.slow is None:
        return Finding("clock", "The clock", State.WAITING, "Being checked …")
    if facts.slow.clock_is_kept:
        return Finding("clock", "The clock", State.GOOD, "The system sets it from the Internet.")
    return Finding(
        "clock",
        "The clock",
        State.UNKNOWN,
        "Not compared yet: the first phone that connects shows whether it is right.",
    )


def _span(span: timedelta) -> str:
    minutes = round(span.total_seconds() / 60)
    if minutes < 120:
        return f"{minutes} minutes"
    return f"{minutes // 60} hours" if minutes < 2880 else f"{minutes // 1440} days"


def _power(power: Power | None) -> Finding:
    if power is None:
        return Finding("power", "Power", State.UNKNOWN, "No battery was found. Keep this computer plugged in.")
    if power.plugged_in:
        return Finding("power", "Power", State.GOOD, f"Plugged in; the battery is at {power.percent}%.")
    left = f", enough for about {_span(power.left)}" if power.left else ""
    enough = power.left is not None and power.left >= timedelta(hours=BATTERY_NIGHT)
    return Finding(
        "power",
        "Power",
        State.WARNING if enough or power.percent >= 30 else State.PROBLEM,
        f"On battery, at {power.percent}%{left}.",
        ("Plug it in: a night takes up to four hours, and when the battery is empty every phone waits.",),
    )


SLEEP_WAYS = {
    System.WINDOWS: "Settings › System › Power › Screen and sleep: sleep “Never”, when plugged in.",
    System.MACOS: "System Settings › Battery › Options, or Energy: “Prevent automatic sleeping …”.",
    System.LINUX: "Settings › Power › Automatic Suspend: off, when plugged in.",
    System.OTHER: "Turn off automatic sleep in the system’s power settings.",
}
LID = "Leave the lid open: closed, most laptops sleep."


def _sleep(slow: SlowFacts | None, system: System) -> Finding:
    """Return the line about whether the laptop falls asleep by itself, as far as its settings say."""
    if slow is None:
        return Finding("sleep", "Sleep", State.WAITING, "Being checked …")
    if slow.sleep is None or slow.sleep == Sleep():
        return Finding(
            "sleep",
            "Sleep",
            State.UNKNOWN,
            "This laptop does not say after how long it sleeps. Asleep, it serves no phone.",
            (SLEEP_WAYS[system], LID),
        )
    times = listed(list(_when(slow.sleep)))
    if any(minutes for minutes in (slow.sleep.on_mains, slow.sleep.on_battery)):
        return Finding("sleep", "Sleep", State.WARNING, f"It sleeps {times}.", (SLEEP_WAYS[system], LID))
    return Finding("sleep", "Sleep", State.GOOD, f"It sleeps {times}.", (LID,))


def _when(sleep: Sleep) -> Iterator[str]:
    for minutes, where in ((sleep.on_mains, "plugged in"), (sleep.on_battery, "on battery")):
        if minutes == 0:
            yield f"never when {where}"
        elif minutes:
            yield f"after {minutes} minute{'' if minutes == 1 else 's'} when {where}"
