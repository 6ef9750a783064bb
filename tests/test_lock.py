"""The locked packages are those that pyproject.toml asks for, each with its hashes, and no file says where they are."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from django.conf import settings
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(settings.BASE_DIR)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {"requirements.txt": ("postgres", "nats", "email"), "requirements-test.txt": ("test",)}
HASHED = re.compile(r"([\w.-]+)==([\w.!+-]+)( ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")
OUR_OWN = PROJECT["name"]


def locked(file: str) -> dict[str, Version]:
    """Return the version of each package in a lock, which holds nothing else."""
    text = (ROOT / file).read_text(encoding="utf-8")
    assert HASHED.sub("", text).strip() == "", "a line without a version or hash"
    return {canonicalize_name(name): Version(version) for name, version, *_ in HASHED.findall(text)}


def asked_for(extras: tuple[str, ...]) -> list[Requirement]:
    """Return what pyproject.toml asks for itself, with these extras."""
    found = [Requirement(line) for line in PROJECT["dependencies"]]
    for extra in extras:
        for requirement in map(Requirement, PROJECT["optional-dependencies"][extra]):
            of_our_own = requirement.name == OUR_OWN
            found += asked_for(tuple(requirement.extras)) if of_our_own else [requirement]
    return found


def needed_by(requirements: list[Requirement]) -> dict[str, list[Requirement]]:
    """Return all that they need in turn, on this computer, as the packages that are installed say."""
    needed: dict[str, list[Requirement]] = {}
    waiting = list(requirements)
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        environments = [default_environment() | {"extra": extra} for extra in (*requirement.extras, "")]
        if requirement.marker and not any(map(requirement.marker.evaluate, environments)):
            continue
        if requirement in needed.setdefault(name, []):
            continue
        needed[name].append(requirement)
        try:
            lines = requires(requirement.name) or []
        except PackageNotFoundError:
            continue
        for child in map(Requirement, lines):
            if child.marker is None or any(map(child.marker.evaluate, environments)):
                child.marker = None
                waiting.append(child)
    return needed


@pytest.mark.parametrize("file", EXTRAS)
def test_the_lock_has_what_is_asked_for_and_what_that_needs(file: str) -> None:
    versions = locked(file)
    needed = needed_by(asked_for(EXTRAS[file]))
    assert len(needed) > 25
    wrong = {
        name: (str(versions.get(name)), [str(one.specifier) for one in requirements])
        for name, requirements in needed.items()
        if name not in versions
        or not all(one.specifier.contains(versions[name], prereleases=True) for one in requirements)
    }
    assert not wrong, "make the lock again: .ci/lock"


def test_production_is_tested_with_the_versions_that_it_has() -> None:
    production, test = locked("requirements.txt"), locked("requirements-test.txt")
    assert {name: test.get(name) for name in production} == production


@pytest.mark.parametrize("file", EXTRAS)
def test_a_lock_names_no_host_and_no_folder(file: str) -> None:
    assert not re.search(r"://|@|^-|/", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_a_missing_package_is_noticed() -> None:
    names = needed_by([Requirement("openpyxl>=3")])
    assert set(names) == {"openpyxl", "et-xmlfile"}


@pytest.mark.parametrize("script", [".ci/lock", ".ci/audit"])
def test_the_scripts_of_ci_can_be_read(script: str) -> None:
    assert (ROOT / script).stat().st_mode & 0o100
    subprocess.run(["bash", "-n", str(ROOT / script)], check=True)
