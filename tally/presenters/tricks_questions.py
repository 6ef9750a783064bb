"""The question after a bid, how many tricks: a phone shows it by itself while the laptop cannot be reached."""

from __future__ import annotations

import json
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tally.presenters.results import Bid, scoring_buttons
from tournament.models import Night
from tournament.movements.seats import Side


def tricks_questions(night: Night) -> str:
    """Every bid's results from either side, as templates that a page carries; empty in turn-up games.

    They are the same for everybody all night, so they are rendered once for all phones.
    """
    return _render(night.variant, json.dumps(night.house_rules, sort_keys=True), night.count_loners)


@lru_cache(maxsize=16)
def _render(variant: str, house_rules: str, count_loners: bool) -> SafeString:
    night = Night(variant=variant, house_rules=json.loads(house_rules), count_loners=count_loners)
    found = []
    for us in Side:
        columns = scoring_buttons(night, us).get("bids", [])
        assert isinstance(columns, list)
        bids: list[Bid] = [bid for column in columns for bid in column]
        found += [
            render_to_string("tally/phone/_tricks_question.html", {"night": night, "us": us, "chosen": bid})
            for bid in bids
        ]
    return mark_safe("".join(found))  # rendered above
