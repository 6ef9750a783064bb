"""The laptop's own browser, opened by the program."""

from __future__ import annotations

import os
import sys
import webbrowser


def has_screen() -> bool:
    """Return whether somebody sits at this computer: not through SSH, and on Linux not without a display or a browser.

    Whoever sets BROWSER has one that needs no display.
    """
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER"))


def open_browser(address: str) -> bool:
    """Open a page in the browser, and return whether one could be opened. May take a few seconds."""
    try:
        return has_screen() and webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
