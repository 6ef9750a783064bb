"""The big screen at each stage of the night: sign-up, the games, the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from tally.loading.games import night_games
from tally.presenters.big_screen.final_standings import final_screen
from tally.presenters.big_screen.games import screen_while_playing
from tally.presenters.big_screen.panels import Panel, Row, Screen, distinct_names, panels_of
from tournament.models import Night

LOOKS_FOR_NEXT = timedelta(seconds=30)  # between two looks whether the club's next night has started


def screen_now(night: Night, now: datetime) -> Screen:
    """What to show now, to everybody alike: the organizer's laptop drives the projector."""
    if night.status == Night.Status.SIGN_UP:
        return _sign_up_screen(night)
    games = night_games(night)
    if night.status == Night.Status.PLAYING:
        return screen_while_playing(night, games, now)
    return replace(final_screen(night, games), again=now + LOOKS_FOR_NEXT)


def _sign_up_screen(night: Night) -> Screen:
    """How to join, and who has, the newest first."""
    people = list(night.entries.people().order_by("-pk"))
    title = f"{len(people)} player{'' if len(people) == 1 else 's'}"
    nobody = Panel(
        "message",
        "Nobody is here yet",
        sentence="Scan the QR code with your phone’s camera, or tell the organizer your name.",
    )
    panels = panels_of("names", title, [Row(name) for name in distinct_names(people)])
    return Screen("before", "Scan, and play along", panels or [nobody])
