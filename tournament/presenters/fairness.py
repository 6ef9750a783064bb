"""How often players partner and meet: in sentences, as a picture, and player by player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.models import Night
from tournament.movements.balance import Balance, count_rounds, meeting_matrix
from tournament.movements.balance_wording import balance_in_a_sentence, describe_balance
from tournament.movements.seating import RoundSeating
from tournament.night.seating import started_rounds
from tournament.people.errors import Refused
from tournament.people.names import shortened
from tournament.planning.night_plan import plan_night
from tournament.planning.players import entries_by_number, playing_entries
from tournament.planning.rounds import follows_winners, game_count, seatings

MOST_NAMED = 40  # players, whose rows all have a name
LONGEST_LABEL = 16  # signs of a name in the picture; the table below has the whole name
NAME_WIDTH, NUMBER_WIDTH, TOP = 160, 36, 24  # pixels


@dataclass(frozen=True, slots=True)
class MeetingsMap:
    """Who met whom, to be drawn for each reader: the title, the squares, the players in order and their names."""

    title: str
    squares: dict[str, object]
    numbers: list[int]
    names: dict[int, str]

    def context(self, own: int | None) -> dict[str, object]:
        """What the picture shows; the row of `own` is marked."""
        return {"title": self.title, "grid": self.squares | labels(self.numbers, self.names, own)}


def fairness_context(night: Night, *, organizer: bool) -> dict[str, Any]:
    """What the fairness page counts: what has been played, and all rounds drawn up."""
    problem = ""
    rounds: list[RoundSeating] = []
    try:
        rounds = _known_rounds(night)
    except Refused as refusal:
        problem = str(refusal)
    return {
        "problem": problem,
        "organizer": organizer,
        "undrawn": night.status == Night.Status.SIGN_UP and night.entries.filter(number=None).exists(),
        "views": [_view(night, title, part) for title, part in _parts(night, rounds) if part],
        "follows_winners": follows_winners(night) and len(rounds) < game_count(night),
    }


def _known_rounds(night: Night) -> list[RoundSeating]:
    """The rounds that are drawn up; before the start, those that tonight's players would get.

    :raises Refused: when the movement cannot seat so many players.
    """
    if night.status != Night.Status.SIGN_UP:
        return seatings(night)
    return list(plan_night(night, range(1, len(playing_entries(night)) + 1)).rounds)


def _parts(night: Night, rounds: list[RoundSeating]) -> list[tuple[str, list[RoundSeating]]]:
    """The rounds that have started, then all rounds if there are more, each with a title."""
    started = started_rounds(night)
    parts = [(f"Games 1 to {started}, played or started" if started > 1 else "Game 1", rounds[:started])]
    if started < len(rounds):
        parts.append((_title_of_all(night, len(rounds)), rounds))
    return parts


def _title_of_all(night: Night, games: int) -> str:
    if not follows_winners(night):
        return "The whole night as it is drawn up"
    return f"With game {games}, which comes next" if games > 1 else "The first game"


def _view(night: Night, title: str, rounds: list[RoundSeating]) -> dict[str, object]:
    """Some rounds counted."""
    names = {number: entry.short_name for number, entry in entries_by_number(night).items()}
    balance = count_rounds([s.tables for s in rounds], [s.sitting_out for s in rounds])
    return {
        "title": title,
        "sentence": balance_in_a_sentence(balance),
        "lines": describe_balance(balance),
        "map": MeetingsMap(title, picture(balance), list(balance.numbers), names),
        "people": _people(night, balance),
        "others": len(balance.numbers) - 1,
    }


def _people(night: Night, balance: Balance) -> list[dict[str, object]]:
    """A row for each player."""
    names = entries_by_number(night)
    met = Counter(number for pair in balance.meetings for number in pair)
    partners = Counter(number for pair in balance.partners for number in pair)
    return [
        {
            "number": number,
            "name": names[number].short_name if number in names else "",
            "partners": partners[number],
            "met": met[number],
            "head_table": balance.head_table[number],
            "first_deals": balance.first_deals[number],
            "sit_outs": balance.sit_outs[number],
        }
        for number in balance.numbers
    ]


def picture(balance: Balance) -> dict[str, object]:
    """The matrix to draw: a player a row and a column; partners above the diagonal, opponents below, as SVG paths.

    A partner fills the square, an opponent its middle; "again" is what came up more than once.
    """
    paths: dict[str, str] = dict.fromkeys(("partners", "opponents", "partners_again", "opponents_again"), "")
    for row, met in enumerate(meeting_matrix(balance)):
        for column, (partnered, opposed) in enumerate(met):
            kind, times = ("partners", partnered) if column > row else ("opponents", opposed)
            if times:
                corner, side = (f"{column} {row}", "1") if column > row else (f"{column + 0.25} {row + 0.25}", ".5")
                paths[kind + "_again" * (times > 1)] += f"M{corner}h{side}v{side}h-{side}z"
    return {"size": len(balance.numbers), **paths}


def labels(numbers: Sequence[int], names: Mapping[int, str], own: int | None = None) -> dict[str, object]:
    """The numbers and names beside the matrix, in pixels, and how large it is drawn.

    In a large hall every fifth number has a label, and the viewer's own row its name.
    """
    size, large = len(numbers), len(numbers) > MOST_NAMED
    cell = 6 if large else 20
    left = NUMBER_WIDTH if large and own not in numbers else NAME_WIDTH
    return {
        "cells": size * cell,
        "cell": cell,
        "left": left,
        "width": left + size * cell + 2,
        "height": TOP + size * cell + 2,
        "top": TOP,
        "labels": [
            {
                "row": TOP + (at + 0.5) * cell,
                "edge": TOP + at * cell,
                "column": left + (at + 0.5) * cell,
                "number": number,
                "name": "" if large and number != own else shortened(names.get(number, ""), LONGEST_LABEL),
                "own": number == own,
                "on_top": large or number < 100,
            }
            for at, number in enumerate(numbers)
            if not large or number % 5 == 0 or number == own
        ],
    }
