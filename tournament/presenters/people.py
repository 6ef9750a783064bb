"""The club's regulars as its pages list them: how often each played, and when last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tournament.models import Club, EarlierPlayer, Entry, Night, Player
from tournament.people.names import folded


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A regular, with the number of nights played and the day of the last one."""

    player: Player
    nights: int
    last: date | None


def people_rows(club: Club, find: str = "") -> list[PersonRow]:
    """The regulars by name, those who are gone at the end.

    :param find: what a word of the name begins with; empty for everybody.
    """
    played = nights_played(club)
    rows = [
        PersonRow(player, len(played[player.pk]), max(played[player.pk].values(), default=None))
        for player in club.players.regulars()
        if _is_found(player, find)
    ]
    return sorted(rows, key=lambda row: (not row.player.is_active, folded(row.player.name), row.player.pk))


def nights_played(club: Club) -> dict[int, dict[int, date]]:
    """By player, the nights that have started in which they had a number, with their days."""
    entries = Entry.objects.people().filter(night__club=club).exclude(night__status=Night.Status.SIGN_UP)
    earlier = EarlierPlayer.objects.filter(entry__night__club=club)
    played: defaultdict[int, dict[int, date]] = defaultdict(dict)
    for rows in (
        entries.order_by().values_list("player_id", "night_id", "night__date"),
        earlier.order_by().values_list("player_id", "entry__night_id", "entry__night__date"),
    ):
        _note(played, rows)
    return played


def _note(played: defaultdict[int, dict[int, date]], rows: Iterable[tuple[int, int, date]]) -> None:
    for player, night, day in rows:
        played[player][night] = day


def _is_found(player: Player, find: str) -> bool:
    words, wanted = f"{player.name} {player.paper_name}".split(), folded(find.strip())
    return any(folded(" ".join(words[at:])).startswith(wanted) for at in range(len(words)))
