"""Random nights with substitutes: the site's own result, and one counted game by game from who played it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import date
from random import Random

from tally.scores.own_games import NumberHolders, player_results
from tally.scores.results import Meeting, NightResult, PlayerResult
from tally.scores.standings import rank
from tally.scores.tallies import HandPoints, TableGame, fold_tallies
from tournament.movements.seats import Seat, Side

NUMBERS, GAMES, PEOPLE = 8, 4, range(1, 15)


def night_with_substitutes(day: int, chance: Random) -> tuple[NightResult, NightResult]:
    """Draw a night of eight numbers of which some change hands; return its result, and the one that is counted here."""
    holders, who = _draw_holders(chance)
    games = [game for number in range(1, GAMES + 1) for game in _draw_games(number, chance)]
    tallies = fold_tallies(games)
    meetings = tuple(_meeting(game, who) for game in games)
    empty = NightResult(day, f"n{day}", "", date(2026, 1, day), "standard", GAMES, "closed", (), meetings=meetings)
    players = player_results(rank(tallies.values()), tallies, holders, counts_loners=True)
    return replace(empty, players=players), replace(empty, players=_counted(games, who))


def _draw_holders(chance: Random) -> tuple[dict[int, NumberHolders], dict[tuple[int, int], int]]:
    """Draw who has each number when; also as a plain list of who played each game under each number."""
    people = chance.sample(PEOPLE, len(PEOPLE))
    holders, who = {}, {}
    for number in range(1, NUMBERS + 1):
        changes = sorted(chance.sample(range(1, GAMES), 0 if number > 2 else chance.randint(1, 2)))
        having = [people.pop() for _ in range(min(len(changes), 1) + 1)]
        having = [having[index % len(having)] for index in range(len(changes) + 1)]  # the first one may come back
        holders[number] = NumberHolders(number, having[-1], earlier=tuple(zip(having, changes, strict=False)))
        for game in range(1, GAMES + 1):
            who[number, game] = having[sum(change < game for change in changes)]
    return holders, who


def _draw_games(number: int, chance: Random) -> list[TableGame]:
    order = chance.sample(range(1, NUMBERS + 1), NUMBERS)
    return [
        TableGame(
            number,
            table,
            dict(zip(Seat, order[4 * table - 4 : 4 * table], strict=True)),
            tuple(_draw_hand(hand, order[4 * table - 4], chance) for hand in range(2)),
            signed=True,
        )
        for table in (1, 2)
    ]


def _draw_hand(number: int, loner: int, chance: Random) -> HandPoints:
    points = {side: chance.randint(0, 2) for side in Side}
    return HandPoints(number, points, loner if chance.random() < 0.3 else None)


def _meeting(game: TableGame, who: dict[tuple[int, int], int]) -> Meeting:
    north, south, east, west = (who[game.seats[seat], game.round] for side in Side for seat in side.seats)
    return Meeting(game.round, game.table, (north, south), (east, west), *(game.total(side) for side in Side))


def _counted(games: list[TableGame], who: dict[tuple[int, int], int]) -> tuple[PlayerResult, ...]:
    """Count everybody's games one by one, hand by hand; places are not looked at."""
    points: defaultdict[int, list[int]] = defaultdict(list)
    loners: defaultdict[int, int] = defaultdict(int)
    for game in games:
        for seat, number in game.seats.items():
            player = who[number, game.round]
            points[player].append(sum(hand.points[seat.side] for hand in game.hands))
            loners[player] += len([hand for hand in game.hands if hand.loner == number])
    return tuple(
        PlayerResult(player, sum(made), len(made), 0, False, loners[player], False, tuple(made))
        for player, made in sorted(points.items())
    )
