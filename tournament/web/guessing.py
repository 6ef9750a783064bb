"""Whoever guesses codes and links gets few answers, and no hall behind the guesser's router notices.

Until a code is looked up, nobody can tell a guess from somebody's card: from one address both look alike. So a code in
a QR code has three letters more, a seal, which only this site can compute (`tournament.models.keys.sealed`). A code
with its seal is always looked up. A code without one was typed, or guessed: after so many wrong ones no further one is
looked up, be it right or wrong, until the minutes have passed. So a guesser learns nothing from an answer, and the
people beside the guesser scan and come in; those who cannot scan ask at the desk.

The arithmetic, with 31 letters (`python -m tests.benchmarks.guessing` measures and computes it again):

- 8 letters are 8.5 × 10¹¹ codes. A night has at most 133 cards and the table's code: 134 of them are live.
- One address gets 30 answers in 10 minutes, 180 an hour: in a night of 4 hours it hits one of the 134 with a chance of
  1.1 × 10⁻⁷. All addresses together get 1,000, 6,000 an hour: 3.8 × 10⁻⁶ a night.
- With its seal a code has 11 letters, 2.5 × 10¹⁶ codes. 1,000 guesses a second for 4 hours, more than a laptop answers,
  hit with a chance of 7.6 × 10⁻⁸.
- Hosted, 10,000 clubs on one evening have 1,340,000 live codes. Each process counts by itself, so four of them give
  four times as many answers, 24,000 an hour: by typed codes 0.23 hits are to be expected in 6 hours in which many
  addresses never pause, and 1.1 × 10⁻³ with 50 clubs. By sealed ones, at 4,000 guesses a second: 4.6 × 10⁻³. Whoever
  hits has one stranger's phone of one night, who notices and scans again. Counting in the database would make these
  figures four times smaller, and each wrong code a write: not worth it.
- Links need no such rule. The organizer's and helpers' have 20 letters (6.7 × 10²⁹), public pages have 192 random bits,
  calendars a signature of 256. A right one always works; a wrong one is counted, and one too many gets a short answer.

Where the address is unknown or the laptop's own, as behind a proxy that does not pass it on, only all together are
counted. Times are those of a clock that nobody sets. The library for such limits, `limits`, was looked at: it goes by
the wall clock, and keeps something for every address that ever asked.
"""

from __future__ import annotations

import logging
from threading import Lock
from time import monotonic

from django.http import HttpRequest

from tournament.limits.addresses import network_of
from tournament.limits.windows import Window
from tournament.live.open_streams import LAPTOP
from tournament.models.keys import unsealed
from tournament.people.errors import Refused

MINUTES = 10
OF_AN_ADDRESS, ALTOGETHER = 30, 1000  # wrong codes, and as many wrong links, in these minutes
NO_MORE_CODES = (
    "Too many wrong codes were typed in this network, so for some minutes none is looked up. Scan the QR code on your "
    "card, on a table or at the desk instead: that works at any time. Or ask at the desk."
)
NO_MORE_LINKS = (
    "Too many wrong links were opened from this network. Wait ten minutes, then open the link exactly as you got it."
)

_codes = Window(seconds=60 * MINUTES, an_address=OF_AN_ADDRESS, altogether=ALTOGETHER)
_links = Window(seconds=60 * MINUTES, an_address=OF_AN_ADDRESS, altogether=ALTOGETHER)
_lock = Lock()
_log = logging.getLogger(__name__)


class TooManyFailures(Refused):
    """Too many wrong codes or links came from one address, or from all together."""


def client_network(request: HttpRequest) -> str:
    """Where a request comes from, as it is counted; empty for the laptop itself and where it is not known.

    Uvicorn has taken what a proxy on this computer passes on, or one that FORWARDED_ALLOW_IPS names, and believes no
    other.
    """
    address = request.META.get("REMOTE_ADDR", "")
    return "" if address in LAPTOP else network_of(address)


def read_code(request: HttpRequest, text: str) -> str:
    """Return the key in a scanned or typed code, for looking it up.

    :raises TooManyFailures: for a code without its seal, after too many wrong ones.
    """
    key, has_seal = unsealed(text)
    with _lock:
        if not has_seal and _codes.is_full(client_network(request), monotonic()):
            raise TooManyFailures(NO_MORE_CODES)
    return key


def note_wrong_code(request: HttpRequest, text: str) -> None:
    """Count a code that was looked up in vain. One with its seal was right once: its player has been removed."""
    if not unsealed(text)[1]:
        _note(request, _codes, "codes")


def note_wrong_link(request: HttpRequest) -> None:
    """Count a link that opens nothing; the caller answers as for any such link.

    :raises TooManyFailures: after too many.
    """
    with _lock:
        if _links.is_full(client_network(request), monotonic()):
            raise TooManyFailures(NO_MORE_LINKS)
    _note(request, _links, "links")


def forget_failures() -> None:
    """Count from zero again, as after a start of the server."""
    with _lock:
        _codes.clear()
        _links.clear()


def _note(request: HttpRequest, window: Window, what: str) -> None:
    network = client_network(request)
    with _lock:
        is_last = window.add(network, monotonic())
    if is_last:
        _log.warning("Too many wrong %s from %s: no more are answered for now.", what, network or "this computer")
