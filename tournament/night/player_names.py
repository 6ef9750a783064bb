"""Players' names: corrected, and told apart from each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import groupby
from typing import Any

from django.db.models import ManyToOneRel, Q, QuerySet

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import EarlierPlayer, Entry, Night, Player
from tournament.models.entries import NAMELESS
from tournament.night.locking import lock_club, lock_night, write
from tournament.people.errors import Refused
from tournament.people.names import LONGEST, clean_name, folded, isolated, same_name, short_name, what_is_no_name
from tournament.people.short_names import short_names

IN_PLACE_OF_A_NAME = re.compile(rf"{folded(NAMELESS)}( ?\(\d+\))?")
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
    """The regulars of a club by name; a name that was merged away leads to who was kept."""
    known = Player.objects.filter(club_id=club_id, erased_at=None, is_ghost=False, is_nameless=False)
    players = list(known.order_by("-pk"))
    by_id = {player.pk: player for player in players}
    merged = {folded(player.name): _kept(player, by_id) for player in players if player.merged_into_id}
    return merged | {folded(player.name): player for player in players if not player.merged_into_id}


def _kept(player: Player, by_id: Mapping[int, Player]) -> Player:
    """The regular whom a player was merged into, if they were."""
    while player.merged_into_id:
        player = by_id[player.merged_into_id]
    return player


def club_player(club_id: int, name: str) -> Player:
    """The club's player of that name, created if there is none."""
    return club_players(club_id).get(folded(name)) or Player.objects.create(club_id=club_id, name=name)


def welcome_back(night: Night, entries: Iterable[Entry], who: Who) -> None:
    """Let regulars who come to a night no longer be marked as gone, and log it. An old night says nothing about today.

    Call it in the transaction that gives them an entry.
    """
    back = [] if night.totals_only else [entry for entry in entries if not entry.player.is_active]
    for entry in back:
        entry.player.is_active = entry.was_gone = True
        announce(night.pk, actor=str(who), text=f"{entry.short_name} is no longer marked as gone")
    Player.objects.bulk_update([entry.player for entry in back], ["is_active"])


def is_known_elsewhere(player: Player) -> bool:
    """Whether any other row names this player: a night, a merge."""
    return any(rows.exists() for rows in rows_naming(player))


def forget_new_players(entries: Iterable[Entry]) -> None:
    """Delete the players whom the club knew by these entries alone, which are deleted or somebody else's now."""
    for entry in entries:
        if entry.is_new or entry.is_nameless:
            _forget(entry.player)


def forget_nameless(club_id: int) -> None:
    """Delete who had numbers without a name in nights that are deleted. Call it inside their transaction."""
    players = Player.objects.filter(club_id=club_id, is_nameless=True)
    for rows, name in _rows_naming(players):
        players = players.exclude(pk__in=rows.values(name))
    players.delete()


def _forget(player: Player) -> None:
    """Delete a player whom no row names.

    A name on paper, or that somebody is a guest, was entered for later nights: then they stay.
    """
    if not player.paper_name and not player.is_guest and not is_known_elsewhere(player):
        player.delete()


def rows_naming(player: Player) -> Iterator[QuerySet[Any]]:
    """The rows that name a player, of one model after the other, found by their foreign keys."""
    for rows, _ in _rows_naming([player]):
        yield rows


def _rows_naming(players: Iterable[Player]) -> Iterator[tuple[QuerySet[Any], str]]:
    """The rows that name one of these players, of one model after the other, and by which column."""
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            name = relation.field.name
            yield relation.field.model._default_manager.filter(**{f"{name}__in": players}), name


def rename_player(*, entry: Entry, name: str, who: Who) -> None:
    """Correct a player's name before or during the night. Card, phone, seats and points stay theirs.

    The name of another regular makes the entry theirs; a player who was new to the club is forgotten. Any other name is
    the regular's own from now on, in all nights.

    :raises Refused: when the night is closed, the player was removed or is the ghost, somebody else has the name, or
        it is empty, over 40 letters, or "Player (7)" of a number that has none.
    """
    with write():
        club = lock_club(entry.night.club_id)
        night = lock_night(entry.night_id)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed. Correct a name in the club’s list of regulars, for all nights.")
        row, name = night.entries.people().filter(pk=entry.pk).first(), checked_name(name)
        if row is None:
            raise Refused("This player is no longer on the list.")
        if row.is_nameless and IN_PLACE_OF_A_NAME.fullmatch(folded(name)):
            raise Refused("Give a name of their own, so that the others know who plays.")
        if row.name == name:
            return
        if any(same_name(name, other.name) for other in night.entries.named().exclude(pk=row.pk)):
            raise Refused(f"{name} is on the list already. Add a letter or a nickname, so that nobody mixes them up.")
        regular = club_players(club.pk).get(folded(name))
        if regular is None or regular == row.player:
            rename_in_all_nights(row.player, name, who)
            return
        if night.entries.filter(player=regular).exclude(pk=row.pk).exists():
            raise Refused(
                f"{name} is {regular}, who is on the list already. Write another name if it is somebody else."
            )
        before = copy(row)
        row.player, row.name, row.is_new, row.is_nameless = regular, name, False, False
        row.save(update_fields=["player", "name", "is_new", "is_nameless"])
        forget_new_players([before])
        tell_apart(night)
        row.refresh_from_db(fields=TOLD_APART)
        welcome_back(night, [row], who)
        announce(night.pk, "room", actor=str(who), text=_renamed(before, row.short_name))


def set_name_on_paper(*, entry: Entry, paper_name: str, who: Who) -> None:
    """Set what paper says in place of a player's name; nothing, for the name itself.

    :raises Refused: when the night is closed, the player was removed or is the ghost, or the name on paper is over 40
        letters, or none that somebody could have.
    """
    with write():
        lock_club(entry.night.club_id)
        night = lock_night(entry.night_id)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed. Give a name on paper in the club’s list of regulars.")
        row = night.entries.people().select_related("player").filter(pk=entry.pk).first()
        if row is None:
            raise Refused("This player is no longer on the list.")
        paper_name = checked_name(paper_name) if clean_name(paper_name) else ""
        if paper_name and (what := what_is_no_name(paper_name)):
            raise Refused(f"“{paper_name}” is {what}.")
        if paper_name != row.player.paper_name:
            row.player.paper_name = paper_name
            row.player.save(update_fields=["paper_name"])
            announce(night.pk, actor=str(who), text=f"changed the name on paper of {row}")


def rename_in_all_nights(player: Player, name: str, who: Who) -> None:
    """Give a regular another name, in nights of the past too. Call it in the transaction that holds the club's lock.

    Whoever had a number without a name is a regular from then on.
    """
    before_anywhere, player.name, player.is_nameless = short_name(player.name), name, False
    player.save(update_fields=["name", "is_nameless"])
    nights = nights_of(player)
    before = {entry.night_id: entry for entry in player.entries.all()}
    player.entries.update(name=name, is_nameless=False)
    EarlierPlayer.objects.filter(player=player).update(name=name)
    tell_apart(*nights)
    after = {entry.night_id: entry.short_name for entry in player.entries.all()}
    for night in nights:
        was, now = before.get(night.pk, before_anywhere), after.get(night.pk, short_name(name))
        announce(night.pk, "room", actor=str(who), text=_renamed(was, now))


def nights_of(*players: Player) -> list[Night]:
    """Lock and return the nights that somebody played in, or handed over a number, until this transaction ends."""
    there = Entry.objects.filter(Q(player__in=players) | Q(earlier_players__player__in=players)).values("night")
    return list(Night.objects.select_for_update().filter(pk__in=there).order_by("pk"))


def _renamed(entry: Entry | str, after: str) -> str:
    """What the log says; others see short names only.

    A number without a name is "named", not "renamed": what it was called is nobody's earlier name, which is looked for
    where somebody is erased.
    """
    before, after = isolated(str(entry)), isolated(after)
    if isinstance(entry, Entry) and entry.is_nameless:
        return f"named number {entry.number}: {after}"
    return f"corrected the spelling of {before}" if before.endswith(after) else f"renamed {before} to {after}"


def tell_apart(*nights: Night) -> None:
    """Show as much of each name as tells a night's players apart. Call it in every transaction that changes names."""
    changed: list[Entry] = []
    entries = Entry.objects.filter(night__in=nights).order_by("night_id", "pk")
    for _, of_one_night in groupby(entries, key=lambda entry: entry.night_id):
        changed += mark_apart(list(of_one_night))
    Entry.objects.bulk_update(changed, TOLD_APART)


def mark_apart(entries: Sequence[Entry]) -> list[Entry]:
    """Set on each entry what others see of its name, and return those that changed; nothing is saved."""
    changed = []
    for entry, short in zip(entries, short_names([entry.name for entry in entries]), strict=True):
        seen = (short.text if short.text != short_name(entry.name) else "", short.shared)
        if seen != (entry.told_apart, entry.namesake):
            entry.told_apart, entry.namesake = seen
            changed.append(entry)
    return changed
