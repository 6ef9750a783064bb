"""The addresses that other devices use, for links that people pass on."""

from __future__ import annotations

from django import template
from django.urls import reverse

from tournament.web.hall_network import present_site

register = template.Library()


@register.simple_tag
def on_site(name: str, *args: object) -> str:
    """Return a page's address as codes have it; its path alone where no address was set."""
    return present_site() + reverse(name, args=args)
