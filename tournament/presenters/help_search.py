"""The search in Help: reads every chapter once, and finds the parts that answer a few words."""

from __future__ import annotations

from functools import cache

from django.template.loader import render_to_string

from tournament.help.chapters import CHAPTERS, REFERENCE
from tournament.help.reading import read_parts
from tournament.help.search import Found, Index

MOST_LETTERS = 120  # of what is looked for
# What a chapter counts for beside the others: more where somebody is in trouble, less where only a terminal helps.
WEIGHTS = {"what-if": 1.25} | {chapter.slug: 0.55 for chapter in REFERENCE} | {"glossary": 0.6, "what-is-stored": 0.8}


@cache
def help_index() -> Index:
    """Return the index of all chapters, which never change while the program runs."""
    parts = [
        part
        for chapter in CHAPTERS.values()
        for part in read_parts(
            chapter.slug, chapter.title, f"<p>{chapter.about}</p>{render_to_string(chapter.template)}"
        )
    ]
    titles = {chapter.slug: chapter.title for chapter in CHAPTERS.values()}
    return Index(parts, titles, WEIGHTS)


def find_in_help(words: str) -> list[tuple[str, Found]]:
    """Return the parts of Help that answer these words, the best first, each after its chapter's title."""
    return [(CHAPTERS[found.part.chapter].title, found) for found in help_index().search(words[:MOST_LETTERS])]
