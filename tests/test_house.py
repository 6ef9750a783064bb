"""The house keeps its own law: which room imports which, what lies at the top, how long things are."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

ROOT = Path(settings.BASE_DIR)
TOP = {
    "manage.py",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "tournament",
    "tally",
    "templates",
    "fixtures",
    "tests",
}
PURE = ("tournament/people", "tournament/movements", "tally/rules", "tally/scores", "tally/paper")
WITH_LIBRARIES = "tally/paper"
CLOCKS = {"now", "utcnow", "today", "localtime", "monotonic", "perf_counter"}
NAMES_TALLY = {"tournament/settings.py": {"tally"}, "tournament/urls.py": {"tally.urls"}}
SCHEME = "http" + r"s?://"  # taken apart, so that this file holds no such address itself
REGISTRIES = (
    SCHEME + r"[^\s\"'<>)]+\.(whl|tgz|tar\.gz|crate)\b",
    SCHEME + r"[^\s\"'<>)]*/simple/",
    r"--(extra-)?index-url[ =]",
    r"\bPIP_INDEX_URL\b|\bUV_(DEFAULT_)?INDEX(_URL)?\b|^registry *=",
)


@cache
def files() -> tuple[str, ...]:
    """Everything that is committed, or new and about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("this copy is no Git working tree, so nobody knows what is committed")
    return tuple(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


def python_files(*folders: str) -> list[str]:
    """Python in these folders, as paths from the top."""
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py"))


def chances_and_clocks(source: str) -> list[str]:
    """Where a pure room looks at a clock, throws dice of its own or opens a file."""
    wrong = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            wrong += [alias.name for alias in node.names if alias.name != "Random"]
        if isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in CLOCKS or (of == "random" and node.attr != "Random"):
                wrong.append(f"{of}.{node.attr}")
        if (
            isinstance(node, ast.Call)
            and not node.args
            and not node.keywords
            and (ast.unparse(node.func) in ("Random", "random.Random"))
        ):
            wrong.append(ast.unparse(node))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "input", "__import__", "exec", "eval"):
            wrong.append(ast.unparse(node.func))
    return wrong


def strings(source: str) -> set[str]:
    return {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


# The import law


@pytest.mark.parametrize("path", python_files("tournament"))
def test_only_settings_and_urls_name_tally(path: str) -> None:
    said = {text for text in strings((ROOT / path).read_text(encoding="utf-8")) if re.fullmatch(r"tally(\.\w+)*", text)}
    assert said == NAMES_TALLY.get(path, set())


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """The contracts of a checkout, checked."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_contracts_are_kept() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def copy_of_the_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code and its contracts, to be broken."""
    folder = tmp_path_factory.mktemp("copy")
    for part in ("tournament", "tally", "tests/support"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "static"))
    (folder / "tests/__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("tournament/movements/seats.py", "import django"),
        ("tournament/movements/seats.py", "from django.db import models"),
        ("tournament/movements/seats.py", "import tournament.models"),
        ("tournament/movements/seats.py", "from tournament import models"),
        ("tournament/people/names.py", "from tournament.models import Night"),
        ("tally/rules/scoring.py", "def f():\n    from tally.loading.games import night_games"),
        ("tally/scores/tallies.py", "import time"),
        ("tally/scores/tallies.py", "from ..loading import games"),
        ("tally/rules/rulebook.py", "import reportlab.lib"),
        ("tally/scores/prizes.py", "import os.path"),
        ("tally/paper/pages.py", "if True:\n    import requests"),
        ("tally/paper/pages.py", "from django.conf import settings"),
        ("tournament/access.py", "from tally.models import Hand"),
        ("tournament/models.py", "import tally.rules"),
        ("tournament/live/hub.py", "from tournament.night.ticker import run_tick"),
        ("tally/loading/games.py", "from tally.scoring import recording"),
    ],
)
def test_a_contract_catches(copy_of_the_code: Path, path: str, line: str) -> None:
    file = copy_of_the_code / path
    before = file.read_text(encoding="utf-8")
    file.write_text(f"{before}\n\n{line}\n", encoding="utf-8")
    try:
        done = lint_imports(copy_of_the_code)
    finally:
        file.write_text(before, encoding="utf-8")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "0 broken" not in done.stdout


PURE_MODULES = python_files(*PURE)


def test_every_pure_package_says_so() -> None:
    for package in PURE:
        docstring = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))) or ""
        assert docstring.splitlines()[0].startswith("Pure: "), package


@pytest.mark.parametrize("path", PURE_MODULES)
def test_pure_rooms_have_no_clock_and_no_chance_of_their_own(path: str) -> None:
    assert chances_and_clocks((ROOT / path).read_text(encoding="utf-8")) == []


def test_pure_rooms_work_in_a_python_without_django() -> None:
    paths = [path for path in PURE_MODULES if not path.startswith(WITH_LIBRARIES)]
    modules = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in paths]
    script = f"import importlib, sys; sys.modules['django'] = None; [importlib.import_module(m) for m in {modules}]"
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "source",
    [
        "random.shuffle(x)",
        "datetime.now()",
        "datetime.datetime.utcnow()",
        "date.today()",
        "from random import choice",
        "random.Random()",
        "Random()",
        "open('x')",
        "f = random.random",
    ],
)
def test_the_law_sees_a_clock_and_a_die(source: str) -> None:
    assert chances_and_clocks(source)


@pytest.mark.parametrize("source", ["def f(chance: random.Random, now: datetime): chance.shuffle([])", "Random(7)"])
def test_the_law_lets_chance_that_is_passed_in_pass(source: str) -> None:
    assert chances_and_clocks(source) == []


# What lies where


def test_the_top_level_is_fixed() -> None:
    tops = {name.split("/")[0] for name in files()}
    assert {name for name in tops if not name.startswith(".")} == TOP


def test_every_python_file_of_ours_says_what_it_is_for() -> None:
    silent = [
        path
        for path in python_files("tournament", "tally")
        if "/migrations/" not in path
        and (source := (ROOT / path).read_text(encoding="utf-8")).strip()
        and ast.get_docstring(ast.parse(source)) is None
    ]
    assert silent == []


def registry_addresses(text: str) -> list[str]:
    return [found[0] for pattern in REGISTRIES for found in re.finditer(pattern, text, re.I | re.M)]


def test_no_committed_text_holds_the_download_address_of_a_package_registry() -> None:
    found = {}
    for name in files():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if name != "tests/test_house.py" and (addresses := registry_addresses(text)):
            found[name] = addresses
    assert found == {}


@pytest.mark.parametrize("end", ["/a/simple/django", "/x-1.0.whl", "/x-1.0.tar.gz", "/x.tgz"])
def test_a_download_address_is_recognised(end: str) -> None:
    assert registry_addresses("see https:" + "//mirror.example" + end)


@pytest.mark.parametrize("text", ["pip install --index-url x", "registry = x", "PIP_INDEX_URL=x"])
def test_a_setting_of_a_registry_is_recognised(text: str) -> None:
    assert registry_addresses(text)


@pytest.mark.parametrize("text", ["https://docs.astral.sh/uv/", "https://mirror.example/a/page", "a simple / b"])
def test_the_address_of_a_page_is_no_download_address(text: str) -> None:
    assert registry_addresses(text) == []


# What the tools say


def test_ruff_has_nothing_to_say() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_is_formatted_by_ruff() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--check", "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_has_nothing_to_say() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_migrations_are_complete(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
