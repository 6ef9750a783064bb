"""The results of closed nights, remembered, so that a season is not added up hand by hand every time.

This process has them in memory; what it does not have there it looks for in the files of `stored_results`. Nothing
relies on either: `forget_results` throws the first away, deleting the folder the second, and whatever changes what a
result is made of changes the night's state, too, under which it is remembered. Every write of a night announces an
event; merging two regulars changes whom entries belong to.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

from django.db.models import OuterRef, Subquery

from tally.loading.stored_results import State, load, store
from tally.scores.results import NightResult
from tournament.models import EarlierPlayer, Entry, Event, LogEntry, Night

MOST = 400  # nights: some 50 kB each

_NEWEST = Subquery(Event.objects.filter(night=OuterRef("pk")).order_by("-pk").values("pk")[:1])
_TOLD_AT = Subquery(LogEntry.objects.filter(night=OuterRef("pk")).order_by("-pk").values("at")[:1])
_results: OrderedDict[int, tuple[State, NightResult]] = OrderedDict()


def states_of(nights: Iterable[Night]) -> dict[int, State]:
    """The state of each closed night among these, by its id. Three queries."""
    closed = {night.pk: night for night in nights if night.status == Night.Status.CLOSED}
    if not closed:
        return {}
    entries = Entry.objects.filter(night__in=closed).order_by("pk")
    earlier = EarlierPlayer.objects.filter(entry__night__in=closed).order_by("pk")
    players: defaultdict[int, list[int]] = defaultdict(list)
    for night, player in chain(entries.values_list("night", "player"), earlier.values_list("entry__night", "player")):
        players[night].append(player)
    rows = Night.objects.filter(pk__in=closed).order_by().values_list("pk", _NEWEST, _TOLD_AT)
    newest = {pk: (event, told_at) for pk, event, told_at in rows}
    # A night that is deleted meanwhile has no row and no players: a state that no result is ever looked for in again.
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


def remembered(nights: Iterable[Night], states: Mapping[int, State]) -> dict[int, NightResult]:
    """The results that are remembered of these nights in these states, by the night's id."""
    closed = {night.pk: night for night in nights if night.pk in states}
    found = {pk: known[1] for pk in closed if (known := _results.get(pk)) is not None and known[0] == states[pk]}
    stored = load((night for pk, night in closed.items() if pk not in found), states)
    _keep(states, stored)
    return found | stored


def remember(nights: Iterable[Night], states: Mapping[int, State], results: Mapping[int, NightResult]) -> None:
    """Remember the results of these nights, which are in these states; those remembered first are forgotten."""
    _keep(states, results)
    store([night for night in nights if night.pk in states.keys() & results.keys()], states, results)


def _keep(states: Mapping[int, State], results: Mapping[int, NightResult]) -> None:
    """Keep results in memory."""
    for pk in states.keys() & results.keys():
        _results[pk] = (states[pk], results[pk])
    while len(_results) > MOST:
        _results.popitem(last=False)


def forget_results() -> None:
    """Throw away all that this process remembers."""
    _results.clear()
