"""What a phone sends again after the server has gone on from an older copy of its database."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import HttpResponse

from tally.scoring.resending import KnownHand, record_again
from tally.scoring.versions import KEY, MOST_CHANGES
from tally.views.phone_posts import answer_phone
from tournament.access import Who
from tournament.models import Night
from tournament.people.errors import Refused
from tournament.web.posted_json import PostedJSONField
from tournament.web.request import HtmxHttpRequest

INCOMPLETE = "This page is incomplete. Reload it and tap again."
MOST_HANDS = 99
HANDS = PostedJSONField()


class KnownHandForm(forms.Form):
    """A hand as the phone's page told it: see `tally.loading.known_hands`."""

    number = forms.IntegerField(min_value=1, max_value=99)
    version = forms.IntegerField(min_value=1, max_value=32_767)  # what a row can hold
    key = forms.RegexField(rf"^{KEY}\Z")
    older = forms.CharField(required=False, max_length=MOST_CHANGES * 65)  # as many keys
    record = forms.Field(required=False)
    alone_by = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)

    def clean_record(self) -> dict[str, Any] | None:
        """A record, or null where the hand was taken back; nothing else."""
        record = self.cleaned_data["record"]
        if not (record and isinstance(record, dict)) and (record is not None or "record" not in self.data):
            raise forms.ValidationError(INCOMPLETE)
        return record


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
        rows = HANDS.clean(text)
    except forms.ValidationError:
        raise Refused(INCOMPLETE) from None
    if not isinstance(rows, list) or len(rows) > MOST_HANDS:
        raise Refused(INCOMPLETE)
    found = []
    for row in rows:
        form = KnownHandForm(row if isinstance(row, dict) else {})
        if not form.is_valid():
            raise Refused(INCOMPLETE)
        data = form.cleaned_data
        found.append(KnownHand(**data | {"older": frozenset(data["older"].split())}))
    if any(len({getattr(hand, name) for hand in found}) < len(found) for name in ("number", "key")):
        raise Refused(INCOMPLETE)
    return found
