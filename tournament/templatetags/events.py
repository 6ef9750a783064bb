"""What a page is up to date with, for pages that do not say so themselves."""

from __future__ import annotations

from django import template

from tournament.live.events import last_event
from tournament.models import Night

register = template.Library()


@register.filter
def newest_event(night: Night) -> int:
    """The newest event of a night: a page that is opened now is told of later ones only, not of bells long past."""
    return last_event(night.pk)
