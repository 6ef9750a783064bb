"""A phone becomes a player's by their name: scan the table's QR code, tap the name.

Whoever reads the code is in the hall, so a name without a phone is theirs to take. A name whose phone is in already is
the organizer's to give, and so is one that this phone had to give up. A name given back by mistake is free again.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.live.messages import OTHER_PHONE
from tournament.models import Entry, Night, Phone, PhoneRequest
from tournament.models.keys import new_token
from tournament.night.locking import lock_night, write
from tournament.night.phones import require_few_phones, retire_phones
from tournament.people.errors import Refused

PHONES = "phones"  # the topic of phones that come, ask and go; lists of players listen to it
MOST_JOINED = 150  # phones a minute that take a name: a full hall that scans at once is let through
MOST_ASKING = 3  # phones that ask for one name at a time: the newest, so that strangers never shut its owner out
MOST_ASKED = 3  # names that one phone asks for at a time
MOST_ASKS = 12  # a minute and night: a stranger with ever new phones cannot flood the organizer
A_PHONE = "A phone"  # who asks, or is checked, in the log: no player’s
ASKS = "asks to play for"  # how its line begins: phones that are checked have lines, too
NO_LONGER_ASKS = "This phone no longer asks: it was answered, or somebody else plays for that number now."


class NameTaken(Refused):
    """The name's own phone is in already, or this phone had to give the name up: the organizer decides."""


def take_name(*, entry: Entry, token: str, reached: str = "") -> Phone:
    """Let the phone with this token play for a player who has no phone yet. Twice is once.

    :param reached: where the phone found the laptop; empty where nobody knows, or for a hosted site.
    :raises NameTaken: when the organizer has to decide.
    :raises Refused: when the night is closed, the player is not on the list, this phone plays for somebody else, or too
        many phones come at once.
    """
    with write():
        night, player = _lock_player(entry, token)
        mine = _phone_of(player, token)
        if mine:
            return mine
        if needs_organizer(player, token):
            raise NameTaken(f"The phone of {player.short_name} is already here. Ask the organizer to let this one in.")
        now = timezone.now()
        last_minute = (now - timedelta(minutes=1), now)
        if Phone.objects.filter(entry__night=night, claimed_at__range=last_minute).count() >= MOST_JOINED:
            raise Refused("Many phones are joining at once. Wait a minute, then tap your name again.")
        require_few_phones(player, now)
        phone = Phone.objects.create(entry=player, token=token, reached=reached)
        announce(night.pk, f"entry-{player.pk}", PHONES, "board", actor=str(player), text="joined by phone")
    return phone


def needs_organizer(entry: Entry, token: str) -> bool:
    """Whether this phone gets the player's name only from the organizer."""
    return entry.phones.active().exists() or entry.phones.filter(token=token).exists()


def ask_for_name(*, entry: Entry, token: str) -> PhoneRequest | None:
    """Ask the organizer to let this phone play for a player. Asking twice is asking once; None when it plays already.

    Where several phones ask for one name, the oldest request gives way. That phone may ask again.

    :raises Refused: as `take_name`, when the organizer has kept this phone out, or when too much is asked at once.
    """
    with write():
        night, player = _lock_player(entry, token)
        if _phone_of(player, token):
            return None
        asked = player.phone_requests.filter(token=token).last()
        if asked and asked.answered_at and not asked.let_in:
            raise Refused("The organizer did not let this phone in. Talk to them.")
        if asked and not asked.answered_at:
            return asked
        _require_few_asks(night, token)
        request = PhoneRequest.objects.create(entry=player, token=token)
        newest = player.phone_requests.open().order_by("-pk").values_list("pk", flat=True)[:MOST_ASKING]
        player.phone_requests.open().exclude(pk__in=list(newest)).delete()
        text = f"{ASKS} {player}: phone {request.sign}"
        announce(night.pk, PHONES, "board", actor=A_PHONE, text=text)
    return request


def _require_few_asks(night: Night, token: str) -> None:
    """Refuse one more request while this phone asks for several names, or many were made in the last minute.

    Requests that gave way are gone, so the minute is counted by the log.

    :raises Refused: in either case.
    """
    if PhoneRequest.objects.open().filter(entry__night=night, token=token).count() >= MOST_ASKED:
        raise Refused(f"This phone asks for {MOST_ASKED} names already. Talk to the organizer.")
    now = timezone.now()
    last_minute = (now - timedelta(minutes=1), now)
    asks = night.log_entries.by(A_PHONE).filter(at__range=last_minute, text__startswith=ASKS)
    if asks.count() >= MOST_ASKS:
        raise Refused("Many phones are asking the organizer at once. Wait a minute, then ask again.")


def answer_request(*, request: PhoneRequest, let_in: bool, who: Who) -> None:
    """Let a phone that asked play for the player, whose earlier phone only watches from then on, or keep it out.

    :raises Refused: when the night is closed, or the request was answered otherwise meanwhile.
    """
    with write():
        night = _lock_open(request.entry.night_id)
        row = PhoneRequest.objects.select_related("entry").filter(pk=request.pk).first()
        if row is None or (row.answered_at and row.let_in != let_in):
            raise Refused(NO_LONGER_ASKS)
        if row.answered_at:
            return
        row.answered_at, row.let_in = timezone.now(), let_in
        row.save(update_fields=["answered_at", "let_in"])
        left = retire_phones(row.entry, row.token) if let_in else []
        if let_in:
            Phone.objects.create(entry=row.entry, token=row.token)
        text = f"{'let in' if let_in else 'kept out'} phone {row.sign}, which asked for {row.entry}"
        topics = [f"entry-{row.entry.pk}", *(f"{OTHER_PHONE}-{pk}" for pk in left), PHONES, "board"]
        announce(night.pk, *topics, actor=str(who), text=text)


def release_phone(*, entry: Entry, who: Who, token: str | None = None) -> None:
    """Take the name from the phone that plays for a player, so that another one may tap it. Twice is once.

    :param token: only the phone with this token, for a player who tapped somebody else's name. It is forgotten here, so
        that it may take the name again while that is free.
    :raises Refused: when the night is closed.
    """
    with write():
        night = _lock_open(entry.night_id)
        phones = Phone.objects.active().filter(entry=entry, **({"token": token} if token else {}))
        if phones.update(retired_at=timezone.now()):
            if token:
                entry.phones.filter(token=token).update(token=new_token())
            text = "gave the name back" if token else f"released the phone of {entry}"
            topics = (f"entry-{entry.pk}", f"{OTHER_PHONE}-{entry.pk}", PHONES, "board")
            announce(night.pk, *topics, actor=str(who), text=text)


def release_all_phones(*, night: Night, who: Who) -> int:
    """Take every name from its phone, so that all may be tapped again, also by the same phones. Return how many.

    :raises Refused: when the night is closed.
    """
    with write():
        night = _lock_open(night.pk)
        phones = list(Phone.objects.active().filter(entry__night=night))
        for phone in phones:
            phone.retired_at, phone.token = timezone.now(), new_token()
        Phone.objects.bulk_update(phones, ["retired_at", "token"])
        if phones:
            text = f"let all {len(phones)} phones scan again: the laptop has a new address"
            released = (f"{OTHER_PHONE}-{phone.entry_id}" for phone in phones)
            announce(night.pk, *released, PHONES, "board", "room", actor=str(who), text=text)
    return len(phones)


def _lock_open(night_id: int) -> Night:
    night = lock_night(night_id)
    if night.status == Night.Status.CLOSED:
        raise Refused("This night is closed; its codes have expired. The standings stay as they are.")
    return night


def _lock_player(entry: Entry, token: str) -> tuple[Night, Entry]:
    """Lock the night, and read the player again, whom this phone may ask for."""
    night = _lock_open(entry.night_id)
    player = night.entries.people().present().filter(pk=entry.pk).first()
    if player is None:
        raise Refused("This name is no longer on the list. Ask the organizer.")
    if player.is_nameless:
        raise Refused(f"Number {player.number} has no name yet. Whoever drew its card scans the code on it.")
    other = Phone.objects.active().filter(token=token, entry__night=night).exclude(entry=player).first()
    if other:
        raise Refused(f"This phone plays for {other.entry.short_name}. One phone plays for one player.")
    return night, player


def _phone_of(player: Entry, token: str) -> Phone | None:
    return player.phones.active().filter(token=token).first()
