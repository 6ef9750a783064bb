"""Numbers drawn from a hat: cards with a number, seats and a code before anybody's name is known.

The list has an entry without a name for every card. Whoever draws one gives their name by scanning its code, or at the
desk, or not at all: then only the paper knows who it was. The seats hold for exactly so many players, so with more or
fewer of them the cards are printed again; their codes stay.
"""

from __future__ import annotations

from django.template.defaultfilters import pluralize

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Night, Phone
from tournament.night.joined_names import bring_back, remove_entries, set_sign_up_by_phone
from tournament.night.locking import lock_club, lock_night, lock_night_in_sign_up, write
from tournament.night.numbers import by_number_then_arrival, give_numbers
from tournament.night.phones import pair_phone
from tournament.night.player_names import rename_player
from tournament.night.removal import was_nameless
from tournament.night.signup import add_nameless
from tournament.people.errors import Refused

NO_LONGER_IN_USE = "This card is no longer in use. Ask the organizer for another one."


class NumberTaken(Refused):
    """The number has a name by now: another phone was first, or the desk."""


def make_hat_cards(*, night: Night, players: int, who: Who) -> int:
    """Let so many play, whoever they are: add numbers without a name, or remove the highest. Twice is once.

    Everybody is numbered, and sign-up by phone is closed, because one name more would change all seats. Removed numbers
    come back with their codes, by one Undo on the desk or when there are more cards again. Return how many were added;
    less than 0 for removed.

    :raises Refused: when the night has started or is full, more players than that have a name, or a number that would
        be removed has paid.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night_in_sign_up(night)
        here = list(night.entries.people().select_related("player").order_by("-number", "-pk"))
        more, free = players - len(here), [entry for entry in here if entry.is_nameless]
        if more < -len(free):
            raise Refused(
                f"{len(here) - len(free)} players have a name. Remove some of them first, or make more cards."
            )
        set_sign_up_by_phone(night=night, is_open=False, who=who)
        if more < 0:
            remove_entries(night, free[:-more], who, "from the hat")
        if more > 0:
            gone = [removal for removal in night.removed_players.all() if was_nameless(removal)]
            back = bring_back(night, sorted(gone, key=lambda removal: removal.rows[0]["fields"]["number"])[:more])
            if back < more:
                add_nameless(night, more - back)
            announce(night.pk, "room", "desk", actor=str(who), text=f"put {more} number{pluralize(more)} into the hat")
        if not all(entry.number for entry in here):
            text = f"numbered {len(here)} players for cards from the hat"
            announce(night.pk, "room", "desk", actor=str(who), text=text)
        give_numbers(night, by_number_then_arrival(night))
    return more


def take_hat_card(*, entry: Entry, name: str, token: str, who: Who, reached: str = "") -> None:
    """Give a number from the hat the name of who drew it, and let their phone play for it. Twice is once.

    :param reached: as `pair_phone` takes it.
    :raises NumberTaken: when the number has a name by now.
    :raises Refused: when the night is closed, the number was removed or its card has a new code, this phone plays for
        somebody else, or the name is on the list, none, or over 40 letters.
    """
    with write():
        lock_club(entry.night.club_id)
        night = lock_night(entry.night_id)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed; its cards have expired. The standings stay as they are.")
        card = night.entries.people().filter(pk=entry.pk, key=entry.key).first()
        if card is None:
            raise Refused(NO_LONGER_IN_USE)
        plays = Phone.objects.active().filter(token=token, entry__night=night).select_related("entry").first()
        if plays and plays.entry_id == card.pk:
            return
        if plays:
            raise Refused(f"This phone plays for {plays.entry.short_name}. One phone plays for one player.")
        if not card.is_nameless:
            taken = f"Number {card.number} is {card.short_name} by now. Is that not you? Talk to the organizer."
            raise NumberTaken(taken)
        rename_player(entry=card, name=name, who=who)
        pair_phone(entry=card, token=token, reached=reached)
