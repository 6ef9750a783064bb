"""How far a table is, in one word for the board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

LATE = 2  # hands behind the median
OVERDUE = timedelta(minutes=3)  # no agreed total this long after the bell


class State(StrEnum):
    """A table's state. Source of the words: the organizers' board as clubs described it."""

    WAITING = "waiting"
    SEATED = "seated"
    PLAYING = "playing"
    LAST_HAND = "last hand"
    AGREEING = "confirming score"
    DONE = "done"
    LATE = "late"
    OVERDUE = "overdue"
    NEEDS_YOU = "needs you"
    WAITING_FOR_SLIP = "waiting for its slip"


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known of a game.

    `hands` of `deals` are recorded (None: as many as there is time for until the bell). `disputed`: somebody objects.

    `settled`: the table decided who won a tie, so no hand is in play. `undecided`: no hand was recorded at the bell,
    and the next seats wait for a winner.
    """

    hands: int
    deals: int | None
    signed: bool = False
    rung: bool = False
    hand_since_bell: bool = False
    disputed: bool = False
    settled: bool = False
    undecided: bool = False
    paper: bool = False  # a total from paper counts
    confirmed: bool = False  # a side has confirmed the total as it is

    @property
    def complete(self) -> bool:
        """Every deal of a game with a number of deals was played, or a total from paper counts."""
        return self.paper or (self.deals is not None and self.hands >= self.deals)

    @property
    def to_agree(self) -> bool:
        """The last hand is recorded, and both sides have to agree to the total."""
        last = self.rung and self.hands > 0 and (self.hand_since_bell or self.settled)
        return not self.signed and (self.complete or last)

    @property
    def may_agree(self) -> bool:
        """The table may agree to its total; after a bell even without playing another hand, but never without any hand.

        Where the next seats follow the winners, the organizer says who won there: `tally.scoring.signing.decide_game`.
        """
        return not self.signed and (self.complete or (self.rung and self.hands > 0))

    @property
    def players_are_free(self) -> bool:
        """The players may go to their next game, even if nobody has agreed to the total yet."""
        return self.signed or self.complete or self.rung

    def state(self, *, waiting: bool = False, slip_due: bool = False) -> State:
        """The state as far as this table alone knows.

        :param waiting: whether its players still play elsewhere.
        :param slip_due: whether no phone tells its score, so that it comes on paper, and should come now.
        """
        if self.signed:
            return State.DONE
        if self.disputed:
            return State.NEEDS_YOU
        if slip_due:
            return State.WAITING_FOR_SLIP
        if self.undecided:
            return State.NEEDS_YOU
        if self.to_agree or (self.confirmed and self.may_agree):
            return State.AGREEING
        if self.rung or (self.deals is not None and 0 < self.hands == self.deals - 1):
            return State.LAST_HAND
        return State.WAITING if waiting and not self.hands else State.PLAYING


def state_on_board(state: State, hands: int, median: float, rung_at: datetime | None, now: datetime) -> State:
    """The state compared with the other tables and the clock, which adds late and overdue.

    A table that waits for its slip is neither: no phone could have told its score.
    """
    if state in (State.DONE, State.NEEDS_YOU, State.WAITING_FOR_SLIP):
        return state
    if rung_at is not None and now - rung_at > OVERDUE:
        return State.OVERDUE
    if state in (State.PLAYING, State.LAST_HAND) and hands <= median - LATE:
        return State.LATE
    return state
