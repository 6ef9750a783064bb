"""A page with its own styles and scripts stays small, and loads nothing from other hosts."""

from __future__ import annotations

import gzip
import posixpath
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tests.support.strangers import each_address
from tests.support.url_table import URLS
from tournament.models import Night


def fetched_by(page: str) -> list[str]:
    """Return the addresses that a browser fetches for a page: styles, scripts, pictures, frames.

    Pictures of this site that load when somebody opens them are left out.
    """
    page = re.sub(r'<img [^>]*src="/[\w-][^>]*loading="lazy">', "", page)
    return re.findall(r'<(?:link|script|img|iframe|source)\b[^>]*?\b(?:href|src)="([^"]+)"', page)


@cache
def imported_by(module: str) -> set[str]:
    """Return the addresses of all modules that a module imports, directly or not."""
    source = Path(str(finders.find(module.removeprefix(settings.STATIC_URL)))).read_text(encoding="utf-8")
    addresses = re.findall(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', source, re.MULTILINE)
    direct = {posixpath.normpath(posixpath.join(posixpath.dirname(module), address)) for address in addresses}
    return direct.union(*map(imported_by, direct))


@cache
def packed_size(file: str) -> int:
    """Return how many bytes of a file are sent."""
    return len(gzip.compress(Path(file).read_bytes()))


PAGES = [
    path
    for path, (_, who) in URLS.items()
    if who != "-"
    and path not in ("/health/", "/metrics/")
    and not path.endswith((".pdf", ".png", ".json", ".csv", ".xlsx", ".ics", ".txt"))
    and "{token}" not in path
]


def test_a_page_with_its_styles_and_scripts_is_at_most_60_kb_from_one_host(night: Night) -> None:
    for browser, address, _ in each_address(night, PAGES):
        check_weight(browser, address)


def check_weight(phone: Client, address: str) -> None:
    """Open a page and check what it loads, and how much that is."""
    answer = phone.get(address, follow=True)
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" in page, address
    fetched = fetched_by(page)
    assert fetched and all(file.startswith(settings.STATIC_URL) for file in fetched), f"{address}: {fetched}"
    elsewhere = re.search(r"url\((?!['\"]?(?:\.\./|/static/|#))|@import", page)
    assert not elsewhere, f"{address}: styles in the page load nothing else"
    modules = {file for file in fetched if "/scripts/" in file}
    imports = set[str]().union(*map(imported_by, modules))
    assert f"{settings.STATIC_URL}tournament/scripts/press.js" in imports, address
    assert imports <= modules, f"{address} preloads every module, so that none waits for another"
    names = [file.removeprefix(settings.STATIC_URL) for file in fetched if file.endswith((".css", ".js"))]
    files = [str(finders.find(name)) for name in names]
    weight = sum(packed_size(file) for file in files if "htmx" not in file)
    assert len(gzip.compress(answer.content)) + weight <= 60_000, address
