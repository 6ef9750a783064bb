"""What an archive holds: every model and column of a club, but for what is left out here, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db.models import Field, ForeignKey, Model

from tally.archive.inner_ids import INNER_IDS
from tournament.models import Club, Night
from tournament.models.keys import new_token

OPEN_PAGES = "only phones and pages that are open on this machine need it"
SECRET = "a secret: a new one is made"
OF_PEOPLE = "accounts and email belong to people of this site, not to a club"
LEFT_OUT_MODELS = {
    "tournament.account": OF_PEOPLE,
    "tournament.outgoingemail": OF_PEOPLE,
    "tournament.membership": OF_PEOPLE,
    "tournament.memberinvitation": OF_PEOPLE,
    "tournament.clublogentry": "who was let into the club on this site",
    "account.emailaddress": OF_PEOPLE,
    "account.emailconfirmation": OF_PEOPLE,
    "mfa.authenticator": OF_PEOPLE,
    "usersessions.usersession": OF_PEOPLE,
    "sessions.session": OF_PEOPLE,
    "contenttypes.contenttype": "rows of Django’s own, alike in every database",
    "auth.permission": "rows of Django’s own, alike in every database",
    "auth.group": "rows of Django’s own; this site has none",
    "tournament.event": "messages to the pages that are open now",
    "tournament.phonerequest": OPEN_PAGES,
    "tournament.phonecheck": OPEN_PAGES,
    "tournament.phonejoin": "where names came from, until the night starts",
    "tournament.removedplayer": "a removal that can be undone for some minutes, with the secrets of phones",
    "tournament.publication": "an address of this site: elsewhere the club decides anew what is public",
    "tournament.retention": "what is erased by itself: elsewhere the club chooses anew",
    "tournament.retentionrun": "what was erased here by itself",
    "tally.receivedtotal": OPEN_PAGES,
    "tournament.invitation": "who may help on this site: elsewhere the club invites anew",
    "tournament.signin": "browsers that are signed in to this site",
}
LEFT_OUT_COLUMNS = {
    "tournament.club.key": SECRET,
    "tournament.club.has_link": "how one signs in to this site",
    "tournament.club.is_demo": "only the machine that made the demo shows it as one",
    "tournament.night.join_key": SECRET,
    "tournament.night.phone_sign_up": "only phones in the hall need it",
    "tournament.night.wifi_password": "a secret of the hall",
    "tournament.night.codes_address": "only there do codes on paper lead to it",
    "tournament.entry.key": SECRET,
    "tournament.entry.is_new": "only sign-up of this night asks for it",
    "tournament.entry.told_apart": "computed from the names",
    "tournament.entry.namesake": "computed from the names",
    "tournament.phone.token": SECRET,
    "tournament.phone.reached": "an address of this laptop",
    "tournament.cashline.key": OPEN_PAGES,
    "tally.hand.key": OPEN_PAGES,
    "tally.dispute.key": OPEN_PAGES,
    "tally.papertotal.key": OPEN_PAGES,
}
# What is made anew where the column itself has no default.
MADE_NEW: dict[str, Callable[[], object]] = {
    "tournament.phone.token": new_token,
    "tournament.cashline.key": lambda: uuid4().hex,
    "tally.hand.key": lambda: uuid4().hex,
    "tally.dispute.key": lambda: uuid4().hex,
    "tally.papertotal.key": lambda: uuid4().hex,
}


@dataclass(frozen=True)
class Table:
    """A model with the columns that an archive holds, and how its rows lead to their night or club."""

    model: type[Model]
    columns: tuple[Field[Any, Any], ...]
    path: str  # from a row to its night or club; "pk" for these two
    of_night: bool
    listed_under: str  # the attribute with the id of that night or club, where a row names it itself; "" where not

    @cached_property
    def label(self) -> str:
        """The model's name in an archive, such as "tally.hand"."""
        return self.model._meta.label_lower

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in the order of an archive."""
        return tuple(column.name for column in self.columns)

    def at(self, name: str) -> int:
        """The position of a column."""
        return self.names.index(name)

    @cached_property
    def made_new(self) -> dict[str, Callable[[], object]]:
        """What makes the values of columns that are neither in an archive nor have a default."""
        found = ((column.attname, MADE_NEW.get(f"{self.label}.{column.name}")) for column in self.model._meta.fields)
        return {name: make for name, make in found if make is not None}

    @cached_property
    def to_itself(self) -> tuple[Field[Any, Any], ...]:
        """The columns that name another row of this model."""
        return tuple(column for column in self.columns if column.related_model is self.model)


@cache
def tables() -> tuple[Table, ...]:
    """Every table of an archive, each after those that its rows name."""
    every = {model: _table(model) for model in apps.get_models() if model._meta.label_lower not in LEFT_OUT_MODELS}
    ordered: dict[type[Model], Table] = {}

    def add(model: type[Model]) -> None:
        for other in _named_by(every[model]):
            if other is not model and other not in ordered:
                add(other)
        ordered[model] = every[model]

    for model in every:
        if model not in ordered:
            add(model)
    return tuple(ordered.values())


@cache
def table_of(label: str) -> Table:
    """The table of this name.

    :raises LookupError: when an archive holds none of this name.
    """
    return {table.label: table for table in tables()}[label]


def named_model(column: Field[Any, Any]) -> type[Model]:
    """The model whose rows a foreign key names."""
    model = column.related_model
    assert isinstance(model, type)
    return model


def _named_by(table: Table) -> Iterator[type[Model]]:
    """The models whose rows the rows of a table name, in columns or inside JSON."""
    if table.model is Club:
        return
    yield Night if table.of_night and table.model is not Night else Club
    for column in table.columns:
        if isinstance(column, ForeignKey):
            yield named_model(column)
        elif inner := INNER_IDS.get(f"{table.label}.{column.name}"):
            yield from map(apps.get_model, inner.labels())


def _table(model: type[Model]) -> Table:
    owners = list(_owners(model))
    of_night = Night in (model, *map(named_model, owners))
    root: type[Model] = Night if of_night else Club
    path = [owner.name for owner in owners if not of_night or named_model(owner) is not Club]
    listed_under = owners[0] if owners and named_model(owners[0]) in (root, Club) else None
    columns = (
        column
        for column in model._meta.concrete_fields
        if not column.primary_key
        and column is not listed_under
        and f"{model._meta.label_lower}.{column.name}" not in LEFT_OUT_COLUMNS
    )
    ordered = sorted(columns, key=lambda column: column.name)
    under = listed_under.attname if listed_under else ""
    return Table(model, tuple(ordered), "__".join(path) if model is not root else "pk", of_night, under)


def _owners(model: type[Model]) -> Iterator[Field[Any, Any]]:
    """The foreign keys that lead from a model to the club: each time the first that is never empty, or else the first.

    :raises LookupError: when none does.
    """
    while model is not Club:
        keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
        others = [key for key in keys if named_model(key) is not model]
        if not others:
            raise LookupError(f"{model._meta.label} belongs to no club: say in LEFT_OUT_MODELS why it is left out.")
        owner = next((key for key in others if not key.null), others[0])
        yield owner
        model = named_model(owner)
