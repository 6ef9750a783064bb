"""The text of a chapter of Help, cut at its headings, so that paper keeps a part together."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tournament.help.chapters import Chapter

register = template.Library()


@register.simple_tag
def chapter_text(chapter: Chapter) -> SafeString:
    """Return a chapter's text, each heading with what it is about in one element."""
    before, *after = render_to_string(chapter.template).split("<h2 ")
    parts = "".join(f'<div class="part">\n<h2 {part}</div>\n' for part in after)
    return mark_safe(before + parts)
