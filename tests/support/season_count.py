"""Counts a season a second time, written differently from the site's own code: player by player, by long division.

It takes results and rules as plain values, and it uses nothing of `tally.scores.seasons` but their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cmp_to_key
from random import Random
from typing import Any

from tally.scores.results import Meeting, NightResult, PlayerResult

Counted = list[tuple[int, str, Fraction, int]]  # player, place as written, figure, nights


def count_season(results: Sequence[NightResult], rules: Any, guests: Sequence[int]) -> Counted:
    """Return everybody in order: player, place, figure, number of nights."""
    people = sorted({own.player for result in results for own in result.players if took_part(own)})
    if not rules.with_guests:
        people = [player for player in people if player not in guests]
    worth = {player: worths_of(player, results, rules, people) for player in people}
    people = [player for player in people if worth[player]]
    figure = {player: figure_of(worth[player], rules) for player in people}
    enough = [player for player in people if len(worth[player]) >= rules.least_nights]
    order = sorted_by_duels(enough, figure, worth, results, rules)
    counted: Counted = []
    for index, group in enumerate(order):
        before = sum(map(len, order[:index]))
        for player in sorted(group):
            place = f"T-{before + 1}" if len(group) > 1 else str(before + 1)
            counted.append((player, place, figure[player], len(worth[player])))
    rest = [player for player in people if player not in enough]
    rest.sort(key=lambda player: (-figure[player], player))
    return counted + [(player, "–", figure[player], len(worth[player])) for player in rest]


def took_part(own: PlayerResult) -> bool:
    return own.games + own.sat_out > 0


def has_a_night(own: PlayerResult, rules: Any) -> bool:
    """Whether a night is one of a player's: in points a game, only one with a game."""
    return own.games > 0 if rules.per_game and rules.worth != "places" else took_part(own)


def worths_of(player: int, results: Sequence[NightResult], rules: Any, people: Sequence[int]) -> list[Fraction]:
    """What each night that the player came to is worth."""
    found = []
    for result in results:
        there = [own for own in result.players if own.player in people and has_a_night(own, rules)]
        points = {own.player: points_of(own, rules) for own in there}
        if player not in points:
            continue
        mine = points[player]
        if rules.worth == "places":
            better = len([one for one in points.values() if one > mine])
            equal = len([one for one in points.values() if one == mine])
            brought = [
                rules.place_points[n] if n < len(rules.place_points) else 0 for n in range(better, better + equal)
            ]
            found.append(Fraction(sum(brought)) / equal)
            continue
        if rules.worth == "field":
            mine = (mine * len(points) - sum(points.values())) / len(points)
        found.append(mine)
    return found


def points_of(own: PlayerResult, rules: Any) -> Fraction:
    """All points; or points a game, of the games that a player did play."""
    if not rules.per_game or rules.worth == "places":
        return Fraction(own.points)
    played = own.points - own.sit_out_points
    return Fraction(played, own.games)


def figure_of(worths: Sequence[Fraction], rules: Any) -> Fraction:
    left = sorted(worths)
    if rules.adding == "best":
        while len(left) > rules.best:
            left.pop(0)
    added = Fraction(0)
    for one in left:
        added += one
    return added / len(worths) if rules.adding == "average" else added


def sorted_by_duels(
    people: Sequence[int], figure: dict[int, Fraction], worth: dict[int, list[Fraction]], results: Any, rules: Any
) -> list[list[int]]:
    """Groups of equals, best first: all are equal at first, and each rule in turn splits every group."""
    groups = [list(people)] if people else []
    for rule in ("figure", *rules.tie_breaks):
        split = []
        for group in groups:
            value = {player: value_of(rule, player, group, figure, worth, results, rules) for player in group}
            group.sort(key=cmp_to_key(lambda a, b, value=value: (value[a] < value[b]) - (value[a] > value[b])))  # type: ignore[misc]
            part: list[int] = []
            for player in group:
                if part and value[part[-1]] != value[player]:
                    split.append(part)
                    part = []
                part.append(player)
            split.append(part)
        groups = split
    return groups


def value_of(rule: str, player: int, group: Sequence[int], figure: Any, worth: Any, results: Any, rules: Any) -> Any:
    """What a rule compares; more is better."""
    own = [one for result in results for one in result.players if one.player == player and has_a_night(one, rules)]
    match rule:
        case "figure":
            return figure[player]
        case "best-night":
            return sorted(worth[player])[-1]
        case "loners":
            return sum(one.loners for one in own if one.loners is not None)
        case "fewer-nights":
            return -len(own)
    lead = 0
    for result in results:
        for m in result.meetings:
            ours, theirs, mine, other = (m.ns_points, m.ew_points, m.ns, m.ew)
            if player in m.ew:
                ours, theirs, mine, other = theirs, ours, other, mine
            if player in mine:
                lead += (ours - theirs) * sum(1 for one in other if one in group)
    return lead


def random_season(chance: Random, people: int = 9, nights: int = 6) -> list[NightResult]:
    """Draw a season with few points, so that many players are equal, and nights of different lengths."""
    return [random_night(number, chance, people) for number in range(1, chance.randint(1, nights) + 1)]


def random_night(number: int, chance: Random, people: int) -> NightResult:
    there, games = chance.sample(range(1, people + 1), chance.randint(1, people)), chance.randint(1, 3)
    counts_loners = chance.random() < 0.7
    players = tuple(random_player(player, games, chance, counts_loners) for player in there)
    points = sorted((own.points for own in players), reverse=True)
    placed = tuple(
        PlayerResult(
            own.player, own.points, own.games, points.index(own.points) + 1, points.count(own.points) > 1,
            own.loners, False, own.game_points, own.sat_out, own.sit_out_points,
        )
        for own in players
    )  # fmt: skip
    meetings = []
    for round_ in range(1, games + 1):
        for table in range(len(there) // 4):
            a, b, c, d = chance.sample(there, 4)
            ghostly = None if chance.random() < 0.1 else d
            meetings.append(
                Meeting(round_, table + 1, (a, b), (c, ghostly), chance.randint(0, 3), chance.randint(0, 3))
            )
    return NightResult(
        number, f"n{number}", f"Night {number}", date(2026, 1, number), "standard", games, "closed", placed,
        meetings=tuple(meetings),
    )  # fmt: skip


def random_player(player: int, games: int, chance: Random, counts_loners: bool) -> PlayerResult:
    taken_part = 0 if chance.random() < 0.1 else games
    sat_out = chance.randint(0, taken_part) if chance.random() < 0.3 else 0
    points = tuple(chance.randint(-1, 2) for _ in range(taken_part))
    credit = sum(points[:sat_out])
    loners = chance.randint(0, 1) if counts_loners else None
    played = taken_part - sat_out
    return PlayerResult(player, sum(points), played, 0, False, loners, False, points, sat_out, credit)
