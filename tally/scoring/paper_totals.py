"""A game's total from its paper card: the organizer records it in place of hands, and signs it for the table.

Each function is one transaction and adds a version instead of overwriting. A write that arrives twice is one write.
"""

from __future__ import annotations

from hashlib import sha256

from django.db.models import Max

from tally.loading.games import LoadedGame, load_game
from tally.models import Hand, PaperTotal, ReceivedTotal, Signature
from tally.scores.point_labels import against
from tally.scoring.disputes import close_dispute
from tally.scoring.paper_total_checks import Total, check_total
from tally.scoring.signing import sign_for_both
from tally.scoring.table_notices import tell_table
from tally.scoring.undoable import total_undo
from tally.scoring.versions import check_key, writer
from tournament.access import Who, require_open
from tournament.live.events import announce, because
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.games import game_topics, reopen_game
from tournament.night.locking import lock_game, write
from tournament.night.seating import redraw_if_roster_changed, started_rounds
from tournament.people.errors import NotAllowed, Refused
from tournament.people.names import clean_name
from tournament.planning.search_cache import search_before_writing


def state_token(loaded: LoadedGame) -> str:
    """A token of the game's state that a page showed: its newest hand, its total from paper, who sits there."""
    sitting = "-".join(str(entry.pk) for entry in loaded.players.values())
    return f"{loaded.newest}.{loaded.paper.version if loaded.paper else 0}.{int(loaded.play.signed)}.{sitting}"


def record_total(
    *,
    game: Game,
    total: Total,
    key: str,
    who: Who,
    expected: str,
    why: str = "",
    sure: bool = False,
    signed: bool = True,
) -> None:
    """Count a game by its total from paper, and sign it. `expected` is the state token that the organizer saw.

    :param signed: whether it is signed; an undo leaves a game open that was open before.
    :raises NotAllowed: for anybody but the organizer.
    :raises Impossible: for a number that no card can have.
    :raises Doubtful: for an unlikely one, unless `sure`.
    :raises WhoWon: for a tie where the winners move.
    :raises Refused: when the game went on meanwhile, or the night is not being played.
    """
    with write():
        game, night = _locked(game, who)
        if _arrived(key, game, total):
            return
        loaded = load_game(game, night)
        if current_total(loaded) == total and loaded.play.signed and signed:
            return
        if state_token(loaded) != expected:
            raise Refused("This table’s score changed in the meantime. Check it, then enter the total again.")
        check_total(night, loaded, total, sure=sure)
        before, tie = _score(loaded), game.tie_to
        if loaded.play.signed:
            reopen_game(game=game, who=who, logged=False)
        game.tie_to = total.winner or "" if total.ns == total.ew else ""
        game.save(update_fields=["tie_to"])
        written = _add(game, total, key, who, why)
        undo = total_undo(loaded, written, tie)
        close_dispute(game)
        entered = f"entered the total of game {game.round.number} at table {game.table} from paper"
        announce(
            night.pk,
            *game_topics(game),
            actor=str(who),
            text=because(f"{entered}: {before} → {total.text}", why),
            undo=undo,
        )
        tell_table(loaded, written)
        if signed:
            sign_for_both(load_game(game, night), who, logged=False)
            _ring_by_head_table(game, night, who)


@search_before_writing
def undo_total(*, game: Game, key: str, who: Who, expected: str, why: str = "") -> None:
    """Take the total from paper back: the game is open again and counts by its hands.

    Without hands and without a bell, the game has not started afterward.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: when it went on meanwhile.
    """
    with write():
        game, night = _locked(game, who)
        if _arrived(key, game):
            return
        loaded = load_game(game, night)
        if loaded.play.paper is None:
            return
        if state_token(loaded) != expected:
            raise Refused("This total was changed in the meantime. Check it before you remove it.")
        before, tie = _score(loaded), game.tie_to
        if loaded.play.signed:
            reopen_game(game=game, who=who)
        game.tie_to = ""
        game.save(update_fields=["tie_to"])
        written = _add(game, None, key, who, why)
        undo = total_undo(loaded, written, tie)
        announce(
            night.pk,
            *game_topics(game),
            "signed",
            actor=str(who),
            text=because(
                f"removed the paper total of game {game.round.number} at table {game.table}: {before} → "
                f"{_score(load_game(game, night))}",
                why,
            ),
            undo=undo,
        )
        tell_table(loaded, written)
        _still_to_come(game, night, who)


def _still_to_come(game: Game, night: Night, who: Who) -> None:
    """Reset a game that has no hand and no bell to not started.

    Of games that have not started, totals that were taken back remain in the log only, so that seats can be redrawn.
    """
    if Hand.objects.filter(game=game).exists() or game.round.bells.active().exists():
        return
    game.started_at = None
    game.save(update_fields=["started_at"])
    for model in (Signature, PaperTotal):
        model.objects.filter(game__round__night=night, game__round__number__gt=started_rounds(night)).delete()
    redraw_if_roster_changed(night, who)


def current_total(loaded: LoadedGame) -> Total | None:
    """The total from paper that counts now."""
    paper = loaded.play.paper
    if paper is None:
        return None
    ns, ew = paper.points[Side.NS], paper.points[Side.EW]
    tied = ns == ew and loaded.row.winner in list(Side)
    return Total(ns, ew, dict(paper.loners), Side(loaded.row.winner) if tied else None)


def _locked(game: Game, who: Who) -> tuple[Game, Night]:
    """Lock a game for the organizer's total.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: when the game is gone, or the night is not being played.
    """
    if not who.keeps_scores:
        raise NotAllowed("Only the organizer enters totals from paper.")
    found = lock_game(game)
    require_open(found.round.night)
    return found, found.round.night


def _arrived(key: str, game: Game, total: Total | None = None) -> bool:
    """Whether a write with this key has arrived before.

    :raises Refused: when the key was used for another game or another total, or is none.
    """
    check_key(key)
    before = PaperTotal.objects.filter(key=key).first()
    if before is not None and before.game_id != game.pk:
        raise Refused("This page is from another table. Reload it and enter the total again.")
    if before is not None and total is not None and (before.ns, before.ew, before.loners) != _stored(total):
        raise Refused(
            "This total was already saved before you changed it here. Check what is saved now, and change that."
        )
    return before is not None or ReceivedTotal.objects.filter(night=game.round.night, digest=_digest(key)).exists()


def _digest(key: str) -> str:
    """The part of a client's key that is remembered when the row of its total is gone."""
    return sha256(key.encode()).hexdigest()[:16]


def _stored(total: Total) -> tuple[int, int, dict[str, int]]:
    """A total as its row stores it."""
    return total.ns, total.ew, {str(number): count for number, count in total.loners.items()}


def _add(game: Game, total: Total | None, key: str, who: Who, why: str) -> PaperTotal:
    newest = PaperTotal.objects.filter(game=game).aggregate(newest=Max("version"))["newest"] or 0
    ns, ew, loners = _stored(total) if total else (None, None, {})
    ReceivedTotal.objects.create(night=game.round.night, digest=_digest(key))
    return PaperTotal.objects.create(
        game=game, version=newest + 1, key=key, why=clean_name(why)[:200], ns=ns, ew=ew, loners=loners, **writer(who)
    )


def _ring_by_head_table(game: Game, night: Night, who: Who) -> None:
    """Ring the bell after the head table's total, where that table rings and others still play this game.

    A bell that was canceled stays canceled.
    """
    if (
        game.table == 1
        and night.bell_by == Night.BellBy.HEAD_TABLE
        and not game.round.bells.exists()
        and game.round.games.unsigned().started().exists()
    ):
        ring_bell(round_=game.round, who=who)


def _score(loaded: LoadedGame) -> str:
    """The game's points as the log writes them, or "nothing yet"."""
    if not loaded.play.played:
        return "nothing yet"
    return against(loaded.play.total(Side.NS), loaded.play.total(Side.EW))
