"""Saving the organizer's list of prizes, which is settled where the reveal has started to show it."""

from __future__ import annotations

from tally.scores.prizes import PrizeList, as_data, read_list
from tally.scoring.reveal import start_reveal_over
from tournament.access import Who
from tournament.models import Night
from tournament.night.locking import lock_night, write
from tournament.night.settings import save_settings
from tournament.people.errors import Refused


class RevealStarted(Refused):
    """A list that has other steps than the reveal under way."""


def save_prizes(*, night: Night, chosen: PrizeList, who: Who, start_over: bool = False) -> None:
    """Store the whole list; one without a change writes nothing.

    :param start_over: hide again what the reveal has shown, so that every prize may change.
    :raises RevealStarted: where the reveal has started, and the list would change its steps.
    """
    with write():
        if start_over:
            start_reveal_over(night=night, who=who)
        now = lock_night(night.pk)
        if now.reveal_started and read_list(now.prizes).apart != chosen.apart:
            raise RevealStarted(
                "The reveal has started, so the prizes stay as they are. To save this list, start the reveal over."
            )
        if read_list(now.prizes) == chosen:
            return
        night.prizes = as_data(chosen)
        save_settings(night=night, changed=["prizes"], who=who)
