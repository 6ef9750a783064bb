"""The site's own icons, from one file."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon of icons.svg in the color of the text: `{% icon "bell" %}`. A word beside it says the same."""
    address = f"{static('tournament/icons.svg')}#{name}"
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)
