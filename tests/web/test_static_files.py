"""Static files have their version in their addresses, so browsers store them for good and never mix two versions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tournament.file_versions import files_version, program_version

IMPORT = re.compile(r'^(?:import|export) (?:[^";]* from )?"([^"]+)";', re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two scripts, one of them in a subfolder."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "page.js").write_text("import './scripts/bell.js';")
    (tmp_path / "scripts" / "bell.js").write_text("ring();")
    return tmp_path


def test_the_version_depends_on_names_and_contents_only(folder: Path) -> None:
    before = files_version([folder])
    (folder / "page.js").touch()
    assert files_version([folder]) == before
    (folder / "scripts" / "bell.js").write_text("ring(2);")
    changed = files_version([folder])
    (folder / "page.js").rename(folder / "pages.js")
    assert len({before, changed, files_version([folder])}) == 3


def test_the_programs_version_changes_with_its_python_files_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PROGRAM_FOLDERS", [folder])
    (folder / "bell.py").write_text("ring()")
    fresh = program_version.__wrapped__
    first = fresh()
    (folder / "page.js").write_text("another();")
    assert fresh() == first
    (folder / "bell.py").write_text("ring(2)")
    assert fresh() != first


def test_a_page_and_its_modules_use_addresses_with_the_version(db: None, client: Client) -> None:
    page = client.get("/j/").content.decode()
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(files) > 5 and all(file.startswith(settings.STATIC_URL) for file in files)
    assert re.fullmatch(r"/static/[0-9a-f]{10}/", settings.STATIC_URL)


def test_a_module_imports_only_by_relative_paths() -> None:
    for app in ("tournament", "tally"):
        for script in (settings.BASE_DIR / app / "static").rglob("*.js"):
            imports = IMPORT.findall(script.read_text(encoding="utf-8"))
            assert all(path.startswith(".") for path in imports), script


def test_a_browser_may_store_a_file_for_a_year(db: None, client: Client) -> None:
    answer = client.get(f"{settings.STATIC_URL}tournament/scripts/bell.js")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == f"max-age={365 * 86400}, public"
    answer.close()


def test_an_address_of_another_version_is_not_answered_with_this_one(db: None, client: Client) -> None:
    assert client.get("/static/0000000000/tournament/scripts/bell.js").status_code == 404
    assert client.get("/static/tournament/scripts/bell.js").status_code == 404
