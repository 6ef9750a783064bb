"""Every command and link in README, CONTRIBUTING and Help works, and the hooks run what CI runs.

Commands that start a server, install something or take minutes do not run here: only their options are checked.
"""

from __future__ import annotations

import io
import re
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.test import override_settings

from tests.support.help_pages import chapter_page
from tournament.help.chapters import CHAPTERS
from tournament.installation import NAME
from tournament.management.command_list import NOT_OFFERED
from tournament.models import Night

ROOT = Path(settings.BASE_DIR)
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
RUN = (  # commands that run here exactly as written, on a database with one night
    "manage.py movement --players 30 --games 8 --report",
    "manage.py movement --players 20 --games 3 --kind north-stays",
    "manage.py print latest tally-cards --large -o cards.pdf",
    "manage.py export latest -o night.json",
    "manage.py variants standard",
)
CHECKS = {"ruff format", "ruff check", "mypy", "lint-imports"}


def markdown(page: str) -> str:
    """Return the text of a Markdown page."""
    return (ROOT / page).read_text(encoding="utf-8")


def code_samples() -> Iterator[tuple[str, str]]:
    """Yield the page and the text of every code block and inline code, from Markdown and from Help."""
    for page in PAGES:
        text = markdown(page)
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
            yield page, block
        for inline in re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            yield page, inline
    yield from samples_of_help()


def samples_of_help() -> Iterator[tuple[str, str]]:
    """Yield the page and the text of every code block and inline code of Help, as it is shown now."""
    for slug in CHAPTERS:
        for kind, text in chapter_page(slug).code:
            if kind in ("", "sh"):
                yield f"Help, {slug}", text


def commands_in(text: str) -> Iterator[str]:
    """Yield a block's commands one by one: join continued lines, split chains and pipes."""
    for line in text.replace("\\\n", " ").splitlines():
        for command in re.split(r"\s(?:&&|\|)\s", re.sub(r"\s+# .*", "", line)):
            yield " ".join(command.split())


COMMANDS = sorted({(where, line) for where, text in code_samples() for line in commands_in(text)})
MANAGE = [(where, line) for where, line in COMMANDS if re.match(r"\S*(python |uv run |)\S*manage\.py \w", line)]
with override_settings(COMMAND=NAME):
    INSTALLED = sorted(
        {(where, line) for where, text in samples_of_help() for line in commands_in(text) if f"{NAME} " in line}
    )
OF_PROGRAM = [(where, line) for where, line in INSTALLED if re.match(rf"(\.venv/bin/)?{NAME} \w", line)]
OF_OTHERS = re.compile(rf"pipx (inject|uninstall) {NAME}\b")  # what is typed to a tool about the program
MODULES = [(where, line) for where, line in COMMANDS if re.search(r"python -m tests\.", line)]
TOOLS = [
    (where, line)
    for where, line in COMMANDS
    if re.match(r"\S*(REPLAN_EXAMPLES=\d+ )?\.venv/bin/(?!python|$)|pytest ", line)
]


@cache
def options_of(command: str) -> frozenset[str]:
    """Return every option of a manage.py command; `help` and `version` have none."""
    if command in ("help", "version"):
        return frozenset()
    parser = load_command_class(get_commands()[command], command).create_parser("manage.py", command)
    return frozenset(option for action in parser._actions for option in action.option_strings)


def test_documented_commands_are_found() -> None:
    assert len(MANAGE) > 20 and len(OF_PROGRAM) > 20 and len(MODULES) > 12 and len(TOOLS) > 8


@pytest.mark.parametrize(("where", "line"), MANAGE)
def test_manage_py_has_the_command_and_its_options(where: str, line: str) -> None:
    check_command(line.partition("manage.py ")[2], where)


@pytest.mark.parametrize(("where", "line"), OF_PROGRAM)
def test_an_installed_program_has_the_command_and_its_options(where: str, line: str) -> None:
    check_command(line.partition(f"{NAME} ")[2], where)


def check_command(arguments: str, where: str) -> None:
    """Check that there is such a command, with all options that are shown."""
    command = arguments.split()[0]
    assert command in {*get_commands(), "help", "version"} - set(NOT_OFFERED), where
    assert set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", arguments.partition(" ")[2])) <= options_of(command)


def test_help_of_an_installed_program_calls_it_by_its_own_name_alone() -> None:
    others = [(where, line) for where, line in INSTALLED if (where, line) not in OF_PROGRAM]
    assert [(where, line) for where, line in others if not OF_OTHERS.match(line) and line != f"{NAME} …"] == []


@pytest.mark.parametrize("line", RUN)
def test_a_documented_example_runs(night: Night, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(line in shown for _, shown in MANAGE), "no page shows this command anymore"
    monkeypatch.chdir(tmp_path)
    _, command, *options = shlex.split(line)
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()):
        call_command(command, *options)
    files = list(tmp_path.iterdir())
    assert files[0].stat().st_size > 1_000 if "-o" in options else out.getvalue()


@pytest.mark.parametrize(("where", "line"), MODULES)
def test_a_documented_module_exists_and_has_its_options(where: str, line: str) -> None:
    found = re.search(r"python -m (tests\.[\w.]+)(.*)", line)
    assert found
    spec = find_spec(found[1])
    assert spec and spec.origin, where
    source = Path(spec.origin).read_text(encoding="utf-8")
    assert '__name__ == "__main__"' in source
    assert all(f'"{option}"' in source for option in re.findall(r"--[a-z-]+", found[2])), where


@pytest.mark.parametrize(("where", "line"), TOOLS)
def test_a_documented_tool_is_a_dependency_and_its_files_exist(where: str, line: str) -> None:
    project = tomllib.loads(markdown("pyproject.toml"))["project"]
    dependencies = " ".join([*project["dependencies"], *project["optional-dependencies"]["test"], "pip import-linter"])
    tool = re.sub(r".*\.venv/bin/", "", line.replace("REPLAN_EXAMPLES=1000 ", "")).split()[0]
    assert {"lint-imports": "import-linter"}.get(tool, tool) in dependencies, where
    assert all((ROOT / path).exists() for path in re.findall(r"tests/\S+\.py", line)), where


def test_the_readme_has_both_commands_of_ci_and_help_has_the_first() -> None:
    start, test = re.findall(r"^python3 -m venv .*$", markdown("README.md"), re.MULTILINE)
    assert start.endswith(".venv/bin/python manage.py night") and test.endswith(".venv/bin/pytest")
    assert ("sh", start) in chapter_page("start").code
    assert 'grep -m1 -o "python3 -m venv .*pytest$" README.md' in markdown(".ci/run")


def anchors(page: str) -> set[str]:
    """Return the anchors that GitHub gives a page's headings."""
    headings = re.findall(r"^#+ (.+)$", markdown(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_markdown_page_works(page: str) -> None:
    text = re.sub(r"```.*?```", "", markdown(page), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    assert links
    for link in links:
        target, _, anchor = link.partition("#")
        if not target.startswith("https://"):
            assert not target or (ROOT / target).exists(), link
            assert not anchor or anchor in anchors(target or page), link


def test_every_file_and_folder_named_in_the_docs_exists() -> None:
    for where, name in COMMANDS:
        if re.fullmatch(r"(tournament|tally|templates|tests|fixtures|\.ci)/[\w./-]*", name) and "door_sign" not in name:
            assert (ROOT / name).exists(), f"{where}: {name}"


def test_the_readme_is_short_and_has_three_pictures_with_alternative_text() -> None:
    readme = markdown("README.md")
    assert len(readme.splitlines()) <= 130
    assert len(re.findall(r'<img src="[^"]+" width="\d+" alt="[^"]{40,}">', readme)) == 3


def test_help_names_every_sheet_and_every_environment_variable() -> None:
    from tally.printing.catalog import SHEETS

    assert set(SHEETS) <= {text for _, text in chapter_page("commands").code}
    variables = set(re.findall(r"^(EUCHRE_\w+|DATABASE_URL) ", markdown("tournament/settings.py"), re.MULTILINE))
    assert variables == {text for _, text in chapter_page("environment").code if text.isupper()}


def test_the_hooks_are_local_and_run_the_checks_that_the_tests_run() -> None:
    hooks = markdown(".pre-commit-config.yaml")
    assert re.findall(r"repo: (.+)", hooks) == ["local"]
    assert set(re.findall(r"language: (.+)", hooks)) == {"system"}
    entries = re.findall(r"entry: (.+)", hooks)
    assert {entry.removeprefix(".venv/bin/").removesuffix(" --force-exclude") for entry in entries[:4]} == CHECKS
    house = markdown("tests/test_house.py")
    assert all(word in house for word in ('"format"', '"check"', '"mypy"', "lint-imports"))
