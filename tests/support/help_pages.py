"""What stands in a page of Help, for the tests that follow it: anchors, links, pictures, labels and commands."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.loader import render_to_string

from tournament.views.help import CHAPTERS


class HelpPage(HTMLParser):
    """A page of Help, read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: dict[str, str] = {}  # anchor → heading
        self.links: list[str] = []
        self.pictures: dict[str, str] = {}  # address → alternative text
        self.labels: list[str] = []  # <b>: what stands on a button or a page of the site
        self.code: list[tuple[str, str]] = []  # (class, text)
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "img":
            self.pictures[given["src"]] = given.get("alt", "")
        elif tag in ("h1", "h2", "b", "code"):
            self._open.append((tag, given, []))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            return
        _, given, parts = self._open.pop()
        text = "".join(parts)
        if tag == "b":
            self.labels.append(" ".join(text.split()))
        elif tag == "code":
            self.code.append((given.get("class", ""), text))
        elif "id" in given:
            self.headings[given["id"]] = " ".join(text.split())

    def handle_data(self, data: str) -> None:
        for _, _, parts in self._open:
            parts.append(data)


def chapter_page(slug: str) -> HelpPage:
    """A chapter's own text, without the site around it."""
    return HelpPage(render_to_string(CHAPTERS[slug].template))


def code_in(slug: str, kind: str) -> Iterator[str]:
    """The blocks of code of a kind ("sh", "python") in a chapter."""
    return (text for name, text in chapter_page(slug).code if name == kind)
