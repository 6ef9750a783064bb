"""The question which of the makers went alone, asked after a tap and before its hand is recorded."""

from __future__ import annotations

from typing import Any

from tally.rules import read_record, score
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Side
from tournament.web.request import HtmxHttpRequest


def asks_who_went_alone(request: HtmxHttpRequest, night: Night, record: dict[str, Any]) -> bool:
    """Whether to ask who went alone: the tap does not say so, and the night counts loners or scores by them.

    Nobody made a hand that a renege ended.
    """
    if record["alone"] is not True or record["maker_side"] is None or "alone_by" in request.POST:
        return False
    return night.count_loners or score(read_record(record), night.house_rules).lone_player is not None


def loner_context(request: HtmxHttpRequest, night: Night, game: Game) -> dict[str, object]:
    """What the question page shows; the tap that led to it is sent again with the answer."""
    side = Side(request.POST["result"].partition(":")[0])
    fields = [(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    return {
        "night": night,
        "fields": fields,
        "action": request.path,
        "makers": Entry.objects.people().filter(places__game=game, places__seat__in=side.seats),
    }
