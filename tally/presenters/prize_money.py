"""What the prizes promise, what the pot holds, and once the night is closed, who takes home how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.loading.awards import awards_and_rest, prize_list
from tally.loading.games import LoadedGame
from tally.loading.hidden_standings import standings_hidden
from tally.loading.pots import pot_now, prices, prize_pot
from tally.loading.tallies import night_tallies
from tally.scores.pots import payouts, promised
from tally.scores.prizes import Award, Prize
from tournament.models import Entry, Night
from tournament.money.box import Kind, Line, by_entry
from tournament.money.cents import currency_of


@dataclass(frozen=True, slots=True)
class Due:
    """What a player owes, or is owed: how much of it is done, what is open, and the key of the tap that settles it."""

    entry: Entry
    why: str
    cents: int
    done: int
    key: str

    @property
    def open(self) -> int:
        """What is still to pay; 0 where more was paid than is owed."""
        return max(self.cents - self.done, 0)


def settling_key(what: str, entry: Entry, lines: Sequence[Line]) -> str:
    """The key of the next line of this kind for a player: the same on two screens, so that two taps are one line."""
    return f"{what}-{entry.pk}-{sum(line.entry == entry.pk and line.kind == what for line in lines)}"


@dataclass(frozen=True, slots=True)
class Promise:
    """What a night's prizes promise in money, in cents, against the pot: each prize with its amount, and their sum."""

    pot: int
    parts: tuple[tuple[Prize, int], ...]
    has_pot: bool  # whether fees or pots by rule pay into one

    @property
    def total(self) -> int:
        """All of it."""
        return sum(cents for _, cents in self.parts)

    @property
    def missing(self) -> int:
        """By how much it is more than the pot holds."""
        return max(self.total - self.pot, 0)


def prize_promise(night: Night, lines: Sequence[Line] | None = None) -> Promise:
    """What the list of prizes promises now, of what these lines or the night's own paid into the pot."""
    pot = pot_now(night) if lines is None else prize_pot(night, lines)
    prizes = [prize for prize in prize_list(night).prizes if prize.money]
    amounts = promised(prizes, pot, night.smallest_coin, currency_of(night.currency))
    return Promise(pot, tuple(zip(prizes, amounts, strict=True)), bool(pot or night.entry_fee or prices(night)))


def prize_context(
    night: Night, games: Sequence[LoadedGame], entries: Sequence[Entry], lines: Sequence[Line]
) -> dict[str, object]:
    """What the prizes promise and what the pot holds; once the night is closed, who takes home how much."""
    promise = prize_promise(night, lines)
    context: dict[str, object] = {
        "promise": promise,
        "left": promise.pot - promise.total,
        "missing": promise.missing,
        "payouts": [],
    }
    if night.status != Night.Status.CLOSED or not prize_list(night).prizes:
        return context
    awards, left = awards_and_rest(night, night_tallies(night, games))
    by_number, paid = {entry.number: entry for entry in entries}, by_entry(lines, Kind.PRIZE)
    unwon = _unwon(awards, promise)
    return context | {
        "hidden": standings_hidden(night),
        "payouts": [
            Due(entry, ", ".join(one.prizes), one.cents, -paid.get(entry.pk, 0), settling_key("prize", entry, lines))
            for one in payouts(awards, currency_of(night.currency))
            for entry in [by_number[one.number]]
        ],
        "unwon": unwon,
        "not_split": left - promise.pot + promise.total - sum(cents for _, cents in unwon),
        "left": left,
        "missing": max(-left, 0),
    }


def _unwon(awards: Sequence[Award], promise: Promise) -> list[tuple[Prize, int]]:
    """The prizes of money that nobody has won, each with its amount."""
    paying = [one for one in awards if one.prize.money]
    return [part for one, part in zip(paying, promise.parts, strict=True) if not one.winners and not one.to_draw]
