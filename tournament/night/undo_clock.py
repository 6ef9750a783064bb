"""Taking back what the organizer did to a clock, or a table's extra minutes, as long as it still stands.

What an act wrote, and what was there before, is stored with its line in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Game, Night, Round
from tournament.night.games import table_topics
from tournament.night.round_clocks import clock_of, post_seats, restore_clock

Undo = Mapping[str, Any]


def clock_undo(round_: Round, was: Mapping[str, str]) -> dict[str, object]:
    """What takes back a change of a round's clock, which was set as `was` (see `clock_of`)."""
    return {
        "kind": "clock",
        "id": round_.pk,
        "what": f"clock of game {round_.number}",
        "was": dict(was),
        "now": _compared(round_),
    }


def _compared(round_: Round) -> dict[str, str]:
    """A round's clock, without whether it has warned of the last two minutes, and when its seats were posted."""
    return {name: at for name, at in clock_of(round_).items() if name not in ("warned_at", "posted_at")}


def why_clock_stays(night: Night, undo: Undo) -> str:
    """Why a change of the clock cannot be taken back; empty when it can."""
    if night.bell_by != Night.BellBy.CLOCK:
        return "No clock rings tonight anymore."
    round_, was, now = night.rounds.filter(pk=undo["id"]).first(), undo["was"], undo["now"]
    stopped = now or {"starts_at": was.get("starts_at")}  # which an older line of a stopped clock leaves out
    if round_ is None or _compared(round_) not in (now, stopped) or round_.bells.active().exists():
        return "The clock has moved on since."
    if not round_.games.unsigned().exists():
        return "Every table has finished this game since."
    if "rings_at" in was and "paused_at" not in was and datetime.fromisoformat(was["rings_at"]) <= timezone.now():
        return "The time that was on this clock has run out since."
    return ""


def undo_clock(night: Night, undo: Undo, who: Who) -> None:
    """Set the clock as it was before, and whether it waits for scores. Call inside the change's transaction.

    Where the last of those scores came in since, it follows after the pause.
    """
    round_ = night.rounds.get(pk=undo["id"])
    round_.games.update(extra_until=None)
    restore_clock(round_, undo["was"])
    post_seats(night)
    announce(night.pk, "room", actor=str(who), text=f"set the clock of game {round_.number} back")


def extra_undo(game: Game, was: datetime | None, minutes: int) -> dict[str, object]:
    """What takes back a table's extra minutes; before, it had until `was`."""
    return {
        "kind": "extra",
        "id": game.pk,
        "what": f"+{minutes} min for table {game.table}",
        "was": was and was.isoformat(),
        "now": game.extra_until and game.extra_until.isoformat(),
    }


def why_extra_stays(night: Night, undo: Undo) -> str:
    """Why extra minutes cannot be taken back; empty when they can."""
    game = Game.objects.unsigned().filter(pk=undo["id"], round__night=night).first()
    if game is None:
        return "This table has finished since."
    until = game.extra_until
    if until is None or until.isoformat() != undo["now"] or until <= timezone.now():
        return "These minutes have run out, or were changed since."
    return ""


def undo_extra(night: Night, undo: Undo, who: Who) -> None:
    """Give a table the time it had before. Call inside the change's transaction."""
    game = Game.objects.select_related("round").get(pk=undo["id"])
    game.extra_until = datetime.fromisoformat(undo["was"]) if undo["was"] else None
    game.save(update_fields=["extra_until"])
    phones = game.places.values_list("entry_id", flat=True)
    announce(
        night.pk,
        *(f"notice-{pk}" for pk in phones),
        *table_topics(game),
        actor=str(who),
        text=f"Your extra minutes are taken back, table {game.table}.",
        logged=f"took back the extra minutes of table {game.table}",
    )
