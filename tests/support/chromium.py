"""Where Debian's Chromium is, and the arguments that the tests start it with."""

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
    # The first two: a headless window would draw two lists of its address bar, two thirds of its cost (measured).
    # Playwright turns the others off too, but Chromium obeys only the last `--disable-features` it gets.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,LensOverlay,"
    "DestroyProfileOnBrowserClose,ThirdPartyStoragePartitioning,PreconnectToSearch",
]
