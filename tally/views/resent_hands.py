"""What a phone sends again after the server has gone on from an older copy of its database."""

from __future__ import annotations

import json
import re

from django import forms
from django.http import HttpResponse

from tally.scoring.resending import KnownHand, record_again
from tally.views.phone_posts import answer_phone
from tournament.access import Who
from tournament.models import Night
from tournament.people.errors import Refused
from tournament.web.request import HtmxHttpRequest

INCOMPLETE = "This page is incomplete. Reload it and tap again."
MOST_HANDS = 99


class KnownHandForm(forms.Form):
    """A hand as the phone's page told it: see `tally.loading.known_hands`."""

    number = forms.IntegerField(min_value=1, max_value=99)
    version = forms.IntegerField(min_value=1, max_value=999)
    key = forms.CharField(min_length=8, max_length=64)
    older = forms.CharField(required=False, max_length=10_000)
    record = forms.JSONField(required=False)
    alone_by = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


def resend(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Record again the hands of one game, as far as they are lost."""

    def change(night: Night, who: Who) -> None:
        game = re.fullmatch(r"(\d{1,3})-(\d{1,3})((?:-\d{1,18}){4})", request.POST.get("seats", ""), re.ASCII)
        if game is None:
            raise Refused(INCOMPLETE)
        record_again(
            night=night,
            round_number=int(game[1]),
            table=int(game[2]),
            seats=[int(entry) for entry in game[3].split("-")[1:]],
            hands=_read_hands(request.POST.get("hands", "")),
            who=who,
        )

    return answer_phone(request, slug, change)


def _read_hands(text: str) -> list[KnownHand]:
    """The hands in the form that the phone's page gave them.

    :raises Refused: for anything else.
    """
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(INCOMPLETE) from None
    if not isinstance(rows, list) or len(rows) > MOST_HANDS:
        raise Refused(INCOMPLETE)
    found = []
    for row in rows:
        form = KnownHandForm(row if isinstance(row, dict) else {})
        if not form.is_valid() or not isinstance(form.cleaned_data["record"], dict | None):
            raise Refused(INCOMPLETE)
        data = form.cleaned_data
        found.append(KnownHand(**data | {"older": frozenset(data["older"].split())}))
    if any(len({getattr(hand, name) for hand in found}) < len(found) for name in ("number", "key")):
        raise Refused(INCOMPLETE)
    return found
