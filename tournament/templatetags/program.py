"""How the reader of Help calls the program: by its own command where it is installed, in a checkout by manage.py."""

from __future__ import annotations

from django import template
from django.conf import settings

from tournament.installation import program_number

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
def program_on_windows() -> str:
    """Return what is typed before the name of a command on Windows."""
    return rf".venv\Scripts\python {OF_A_CHECKOUT}" if settings.COMMAND == OF_A_CHECKOUT else str(settings.COMMAND)


@register.simple_tag
def wheel_file() -> str:
    """Return the name of the file that this version of the program is installed from."""
    return f"euchre_night-{program_number()}-py3-none-any.whl"


@register.simple_tag
def install_with(extras: str) -> str:
    """Return the command that installs the program with these extras on a server, such as "email,postgres"."""
    if settings.COMMAND == OF_A_CHECKOUT:
        return f".venv/bin/pip install -e '.[{extras}]'"
    return f".venv/bin/pip install './{wheel_file()}[{extras}]'"


@register.simple_tag
def is_installed() -> bool:
    """Return whether the program has a command of its own, rather than being run in its checkout."""
    return bool(settings.COMMAND != OF_A_CHECKOUT)
