"""Takes a person's name out of texts: whole, shortened as others saw it, and in words that people typed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tournament.people.names import FORMER, folded
from tournament.people.short_names import forms_of

TYPED_AFTER = "Why: "  # in a line of the log, what follows was typed by somebody
LEAST_LETTERS = 3  # of a part of a name, such as "Nora", that is looked for by itself


def former_name(number: int) -> str:
    """What an erased person is called: "Former player 3"."""
    return f"{FORMER} {number}"


class ErasedNames:
    """The names of one person, and what stands in their place.

    Without `parts`, only whole and shortened names count.
    """

    def __init__(self, names: Iterable[str], replacement: str, *, parts: bool = True) -> None:
        self.names = tuple(dict.fromkeys(name for name in names if name))
        self.replacement = replacement
        self._forms = {folded(form) for name in self.names for form in (name, *forms_of(name), *_earlier_form(name))}
        words = {word.strip(".,()") for name in self.names if parts for word in name.split()}
        self._words = {word for word in words if len(word) >= LEAST_LETTERS and word[0].isalpha()}

    @property
    def rarest_words(self) -> tuple[str, ...]:
        """Words of which one is in every text that can name this person."""
        return tuple({word for name in self.names for word in name.split()[:1]} | self._words)

    def erase(self, text: str, others: Iterable[str] = (), *, typed: bool = True) -> str:
        """Return a text without the person.

        :param others: what other people are called there, as they are shown: those names stay.
        :param typed: whether people wrote the text. Elsewhere parts of a name are left alone, as they are words of the
            site or of somebody else; but a reason ("Why: …") is always somebody's own words.
        """
        text = self._erase_forms(text, others)
        if typed:
            return self._erase_words(text, others)
        before, typed_after, reason = text.partition(TYPED_AFTER)
        return before + typed_after + self._erase_words(reason, others) if reason else text

    def _erase_forms(self, text: str, others: Iterable[str]) -> str:
        """Replace the name and its short forms; of two that begin alike, the longer one is meant."""
        kept = {folded(name) for name in others}
        forms = sorted(self._forms | kept, key=len, reverse=True)

        def replaced(found: re.Match[str]) -> str:
            return found[0] if folded(found[0]) in kept else self.replacement

        return _any_of(forms, re.IGNORECASE).sub(replaced, text) if self._forms else text

    def _erase_words(self, text: str, others: Iterable[str]) -> str:
        """Replace single parts of the name, but not inside somebody else's."""
        names = sorted(others, key=len, reverse=True)

        def replaced(found: re.Match[str]) -> str:
            return found[0] if found[0] in names else self.replacement

        return _any_of([*names, *sorted(self._words)]).sub(replaced, text) if self._words else text


def _earlier_form(name: str) -> list[str]:
    """A short name as logs have it from before 0.2: Patrick I. for Patrick O’Brien III."""
    first, *others = name.split() or [""]
    return [f"{first} {others[-1][0]}."] if others and others[-1][0].isalpha() else []


def _any_of(phrases: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(phrase)}(?!\w)" for phrase in phrases), flags)
