"""Parses pages of Help for the tests that check them: anchors, links, pictures, labels, code."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.loader import render_to_string

from tournament.help.chapters import CHAPTERS


class HelpPage(HTMLParser):
    """A parsed page of Help."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: dict[str, str] = {}  # anchor → heading
        self.links: list[str] = []
        self.pictures: dict[str, str] = {}  # address → alternative text
        self.pages_of_pictures: list[tuple[str, str]] = []  # address, and the name of the URL of the page that it shows
        self.labels: list[str] = []  # in <b>: labels on the site's pages
        self.code: list[tuple[str, str]] = []  # (class, text)
        self._page_of_picture = ""
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag == "figure":
            self._page_of_picture = attributes.get("data-page", "")
        elif tag == "img":
            self.pictures[attributes["src"]] = attributes.get("alt", "")
            self.pages_of_pictures.append((attributes["src"], self._page_of_picture))
        elif tag in ("h1", "h2", "b", "code"):
            self._open.append((tag, attributes, []))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            return
        _, attributes, parts = self._open.pop()
        text = "".join(parts)
        if tag == "b":
            self.labels.append(" ".join(text.split()))
        elif tag == "code":
            self.code.append((attributes.get("class", ""), text))
        elif "id" in attributes:
            self.headings[attributes["id"]] = " ".join(text.split())

    def handle_data(self, data: str) -> None:
        for _, _, parts in self._open:
            parts.append(data)


def chapter_page(slug: str) -> HelpPage:
    """Parse a chapter's template without the site's frame."""
    return HelpPage(render_to_string(CHAPTERS[slug].template))


def code_in(slug: str, kind: str) -> Iterator[str]:
    """Yield a chapter's code blocks of one kind, "sh" or "python"."""
    return (text for name, text in chapter_page(slug).code if name == kind)
