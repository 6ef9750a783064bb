"""The club's regulars: add one, change one, remove one who never played."""

from __future__ import annotations

from tournament.access import Who
from tournament.club.erasing import is_named
from tournament.models import Club, Player
from tournament.night.locking import lock_club, write
from tournament.night.player_names import checked_name, club_players, is_known_elsewhere, rename_in_all_nights
from tournament.people.errors import Refused
from tournament.people.names import clean_name, folded, what_is_no_name


class NameTaken(Refused):
    """Another regular has the name; `other` is that one."""

    def __init__(self, name: str, other: Player) -> None:
        was = "" if folded(other.name) == folded(name) else f", who is {other} now,"
        super().__init__(f"{name}{was} is one of the regulars already.")
        self.other = other


class StillNamed(Refused):
    """Somebody cannot just be removed, because texts would go on to name them, and nobody could be erased anymore."""

    def __init__(self, player: Player) -> None:
        super().__init__(
            f"The log of a night or a text names {player}, too. Erase the name, then it is gone there as well."
        )


def add_regular(*, club: Club, name: str, paper_name: str = "", is_guest: bool = False) -> Player:
    """Add somebody to the club's regulars.

    :raises NameTaken: when one of them has the name, now or before a merge.
    :raises Refused: when the name is empty, over 40 letters, or none that somebody could have.
    """
    with write():
        lock_club(club.pk)
        name, paper_name = _possible_names(name, paper_name)
        _require_free_name(club.pk, name)
        return Player.objects.create(club=club, name=name, paper_name=paper_name, is_guest=is_guest)


def change_regular(*, player: Player, name: str, paper_name: str, is_guest: bool, is_active: bool, who: Who) -> Player:
    """Change what the club knows of a regular. Another name goes into all nights.

    :raises NameTaken: when another regular has the name.
    :raises Refused: when they were merged into somebody else, or a new name is empty, over 40 letters, or none that
        somebody could have.
    """
    with write():
        lock_club(player.club_id)
        row = _regular(player)
        if (name, paper_name) != (row.name, row.paper_name):
            name, paper_name = _possible_names(name, paper_name)
        row.paper_name = paper_name
        row.is_guest, row.is_active = is_guest, is_active
        row.save(update_fields=["paper_name", "is_guest", "is_active"])
        if name != row.name:
            _require_free_name(row.club_id, name, but=row)
            rename_in_all_nights(row, name, who)
        return row


def remove_regular(*, player: Player) -> None:
    """Remove somebody who was added by mistake: who never played, and of whom nothing else is known.

    :raises StillNamed: when a log or a text has the name: then it is to be erased.
    :raises Refused: for anybody else.
    """
    with write():
        lock_club(player.club_id)
        row = _regular(player)
        if is_known_elsewhere(row):
            raise Refused(f"{row} has played, so the name stays with the nights. Say that they are gone instead.")
        if is_named(row):
            raise StillNamed(row)
        row.delete()


def checked_paper_name(name: str) -> str:
    """A name for paper, which may be empty.

    :raises Refused: when it is over 40 letters.
    """
    return checked_name(name) if clean_name(name) else ""


def _regular(player: Player) -> Player:
    """The row as it is now.

    :raises Refused: when it is gone, or was merged into somebody else.
    """
    row = Player.objects.regulars().filter(pk=player.pk).first()
    if row is None:
        raise Refused("This player is no longer one of the regulars: they were removed, or merged into somebody else.")
    return row


def _require_free_name(club_id: int, name: str, but: Player | None = None) -> None:
    """Let through a name that no other regular has.

    :raises NameTaken: otherwise.
    """
    other = club_players(club_id).get(folded(name))
    if other is not None and other != but:
        raise NameTaken(name, other)


def _possible_names(name: str, paper_name: str) -> tuple[str, str]:
    """A name and a name on paper, tidied.

    :raises Refused: when one is empty, over 40 letters, or none that somebody could have.
    """
    name, paper_name = checked_name(name), checked_paper_name(paper_name)
    for each in filter(None, (name, paper_name)):
        if what := what_is_no_name(each):
            raise Refused(f"“{each}” is {what}.")
    return name, paper_name
