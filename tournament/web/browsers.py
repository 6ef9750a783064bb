"""What a browser is called by people: "Chrome on Windows"."""

from __future__ import annotations

from django.http import HttpRequest

LONGEST = 400  # characters of what a browser says of itself that are read


def browser_name(request: HttpRequest) -> str:
    """The browser that asks and what it runs on, as far as it says so: "Mobile Safari on iOS"."""
    return browser_of(request.headers.get("User-Agent", ""))


def browser_of(user_agent: str) -> str:
    """The browser and system that a User-Agent header names: "Mobile Safari on iOS"."""
    # Only for signing in: what it knows of browsers takes 0.1 s to load.
    from ua_parser import parse_os, parse_user_agent

    told = user_agent[:LONGEST]
    browser, system = parse_user_agent(told), parse_os(told)
    name = browser.family if browser else "a browser"
    return f"{name} on {system.family}" if system else name
