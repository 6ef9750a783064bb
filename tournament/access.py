"""Who may do what: the organizer everything, a helper what belongs to their role, a player's phone what its player may.

Anybody else may do nothing. `tournament.web.visitors` tells from a request's cookies who asks.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from tournament.models import Entry, Game, Membership, Night, Phone, Role, SignIn
from tournament.models.compiled_queries import CompiledValues
from tournament.people.errors import NotAllowed, Refused

_seated_phone = CompiledValues(
    lambda phone, game: Phone.objects.active().filter(pk=phone, entry__places__game=game).values_list("pk")
)


@dataclass(frozen=True, slots=True)
class Who:
    """The person behind a request, as far as this night is concerned.

    A phone that another one replaced is retired: it only watches. `name` is a helper's, for the log. A role is from
    `member`, an account in the club, or from `sign_in`, a link that this browser has opened.
    """

    role: Role | None = None
    phone: Phone | None = None
    name: str = ""
    member: Membership | None = None
    sign_in: SignIn | None = None

    @property
    def organizer(self) -> bool:
        """Whether it is the organizer, who may do everything."""
        return self.role == Role.ORGANIZER

    @property
    def invited(self) -> bool:
        """Whether the role is from an invitation, which somebody may withdraw, and not from the club's sign-in link."""
        return self.member is None and self.sign_in is not None and self.sign_in.invitation_id is not None

    @property
    def keeps_scores(self) -> bool:
        """Whether it is somebody who enters and corrects the scores of all tables."""
        return self.role in (Role.ORGANIZER, Role.SCORER)

    @property
    def announces(self) -> bool:
        """Whether it is somebody who shows the results to the room."""
        return self.role in (Role.ORGANIZER, Role.ANNOUNCER)

    @property
    def entry(self) -> Entry | None:
        """The player whom this phone plays for, or played for."""
        return self.phone.entry if self.phone else None

    @property
    def watches_only(self) -> bool:
        """Whether another phone has taken over for this one's player."""
        return self.phone is not None and self.phone.retired_at is not None

    def __str__(self) -> str:
        if self.role and self.name:
            return f"{self.name} ({self.role.label.lower()})"
        return "The organizer" if self.organizer else str(self.entry or "Somebody")


ORGANIZER = Who(role=Role.ORGANIZER)


def signed_as(*roles: Role) -> Q:
    """Lines of a log that somebody with one of these roles left, who signs as `Who` says."""
    named = Q(*(("actor__endswith", f" ({role.label.lower()})") for role in roles), _connector=Q.OR)
    return named | Q(actor=str(ORGANIZER)) if Role.ORGANIZER in roles else named


class NightClosed(Refused):
    """The night is closed. It may be opened again."""


class NoPlayer(NotAllowed):
    """A browser that is no player's phone, and may not do what the players do."""

    def __init__(self) -> None:
        super().__init__("This phone is not signed in as a player. Scan the code on your tally card.")


def require_open(night: Night) -> None:
    """Let through a night that is being played.

    :raises NightClosed: after it is closed.
    :raises Refused: before it starts.
    """
    if night.status == Night.Status.CLOSED and night.single_table:
        raise NightClosed("This table is closed, and its players’ codes have expired. Its hands stay as they are.")
    if night.status == Night.Status.CLOSED:
        raise NightClosed("This night is closed, and its cards have expired. The standings stay as they are.")
    if night.status != Night.Status.PLAYING:
        raise Refused("The night has not started yet. The organizer starts it when everybody has a number.")


def require_seat(who: Who, game: Game) -> None:
    """Let through whoever keeps the scores, and a player of this game whose phone is not retired.

    It reads the phone again, so call it inside the transaction of the change.

    :raises NotAllowed: for anybody else.
    """
    if who.keeps_scores:
        return
    if who.phone is None:
        raise NoPlayer
    if _seated_phone.rows(who.phone.pk, game.pk):
        return
    if not Phone.objects.active().filter(pk=who.phone.pk).exists():
        raise NotAllowed(
            "Another phone took over for this player; this one only watches. Scan the card again to use this phone."
        )
    raise NotAllowed("You do not sit in this game. Only its four players and the organizer can do this.")
