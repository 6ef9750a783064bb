"""Taking back what the organizer did to a game's score: one more version of a hand or a total, or an open game.

Each pair of functions gets what `tally.scoring.undoable` stored with the act's line in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from tally.loading.games import LoadedGame, load_game
from tally.loading.ties import open_tie
from tally.models import Hand, PaperTotal, Signature
from tally.scoring.checks import reopen_for_correction
from tally.scoring.corrections import change_text
from tally.scoring.disputes import close_dispute
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token, undo_total
from tally.scoring.signing import sign_for_both
from tally.scoring.table_notices import tell_table
from tally.scoring.ties import SUPERSEDED
from tally.scoring.undoable import Tonight, stand_in
from tally.scoring.versions import add_version
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.games import game_topics, reopen_game
from tournament.planning.rounds import decides_seats

Undo = Mapping[str, Any]
REDRAWN = "The seats were redrawn since, and this game is no more."
UNDONE = "undone"  # the reason that the new version carries


def why_hand_stays(tonight: Tonight, undo: Undo) -> str:
    """Why a hand cannot be put back to what it was; empty when it can."""
    game = tonight.games.get(undo["game"])
    written = next((hand for hand in game.rows.versions if hand.pk == undo["id"]), None) if game else None
    if game is None or written is None:
        return REDRAWN
    if any(hand.number == written.number and hand.version > written.version for hand in game.rows.versions):
        return "This hand was changed again since."
    if game.by_paper:
        return "A total from paper counts for this game now."
    if game.play.signed and not undo["signed"]:
        return "Both sides have confirmed the score since. Edit the hand instead."
    return _why_game_stays(tonight, game)


def revert_hand(night: Night, undo: Undo, who: Who) -> None:
    """Add a version to a hand that says what it said before. Call inside the change's transaction."""
    row = Hand.objects.select_related("game__round").get(pk=undo["id"])
    game, number = row.game, row.number
    before = Hand.objects.filter(pk=undo["before"]).first()
    loaded = load_game(game, night)
    reopen_for_correction(loaded, who)
    record, alone_by = (before.record, before.alone_by) if before else (None, None)
    written = add_version(game, number, record, uuid4().hex, who, alone_by, UNDONE)
    stand_in(undo, written)
    Game.objects.filter(pk=game.pk).update(tie_to=undo["tie"])
    close_dispute(game, number)
    change = change_text(loaded, number, night, "")
    announce(night.pk, *game_topics(game), "signed", actor=str(who), text=f"undid hand {number} of {change}")
    tell_table(loaded, written)
    _sign_as_before(game, night, undo, who)


def why_total_stays(tonight: Tonight, undo: Undo) -> str:
    """Why a total from paper cannot be put back to what it was; empty when it can."""
    game = tonight.games.get(undo["game"])
    if game is None or game.paper is None:
        return REDRAWN
    if game.paper.pk != undo["id"]:
        return "This total was changed again since."
    return _why_game_stays(tonight, game)


def revert_total(night: Night, undo: Undo, who: Who) -> None:
    """Record the total that was there before, or let the hands count. Call inside the change's transaction."""
    row = PaperTotal.objects.select_related("game__round").get(pk=undo["id"])
    before = PaperTotal.objects.filter(pk=undo["before"]).first()
    terms: dict[str, Any] = {
        "game": row.game,
        "key": uuid4().hex,
        "who": who,
        "expected": state_token(load_game(row.game, night)),
        "why": UNDONE,
    }
    if before is not None and before.ns is not None and before.ew is not None:
        winner = Side(undo["tie"]) if undo["tie"] and before.ns == before.ew else None
        loners = {int(number): count for number, count in before.loners.items()}
        record_total(total=Total(before.ns, before.ew, loners, winner), sure=True, signed=undo["signed"], **terms)
        stand_in(undo, PaperTotal.objects.get(key=terms["key"]))
        return
    undo_total(**terms)
    game = Game.objects.filter(pk=row.game_id).first()
    if game is not None:
        Game.objects.filter(pk=game.pk).update(tie_to=undo["tie"])
        _sign_as_before(game, night, undo, who)


def why_signature_stays(tonight: Tonight, undo: Undo) -> str:
    """Why a score that the organizer confirmed cannot be opened again; empty when it can."""
    game = tonight.games.get(undo["id"])
    if game is None:
        return REDRAWN
    signed_at = game.row.signed_at
    if signed_at is None or signed_at.isoformat() != undo["at"]:
        return "This score was opened again, or changed since."
    return _why_game_stays(tonight, game)


def revert_signature(night: Night, undo: Undo, who: Who) -> None:
    """Open the game again, without the organizer's signatures. Call inside the change's transaction."""
    game = Game.objects.select_related("round").get(pk=undo["id"])
    reopen_game(game=game, who=who, why=UNDONE)
    Game.objects.filter(pk=game.pk).update(tie_to=undo["tie"])
    Signature.objects.filter(game=game, entry=None).update(seen_hand=SUPERSEDED)


def _why_game_stays(tonight: Tonight, game: LoadedGame) -> str:
    """Why nothing of a game can be undone: its winners' next game has started. Empty when it has not."""
    if decides_seats(tonight.night, game.number) and tonight.started > game.number:
        return f"Game {game.number + 1} has started, and its seats follow from this score."
    return ""


def _sign_as_before(game: Game, night: Night, undo: Undo, who: Who) -> None:
    """Sign the total again, if the game was signed before the act that is undone."""
    loaded: LoadedGame = load_game(game, night)
    if undo["signed"] and loaded.progress.may_agree and not open_tie(loaded):
        sign_for_both(loaded, who)
