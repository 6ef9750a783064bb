"""What a browser blocks because the site's content policy forbids it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

SAID = "Blocked by the content policy: "
# The event comes also for what a page runs in the background; the console's list outlives the page.
SAY = f"""addEventListener("securitypolicyviolation", event => console.error({SAID!r} +
  [location.pathname, event.violatedDirective, event.blockedURI, event.sourceFile, event.sample].join(" ")));"""


def note_blocked(context: BrowserContext) -> list[str]:
    """Return a list to which everything is added that is blocked in a browser's pages from now on."""
    blocked: list[str] = []
    context.add_init_script(SAY)
    context.on("console", lambda message: blocked.append(message.text) if message.text.startswith(SAID) else None)
    return blocked
