"""The organizer's switches for the night's awards, which are settled where the reveal has started to show them."""

from __future__ import annotations

from collections.abc import Collection

from tally.scores.night_awards import AwardKind
from tally.scoring.reveal import start_reveal_over
from tournament.access import Who
from tournament.models import Night
from tournament.night.locking import lock_night, write
from tournament.night.settings import save_settings
from tournament.people.errors import Refused


def switch_awards(
    *, night: Night, shown: Collection[AwardKind], of: Collection[AwardKind], who: Who, start_over: bool = False
) -> None:
    """Show these awards `of` those that the organizer has seen, and not the others; so does the club's next night.

    :param start_over: hide again what the reveal has shown, so that its steps may change.
    :raises Refused: unless the night is closed, and while the reveal is under way: its steps stay as they are.
    """
    with write():
        if start_over:
            start_reveal_over(night=night, who=who)
        now = lock_night(night.pk)
        if now.status != Night.Status.CLOSED:
            raise Refused("The night is not closed yet. Close it first, then choose its awards.")
        off = [kind.value for kind in AwardKind if (kind not in shown if kind in of else kind in now.awards_off)]
        if off == now.awards_off:
            return
        if now.reveal_started:
            raise Refused(
                "The reveal has started, so the awards stay as they are. To change them, start the reveal over."
            )
        night.awards_off = off
        save_settings(night=night, changed=["awards_off"], who=who, labels={"awards_off": "which awards are shown"})
