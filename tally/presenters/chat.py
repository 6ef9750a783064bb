"""Results as texts for the club's group chat, with names as others see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.formats import date_format

from tally.loading.awards import AwardText
from tally.loading.club_names import club_names
from tally.loading.seasons import LoadedSeason
from tally.rules.wording import counted
from tally.scores.chat_text import ChatLine, chat_text
from tally.scores.point_labels import total
from tally.scores.season_table import by_place
from tally.scores.season_wording import decimals_for, figure
from tally.scores.standings import Standing
from tournament.models import Night


def night_text(
    night: Night, ranked: Iterable[Standing], names: Mapping[int, str], prizes: Sequence[AwardText] = ()
) -> str:
    """A closed night: the winners, the prizes, everybody's place."""
    lines = [ChatLine(row.place_text, names[row.number], total(row.total)) for row in ranked]
    return chat_text(f"{night.name}, {date_format(night.date)}", lines, [prize.sentence for prize in prizes])


def season_text(season: LoadedSeason) -> str:
    """A season so far: who leads, everybody's place."""
    decimals = decimals_for(one.total for one in season.standings)
    names = club_names(season.row.club, whole=False)
    lines = [
        ChatLine(one.place_text, names[one.player], figure(one.total, decimals))
        for one in by_place(season.standings, season.people_shown)
    ]
    return chat_text(f"{season.row.name}, after {counted(len(season.results), 'night')}", lines, leads=True)
