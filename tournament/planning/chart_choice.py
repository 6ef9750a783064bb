"""Which printed or pasted chart fits tonight's number of players."""

from __future__ import annotations

from tournament.models import Chart, Night
from tournament.people.errors import Refused
from tournament.people.names import listed


def charts_for(night: Night) -> list[Chart]:
    """Return the charts that this night's club may play: the club's own first, then the shipped ones."""
    charts = Chart.objects.filter(club_id=night.club_id) | Chart.objects.filter(club=None)
    return sorted(charts, key=lambda chart: (chart.club_id is None, chart.players, chart.name))


def fitting_chart(night: Night, players: int) -> Chart | None:
    """Return the chart for so many players: the one chosen for tonight if it fits, else the shipped one.

    A chart of the club's own is played only when it is chosen.
    """
    fitting = [
        chart
        for chart in charts_for(night)
        if chart.players == players and (chart.club_id is None or chart.pk == night.chosen_chart_id)
    ]
    return min(fitting, key=lambda chart: chart.pk != night.chosen_chart_id, default=None)


def chart_to_play(night: Night, count: int) -> Chart | None:
    """Return the chart that so many players play tonight, or None for a movement without a chart.

    :raises Refused: when they fill no table, or tonight's movement is a chart and none fits; the sentence says what
        to do.
    """
    if count < 4:
        here = "Nobody is" if not count else "1 player is" if count == 1 else f"{count} players are"
        raise Refused(f"{here} signed up; a table needs four.")
    if night.movement == Night.Movement.AUTOMATIC and not night.games:
        return fitting_chart(night, count)
    if night.movement != Night.Movement.CHART:
        return None
    if chart := fitting_chart(night, count):
        return chart
    charts = charts_for(night)
    if own := [chart.name for chart in charts if chart.players == count]:
        raise Refused(f"No chart is chosen for {count} players. Choose {listed(own, 'or')} on the desk, under Charts.")
    raise Refused(no_chart_fits(count, sorted({chart.players for chart in charts})))


def no_chart_fits(players: int, sizes: list[int]) -> str:
    """Return the sentence for a number of players that no chart seats; `sizes` are the numbers that charts seat."""
    count = "1 player is" if players == 1 else f"{players} players are"
    return (
        f"{count} signed up; the charts seat {listed(sizes, 'or') or 'nobody yet'}. Choose another movement, which "
        "seats any number, or paste a chart of your own."
    )
