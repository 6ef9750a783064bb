"""A season's treasurer's sheet: what its nights brought, each night, and a line to sign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from django.utils.formats import date_format

from tally.paper.document import Heading
from tally.paper.treasurer import LedgerRow, RowKind, draw_treasurer
from tally.printing.catalog import job_for
from tally.printing.club_looks import look_of
from tally.printing.print_jobs import Work
from tournament.club.cash import pots_brought
from tournament.models import Season
from tournament.money.box import Kind, Line, by_pot, totals
from tournament.money.cents import currency_of, show
from tournament.presenters.club_money import NOT_EARNED, NightMoney, season_moneys


def season_treasurer_work(season: Season) -> Work:
    """The sheet of a season with a night that has kept its money, on the paper of the newest one."""
    nights = season_moneys(season)
    one_currency = len({one.night.currency for one in nights}) == 1
    rows = [*(_totals(nights) if one_currency else _several_currencies()), *_every_night(nights)]
    first, last = (date_format(day) for day in (season.first_day, season.last_day))
    drawing = partial(draw_treasurer, heading=Heading(season.name, f"{first} to {last}"), rows=rows)
    job = replace(job_for(nights[-1].night), look=look_of(season.club, season.name))
    return f"{season.name}, treasurer", job, [("Treasurer’s sheet", drawing)]


def _totals(nights: Sequence[NightMoney]) -> Iterator[LedgerRow]:
    """What came in and went out by kind, what is left of it, the pots, and how the boxes were counted."""
    lines = [line for one in nights for line in one.lines]
    yield LedgerRow("What", "In", "Out", RowKind.HEAD)
    for kind in totals(lines):
        if kind.kind not in NOT_EARNED:
            yield LedgerRow(kind.label, *_both(nights[-1], kind.came_in, kind.went_out))
    yield LedgerRow("Result of all nights", "", _shown(nights[-1], sum(one.result for one in nights)), RowKind.TOTAL)
    counted = sum(one.difference or 0 for one in nights)
    if counted:
        name = "Counted over" if counted > 0 else "Counted short"
        yield LedgerRow(f"{name} in all: {_shown(nights[-1], abs(counted))}.", kind=RowKind.NOTE)
    for name, cents in _pots(nights[-1]).items():
        sentence = f"In the pot {name} after {date_format(nights[-1].night.date)}: {_shown(nights[-1], cents)}."
        yield LedgerRow(sentence, kind=RowKind.NOTE)
    yield LedgerRow("Signed", kind=RowKind.SIGN)


def _pots(last: NightMoney) -> dict[str, int]:
    """What was in the pots that carry over, after a night."""
    brought = [Line(0, Kind.CARRY, cents, name) for name, cents in pots_brought(last.night).items()]
    return by_pot([*brought, *last.lines])


def _several_currencies() -> Iterator[LedgerRow]:
    yield LedgerRow("These nights count in different money, so they are not added up.", kind=RowKind.NOTE)
    yield LedgerRow("Signed", kind=RowKind.SIGN)


def _every_night(nights: Sequence[NightMoney]) -> Iterator[LedgerRow]:
    yield LedgerRow("Every night", "In", "Out", RowKind.HEAD)
    for one in nights:
        earned = [kind for kind in totals(one.lines) if kind.kind not in NOT_EARNED]
        came, went = sum(kind.came_in for kind in earned), sum(kind.went_out for kind in earned)
        text = f"{date_format(one.night.date)}  {one.night.name}{_box(one)}"
        yield LedgerRow(text, *_both(one, came, went))
    yield LedgerRow("Float and pots that carry over are in no sum: they are not earned.", kind=RowKind.NOTE)


def _box(one: NightMoney) -> str:
    """How the box was counted, where it did not fit: ", $0.25 short"."""
    if one.difference is None:
        return ", box not closed"
    if not one.difference:
        return ""
    return f", {_shown(one, abs(one.difference))} {'over' if one.difference > 0 else 'short'}"


def _both(one: NightMoney, came_in: int, went_out: int) -> tuple[str, str]:
    """Two amounts for the columns; nothing where there is none."""
    return _shown(one, came_in) if came_in else "", _shown(one, went_out) if went_out else ""


def _shown(one: NightMoney, cents: int) -> str:
    return show(cents, currency_of(one.night.currency))
