"""Commands in Help are those that the reader calls, of an installed program or of a checkout, and each runs."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.template.loader import render_to_string

from tally.management.commands.sample_club import NAME as SAMPLE_CLUB
from tests.support.commands import run_manage
from tests.support.help_pages import chapter_page
from tournament.help.chapters import CHAPTERS

FOR_BOTH = {"install"}  # tells how to install the program, wherever one reads it


def commands_after(program: str, slug: str) -> set[str]:
    """Return the names of commands that a chapter shows after this name of the program."""
    text = "\n".join(text for _, text in chapter_page(slug).code)
    return set(re.findall(rf"(?<![\w-])(?<!inject ){re.escape(program)} ([a-z_]+)", text))


def commands_shown(program: str) -> dict[str, set[str]]:
    """Return the chapters that show commands after this name of the program, with the names of those commands."""
    found = {slug: commands_after(program, slug) for slug in sorted(set(CHAPTERS) - FOR_BOTH)}
    return {slug: names for slug, names in found.items() if names}


def test_an_installed_programs_help_calls_its_own_command(settings: Any) -> None:
    in_a_checkout = commands_shown("manage.py")
    assert {"commands", "safe-copies", "export"} <= set(in_a_checkout)
    settings.COMMAND = "euchre-night"
    assert commands_shown("manage.py") == {}
    assert commands_shown("euchre-night") == in_a_checkout


OF_A_CHECKOUT = ("manage.py", "program’s folder", "pip install -e", r".venv\Scripts\python")


@pytest.mark.parametrize("slug", sorted(set(CHAPTERS) - {"benchmarks"}))
def test_an_installed_programs_help_names_nothing_of_a_checkout(slug: str, settings: Any) -> None:
    settings.COMMAND = "euchre-night"
    page = unescape(render_to_string(CHAPTERS[slug].template))
    assert [words for words in OF_A_CHECKOUT if words in page] == []


def test_going_on_with_another_laptop_is_told_by_its_page_then_for_each_system(settings: Any) -> None:
    for command, windows, others in (
        ("manage.py", r".venv\Scripts\python manage.py restore E:", ".venv/bin/python manage.py restore /media"),
        ("euchre-night", "euchre-night restore E:", "euchre-night restore /media"),
    ):
        settings.COMMAND = command
        page = unescape(render_to_string(CHAPTERS["safe-copies"].template))
        assert page.index("Choose this copy") < page.index(f">{windows}") < page.index(f">{others}")


def test_commands_of_an_installed_program_have_the_options_that_help_shows(settings: Any) -> None:
    settings.COMMAND = "euchre-night"
    lines = [line for slug in CHAPTERS for _, text in chapter_page(slug).code for line in text.splitlines()]
    shown = [found for line in lines if (found := re.match(r"(?:\.venv/bin/)?euchre-night ([a-z_]+)(.*)", line))]
    assert len(shown) > 20
    for command, rest in (found.groups() for found in shown):
        parser = load_command_class(get_commands()[command], command).create_parser("euchre-night", command)
        known = {option for action in parser._actions for option in action.option_strings}
        assert set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", rest)) <= known, command


# Each command that Help shows, run in order with a data folder of its own, which begins with a club that never was.
RUN = (
    ("sample_club", "--people", "12", "--nights", "2", "--seed", "1"),
    ("print", "latest", "tally-cards", "--large", "-o", "{folder}/cards.pdf"),
    ("export", "latest", "-o", "{folder}/night.json"),
    ("season", "latest"),
    ("backup", "{folder}/copy.sqlite3"),
    ("restore", "{folder}/copy.sqlite3"),
    ("export", "--club", "-o", "{folder}/club.json"),
    ("import", "{folder}/club.json"),
    ("retention", "--dry-run"),
    ("erase_club", "{club}", "--after", "{folder}/club.json"),
    ("club", "Friday club"),
    ("send_email",),
    ("movement", "--players", "30", "--games", "8", "--report"),
    ("variants", "standard"),
    ("score_hands", "{folder}/hands"),
    ("shortcut", "--remove"),
)
# Servers and searches, which their own tests run.
RUN_ELSEWHERE = {
    "night": "tests/laptop/test_real_starts.py",
    "better_nights": "tests/movements/test_rotation_search.py",
}
LONE_MARCH = (
    '{"variant": "standard", "players": 4, "maker_side": "A", "alone": true, "maker_tricks": 5, "defender_tricks": 0}'
)


def test_every_command_in_help_is_run_by_a_test() -> None:
    shown = set[str]().union(*(commands_after("manage.py", slug) for slug in CHAPTERS))
    assert shown - {"help"} == {name for name, *_ in RUN} | set(RUN_ELSEWHERE)
    for name, file in RUN_ELSEWHERE.items():
        assert name in (Path(settings.BASE_DIR) / file).read_text(encoding="utf-8")


@pytest.mark.long
def test_every_command_in_help_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # the desktop, too, is one of its own
    (tmp_path / "hands").write_text(LONE_MARCH + "\n", encoding="utf-8")
    for line in RUN:
        arguments = [part.format(folder=tmp_path, club=SAMPLE_CLUB) for part in line]
        done = run_manage(tmp_path, *arguments)
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
    assert {file.name for file in tmp_path.iterdir()} >= {"cards.pdf", "night.json", "club.json", "copy.sqlite3"}
