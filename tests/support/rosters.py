"""Who is signed up, with which number and in which seat."""

from __future__ import annotations

from tournament.models import Night, Place
from tournament.movements.charts import read_chart
from tournament.movements.seats import players_by_seat


def names_by_arrival(night: Night) -> list[str]:
    """List the names of all who are signed up, in order of arrival."""
    return list(night.entries.order_by("pk").values_list("name", flat=True))


def numbers_by_name(night: Night) -> dict[str, int | None]:
    """Map each player's name to the player's number."""
    return dict(night.entries.values_list("name", "number"))


def seats_of(night: Night) -> dict[tuple[int, int, str], int | None]:
    """Map each round, table and seat to the number of the player there."""
    places = Place.objects.filter(game__round__night=night)
    return {
        (r, t, s): n for r, t, s, n in places.values_list("game__round__number", "game__table", "seat", "entry__number")
    }


def seats_by_chart(notation: str) -> dict[tuple[int, int, str], int]:
    """Map each round, table and seat to the player's number there in a chart's notation."""
    return {
        (r, t, str(seat)): n
        for r, tables in enumerate(read_chart(notation).rounds, 1)
        for t, table in enumerate(tables, 1)
        for seat, n in players_by_seat(table).items()
    }
