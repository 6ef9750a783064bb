"""The cash box of a night of the sample club: fees, pots, tickets, expenses, prizes, and the final count."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from tally.loading.awards import awards_and_rest
from tally.loading.games import LoadedGame, night_games
from tally.loading.pots import night_owed
from tally.loading.tallies import night_tallies
from tally.management.sample_club.rows import ORGANIZER, own_moments
from tally.scores.pots import payouts
from tally.scores.prizes import Kind as PrizeKind
from tally.scores.prizes import Prize, PrizeList, as_data
from tournament.club.cash import cash_lines, pots_brought
from tournament.models import CashCount, CashLine, Entry, Night
from tournament.models.keys import new_token
from tournament.money.box import Kind, expected
from tournament.money.cents import currency_of, split

FLOAT, JACKPOT, BUYS = 4000, "Perfect hand", (("Coffee and cake", 1450), ("New cards", 1198), ("Hall", 2500))
FORGETS, WINS_JACKPOT, TYPO, MISCOUNT = 0.02, 0.05, 0.08, 0.12
SHARES = PrizeList((Prize(PrizeKind.HIGH, money="45%"), Prize(PrizeKind.SECOND, money="30%"),
                    Prize(PrizeKind.LOW, money="10%"), Prize(PrizeKind.LONERS, money="15%")))  # fmt: skip


def keep_money(night: Night) -> None:
    """Switch money on for a night that is not saved yet: a fee, pots by rule, and prizes that are shares of the pot."""
    night.money, night.entry_fee, night.euchre_price, night.loner_price = True, 500, 25, 25
    night.kept_for_costs, night.prizes = 2000, as_data(SHARES)


def fill_box(night: Night, chance: Random) -> None:
    """Write the cash lines of a night, and after its end the count that closed the box."""
    start, entries = night.opened_at, list(night.entries.people())
    assert start is not None
    with own_moments(CashLine, CashCount):
        CashLine.objects.bulk_create(_before_the_start(night, entries, start, chance))
        if night.status != Night.Status.CLOSED:
            return
        games, ended = night_games(night), night.closed_at or start
        CashLine.objects.bulk_create(_during_the_night(night, games, entries, ended, chance))
        CashLine.objects.bulk_create(_prizes(night, games, entries, ended))
        if chance.random() < TYPO:
            _typo(night, ended)
        counted = expected(cash_lines(night), pots_brought(night))
        if chance.random() < MISCOUNT:
            counted += chance.choice((-100, -50, -25, 25, 500))
        CashCount.objects.create(night=night, cents=counted, at=ended + timedelta(minutes=12), by=ORGANIZER)


def _line(night: Night, kind: Kind, cents: int, at: datetime, what: str = "", entry: Entry | None = None) -> CashLine:
    return CashLine(night=night, kind=kind, cents=cents, what=what, entry=entry, at=at, by=ORGANIZER, key=new_token())


def _before_the_start(night: Night, entries: list[Entry], start: datetime, chance: Random) -> Iterator[CashLine]:
    """Yield the float, the fees but for somebody who forgets, and the tickets of the half-and-half."""
    yield _line(night, Kind.FLOAT, FLOAT, start - timedelta(minutes=45))
    for entry in sorted(entries, key=lambda entry: entry.arrived_at):
        if chance.random() >= FORGETS:
            yield _line(night, Kind.ENTRY, night.entry_fee, entry.arrived_at, entry=entry)
    yield _line(night, Kind.HALF, 100 * chance.randint(len(entries) // 2, 2 * len(entries)), start, "Tickets")


def _during_the_night(
    night: Night, games: list[LoadedGame], entries: list[Entry], ended: datetime, chance: Random
) -> Iterator[CashLine]:
    """Yield what was owed by rule, the half-and-half’s winner, the jackpot, what was bought, and the float back."""
    by_number = {entry.number: entry for entry in entries}
    for number, owes in night_owed(night, games, entries).items():
        yield _line(night, Kind.POT, owes.cents, ended, entry=by_number[number])
    sold = sum(line.cents for line in cash_lines(night) if line.kind is Kind.HALF)
    half, _ = split(sold, 2, night.smallest_coin)
    yield _line(night, Kind.HALF, -half, ended, "Half of the tickets", chance.choice(entries))
    put_in, inside = 25 * len(entries), pots_brought(night).get(JACKPOT, 0)
    yield _line(night, Kind.CARRY, put_in, ended, JACKPOT)
    if chance.random() < WINS_JACKPOT:
        yield _line(night, Kind.CARRY, -(inside + put_in), ended, JACKPOT, chance.choice(entries))
    bought, cents = chance.choice(BUYS)
    yield _line(night, Kind.EXPENSE, -cents, ended - timedelta(minutes=70), bought)
    yield _line(night, Kind.FLOAT, -FLOAT, ended + timedelta(minutes=10))


def _prizes(night: Night, games: list[LoadedGame], entries: list[Entry], ended: datetime) -> Iterator[CashLine]:
    """Yield what each winner took home."""
    by_number = {entry.number: entry for entry in entries}
    awards, _ = awards_and_rest(night, night_tallies(night, games))
    for won in payouts(awards, currency_of(night.currency)):
        what = ", ".join(won.prizes)[:60]
        yield _line(night, Kind.PRIZE, -won.cents, ended + timedelta(minutes=5), what, by_number[won.number])


def _typo(night: Night, ended: datetime) -> None:
    """Write a line with a wrong amount, the line that takes it back, and the right one."""
    at = ended - timedelta(minutes=30)
    wrong = _line(night, Kind.OTHER, 5000, at, "Donation")
    wrong.save()
    back = _line(night, Kind.OTHER, -5000, at + timedelta(minutes=1), "Donation")
    back.reverses, back.key = wrong, f"reverses-{wrong.pk}"
    back.save()
    _line(night, Kind.OTHER, 500, at + timedelta(minutes=1), "Donation").save()
