"""The results of closed nights, remembered by this process, so that a season is not added up hand by hand every time.

Nothing relies on it: `forget_results` throws it away, and whatever changes what a result is made of changes the night's
state, too, under which it is remembered. Every write of a night announces an event; merging two regulars changes whom
entries belong to.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from django.db.models import Max

from tally.scores.results import NightResult
from tournament.models import EarlierPlayer, Entry, Event, Night

MOST = 400  # nights: some 50 kB each

State: TypeAlias = tuple[object, ...]
_results: OrderedDict[int, tuple[State, NightResult]] = OrderedDict()


def states_of(nights: Iterable[Night]) -> dict[int, State]:
    """The state of each closed night among these, by its id. Three queries."""
    closed = {night.pk: night for night in nights if night.status == Night.Status.CLOSED}
    if not closed:
        return {}
    players: defaultdict[int, list[int]] = defaultdict(list)
    for night, player in Entry.objects.filter(night__in=closed).order_by("pk").values_list("night", "player"):
        players[night].append(player)
    for night, player in (
        EarlierPlayer.objects.filter(entry__night__in=closed).order_by("pk").values_list("entry__night", "player")
    ):
        players[night].append(player)
    events = Event.objects.filter(night__in=closed).order_by().values_list("night").annotate(newest=Max("pk"))
    newest = dict(events.values_list("night", "newest"))
    return {pk: (_own_state(night), newest.get(pk), tuple(players[pk])) for pk, night in closed.items()}


def _own_state(night: Night) -> State:
    """What a result takes from the night's own row."""
    return (
        night.closed_at,
        night.name,
        night.date,
        night.slug,
        night.variant,
        repr(sorted(night.house_rules.items())),
        night.count_loners,
    )


def remembered(states: Mapping[int, State]) -> dict[int, NightResult]:
    """The results that are remembered of nights in these states, by the night's id."""
    found = {pk: _results.get(pk) for pk in states}
    return {pk: known[1] for pk, known in found.items() if known is not None and known[0] == states[pk]}


def remember(states: Mapping[int, State], results: Mapping[int, NightResult]) -> None:
    """Remember the results of nights in these states; those remembered first are forgotten."""
    for pk in states.keys() & results.keys():
        _results[pk] = (states[pk], results[pk])
    while len(_results) > MOST:
        _results.popitem(last=False)


def forget_results() -> None:
    """Throw away all that is remembered."""
    _results.clear()
