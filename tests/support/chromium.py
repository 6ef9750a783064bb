"""Debian's Chromium, and the arguments it is started with."""

from __future__ import annotations

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"


CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Every window would draw two lists of an address bar, unseen: two thirds of its cost (measured).
    # The others are among those that Playwright turns off; the last list given is the one that counts.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,LensOverlay,"
    "DestroyProfileOnBrowserClose,ThirdPartyStoragePartitioning,PreconnectToSearch",
]
