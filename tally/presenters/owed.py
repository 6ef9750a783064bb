"""What a player owes, for their own phone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tally.loading.games import LoadedGame
from tally.loading.pots import night_owed
from tally.rules.euchre_word import euchre_word
from tally.rules.wording import counted
from tally.scores.pots import Happening, Owed
from tournament.models import CashLine, Entry, Night
from tournament.money.box import Kind, by_entry


@dataclass(frozen=True, slots=True)
class MyMoney:
    """What is still to pay, in cents: of the entry fee, and to the pots; `why` counts what the pots are for."""

    fee: int
    pots: int
    why: str


def my_money(night: Night, me: Entry, games: Iterable[LoadedGame]) -> MyMoney | None:
    """What a player owes; None where nothing is owed, or the night's money is not kept here."""
    if not night.money or not (night.entry_fee or night.euchre_price or night.loner_price):
        return None
    lines = [row.as_line() for row in CashLine.objects.filter(night=night, entry=me)]
    own = night_owed(night, games, [me]).get(me.number or 0)
    fee = max(night.entry_fee - by_entry(lines, Kind.ENTRY).get(me.pk, 0), 0)
    pots = max((own.cents if own else 0) - by_entry(lines, Kind.POT).get(me.pk, 0), 0)
    return MyMoney(fee, pots, why(own, night.variant) if own else "") if fee or pots else None


def why(own: Owed, variant: str) -> str:
    """What a player pays for, in words: "5 euchres, 1 loner"."""
    nouns = {Happening.EUCHRE: euchre_word(variant), Happening.LONER: "loner"}
    return ", ".join(counted(often, nouns[thing]) for thing, often in own.counts.items())
