"""Finds names that may be misspellings or short forms of each other."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

from tournament.people.names import folded, short_name

NEAR = 0.84  # of 1: "Bob Smyth" and "Bob Smith" have 0.89, "Ann Miller" and "Jan Miller" 0.9


class NearNames:
    """Names to compare others with, by their words: two names with no word in common are compared no further."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_word: dict[str, set[str]] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a name."""
        for word in _keys(name):
            self._by_word.setdefault(word, set()).add(name)

    def nearest(self, name: str) -> str | None:
        """Return the name most like this one, if any is near; never the same name."""
        candidates = {other for word in _keys(name) for other in self._by_word.get(word, ())}
        candidates = {other for other in candidates if folded(other) != folded(name)}
        near = [(nearness(name, other), other) for other in sorted(candidates)]
        best = max(near, key=lambda pair: pair[0], default=(0.0, ""))
        return best[1] if best[0] >= NEAR else None


def nearness(one: str, other: str) -> float:
    """Return how alike two names are, 0 to 1; 1 for "Bob S.", "B. Smith" or "Smith Bob" and "Bob Smith"."""
    first, second = _plain(one), _plain(other)
    if sorted(first.split()) == sorted(second.split()) or _is_short_form(one, other) or _is_short_form(other, one):
        return 1.0
    first, second = _by_initial(first, second)
    if first[:1] != second[:1] and 1 in (len(first.split(" ")[0]), len(second.split(" ")[0])):
        return 0.0
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR else 0.0


def _by_initial(one: str, other: str) -> tuple[str, str]:
    """Return both names with an initial as their first word, if it is one in either: "D. Lee" beside "Doris Lee"."""
    (first, *rest), (second, *others) = one.split() or [""], other.split() or [""]
    if not rest or not others or 1 not in (len(first), len(second)):
        return one, other
    return f"{first[:1]} {rest[-1]}", f"{second[:1]} {others[-1]}"


def _is_short_form(short: str, name: str) -> bool:
    """Whether one name is all of the other that others see: "Bob S." or "Bob" for "Bob Smith"."""
    return _plain(short) in (_plain(short_name(name)), _plain(name).split(" ")[0])


def _keys(name: str) -> set[str]:
    """The words of a name by their first two letters, so that a slip later in a word does not hide it."""
    return {word[:2] for word in _plain(name).split()}


def _plain(name: str) -> str:
    """A name in small letters without accents and periods."""
    letters = unicodedata.normalize("NFKD", folded(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter) and letter not in ".-'’")
