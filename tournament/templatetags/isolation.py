"""The filter for names within a sentence."""

from __future__ import annotations

from django import template

from tournament.people import names

register = template.Library()
register.filter(names.isolated)
