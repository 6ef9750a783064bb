"""The words of Help's glossary, for its chapter."""

from __future__ import annotations

from django import template

from tournament.help.glossary import GLOSSARY, WordGroup

register = template.Library()


@register.simple_tag
def word_groups() -> tuple[WordGroup, ...]:
    """Return the groups of the glossary, each with its words."""
    return GLOSSARY
