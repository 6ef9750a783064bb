"""The seats of one table: dealing order, partners and sides.

A table is written `(a, b, c, d)`: a and b are partners against c and d, and a deals first. Clockwise they sit
a, c, b, d, which are the seats N, E, S, W. Source: seed 003, Progressive Euchre.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

Table: TypeAlias = tuple[int, int, int, int]


class Side(StrEnum):
    """One of the two partnerships at a table."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """The opposing side."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of this side, the earlier dealer first."""
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)


class Seat(StrEnum):
    """A seat at the table. Iteration follows dealing order, which is clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def left(self) -> Seat:
        """The seat to the left, which deals next."""
        return SEATS[(SEATS.index(self) + 1) % 4]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return SEATS[(SEATS.index(self) + 2) % 4]

    @property
    def side(self) -> Side:
        """The side that this seat belongs to."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


SEATS: tuple[Seat, ...] = tuple(Seat)
SEAT_NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def players_by_seat(table: Table) -> dict[Seat, int]:
    """Return the four players of a table by seat, in dealing order."""
    a, b, c, d = table
    return {Seat.N: a, Seat.E: c, Seat.S: b, Seat.W: d}


def dealer(hand: int) -> Seat:
    """Return the seat that deals hand number `hand` of a game: N deals hand 1, then the deal passes to the left.

    :raises ValueError: for a hand number below 1.
    """
    if hand < 1:
        raise ValueError(f"Hands are numbered from 1; there is no hand {hand}.")
    return SEATS[(hand - 1) % 4]


def first_dealer(seats: Mapping[Seat, int], ghost: int | None) -> int:
    """Who deals first at a table: North, or the partner of a ghost there."""
    return seats[Seat.S] if seats[Seat.N] == ghost else seats[Seat.N]
