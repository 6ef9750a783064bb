"""The site's colors, by light and by dark: what is drawn or written stands out from the page."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_lines_and_words_stand_out_from_the_page_by_light_and_by_dark() -> None:
    for sheet in ("base.css", "dark.css"):
        css = (ROOT / "tournament/static/tournament" / sheet).read_text(encoding="utf-8")
        colors = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", css))
        for page in ("bg", "card"):
            for line in ("border", "accent", "them", "warn", "text", "text-light"):
                assert contrast(colors[line], colors[page]) >= 3, (sheet, line, page)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors as WCAG counts it."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
