"""What a club is called: a name that can be seen, and where it was changed, in the club's log."""

from __future__ import annotations

from tournament.access import Who
from tournament.club.log import write_club_log
from tournament.club.rights import FOR_MEMBERS, require_not_invited
from tournament.models import Club, ClubLogEntry
from tournament.people.errors import Refused
from tournament.people.names import clean_name

RENAMED = "renamed the club, which was “{old}”"  # as the log says it


def possible_club_name(typed: str) -> str:
    """A name as it is stored.

    :raises Refused: for one that is empty or too long.
    """
    name, most = clean_name(typed), Club._meta.get_field("name").max_length or 0
    if not name:
        raise Refused("Write the club’s name.")
    if len(name) > most:
        raise Refused(f"A club’s name has at most {most} letters.")
    return name


def rename_locked(club: Club, name: str, who: Who | str) -> None:
    """Change what a locked club is called, where that is another name.

    :raises NotAllowed: for whoever was just invited to help.
    """
    old = club.name
    if name == old:
        return
    require_not_invited(who, FOR_MEMBERS)
    club.name = name
    club.save(update_fields=["name"])
    write_club_log(club, who, RENAMED.format(old=old))


def find_renamed(name: str) -> Club | None:
    """The club that was the last to be called so, and is called something else now."""
    line = ClubLogEntry.objects.filter(text=RENAMED.format(old=name)).select_related("club").first()
    return line.club if line and line.club.name != name else None
