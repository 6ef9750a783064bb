"""The rail of the organizer's pages."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template.context import Context

from tournament.models import Night
from tournament.presenters import rail

register = template.Library()


@register.simple_tag(takes_context=True)
def rail_places(context: Context) -> list[rail.RailPlace]:
    """The places of the rail, where the organizer looks at a page of a night; else none."""
    night, request = context.get("night"), context.get("request")
    if not isinstance(night, Night) or not isinstance(request, HttpRequest):
        return []
    if context.get("organizers_club") != night.club:
        return []
    url_name = request.resolver_match.url_name if request.resolver_match else None
    return rail.rail_places(night, url_name or "", context["help_url"])
