"""Finds words that the end of a line cuts in the middle.

    check_whole(words, "page 1: ", known_words(["Summer Euchre Night", "Featherstonehaugh-Worthing"]))

takes the words of a page in the order in which they are drawn. Two that stand below each other and together are one of
the known words, with or without a hyphen that was put between them, are that word, cut. Only one that is wider than
its box may be: then it begins its line, and no line of its paragraph is as wide as all of it. A hyphen of its own may
end a line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from tally import paper, printing, rules
from tally.paper.fonts import printable_text

if TYPE_CHECKING:
    from tests.support.paper_checks import Word

LEAST = 4  # letters of a word: parts of shorter ones stand below each other by chance
NEAR = 0.6  # between two words of a line, at most, as a share of the size
LEADING = 1.5  # between two lines, at most, as a share of the size
ALIKE = 1.5  # points by which the edges or middles of lines of a paragraph may differ
# Words that may end a line before another one.
SHORT = {"a", "an", "and", "as", "at", "by", "for", "in", "it", "no", "of", "on", "or", "the", "to"}
# Where the words stand that are the same every night.
SOURCES = [Path(package.__file__ or "").parent for package in (paper, printing, rules)]


class Known:
    """Words that must not be cut, as they are compared: without signs, and in small letters."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words
        self.beginnings = frozenset(start for word in words for start in accumulate(word))

    def apart(self, text: str) -> bool:
        """Whether this is a word of its own."""
        return folded(text) in self.words or folded(text) in SHORT

    def part(self, text: str) -> bool:
        """Whether the word goes on after this, or its end was left out for an ellipsis."""
        return folded(text) in self.beginnings

    def whole(self, text: str) -> bool:
        """Whether this is a word, or the part of one that an ellipsis ends."""
        return folded(text) in self.words or (text.endswith("…") and self.part(text))


def known_words(texts: Iterable[str]) -> Known:
    """Return the words of texts as they are printed, and those that are the same every night."""
    found = {folded(word) for text in texts for word in re.split(r"[\s‐‑–-]+", printable_text(text))}
    return Known(frozenset(word for word in found if len(word) >= LEAST) | _printed_always())


@cache
def _printed_always() -> frozenset[str]:
    """The words of all texts in the code that draws sheets and in the rules."""
    files = (file for folder in SOURCES for file in sorted(folder.rglob("*.py")))
    texts = [
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return frozenset(folded(word) for text in texts for word in re.findall(rf"[^\W\d_]{{{LEAST},}}", text))


def folded(text: str) -> str:
    """A word as it is compared."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def check_whole(words: Sequence[Word], where: str, known: Known) -> None:
    """Check that no known word is cut that would fit on a line.

    :raises AssertionError: with the parts of the word.
    """
    for index, first in enumerate(words):
        parts = list(_parts(words[index:], known))
        if not parts or all(known.apart(part.text) for part in parts):
            continue
        cut = f"{where}a line ends within a word: “{'|'.join(part.text for part in parts)}”"
        hangs = abs(parts[1].left - first.left) < ALIKE  # below each other: what stands before them is beside their box
        assert hangs or not index or not _beside(words[index - 1], first), f"{cut}, which does not begin its line"
        wide = sum(part.right - part.left for part in parts)
        lines = [line for line in _paragraph(words, index) if _aligned(line, first)]
        most = max(right - left for left, right in lines)
        assert wide > most, f"{cut}, which is {wide:.0f} points wide, as a line of {most:.0f} beside it is not"


def _parts(words: Sequence[Word], known: Known) -> Iterator[Word]:
    """The parts of a known word that these words begin with, each below the one before; none where it is whole."""
    for count, (one, other) in enumerate(pairwise(words), 2):
        text = "".join(part.text for part in words[: count - 1])
        if not known.part(text) or not folded(other.text) or not _below(one, other):
            return
        if known.whole(text + other.text):
            yield from words[:count]
            return


def _below(one: Word, other: Word) -> bool:
    """Whether a word stands on the line after another, in type of the same size."""
    return (
        abs(one.size - other.size) < 0.1
        and -0.3 * one.size < one.foot - other.top < LEADING * one.size
        and other.left < one.right
    )


def _beside(one: Word, other: Word) -> bool:
    """Whether a word stands right after another on its line."""
    level = one.foot < other.top and other.foot < one.top
    return level and abs(one.size - other.size) < 0.1 and -0.1 * one.size < other.left - one.right < NEAR * one.size


def _paragraph(words: Sequence[Word], index: int) -> list[tuple[float, float]]:
    """The left and right edges of all lines around a word, as far as they follow each other closely."""
    start, end = index, index + 1
    while start and _follows(words[start - 1], words[start]):
        start -= 1
    while end < len(words) and _follows(words[end - 1], words[end]):
        end += 1
    lines = [(words[start].left, words[start].right)]
    for one, other in zip(words[start:end], words[start + 1 : end], strict=False):
        if _beside(one, other):
            lines[-1] = lines[-1][0], other.right
        else:
            lines.append((other.left, other.right))
    return lines


def _follows(one: Word, other: Word) -> bool:
    return _beside(one, other) or _below(one, other)


def _aligned(line: tuple[float, float], first: Word) -> bool:
    """Whether a line has the same left edge as a word, or the same middle."""
    return abs(line[0] - first.left) < ALIKE or abs(sum(line) - first.left - first.right) < 2 * ALIKE
