"""Reads a page of Help as parts of plain sentences, one part for each heading, for the search.

The page is HTML as its template writes it. A part begins at a heading, or at a word of the glossary, that has an id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

BLOCKS = frozenset(
    {"p", "li", "dd", "dt", "h1", "h2", "figcaption", "pre", "td", "th", "tr", "ol", "ul", "dl", "table"}
)
SENTENCE_END = re.compile(r"(?<=[.!])[”)]?\s+(?=[“(]?[A-Z0-9])")  # a question stays with its answer


@dataclass(frozen=True, slots=True)
class Part:
    """What Help says under one heading. The part before a chapter's first heading has no anchor."""

    chapter: str
    anchor: str
    heading: str
    sentences: tuple[str, ...]


class _Reader(HTMLParser):
    """Collects headings and sentences in the order in which they stand on the page."""

    def __init__(self, title: str, html: str) -> None:
        super().__init__()
        self.parts: list[tuple[str, str, list[str]]] = [("", title, [])]
        self._text: list[str] = []
        self._anchor: str | None = None  # of the heading that is open
        self._in_code = False  # where each line is a command of its own
        self.feed(html)
        self._end_block()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        anchor = dict(attrs).get("id")
        if tag == "dd" and self._text:
            self._text.append(": ")  # a term and what it means are read as one
        elif tag in BLOCKS:
            self._end_block()
        self._in_code = self._in_code or tag == "pre"
        if tag in ("h2", "dt") and anchor:
            self._anchor = anchor

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h2", "dt") and self._anchor:
            self.parts.append((self._anchor, self._taken_text(), []))
            self._anchor = None
        elif tag in BLOCKS and tag != "dt":
            self._end_block()
        self._in_code = self._in_code and tag != "pre"

    def handle_data(self, data: str) -> None:
        *lines, rest = data.split("\n") if self._in_code else [data]
        for line in lines:
            self._text.append(line)
            self._end_block()
        self._text.append(rest)

    def _taken_text(self) -> str:
        text = re.sub(r"\s+([:.,])", r"\1", " ".join("".join(self._text).split()))
        self._text.clear()
        return text.removeprefix(":").lstrip()  # a term that is a heading is no part of what it means

    def _end_block(self) -> None:
        if text := self._taken_text():
            self.parts[-1][2].extend(SENTENCE_END.split(text))


def read_parts(chapter: str, title: str, html: str) -> Iterator[Part]:
    """Yield the parts of a chapter's page.

    :param chapter: the chapter's slug.
    :param title: the heading of what stands before the first heading.
    """
    for anchor, heading, sentences in _Reader(title, html).parts:
        if anchor or sentences:
            yield Part(chapter, anchor, heading, tuple(sentences))
