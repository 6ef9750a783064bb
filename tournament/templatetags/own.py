"""What a page has for its reader only: the mark of the own row."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

from tournament.access import Who
from tournament.web.shared_parts import for_owners

register = template.Library()


@register.simple_tag(takes_context=True)
def own(context: Context, text: str, *numbers: object) -> SafeString:
    """The text, if the reader is the player with one of these numbers: `<tr{% own ' class="me"' row.number %}>`.

    In a part that everybody shares it is a mark, which `as_seen_by` resolves for each reader.
    """
    if context.get("shared"):
        return for_owners(text, numbers)
    who = context.get("who")
    mine = isinstance(who, Who) and who.entry is not None and who.entry.number in numbers
    return mark_safe(text if mine else "")
