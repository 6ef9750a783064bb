"""Saving the organizer's list of prizes, of which nothing that everybody has seen changes without a word."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from tally.loading.games import night_games
from tally.loading.reveal import RevealState
from tally.scores.prizes import PrizeList, as_data, read_list
from tally.scoring.announced_prizes import PrizesWouldChange, log_changes
from tally.scoring.reveal import start_reveal_over
from tournament.access import Who
from tournament.models import Night
from tournament.night.locking import lock_night, write
from tournament.night.settings import save_settings
from tournament.people.errors import Refused
from tournament.people.names import listed

NO_PRIZE = "no prize"


class RevealStarted(Refused):
    """A list that has other steps than the reveal under way, or another winner of what it has shown."""


def save_prizes(*, night: Night, chosen: PrizeList, who: Who, start_over: bool = False, sure: str = "") -> None:
    """Store the whole list; one without a change writes nothing.

    Lots that are drawn again are a change that the organizer has told the room, and are never asked about.

    :param start_over: hide again what the reveal has shown, so that every prize may change.
    :param sure: what `PrizesWouldChange` asked for, so that a list is saved which changes what everybody has seen.
    :raises RevealStarted: where the reveal has started, and the list would change its steps, or what they have shown.
    :raises PrizesWouldChange: where everybody has seen the winners, and `sure` does not name how the list changes them.
    """
    with write():
        if start_over:
            start_reveal_over(night=night, who=who)
        now = lock_night(night.pk)
        listed_now = read_list(now.prizes)
        if listed_now == chosen:
            return
        changes = _seen_changes(now, chosen)
        if replace(listed_now, draws=chosen.draws) != chosen:
            _require_may_change(now, listed_now.apart != chosen.apart, changes, sure)
        night.prizes = as_data(chosen)
        if not changes:
            save_settings(night=night, changed=["prizes"], who=who)
            return
        night.save(update_fields=["prizes"])
        log_changes(night=night, changes=changes, who=who)


def _require_may_change(night: Night, other_steps: bool, changes: tuple[str, ...], sure: str) -> None:
    """Refuse a list that is not to be saved as it is: see `save_prizes`."""
    if night.reveal_started and other_steps:
        raise RevealStarted(
            "The reveal has started, so the prizes stay as they are. To save this list, start the reveal over."
        )
    if night.reveal_started and changes:
        raise RevealStarted("Everybody has seen prizes that this list changes. To save it, start the reveal over.")
    if changes and sure != (asked := PrizesWouldChange(changes)).sure:
        raise asked


def _seen_changes(night: Night, chosen: PrizeList) -> tuple[str, ...]:
    """How a list changes the prizes that everybody has seen: "Low: Ann M. → no prize"; nothing before the reveal."""
    if not (night.status == Night.Status.CLOSED and (night.revealed_steps or night.revealed_at)):
        return ()
    games = night_games(night)
    before = RevealState.of(night, games)
    changed = copy(night)
    changed.prizes = as_data(chosen)
    after = RevealState.of(changed, games)
    if not night.revealed_at:  # else everybody has seen all steps of either list
        after = replace(after, shown=before.shown)
    return tuple(
        f"{prize}: {was} → {now}"
        for prize in dict.fromkeys((*before.prizes, *after.prizes))
        if (was := listed(before.prizes.get(prize, [NO_PRIZE]))) != (now := listed(after.prizes.get(prize, [NO_PRIZE])))
    )
