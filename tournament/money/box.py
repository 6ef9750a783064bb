"""A night's cash box, added up from its lines. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a line of cash is for."""

    FLOAT = "float"
    ENTRY = "entry"
    POT = "pot"
    HALF = "half"
    CARRY = "carry"
    PRIZE = "prize"
    EXPENSE = "expense"
    OTHER = "other"


LABELS = {
    Kind.FLOAT: "Float",
    Kind.ENTRY: "Entry fees",
    Kind.POT: "Pots by rule",
    Kind.HALF: "Half-and-half",
    Kind.CARRY: "Pots that carry over",
    Kind.PRIZE: "Prizes",
    Kind.EXPENSE: "Expenses",
    Kind.OTHER: "Other money",
}


@dataclass(frozen=True, slots=True)
class Line:
    """Money that came into the box (cents above 0) or went out of it; `reverses` is the line that it takes back."""

    id: int
    kind: Kind
    cents: int
    what: str = ""
    entry: int | None = None
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class KindTotal:
    """What one kind of money brought and took, both above 0; corrected lines and their corrections are in neither."""

    kind: Kind
    came_in: int
    went_out: int

    @property
    def label(self) -> str:
        """What it is called."""
        return LABELS[self.kind]

    @property
    def total(self) -> int:
        """What it left in the box."""
        return self.came_in - self.went_out


def standing(lines: Iterable[Line]) -> list[Line]:
    """The lines that count: neither taken back, nor taking one back. Their sum is that of all lines."""
    every = list(lines)
    reversed_lines = {line.reverses for line in every}
    return [line for line in every if line.reverses is None and line.id not in reversed_lines]


def totals(lines: Iterable[Line]) -> tuple[KindTotal, ...]:
    """The totals of each kind that occurs, in the order of `Kind`."""
    counted = standing(lines)
    return tuple(
        KindTotal(
            kind,
            sum(line.cents for line in counted if line.kind == kind and line.cents > 0),
            sum(-line.cents for line in counted if line.kind == kind and line.cents < 0),
        )
        for kind in Kind
        if any(line.kind == kind for line in counted)
    )


def total_of(lines: Iterable[Line], *kinds: Kind) -> int:
    """What lines of these kinds add up to; of every kind, where none is named."""
    return sum(line.cents for line in lines if not kinds or line.kind in kinds)


def by_entry(lines: Iterable[Line], kind: Kind) -> dict[int, int]:
    """What each entry has paid (above 0) or been paid, of one kind."""
    paid: dict[int, int] = {}
    for line in lines:
        if line.kind == kind and line.entry is not None:
            paid[line.entry] = paid.get(line.entry, 0) + line.cents
    return paid


def by_pot(lines: Iterable[Line]) -> dict[str, int]:
    """What is in each pot that carries over, by its name; pots that are empty again are left out."""
    pots: dict[str, int] = {}
    for line in lines:
        if line.kind == Kind.CARRY:
            pots[line.what] = pots.get(line.what, 0) + line.cents
    return {name: cents for name, cents in sorted(pots.items()) if cents}


def expected(lines: Iterable[Line], brought: Mapping[str, int]) -> int:
    """What must be in the box: the pots brought along from earlier nights, and all lines of this one."""
    return sum(brought.values()) + total_of(lines)


def box_difference(counted: int, lines: Iterable[Line], brought: Mapping[str, int]) -> int:
    """By how many cents what was counted in the box is over what must be in it; short is negative."""
    return counted - expected(lines, brought)
