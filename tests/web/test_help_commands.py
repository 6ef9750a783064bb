"""Commands in Help are those that the reader calls: of an installed program, or of a checkout."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.help_pages import chapter_page
from tournament.help.chapters import CHAPTERS

FOR_BOTH = {"install"}  # tells how to install the program, wherever one reads it


def commands_after(program: str, slug: str) -> set[str]:
    """Return the names of commands that a chapter shows after this name of the program."""
    text = "\n".join(text for _, text in chapter_page(slug).code)
    return set(re.findall(rf"(?<![\w-])(?<!inject ){re.escape(program)} ([a-z_]+)", text))


@pytest.mark.parametrize("slug", sorted(set(CHAPTERS) - FOR_BOTH))
def test_an_installed_programs_help_calls_its_own_command(slug: str, settings: Any) -> None:
    in_a_checkout = commands_after("manage.py", slug)
    settings.COMMAND = "euchre-night"
    assert not commands_after("manage.py", slug)
    assert commands_after("euchre-night", slug) == in_a_checkout
