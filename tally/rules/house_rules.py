"""House rules: the questions that an entry leaves open, and what a night answers to them.

A night stores its answers as JSON data, `{name: answer}`; whatever it does not mention has its default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeAlias, TypeVar

from tally.rules.language import CLUB, HouseRule, RuleValue, Variant
from tally.rules.refusals import HouseRuleRefused, quoted
from tally.rules.wording import counted

HouseRules: TypeAlias = Mapping[str, object]
NO_RULES: HouseRules = {}  # every answer is the default
Answers: TypeAlias = tuple[tuple[str, RuleValue], ...]  # checked, by name, without the defaults
Thing = TypeVar("Thing")

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
OF_EVERY_NIGHT = (RENEGE, SIT_OUT_CREDIT)  # whatever is played; they do not touch the points of a hand


@cache
def house_rules_of(variant: Variant) -> Mapping[str, HouseRule]:
    """Every house rule of a game by name: those that its entry leaves open, then those of every night."""
    found: dict[str, HouseRule] = {}
    for rule in (*_open_in(variant), *OF_EVERY_NIGHT):
        first = found.setdefault(rule.name, rule)
        if list(first.answers) != list(rule.answers):
            raise TypeError(f"{variant.slug}: the house rule {rule.name} stands twice, with different answers.")
    return found


def check_house_rules(variant: Variant, house_rules: HouseRules) -> Answers:
    """The answers that differ from the defaults.

    :raises HouseRuleRefused: for a rule that this game does not know, or an answer that it does not have.
    """
    asked = tuple((name, type(value), value) for name, value in house_rules.items())
    try:
        return _checked_before(variant, asked)
    except TypeError:  # a list or an object cannot be remembered, and is no answer anyway
        return _check(variant, asked)


def _check(variant: Variant, asked: tuple[tuple[str, type, object], ...]) -> Answers:
    """As `check_house_rules`; the types keep true and 1 apart, which are equal in Python."""
    known = house_rules_of(variant)
    answers = []
    for name, _, value in asked:
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


_checked_before = lru_cache(maxsize=1024)(_check)


def answers_of(variant: Variant, house_rules: HouseRules) -> dict[str, RuleValue]:
    """Every house rule of a game with tonight's answer, defaults included.

    :raises HouseRuleRefused: as `check_house_rules`.
    """
    changed = dict(check_house_rules(variant, house_rules))
    return {name: changed.get(name, rule.default) for name, rule in house_rules_of(variant).items()}


def renege_points(variant: Variant, house_rules: HouseRules, *, alone: bool) -> int:
    """What a renege costs tonight, in a hand that was played alone or not."""
    together, lone = RENEGE.answers[answers_of(variant, house_rules)["renege"]]
    return int(lone if alone else together)


def sit_out_points(variant: Variant, house_rules: HouseRules) -> int:
    """What a player gets tonight for a game without a seat."""
    return int(SIT_OUT_CREDIT.answers[answers_of(variant, house_rules)["sit_out_credit"]])


def resolve(thing: Thing, answers: Mapping[str, RuleValue]) -> Thing:
    """The same entry, or part of one, with every house rule replaced by what its answer means."""
    resolved: Any = thing
    if isinstance(thing, HouseRule):
        resolved = resolve(thing.answers[answers.get(thing.name, thing.default)], answers)
    elif isinstance(thing, tuple):
        parts = (resolve(each, answers) for each in thing)
        resolved = tuple(part for part in parts if part != "")  # a note that a house rule has emptied
    elif isinstance(thing, Mapping):
        resolved = {key: resolve(each, answers) for key, each in thing.items()}
    elif is_dataclass(thing) and not isinstance(thing, type):
        changes = {f.name: resolve(getattr(thing, f.name), answers) for f in fields(thing)}
        resolved = replace(thing, **changes)
    return resolved  # type: ignore[no-any-return]


def as_json(answer: RuleValue) -> str:
    """An answer as it is written in the night's data: true, false, a number, or a word."""
    return str(answer).lower() if isinstance(answer, bool) else str(answer)


def _open_in(thing: object) -> Iterator[HouseRule]:
    if isinstance(thing, HouseRule):
        yield thing
        for answer in thing.answers.values():
            yield from _open_in(answer)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _open_in(each)
    elif isinstance(thing, Mapping):
        for each in thing.values():
            yield from _open_in(each)
    elif is_dataclass(thing) and not isinstance(thing, type):
        for f in fields(thing):
            yield from _open_in(getattr(thing, f.name))
