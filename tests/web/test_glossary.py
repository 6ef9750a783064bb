"""The glossary in Help: one place for its words, which CONTRIBUTING uses with the same meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tournament.help.glossary import GLOSSARY, Word
from tournament.help.search import Found
from tournament.presenters.help_search import find_in_help

WORDS = [word for group in GLOSSARY for word in group.words]
CODE_WORDS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \|$",
    (Path(settings.BASE_DIR) / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Glossary")[2],
    re.MULTILINE,
)
SHARED = [
    (word, meaning)
    for word in WORDS
    for names, meaning in CODE_WORDS
    if word.word.lower() in re.split(", ", names.strip())
]


def test_many_words_are_in_both_glossaries() -> None:
    assert len(SHARED) > 20


@pytest.mark.parametrize(("word", "meaning"), SHARED, ids=[word.word for word, _ in SHARED])
def test_a_word_of_both_glossaries_means_the_same(word: Word, meaning: str) -> None:
    assert word.meaning in meaning


def test_every_word_is_in_help_once_and_with_its_meaning(stranger: Client) -> None:
    page = stranger.get("/help/glossary/").content.decode()
    anchors = re.findall(r'<dt id="([^"]+)">', page)
    assert anchors == [word.anchor for word in WORDS] and len(anchors) == len(set(anchors))
    for word in WORDS:
        assert word.meaning[1:] in page


@pytest.mark.parametrize("word", ["renege", "bower", "ghost", "client isolation", "march", "hotspot"])
def test_a_word_is_found_with_its_meaning(word: str) -> None:
    first: list[Found] = [found for _, found in find_in_help(word)[:4]]
    assert next(each.anchor for each in WORDS if each.word == word) in [found.part.anchor for found in first]
