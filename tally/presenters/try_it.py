"""Trying a hand: what would it pay? Each question is a row of links, and below stand the points with the sentence why.

Who the maker is makes no difference to the points, so nobody is asked: the first side or player is it, and of
partners only the number counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode

from tally.rules import (
    Call,
    HandRefused,
    Party,
    Question,
    TableSetup,
    Tap,
    Variant,
    WhatItPays,
    ask,
    tricks_text,
    what_it_pays,
)
from tally.rules.pay_table import CONDITION_TEXTS
from tally.rules.refusals import number
from tally.rules.rulebook import NO_PARTNER
from tally.rules.taps import CALL, OWN, PARTNERS, RENEGE, RESULT, TRICKS
from tally.rules.what_it_pays import party_names
from tally.scores.point_labels import signed
from tournament.people.names import listed

PASSED = "passed"
LONGEST_HAND = 100  # letters of a path that is looked at


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer, a link to the page with this answer given."""

    address: str
    text: str
    chosen: bool

    @property
    def path(self) -> str:
        """The hand with this answer given, for a page that sends it with a form."""
        return parse_qs(self.address.removeprefix("?"))["hand"][0]


@dataclass(frozen=True, slots=True)
class Step:
    """One question with its answers."""

    title: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class Trial:
    """A hand that somebody tries: the questions so far, then its points, or why there is no such hand."""

    steps: list[Step]
    result: WhatItPays | None = None
    problem: str = ""

    @property
    def payments(self) -> list[tuple[str, str]]:
        """Everybody's points, as a change."""
        return points_by_name(self.result) if self.result else []


def points_by_name(paid: WhatItPays) -> list[tuple[str, str]]:
    """Everybody's points for a hand, as a change."""
    return [(payment.name, signed(payment.points)) for payment in paid.payments]


def try_hand(setup: TableSetup, path: str = "", **query: str) -> Trial:
    """The questions that lead to a hand, and what it would pay.

    `path` has the taps so far, as `tally.rules.taps` writes them; `query` are the other parameters of the address.
    """
    steps: list[Step] = []
    maker = next((party for party in setup.parties if path.startswith(f"{party}:")), next(iter(setup.parties)))
    at = "" if path.startswith(PASSED) or not setup.asks_who else f"{maker}:"
    try:
        while isinstance(question := ask(setup, at), Question):
            choices = _choices(setup, question, maker, path)
            chosen = next((choice for choice, _ in choices if _continues(path, choice)), "")
            if len(choices) > 1:
                title = _title(setup, question, None if at.startswith(PASSED) else maker)
                steps.append(Step(title, [Choice(_address(to, query), text, to == chosen) for to, text in choices]))
            elif path:
                chosen = choices[0][0]
            if not chosen:
                return _outside(setup, steps, path if path != at else "")
            at = chosen
        found = what_it_pays(setup, path if _continues(path, at) else at)
    except HandRefused as refused:
        return Trial(steps, problem=refused.message)
    assert isinstance(found, WhatItPays)
    return Trial(steps, found)


def _outside(setup: TableSetup, steps: list[Step], path: str) -> Trial:
    """The trial of a path that no choice leads to: a renege, or no path yet.

    :raises HandRefused: for a hand that this game cannot have.
    """
    found = what_it_pays(setup, path) if path else None
    if isinstance(found, Question) and found.kind == RENEGE:
        raise HandRefused("renege", f"After a renege, say more: {listed([tap.path for tap in found.taps], 'or')}.")
    return Trial(steps, found if isinstance(found, WhatItPays) else None)


def _choices(setup: TableSetup, question: Question, maker: Party, path: str) -> list[tuple[str, str]]:
    """The path and the text of every answer."""
    choices = [(tap.path, _text(question, tap)) for tap in _alike(question, maker, path)]
    return [*choices, (PASSED, "Everybody passes")] if question.kind in (CALL, RESULT) else choices


def _address(path: str, query: dict[str, str]) -> str:
    return f"?{urlencode({**query, 'hand': path})}"


def _continues(path: str, start: str) -> bool:
    """Whether a path is this one or continues it."""
    return path == start or path.startswith((f"{start}/", f"{start}."))


def _alike(question: Question, maker: Party, path: str) -> list[Tap]:
    """The maker's answers; where partners are chosen, only one of each number of them."""
    if question.kind in (CALL, RESULT):
        return [tap for tap in question.taps if tap.party == maker]
    if question.kind != PARTNERS:
        return list(question.taps)
    by_number: dict[int, Tap] = {}
    for tap in question.taps:
        if len(tap.partners) not in by_number or _continues(path, tap.path):
            by_number[len(tap.partners)] = tap
    return list(by_number.values())


def _title(setup: TableSetup, question: Question, maker: Party | None) -> str:
    """The question in a word or two."""
    if question.party is not None and question.kind == OWN:
        return f"{party_names(setup.rulebook, maker)[question.party]} took"
    if question.kind == CALL:
        return "Bid" if any(call.bid is not None for call in setup.calls) else "How trump is played"
    leaders = party_names(setup.rulebook, maker)
    return "Partners" if question.kind == PARTNERS else f"{next(iter(leaders.values()))} took"


def _text(question: Question, tap: Tap) -> str:
    """What stands on a link."""
    if question.kind == PARTNERS:
        return number(len(tap.partners)) if tap.partners else "none"
    if question.kind == OWN:
        return "dropped out" if tap.dropped else str(tap.took)
    if tap.result is None:
        return call_text(tap.call) if tap.call else ""
    took = tricks_text(tap.result.tricks)
    if question.kind == TRICKS:
        return took
    every = f"all {took}" if tap.result.march else f"{took} tricks"
    return f"{every}, alone" if tap.result.alone else every


def call_text(call: Call) -> str:
    """A call in words: "4", "Big pepper", "With a partner", "Alone, cards exposed"."""
    if call.bid is not None:
        return call.label
    if call.facts == (NO_PARTNER,):
        return "Without a partner"
    return ", ".join(("Alone" if call.alone else "With a partner", *(CONDITION_TEXTS[fact] for fact in call.facts)))


def choose_players(variant: Variant, players: int) -> Step | None:
    """The question how many play, for a game that has several tables."""
    if len(variant.table_sizes) == 1:
        return None
    query = [(size, {"game": variant.slug, "players": str(size)}) for size in variant.table_sizes]
    return Step("Players", [Choice(f"?{urlencode(each)}", str(size), size == players) for size, each in query])
