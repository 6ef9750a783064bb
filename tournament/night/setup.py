"""What the organizer sets up: the movement and chart, the settings, and the game with its house rules."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Chart, Night
from tournament.movements.charts import read_chart, write_chart
from tournament.movements.rotation_search import find_rotation
from tournament.night.locking import lock_night, write
from tournament.night.round_clocks import follow_settings
from tournament.night.seating import begun_rounds
from tournament.people.errors import Refused
from tournament.planning.night_plan import fair_rotation, is_searched
from tournament.planning.players import playing_entries

SEARCH = 1.0  # seconds that each step of a longer search takes


def choose_chart(*, night: Night, chart: Chart, who: Who) -> None:
    """Choose tonight's chart, which is played when the number of players fits it.

    :raises Refused: when the night has started.
    """
    with write():
        night = lock_night(night.pk)
        if night.status != Night.Status.SIGN_UP:
            raise Refused("The night has started; its chart stays.")
        night.chosen_chart = chart
        if night.movement or night.games:  # else the chart is played anyway
            night.movement = Night.Movement.CHART
        night.save(update_fields=["chosen_chart", "movement"])
        announce(night.pk, "desk", who=str(who), text=f"chose the chart {chart.name}")


def add_chart(*, night: Night, name: str, notation: str, who: Who) -> Chart:
    """Save a pasted chart for the club and choose it for tonight; it replaces a chart of the same name.

    :raises ChartError: when the notation is not a chart.
    :raises Refused: when the night has started.
    """
    rotation = read_chart(notation)
    with write():
        chart, _ = Chart.objects.update_or_create(
            club_id=night.club_id, name=name, defaults={"players": rotation.players, "notation": notation}
        )
        choose_chart(night=night, chart=chart, who=who)
    return chart


def choose_movement(
    *, night: Night, movement: str, games: int, even_head_table: bool, who: Who, draw_again: bool = False
) -> None:
    """Choose tonight's movement.

    :param games: how many games; 0 for as many as the movement has.
    :param draw_again: whether to draw it from another seed.

    :raises Refused: when the night has started.
    """
    with write():
        night = lock_night(night.pk)
        if night.status != Night.Status.SIGN_UP:
            raise Refused("The night has started; its movement stays.")
        night.movement, night.games, night.even_head_table = movement, games, even_head_table
        night.seed += draw_again
        night.drawn = ""
        night.save(update_fields=["movement", "games", "even_head_table", "seed", "drawn"])
        announce(night.pk, "desk", who=str(who), text=f"chose the movement: {night.get_movement_display()}")


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
        budget=SEARCH,
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
            announce(night.pk, "desk", who=str(who), text="found a fairer rotation")


def save_settings(*, night: Night, changed: list[str], who: Who, labels: Mapping[str, str] | None = None) -> None:
    """Save changed settings of a night, and log each with its value before and after.

    While the night is played, games under way follow a changed bell at once.

    :param labels: what the page calls each field, for the log.
    """
    if changed:
        with write():
            before = lock_night(night.pk)
            night.save(update_fields=changed)
            follow_settings(before, night)
            topics = ("room", "signed") if before.status == Night.Status.PLAYING else ("desk",)
            announce(
                night.pk,
                *topics,
                who=str(who),
                text="changed "
                + "; ".join(_old_and_new(before, night, field, (labels or {}).get(field)) for field in changed),
            )


def _old_and_new(before: Night, night: Night, field: str, label: str | None) -> str:
    """A changed field for the log, as in "Minutes a game: 15 → 12"; secrets and lists have no values there."""
    name = label or field.replace("_", " ")
    if field in Night.VALUES_NOT_LOGGED:
        return name
    old, new = (_display_value(row, field) for row in (before, night))
    return f"{name}: {old} → {new}"


def _display_value(night: Night, field: str) -> str:
    value = getattr(night, field)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(getattr(night, f"get_{field}_display", lambda: value)() or value) or "nothing"


def can_change_variant(night: Night) -> bool:
    """Whether the variant may still change: before the start, or before a single table's first hand."""
    if night.single_table:
        return night.status == Night.Status.PLAYING and not begun_rounds(night)
    return night.status == Night.Status.SIGN_UP


def set_variant(
    *, night: Night, variant: str, house_rules: dict[str, object], deals: int, who: Who, name: str = ""
) -> None:
    """Choose tonight's variant, its house rules and the number of hands a game. The caller has checked them.

    :param name: a new name for the night; a single table is named after its variant.
    :raises Refused: when the night has started.
    """
    with write():
        night = lock_night(night.pk)
        if not can_change_variant(night):
            raise Refused("The night has started; its game and house rules stay.")
        night.variant, night.house_rules, night.deals, night.name = variant, house_rules, deals, name or night.name
        night.save(update_fields=["variant", "house_rules", "deals", "name"])
        announce(night.pk, "desk", who=str(who), text=f"chose the game {variant}, {deals} hands a game")
