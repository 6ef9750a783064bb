"""All nights of a club with what their cash boxes brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.models import CashCount, CashLine, Club, Night, Season
from tournament.money.box import LABELS, Kind, Line, by_pot, expected, total_of
from tournament.spreadsheets.tables import Cell, Table, amount

SHOWN = (
    Kind.ENTRY,
    Kind.POT,
    Kind.HALF,
    Kind.CARRY,
    Kind.OTHER,
    Kind.PRIZE,
    Kind.EXPENSE,
)  # the float stays the club's
NOT_EARNED = (Kind.FLOAT, Kind.CARRY)
HEAD = ("Night", "Date", "Currency", *(LABELS[kind] for kind in SHOWN), "Result", "Expected", "Counted", "Difference")


@dataclass(frozen=True, slots=True)
class NightMoney:
    """One night: cents of each of `SHOWN`, its result without the float, and what was in the box."""

    night: Night
    cents: tuple[int, ...]
    expected: int
    counted: int | None
    lines: tuple[Line, ...] = ()

    @property
    def result(self) -> int:
        """What the night brought the club: everything but the float and the pots that carry over."""
        return sum(cents for kind, cents in zip(SHOWN, self.cents, strict=True) if kind not in NOT_EARNED)

    @property
    def difference(self) -> int | None:
        """What was counted more (or less) than expected; None while the box is open."""
        return None if self.counted is None else self.counted - self.expected


def night_moneys(club: Club) -> list[NightMoney]:
    """Every night with a line of cash, oldest first. Three queries, however many nights."""
    lines: dict[int, list[Line]] = {}
    for row in CashLine.objects.filter(night__club=club):
        lines.setdefault(row.night_id, []).append(row.as_line())
    counted: Mapping[int, int | None] = dict(
        CashCount.objects.filter(night__club=club).order_by("pk").values_list("night", "cents")
    )
    found, pots = [], 0
    for night in Night.objects.filter(pk__in=lines).order_by("date", "pk"):
        own = lines[night.pk]
        cents = tuple(total_of(own, kind) for kind in SHOWN)
        found.append(NightMoney(night, cents, expected(own, {"": pots}), counted.get(night.pk), tuple(own)))
        pots += total_of(own, Kind.CARRY)
    return found


def has_kept_money(season: Season) -> bool:
    """Whether a night of a season has a line of cash."""
    return CashLine.objects.filter(night__in=season.nights().order_by()).exists()


def season_moneys(season: Season) -> list[NightMoney]:
    """The same of a season's nights."""
    nights = set(season.nights().values_list("pk", flat=True))
    return [one for one in night_moneys(season.club) if one.night.pk in nights]


def club_money(club: Club) -> dict[str, object]:
    """The page of the club's money: nights newest first, and what is in the pots that carry over."""
    nights = night_moneys(club)
    lines = [row.as_line() for row in CashLine.objects.filter(night__club=club, kind=Kind.CARRY)]
    return {
        "club": club,
        "nights": nights[::-1],
        "kinds": [LABELS[kind] for kind in SHOWN],
        "newest": nights[-1].night if nights else None,
        "columns": _column_totals(nights),
        "pots": by_pot(lines),
    }


def _column_totals(nights: list[NightMoney]) -> list[int]:
    """The total of each of `SHOWN`, then of the results, where all nights are in one currency; else nothing."""
    if len({one.night.currency for one in nights}) != 1:
        return []
    return [
        *(sum(column) for column in zip(*(one.cents for one in nights), strict=True)),
        sum(n.result for n in nights),
    ]


def money_table(nights: Iterable[NightMoney]) -> Table:
    """A row for each of these nights."""
    return Table("Money", HEAD, tuple(_row(one) for one in nights))


def _row(one: NightMoney) -> tuple[Cell, ...]:
    cents = (*one.cents, one.result, one.expected, one.counted, one.difference)
    return one.night.name, one.night.date, one.night.currency, *map(amount, cents)
