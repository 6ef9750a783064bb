"""What the page of safe copies shows: both places, and every copy to go back to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tournament.copies.keeper import keeper
from tournament.copies.places import Copy, chosen_for_next_start, copies_in, first_place, second_place, sticks

NOT_THERE = "The folder is not there now. Is the stick in?"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder of copies, the newest first, and why there is no newer one."""

    folder: Path
    copies: list[Copy]
    problem: str

    @property
    def newest(self) -> Copy | None:
        """The newest copy, if there is one."""
        return self.copies[0] if self.copies else None


def copies_context() -> dict[str, object]:
    """All that the page shows. A stick is read, which may take a moment."""
    chosen = second_place()
    first, second = _place(first_place()), _place(chosen) if chosen else None
    return {
        "kept": keeper(),
        "first": first,
        "second": second,
        "all_places": _with_copies(first, second),
        "sticks": sticks(),
        "chosen": chosen_for_next_start(),
    }


def all_places() -> list[Place]:
    """Return the places that have copies to go back to."""
    chosen = second_place()
    return _with_copies(_place(first_place()), _place(chosen) if chosen else None)


def _with_copies(*places: Place | None) -> list[Place]:
    return [place for place in places if place and place.copies]


def _place(folder: Path) -> Place:
    kept = keeper()
    problem = kept.problems.get(folder, "") if kept else ""
    return Place(folder, copies_in(folder), problem or ("" if folder.is_dir() else NOT_THERE))


def find_copy(typed: str) -> Copy | None:
    """The copy in one of the places with this path."""
    for folder in (first_place(), second_place()):
        for copy in copies_in(folder) if folder else ():
            if str(copy.file) == typed:
                return copy
    return None
