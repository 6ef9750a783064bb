"""Phones: paired with a player's card, or used to join the night."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.live.messages import OTHER_PHONE
from tournament.models import Entry, Night, Phone
from tournament.night.joined_names import note_join, require_few_joins, require_sign_up_by_phone
from tournament.night.locking import lock_club, lock_night, lock_night_in_sign_up, write
from tournament.night.player_names import checked_name
from tournament.night.signup import sign_up
from tournament.people.errors import Refused
from tournament.people.names import same_name

CHANGING = timedelta(minutes=10)
MOST_PHONES = 12  # of one player in that time: each new one is a line of the log


def pair_phone(*, entry: Entry, token: str, reached: str = "") -> Phone:
    """Let the phone with this token play for a player; the player's earlier phone only watches from now on.

    A phone that played for somebody else tonight plays for this player instead. Pairing twice is pairing once.

    :param reached: where the phone found the laptop; empty where nobody knows, or for a hosted site.
    :raises Refused: when the night is closed, the card has a new code or its player was removed, the player is a ghost
        or changes phones too often.
    """
    with write():
        night = lock_night(entry.night_id)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed; its cards have expired. The standings stay as they are.")
        card = Entry.objects.filter(pk=entry.pk, key=entry.key).first()
        if card is None:
            raise Refused("This card is no longer in use. Ask the organizer for the new code.")
        if card.is_ghost:
            raise Refused("Nobody plays for the ghost; its partner plays alone.")
        mine = Phone.objects.active().filter(entry=entry, token=token).first()
        if mine:
            return mine
        require_few_phones(card, timezone.now())
        left = retire_phones(card, token)
        phone = Phone.objects.create(entry=entry, token=token, reached=reached)
        announce(
            night.pk,
            f"entry-{entry.pk}",
            *(f"{OTHER_PHONE}-{pk}" for pk in left),
            actor=str(entry),
            text="plays with another phone" if entry.pk in left else "plays with a phone",
        )
    return phone


def retire_phones(player: Entry, token: str) -> list[int]:
    """Retire the player's phone, and this one where it plays for somebody else; return whom they played for, by id.

    Call it inside the transaction that gives the player this phone.
    """
    in_use = Phone.objects.active().filter(entry__night=player.night_id)
    left = list(in_use.filter(Q(entry=player) | Q(token=token)).values_list("entry_id", flat=True))
    in_use.filter(entry__in=left).update(retired_at=timezone.now())
    return left


def require_few_phones(player: Entry, now: datetime) -> None:
    """Let a player change phones, but not without end. Call it inside the transaction that gives them one.

    :raises Refused: when they had many in the last minutes.
    """
    if player.phones.filter(claimed_at__range=(now - CHANGING, now)).count() >= MOST_PHONES:
        raise Refused(f"{player.short_name} has changed phones many times. Wait ten minutes, or ask the organizer.")


def join_night(
    *,
    night: Night,
    name: str,
    token: str,
    who: Who,
    network: str = "",
    reached: str = "",
    also_same_names: bool = False,
) -> Entry:
    """Sign up a player from their own phone, and pair it with them. The same name again changes nothing.

    :param network: where the phone is, as `tournament.limits.addresses` counts it; empty where it is not known.
    :param reached: as `pair_phone` takes it.
    :raises AlreadyHere: when the name is there already, unless `also_same_names`.
    :raises TooManyJoin: when many names come at once.
    :raises Refused: when the night has started or is full, sign-up by phone is closed, the phone plays for somebody
        else, or the name is empty or over 40 letters.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night(night.pk)
        before = Phone.objects.active().filter(token=token, entry__night=night).select_related("entry").first()
        if before and not same_name(before.entry.name, checked_name(name)):
            raise Refused(
                f"This phone plays for {before.entry.short_name} already. Use another phone for somebody else, or ask "
                "the organizer to add the name."
            )
        if before:
            return before.entry
        if not who.organizer:
            require_sign_up_by_phone(lock_night_in_sign_up(night))
            require_few_joins(night, network)
        (entry,) = sign_up(night=night, names=[name], who=who, also_same_names=also_same_names)
        pair_phone(entry=entry, token=token, reached=reached)
        note_join(entry, network)
    return entry
