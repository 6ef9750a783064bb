"""House rules: the questions that an entry leaves open, and a night's answers to them.

A night stores its answers as JSON data, `{name: answer}`; rules that it does not mention have their defaults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeAlias, TypeVar

from tally.rules.language import CLUB, HouseRule, RuleValue, Variant
from tally.rules.refusals import HouseRuleRefused, quoted
from tally.rules.wording import counted

HouseRules: TypeAlias = Mapping[str, object]
NO_RULES: HouseRules = {}  # every answer is the default
Answers: TypeAlias = tuple[tuple[str, RuleValue], ...]  # checked, sorted by name, without the defaults
Part = TypeVar("Part")  # an entry, or anything in it

RENEGE = HouseRule(
    "renege",
    CLUB,
    "What does a renege cost the side that reneged?",
    {2: (2, 2), "4-alone": (2, 4), 4: (4, 4)},
    {2: "2 points", "4-alone": "2 points, 4 during a lone hand", 4: "4 points"},
)
SIT_OUT_CREDIT = HouseRule(
    "sit_out_credit",
    CLUB,
    "How many points does a player get for a game without a seat?",
    {points: points for points in range(21)},
    {points: counted(points, "point") if points else "nothing" for points in range(21)},
)
OF_EVERY_NIGHT = (RENEGE, SIT_OUT_CREDIT)  # for every game; they do not change the points of a hand


@cache
def house_rules_of(variant: Variant) -> Mapping[str, HouseRule]:
    """Every house rule of a game by name: first those of its entry, then those of every night."""
    found: dict[str, HouseRule] = {}
    for rule in (*_open_in(variant), *OF_EVERY_NIGHT):
        first = found.setdefault(rule.name, rule)
        if list(first.answers) != list(rule.answers):
            raise TypeError(f"{variant.slug}: the house rule {rule.name} stands twice, with different answers.")
    return found


def check_house_rules(variant: Variant, house_rules: HouseRules) -> Answers:
    """Check a night's house rules; return the answers that differ from the defaults.

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
        if rule is None:
            raise HouseRuleRefused(
                "house-rule",
                f"{variant.name} has no house rule called {quoted(name)}; it has {', '.join(sorted(known))}.",
            )
        answer = next((a for a in rule.answers if type(a) is type(value) and a == value), None)
        if answer is None:
            raise HouseRuleRefused(
                "house-rule-value",
                f"{quoted(value)} is no answer to {name} ({rule.question}); "
                f"use {' or '.join(map(as_json, rule.answers))}.",
            )
        if answer != rule.default:
            answers.append((name, answer))
    return tuple(sorted(answers))


_check_cached = lru_cache(maxsize=1024)(_check)


def answers_of(variant: Variant, house_rules: HouseRules) -> dict[str, RuleValue]:
    """Tonight's answer to every house rule of a game, defaults included.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    changed = dict(check_house_rules(variant, house_rules))
    return {name: changed.get(name, rule.default) for name, rule in house_rules_of(variant).items()}


def renege_points(variant: Variant, house_rules: HouseRules, *, alone: bool) -> int:
    """The points that a renege costs tonight, in a hand played alone or with a partner."""
    together, lone = RENEGE.answers[answers_of(variant, house_rules)["renege"]]
    return int(lone if alone else together)


def sit_out_points(variant: Variant, house_rules: HouseRules) -> int:
    """The points that a player gets tonight for a game without a seat."""
    return int(SIT_OUT_CREDIT.answers[answers_of(variant, house_rules)["sit_out_credit"]])


def resolve(part: Part, answers: Mapping[str, RuleValue]) -> Part:
    """Return an entry, or a part of one, with every house rule replaced by what its answer means."""
    resolved: Any = part
    if isinstance(part, HouseRule):
        resolved = resolve(part.answers[answers.get(part.name, part.default)], answers)
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


def _open_in(part: object) -> Iterator[HouseRule]:
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
        yield from _open_in(item)
