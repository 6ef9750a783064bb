"""The results of hands as one side of the table sees them: buttons, recorded results, disputed answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tally.loading.games import LoadedGame
from tally.loading.hands import SIDE_OF_LETTER, points_by_side
from tally.loading.variants import variant_of
from tally.rules import (
    Call,
    Record,
    RenegeButton,
    ResultButton,
    calls,
    label_of,
    may_pass_out,
    read_record,
    renege_buttons,
    result_buttons,
    score,
)
from tournament.models import Night
from tournament.movements.seats import Side

ROWS = 4  # rows of results that the scoring page of the smallest usual phone has room for


@dataclass(frozen=True, slots=True)
class Result:
    """A result as one side sees it. `value` is the button's; `low` and `high` are the makers' tricks."""

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
    bid: str = ""  # its name at the table; empty in turn-up games
    played: bool = True
    asks_who: bool = False  # its points depend on who went alone
    reneged: bool = False
    we_reneged: bool = False

    @property
    def for_us(self) -> bool:
        """Whether the points are ours; where a renege costs nothing, whether they reneged."""
        if self.reneged and self.ours == self.theirs:
            return not self.we_reneged
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

    `bid` is the value of the bid that was tapped: then `chosen` has its results. `rare` bids are under "More", and
    so are that everybody passed, where that is possible (`may_pass`), that a side reneged (`reneges`, in rows of
    ours and theirs), and the rare euchres that have a price of their own (`rare_rows`).
    """
    variant, sides = variant_of(night), (us, us.other)
    every = calls(variant, night.house_rules)
    buttons: dict[str, object] = {
        "rare": [_bid(call, side, us) for call in every if call.rare for side in sides],
        "chosen": _chosen(every, us, bid),
        "may_pass": may_pass_out(variant, night.house_rules),
        "reneges": _reneges(night, us),
    }
    if all(call.bid is None for call in every):
        usual_rows, rare_rows = (
            [[_button(choice, side, us) for side in sides] for choice in choices]
            for choices in _usual_and_rare(result_buttons(variant, night.house_rules))
        )
        return buttons | {"rows": usual_rows, "rare_rows": rare_rows}
    usual = [call for call in every if not call.rare]
    return buttons | {"bids": [[_bid(call, side, us) for call in usual] for side in sides]}


def _usual_and_rare(every: tuple[ResultButton, ...]) -> tuple[list[ResultButton], list[ResultButton]]:
    """The results for the page, and those for "More": where there are too many, the euchres alone or with no trick.

    The ordinary euchre keeps its place; where there is none, the others do.
    """
    rare = [choice for choice in every if not choice.made and (choice.alone or choice.tricks == (0, 0))]
    usual = [choice for choice in every if choice not in rare]
    if len(every) <= ROWS or all(choice.made for choice in usual):
        return list(every), []
    return usual, rare


def every_bid(night: Night, us: Side) -> list[list[Bid]]:
    """Every bid of tonight's game with its results, ours and theirs; nothing in turn-up games."""
    every = [call for call in calls(variant_of(night), night.house_rules) if call.bid is not None]
    return [[_bid(call, side, us) for call in every] for side in (us, us.other)] if every else []


def bid_of(every: Iterable[Iterable[Bid]], value: str) -> str:
    """The value of the bid that has the result with this value; empty when none has it."""
    found = (bid for side in every for bid in side if value in {result.value for result in bid.results})
    return next((bid.value for bid in found), "")


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
        asks_who=choice.score.lone_player is not None,
    )


def _reneges(night: Night, us: Side) -> list[list[Result]]:
    """The buttons for a renege, in rows: that we reneged, that they did."""
    every = renege_buttons(variant_of(night), night.house_rules)
    by_side = [[_renege(each, side, us) for each in every if SIDE_OF_LETTER[str(each.party)] is side] for side in Side]
    ours, theirs = by_side if us is Side.NS else reversed(by_side)
    return [list(row) for row in zip(ours, theirs, strict=True)]


def _renege(choice: RenegeButton, side: Side, us: Side) -> Result:
    points = dict(zip(Side, choice.score.by_side or (0, 0), strict=True))
    return Result(
        value=f"{side}:{choice.slug}",
        ours=points[us],
        theirs=points[us.other],
        we_made=False,
        low=0,
        high=0,
        alone=bool(choice.alone),
        made=False,
        march=False,
        played=False,
        reneged=True,
        we_reneged=side is us,
    )


def recorded_result(night: Night, record: Record, us: Side) -> Result:
    """A recorded hand as one side sees it, in the same form as the buttons."""
    points = score(record, night.house_rules)
    by_side = points_by_side(record, points)
    low, high = record.maker_tricks or (0, 0)
    return Result(
        value="",
        ours=by_side[us],
        theirs=by_side[us.other],
        we_made=SIDE_OF_LETTER.get(str(record.maker_side)) is us,
        low=low,
        high=high,
        alone=bool(record.alone),
        made=bool(points.made),
        march=low == record.variant.tricks,
        passed=record.passed_out,
        bid=_label(night, record),
        played=record.maker_tricks is not None,
        reneged=record.reneged is not None,
        we_reneged=SIDE_OF_LETTER.get(str(record.reneged)) is us,
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
    """The name of a recorded bid; empty in turn-up games."""
    return "" if record.bid is None else label_of(calls(record.variant, night.house_rules), record)
