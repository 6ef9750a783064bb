"""The second place and the copy to go on from are in files; where one cannot be read, that is said, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import check_sentence
from tournament.copies.places import chosen_for_next_start, forget_unreadable_choices, second_place


@pytest.fixture
def files(settings: Any, tmp_path: Path) -> list[Path]:
    """Both files, which are not there yet."""
    settings.SECOND_PLACE_FILE, settings.RESTORE_FILE = tmp_path / "second_place", tmp_path / "restore_next"
    return [settings.SECOND_PLACE_FILE, settings.RESTORE_FILE]


def test_choices_that_are_no_text_are_said_and_forgotten(files: list[Path]) -> None:
    for file in files:
        file.write_bytes(b"/media/\xff\xfe")
    assert second_place() is None and chosen_for_next_start() is None
    sentences = forget_unreadable_choices()
    for file, sentence in zip(files, sentences, strict=True):
        assert str(file) in check_sentence(sentence) and not file.exists()
    assert forget_unreadable_choices() == []


def test_choices_that_can_be_read_stay(files: list[Path]) -> None:
    for file in files:
        file.write_text("/media/stück", "utf-8")
    assert forget_unreadable_choices() == []
    assert second_place() == chosen_for_next_start() == Path("/media/stück")
