"""Ids of rows that are not foreign keys: in the JSON of a line in the log, of a merge, and in signatures.

A test fails for a new JSON column until it is here or on the test's list of those without ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import ManyToOneRel

from tally.scoring.ties import SUPERSEDED
from tournament.models import Player

Change: TypeAlias = Callable[[str, Any], Any]  # a model's label and an id or number → the other; None: no such row

NO_ROW = 0  # of an id whose row is gone
PUBLICATION = "tournament.publication"  # whose rows are in no archive
OF_ACTS = {
    "bell": {"id": "tournament.bell"},
    "hand": {"id": "tally.hand", "before": "tally.hand", "game": "tournament.game"},
    "total": {"id": "tally.papertotal", "before": "tally.papertotal", "game": "tournament.game"},
    "signature": {"id": "tournament.game"},
    "clock": {"id": "tournament.round"},
    "extra": {"id": "tournament.game"},
}


@dataclass(frozen=True, slots=True)
class InnerIds:
    """Where a column has ids: the labels of their models, and how each is changed."""

    labels: Callable[[], list[str]]
    change: Callable[[Any, Change], Any]


def _change_act(undo: Any, change: Change) -> Any:
    """Change the ids in what takes an act back."""
    where = OF_ACTS.get(str(undo.get("kind"))) if isinstance(undo, dict) else None
    if not where:
        return undo
    found = {name: change(label, undo[name]) or NO_ROW for name, label in where.items() if undo.get(name) is not None}
    return undo | found


def _change_moved(moved: Any, change: Change) -> Any:
    """Change the ids of the rows that a merge took over; those whose row is gone or in no archive are left out."""
    if not isinstance(moved, Mapping):
        return moved
    return {
        label: [new for one in rows if (new := change(label, one)) is not None]
        for label, rows in sorted(moved.items())
        if label != PUBLICATION
    }


def _change_seen(seen: Any, change: Change) -> Any:
    """Change the id of the newest hand that a signature saw; 0 and below name none."""
    return seen if seen is None or seen <= 0 else change("tally.hand", seen) or SUPERSEDED


def _with_player() -> list[str]:
    """The labels of the models whose rows a merge takes over."""
    relations = (one for one in Player._meta.get_fields(include_hidden=True) if isinstance(one, ManyToOneRel))
    labels = {relation.related_model._meta.label_lower for relation in relations}
    return sorted(labels - {"tournament.player", "tournament.playermerge", PUBLICATION})


def _of_acts() -> list[str]:
    return sorted({label for where in OF_ACTS.values() for label in where.values()})


INNER_IDS = {
    "tournament.logentry.undo": InnerIds(_of_acts, _change_act),
    "tournament.playermerge.moved": InnerIds(_with_player, _change_moved),
    "tally.signature.seen_hand": InnerIds(lambda: ["tally.hand"], _change_seen),
}
