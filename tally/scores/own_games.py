"""Whose the games of a number are, where a substitute took it over: a number's tally → what each person played of it.

Tonight's standings and prizes go by the number. Across nights each person counts the games that they played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tally.scores.results import PlayerResult
from tally.scores.standings import Standing
from tally.scores.tallies import Line, SitOutLine, Tally


@dataclass(frozen=True, slots=True)
class NumberHolders:
    """Who had a number: `earlier` has each earlier player with the last game they played; `player` had it at the end.

    `left` is whether who had it at the end went home early; `nameless` are those of them who gave no name.
    """

    number: int
    player: int
    left: bool = False
    is_ghost: bool = False
    earlier: tuple[tuple[int, int], ...] = ()
    nameless: frozenset[int] = frozenset()

    def player_of(self, game: int) -> int:
        """Who played a game under this number."""
        return next((player for player, last in self.earlier if game <= last), self.player)

    @property
    def everybody(self) -> tuple[int, ...]:
        """All who had the number, in order, each once."""
        return tuple(dict.fromkeys((*(player for player, _ in self.earlier), self.player)))


def player_results(
    ranked: Iterable[Standing],
    tallies: Mapping[int, Tally],
    holders: Mapping[int, NumberHolders],
    *,
    counts_loners: bool,
) -> tuple[PlayerResult, ...]:
    """Everybody's result by place: the games are one's own, and the place is that of the number one ended with.

    Whoever handed a number over has a result if they played or sat out a game.
    """
    ended = _ended_with(holders[number] for number in tallies)
    every = _own_games(tallies, holders, ended)
    found = []
    for row in ranked:
        here = holders[row.number]
        for player in here.everybody:
            if ended[player] is not here:
                continue
            own = [one for _, one in sorted(every[player].items())]
            if own or player == here.player:
                found.append(_result(player, here, row, own, counts_loners=counts_loners))
    return tuple(found)


def _ended_with(every: Iterable[NumberHolders]) -> dict[int, NumberHolders]:
    """The number that each person ended the night with: not one that they left while they played on under another."""
    ordered = sorted(every, key=lambda one: (not one.left, one.number))
    handed_over = {player: one for one in ordered for player in one.everybody}
    return handed_over | {one.player: one for one in ordered}


def _own_games(
    tallies: Mapping[int, Tally], holders: Mapping[int, NumberHolders], ended: Mapping[int, NumberHolders]
) -> dict[int, dict[int, Line | SitOutLine]]:
    """The games that each person played or sat out, by whatever number; in one game, by the number they ended with."""
    own: defaultdict[int, dict[int, Line | SitOutLine]] = defaultdict(dict)
    for number, tally in tallies.items():
        here = holders[number]
        for one in tally.account:
            player = here.player_of(one.game)
            if _points(one) is not None and (ended[player] is here or one.game not in own[player]):
                own[player][one.game] = one
    return own


def _points(one: Line | SitOutLine) -> int | None:
    return one.ours if isinstance(one, Line) else one.credit


def _result(
    player: int, here: NumberHolders, row: Standing, own: Iterable[Line | SitOutLine], *, counts_loners: bool
) -> PlayerResult:
    games = list(own)
    points = tuple(_points(one) or 0 for one in games)
    sit_outs = [one for one in games if isinstance(one, SitOutLine)]
    return PlayerResult(
        player=player,
        points=sum(points),
        games=len(games) - len(sit_outs),
        place=row.place,
        shared=row.shared,
        loners=sum(one.loners for one in games if isinstance(one, Line)) if counts_loners else None,
        left=here.left or player != here.player,
        game_points=points,
        sat_out=len(sit_outs),
        sit_out_points=sum(one.credit or 0 for one in sit_outs),
        number=row.number,
        number_total=row.total,
        nameless=player in here.nameless,
    )
