"""The results of hands as one side of the table sees them: buttons, recorded results, disputed answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tally.loading.games import MAKERS, LoadedGame
from tally.rules import VARIANTS, Call, Record, ResultButton, calls, may_pass_out, read_record, result_buttons, score
from tournament.models import Night
from tournament.movements.seats import Side


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
    bid: str = ""  # what the table calls it; empty in turn-up games
    played: bool = True
    asks: bool = False  # it pays by who went alone

    @property
    def for_us(self) -> bool:
        """Whether the points are ours."""
        return self.ours > self.theirs


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid by one side, the first tap of two, with its results for the second."""

    value: str
    label: str
    by_us: bool
    results: list[Result]


def scoring_buttons(night: Night, us: Side, bid: str = "") -> dict[str, object]:
    """The buttons of tonight's game: `rows` of results where one tap is enough, else `bids` in two columns.

    `bid` is the value of the bid that was tapped: then `chosen` has its results. `rare` bids stand under "More", and
    that everybody passed, where that can be (`may_pass`).
    """
    variant, sides = VARIANTS[night.variant], (us, us.other)
    every = calls(variant, night.house_rules)
    buttons: dict[str, object] = {
        "rare": [_bid(call, side, us) for call in every if call.rare for side in sides],
        "chosen": _chosen(every, us, bid),
        "may_pass": may_pass_out(variant, night.house_rules),
    }
    if all(call.bid is None for call in every):
        rows = [[_button(choice, side, us) for side in sides] for choice in result_buttons(variant, night.house_rules)]
        return buttons | {"rows": rows}
    usual = [call for call in every if not call.rare]
    return buttons | {"bids": [[_bid(call, side, us) for call in usual] for side in sides]}


def every_bid(night: Night, us: Side) -> list[Bid]:
    """Every bid of tonight's game by either side, with its results, to choose from one list."""
    every = calls(VARIANTS[night.variant], night.house_rules)
    return [_bid(call, side, us) for call in every if call.bid is not None for side in (us, us.other)]


def _chosen(every: tuple[Call, ...], us: Side, bid: str) -> Bid | None:
    side, _, slug = bid.partition(":")
    call = next((call for call in every if call.slug == slug), None)
    return _bid(call, Side(side), us) if call and side in list(Side) else None


def _bid(call: Call, maker: Side, us: Side) -> Bid:
    return Bid(
        value=f"{maker}:{call.slug}",
        label=call.label,
        by_us=maker is us,
        results=[_button(choice, maker, us, call.label) for choice in call.results],
    )


def _button(choice: ResultButton, maker: Side, us: Side, bid: str = "") -> Result:
    points = {maker: choice.score.makers, maker.other: choice.score.defenders}
    return Result(
        value=f"{maker}:{choice.slug}",
        ours=points[us],
        theirs=points[us.other],
        we_made=maker is us,
        low=choice.tricks[0],
        high=choice.tricks[1],
        alone=bool(choice.alone),
        made=choice.made,
        march=choice.march,
        bid=bid,
        played=choice.played,
        asks=choice.score.lone_player is not None,
    )


def recorded_result(night: Night, record: Record, us: Side) -> Result:
    """A recorded hand as one side sees it, in the same form as the buttons."""
    points = score(record, night.house_rules)
    maker = MAKERS.get(str(record.maker_side))
    by_side = {maker: points.makers, maker.other: points.defenders} if maker else {}
    low, high = record.maker_tricks or (0, 0)
    return Result(
        value="",
        ours=by_side.get(us, 0),
        theirs=by_side.get(us.other, 0),
        we_made=maker is us,
        low=low,
        high=high,
        alone=bool(record.alone),
        made=bool(points.made),
        march=low == record.variant.tricks,
        passed=record.passed_out,
        bid=_label(night, record),
        played=record.maker_tricks is not None,
    )


def dispute_context(night: Night, game: LoadedGame, us: Side) -> dict[str, object]:
    """The two answers of a hand in dispute: `dispute`, the row, and `answers`, what was recorded first."""
    dispute, there = game.dispute, game.hand(game.dispute.number) if game.dispute else None
    if dispute is None or there is None:
        return {"dispute": None}
    recorded = {
        "value": "keep",
        "by": there.by,
        "result": recorded_result(night, there.record, us),
        "alone_by": there.scored.loner,
    }
    against = {
        "value": "take",
        "by": dispute.entry,
        "result": recorded_result(night, read_record(dispute.record), us),
        "alone_by": dispute.alone_by.number if dispute.alone_by else None,
    }
    return {"dispute": dispute, "answers": [recorded, against]}


def _label(night: Night, record: Record) -> str:
    """What the table calls a recorded bid; empty in turn-up games."""
    return "" if record.bid is None else label_of(calls(record.variant, night.house_rules), record)


def label_of(every: Iterable[Call], record: Record) -> str:
    """What a table with these calls calls a recorded bid."""
    alike = [call for call in every if call.bid == record.bid]
    fitting = [call for call in alike if call.alone in (None, record.alone) and not call.rare] or alike
    return fitting[0].label if fitting else str(record.bid)
