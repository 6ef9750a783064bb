"""The list of players before the start: sign up, remove, add a ghost."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Night, Player
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night.locking import lock_night_in_sign_up, write
from tournament.night.numbers import set_number
from tournament.people.errors import Refused
from tournament.people.names import LONGEST, clean_name, folded, listed, same_name

GHOST = "Ghost"


class AlreadyHere(Refused):
    """A name is signed up already, or is twice in a list; `names` are those to ask about."""

    def __init__(self, names: Sequence[str], *, here: bool = True) -> None:
        are = "is" if len(names) == 1 else "are"
        super().__init__(f"{listed(names)} {are} {'signed up already' if here else 'more than once in this list'}.")
        self.names = tuple(names)


def sign_up(*, night: Night, names: Sequence[str], who: Who, also_same_names: bool = False) -> list[Entry]:
    """Add players to a night, in order of arrival.

    :param also_same_names: whether people of the same name are different players.
    :raises AlreadyHere: when a name is there already, or twice in `names`, unless `also_same_names`.
    :raises Refused: when the night has started or is full, or a name is empty or over 40 letters.
    """
    with write():
        night = lock_night_in_sign_up(night)
        if names:
            _remove_ghost(night)
        entries = _new_entries(night, names, also_same_names)
        if entries:
            announce(night.pk, "desk", actor=str(who), text=f"signed up {', '.join(e.short_name for e in entries)}")
    return entries


def add_ghost(*, night: Night, who: Who) -> Entry:
    """Add an empty chair with the highest number, so that 4n + 3 players all have a seat; its partner plays alone.

    The ghost is removed again as soon as a player signs up or is removed.

    :raises Refused: when the night has started, has a ghost, or a ghost would complete no table.
    """
    with write():
        night = lock_night_in_sign_up(night)
        entries = list(night.entries.all())
        if any(entry.is_ghost for entry in entries):
            raise Refused("There is a ghost already, and a night has room for one.")
        if len(entries) % 4 != 3:
            raise Refused(
                f"A ghost completes a table of three; with {len(entries)} players no table has three. "
                "Whoever has no seat sits out in turn."
            )
        (ghost,) = _new_entries(night, [GHOST], also_same_names=True)
        ghost.is_ghost = True
        ghost.save(update_fields=["is_ghost"])
        announce(night.pk, "room", "desk", actor=str(who), text="added a ghost: one table plays three-handed")
    return ghost


def _remove_ghost(night: Night) -> None:
    """Remove the ghost before the list changes, because the number of full tables changes too."""
    night.entries.ghosts().delete()


def add_entry(*, night: Night, name: str) -> Entry:
    """Add a late arrival with the next number. Call inside the transaction of the change that seats them.

    :raises AlreadyHere: when the name is there already.
    :raises Refused: when the night is full, or the name is empty or over 40 letters.
    """
    (entry,) = _new_entries(night, [name], also_same_names=False)
    return entry


def checked_name(name: str) -> str:
    """A name as the tally card shows it.

    :raises Refused: when it is empty, or over 40 letters.
    """
    name = clean_name(name)
    if not name:
        raise Refused("Write a name, so that the others know whom to look for.")
    if len(name) > LONGEST:
        raise Refused(f'"{name[:LONGEST]}…" is longer than {LONGEST} letters. Shorten it to fit the card.')
    return name


def club_player(club_id: int, name: str) -> Player:
    """The club's player of that name, created if there is none."""
    return _club_players(club_id).get(folded(name)) or Player.objects.create(club_id=club_id, name=name)


def _club_players(club_id: int) -> dict[str, Player]:
    return {folded(player.name): player for player in Player.objects.filter(club_id=club_id).order_by("-pk")}


def _new_entries(night: Night, names: Sequence[str], also_same_names: bool) -> list[Entry]:
    """Add entries; a namesake of somebody here is a new player. After the draw, they get the next numbers."""
    names = [checked_name(name) for name in names]
    there = list(night.entries.all())
    here = [entry.name for entry in there]
    if len(here) + len(names) > MAX_PLAYERS:
        raise Refused(f"At most {MAX_PLAYERS} people can play in one night; {len(here)} are signed up.")
    namesakes = [any(same_name(name, other) for other in here + names[:i]) for i, name in enumerate(names)]
    twice = [name for name, namesake in zip(names, namesakes, strict=True) if namesake]
    if twice and not also_same_names:
        raise AlreadyHere(
            list(dict.fromkeys(twice)), here=any(same_name(name, other) for name in twice for other in here)
        )
    known = _club_players(night.club_id)
    players = [None if namesake else known.get(folded(name)) for name, namesake in zip(names, namesakes, strict=True)]
    newcomers = iter(
        Player.objects.bulk_create(
            Player(club_id=night.club_id, name=name) for name, player in zip(names, players, strict=True) if not player
        )
    )
    last = max((entry.number or 0 for entry in there), default=0)
    return Entry.objects.bulk_create(
        Entry(night=night, player=player or next(newcomers), name=name, number=last + i if last else None)
        for i, (name, player) in enumerate(zip(names, players, strict=True), 1)
    )


def remove_player(*, entry: Entry, who: Who) -> None:
    """Remove a player before the night starts; those after them move up a number. Twice is once.

    :raises Refused: when the night has started.
    """
    with write():
        night = lock_night_in_sign_up(entry.night)
        row = night.entries.filter(pk=entry.pk).first()
        if row is None:
            return
        row.delete()
        _remove_ghost(night)
        for other in night.entries.filter(number__gt=row.number or MAX_PLAYERS).order_by("number"):
            set_number(other, (other.number or 0) - 1)
        announce(night.pk, "room", actor=str(who), text=f"took {entry.short_name} off the list")
