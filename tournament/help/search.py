"""Finds the parts of Help that answer a few words, best first, each with the sentence that says it.

SQLite's full-text search (FTS5), which every usual Python has, does the work in memory, whatever the site's own
database is: it drops the endings of words, says what a word counts for, and marks words in a sentence.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from threading import Lock

from tournament.help.reading import Part
from tournament.help.words import PEOPLE_SAY, SAME_THINGS, SMALL_WORDS, with_numbers_told

MUCH_WORSE = 0.2  # of the best part's score: what has no more is left out
MOST_WORDS = 12  # of what somebody types; more are left out
SAME_THING = 0.5  # what another word for the same counts for, beside the word itself
SAME_HEADING = 2.0  # what a part counts for whose heading is just what was typed
LEAST_LIKE = 0.7  # of a word spelled nearly so: how much of both is the same
TOKENS = "tokenize = 'porter unicode61 remove_diacritics 2'"
TABLES = f"""
CREATE VIRTUAL TABLE parts USING fts5(heading, asked, title, body, {TOKENS});
CREATE VIRTUAL TABLE sentences USING fts5(part UNINDEXED, text, {TOKENS});
CREATE VIRTUAL TABLE same USING fts5(phrase, words UNINDEXED, line UNINDEXED, {TOKENS});
"""
# What a word counts for in a part's heading, in what people say for it, in its chapter's title, in its text.
SCORES = "SELECT rowid, bm25(parts, 8.0, 6.0, 1.5, 1.0) FROM parts WHERE parts MATCH ?"
SENTENCE = """SELECT highlight(sentences, 1, char(2), char(2)) FROM sentences
WHERE sentences MATCH ? AND part = ? ORDER BY rank, rowid"""
_WORD = re.compile(r"\w+")
_MARK = re.compile("\x02")


@dataclass(frozen=True, slots=True)
class Found:
    """A part that was found. `sentence` is in pieces: text, and whether it is one of the words looked for."""

    part: Part
    sentence: tuple[tuple[str, bool], ...]


class Index:
    """All parts of Help, ready to be searched."""

    def __init__(self, parts: Sequence[Part], titles: Mapping[str, str], weights: Mapping[str, float]) -> None:
        """Read all parts into SQLite's memory.

        :param titles: the title of each chapter, by its slug.
        :param weights: what a chapter counts for beside the others, by its slug; 1 if it is not here.
        """
        self._parts = parts
        self._weights = [weights.get(part.chapter, 1.0) for part in parts]
        self._headings = [words_of(part.heading) for part in parts]
        self._lock = Lock()  # threads that serve pages share the one connection
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.executescript(TABLES)
        rows = [(at, *_texts(part, titles[part.chapter])) for at, part in enumerate(parts)]
        self._database.executemany("INSERT INTO parts(rowid, heading, asked, title, body) VALUES (?, ?, ?, ?, ?)", rows)
        said = [(at, sentence) for at, part in enumerate(parts) for sentence in part.sentences]
        self._database.executemany("INSERT INTO sentences(part, text) VALUES (?, ?)", said)
        same = [(phrase, len(phrase.split()), line) for line, phrases in enumerate(SAME_THINGS) for phrase in phrases]
        self._database.executemany("INSERT INTO same VALUES (?, ?, ?)", same)
        # Words as they are written: SQLite keeps stems alone, and would cut those once more when it looks for one.
        texts = [
            *(" ".join(row[1:]) for row in rows),
            *(word for line in SAME_THINGS for word in line if " " not in word),
        ]
        self._written = sorted({word for text in texts for word in _WORD.findall(text.lower())} - SMALL_WORDS)

    def search(self, text: str, most: int = 12) -> list[Found]:
        """Return the parts that have the most of these words, the best first."""
        with self._lock:
            words = [self._spelled(word) for word in words_of(text)[:MOST_WORDS]]
            asked = [self._same_as(word) for word in words]
            scores = {
                at: score * (SAME_HEADING if self._headings[at] == words else 1.0)
                for at, score in self._scores(asked).items()
            }
            least = MUCH_WORSE * max(scores.values(), default=0.0)
            best = sorted((at for at, score in scores.items() if score > least), key=lambda at: -scores[at])[:most]
            return [Found(self._parts[at], self._sentence(at, asked)) for at in best]

    def all_parts(self) -> list[Part]:
        """Return every part that can be found."""
        return list(self._parts)

    def _spelled(self, word: str) -> str:
        """Return a word, or the one that was meant where Help has only a word spelled nearly so."""
        if any(self._has(each) for each in self._same_as(word)):
            return word
        return next(iter(get_close_matches(word, self._written, n=1, cutoff=LEAST_LIKE)), word)

    def _same_as(self, word: str) -> dict[str, float]:
        """Return a word and its synonyms, each with what it counts for."""
        lines = self._database.execute("SELECT line FROM same WHERE same MATCH ? AND words = 1", [_quoted(word)])
        same = [SAME_THINGS[line] for (line,) in lines.fetchall()]
        return {each: SAME_THING for line in same for each in line} | {word: 1.0}

    def _has(self, phrase: str) -> bool:
        return bool(self._database.execute("SELECT 1 FROM parts WHERE parts MATCH ?", [_quoted(phrase)]).fetchone())

    def _scores(self, asked: Sequence[Mapping[str, float]]) -> dict[int, float]:
        """Return how well parts answer: the sum over the words, less where some are missing."""
        of_words = [self._scores_of(alternatives) for alternatives in asked]
        worth = [max(scores.values(), default=0.0) for scores in of_words]
        totals, found = defaultdict[int, float](float), defaultdict[int, float](float)
        for scores, value in zip(of_words, worth, strict=True):
            for at, score in scores.items():
                totals[at] += score
                found[at] += value
        return {at: self._weights[at] * total * (found[at] / sum(worth)) ** 2 for at, total in totals.items()}

    def _scores_of(self, alternatives: Mapping[str, float]) -> dict[int, float]:
        """Return what a word counts for in each part that has it, or another word in its place."""
        scores: dict[int, float] = {}
        for phrase, weight in alternatives.items():
            for at, score in self._database.execute(SCORES, [_quoted(phrase)]):
                scores[at] = max(scores.get(at, 0.0), -score * weight)
        return scores

    def _sentence(self, at: int, asked: Sequence[Mapping[str, float]]) -> tuple[tuple[str, bool], ...]:
        """Return the sentence of a part that says most, in pieces; the first one where none has these words."""
        wanted = " OR ".join(_quoted(phrase) for alternatives in asked for phrase in alternatives)
        row = self._database.execute(SENTENCE, [wanted, at]).fetchone() or self._parts[at].sentences[:1] or ("",)
        return tuple((piece, number % 2 == 1) for number, piece in enumerate(_MARK.split(row[0])) if piece)


def _texts(part: Part, title: str) -> tuple[str, str, str, str]:
    """Return a part's heading, what people say for it, its chapter's title, and its text without the program's name.

    The name would be found as the game: "euchre" and "euchred" are one word to SQLite.
    """
    asked = PEOPLE_SAY.get(f"{part.chapter}#{part.anchor}", "")
    return part.heading, asked, title, " ".join(part.sentences).replace("Euchre Night", "the program")


def words_of(text: str) -> list[str]:
    """Return the words of what is looked for that say something, each once."""
    plain = with_numbers_told(text.lower().replace("euchre night", "program")).replace("’", "").replace("'", "")
    return [word for word in dict.fromkeys(_WORD.findall(plain)) if word not in SMALL_WORDS]


def _quoted(phrase: str) -> str:
    """Return a phrase as SQLite looks for it."""
    return f'"{phrase}"'
