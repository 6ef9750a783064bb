"""A night is created, starts, goes back to sign-up, is closed and is reopened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Club, Night
from tournament.night.clock_jumps import follow_jump_while_closed
from tournament.night.joined_names import forget_joins, forget_joins_of_other_nights
from tournament.night.locking import lock_club, lock_night, write
from tournament.night.numbers import by_number_then_arrival, give_numbers
from tournament.night.player_names import forget_nameless, tell_apart
from tournament.night.removal import require_nothing_paid
from tournament.night.round_clocks import stop_clock_of
from tournament.night.seating import scored_rounds, seat_everybody
from tournament.people.errors import Refused
from tournament.planning.search_cache import search_before_writing

NAME = "Euchre Night"  # of a club's first night
Choice = tuple[str, dict[str, Any]]  # a game, and its house rules


def _as_it_was(variant: str, house_rules: dict[str, Any]) -> Choice:
    return variant, house_rules


_newest_variant: Callable[[str, dict[str, Any]], Choice] = _as_it_was  # until an app registers better


def register_newest_variant(newest: Callable[[str, dict[str, Any]], Choice]) -> None:
    """Offer the newest version of a game that the club has changed since, for a new night.

    :param newest: returns it for the game of the last night, with those of its house rules that it still has.
    """
    global _newest_variant
    _newest_variant = newest


def create_night(*, club: Club, who: Who, after: int | None = None) -> Night:
    """Create tonight's night, in sign-up, with the settings of the club's last progressive night.

    :param after: the newest night that the page showed, 0 for none. If another was created since, that one is returned,
        so that a double tap creates one.
    """
    with write():
        lock_club(club.pk)
        last = club.nights.filter(kind=Night.Kind.PROGRESSIVE).order_by("-pk").first() or Night(pk=0, name=NAME)
        if after is not None and last.pk > after:
            return last
        carried_over = last.carried_over()
        carried_over["variant"], carried_over["house_rules"] = _newest_variant(last.variant, last.house_rules)
        night = Night.objects.create(club=club, date=timezone.localdate(), **carried_over)
        forget_joins_of_other_nights(club, night)
        announce(night.pk, "desk", actor=str(who), text="set up a night")
    return night


@search_before_writing
def start_night(*, night: Night, who: Who) -> None:
    """Start a night: close its list and seat everybody for as many rounds as the movement can know.

    Players without a number get the next ones by arrival. Starting twice is starting once.

    :raises Refused: when the night is closed, or the movement does not seat this many players.
    """
    with write():
        night = lock_night(night.pk)
        if night.status == Night.Status.PLAYING:
            return
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed. Start a new one on the home page.")
        everybody = by_number_then_arrival(night)
        give_numbers(night, everybody)
        people = sum(not entry.is_ghost for entry in everybody)
        night.status, night.opened_at = Night.Status.PLAYING, timezone.now()
        night.save(update_fields=["status", "opened_at"])
        seat_everybody(night)
        forget_joins(night)
        announce(night.pk, "room", "desk", actor=str(who), text=f"started the night with {people} players")


def back_to_sign_up(*, night: Night, who: Who) -> None:
    """Reopen sign-up after the start, for somebody who has just come in.

    Players who went home are removed, and so is a ghost that no longer completes a table; those after them move up a
    number.

    :raises Refused: when a hand has been played, and when somebody who went home has paid.
    """
    with write():
        night = lock_night(night.pk)
        if night.status != Night.Status.PLAYING or scored_rounds(night):
            raise Refused("Hands have been played, so the list of players stays closed.")
        require_nothing_paid(night, night.entries.gone())
        night.rounds.all().delete()
        night.entries.gone().delete()
        forget_nameless(night.club_id)
        if night.entries.people().count() % 4 != 3:
            night.entries.ghosts().delete()
        give_numbers(night, by_number_then_arrival(night))
        tell_apart(night)
        night.status, night.opened_at, night.chart, night.chart_name = Night.Status.SIGN_UP, None, "", ""
        night.save(update_fields=["status", "opened_at", "chart", "chart_name"])
        announce(night.pk, "room", "desk", actor=str(who), text="went back to sign-up")


def close_night(*, night: Night, who: Who) -> None:
    """Close a night: nothing can be recorded anymore, and the keys on the cards expire. Twice is once.

    :raises Refused: before it has started.
    """
    with write():
        night = lock_night(night.pk)
        if night.status == Night.Status.CLOSED:
            return
        if night.status != Night.Status.PLAYING:
            raise Refused("This night is not being played, so there is nothing to close.")
        night.own_rules = night.own_rules_text  # what was true tonight stays on its pages and sheets
        night.status, night.closed_at = Night.Status.CLOSED, timezone.now()
        night.save(update_fields=["status", "closed_at", "own_rules"])
        for round_ in night.rounds.timed():
            stop_clock_of(round_, night.closed_at)
        night.rounds.update(next_clock=None)
        announce(night.pk, "room", "signed", "board", actor=str(who), text="closed the night")


def reopen_night(*, night: Night, who: Who) -> None:
    """Reopen a closed night; the cards work again.

    :raises Refused: unless the night is closed.
    """
    with write():
        night = lock_night(night.pk)
        if night.status != Night.Status.CLOSED:
            raise Refused("This night is not closed.")
        follow_jump_while_closed(night)
        night.status, night.closed_at = Night.Status.PLAYING, None
        night.revealed_at, night.revealed_steps, night.reveal_of = None, 0, 0
        night.save(update_fields=["status", "closed_at", "revealed_at", "revealed_steps", "reveal_of"])
        announce(night.pk, "room", "signed", "board", actor=str(who), text="opened the night again")
