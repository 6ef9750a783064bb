"""How a club's paper looks, from its rows."""

from __future__ import annotations

from tally.paper.club_look import ClubLook, accent_of
from tally.paper.fonts import lacks_letters
from tournament.club.first_club import NAME
from tournament.models import Club, PaperLook


def look_of(club: Club, beside: str) -> ClubLook:
    """The look of a club's sheets, `beside` a night's or a season's name.

    The club's name is left out where it is the same, and as long as it is the one that every laptop begins with; so
    are a name and a motto that no typeface has the letters of, as nobody would write them on a line.
    """
    row = PaperLook.objects.filter(club=club).first() or PaperLook()
    return ClubLook(
        club="" if club.name.casefold() in (beside.casefold(), NAME.casefold()) else _printed(club.name),
        motto=_printed(row.motto),
        logo=bytes(row.logo),
        accent=accent_of(row.accent),
    )


def _printed(text: str) -> str:
    return "" if lacks_letters(text) else text
