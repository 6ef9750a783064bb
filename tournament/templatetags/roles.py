"""What somebody may do, for templates: `{% if who|may:"close" %}`."""

from __future__ import annotations

from django import template

from tournament.access import Who
from tournament.web.visitors import may_open

register = template.Library()


@register.filter
def may(who: Who, url_name: str) -> bool:
    """Whether this person may open, or post to, the page with this URL name."""
    return may_open(who, url_name)
