"""The big screen while games are played: the bell, where to sit, how far the tables are, the standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from tally.loading.games import LoadedGame
from tally.presenters.big_screen.loners import newest_loner
from tally.presenters.big_screen.moments import GameClock, RecentBells
from tally.presenters.big_screen.panels import Panel, Screen
from tally.presenters.big_screen.standings import standings_panels
from tally.presenters.big_screen.tables import map_panels, seat_panels, table_panel
from tournament.models import Bell, Night
from tournament.people.names import listed
from tournament.planning.rounds import game_count

MOST_NAMED = 8  # tables in a sentence beside the clock


def current_number(games: Sequence[LoadedGame]) -> int:
    """The current game: the first that no bell has ended, not all tables have signed, and most have not left."""
    for number in sorted({game.number for game in games}):
        here = [game for game in games if game.number == number]
        later = {game.play.table for game in games if game.number > number and game.hands}
        if not (here[0].rows.bells or all(game.play.signed for game in here) or 2 * len(later) > len(here)):
            return number
    return max(game.number for game in games) + 1


def games_still_played(games: Sequence[LoadedGame], number: int) -> list[LoadedGame]:
    """Tables that have not signed a game before `number`; a game without any score is played on paper."""
    scored = {game.number for game in games if game.hands or game.play.signed}
    return [game for game in games if game.number < number and game.number in scored and not game.play.signed]


def screen_while_playing(night: Night, games: list[LoadedGame], now: datetime) -> Screen:
    """The bell for a minute; else who sits where, and once they play, how far the tables are and the standings."""
    number, in_all = current_number(games), game_count(night)
    here = [game for game in games if game.number == number]
    late = games_still_played(games, number)
    bells, clock = RecentBells.of(night, now), GameClock.of(night, here, now)
    screen = Screen(
        slug="play",
        title=f"Game {number}",
        panels=(),
        of=f"of {in_all}",
        notes=[*bells.notes, *clock.notes(now), *_late_notes(late)],
        clock=clock.state,
        again=min((moment for moment in (*clock.moments, *bells.moments) if moment > now), default=None),
    )
    if bells.rung:
        return _bell_screen(screen, games, bells.rung, late)
    if number > in_all:
        return _last_game_over_screen(screen, games)
    if not here:
        return _unseated_screen(screen, late)
    flash = newest_loner(night, games, now)
    if clock.early and 2 * sum(bool(game.hands) or game.play.signed for game in here) <= len(here):
        panels = [*seat_panels(here), *map_panels(night, here)]
        return replace(screen, slug="sit", panels=panels, wide=panels[0].columns > 2)
    return replace(
        screen,
        panels=[table_panel(night, here, now), *standings_panels(night, games)],
        flash=flash,
        again=min((at for at in (screen.again, flash.until if flash else None) if at), default=None),
    )


def _bell_screen(screen: Screen, games: list[LoadedGame], bell: Bell, late: list[LoadedGame]) -> Screen:
    """The bell in large, and what the tables of its game do now."""
    rung = [game for game in games if game.number == bell.round.number]
    play_on = late or not all(game.play.signed for game in rung)
    sentence = "Finish this hand, then agree the score." if play_on else "Every table has agreed."
    panel = Panel("rung", "The bell!", sentence=sentence)
    return replace(screen, slug="bell", title=f"Game {bell.round.number}", panels=[panel])


THANKS = Panel("message", "Thank you all")  # where there are no winners to show


def _last_game_over_screen(screen: Screen, games: list[LoadedGame]) -> Screen:
    """After the last game: no standings anymore, because the winners are revealed next."""
    played = any(game.play.played for game in games)
    thanks = Panel("message", "Stay with us", sentence="The winners are next.") if played else THANKS
    return replace(screen, slug="over", title="That was the last game", of="", panels=[thanks])


def _unseated_screen(screen: Screen, late: list[LoadedGame]) -> Screen:
    """A game whose seats are not known yet, because they follow the winners of the one before."""
    wait = f": waiting for {_named(late)}." if late else "."
    panel = Panel("message", "Where to sit", sentence=f"Seats follow when every table has agreed{wait}")
    return replace(screen, slug="sit", notes=[], panels=[panel])


def _late_notes(late: list[LoadedGame]) -> list[str]:
    """Which tables still play earlier games, a sentence for each game."""
    return [
        f"Still at game {number}: {_named(game for game in late if game.number == number)}."
        for number in sorted({game.number for game in late})
    ]


def _named(games: Iterable[LoadedGame]) -> str:
    """Their tables: "tables 2 and 5"; more than the screen has room for are counted: "33 tables"."""
    tables = [game.play.table for game in games]
    if len(tables) > MOST_NAMED:
        return f"{len(tables)} tables"
    return f"table{'s' if len(tables) > 1 else ''} {listed(tables)}"
