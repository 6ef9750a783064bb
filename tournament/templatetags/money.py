"""Amounts as the club writes them."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournament.models import Night
from tournament.money.cents import currency_of, show

register = template.Library()


@register.filter
def money(cents: int, night: Night) -> str:
    """Show cents in the money of a night: `{{ cents|money:night }}` is "$5.00"."""
    return show(cents, currency_of(night.currency))


@register.filter
def unsigned(cents: int) -> int:
    """An amount without its sign, where a word beside it says short or over: `{{ cents|unsigned|money:night }}`."""
    return abs(cents)


@register.filter
def of(amounts: Mapping[int, int], key: int) -> int:
    """Look an amount up by the id of an entry: `{{ fees.missing|of:entry.pk }}`; 0 where there is none."""
    return amounts.get(key, 0)
