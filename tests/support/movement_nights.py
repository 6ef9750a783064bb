"""Nights of any movement, with many guests whose games are recorded and signed table by table."""

from __future__ import annotations

from collections.abc import Sequence

from tally.loading.games import load_game
from tally.scoring.signing import confirm_game
from tests.support.night import ORGANIZER, play_hands
from tests.support.row_snapshots import make_or_replay
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night import movement_choice
from tournament.night.lifecycle import start_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import add_ghost, sign_up


def open_guest_night(
    night: Night, players: int, movement: str = "night", games: int = 4, *, ghost: bool = False, **more: object
) -> Night:
    """Start an empty night of one hand a game; its players are Guest1 X, Guest2 X … in the order of their numbers."""
    chosen = {"movement": movement, "games": games, "deals": 1, "seed": 7, **more}

    def make() -> Night:
        for field, value in chosen.items():
            setattr(night, field, value)
        night.save()
        sign_up(night=night, names=[f"Guest{number} X" for number in range(1, players + 1)], who=ORGANIZER)
        if ghost:
            add_ghost(night=night, who=ORGANIZER)
        draw_numbers(night=night, order="arrival", who=ORGANIZER)
        start_night(night=night, who=ORGANIZER)
        return night

    make_or_replay(("night of guests", players, ghost, repr(chosen), movement_choice.STEP_SECONDS), make)
    night.refresh_from_db()
    return night


def games_of(night: Night, number: int) -> list[Game]:
    """List the games of a round from the head table on."""
    return list(
        Game.objects.filter(round__night=night, round__number=number).select_related("round__night").order_by("table")
    )


def sign_both_sides(game: Game) -> None:
    """Sign a game for both sides as the organizer."""
    newest = load_game(game, game.round.night).newest
    for side in Side:
        confirm_game(game=game, side=side, agrees=True, seen_hand=newest, who=ORGANIZER)


def play_round(night: Night, number: int, winners: Sequence[str] = ("NS", "EW")) -> None:
    """Let every table play one hand, won by these sides in turn, and sign."""
    for index, game in enumerate(games_of(night, number)):
        play_hands(game, f"{winners[index % len(winners)]}:3-4")
        sign_both_sides(game)
