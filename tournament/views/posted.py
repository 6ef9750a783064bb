"""Numbers out of what a browser sent."""

from __future__ import annotations

from django.http import HttpRequest


def posted_number(request: HttpRequest, name: str) -> int:
    """The whole number that a form sent under this name; 0, which is nobody's, for anything else."""
    return whole_number(request.POST.get(name, ""))


def whole_number(text: str) -> int:
    """A whole number that a row can have; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
