"""The parts of a phone's scoring page that are the same for every phone of a side all night: rendered once for all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tally.loading.variants import variant_of
from tally.presenters.results import scoring_buttons
from tournament.models import Night
from tournament.movements.seats import Side


def phone_buttons(night: Night, us: Side, bid: str = "") -> Mapping[str, object]:
    """The buttons of tonight's game as `scoring_buttons` has them, and two parts of the page that are made of them.

    `result_buttons` are those of the hand; `more` is the question about what happens rarely.
    """
    variant_of(night)  # a game that is gone is refused, also when its buttons are still known
    return _rendered(night.variant, json.dumps(night.house_rules, sort_keys=True), night.count_loners, us, bid)


@lru_cache(maxsize=256)
def _rendered(variant: str, house_rules: str, count_loners: bool, us: Side, bid: str) -> Mapping[str, object]:
    night = Night(variant=variant, house_rules=json.loads(house_rules), count_loners=count_loners)
    buttons = scoring_buttons(night, us, bid)

    def part(template: str) -> SafeString:
        return render_to_string(template, buttons | {"night": night, "us": us})

    return buttons | {
        "result_buttons": part("tally/phone/_result_buttons.html"),
        "more": part("tally/phone/_more_results.html"),
    }
