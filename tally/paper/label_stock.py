"""Die-cut sheets of badges and labels as they are sold: which paper, how many, and where each one is.

Sources: 5395 and 5160 as in gLabels' templates (`avery-us-templates.xml`), 5392 as in the Perl module Paper::Specs.
L7160 has the size, number and gaps of public tables of labels, L4785 those of gLabels' `avery-iso-templates.xml`; their
margins are half of what the labels leave of A4 (gLabels has the first label 0.3 and 0.5 mm from there). None was held
against labels that were bought: hence the nudge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tally.paper.measures import MM, Paper
from tournament.people.errors import Refused

INCH = 72.0
MOST_NUDGE = 10.0  # millimeters by which a printer may be off


@dataclass(frozen=True, slots=True)
class Stock:
    """A product: its labels by column and row, all lengths in points from the paper's upper left corner."""

    code: str
    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    step_across: float
    step_down: float

    @property
    def count(self) -> int:
        """The number of labels on a sheet."""
        return self.columns * self.rows

    @property
    def words(self) -> str:
        """What it is, to choose it, as short as a phone has room for: "Avery 5160: 30 on Letter"."""
        return f"Avery {self.code}: {self.count} on {'A4' if self.paper is Paper.A4 else 'Letter'}"

    def corners(self) -> Iterator[tuple[float, float]]:
        """The lower left corner of every label, row by row, in points from the paper's lower left corner."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield (
                    self.left + column * self.step_across,
                    self.paper.height - self.top - row * self.step_down - self.height,
                )


STOCKS = {
    stock.code: stock
    for stock in (
        Stock("5392", Paper.LETTER, 2, 3, 4 * INCH, 3 * INCH, INCH / 4, INCH, 4 * INCH, 3 * INCH),
        Stock("5395", Paper.LETTER, 2, 4, 243.0, 168.0, 49.5, 42.0, 270.0, 180.0),  # 3 3/8 by 2 1/3 inches
        Stock("L4785", Paper.A4, 2, 5, 80 * MM, 50 * MM, 17.5 * MM, 13.5 * MM, 95 * MM, 55 * MM),
        Stock("5160", Paper.LETTER, 3, 10, 2.625 * INCH, INCH, 0.1875 * INCH, INCH / 2, 2.75 * INCH, INCH),
        Stock("L7160", Paper.A4, 3, 7, 63.5 * MM, 38.1 * MM, 7.25 * MM, 15.15 * MM, 66 * MM, 38.1 * MM),
    )
}


def own_paper_first(codes: Sequence[str], paper: Paper) -> list[str]:
    """The codes of products, those on this paper first."""
    return sorted(codes, key=lambda code: STOCKS[code].paper != paper)


def stock_named(code: str, among: Sequence[str]) -> Stock:
    """The product with this code, or the first of those that a sheet is laid out for.

    :raises Refused: for any other code.
    """
    if code and code not in among:
        raise Refused(f'This sheet is not laid out for "{code}": choose {" or ".join(among)}.')
    return STOCKS[code or among[0]]


def check_nudge(nudge: tuple[float, float]) -> None:
    """Check that a print is moved by a distance that can be meant.

    :raises Refused: otherwise.
    """
    if not all(-MOST_NUDGE <= by <= MOST_NUDGE for by in nudge):
        raise Refused(f"A print can be moved by up to {MOST_NUDGE:.0f} mm in each direction.")
