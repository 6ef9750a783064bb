"""How a laptop is kept awake, for Help: the same words as in the room's list."""

from __future__ import annotations

from django import template

from tournament.reach.facts import System
from tournament.reach.findings import LID, SLEEP_WAYS

register = template.Library()
NAMES = {System.WINDOWS: "Windows", System.MACOS: "Mac", System.LINUX: "Linux"}


@register.simple_tag
def ways_to_stay_awake() -> list[tuple[str, str]]:
    """Return each system with where its settings have sleep."""
    return [(name, SLEEP_WAYS[system]) for system, name in NAMES.items()]


@register.simple_tag
def about_the_lid() -> str:
    """Return what the lid does."""
    return LID
