"""A page with its own styles and scripts stays small, and loads nothing from other hosts."""

from __future__ import annotations

import gzip
import posixpath
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from tests.support.night import phone_of, sign_in_as_organizer
from tests.support.strangers import advance_to, fill_in
from tests.support.url_table import URLS
from tournament.models import Night


def fetched_by(page: str) -> list[str]:
    """Return the addresses that a browser fetches for a page: styles, scripts, pictures, frames.

    Pictures of this site that load when somebody opens them are left out.
    """
    page = re.sub(r'<img src="/[\w-][^>]*loading="lazy">', "", page)
    return re.findall(r'<(?:link|script|img|iframe|source)\b[^>]*?\b(?:href|src)="([^"]+)"', page)


def imported_by(module: str) -> set[str]:
    """Return the addresses of all modules that a module imports, directly or not."""
    source = Path(str(finders.find(module.removeprefix(settings.STATIC_URL)))).read_text(encoding="utf-8")
    addresses = re.findall(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', source, re.MULTILINE)
    direct = {posixpath.normpath(posixpath.join(posixpath.dirname(module), address)) for address in addresses}
    return direct.union(*map(imported_by, direct))


@pytest.mark.parametrize(
    "path",
    [
        path
        for path, (_, who) in URLS.items()
        if who != "-"
        and path not in ("/health/", "/metrics/")
        and not path.endswith((".pdf", ".png", ".json", ".csv", ".xlsx", ".ics", ".txt"))
        and "{token}" not in path
    ],
)
def test_a_page_with_its_styles_and_scripts_is_at_most_60_kb_from_one_host(night: Night, path: str) -> None:
    phone = phone_of(night, 1)
    sign_in_as_organizer(phone, night.club)
    address, _ = fill_in(advance_to(night, "playing"), (path, "playing", {}))
    answer = phone.get(address, follow=True)
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" in page
    fetched = fetched_by(page)
    assert fetched and all(file.startswith(settings.STATIC_URL) for file in fetched), fetched
    assert not re.search(r"url\((?!['\"]?(?:\.\./|/static/|#))|@import", page), "styles in the page load nothing else"
    modules = {file for file in fetched if "/scripts/" in file}
    imports = set[str]().union(*map(imported_by, modules))
    assert f"{settings.STATIC_URL}tournament/scripts/press.js" in imports
    assert imports <= modules, "the page preloads every module, so that none waits for another"
    names = [file.removeprefix(settings.STATIC_URL) for file in fetched if file.endswith((".css", ".js"))]
    files = [str(finders.find(name)) for name in names]
    weight = sum(len(gzip.compress(Path(file).read_bytes())) for file in files if "htmx" not in file)
    assert len(gzip.compress(answer.content)) + weight <= 60_000
