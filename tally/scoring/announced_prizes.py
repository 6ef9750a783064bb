"""Money that would change prizes which were announced: asked about before it is written down, and logged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from tally.loading.awards import night_awards
from tally.loading.games import night_games
from tally.loading.tallies import night_tallies
from tally.scores.prizes import Award, as_announced, joint_name, joint_worth, shares_together
from tournament.access import Who
from tournament.club.cash import cash_lines, newest_count
from tournament.live.events import LONGEST, announce
from tournament.models import Night
from tournament.money.box import Kind, total_of
from tournament.night.locking import lock_night, write
from tournament.people.errors import Refused

CHANGED = "changed prizes: "


class PrizesWouldChange(Refused):
    """Money that changes announced prizes, in `changes`: "High: $4.50 → $2.25". `sure` is what allows it."""

    def __init__(self, changes: tuple[str, ...]) -> None:
        self.changes, self.sure = changes, "; ".join(changes)
        super().__init__(f"This changes prizes that were announced: {self.sure}.")


def prizes_are_announced(night: Night) -> bool:
    """Whether people may know what the prizes are: some were revealed or paid out, or the box was closed."""
    if not night.money or night.status != Night.Status.CLOSED:
        return False
    revealed = bool(night.revealed_steps or night.revealed_at)
    return revealed or total_of(cash_lines(night), Kind.PRIZE) != 0 or newest_count(night) is not None


@contextmanager
def asking_about_prizes(*, night: Night, who: Who, sure: str = "") -> Iterator[None]:
    """Write money down in this block, and with it in the log how it changes announced prizes.

    :param sure: what the refusal before asked for, so that the block goes through.
    :raises PrizesWouldChange: where it changes them and `sure` does not name that change; then nothing is written.
    """
    with write():
        before = lock_night(night.pk)
        if not prizes_are_announced(before):
            yield
            return
        were = _worth_by_prize(before)
        yield
        changes = _changes(were, _worth_by_prize(Night.objects.get(pk=night.pk)))
        if not changes:
            return
        asked = PrizesWouldChange(changes)
        if sure != asked.sure:
            raise asked
        log_changes(night=before, changes=changes, who=who)


def log_changes(*, night: Night, changes: Sequence[str], who: Who) -> None:
    """Log how prizes changed that were announced: in one line, or one each where that has no room for all."""
    together = "; ".join(changes)
    for text in [together] if len(f"{CHANGED}{together}") <= LONGEST else changes:
        announce(night.pk, "room", "signed", "board", "reveal", actor=str(who), text=f"{CHANGED}{text}")


def _worth_by_prize(night: Night) -> list[tuple[str, str]]:
    """Each prize that somebody has won, as it was announced, and what money it is."""
    awards = night_awards(night, night_tallies(night, night_games(night)))
    groups = as_announced(one for one in awards if one.winners)
    return [(joint_name(one.prize for one in group), _worth(group)) for group in groups]


def _worth(group: Sequence[Award]) -> str:
    """The money of a prize: "$4.50", "$4.50 ($2.25 each)"."""
    shares = shares_together(group)
    shared = len(shares) > 1 and len(set(shares)) == 1
    money = joint_worth([replace(one.prize, what="") for one in group])
    return money + (f" ({shares[0]} each)" if shared else "")


def _changes(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> tuple[str, ...]:
    """What is different. Money changes what a prize is, and not who wins it."""
    pairs = zip(before, after, strict=True)
    return tuple(f"{name}: {was} → {now}" for (name, was), (_, now) in pairs if was != now)
