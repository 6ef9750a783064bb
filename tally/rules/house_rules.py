"""House rules: the questions that an entry leaves open, and a night's answers to them.

A night stores its answers as JSON data, `{name: answer}`; rules that it does not mention have their defaults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from tally.rules.language import CLUB, TWO_SIDES, AnyNumber, Contradiction, GameEnd, HouseRule, RuleValue, Variant
from tally.rules.refusals import HouseRuleRefused, quoted
from tally.rules.wording import counted

HouseRules: TypeAlias = Mapping[str, object]
NO_RULES: HouseRules = {}  # every answer is the default
KEPT = 256  # games whose house rules are kept: all that come with the program, and clubs' own while they are looked at
Answers: TypeAlias = tuple[tuple[str, RuleValue], ...]  # checked, sorted by name, without the defaults
Part = TypeVar("Part")  # an entry, or anything in it


@dataclass(frozen=True, slots=True)
class Renege:
    """What a renege costs, in points, with a partner and in a lone hand; None: as many as the players agree on.

    `to_others`: nobody loses them; each other side or player scores them.
    """

    points: int | None
    points_alone: int | None
    to_others: bool = False

    @property
    def agreed(self) -> bool:
        """Whether the players agree on the points each time."""
        return self.points is None

    @property
    def asks_alone(self) -> bool:
        """Whether a lone hand has a price of its own."""
        return self.points != self.points_alone


RENEGE = HouseRule(
    "renege",
    CLUB,
    "What does a renege cost?",
    {2: (2, 2), "4-alone": (2, 4), 4: (4, 4), "players-agree": (None, None)},
    {
        2: "2 points",
        "4-alone": "2 points, 4 during a lone hand",
        4: "4 points",
        "players-agree": "what the players agree is fair",
    },
    any_number=AnyNumber(0, 20, lambda points: (points, points), lambda points: counted(points, "point")),
)
RENEGE_AGREED = replace(
    RENEGE, answers={"players-agree": RENEGE.answers["players-agree"], **RENEGE.answers}
)  # where the text leaves it to the players
NOTHING_TO_SCORE = Contradiction(
    answers=("others",),
    other="renege",
    other_answers=(0,),
    sentence="A renege costs nothing, so nobody has points to score for it: choose what it costs, or that nobody gets "
    "the points.",
)
WHO_GETS_A_RENEGE = "Who gets the points of a renege?"
RENEGE_OF_A_SIDE = HouseRule(
    "renege_goes_to",
    CLUB,
    WHO_GETS_A_RENEGE,
    {"nobody": False, "others": True},
    {"nobody": "nobody: the side that reneged loses them", "others": "the other side scores them"},
    contradictions=(NOTHING_TO_SCORE,),
)
RENEGE_OF_A_PLAYER = replace(
    RENEGE_OF_A_SIDE,
    answer_texts={"nobody": "nobody: whoever reneged loses them", "others": "each other player scores them"},
)
RUBBER = HouseRule(
    "rubber",
    CLUB,
    "Is a rubber played, the best of three games?",
    {False: False, True: True},
    {True: "yes, who first wins two games wins it"},
)
SIT_OUT_CREDIT = HouseRule(
    "sit_out_credit",
    CLUB,
    "How many points does a player get for a game without a seat?",
    {points: points for points in range(21)},
    {points: counted(points, "point") if points else "nothing" for points in range(21)},
)


@lru_cache(maxsize=KEPT)
def rules_of_every_game(variant: Variant) -> tuple[HouseRule, ...]:
    """The house rules that every game has, whatever its entry says: about a renege, and a game without a seat."""
    return (
        RENEGE_AGREED if variant.renege_agreed else RENEGE,
        RENEGE_OF_A_SIDE if variant.sides == TWO_SIDES else RENEGE_OF_A_PLAYER,
        SIT_OUT_CREDIT,
    )


@lru_cache(maxsize=KEPT)
def house_rules_of(variant: Variant) -> Mapping[str, HouseRule]:
    """Every house rule of a game by name: first those of its entry, then those of every game and every table."""
    found: dict[str, HouseRule] = {}
    for rule in (*open_in(variant), *rules_of_every_game(variant), RUBBER):
        first = found.setdefault(rule.name, rule)
        if list(first.answers) != list(rule.answers) or _limits(first) != _limits(rule):
            raise TypeError(f"{variant.slug}: the house rule {rule.name} stands twice, with different answers.")
    return found


@lru_cache(maxsize=KEPT)
def rules_of_night(variant: Variant) -> Mapping[str, HouseRule]:
    """The house rules that a progressive night uses: a bell ends its games, so none that is about a game's end."""
    of_hands = {rule.name for rule in open_in(replace(variant, end=GameEnd()))}
    of_hands.update(rule.name for rule in rules_of_every_game(variant))
    return {name: rule for name, rule in house_rules_of(variant).items() if name in of_hands}


@lru_cache(maxsize=KEPT)
def rules_of_table(variant: Variant) -> Mapping[str, HouseRule]:
    """The house rules that a single table uses: nobody sits out there."""
    return {name: rule for name, rule in house_rules_of(variant).items() if name != SIT_OUT_CREDIT.name}


def check_house_rules(variant: Variant, house_rules: HouseRules) -> Answers:
    """Check a night's house rules; return the answers that differ from the defaults.

    An answer to what a club's own game has decided for good is left out.

    :raises HouseRuleRefused: for a rule that this game does not have, or an answer that the rule does not have.
    """
    # Python's True equals 1, so the type is part of the cache's key.
    given = tuple((name, type(value), value) for name, value in house_rules.items())
    try:
        return _check_cached(variant, given)
    except TypeError:  # a list or an object cannot be a key, nor is it ever an answer
        return _check(variant, given)


def _check(variant: Variant, given: tuple[tuple[str, type, object], ...]) -> Answers:
    known = house_rules_of(variant)
    answers = []
    for name, _, value in given:
        rule = known.get(name)
        if rule is None and name in variant.decided:
            continue
        if rule is None:
            raise HouseRuleRefused(
                "house-rule",
                f"{variant.name} has no house rule called {quoted(name)}; it has {', '.join(sorted(known))}.",
            )
        if not rule.accepts(value):
            raise HouseRuleRefused(
                "house-rule-value",
                f"{quoted(value)} is not an answer to {name} ({rule.question}); use {_choice(rule)}.",
            )
        answer: Any = value
        if answer != rule.default:
            answers.append((name, answer))
    return tuple(sorted(answers))


def _choice(rule: HouseRule) -> str:
    """Every answer, as the night's JSON data has it: "2 or 4, or a whole number from 0 to 20"."""
    offered = " or ".join(map(as_json, rule.answers))
    return f"{offered}, or {rule.any_number}" if rule.any_number else offered


def _limits(rule: HouseRule) -> tuple[int, int] | None:
    return (rule.any_number.low, rule.any_number.high) if rule.any_number else None


_check_cached = lru_cache(maxsize=1024)(_check)


def answers_of(variant: Variant, house_rules: HouseRules) -> dict[str, RuleValue]:
    """Tonight's answer to every house rule of a game, defaults included.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    changed = dict(check_house_rules(variant, house_rules))
    return {name: changed.get(name, rule.default) for name, rule in house_rules_of(variant).items()}


def renege_tonight(variant: Variant, house_rules: HouseRules) -> Renege:
    """What a renege costs tonight, and who gets it.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    answers, rules = answers_of(variant, house_rules), house_rules_of(variant)
    price, goes_to = (rules[name].meaning(answers[name]) for name in ("renege", "renege_goes_to"))
    points, points_alone = price
    return Renege(points, points_alone, to_others=goes_to)


def sit_out_points(variant: Variant, house_rules: HouseRules) -> int:
    """The points that a player gets tonight for a game without a seat."""
    return int(SIT_OUT_CREDIT.meaning(answers_of(variant, house_rules)["sit_out_credit"]))


def plays_rubbers(variant: Variant, house_rules: HouseRules) -> bool:
    """Whether a single table plays rubbers, the best of three games."""
    return answers_of(variant, house_rules)["rubber"] is True


def resolve(part: Part, answers: Mapping[str, RuleValue]) -> Part:
    """Return an entry, or a part of one, with every house rule replaced by what its answer means."""
    resolved: Any = part
    if isinstance(part, HouseRule):
        resolved = resolve(part.meaning(answers.get(part.name, part.default)), answers)
    elif isinstance(part, tuple):
        items = (resolve(item, answers) for item in part)
        resolved = tuple(item for item in items if item != "")  # an answer may empty a note
    elif isinstance(part, Mapping):
        resolved = {key: resolve(value, answers) for key, value in part.items()}
    elif is_dataclass(part) and not isinstance(part, type):
        resolved = replace(part, **{f.name: resolve(getattr(part, f.name), answers) for f in fields(part)})
    return resolved  # type: ignore[no-any-return]


def as_json(answer: RuleValue) -> str:
    """An answer as the night's JSON data has it, without quotes: true, false, a number, or an identifier."""
    return str(answer).lower() if isinstance(answer, bool) else str(answer)


def open_in(part: object) -> Iterator[HouseRule]:
    """Every house rule in an entry, or in a part of one, and in the answers of those rules."""
    if isinstance(part, HouseRule):
        yield part
        items: Iterable[object] = part.answers.values()
    elif isinstance(part, tuple):
        items = part
    elif isinstance(part, Mapping):
        items = part.values()
    elif is_dataclass(part) and not isinstance(part, type):
        items = [getattr(part, f.name) for f in fields(part)]
    else:
        return
    for item in items:
        yield from open_in(item)
