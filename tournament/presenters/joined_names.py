"""Names that phones added to the list, by address, and which of them look like a flood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tournament.models import Night, PhoneJoin

A_FLOOD = 20  # new names within two minutes, or from one address
A_BURST = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class JoinedName:
    """A name that a phone added, and whether it is checked to be removed."""

    join: PhoneJoin
    checked: bool


@dataclass(frozen=True, slots=True)
class Address:
    """The names from one address, in order of arrival."""

    names: Sequence[JoinedName]

    @property
    def of_many(self) -> bool:
        """Whether several names came from there: a family, a hall, or somebody who plays a trick."""
        return len(self.names) > 1


def joined_names_context(night: Night) -> dict[str, object]:
    """The page of names that came by phone: those from the same address together, most first."""
    joins = phone_joins(night)
    checked = flood_of(joins)
    by_network: dict[str, list[JoinedName]] = {}
    for join in joins:
        by_network.setdefault(join.network, []).append(JoinedName(join, join.pk in checked))
    addresses = sorted(map(Address, by_network.values()), key=lambda address: -len(address.names))
    return {
        "night": night,
        "addresses": [address for address in addresses if address.of_many],
        "single": [name for address in addresses if not address.of_many for name in address.names],
        "count": len(joins),
        "checked": len(checked),
        "others": night.entries.people().count() - len(joins),
    }


def phone_joins(night: Night) -> list[PhoneJoin]:
    """What phones added to the list and is still there, in order of arrival."""
    here = night.entries.values("pk")
    return list(night.phone_joins.filter(entry__in=here).select_related("entry").order_by("pk"))


def flood_of(joins: Sequence[PhoneJoin]) -> set[int]:
    """The ids of new names that came with many others at once, or from one address with many others.

    Whom the club knew before is never among them.
    """
    new = [join for join in joins if join.entry.is_new]
    found = set()
    for first, last in zip(new, new[A_FLOOD - 1 :], strict=False):
        if timedelta(0) <= last.at - first.at <= A_BURST:
            found |= {join.pk for join in new if first.pk <= join.pk <= last.pk}
    for network in {join.network for join in new}:
        together = {join.pk for join in new if join.network == network}
        found |= together if len(together) >= A_FLOOD else set()
    return found
