"""Results as a plain text for the club's group chat: short lines, whatever program shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.people.names import listed

NO_PLACE = "–"  # of somebody with too few nights


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Somebody's line: the place as people write it ("3", "T-3"), the name and the points."""

    place: str
    name: str
    points: str


def chat_text(title: str, lines: Sequence[ChatLine], prizes: Iterable[str] = (), *, leads: bool = False) -> str:
    """The winners, the prizes in sentences and everybody's place, below a title.

    :param leads: whether it is not over, so that nobody has won yet.
    """
    places = (f"{line.place}{'' if line.place == NO_PLACE else '.'} {line.name} {line.points}" for line in lines)
    return "\n".join([title, *_winners(lines, leads=leads), *_block(prizes), *_block(places)])


def _winners(lines: Sequence[ChatLine], *, leads: bool) -> list[str]:
    first = [line for line in lines if line.place in ("1", "T-1")]
    if not first:
        return []
    names, points = listed([line.name for line in first]), first[0].points
    many = len(first) > 1
    did = ("lead" if many else "leads") if leads else ("share first place" if many else "wins")
    return [f"{names} {did} with {points} point{'' if points == '1' else 's'}."]


def _block(lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return ["", *found] if found else []
