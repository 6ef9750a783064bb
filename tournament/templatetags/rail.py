"""The rail of the pages of a night's organizer and helpers, and their way back to it."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template.context import Context

from tournament.access import Who
from tournament.models import Night
from tournament.presenters import rail
from tournament.web.helper_pages import Way, way_to
from tournament.web.visitors import who_in

register = template.Library()


def _looks(context: Context) -> tuple[Night | None, Who]:
    """The night of this page, if it is one of a night, and the role of who looks at it."""
    night, request = context.get("night"), context.get("request")
    if not isinstance(night, Night) or not isinstance(request, HttpRequest):
        return None, Who()
    return night, who_in(request, night.club)


@register.simple_tag(takes_context=True)
def rail_places(context: Context) -> list[rail.RailPlace]:
    """The places of the rail, where the organizer or a helper looks at a page of their night; else none."""
    night, who = _looks(context)
    if night is None:
        return []
    match = context["request"].resolver_match
    return rail.rail_places(night, who, (match.url_name if match else "") or "", context["help_url"])


@register.simple_tag(takes_context=True)
def way_to_work(context: Context) -> Way | None:
    """The page of this night where the organizer or helper who looks does their work; None for others."""
    night, who = _looks(context)
    return way_to(night, who) if night else None
