"""Two regulars who are one person: what merging them would change, merging them, and undoing it.

The nights go over to whom is kept. The other row stays, out of sight, so that undoing it gives everything back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Club, EarlierPlayer, Entry, Night, Player, PlayerMerge, RemovedPlayer
from tournament.night.locking import lock_club, write
from tournament.night.player_names import nights_of, rows_naming, tell_apart
from tournament.people.errors import Gone, Refused
from tournament.people.names import listed, short_name
from tournament.people.near_names import NearNames

CHANGED = "Something has changed since you looked. This is what merging them would do now; nothing was written."
MERGE_GONE = "Their name was erased in the meantime, so this merge cannot be undone anymore."


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What merging two regulars would change."""

    kept: Player
    merged: Player
    moved: tuple[Night, ...]  # the nights that go over
    together: tuple[Night, ...]  # those in which both played: then they are two people

    @property
    def state_token(self) -> str:
        """A token of the outcome: two previews have the same one only when they do the same."""
        nights = [[night.pk for night in nights] for nights in (self.moved, self.together)]
        people = [(one.pk, one.name) for one in (self.kept, self.merged)]
        return sha256(repr((people, nights)).encode()).hexdigest()[:16]


class MergeOutdated(Refused):
    """Merging would do something other than what was shown; `preview` is what it would do now."""

    def __init__(self, preview: MergePreview) -> None:
        super().__init__(CHANGED)
        self.preview = preview


def preview_merge(kept: Player, merged: Player) -> MergePreview:
    """Tell what merging two regulars would change. Nothing is written."""
    with write():
        lock_club(kept.club_id)
        return _preview(kept, merged)


def merge_regulars(*, kept: Player, merged: Player, shown: str, who: Who) -> PlayerMerge:
    """Make two regulars one: all nights of one go over to the other, with the name.

    :param shown: the token of the preview that was shown.
    :raises MergeOutdated: when that would do something else now.
    :raises Refused: when both played in one night, or are one already.
    """
    with write():
        lock_club(kept.club_id)
        preview = _preview(kept, merged)
        if preview.together:
            raise Refused(both_played(preview))
        if preview.state_token != shown:
            raise MergeOutdated(preview)
        moved = {label: _move(rows, preview.kept) for label, rows in _rows_to_move(merged).items()}
        merge = PlayerMerge.objects.create(kept=kept, merged=merged, moved=moved)
        Player.objects.filter(pk=merged.pk).update(merged_into=kept)
        _tell(preview.moved, who, f"{short_name(merged.name)} is {short_name(kept.name)} now")
        return merge


def undo_merge(*, merge: PlayerMerge, who: Who) -> None:
    """Make two people of one again: what went over goes back, and what came since stays. Twice is once.

    :raises Gone: when the one who was kept was erased in the meantime, and the merge with them.
    :raises Refused: when the one who was kept was merged into somebody else since.
    """
    with write():
        lock_club(merge.kept.club_id)
        row = PlayerMerge.objects.select_related("kept__merged_into", "merged").filter(pk=merge.pk).first()
        if row is None:
            raise Gone(MERGE_GONE)
        if row.undone_at is not None:
            return
        if row.kept.merged_into is not None:
            raise Refused(f"{row.kept} was merged into {row.kept.merged_into} since. Undo that first.")
        nights = nights_of(row.kept)
        entries = row.moved.get(Entry._meta.label_lower, [])
        since = EarlierPlayer.objects.filter(entry__in=entries, player=row.kept)  # who handed over a number since
        for label, rows in _rows_to_move(row.kept).items():
            _move(rows.filter(pk__in=row.moved.get(label, [])), row.merged)
        _move(since, row.merged)
        _give_back_removed(row, entries)
        Player.objects.filter(pk=row.merged_id).update(merged_into=None)
        row.undone_at = timezone.now()
        row.save(update_fields=["undone_at"])
        changed = set(nights_of(row.merged))
        names = f"{short_name(row.merged.name)} and {short_name(row.kept.name)}"
        _tell([night for night in nights if night in changed], who, f"{names} are two people again")


def both_played(preview: MergePreview) -> str:
    """Why two people cannot be one, in a sentence."""
    nights = listed(f"{night.name} of {date_format(night.date)}" for night in preview.together[:3])
    more = f" and {len(preview.together) - 3} more" if len(preview.together) > 3 else ""
    return f"{preview.kept} and {preview.merged} both played in {nights}{more}, so they are two people."


def look_alike(club: Club) -> list[tuple[Player, Player]]:
    """Pairs of regulars whose names are near each other, and who never played the same night."""
    seen, by_name, pairs = NearNames(), dict[str, Player](), []
    for player in club.players.regulars().order_by("pk"):
        if other := by_name.get(player.name) or by_name.get(seen.nearest(player.name) or ""):
            pairs.append((other, player))
        seen.add(player.name)
        by_name[player.name] = player
    nights = _nights_by_player({player.pk for pair in pairs for player in pair})
    return [(one, other) for one, other in pairs if nights[one.pk].isdisjoint(nights[other.pk])]


def _nights_by_player(players: Collection[int]) -> Mapping[int, set[int]]:
    """The ids of the nights that each of these people took part in."""
    found = defaultdict[int, set[int]](set)
    for player, night in (
        *Entry.objects.filter(player__in=players).values_list("player_id", "night_id"),
        *EarlierPlayer.objects.filter(player__in=players).values_list("player_id", "entry__night_id"),
    ):
        found[player].add(night)
    return found


def _preview(kept: Player, merged: Player) -> MergePreview:
    """The preview, of the rows as they are now.

    :raises Refused: when they are one person already, or of two clubs.
    """
    rows = Player.objects.regulars().filter(club=kept.club_id).in_bulk([kept.pk, merged.pk])
    if len(rows) != 2:
        raise Refused("Choose two people of this list. One of these two was merged or removed already.")
    moved, own = nights_of(merged), set(nights_of(kept))
    together = [night for night in moved if night in own]
    return MergePreview(rows[kept.pk], rows[merged.pk], tuple(moved), tuple(together))


def _rows_to_move(player: Player) -> dict[str, QuerySet[Any]]:
    """The rows that say what somebody did, by model; merges are not among them."""
    rows = {naming.model._meta.label_lower: naming for naming in rows_naming(player)}
    return {label: naming for label, naming in rows.items() if naming.model not in (Player, PlayerMerge)}


def _move(rows: QuerySet[Any], to: Player) -> list[int]:
    """Give rows to somebody, with the name where they have one; return their ids."""
    ids = sorted(rows.values_list("pk", flat=True))
    names = {"name": to.name} if any(field.name == "name" for field in rows.model._meta.fields) else {}
    rows.model._default_manager.filter(pk__in=ids).update(player=to, **names)
    return ids


def _give_back_removed(merge: PlayerMerge, entries: Sequence[int]) -> None:
    """Give back the entries that were removed from a list since, so that undoing that, too, brings back their owner."""
    for removed in RemovedPlayer.objects.filter(night__club=merge.kept.club_id):
        row = removed.rows[0]
        if row["pk"] in entries and row["fields"]["player"] == merge.kept_id:
            row["fields"] |= {"player": merge.merged_id, "name": merge.merged.name}
            removed.name = merge.merged.name
            removed.save(update_fields=["rows", "name"])


def _tell(nights: Sequence[Night], who: Who, text: str) -> None:
    """Tell names apart anew in these nights, and log it in each."""
    tell_apart(*nights)
    for night in nights:
        announce(night.pk, "room", actor=str(who), text=text)
