"""The charts that a night may play: the shipped ones, those a club adds, and the one chosen for tonight."""

from __future__ import annotations

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Chart, Night
from tournament.movements.charts import read_chart
from tournament.night.locking import lock_club, lock_night, write
from tournament.people.errors import Refused
from tournament.planning.shipped import printed_charts


def load_charts() -> None:
    """Write the printed charts to the database; running it again changes nothing."""
    known = dict(Chart.objects.filter(club=None).values_list("name", "pk"))
    charts = [
        Chart(pk=known.get(name), name=name, players=rotation.players, notation=text)
        for name, (rotation, text) in printed_charts().items()
    ]
    Chart.objects.bulk_create(
        (chart for chart in charts if not chart.pk), ignore_conflicts=True
    )  # two servers may start at once
    Chart.objects.bulk_update((chart for chart in charts if chart.pk), ["players", "notation"])


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
        announce(night.pk, "desk", actor=str(who), text=f"chose the chart {chart.name}")


def add_chart(*, night: Night, name: str, notation: str, who: Who) -> Chart:
    """Save a pasted chart for the club and choose it for tonight; it replaces a chart of the same name.

    :raises ChartError: when the notation is not a chart.
    :raises Refused: when the night has started.
    """
    rotation = read_chart(notation)
    with write():
        lock_club(night.club_id)
        chart, _ = Chart.objects.update_or_create(
            club_id=night.club_id, name=name, defaults={"players": rotation.players, "notation": notation}
        )
        choose_chart(night=night, chart=chart, who=who)
    return chart
