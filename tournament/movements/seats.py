"""Where people sit at one table: seats in dealing order, partners, sides.

A table is written `(a, b, c, d)`: a and b are partners against c and d, and a deals first. Clockwise
the four sit a, c, b, d, which are the seats N, E, S, W. Source: seed 003, Progressive Euchre.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

Table: TypeAlias = tuple[int, int, int, int]


class Side(StrEnum):
    """One of the two partnerships at a table."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of this side, the one that deals earlier first."""
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)


class Seat(StrEnum):
    """A place at the table. Iterating gives dealing order, which is clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def left(self) -> Seat:
        """The left-hand neighbour, who deals next."""
        return SEATS[(SEATS.index(self) + 1) % 4]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return SEATS[(SEATS.index(self) + 2) % 4]

    @property
    def side(self) -> Side:
        """The partnership this seat belongs to."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


SEATS: tuple[Seat, ...] = tuple(Seat)
SEAT_NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def players_by_seat(table: Table) -> dict[Seat, int]:
    """The four numbers of a table by seat, in dealing order."""
    a, b, c, d = table
    return {Seat.N: a, Seat.E: c, Seat.S: b, Seat.W: d}


def dealer(hand: int) -> Seat:
    """Who deals hand number `hand` (1 is the game's first): N, then the deal passes to the left.

    :raises ValueError: for a hand number below 1.
    """
    if hand < 1:
        raise ValueError(f"Hands are numbered from 1; there is no hand {hand}.")
    return SEATS[(hand - 1) % 4]
