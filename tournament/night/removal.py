"""Removing a player before the start, and bringing them back as they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import cast

from django.core import serializers
from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import CashLine, Entry, Night, Phone, Player, RemovedPlayer
from tournament.money.cents import currency_of, show
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night.locking import lock_club, lock_night_in_sign_up, write
from tournament.night.numbers import set_number
from tournament.night.player_names import club_players, forget_new_players, tell_apart
from tournament.night.signup import new_ghost, remove_ghost
from tournament.people.errors import Refused
from tournament.people.names import folded, same_name

OFFERED = timedelta(minutes=15)  # for so long the list offers to undo a removal


def remove_player(*, entry: Entry, who: Who) -> None:
    """Remove a player before the night starts; those after them move up a number. Twice is once.

    A player who was new to the club is forgotten.

    :raises Refused: when the night has started, and for somebody who has paid.
    """
    with write():
        lock_club(entry.night.club_id)
        night = lock_night_in_sign_up(entry.night)
        row = night.entries.select_related("player").filter(pk=entry.pk).first()
        if row is None:
            return
        require_nothing_paid(night, [row])
        text, rows = f"removed {row.short_name}", serializers.serialize("python", [row, *row.phones.all()])
        row.delete()
        forget_new_players([row])
        with_ghost = remove_ghost(night)
        if not row.is_ghost:
            RemovedPlayer.objects.create(night=night, name=row.name, rows=rows, with_ghost=with_ghost)
        for other in night.entries.filter(number__gt=row.number or MAX_PLAYERS).order_by("number"):
            set_number(other, (other.number or 0) - 1)
        tell_apart(night)
        announce(night.pk, "room", actor=str(who), text=text)


def restore_player(*, removed: RemovedPlayer, who: Who) -> None:
    """Undo a removal: number, card code and phones are as they were. Twice is once.

    :raises Refused: when the night has started or is full, or somebody of that name is on the list again.
    """
    with write():
        lock_club(removed.night.club_id)
        night = lock_night_in_sign_up(removed.night)
        removal = night.removed_players.filter(pk=removed.pk).first()
        if removal is None:
            return
        here, was_known = list(night.entries.people()), _is_known(removal)
        player = regular_of(removal)
        is_here = any(other.player_id == player.pk for other in here)
        if (is_here and was_known) or any(_is_namesake(other, removal) for other in here):
            raise Refused(f"{removal.name} is on the list again. Add a letter or a nickname if it is somebody else.")
        if len(here) >= MAX_PLAYERS:
            raise Refused(f"At most {MAX_PLAYERS} people can play in one night; {len(here)} are signed up.")
        if is_here or (not was_known and is_namesake_of_regular(removal, player)):  # a namesake
            player = new_regular_of(removal)
        remove_ghost(night)
        entry = _insert(night, removal, player)
        if removal.with_ghost and len(here) % 4 == 2:
            new_ghost(night)
        tell_apart(night)
        removal.delete()
        entry.refresh_from_db()
        announce(night.pk, "room", actor=str(who), text=f"brought {entry.short_name} back to the list")


def require_nothing_paid(night: Night, entries: Iterable[Entry]) -> None:
    """Let entries be deleted that have no money in the cash box. Call it inside the transaction of the removal.

    :raises Refused: for somebody who has paid.
    """
    for entry in entries:
        paid = sum(CashLine.objects.filter(entry=entry).values_list("cents", flat=True))
        if paid:
            shown = show(abs(paid), currency_of(night.currency))
            raise Refused(f"{entry.whole_name} has paid {shown}. Give it back under Money first, then remove the name.")


def _is_namesake(other: Entry, removal: RemovedPlayer) -> bool:
    """Whether somebody on the list has a removed player's name, and was not there beside them.

    Nobody has that of a number without a name, nor has such a number anybody's.
    """
    if was_nameless(removal) or other.is_nameless:
        return False
    was_there = bool(removal.rows[0]["fields"].get("namesake")) and other.arrived_at < removal.removed_at
    return same_name(other.name, removal.name) and not was_there


def _is_known(removal: RemovedPlayer) -> bool:
    """Whether the club still has the row of a removed player."""
    return Player.objects.filter(pk=removal.rows[0]["fields"]["player"]).exists()


def regular_of(removal: RemovedPlayer) -> Player:
    """Who a removed player is now: whoever they were merged into since; or a new regular, where they were removed."""
    player = Player.objects.filter(pk=removal.rows[0]["fields"]["player"]).first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    if player is None and not was_nameless(removal):
        player = club_players(removal.night.club_id).get(folded(removal.name))
    return player or new_regular_of(removal)


def was_nameless(removal: RemovedPlayer) -> bool:
    """Whether a number from the hat was removed that had no name."""
    return bool(removal.rows[0]["fields"].get("is_nameless"))


def is_namesake_of_regular(removal: RemovedPlayer, player: Player) -> bool:
    """Whether a removed newcomer is somebody other than this regular.

    The club knew the regular first, so sign-up would have taken them.
    """
    fields = removal.rows[0]["fields"]
    return bool(fields.get("is_new")) and player.pk < fields["player"]


def new_regular_of(removal: RemovedPlayer) -> Player:
    """Make the regular again who was forgotten with a removal, under the same id, which no database gives twice."""
    pk = removal.rows[0]["fields"]["player"]
    is_nameless = was_nameless(removal)
    return Player.objects.create(pk=pk, club_id=removal.night.club_id, name=removal.name, is_nameless=is_nameless)


def _insert(night: Night, removal: RemovedPlayer, player: Player) -> Entry:
    """Write the rows of a removed player again; the players after them move down a number."""
    row, *phones = serializers.deserialize("python", removal.rows)
    entry = cast(Entry, row.object)
    if entry.player_id != player.pk:
        entry.player, entry.name, entry.is_new, entry.is_nameless = player, player.name, False, player.is_nameless
    last = max((other.number or 0 for other in night.entries.all()), default=0)
    entry.number = min(entry.number or last + 1, last + 1) if last else None
    for other in night.entries.filter(number__gte=entry.number or MAX_PLAYERS + 1).order_by("-number"):
        set_number(other, (other.number or 0) + 1)
    row.save()
    for phone in phones:
        if not Phone.objects.active().filter(token=cast(Phone, phone.object).token, entry__night=night).exists():
            phone.save()
    return entry


def newest_removal(night: Night) -> RemovedPlayer | None:
    """The last removal that the list still offers to undo."""
    recent = night.removed_players.filter(removed_at__gt=timezone.now() - OFFERED, batch=None)
    last = recent.order_by("-pk").first() if night.status == Night.Status.SIGN_UP else None
    return None if last is None or are_here_again(night, [last]) else last


def are_here_again(night: Night, removed: Sequence[RemovedPlayer]) -> bool:
    """Whether all who were removed at once have been added to the list again since."""
    added = night.entries.people().filter(arrived_at__gt=removed[-1].removed_at).values_list("name", "is_nameless")
    gone = Counter((folded(removal.name), was_nameless(removal)) for removal in removed)
    return gone <= Counter((folded(name), nameless) for name, nameless in added)
