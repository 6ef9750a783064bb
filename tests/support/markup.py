"""Compare pages by their elements or their text, however their HTML is laid out."""

from __future__ import annotations

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client


def compact(html: str) -> str:
    """Collapse a page's white space and drop it around each tag."""
    return re.sub(r" ?(<[^>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))


def page_text(client: Client, path: str) -> str:
    """Return the text of a page, without its tags and with single spaces."""
    return text_of(client.get(path))


def text_of(answer: HttpResponse) -> str:
    """Return the text of an answer, without its tags and with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())
