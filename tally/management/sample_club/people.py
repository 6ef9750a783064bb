"""The people of the sample club: their names, how well they play, and how often they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.installation import FIXTURES

FEWEST, MOST = 16, 60  # players a night
OUTSTANDING = ("Bob Miller", "Bob Stone", "王芳", "Łukasz Nowak", "Bob Sanders", "Ruth Ann Baker", "José Vega")
# How often people of each kind come while they come at all, their share of the club, and whether they are guests.
CORE, STEADY, DRIFTER, GUEST = (0.95, 0.08), (0.6, 0.16), (0.18, 0.36), (0.0, 0.4)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the club, who comes from night `first` to night `last`, each time with the chance `often`.

    `skill` is 0 for a usual player, and rarely under -1 or over 1. Guests come on one to three nights.
    """

    name: str
    skill: float
    first: int
    last: int
    often: float
    guest: bool = False


def make_people(count: int, nights: int, chance: Random) -> list[Person]:
    """Make the club's people: some come always, some now and then, some leave for good, some come later."""
    names = _names(count, chance)
    people = [_person(name, (at + 0.5) / count, nights, chance) for at, name in enumerate(names)]
    expected = sum(person.often * (person.last - person.first + 1) / nights for person in people)
    aim = min(max(FEWEST, count * 0.17), MOST * 0.7)
    busy = min(1.0, aim / max(expected, 1))
    return [
        Person(p.name, p.skill, p.first, p.last, p.often if p.guest else min(0.97, p.often * busy), p.guest)
        for p in people
    ]


def who_comes(people: Sequence[Person], night: int, weather: float, chance: Random) -> list[int]:
    """Draw who comes to a night, by position in `people`; in good weather (over 1) more do."""
    likely = {at: p.often * weather for at, p in enumerate(people) if p.first <= night <= p.last}
    come = [at for at, often in likely.items() if people[at].guest or chance.random() < often]
    chance.shuffle(come)
    others = [at for at in [*likely, *range(len(people))] if at not in come]
    come += list(dict.fromkeys(others))[: max(0, min(FEWEST, len(people)) - len(come))]
    return come[:MOST]


def _names(count: int, chance: Random) -> list[str]:
    """Draw different names, those that are unlike the others or much like each other among the first half."""
    paragraphs = (FIXTURES / "sample_names.txt").read_text(encoding="utf-8").split("\n\n")
    first_names, last_names = (paragraph.split() for paragraph in paragraphs)
    names = list(OUTSTANDING[:count])
    taken = set(names)
    while len(names) < count:
        name = f"{chance.choice(first_names)} {chance.choice(last_names)}"
        if name not in taken:
            taken.add(name)
            names.append(name)
    half = names[: max(len(OUTSTANDING), count // 2)]
    chance.shuffle(half)
    return half + names[len(half) :]


def _person(name: str, rank: float, nights: int, chance: Random) -> Person:
    """Make one person; `rank` is 0 for those who come most and 1 for those who come least."""
    skill = chance.gauss(0, 0.4)
    first, last = 0, nights - 1
    share = 0.0
    for often, of_club in (CORE, STEADY, DRIFTER):
        share += of_club
        if rank < share:
            if often != CORE[0] and chance.random() < 0.6:  # a newcomer, or somebody who left for good
                turn = chance.randrange(nights)
                first, last = (turn, last) if chance.random() < 0.5 else (first, turn)
            return Person(name, skill, first, last, often * chance.uniform(0.8, 1.2))
    first = chance.randrange(nights)
    return Person(name, skill, first, min(last, first + chance.choice((0, 0, 0, 1, 2))), 1.0, guest=True)
