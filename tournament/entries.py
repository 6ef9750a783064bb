"""Changes to who plays: signing up, numbers, phones. Each function is one transaction."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from django.utils import timezone

from tournament.access import Who
from tournament.errors import Refused
from tournament.live import announce
from tournament.models import Entry, Night, Phone, Player
from tournament.movements.nights import MOST_PLAYERS
from tournament.names import LONGEST, clean_name, folded, listed, same_name
from tournament.rounds import begun_rounds, give_numbers, seat_everybody
from tournament.searches import searching_first
from tournament.writes import locked, write

GHOST = "Ghost"


class AlreadyHere(Refused):
    """Somebody of that name is signed up. `names` are those to ask about."""

    def __init__(self, names: Sequence[str], *, here: bool = True) -> None:
        are = "is" if len(names) == 1 else "are"
        super().__init__(f"{listed(names)} {are} {'signed up already' if here else 'more than once in this list'}.")
        self.names = tuple(names)


def sign_up(*, night: Night, names: Sequence[str], who: Who, also_same_names: bool = False) -> list[Entry]:
    """Add players to a night in the order of arrival.

    :raises AlreadyHere: when a name is there already, or twice in `names`, unless `also_same_names`.
    :raises Refused: when the night has started, the hall is full, or a name is empty or over 40 letters.
    """
    with write():
        night = _in_sign_up(night)
        if names:
            _send_ghost_off(night)
        entries = _new_entries(night, names, also_same_names)
        if entries:
            announce(night.pk, "desk", who=str(who), text=f"signed up {', '.join(e.short_name for e in entries)}")
    return entries


def add_ghost(*, night: Night, who: Who) -> Entry:
    """An empty chair with the highest number, so that 4n + 3 players all have a seat: its partner plays alone.

    It leaves again as soon as somebody signs up or is taken off the list.

    :raises Refused: when the night has started, there is a ghost, or an empty chair would complete no table.
    """
    with write():
        night = _in_sign_up(night)
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
        announce(night.pk, "room", "desk", who=str(who), text="added a ghost: one table plays three-handed")
    return ghost


def _send_ghost_off(night: Night) -> None:
    """The list changes, and with it how many tables can be filled."""
    night.entries.filter(is_ghost=True).delete()


def add_entry(*, night: Night, name: str) -> Entry:
    """A late arrival, with the next number. Call inside the transaction of the change that seats them.

    :raises AlreadyHere: when a name is there already. :raises Refused: when the hall is full, or for the name.
    """
    (entry,) = _new_entries(night, [name], also_same_names=False)
    return entry


def checked_name(name: str) -> str:
    """A name as it stands on the card.

    :raises Refused: when it is empty, or over 40 letters.
    """
    name = clean_name(name)
    if not name:
        raise Refused("Write a name, so that the others know whom to look for.")
    if len(name) > LONGEST:
        raise Refused(f'"{name[:LONGEST]}…" is longer than {LONGEST} letters. Shorten it to fit the card.')
    return name


def club_player(club_id: int, name: str) -> Player:
    """Whoever came to this club under that name before, else somebody new."""
    return _club_players(club_id).get(folded(name)) or Player.objects.create(club_id=club_id, name=name)


def _club_players(club_id: int) -> dict[str, Player]:
    return {folded(player.name): player for player in Player.objects.filter(club_id=club_id).order_by("-pk")}


def _new_entries(night: Night, names: Sequence[str], also_same_names: bool) -> list[Entry]:
    """A namesake in the same night is another person. Where numbers were drawn, they get the next ones."""
    names = [checked_name(name) for name in names]
    there = list(night.entries.all())
    here = [entry.name for entry in there]
    if len(here) + len(names) > MOST_PLAYERS:
        raise Refused(f"At most {MOST_PLAYERS} people can play in one night; {len(here)} are signed up.")
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


def withdraw(*, entry: Entry, who: Who) -> None:
    """Take somebody off the list before the night starts; those after them move up a number. Twice is once.

    :raises Refused: when the night has started.
    """
    with write():
        night = _in_sign_up(entry.night)
        row = night.entries.filter(pk=entry.pk).first()
        if row is None:
            return
        row.delete()
        _send_ghost_off(night)
        for other in night.entries.filter(number__gt=row.number or MOST_PLAYERS).order_by("number"):
            _set_number(other, (other.number or 0) - 1)
        announce(night.pk, "room", who=str(who), text=f"took {entry.short_name} off the list")


def draw_numbers(
    *, night: Night, order: Literal["random", "arrival"], who: Who, chance: random.Random | None = None
) -> None:
    """Give everybody a number from 1, at random or by arrival. May be done again until the night starts.

    :raises Refused: when the night has started, or nobody is there.
    """
    with write():
        night = _in_sign_up(night)
        entries = list(night.entries.order_by("id"))
        if not entries:
            raise Refused("There is nobody to number yet. Sign up the players first.")
        if order == "random":
            (chance or random.SystemRandom()).shuffle(entries)
        entries.sort(key=lambda entry: entry.is_ghost)
        give_numbers(night, entries)
        how = "drew numbers at random" if order == "random" else "numbered everybody by arrival"
        announce(night.pk, "room", who=str(who), text=how)


@searching_first
def swap_numbers(*, night: Night, one: int, other: int, who: Who) -> None:
    """Two players change numbers, and with them their seats for the whole night.

    :raises Refused: when a hand has been played, or a number is nobody's.
    """
    with write():
        night = locked(night.pk)
        if night.status == Night.Status.CLOSED or begun_rounds(night):
            raise Refused("Hands have been played; numbers stay as they are for the rest of the night.")
        pair = {entry.number: entry for entry in night.entries.filter(number__in=(one, other))}
        if one == other or set(pair) != {one, other}:
            raise Refused("Choose two different numbers from the list.")
        first, second = pair[one], pair[other]
        if first.is_ghost or second.is_ghost:
            raise Refused("The ghost keeps the highest number. Swap two players.")
        _set_number(first, None)
        _set_number(second, one)
        _set_number(first, other)
        if night.status == Night.Status.PLAYING:
            seat_everybody(night)
        announce(night.pk, "room", who=str(who), text=f"swapped {first} and {second}")


def claim(*, entry: Entry, token: str) -> Phone:
    """From now on the phone with this token acts for this player; their phone before it only watches.

    :raises Refused: when the night is closed: keys die with it; when the card got a new code, or its player is off the
        list. Nobody plays for a ghost.
    """
    with write():
        night = locked(entry.night_id)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed; its cards have expired. The standings stay as they are.")
        card = Entry.objects.filter(pk=entry.pk, key=entry.key).first()
        if card is None:
            raise Refused("This card is no longer in use. Ask the organizer for the new code.")
        if card.is_ghost:
            raise Refused("Nobody plays for the ghost; its partner plays alone.")
        mine = Phone.objects.filter(entry=entry, token=token, retired_at=None).first()
        if mine:
            return mine
        in_use = Phone.objects.filter(entry__night=night, retired_at=None)
        now = timezone.now()
        in_use.filter(entry=entry).update(retired_at=now)
        in_use.filter(token=token).update(retired_at=now)
        phone = Phone.objects.create(entry=entry, token=token)
        announce(night.pk, f"entry-{entry.pk}", who=str(entry), text="plays with a new phone")
    return phone


def add_oneself(*, night: Night, name: str, token: str, who: Who, also_same_names: bool = False) -> Entry:
    """Somebody adds themselves, and the phone with this token plays for them. The same name again changes nothing.

    :raises AlreadyHere: when a name is there already, unless `also_same_names`.
    :raises Refused: when the night has started, the hall is full, the phone plays for somebody else, or the name is
        empty or over 40 letters.
    """
    with write():
        night = locked(night.pk)
        before = Phone.objects.filter(token=token, entry__night=night, retired_at=None).select_related("entry").first()
        if before and not same_name(before.entry.name, checked_name(name)):
            raise Refused(
                f"This phone plays for {before.entry.short_name}. Somebody else needs another phone, or asks "
                "the organizer to add the name."
            )
        if before:
            return before.entry
        (entry,) = sign_up(night=night, names=[name], who=who, also_same_names=also_same_names)
        claim(entry=entry, token=token)
    return entry


def _in_sign_up(night: Night) -> Night:
    night = locked(night.pk)
    if night.status != Night.Status.SIGN_UP:
        raise Refused("The night has started; the list of players is closed.")
    return night


def _set_number(entry: Entry, number: int | None) -> None:
    entry.number = number
    entry.save(update_fields=["number"])
