"""How much a page makes a phone load: our own styles and scripts stay small."""

from __future__ import annotations

import gzip
import posixpath
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tests.support.night import phone_of
from tests.support.strangers import at, filled
from tests.support.url_table import OPENS
from tournament.access import ORGANIZER_COOKIE
from tournament.models import Night


def referred_to(page: str) -> list[str]:
    """What a browser fetches for a page by itself: styles, scripts, pictures, frames."""
    return re.findall(r'<(?:link|script|img|iframe|source)\b[^>]*?\b(?:href|src)="([^"]+)"', page)


def imported_by(module: str) -> set[str]:
    """The addresses of all modules that a module imports, and that these import."""
    source = Path(str(finders.find(module.removeprefix("/static/")))).read_text(encoding="utf-8")
    addresses = re.findall(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', source, re.MULTILINE)
    direct = {posixpath.normpath(posixpath.join(posixpath.dirname(module), address)) for address in addresses}
    return direct.union(*map(imported_by, direct))


@pytest.mark.parametrize("path", [path for path, (_, who) in OPENS.items() if who != "-" and "/print/" not in path])
def test_a_page_with_its_styles_and_scripts_is_at_most_60_kb_and_asks_no_other_host(night: Night, path: str) -> None:
    phone = phone_of(night, 1)
    phone.cookies[ORGANIZER_COOKIE] = night.club.key
    address, _ = filled(at(night, "playing"), (path, "playing", {}))
    answer = phone.get(address, follow=True)
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" in page
    fetched = referred_to(page)
    assert fetched and all(file.startswith("/static/") for file in fetched), fetched
    assert not re.search(r"url\((?!['\"]?(?:\.\./|/static/|#))|@import", page), "styles in the page ask nobody either"
    modules = {file for file in fetched if "/scripts/" in file}
    imports = set[str]().union(*map(imported_by, modules))
    assert "/static/tournament/scripts/press.js" in imports
    assert imports <= modules, "a module that the page does not name would wait for the one that imports it"
    ours = [str(finders.find(file.removeprefix("/static/"))) for file in fetched if file.endswith((".css", ".js"))]
    weight = sum(len(gzip.compress(Path(file).read_bytes())) for file in ours if "htmx" not in file)
    assert len(gzip.compress(answer.content)) + weight <= 60_000
