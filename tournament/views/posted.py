"""Numbers out of a POST."""

from __future__ import annotations

from django.http import HttpRequest


def posted_number(request: HttpRequest, name: str) -> int:
    """The whole number that a form sent under this name; 0, which is nobody's, for anything else."""
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 19 else 0
