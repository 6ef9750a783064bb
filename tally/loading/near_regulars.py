"""The regulars whom lines of a list mean, though their names are written a little differently: rows in, lines out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tally.scores.total_lines import TotalLine
from tournament.models import Club
from tournament.night.player_names import club_players
from tournament.people.names import folded
from tournament.people.near_names import NearNames


def doubtful_lines(club: Club, lines: Sequence[TotalLine]) -> dict[int, str]:
    """The lines whose name is near that of a regular who has no line, with that regular's name."""
    known, here = club_players(club.pk), {folded(line.name) for line in lines}
    others = NearNames(player.name for player in known.values() if folded(player.name) not in here)
    near = {at: others.nearest(line.name) for at, line in enumerate(lines) if folded(line.name) not in known}
    return {at: like for at, like in near.items() if like}


def with_regulars(club: Club, lines: Sequence[TotalLine], same: Collection[int]) -> list[TotalLine]:
    """The lines, of which those in `same` are the regular whose name is near."""
    doubtful = doubtful_lines(club, lines)
    return [
        replace(line, name=doubtful[at]) if at in same and at in doubtful else line for at, line in enumerate(lines)
    ]
