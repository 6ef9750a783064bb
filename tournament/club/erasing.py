"""Erasing a person: every night's totals stay exact, and the name is gone from every row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.dispatch import Signal
from django.utils import timezone

from tournament.access import Who
from tournament.club.overwriting import overwrite_deleted
from tournament.club.rows_with_names import TextColumn, rows_with, text_columns
from tournament.live.events import announce
from tournament.models import (
    Club,
    EarlierPlayer,
    Entry,
    LogEntry,
    Night,
    Phone,
    PhoneRequest,
    Player,
    PlayerMerge,
    RemovedPlayer,
)
from tournament.night.locking import lock_club, write
from tournament.night.player_names import nights_of, tell_apart
from tournament.people.erased_names import ErasedNames, former_name
from tournament.people.errors import Gone, Refused
from tournament.people.names import folded, not_isolated, same_name, short_name

PLAYER_GONE = "This player was removed in the meantime. Nothing was changed by you."
RENAMED = re.compile(r"renamed (?:\d+ )?(?P<before>.+) to (?P<after>.+)")
# Whoever keeps names outside of the database throws them away; with `club_id` also what else is kept of its nights.
names_erased = Signal()


@dataclass(frozen=True, slots=True)
class ChangedText:
    """A text that names the person: what it is now, and what it becomes."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Erasure:
    """What erasing a person would change: their new name, the nights they keep their totals in, and texts."""

    new_name: str
    nights: tuple[Night, ...]
    texts: tuple[ChangedText, ...]


def preview_erasure(player: Player) -> Erasure:
    """What erasing somebody would change. Nothing is written or locked.

    :raises Gone: when they were removed from the regulars in the meantime.
    :raises Refused: for somebody who cannot be erased now.
    """
    player = _as_it_is_now(player)
    require_may_be_erased(player)
    names = _names_of(player)
    texts = {
        ChangedText(before, after): None
        for _, _, before, after in _changed_texts(player.club, names)
        if isinstance(before, str)
    }
    nights = Night.objects.filter(_takes_part([player.pk, *_merged(player)])).distinct().order_by("-date")
    return Erasure(names.replacement, tuple(nights), tuple(texts))


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erased person is called from now on, and whether the bytes of the database are free of the name."""

    new_name: str
    overwritten: bool


def erase_player(*, player: Player, typed_name: str, who: Who) -> Erased:
    """Take a person's name out of everything. There is no way back.

    :raises Gone: when they were removed from the regulars in the meantime.
    :raises Refused: unless the name was typed as a confirmation; and for somebody who sits in a night that is open.
    """
    with write():
        lock_club(player.club_id)
        row = _as_it_is_now(player)
        require_may_be_erased(row)
        if not same_name(typed_name.strip(), row.name):
            raise Refused(f"Type the name exactly as it is here, {row.name}, to erase it.")
        new_name = take_out_name(player=row, who=who)
    names_erased.send(sender=Player)
    return Erased(new_name, overwrite_deleted())


def _as_it_is_now(player: Player) -> Player:
    """Read somebody's row again.

    :raises Gone: when they were removed from the regulars in the meantime.
    """
    if row := Player.objects.filter(pk=player.pk).first():
        return row
    raise Gone(PLAYER_GONE)


def take_out_name(*, player: Player, who: Who) -> str:
    """Give a person's rows and every text about them another name, and return it.

    Call it in a transaction that holds the club's lock.
    """
    people = [player, *Player.objects.filter(pk__in=_merged(player))]
    nights = nights_of(*people)
    names = _names_of(player)
    for row, column, _, after in list(_changed_texts(player.club, names)):
        column.model._default_manager.filter(pk=row.pk).update(**{column.name: after})
    _rename(people, names)
    _retire_phones(people)
    tell_apart(*nights)
    for night in nights:
        announce(night.pk, "room", actor=str(who), text=f"erased a name: {names.replacement}")
    return names.replacement


def is_named(player: Player) -> bool:
    """Whether a log, a text or a removal before a night has a regular's name, whole or as others saw it."""
    names = _names_of(player, parts=False)
    return bool(_removed([player])) or any(True for _ in _changed_texts(player.club, names))


def require_may_be_erased(player: Player) -> None:
    """Let through a regular who sits in no night that is open.

    :raises Refused: otherwise.
    """
    if player.erased_at or player.is_ghost or player.merged_into_id:
        raise Refused("This name is gone already.")
    if player.is_nameless:
        raise Refused("This number of a night has no name, so there is nothing to erase.")
    people = [player.pk, *_merged(player)]
    sits = Night.objects.exclude(status=Night.Status.CLOSED).filter(_takes_part(people)).first()
    if sits is not None:
        raise Refused(f"{player} is in {sits.name}, which is open. Close that night first, or remove them from it.")


def _takes_part(people: list[int]) -> Q:
    return Q(entries__player__in=people) | Q(entries__earlier_players__player__in=people)


def _merged(player: Player) -> list[int]:
    """Everybody who turned out to be this person."""
    found, new = list[int](), [player.pk]
    while new:
        new = list(Player.objects.filter(merged_into__in=new).values_list("pk", flat=True))
        found += new
    return found


def _names_of(player: Player, *, parts: bool = True) -> ErasedNames:
    """Every name that this person had: now, on paper, before a merge, and before they were renamed."""
    people = [_as_it_is_now(player), *Player.objects.filter(pk__in=_merged(player))]
    names = [name for row in people for name in (row.name, row.paper_name)]
    names += Entry.objects.filter(player__in=people).values_list("name", flat=True)
    names += EarlierPlayer.objects.filter(player__in=people).values_list("name", flat=True)
    names += [row.name for row in _removed(people)]
    number = Player.objects.filter(club=player.club_id).erased().count() + 1
    return ErasedNames(_with_earlier_names(player.club, names), former_name(number), parts=parts)


def _with_earlier_names(club: Club, names: list[str]) -> list[str]:
    """Add what the person was called before corrections, as the logs tell it."""
    logged = LogEntry.objects.filter(night__club=club, text__startswith="renamed ").values_list("text", flat=True)
    renamed = [found.groups() for text in map(not_isolated, logged) if (found := RENAMED.fullmatch(text))]
    known = {*names, *map(short_name, names)}
    while earlier := {before for before, after in renamed if after in known} - known:
        known |= earlier
    others = set(club.players.exclude(name__in=names).values_list("name", flat=True))
    return [name for name in known if name not in others]


def _changed_texts(club: Club, names: ErasedNames) -> Iterator[tuple[Any, TextColumn, Any, Any]]:
    """Yield every row that names the person: the row, its column, the value and what it becomes."""
    shown = _names_by_night(club, names)
    everywhere = [name for row in club.players.all() for name in (row.name, short_name(row.name))]
    elsewhere = [name for name in everywhere if name not in names.names and short_name(name) not in names.names]
    for column in text_columns():
        for row, night in rows_with(column, club, names.rarest_words):
            before = getattr(row, column.name)
            after = _erased(before, names, shown.get(night, elsewhere) if night else elsewhere, column)
            if after != before:
                yield row, column, before, after


def _names_by_night(club: Club, names: ErasedNames) -> dict[int | None, list[str]]:
    """What the other players of each night are called there: their names stay."""
    found: dict[int | None, list[str]] = {}
    for entry in Entry.objects.filter(night__club=club).prefetch_related("earlier_players"):
        others = [earlier.name for earlier in entry.earlier_players.all() if earlier.name not in names.names]
        others += [short_name(name) for name in others]
        if entry.name not in names.names:
            others += [entry.name, entry.told_apart or short_name(entry.name)]
        found.setdefault(entry.night_id, []).extend(others)
    return found


def _erased(value: Any, names: ErasedNames, others: list[str], column: TextColumn) -> Any:
    """A column's value without the person, in every text of it."""
    if isinstance(value, str):
        return names.erase(value, others, typed=column.typed)[: column.longest]
    if isinstance(value, list):
        return [_erased(one, names, others, column) for one in value]
    if isinstance(value, dict):
        return {name: _erased(one, names, others, column) for name, one in value.items()}
    return value


def _rename(people: list[Player], names: ErasedNames) -> None:
    """Give the person's own rows the new name."""
    new_name, now = names.replacement, timezone.now()
    for removed in _removed(people):
        removed.delete()  # no undo brings a name back
    PlayerMerge.objects.filter(Q(kept__in=people) | Q(merged__in=people)).delete()
    Player.objects.filter(pk__in=[person.pk for person in people]).update(
        name=new_name, paper_name="", is_active=False, erased_at=now
    )
    Entry.objects.filter(player__in=people).update(name=new_name, told_apart="", namesake=False)
    EarlierPlayer.objects.filter(player__in=people).update(name=new_name)


def _removed(people: list[Player]) -> list[RemovedPlayer]:
    """The stored rows of these people where they were removed before a night started; also of who is no regular now."""
    ids, names = {person.pk for person in people}, {folded(person.name) for person in people}
    known = set(people[0].club.players.values_list("pk", flat=True))

    def is_theirs(row: RemovedPlayer) -> bool:
        player = row.rows[0]["fields"]["player"]
        return player in ids or (player not in known and folded(row.name) in names)

    return [row for row in RemovedPlayer.objects.filter(night__club=people[0].club) if is_theirs(row)]


def _retire_phones(people: list[Player]) -> None:
    """End what the person's phones may do, and forget which they were."""
    now = timezone.now()
    Phone.objects.filter(entry__player__in=people).active().update(retired_at=now)
    Phone.objects.filter(entry__player__in=people).update(token="")
    PhoneRequest.objects.filter(entry__player__in=people).update(token="")
    PhoneRequest.objects.filter(entry__player__in=people).open().update(answered_at=now)
