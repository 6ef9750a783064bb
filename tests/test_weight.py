"""How much a page makes a phone load: our own styles and scripts stay small."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.conf import settings

STATIC = Path(settings.BASE_DIR) / "tournament" / "static" / "night"
ON_EVERY_PAGE = ("night.css", "dark.css")


@pytest.mark.parametrize("of_a_page", sorted(
    path.name for path in STATIC.glob("*.css") if path.name not in (*ON_EVERY_PAGE, "simple.min.css")))
def test_no_page_loads_more_than_8_kb_of_our_own_styles(of_a_page: str) -> None:
    assert sum((STATIC / name).stat().st_size for name in (*ON_EVERY_PAGE, of_a_page)) <= 8 * 1024


def test_all_styles_and_scripts_together_are_a_third_of_what_a_page_may_weigh() -> None:
    packed = sum(len(gzip.compress(path.read_bytes())) for path in STATIC.iterdir() if path.suffix in (".css", ".js"))
    assert packed <= 20_000
