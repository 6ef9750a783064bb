"""What the log keeps of an act of the organizer's, so that it can be taken back: see `tally.scoring.undo_last`.

`kind` says which act it was, `id` names the row that it wrote, `game` its game, `before` the version that this
replaced, `what` is for the button.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db.models import Model, QuerySet

from tally.loading.games import LoadedGame, night_games
from tally.models import Hand, PaperTotal
from tournament.access import Who
from tournament.models import Bell, LogEntry, Night
from tournament.night.bell import bell_to_unring
from tournament.night.seating import started_rounds


class Tonight:
    """What tells whether an act can be undone, each read once."""

    def __init__(self, night: Night, games: Iterable[LoadedGame] | None = None) -> None:
        self.night = night
        self._games = games

    @cached_property
    def games(self) -> Mapping[int, LoadedGame]:
        """All games of the night that are drawn."""
        games = night_games(self.night) if self._games is None else self._games
        return {game.row.pk: game for game in games}

    @cached_property
    def started(self) -> int:
        """The number of the newest round whose seats are taken."""
        return started_rounds(self.night)

    @cached_property
    def bell(self) -> Bell | None:
        """The bell that may be canceled."""
        return bell_to_unring(self.night)


def hand_undo(before: LoadedGame, written: Hand, who: Who) -> dict[str, object] | None:
    """What takes back a hand that the organizer recorded, corrected or took out; None for a player's."""
    if not who.keeps_scores:
        return None
    what = f"hand {written.number} at table {before.row.table}"
    older = Hand.objects.filter(game=written.game_id, number=written.number, version=written.version - 1)
    return _version_undo("hand", what, written, older, before, before.row.tie_to)


def total_undo(before: LoadedGame, written: PaperTotal, tie: str) -> dict[str, object]:
    """What takes back a total from paper; `tie` is the side that had won a tie before."""
    what = f"total of game {before.number}, table {before.row.table}"
    older = PaperTotal.objects.filter(game=written.game_id, version=written.version - 1)
    return _version_undo("total", what, written, older, before, tie)


def _version_undo(
    kind: str, what: str, written: Model, older: QuerySet[Any], game: LoadedGame, tie: str
) -> dict[str, object]:
    return {
        "kind": kind,
        "id": written.pk,
        "game": game.row.pk,
        "before": older.values_list("pk", flat=True).first(),
        "what": what,
        "signed": game.play.signed,
        "tie": tie,
    }


def signature_undo(before: LoadedGame, tie: str, who: Who) -> dict[str, object] | None:
    """What takes back the organizer's signature on a score; None for a player's."""
    if not who.keeps_scores:
        return None
    what = f"score of game {before.number}, table {before.row.table}"
    return {"kind": "signature", "id": before.row.pk, "what": what, "tie": tie}


def stand_in(undo: Mapping[str, Any], written: Model) -> None:
    """After an undo has written an older version again: the act that wrote it first can be undone next."""
    for entry in LogEntry.objects.filter(undo__kind=undo["kind"], undo__id=undo["before"]):
        assert entry.undo
        entry.undo["id"] = written.pk
        entry.save(update_fields=["undo"])
