"""The event that a page is up to date with, for pages whose view does not pass it."""

from __future__ import annotations

from django import template

from tournament.live.events import last_event
from tournament.models import Night

register = template.Library()


@register.filter
def newest_event(night: Night) -> int:
    """The id of a night's newest event, from which a page's live stream starts."""
    return last_event(night.pk)
