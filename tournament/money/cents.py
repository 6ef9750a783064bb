"""Amounts of money: read, shown and split, in whole cents everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournament.people.errors import Refused

MOST = 999_999_99  # cents: more is a slip of the finger
LONGEST = 24  # letters of an amount


class NotMoney(Refused):
    """A text that is no amount in the club's money."""


@dataclass(frozen=True, slots=True)
class Currency:
    """How a club writes amounts: the sign, whether it stands behind, the decimal point, and signs of a single cent."""

    sign: str
    small: tuple[str, ...] = ("¢", "c", "ct")
    behind: bool = False
    point: str = "."

    @property
    def groups(self) -> str:
        """What parts thousands."""
        return "." if self.point == "," else ","


DOLLARS = "dollars"
CURRENCIES = {
    DOLLARS: Currency("$"),
    "pounds": Currency("£", ("p",)),
    "euros": Currency("€"),
    "euros-behind": Currency("€", behind=True, point=","),
    "kroner": Currency("kr", ("øre",), behind=True, point=","),
}
SIGNS = {currency.sign for currency in CURRENCIES.values()}
_NUMBER = re.compile(
    r"(?P<whole>[0-9]{1,9}|[0-9]{1,3}(?P<group>[.,])[0-9]{3}(?:(?P=group)[0-9]{3})?)"
    r"(?:(?P<point>[.,])(?P<cents>[0-9]{1,2}))?"
)


def currency_of(name: str) -> Currency:
    """The way of writing amounts with this name; dollars for one that is not known."""
    return CURRENCIES.get(name, CURRENCIES[DOLLARS])


def show(cents: int, currency: Currency) -> str:
    """An amount as the club writes it: "$5.00", "−$0.25", "1.250,00 €"."""
    whole, rest = divmod(abs(cents), 100)
    number = f"{whole:,}".replace(",", currency.groups) + f"{currency.point}{rest:02}"
    text = f"{number}\N{NO-BREAK SPACE}{currency.sign}" if currency.behind else f"{currency.sign}{number}"
    return f"−{text}" if cents < 0 else text


def plain(cents: int) -> str:
    """An amount for a spreadsheet: "5.00", "-0.25"."""
    return f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02}"


def with_sign(text: str, currency: Currency) -> str:
    """Return an amount that was written without a currency with its sign: "20" is "$20"; other texts as they are."""
    if not re.fullmatch(r"[0-9]{1,7}(?:[.,][0-9]{1,2})?", text):
        return text
    return f"{text}\N{NO-BREAK SPACE}{currency.sign}" if currency.behind else f"{currency.sign}{text}"


def read(text: str, currency: Currency) -> int:
    """The cents of an amount as people write it: "$5", "5.00", "25¢", "7,50 €".

    :raises NotMoney: for anything else, for less than nothing, and for another currency's sign.
    """
    text = text.strip()[:LONGEST]
    written = re.sub(r"\s", "", text)
    for sign in SIGNS - {currency.sign}:
        if sign in written:
            raise NotMoney(f"“{text}” is in {sign}, and this club counts in {currency.sign}.")
    small = next((sign for sign in currency.small if written.endswith(sign)), "")
    number = written.removesuffix(small) if small else written
    if not small:
        number = (
            number.removeprefix(currency.sign)
            if number.startswith(currency.sign)
            else number.removesuffix(currency.sign)
        )
    cents = _cents(number, currency, small=bool(small))
    if cents is None:
        like = f"{show(500, currency)} or {'25' + currency.small[0]}".replace("\N{NO-BREAK SPACE}", " ")
        raise NotMoney(f"“{text}” is not an amount. Write it like {like}.")
    if cents > MOST:
        raise NotMoney(f"{show(cents, currency)} is more than any card night takes in. Check the number.")
    return cents


def _cents(number: str, currency: Currency, *, small: bool) -> int | None:
    """The cents of a bare number; None for a text that is none."""
    if small:
        return int(number) if re.fullmatch(r"[0-9]{1,5}", number) else None
    found = _NUMBER.fullmatch(number)
    if found is None or found["group"] not in (None, currency.groups) or found["group"] == (found["point"] or ""):
        return None
    whole = re.sub("[.,]", "", found["whole"])
    return int(whole) * 100 + int((found["cents"] or "").ljust(2, "0"))


def rounded_down(cents: int, coin: int) -> int:
    """The most that can be paid of an amount in the club's smallest coin."""
    return cents - cents % coin


def split(cents: int, people: int, coin: int) -> tuple[int, int]:
    """Split an amount into equal parts of whole coins: what each has, and what is left."""
    each = rounded_down(cents // people, coin) if people else 0
    return each, cents - each * people


def shares(pot: int, percents: Sequence[Decimal], coin: int) -> tuple[tuple[int, ...], int]:
    """Divide a pot by percentages, each part rounded down to the coin: the parts, and what is left of the pot."""
    parts = tuple(rounded_down(int(pot * percent / 100), coin) for percent in percents)
    return parts, pot - sum(parts)
