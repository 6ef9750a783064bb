"""The one thing to do next on the board: its button follows the state of the night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse

from tournament.night.round_clocks import ClockKind


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a night that is played stands.

    `ring` is the game that the next bell ends, None when no game is seated that it could end. `clocked`: a clock rings
    it, and does what `clock` says. `started`: that game has a hand, or its clock runs. `missing`: scores of game `rung`
    are not in although its bell rang; `slips` of these tables have no phone. `over`: all scores of the night are in.
    """

    ring: int | None = None
    clocked: bool = False
    clock: ClockKind = ClockKind.OFF
    started: bool = False
    rung: int = 0
    missing: int = 0
    slips: int = 0
    first_slip: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class PrimaryAction:
    """A button: a form that posts `fields`, or a link when there are none."""

    slug: str
    label: str
    address: str
    icon: str
    fields: Mapping[str, object] = field(default_factory=dict)


def primary_action(night: str, moment: Moment | None, *, unrevealed: bool = False) -> PrimaryAction:
    """Choose what the organizer does next; `night` is its slug, and `moment` is None when it is closed.

    :param unrevealed: whether it is closed and its winners are still to be revealed.
    """
    if unrevealed:
        return PrimaryAction("reveal", "Reveal the winners", reverse("reveal", args=[night]), "prizes")
    if moment is None:
        return PrimaryAction("final", "Final standings", reverse("standings", args=[night]), "standings")
    if moment.missing and not moment.started:
        return _enter_scores(night, moment)
    if moment.ring is None:
        over = ("close", "Close the night", reverse("close", args=[night]), "prizes")
        scores = ("scores", "Enter scores", reverse("scores", args=[night]), "scores")
        return PrimaryAction(*(over if moment.over else scores))
    return _move_on(night, moment, moment.ring) or _ring(night, moment.ring)


def scorers_action(
    night: str, moment: Moment | None, to_enter: Sequence[int], *, unrevealed: bool = False
) -> PrimaryAction | None:
    """Choose what a scorer does next: the scores that are due, or after the end the standings; None for nothing.

    :param to_enter: the numbers of the games whose score is to be typed, once for each table.
    """
    if moment is None:
        return None if unrevealed else primary_action(night, None)
    if moment.missing:
        return _enter_scores(night, moment)
    if to_enter:
        label = f"Enter scores ({_tables(len(to_enter))})"
        return PrimaryAction("scores", label, reverse("quick", args=[night, min(to_enter)]), "scores")
    return None


def second_action(night: str, moment: Moment | None) -> PrimaryAction | None:
    """Return what some halls do instead: go on although scores are missing, or ring although no clock runs."""
    if moment is None or moment.ring is None:
        return None
    ring = _ring(night, moment.ring)
    if moment.missing and not moment.started:
        return _move_on(night, moment, moment.ring) or ring
    stands_still = moment.clock in (ClockKind.OFF, ClockKind.PAUSED)
    return ring if moment.clocked and stands_still else None


def _move_on(night: str, moment: Moment, ring: int) -> PrimaryAction | None:
    """Start or resume the clock of game `ring`; None where none rings, or it runs."""
    labels = {
        ClockKind.OFF: "Start the clock",
        ClockKind.PAUSED: "Resume the clock",
        ClockKind.WAITING: f"Start game {ring} now",
        ClockKind.NOT_POSTED: f"Start game {ring} now",
    }
    if not moment.clocked or moment.clock not in labels:
        return None
    do = {"resume": 1} if moment.clock is ClockKind.PAUSED else {"start": 0}
    return PrimaryAction("start", labels[moment.clock], reverse("clock", args=[night]), "start", {"round": ring, **do})


def _ring(night: str, ring: int) -> PrimaryAction:
    """Ring the bell; the name says what it ends, or before the first hand it is taken for the start of the game."""
    return PrimaryAction(
        "ring", f"End game {ring} (ring the bell)", reverse("ring", args=[night]), "bell", {"round": ring}
    )


def _enter_scores(night: str, moment: Moment) -> PrimaryAction:
    """Say how many scores are to be typed from slips, of earlier games, too; else how many are still to come."""
    label = f"Enter scores ({_tables(moment.slips) if moment.slips else f'{moment.missing} left'})"
    return PrimaryAction("scores", label, reverse("quick", args=[night, moment.first_slip or moment.rung]), "scores")


def _tables(many: int) -> str:
    return f"{many} table{'' if many == 1 else 's'}"
