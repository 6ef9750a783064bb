"""The repository follows its own rules: imports, purity, layout, formatting, types, migrations."""

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
    "SECURITY.md",
    "requirements.txt",
    "requirements-test.txt",
    "tournament",
    "tally",
    "templates",
    "fixtures",
    "tests",
}
PURE = ("tournament/people", "tournament/money", "tournament/movements", "tally/rules", "tally/scores", "tally/paper")
WITH_LIBRARIES = "tally/paper"
CLOCKS = {"now", "utcnow", "today", "localtime", "monotonic", "perf_counter"}
AT_THE_ROOT = {  # modules without a room
    "tournament": {
        "__init__",
        "access",
        "apps",
        "asgi",
        "command",
        "data_folder",
        "file_versions",
        "forms",
        "installation",
        "secret_key",
        "settings",
        "settings_file",
        "urls",
        "wsgi",
    },
    "tally": {"__init__", "apps", "forms", "money_forms", "models", "urls"},
}
ALLOWED_TALLY_NAMES = {"tournament/settings.py": {"tally"}, "tournament/urls.py": {"tally.urls"}}
SCHEME = "http" + r"s?://"  # split, so that this file contains no such address
REGISTRIES = (
    SCHEME + r"[^\s\"'<>)]+\.(whl|tgz|tar\.gz|crate)\b",
    SCHEME + r"[^\s\"'<>)]*/simple/",
    r"--(extra-)?index-url[ =]",
    r"\bPIP_INDEX_URL\b|\bUV_(DEFAULT_)?INDEX(_URL)?\b|^registry *=",
)


@cache
def files() -> tuple[str, ...]:
    """Return every file that is committed, or new and not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a Git working tree, so what is committed is unknown")
    return tuple(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


def python_files(*folders: str) -> list[str]:
    """Return the Python files in these folders, as paths from the repository's root."""
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py"))


def impure_calls(source: str) -> list[str]:
    """Return the calls that read a clock, use the global random generator or touch files or input."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            found += [alias.name for alias in node.names if alias.name != "Random"]
        if isinstance(node, ast.Attribute):
            module = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in CLOCKS or (module == "random" and node.attr != "Random"):
                found.append(f"{module}.{node.attr}")
        if (
            isinstance(node, ast.Call)
            and not node.args
            and not node.keywords
            and (ast.unparse(node.func) in ("Random", "random.Random"))
        ):
            found.append(ast.unparse(node))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "input", "__import__", "exec", "eval"):
            found.append(ast.unparse(node.func))
    return found


def strings(source: str) -> set[str]:
    """Return every string literal in a module's source."""
    return {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


# Imports


def test_only_settings_and_urls_name_tally() -> None:
    named = {path: names_of_tally((ROOT / path).read_text(encoding="utf-8")) for path in python_files("tournament")}
    assert {path: names for path, names in named.items() if names} == ALLOWED_TALLY_NAMES


def names_of_tally(source: str) -> set[str]:
    """Return the string literals that name a module of the other app."""
    return {text for text in strings(source) if re.fullmatch(r"tally(\.\w+)*", text)}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the import contracts of a checkout."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_import_contracts_hold() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def copy_of_the_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code and its contracts, in which tests break them."""
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
        ("tally/paper/pages.py", "from django.conf import settings"),
        ("tournament/access.py", "from tally.models import Hand"),
        ("tally/loading/games.py", "from tally.scoring import recording"),
    ],
)
def test_each_kind_of_contract_catches_a_forbidden_import(copy_of_the_code: Path, path: str, line: str) -> None:
    check_refused_import(copy_of_the_code, path, line)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "line"),
    [
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
        ("tournament/models/clubs.py", "import tally.rules"),
        ("tournament/live/hub.py", "from tournament.night.ticker import run_tick"),
    ],
)
def test_a_contract_catches_a_forbidden_import(copy_of_the_code: Path, path: str, line: str) -> None:
    check_refused_import(copy_of_the_code, path, line)


def check_refused_import(copy_of_the_code: Path, path: str, line: str) -> None:
    """Check that the contracts refuse a line at the end of a module."""
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


def test_the_docstring_of_every_pure_package_begins_with_pure() -> None:
    for package in PURE:
        docstring = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))) or ""
        assert docstring.splitlines()[0].startswith("Pure: "), package


def test_pure_packages_use_no_clock_and_no_global_random() -> None:
    calls = {path: impure_calls((ROOT / path).read_text(encoding="utf-8")) for path in PURE_MODULES}
    assert calls and {path: found for path, found in calls.items() if found} == {}


def test_pure_packages_import_without_django() -> None:
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
def test_clocks_and_global_random_are_found(source: str) -> None:
    assert impure_calls(source)


@pytest.mark.parametrize("source", ["def f(chance: random.Random, now: datetime): chance.shuffle([])", "Random(7)"])
def test_a_random_generator_that_is_passed_in_is_allowed(source: str) -> None:
    assert impure_calls(source) == []


# Layout


def test_the_repository_root_holds_only_the_listed_files() -> None:
    top_level = {name.split("/")[0] for name in files()}
    assert {name for name in top_level if not name.startswith(".")} == TOP


@pytest.mark.parametrize("app", AT_THE_ROOT)
def test_the_root_of_an_app_holds_only_modules_without_a_room(app: str) -> None:
    assert {path.stem for path in (ROOT / app).glob("*.py")} == AT_THE_ROOT[app]


def test_a_nights_game_is_never_looked_up_in_the_list_of_games() -> None:
    """A club may have made it: `variant_of(night)` finds that, too."""
    wrong = [path for path in (ROOT / "tally").rglob("*.py") if "VARIANTS[night" in path.read_text(encoding="utf-8")]
    assert not wrong


def test_every_module_has_a_docstring() -> None:
    without_docstring = [
        path
        for path in python_files("tournament", "tally")
        if "/migrations/" not in path
        and (source := (ROOT / path).read_text(encoding="utf-8")).strip()
        and ast.get_docstring(ast.parse(source)) is None
    ]
    assert without_docstring == []


def registry_addresses(text: str) -> list[str]:
    """Return the package registry addresses and settings in a text."""
    return [found[0] for pattern in REGISTRIES for found in re.finditer(pattern, text, re.I | re.M)]


def test_no_committed_file_contains_a_package_registry_address() -> None:
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
def test_a_download_address_is_recognized(end: str) -> None:
    assert registry_addresses("see https:" + "//mirror.example" + end)


@pytest.mark.parametrize("text", ["pip install --index-url x", "registry = x", "PIP_INDEX_URL=x"])
def test_a_registry_setting_is_recognized(text: str) -> None:
    assert registry_addresses(text)


@pytest.mark.parametrize("text", ["https://docs.astral.sh/uv/", "https://mirror.example/a/page", "a simple / b"])
def test_an_ordinary_web_address_is_allowed(text: str) -> None:
    assert registry_addresses(text) == []


# Tools


def test_a_test_that_hangs_says_where(pytestconfig: pytest.Config) -> None:
    """A test that hangs fails, by an exception of its own.

    `faulthandler_timeout` is no way to do that: it reads the stack of a thread that runs, and crashed a worker with it.
    """
    assert 0 < float(pytestconfig.getini("timeout")) <= 600
    assert float(pytestconfig.getini("faulthandler_timeout")) == 0


def test_ruff_finds_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_is_formatted_with_ruff() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--check", "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_nothing() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_migrations_are_complete(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
