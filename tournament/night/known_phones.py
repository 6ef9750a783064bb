"""A phone that played for one of the club's regulars is known again on the next night, and joins with one tap.

The phone's own token says so: nobody signs in. Whoever the organizer has to decide about is not known: see `joining`.
"""

from __future__ import annotations

from tournament.access import Who
from tournament.models import Entry, Night, Phone, Player
from tournament.night.joined_names import note_join, require_few_joins
from tournament.night.joining import needs_organizer, take_name
from tournament.night.locking import lock_club, lock_night, write
from tournament.night.signup import sign_up_players
from tournament.people.errors import Refused

NOT_KNOWN = (
    "This phone is no longer known as that player’s. Scan the QR code on a table or at the desk and tap your name."
)


def known_regular(night: Night, token: str) -> Player | None:
    """The regular whom this phone played for last, if it may play for them tonight.

    None when it plays tonight, when another phone has played for them since or tonight, when the organizer took their
    name from it tonight, when they went home, and when they are not on the list of a night that has started, or that
    takes no names from phones.
    """
    if not token or night.single_table or night.status == Night.Status.CLOSED:
        return None
    if Phone.objects.active().filter(token=token, entry__night=night).exists():
        return None
    player = _played_for_last(night, token)
    entry = night.entries.filter(player=player).first() if player else None
    if entry is None:
        return player if night.status == Night.Status.SIGN_UP and night.phone_sign_up else None
    return None if entry.left_at or needs_organizer(entry, token) else player


def _played_for_last(night: Night, token: str) -> Player | None:
    """Whom this phone played for on the club's other nights, where it is also the newest phone of that player."""
    phones = Phone.objects.active().filter(entry__night__club=night.club_id, entry__night__kind=Night.Kind.PROGRESSIVE)
    phones = phones.exclude(entry__night=night).order_by("-pk")
    mine = phones.filter(token=token).select_related("entry__player").first()
    if mine is None or phones.filter(entry__player=mine.entry.player_id).first() != mine:
        return None
    return mine.entry.player


def join_again(*, night: Night, player_id: int, token: str, who: Who, network: str = "", reached: str = "") -> Entry:
    """Let this phone play for the regular that it is known as, who is signed up if need be. Twice is once.

    :param network: where the phone is, as `join_night` takes it.
    :param reached: where it found the laptop, as `take_name` takes it.
    :raises TooManyJoin: when many names come at once.
    :raises Refused: when the phone is not known as this player, the night is full, or as `take_name`.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night(night.pk)
        before = Phone.objects.active().filter(token=token, entry__night=night, entry__player=player_id)
        if phone := before.select_related("entry").first():
            return phone.entry
        player = known_regular(night, token)
        if player is None or player.pk != player_id:
            raise Refused(NOT_KNOWN)
        entry = night.entries.filter(player=player).first()
        if entry is None:
            require_few_joins(night, network)
            (entry,) = sign_up_players(night=night, player_ids=[player.pk], who=who)
            note_join(entry, network)
        take_name(entry=entry, token=token, reached=reached)
    return entry
