"""Finds the parts of Help that answer a few words, best first, each with the sentence that says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import log

from tournament.help.reading import Part
from tournament.help.words import SYNONYMS, stem, stems_of, words_of

MUCH_WORSE = 0.2  # of the best part's score: what has no more is left out
MOST_WORDS = 12  # of what somebody types; more are left out
SAME_THING, MISTYPED = 0.5, 0.7  # what another word counts for, beside the word itself
# What a word counts for in a heading, in one that is looked for as a whole, in the chapter's title, in one sentence.
HEADING, WHOLE_HEADING, TITLE, SENTENCE = 3.0, 5.0, 0.8, 1.5


@dataclass(frozen=True, slots=True)
class Found:
    """A part that was found. `sentence` is in pieces: text, and whether it is one of the words looked for."""

    part: Part
    sentence: tuple[tuple[str, bool], ...]


@dataclass(slots=True)
class _Counted:
    """A part with its words counted."""

    part: Part
    weight: float
    heading: frozenset[str]
    title: frozenset[str]
    sentences: list[frozenset[str]]
    body: Counter[str] = field(default_factory=Counter)

    @property
    def length(self) -> int:
        """How many words its text has."""
        return self.body.total()

    def words(self) -> set[str]:
        """Return every word of the part, once."""
        return {*self.heading, *self.title, *self.body}


class Index:
    """All parts of Help, ready to be searched."""

    def __init__(self, parts: Sequence[Part], titles: Mapping[str, str], weights: Mapping[str, float]) -> None:
        """Count the words of all parts.

        :param titles: the title of each chapter, by its slug.
        :param weights: what a chapter counts for beside the others, by its slug; 1 if it is not here.
        """
        self._counted = [_count(part, titles[part.chapter], weights.get(part.chapter, 1.0)) for part in parts]
        self._usual_length = sum(counted.length for counted in self._counted) / max(1, len(self._counted))
        self._parts_with = Counter(word for counted in self._counted for word in counted.words())

    def search(self, text: str, most: int = 12) -> list[Found]:
        """Return the parts that have the most of these words, the best first."""
        asked = [self._alternatives(word) for word in dict.fromkeys(stems_of(text))][:MOST_WORDS]
        worth = [self._worth(alternatives) for alternatives in asked]
        scored = [(self._score(counted, asked, worth), counted) for counted in self._counted]
        least = MUCH_WORSE * max((score for score, _ in scored), default=0.0)
        best = sorted((pair for pair in scored if pair[0] > least), key=lambda pair: -pair[0])[:most]
        return [Found(counted.part, _best_sentence(counted, asked, worth)) for _, counted in best]

    def all_parts(self) -> list[Part]:
        """Return every part that can be found."""
        return [counted.part for counted in self._counted]

    def _alternatives(self, word: str) -> dict[str, float]:
        """Return what counts as this word, and for how much: itself, its synonyms, or a word spelled nearly so."""
        same = dict.fromkeys(SYNONYMS.get(word, ()), SAME_THING) | {word: 1.0}
        if any(other in self._parts_with for other in same):
            return same
        return dict.fromkeys(get_close_matches(word, self._parts_with, n=2, cutoff=0.7), MISTYPED) or same

    def _worth(self, alternatives: Mapping[str, float]) -> float:
        """Return how much a word tells: more, the fewer parts have it."""
        have = max((self._parts_with[word] for word, weight in alternatives.items() if weight > SAME_THING), default=0)
        have = have or max((self._parts_with[word] for word in alternatives), default=0)
        return log(1 + len(self._counted) / (1 + have))

    def _score(self, counted: _Counted, asked: Sequence[Mapping[str, float]], worth: Sequence[float]) -> float:
        """Return how well a part answers: the sum over the words, less where some are missing."""
        total = found = 0.0
        whole_heading = all(any(word in each for each in asked) for word in counted.heading)
        for alternatives, value in zip(asked, worth, strict=True):
            best = max(weight * self._count_of(counted, word, whole_heading) for word, weight in alternatives.items())
            total += value * best
            found += value * (best > 0)
        if not total:
            return 0.0
        together = max((_covered(sentence, asked, worth) for sentence in counted.sentences), default=0.0)
        return counted.weight * (total + SENTENCE * together) * (found / sum(worth)) ** 2

    def _count_of(self, counted: _Counted, word: str, whole_heading: bool) -> float:
        """Return what a word counts for in a part; less in a long text, and many times hardly more than a few times.

        :param whole_heading: all words of the heading are looked for.
        """
        times = counted.body[word]
        usual = 0.4 + 0.6 * counted.length / self._usual_length
        in_text = 2 * times / (times + usual)
        heading = WHOLE_HEADING if whole_heading else HEADING
        return in_text + heading * (word in counted.heading) + TITLE * (word in counted.title)


def _count(part: Part, title: str, weight: float) -> _Counted:
    sentences = [stems_of(sentence) for sentence in part.sentences]
    body = Counter(word for sentence in sentences for word in sentence)
    heading, in_title = frozenset(stems_of(part.heading)), frozenset(stems_of(title))
    return _Counted(part, weight, heading, in_title, [frozenset(sentence) for sentence in sentences], body)


def _covered(words: Collection[str], asked: Sequence[Mapping[str, float]], worth: Sequence[float]) -> float:
    """Return how much of what was asked these words cover."""
    return sum(
        value * max((weight for word, weight in alternatives.items() if word in words), default=0.0)
        for alternatives, value in zip(asked, worth, strict=True)
    )


def _best_sentence(
    counted: _Counted, asked: Sequence[Mapping[str, float]], worth: Sequence[float]
) -> tuple[tuple[str, bool], ...]:
    """Return the first of the sentences that cover most, in pieces."""
    if not counted.sentences:
        return ()
    covered = [_covered(sentence, asked, worth) for sentence in counted.sentences]
    wanted = {word for alternatives in asked for word in alternatives}
    return tuple(_pieces(counted.part.sentences[covered.index(max(covered))], wanted))


def _pieces(sentence: str, wanted: Collection[str]) -> list[tuple[str, bool]]:
    """Cut a sentence into pieces: its words that were looked for, and what stands between them."""
    pieces: list[tuple[str, bool]] = []
    for word in sentence.split(" "):
        is_wanted = any(stem(each) in wanted for each in words_of(word))
        if pieces and pieces[-1][1] == is_wanted and not is_wanted:
            pieces[-1] = (f"{pieces[-1][0]} {word}", False)
        else:
            pieces.append((word, is_wanted))
    return pieces
