"""Whom a player played with and against, from the results of nights: in all, and with one other person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tally.scores.careers import in_order, took_part
from tally.scores.results import Meeting, NightResult

FEWEST_GAMES = 3  # together, or against each other, before averages say anything


@dataclass(frozen=True, slots=True)
class GameOfPlayer:
    """One game as one of its players saw it. None is an empty chair, or somebody whose name nobody knows."""

    night: NightResult
    meeting: Meeting
    partner: int | None
    opponents: tuple[int | None, int | None]
    ours: int
    theirs: int


@dataclass(frozen=True, slots=True)
class Games:
    """So many games: how many were won, and the points of one's own side and of the other."""

    played: int = 0
    won: int = 0
    ours: int = 0
    theirs: int = 0

    def plus(self, game: GameOfPlayer) -> Games:
        """Return the same with one game more."""
        won = self.won + (game.ours > game.theirs)
        return Games(self.played + 1, won, self.ours + game.ours, self.theirs + game.theirs)

    @property
    def enough(self) -> bool:
        """Whether there are enough games for an average."""
        return self.played >= FEWEST_GAMES

    @property
    def points_a_game(self) -> float:
        """Points of one's own side in a game on average; 0 without one."""
        return self.ours / self.played if self.played else 0


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody whom a player has met: the games as partners, and as opponents."""

    player: int
    together: Games = Games()
    against: Games = Games()


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players: every game in which they met, newest first, and who was ahead on nights that both played."""

    companion: Companion
    games: tuple[GameOfPlayer, ...]
    ahead: int
    behind: int
    level: int

    @property
    def nights(self) -> int:
        """Nights on which both played."""
        return self.ahead + self.behind + self.level


def games_of(nights: Iterable[NightResult], player: int) -> Iterator[GameOfPlayer]:
    """Yield every game of a player, in order of play."""
    for night in in_order(nights):
        for meeting in night.meetings:
            if player in meeting.ns:
                yield _seen(night, meeting, player, meeting.ns, meeting.ew, meeting.ns_points, meeting.ew_points)
            elif player in meeting.ew:
                yield _seen(night, meeting, player, meeting.ew, meeting.ns, meeting.ew_points, meeting.ns_points)


Pair = tuple[int | None, int | None]


def _seen(
    night: NightResult, meeting: Meeting, player: int, us: Pair, them: Pair, ours: int, theirs: int
) -> GameOfPlayer:
    return GameOfPlayer(night, meeting, us[1] if us[0] == player else us[0], them, ours, theirs)


def companions_of(nights: Iterable[NightResult], player: int) -> dict[int, Companion]:
    """Return everybody whom a player has met at a table, by id."""
    together: dict[int, Games] = {}
    against: dict[int, Games] = {}
    for game in games_of(nights, player):
        if game.partner is not None:
            together[game.partner] = together.get(game.partner, Games()).plus(game)
        for opponent in game.opponents:
            if opponent is not None:
                against[opponent] = against.get(opponent, Games()).plus(game)
    met = together | against
    return {other: Companion(other, together.get(other, Games()), against.get(other, Games())) for other in met}


def head_to_head(nights: Iterable[NightResult], player: int, other: int) -> HeadToHead:
    """Return what two players have to do with each other, as the first of them sees it."""
    every = list(nights)
    games = [game for game in games_of(every, player) if game.partner == other or other in game.opponents]
    both = [
        (mine, theirs) for night in every if (mine := took_part(night, player)) and (theirs := took_part(night, other))
    ]
    return HeadToHead(
        companions_of(every, player).get(other, Companion(other)),
        tuple(reversed(games)),
        ahead=sum(mine.place < theirs.place for mine, theirs in both),
        behind=sum(mine.place > theirs.place for mine, theirs in both),
        level=sum(mine.place == theirs.place for mine, theirs in both),
    )
