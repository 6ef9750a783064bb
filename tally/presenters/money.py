"""The page of the night's money: who has paid, what is owed, what is in the box, and what the prizes pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from tally.loading.games import LoadedGame, night_games
from tally.loading.pots import games_without_hands, night_owed, prices
from tally.presenters.owed import why
from tally.presenters.prize_money import Due, prize_context, settling_key
from tally.rules.euchre_word import euchre_word
from tally.scores.pots import Happening, Owed
from tournament.club.cash import newest_count, pots_brought
from tournament.models import CashLine, Entry, Night, PotCount
from tournament.money.box import Kind, Line, box_difference, by_entry, by_pot, expected, totals
from tournament.money.cents import split
from tournament.presenters.fees import night_fees


@dataclass(frozen=True, slots=True)
class TypedCount:
    """A player's field for a count from paper."""

    entry: Entry
    happening: Happening
    label: str
    count: int


def money_context(night: Night) -> dict[str, object]:
    """Everything that the page shows, from one reading of the night's rows."""
    rows = list(night.cash_lines.select_related("entry"))
    lines = [row.as_line() for row in rows]
    entries = list(night.entries.people().order_by("number", "pk"))
    games = night_games(night) if night.status != Night.Status.SIGN_UP else []
    brought, count = pots_brought(night), newest_count(night)
    return {
        "night": night,
        "key": uuid4().hex,
        "fees": night_fees(night, entries, lines),
        "totals": totals(lines),
        "brought": sum(brought.values()),
        "expected": expected(lines, brought),
        "count": count,
        "difference": box_difference(count.cents or 0, lines, brought) if count else 0,
        "rows": _rows(rows),
        "pots": by_pot([*lines, *_as_lines(brought)]),
        **_owed_context(night, games, entries, lines),
        **prize_context(night, games, entries, lines),
        **_half_and_half(night, lines),
    }


def _rows(rows: Sequence[CashLine]) -> list[dict[str, object]]:
    """The lines, newest first; `open` are those that a correction may take back."""
    reversed_rows = {row.reverses_id for row in rows}
    return [
        {"row": row, "taken_back": row.pk in reversed_rows, "open": not row.reverses_id and row.pk not in reversed_rows}
        for row in reversed(rows)
    ]


def _as_lines(pots: Mapping[str, int]) -> list[Line]:
    return [Line(0, Kind.CARRY, cents, name) for name, cents in pots.items()]


def _owed_context(
    night: Night, games: Sequence[LoadedGame], entries: Sequence[Entry], lines: Sequence[Line]
) -> dict[str, object]:
    """What each player owes the pots by rule, and the tables that have no hands to count."""
    found = night_owed(night, games, entries)
    paid = by_entry(lines, Kind.POT)
    nothing = Owed({}, 0)
    dues = [
        Due(entry, why(own, night.variant), own.cents, paid.get(entry.pk, 0), settling_key("pot", entry, lines))
        for entry in entries
        for own in [found.get(entry.number or 0, nothing)]
        if own.cents or paid.get(entry.pk)
    ]
    on_paper = games_without_hands(games) if prices(night) else []
    return {
        "by_rule": bool(prices(night)),
        "euchre": euchre_word(night.variant),
        "dues": dues,
        "dues_open": sum(due.open for due in dues),
        "on_paper": [f"game {game.number}, table {game.row.table}" for game in on_paper],
        "typed": _typed(night, entries) if on_paper else [],
    }


def _typed(night: Night, entries: Sequence[Entry]) -> list[tuple[Entry, list[TypedCount]]]:
    """The fields of what may be typed from paper, by player."""
    rows = PotCount.objects.filter(night=night).order_by("pk")
    typed = {(row.entry_id, row.happening): row.count for row in rows}
    labels = {Happening.EUCHRE: f"{euchre_word(night.variant)}s".capitalize(), Happening.LONER: "Loners against"}
    return [
        (entry, [TypedCount(entry, thing, labels[thing], typed.get((entry.pk, thing), 0)) for thing in prices(night)])
        for entry in entries
    ]


def _half_and_half(night: Night, lines: Sequence[Line]) -> dict[str, object]:
    """What half-and-half tickets brought: half of it is the winner's, in whole coins."""
    sold = sum(one.came_in for one in totals(lines) if one.kind is Kind.HALF)
    half, _ = split(sold, 2, night.smallest_coin)
    return {"sold": sold, "half": half}
