"""The log a page at a time, newest first: the night, corrections, acts of organizer and helpers, or phone checks."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q

from tournament.access import signed_as
from tournament.models import Night, Role
from tournament.models.activity import PHONE_CHECKED, LogEntryQuerySet

LINES = 100  # on a page
CORRECTING = (  # how the lines begin that change a score, or differ from one
    "edited hand", "undid hand", "said otherwise of", "settled hand", "disputed the score", "entered the total",
    "changed the total of", "removed the paper total", "opened game", "fixed the seating", "sent hand",
    "sent a newer version of hand",
)  # fmt: skip
FIRST_TOTALS = Q(text__startswith="entered the total", text__contains=": nothing yet → ")  # nothing is corrected
PHONE_CHECKS = Q(text__startswith=PHONE_CHECKED)
CORRECTIONS = Q(*(("text__startswith", text) for text in CORRECTING), _connector=Q.OR) & ~FIRST_TOTALS
BY_THE_STAFF = signed_as(*Role)  # the organizer and helpers
KINDS = {  # by what the address says: the label, and which lines
    "": ("The night", ~PHONE_CHECKS),
    "corrections": ("Corrections", CORRECTIONS),
    "organizer": ("Organizer and helpers", BY_THE_STAFF),
    "phones": ("Phone checks", PHONE_CHECKS),
}


def log_context(night: Night, show: str, find: str, page: int) -> dict[str, object]:
    """The context of the log: the lines of a kind that have a word in them, on one page.

    A kind or a page that does not exist is the first.
    """
    show = show if show in KINDS else ""
    find = " ".join(find.replace("\0", " ").split())[:60]
    entries: LogEntryQuerySet = night.log_entries.order_by("-pk")
    found = entries.filter(KINDS[show][1])
    if find:
        found = found.filter(Q(actor__icontains=find) | Q(text__icontains=find))
    lines = Paginator(found, LINES).get_page(page)
    return {
        "night": night,
        "lines": lines,
        "show": show,
        "find": find,
        "kinds": [(label, _query(show=kind, find=find), kind == show) for kind, (label, _) in KINDS.items()],
        "newer": _query(show, find, lines.previous_page_number()) if lines.has_previous() else None,
        "older": _query(show, find, lines.next_page_number()) if lines.has_next() else None,
    }


def _query(show: str, find: str, page: int = 1) -> str:
    """The query of the log's address, without what is as usual."""
    fields = {"show": show, "find": find, "page": page if page > 1 else ""}
    return urlencode({name: value for name, value in fields.items() if value})
