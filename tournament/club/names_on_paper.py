"""Which names can be printed, as the app that prints says."""

from __future__ import annotations

from collections.abc import Callable

from tournament.people.errors import Refused


def _prints_all(name: str) -> bool:
    """Say that no name lacks letters: no app that prints is installed."""
    return False


_lacks_letters: Callable[[str], bool] = _prints_all


def register_lacks_letters(lacks_letters: Callable[[str], bool]) -> None:
    """Offer to say of a name whether paper lacks letters of it, for an app's `AppConfig.ready`."""
    global _lacks_letters
    _lacks_letters = lacks_letters


def check_name_on_paper(name: str) -> str:
    """Return a name on paper that can be printed.

    :raises Refused: for one with a word that paper would have a line for.
    """
    if _lacks_letters(name):
        raise Refused(f"“{name}” cannot be printed either: no typeface here has all its letters. Write it in others.")
    return name
