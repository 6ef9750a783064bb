"""How a club's paper looks: its name, motto, accent color and logo."""

from __future__ import annotations

from tournament.access import Who
from tournament.club.club_names import possible_club_name, rename_locked
from tournament.club.rights import lock_club_for
from tournament.models import Club, PaperLook
from tournament.night.locking import write
from tournament.people.names import clean_name


def set_paper_look(*, club: Club, name: str, motto: str, accent: str, who: Who) -> Club:
    """Change what a club is called, and the motto and the color of its sheets.

    :param accent: as "#0a4a33", checked by whoever knows paper; "" for the one that all have.
    :raises NotAllowed: when whoever asks may not anymore, or was just invited to help and would rename the club.
    :raises Refused: for a club without a name, or with one that is too long.
    """
    name, motto = possible_club_name(name), clean_name(motto)
    with write():
        club = lock_club_for(who, club.pk)
        rename_locked(club, name, who)
        PaperLook.objects.update_or_create(club=club, defaults={"motto": motto, "accent": accent})
        return club


def set_logo(*, club: Club, logo: bytes, who: Who) -> None:
    """Change the logo of a club's sheets to a PNG that was checked; b"" takes it away.

    :raises NotAllowed: when whoever asks may not anymore.
    """
    with write():
        club = lock_club_for(who, club.pk)
        PaperLook.objects.update_or_create(club=club, defaults={"logo": logo})
