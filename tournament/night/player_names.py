"""Players' names: corrected, and told apart from each other."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Night, Player
from tournament.night.locking import lock_night, write
from tournament.people.errors import Refused
from tournament.people.names import LONGEST, clean_name, folded, same_name, short_name
from tournament.people.short_names import short_names

TOLD_APART = ("told_apart", "namesake")


def checked_name(name: str) -> str:
    """A name as the tally card shows it.

    :raises Refused: when it is empty, or over 40 letters.
    """
    name = clean_name(name)
    if not name:
        raise Refused("Write a name, so that the others know who it is.")
    if len(name) > LONGEST:
        raise Refused(f'"{name[:LONGEST]}…" is longer than {LONGEST} letters. Shorten it to fit the card.')
    return name


def club_players(club_id: int) -> dict[str, Player]:
    """The regulars of a club, by name."""
    return {folded(player.name): player for player in Player.objects.regulars().filter(club_id=club_id).order_by("-pk")}


def club_player(club_id: int, name: str) -> Player:
    """The club's player of that name, created if there is none."""
    return club_players(club_id).get(folded(name)) or Player.objects.create(club_id=club_id, name=name)


def rename_player(*, entry: Entry, name: str, who: Who) -> None:
    """Correct a player's name before or during the night. Card, phone, seats and points stay theirs.

    :raises Refused: when the night is closed, the player was removed or is the ghost, somebody else has the name, or
        it is empty or over 40 letters.
    """
    with write():
        night = lock_night(entry.night_id)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed; its names stay as they are.")
        row, name = night.entries.people().filter(pk=entry.pk).first(), checked_name(name)
        if row is None:
            raise Refused("This player is no longer on the list.")
        if row.name == name:
            return
        if any(same_name(name, other.name) for other in night.entries.exclude(pk=row.pk)):
            raise Refused(f"{name} is on the list already. Add a letter or a nickname, so that nobody mixes them up.")
        before = str(row)
        row.player, row.name = club_player(night.club_id, name), name
        row.save(update_fields=["player", "name"])
        tell_apart(night)
        row.refresh_from_db(fields=TOLD_APART)
        after = row.short_name
        text = f"corrected the spelling of {before}" if before.endswith(after) else f"renamed {before} to {after}"
        announce(night.pk, "room", actor=str(who), text=text)


def tell_apart(night: Night) -> None:
    """Show as much of each name as tells the night's players apart. Call it in every transaction that changes names."""
    entries = list(night.entries.order_by("pk"))
    Entry.objects.bulk_update(mark_apart(entries), TOLD_APART)


def mark_apart(entries: Sequence[Entry]) -> list[Entry]:
    """Set on each entry what others see of its name, and return those that changed; nothing is saved."""
    changed = []
    for entry, short in zip(entries, short_names([entry.name for entry in entries]), strict=True):
        seen = (short.text if short.text != short_name(entry.name) else "", short.shared)
        if seen != (entry.told_apart, entry.namesake):
            entry.told_apart, entry.namesake = seen
            changed.append(entry)
    return changed
