"""Compare pages by their elements and text, however their HTML is laid out."""

from __future__ import annotations

import re


def compact(html: str) -> str:
    """Collapse a page's white space, and drop it around each tag."""
    return re.sub(r" ?(<[^>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))
