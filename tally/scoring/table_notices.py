"""Telling a table's phones that a hand was edited or taken out."""

from __future__ import annotations

from tally.loading.games import LoadedGame, load_game
from tally.models import Hand
from tally.scores.point_labels import against, signed
from tournament.live.events import tell
from tournament.models import Entry
from tournament.movements.seats import Side


def tell_table(before: LoadedGame) -> None:
    """Tell the other players, each as their side sees it, which hand just changed. Call inside its transaction."""
    after = load_game(before.row, before.night)
    for side in Side:
        texts = {after.players[seat].pk: changed_hand_text(after, after.players[seat]) for seat in side.seats}
        for text in set(filter(None, texts.values())):
            tell(before.night.pk, *(f"notice-{pk}" for pk in texts if texts[pk] == text), text=text)


def changed_hand_text(game: LoadedGame, reader: Entry) -> str:
    """Who changed the hand that was written last, and the new score, as `reader` sees it; empty: nothing to tell."""
    hand = game.rows.versions[-1]
    if not _concerns_the_table(game, hand) or hand.entry_id == reader.pk:
        return ""
    us = game.seat_of(reader).side
    by, name = hand.entry.short_name if hand.entry else "The organizer", f"hand {hand.number}"
    if hand.entry is None:
        name += f" of game {game.number}"  # a player changes only the game at the table
    now, totals = game.hand(hand.number), against(game.play.total(us), game.play.total(us.other))
    if now is None:
        return f"{by} took out {name}: now {totals}."
    ours, theirs = (now.scored.points.get(side, 0) for side in (us, us.other))
    points = " and ".join([f"{signed(ours)} us"] * bool(ours) + [f"{signed(theirs)} them"] * bool(theirs))
    return f"{by} changed {name} to {points or 'no points'}: now {totals}."


def _concerns_the_table(game: LoadedGame, hand: Hand) -> bool:
    """Whether others must hear of this version of a hand.

    They need not when somebody takes back a hand that nobody else has tapped, or records anew one that was taken back.
    """
    earlier = [other for other in game.rows.versions if other.number == hand.number and other.pk < hand.pk]
    if not earlier or earlier[-1].record == hand.record:
        return False
    old = earlier[-1]
    if hand.entry_id is None:
        return True
    if hand.record is not None:
        return old.record is not None
    tapped = {answer.entry_id for answer in game.rows.disputes if answer.number == hand.number and answer.at >= old.at}
    return not {old.entry_id, *tapped} <= {hand.entry_id}
