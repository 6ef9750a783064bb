"""The club's people in the order in which they are likely to come, and which of them a name does not tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from tournament.people.names import folded

LATELY = 10  # nights that say who comes often


@dataclass(frozen=True, slots=True)
class Regular:
    """Somebody whom the club knows, and how they came so far."""

    player: int
    name: str
    paper_name: str = ""
    lately: int = 0  # how many of the club's last nights they came to: see LATELY
    last_night: date | None = None
    is_guest: bool = False
    is_gone: bool = False


def likeliest_first(regulars: Iterable[Regular]) -> list[Regular]:
    """Sort people by how likely they are to come tonight.

    Whoever came to more of the club's last ten nights is before the others, then whoever was here last, then by name.
    People who are gone are at the end.
    """
    return sorted(regulars, key=_likelihood)


def _likelihood(regular: Regular) -> tuple[bool, int, int, str, int]:
    last = regular.last_night.toordinal() if regular.last_night else 0
    return regular.is_gone, -regular.lately, -last, folded(regular.name), regular.player


def namesakes(regulars: Sequence[Regular]) -> set[int]:
    """Return those whose name somebody else has, too."""
    counts = Counter(folded(regular.name) for regular in regulars)
    return {regular.player for regular in regulars if counts[folded(regular.name)] > 1}
