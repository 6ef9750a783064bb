"""What fixing wrong seats would change: tallies, and the seats of later games."""

from __future__ import annotations

from typing import Any

from tally.loading.games import night_games
from tally.loading.tallies import night_tallies
from tally.scoring.wrong_seats import fix_wrong_seats
from tournament.models import Night, Place
from tournament.night.previews import preview_change
from tournament.planning.rounds import decides_seats, follows_winners


def wrong_seats_preview(terms: dict[str, Any]) -> dict[str, object]:
    """Tallies old → new, who sits in whose seat, the later games that get other seats, and those that keep theirs.

    It also says whether players were sent to the first of those games.

    `terms` are the arguments of `fix_wrong_seats`.
    """
    night: Night = terms["night"]
    after: dict[int, int] = {}

    def change() -> None:
        fix_wrong_seats(**terms)
        after.update(_totals(night))

    one, other = terms["one"], terms["other"]
    seated = set(
        Place.objects.filter(
            entry__in=(one, other), game__round__night=night, game__round__number=terms["number"]
        ).values_list("entry_id", flat=True)
    )
    before = _totals(night)
    preview = preview_change(night, change)
    tallies = [
        {
            "entry": preview.names[number],
            "old": before.get(number, 0),
            "new": after.get(number, 0),
            "more": after.get(number, 0) - before.get(number, 0),
        }
        for number in sorted(before.keys() | after.keys())
        if before.get(number, 0) != after.get(number, 0)
    ]
    redrawn = [
        number
        for number in range(preview.started + 1, len(preview.after) + 1)
        if preview.before[number - 1 : number] != preview.after[number - 1 : number]
    ]
    return {
        "tallies": tallies,
        "movers": [(who, owner) for who, owner in ((one, other), (other, one)) if owner.pk in seated],
        "redrawn": redrawn,
        "sent": bool(redrawn) and redrawn[0] <= preview.moment.shown,
        "state_token": preview.state_token,
        "cards_change": bool(redrawn) and not follows_winners(night),
        "follows": decides_seats(night, preview.started),
        "stay": range(terms["number"] + 1, preview.started + 1),
    }


def _totals(night: Night) -> dict[int, int]:
    """Everybody's total by number."""
    return {number: tally.total for number, tally in night_tallies(night, night_games(night)).items()}
