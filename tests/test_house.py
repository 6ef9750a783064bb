"""The house keeps its own law: which room imports which, what lies at the top, how long things are."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
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
    "LICENSE",
    "tournament",
    "tally",
    "templates",
    "fixtures",
    "tests",
}
PURE_FILES = (
    "tournament/__init__.py",
    "tournament/seats.py",
    "tournament/names.py",
    "tournament/errors.py",
    "tally/__init__.py",
    "tally/tallies.py",
    "tally/standings.py",
    "tally/prizes.py",
    "tally/progress.py",
)
PURE_FOLDERS = ("tournament/movements/", "tally/rules/")
OUTER_WORLD = {
    "time",
    "secrets",
    "uuid",
    "os",
    "sys",
    "socket",
    "subprocess",
    "threading",
    "asyncio",
    "tempfile",
    "sqlite3",
    "urllib",
    "http",
    "locale",
    "logging",
}
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


def is_pure(path: str) -> bool:
    return path in PURE_FILES or path.startswith(PURE_FOLDERS)


def imports(source: str) -> Iterator[str]:
    """Every module, and every name out of one, that this source imports: `a.b`, and `a.b.c` for `from a.b import c`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def file_of(module: str) -> str | None:
    """The file of one of our modules, or None: a name inside one."""
    base = module.replace(".", "/")
    return next((path for path in (f"{base}.py", f"{base}/__init__.py") if (ROOT / path).is_file()), None)


def foreign_imports(source: str) -> list[str]:
    """What a pure room may not import."""
    wrong = []
    for name in imports(source):
        top = name.split(".")[0]
        ours = file_of(name) if top in ("tournament", "tally") else None
        if top in ("tournament", "tally"):
            if ours is not None and not is_pure(ours):
                wrong.append(name)
        elif top not in sys.stdlib_module_names or top in OUTER_WORLD:
            wrong.append(name)
    return wrong


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
def test_tournament_never_imports_tally(path: str) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")
    assert [name for name in imports(source) if name.split(".")[0] == "tally"] == []


@pytest.mark.parametrize("path", python_files("tournament"))
def test_only_settings_and_urls_name_tally(path: str) -> None:
    said = {text for text in strings((ROOT / path).read_text(encoding="utf-8")) if re.fullmatch(r"tally(\.\w+)*", text)}
    assert said == NAMES_TALLY.get(path, set())


def test_tally_does_import_tournament() -> None:
    """Otherwise the law above would prove nothing about a house that fell apart."""
    source = (ROOT / "tally/hands.py").read_text(encoding="utf-8")
    assert any(name.startswith("tournament.") for name in imports(source))


PURE = [path for path in python_files("tournament", "tally") if is_pure(path)]


def test_every_pure_room_is_there() -> None:
    assert set(PURE_FILES) <= set(PURE)
    assert all(any(path.startswith(folder) for path in PURE) for folder in PURE_FOLDERS)


@pytest.mark.parametrize("path", PURE)
def test_pure_rooms_import_the_standard_library_and_each_other_only(path: str) -> None:
    assert foreign_imports((ROOT / path).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", PURE)
def test_pure_rooms_have_no_clock_and_no_chance_of_their_own(path: str) -> None:
    assert chances_and_clocks((ROOT / path).read_text(encoding="utf-8")) == []


def test_pure_rooms_work_in_a_python_without_django() -> None:
    modules = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in PURE]
    script = f"import importlib, sys; sys.modules['django'] = None; [importlib.import_module(m) for m in {modules}]"
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "source",
    [
        "import django",
        "from django.db import models",
        "import tournament.models",
        "from tournament import models",
        "from tournament.models import Night",
        "def f():\n    from tally.load import night_games",
        "import time",
        "from . import models",
        "import reportlab.lib",
        "import os.path",
        "if True:\n    import requests",
    ],
)
def test_the_law_sees_a_foreign_import(source: str) -> None:
    assert foreign_imports(source)


@pytest.mark.parametrize(
    "source",
    [
        "import json",
        "from collections.abc import Iterable",
        "from tournament.seats import Seat",
        "from tournament import seats",
        "from tally.rules import score",
        "from datetime import datetime",
        "import random",
    ],
)
def test_the_law_lets_pure_imports_pass(source: str) -> None:
    assert foreign_imports(source) == []


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


def test_mypy_has_nothing_to_say() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_migrations_are_complete(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
