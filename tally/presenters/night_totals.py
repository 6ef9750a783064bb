"""What the pages of nights entered as totals show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tally.loading.names import result_names
from tally.loading.near_regulars import doubtful_lines
from tally.loading.night_totals import rank_night_totals, totals_of
from tally.models import NightTotal
from tally.presenters.chat import night_text
from tally.scores.standings import high, low, rank_totals
from tally.scores.total_lines import TotalLine
from tournament.models import Club, Night
from tournament.night.player_names import club_players
from tournament.people.names import folded

MORE_ROWS = 12  # empty ones below those that are filled in


def totals_standings(night: Night) -> dict[str, object]:
    """Everybody ranked, with what else was written down."""
    totals = {total.number: total for total in totals_of(night)}
    ranked = rank_night_totals(totals.values())
    entries = {entry.number or 0: entry for entry in night.entries.with_earlier_players()}
    return {
        "night": night,
        "rows": [(row, entries[row.number], totals[row.number]) for row in ranked],
        "high": high(ranked),
        "low": low(ranked) if len(ranked) > 1 else (),
        "chat_text": night_text(night, ranked, result_names(entries.values())),
        "games_differ": any(total.games != night.games for total in totals.values()),
    }


def totals_preview(club: Club, games: int, lines: Sequence[TotalLine]) -> dict[str, object]:
    """What a night would be: its standings, and who of them is new to the club."""
    known, doubtful = club_players(club.pk), doubtful_lines(club, lines)
    ranked = rank_totals((at, line.points, line.games or games, line.loners or 0) for at, line in enumerate(lines))
    return {
        "preview": [(row, lines[row.number], known.get(folded(lines[row.number].name))) for row in ranked],
        "doubtful": [(at, lines[at].name, like) for at, like in doubtful.items()],
        "newcomers": [
            line.name for at, line in enumerate(lines) if folded(line.name) not in known and at not in doubtful
        ],
    }


def initial_rows(night: Night) -> list[dict[str, Any]]:
    """The rows of the form about a night that is there: everybody, with the total that counts."""
    newest: dict[int, NightTotal] = {}
    for total in NightTotal.objects.filter(entry__night=night).order_by("version"):
        newest[total.entry_id] = total
    return [
        {
            "entry": entry.pk,
            "name": entry.name,
            **{field: getattr(newest.get(entry.pk), field, None) for field in ("points", "games", "loners")},
        }
        for entry in night.entries.order_by("number")
    ] + empty_rows()


def rows_of(lines: Sequence[TotalLine]) -> list[dict[str, Any]]:
    """The rows of the form for lines that were read from a list."""
    fields = ("name", "points", "games", "loners")
    return [{field: getattr(line, field) for field in fields} for line in lines] + empty_rows()


def empty_rows() -> list[dict[str, Any]]:
    """Rows for more people."""
    return [{} for _ in range(MORE_ROWS)]


def regulars_names(club: Club) -> list[str]:
    """Whom a name field offers: the club's regulars, also those who no longer come."""
    return list(club.players.regulars().order_by("name").values_list("name", flat=True))
