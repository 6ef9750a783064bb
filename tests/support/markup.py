"""Compare pages by their elements or their text, however their HTML is laid out."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client


def compact(html: str) -> str:
    """Collapse a page's white space and drop it around each tag."""
    return re.sub(r" ?(<[^>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))


def page_text(client: Client, path: str) -> str:
    """Return the text of a page, without its tags and with single spaces."""
    html = client.get(path).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
