"""The organizer chooses how players move, and may have a fairer rotation searched for."""

from __future__ import annotations

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Night
from tournament.movements.charts import write_chart
from tournament.movements.rotation_search import find_rotation
from tournament.night.locking import lock_night, write
from tournament.people.errors import Refused
from tournament.planning.night_plan import fair_rotation, is_searched
from tournament.planning.players import playing_entries

SIT_OUT_CREDIT = "sit_out_credit"  # the house rule's name
STEP_SECONDS = 1.0  # of each step of a longer search


def choose_movement(
    *,
    night: Night,
    movement: str,
    games: int,
    even_head_table: bool,
    who: Who,
    draw_again: bool = False,
    sit_out_rule: str = "",
    sit_out_credit: int | None = None,
) -> None:
    """Choose tonight's movement.

    :param games: how many games; 0 for as many as the movement has.
    :param draw_again: whether to draw it from another seed.
    :param sit_out_rule: who sits out where winners move up; "" leaves it as it is.
    :param sit_out_credit: the points for a game without a seat, a house rule; None leaves it as it is.

    :raises Refused: when the night has started.
    """
    with write():
        night = lock_night(night.pk)
        if night.status != Night.Status.SIGN_UP:
            raise Refused("The night has started; its movement stays.")
        night.movement, night.games, night.even_head_table = movement, games, even_head_table
        night.seed += draw_again
        night.drawn = ""
        night.sit_out_rule = sit_out_rule or night.sit_out_rule
        if sit_out_credit is not None:
            others = {name: answer for name, answer in night.house_rules.items() if name != SIT_OUT_CREDIT}
            night.house_rules = others | ({SIT_OUT_CREDIT: sit_out_credit} if sit_out_credit else {})
        night.save(
            update_fields=["movement", "games", "even_head_table", "seed", "drawn", "sit_out_rule", "house_rules"]
        )
        announce(night.pk, "desk", actor=str(who), text=f"chose the movement: {night.get_movement_display()}")


def can_search(night: Night) -> bool:
    """Whether a longer search may find fairer seats: before the start, for movements that are searched for."""
    return night.status == Night.Status.SIGN_UP and is_searched(night, len(playing_entries(night)))


def search_longer(*, night: Night, step: int, who: Who) -> None:
    """Search one more second for a fairer rotation; the night keeps the fairest found so far.

    Nothing is locked during the search. If the night's settings changed in that second, the result is dropped.

    :param step: counts the seconds, so that each searches from another seed.

    :raises Refused: when the night has started, or its movement is not one that is searched for.
    """
    if not can_search(night):
        raise Refused("Only a fair rotation can be searched for, and only before the start. Choose it first.")
    before = fair_rotation(night, len(playing_entries(night)))
    better = find_rotation(
        before.players,
        len(before.rounds),
        seed=night.seed + step,
        budget=STEP_SECONDS,
        head_table=night.even_head_table,
        known=[before],
    )
    with write():
        now = lock_night(night.pk)
        if now.status != night.status or now.rotation_inputs() != night.rotation_inputs():
            return
        now.drawn = write_chart(better)
        now.save(update_fields=["drawn"])
        if better != before:
            announce(night.pk, "desk", actor=str(who), text="found a fairer rotation")
