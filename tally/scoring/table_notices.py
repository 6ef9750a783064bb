"""Telling a table's phones what the organizer changed in their game."""

from __future__ import annotations

from tally.loading.games import LoadedGame, load_game
from tally.scores.point_labels import against, signed
from tournament.access import Who
from tournament.live.events import tell
from tournament.movements.seats import Side


def tell_table(before: LoadedGame, number: int, who: Who) -> None:
    """Tell each side, as it sees the score, that the organizer changed a hand. Call inside the change's transaction."""
    if not who.organizer:
        return
    after = load_game(before.row, before.night)
    for side in Side:
        phones = [f"notice-{after.players[seat].pk}" for seat in side.seats]
        tell(before.night.pk, *phones, text=changed_hand_text(after, number, side))


def changed_hand_text(game: LoadedGame, number: int, us: Side) -> str:
    """That the organizer changed a hand, and what the game comes to, as one side sees it."""
    hand, name = game.hand(number), f"hand {number} of game {game.number}"
    totals = against(game.play.total(us), game.play.total(us.other))
    if hand is None:
        return f"The organizer took out {name}. The score is {totals}."
    ours, theirs = (hand.scored.points.get(side, 0) for side in (us, us.other))
    points = " and ".join([f"{signed(ours)} for you"] * bool(ours) + [f"{signed(theirs)} for them"] * bool(theirs))
    return f"The organizer changed {name} to {points or 'no points'}. The score is now {totals}."
