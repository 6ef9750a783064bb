"""How the reader of Help calls the program: by its own command where it is installed, in a checkout by manage.py."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()
OF_A_CHECKOUT = "manage.py"


@register.simple_tag
def program() -> str:
    """Return what stands before the name of a command in a sentence."""
    return str(settings.COMMAND)


@register.simple_tag
def program_in_full() -> str:
    """Return what is typed before the name of a command."""
    return f".venv/bin/python {OF_A_CHECKOUT}" if settings.COMMAND == OF_A_CHECKOUT else str(settings.COMMAND)


@register.simple_tag
def is_installed() -> bool:
    """Return whether the program has a command of its own, rather than being run in its checkout."""
    return bool(settings.COMMAND != OF_A_CHECKOUT)
