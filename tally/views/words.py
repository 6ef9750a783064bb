"""What templates need to say a result from one side of the table."""

from __future__ import annotations

from dataclasses import dataclass

from tally.load import MAKERS
from tally.rules import VARIANTS, Choice, Record, choices, score
from tournament.models import Night
from tournament.seats import Side


@dataclass(frozen=True, slots=True)
class Result:
    """A result as `us` sees it. `value` is the button's; `low` and `high` are the makers' tricks."""

    value: str
    ours: int
    theirs: int
    we_made: bool  # we named trump
    low: int
    high: int
    alone: bool
    made: bool
    march: bool
    passed: bool = False

    @property
    def for_us(self) -> bool:
        """Whether the points are ours."""
        return self.ours > self.theirs

    @property
    def points(self) -> int:
        """The points of whoever gets some."""
        return self.ours or self.theirs


def button_rows(night: Night, us: Side) -> list[list[Result]]:
    """A row a result, in two columns: when we called it, and when they did."""
    return [[_button(choice, side, us) for side in (us, us.other)]
            for choice in choices(VARIANTS[night.variant], night.house_rules)]


def _button(choice: Choice, maker: Side, us: Side) -> Result:
    points = {maker: choice.score.makers, maker.other: choice.score.defenders}
    return Result(value=f"{maker}:{choice.slug}", ours=points[us], theirs=points[us.other], we_made=maker is us,
                  low=choice.tricks[0], high=choice.tricks[1], alone=bool(choice.alone), made=choice.made,
                  march=choice.march)


def said(night: Night, record: Record, us: Side) -> Result:
    """A recorded hand in the same words as the buttons."""
    points = score(record, night.house_rules)
    maker = MAKERS.get(str(record.maker_side))
    by_side = {maker: points.makers, maker.other: points.defenders} if maker else {}
    low, high = record.maker_tricks or (0, 0)
    return Result(value="", ours=by_side.get(us, 0), theirs=by_side.get(us.other, 0), we_made=maker is us,
                  low=low, high=high, alone=bool(record.alone), made=bool(points.made),
                  march=low == record.variant.tricks, passed=record.passed_out)
