"""Links to scoring pages, as `{% url %}` makes links to the night's own, and the names of variants."""

from __future__ import annotations

from typing import Any

from django import template

from tournament.web import scoring_pages

register = template.Library()


@register.simple_tag
def scoring_url(page: scoring_pages.ScoringPage, *args: Any) -> str:
    """The path of a scoring page: `{% scoring_url "board" night.slug %}`."""
    return scoring_pages.scoring_url(page, *args)


@register.filter
def variant_name(slug: str) -> str:
    """What players call a variant."""
    return scoring_pages.variant_name(slug)
