"""The filter that tells styles how long a text is, so that it is as large as fits."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def longest_word(text: str) -> int:
    """Return the letters of the longest word; a line may break at spaces and hyphens."""
    return max(map(len, text.replace("-", "- ").split()), default=0)
