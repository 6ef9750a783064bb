"""Names that phones add to the list: how many come at once, and many names removed with one tap."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import cast

from django.core import serializers
from django.db.models import Max
from django.template.defaultfilters import pluralize
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import CashLine, Club, Entry, Night, Phone, PhoneJoin, Player, RemovedPlayer
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night.locking import lock_club, lock_night_in_sign_up, write
from tournament.night.numbers import give_numbers
from tournament.night.player_names import forget_new_players, tell_apart
from tournament.night.removal import (
    are_here_again,
    is_namesake_of_regular,
    new_regular_of,
    regular_of,
    require_nothing_paid,
)
from tournament.night.signup import new_ghost, remove_ghost
from tournament.people.errors import Refused

AT_ONCE = timedelta(minutes=10)
MOST_OF_AN_ADDRESS = 150  # names in that time: a hall of 133 behind one router is one address
MOST_A_MINUTE = 150  # names, from all addresses
MOST_OF_A_NIGHT = 1000  # names, with those that were removed
CLOSED = "Sign-up by phone is closed. Give your name at the desk, and you are on the list."
AT_THE_DESK = "Many names came from here at once. Give yours at the desk, or wait ten minutes and send it again."
TOO_FAST = "Many names are coming at once. Wait a minute, then send yours again, or give it at the desk."
TOO_MANY = "Phones have added as many names to this night as they may. Give yours at the desk."


class TooManyJoin(Refused):
    """A phone may not add a name now, because many others did."""


def require_sign_up_by_phone(night: Night) -> None:
    """Let a phone add a name while the desk's switch says so.

    :raises Refused: otherwise.
    """
    if not night.phone_sign_up:
        raise Refused(CLOSED)


def require_few_joins(night: Night, network: str) -> None:
    """Let a phone add a name, unless a flood of them has come. Call it inside the transaction that adds it.

    :param network: where the phone is; empty for the laptop itself and where it is not known.
    :raises TooManyJoin: otherwise.
    """
    joins, now = night.phone_joins.all(), timezone.now()
    # Each span ends now: joins dated later, by a clock that was set back since, do not count.
    of_here = joins.filter(network=_hashed(night, network), at__range=(now - AT_ONCE, now))
    if network and of_here.count() >= MOST_OF_AN_ADDRESS:
        raise TooManyJoin(AT_THE_DESK)
    if joins.filter(at__range=(now - timedelta(minutes=1), now)).count() >= MOST_A_MINUTE:
        raise TooManyJoin(TOO_FAST)
    if joins.count() >= MOST_OF_A_NIGHT:
        raise TooManyJoin(TOO_MANY)


def note_join(entry: Entry, network: str) -> None:
    """Note that a phone has added a name. Call it inside the transaction that adds it."""
    PhoneJoin.objects.create(night_id=entry.night_id, entry=entry, network=_hashed(entry.night, network))


def forget_joins(night: Night) -> None:
    """Forget where names came from, once the night starts."""
    night.phone_joins.all().delete()


def forget_joins_of_other_nights(club: Club, night: Night) -> None:
    """Forget where names of nights that never started came from, once there is a newer night."""
    PhoneJoin.objects.filter(night__club=club).exclude(night=night).delete()


def set_sign_up_by_phone(*, night: Night, is_open: bool, who: Who) -> None:
    """Open or close sign-up by phone; taking a name that is on the list stays possible. Twice is once.

    :raises Refused: when the night has started.
    """
    with write():
        night = lock_night_in_sign_up(night)
        if night.phone_sign_up == is_open:
            return
        night.phone_sign_up = is_open
        night.save(update_fields=["phone_sign_up"])
        announce(night.pk, "desk", actor=str(who), text=f"{'opened' if is_open else 'closed'} sign-up by phone")


def remove_joined_names(*, night: Night, entry_ids: Collection[int], who: Who) -> int:
    """Remove names that phones added, with their phones, and return how many. Twice is once; other names stay.

    Players who were new to the club are forgotten. One Undo brings all back.

    :raises Refused: when the night has started, and for somebody who has paid.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night_in_sign_up(night)
        joined = night.phone_joins.filter(entry__in=entry_ids)
        rows = list(night.entries.people().filter(pk__in=joined.values("entry")).select_related("player"))
        remove_entries(night, rows, who, "that joined by phone")
    return len(rows)


def remove_added_names(*, night: Night, entry_ids: Collection[int], who: Who) -> int:
    """Remove names that were added by mistake, and return how many. Twice is once.

    Whoever has a phone or a line in the cash box by now stays. Players who were new to the club are forgotten. One Undo
    brings all back.

    :raises Refused: when the night has started.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night_in_sign_up(night)
        in_cash_box = CashLine.objects.filter(entry__in=entry_ids).values("entry")
        names_only = night.entries.people().filter(pk__in=entry_ids, phones=None).exclude(pk__in=in_cash_box)
        rows = list(names_only.select_related("player"))
        remove_entries(night, rows, who, "that were added by mistake")
    return len(rows)


def remove_entries(night: Night, rows: Sequence[Entry], who: Who, which: str) -> None:
    """Remove names and keep their rows for Undo. Call it inside the transaction that read them, with their players.

    :param which: what the log says of them: "that joined by phone".
    :raises Refused: for somebody who has paid.
    """
    if not rows:
        return
    require_nothing_paid(night, rows)
    _keep_removed(night, rows, with_ghost=remove_ghost(night))
    night.entries.filter(pk__in=[row.pk for row in rows]).delete()
    forget_new_players(rows)
    _number_again(night, [])
    tell_apart(night)
    text = f"removed {len(rows)} name{pluralize(len(rows))} {which}"
    announce(night.pk, "room", "desk", actor=str(who), text=text)


def _keep_removed(night: Night, rows: Sequence[Entry], *, with_ghost: bool) -> None:
    """Keep the rows of names for Undo."""
    phones: dict[int, list[Phone]] = {row.pk: [] for row in rows}
    for phone in Phone.objects.filter(entry__in=rows).order_by("pk"):
        phones[phone.entry_id].append(phone)
    batch = (night.removed_players.aggregate(last=Max("batch"))["last"] or 0) + 1
    RemovedPlayer.objects.bulk_create(
        RemovedPlayer(
            night=night,
            name=row.name,
            rows=serializers.serialize("python", [row, *phones[row.pk]]),
            with_ghost=with_ghost,
            batch=batch,
        )
        for row in rows
    )


def restore_names(*, night: Night, batch: int, who: Who) -> int:
    """Undo a removal of many: number, card code and phones are as they were. Return how many came back; twice is once.

    Whoever is on the list again by now stays as they are.

    :raises Refused: when the night has started, or has no room for all of them.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night_in_sign_up(night)
        removed = list(night.removed_players.filter(batch=batch).order_by("pk"))
        back = bring_back(night, removed)
        if back:
            text = f"brought {back} name{pluralize(back)} back to the list"
            announce(night.pk, "room", "desk", actor=str(who), text=text)
    return back


def bring_back(night: Night, removed: Sequence[RemovedPlayer]) -> int:
    """Write removed names again, as they were, and return how many. Call it inside a transaction in sign-up.

    :raises Refused: when the night has no room for all of them.
    """
    here = list(night.entries.people())
    coming = _coming_back(night, removed, here)
    if len(here) + len(coming) > MAX_PLAYERS:
        raise Refused(f"At most {MAX_PLAYERS} people can play in one night; {len(here)} are signed up.")
    had_ghost = remove_ghost(night) or any(removal.with_ghost for removal in removed)
    back = [_write_again(night, removal, player) for player, removal in coming.items()]
    _number_again(night, back)
    if had_ghost and night.entries.count() % 4 == 3:
        new_ghost(night)
    tell_apart(night)
    night.removed_players.filter(pk__in=[removal.pk for removal in removed]).delete()
    return len(back)


def _coming_back(night: Night, removed: Sequence[RemovedPlayer], here: Sequence[Entry]) -> dict[Player, RemovedPlayer]:
    """By regular, who comes back: first those whom the club still knows, then others, who may have the same name.

    Whoever is on the list again by now does not; a namesake who was there beside them is somebody else.
    """
    known = Player.objects.in_bulk([_player_id(removal) for removal in removed])
    arrived, coming = {entry.player_id: entry.arrived_at for entry in here}, dict[Player, RemovedPlayer]()
    for removal in sorted(removed, key=lambda each: _player_id(each) not in known):
        player = regular_of(removal)
        if player.pk in arrived:
            has_namesake = arrived[player.pk] < removal.removed_at
        else:
            has_namesake = player in coming or is_namesake_of_regular(removal, player)
        if has_namesake and _player_id(removal) not in known:
            player = new_regular_of(removal)
        if player.pk not in arrived:
            coming[player] = removal
    return coming


def _player_id(removal: RemovedPlayer) -> int:
    return int(removal.rows[0]["fields"]["player"])


def _write_again(night: Night, removal: RemovedPlayer, player: Player) -> Entry:
    """Write the rows of a removed name again, and return the entry with the number that it had; none is stored yet."""
    row, *phones = serializers.deserialize("python", removal.rows)
    entry = cast(Entry, row.object)
    entry.is_new = entry.is_new and entry.player_id == player.pk
    entry.player, entry.name, entry.is_nameless, number = player, player.name, player.is_nameless, entry.number
    entry.number = None
    row.save()
    for each in phones:
        phone = cast(Phone, each.object)
        if not Phone.objects.active().filter(token=phone.token, entry__night=night).exists():
            each.save()
    entry.number = number
    return entry


def _number_again(night: Night, back: Sequence[Entry]) -> None:
    """Close the gaps in the numbers, and put those who come back where they were, once numbers are drawn."""
    ids = {entry.pk for entry in back}
    in_order = list(night.entries.people().numbered().exclude(pk__in=ids).order_by("number"))
    if not in_order and not any(entry.number for entry in back):
        return
    for entry in sorted(back, key=lambda entry: (entry.number or MAX_PLAYERS, entry.pk)):
        in_order.insert((entry.number or MAX_PLAYERS) - 1, entry)
        entry.number = None  # as it is stored
    give_numbers(night, in_order)


def newest_batch(night: Night, offered: timedelta) -> tuple[int, int] | None:
    """The newest removal of many that is still offered to be undone: its batch, and how many names it had."""
    recent = night.removed_players.filter(removed_at__gt=timezone.now() - offered).exclude(batch=None)
    last = recent.order_by("-pk").first() if night.status == Night.Status.SIGN_UP else None
    if last is None or last.batch is None:
        return None
    removed = list(night.removed_players.filter(batch=last.batch).order_by("pk"))
    return None if are_here_again(night, removed) else (last.batch, len(removed))


def _hashed(night: Night, network: str) -> str:
    return salted_hmac("where a name came from", f"{night.pk} {network}", algorithm="sha256").hexdigest()[:16]
