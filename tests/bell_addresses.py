"""The addresses of the bell, its clock and ties, for the table of who may open and change what."""

from __future__ import annotations

from tally.models import Hand
from tests.conftest import ORGANIZER, game_at, play_hands
from tournament.bell import ring_bell
from tournament.models import Night

OPENS = {
    "/n/{slug}/play/tie/": ("tie", "-"), "/n/{slug}/bell/extra/": ("extra", "-"),
    "/n/{slug}/bell/clock/": ("clock", "-"), "/n/{slug}/bell/settings/": ("bell-settings", "organizer"),
}
ORGANIZERS = [
    ("/n/{slug}/bell/clock/", "clocked", {"round": "1", "start": "0"}),
    ("/n/{slug}/bell/extra/", "rung", {"game": "{game}", "minutes": "3", "seen": ""}),
    ("/n/{slug}/bell/settings/", "playing", {"bell_by": "clock", "minutes": "12"}),
]
PLAYERS = [
    ("/n/{slug}/play/tie/", "tied", {"game": "{game}", "upto": "{newest}", "winner": "EW"}),
]


def at_the_bell(night: Night, moment: str) -> None:
    """Take a night that was just opened to a moment: clocked, where a clock may be started, or tied at the bell."""
    if moment == "clocked":
        Night.objects.filter(pk=night.pk).update(bell_by=Night.BellBy.CLOCK)
    elif moment == "tied":
        Night.objects.filter(pk=night.pk).update(movement=Night.Movement.WINNERS_UP, tie_by=Night.TieBy.CUT)
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:3-4")
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)


def said_of(night: Night) -> int:
    """How much was said of the first game: hands, words on the total, who won a tie."""
    game = game_at(night, 1, 1)
    return Hand.objects.filter(game=game).count() + game.signatures.count() + bool(game.tie_to)
