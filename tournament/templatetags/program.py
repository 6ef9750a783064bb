"""How the reader of Help calls the program: by its own command where it is installed, in a checkout by manage.py."""

from __future__ import annotations

from django import template

from tournament import installation

register = template.Library()


@register.simple_tag
def program() -> str:
    """Return what stands before the name of a command in a sentence."""
    return installation.NAME if installation.IS_INSTALLED else "manage.py"


@register.simple_tag
def program_in_full() -> str:
    """Return what is typed before the name of a command."""
    return installation.NAME if installation.IS_INSTALLED else ".venv/bin/python manage.py"


@register.simple_tag
def is_installed() -> bool:
    """Return whether the program was installed, rather than run in its checkout."""
    return installation.IS_INSTALLED
