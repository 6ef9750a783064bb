"""A hand entered tap by tap at one table, by sides or by players, for any number of seats.

The taps so far are one string, the path. Each button's path continues the path before it:

    1:bid-4                   player 1 bid four
    1:bid-4/with-0.2          players 0 and 2 are the partners
    1:bid-4/took-3            ... and they took three
    1:bid-4/took-3/own-2.0    the others took two and none, where each scores separately ("x": dropped out)
    A:5-alone                 side A took all five, alone
    passed                    everybody passed
    A:renege                  side A reneged
    A:renege/alone            ... in a lone hand, where that has a price of its own ("together": in another)
    A:renege/2                ... and the players agreed on two points, where that is left to them

`ask` returns the next question, or the record when nothing is left to ask. Most hands take two taps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

from tally.rules.buttons import Call, ResultButton, calls, passed_out, result_buttons
from tally.rules.games import Party
from tally.rules.house_rules import HouseRules, check_house_rules
from tally.rules.language import OWN_TRICKS, TWO_SIDES, Variant
from tally.rules.refusals import HandRefused
from tally.rules.renege import RenegeButton, renege_buttons
from tally.rules.rulebook import NO_PARTNER, Rulebook, open_rulebook

# The kinds of question, in the order in which they come.
WHO, CALL, RESULT, PARTNERS, TRICKS, OWN = "who", "call", "result", "partners", "tricks", "own"
RENEGE = "renege"  # after a renege: was it a lone hand, or what did the players agree on?
DROPPED = "x"

# What fits on a phone without scrolling: a player's name is one unit high, a row of bids two.
BIDS_IN_A_ROW, UNITS_ON_A_PAGE = 6, 15

JsonRecord: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tap:
    """One button: `path` is everything that is entered once it is tapped, `party` the side or player it is about.

    - `call`, `result`, `partners`, `took`, `dropped`, `renege`: what the button stands for, by the kind of question.
    - `rest`: the tricks that this answer leaves to the last party, if it settles them.
    """

    path: str
    party: Party | None = None
    call: Call | None = None
    result: ResultButton | None = None
    partners: tuple[int, ...] = ()
    took: int = 0
    dropped: bool = False
    rest: int | None = None
    renege: RenegeButton | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """The next question, with a tap for every answer; `rest_of` is the party that gets what an answer leaves."""

    kind: str
    taps: tuple[Tap, ...]
    party: Party | None = None
    call: Call | None = None
    rest_of: Party | None = None


@dataclass(frozen=True)
class TableSetup:
    """A game at a table of so many players, under the night's house rules.

    :raises ValueError: if so many players cannot play it.
    :raises HouseRuleRefused: for house rules that the game does not have.
    """

    variant: Variant
    players: int
    house_rules: HouseRules

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's tables of points."""
        rulebook = open_rulebook(self.variant, self.players, check_house_rules(self.variant, self.house_rules))
        if rulebook is None:
            raise ValueError(f"{self.variant.name} is not played by {self.players}.")
        return rulebook

    @cached_property
    def parties(self) -> Mapping[Party, tuple[int, ...]]:
        """The seats of every side or player, numbered from 0 in dealing order; partners sit opposite."""
        makers: Sequence[Party] = self.rulebook.makers
        return {party: tuple(range(first, self.players, len(makers))) for first, party in enumerate(makers)}

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call of the game."""
        return calls(self.variant, self.house_rules, self.players)

    @cached_property
    def in_one_tap(self) -> tuple[ResultButton, ...]:
        """The results of a game whose usual hands take one tap; empty for other games."""
        if any(call.bid is not None or call.partners[1] or NO_PARTNER in call.facts for call in self.calls):
            return ()
        return result_buttons(self.variant, self.house_rules, players=self.players)

    @cached_property
    def calls_asked(self) -> tuple[Call, ...]:
        """The calls that have a button: only the rare ones where usual hands take one tap."""
        return tuple(call for call in self.calls if call.rare or not self.in_one_tap)

    @cached_property
    def asks_who(self) -> bool:
        """Whether everybody's bids are too many for a page, so that the first question is who won the bid."""
        parties = len(self.parties)
        if self.in_one_tap or parties <= 2:
            return False
        usual = sum(not call.rare for call in self.calls)
        rows = -(-usual // BIDS_IN_A_ROW)  # rounded up
        return parties * (1 + 2 * rows) > UNITS_ON_A_PAGE

    @cached_property
    def reneges(self) -> Mapping[Party, tuple[RenegeButton, ...]]:
        """What a table may record of a renege, by the side or player that reneged."""
        every = renege_buttons(self.variant, self.house_rules, self.players)
        return {party: tuple(button for button in every if button.party == party) for party in self.parties}

    @property
    def counts_own_tricks(self) -> bool:
        """Whether a record needs the tricks of each of the others."""
        return len(self.parties) > 2 and (self.variant.sides == OWN_TRICKS or self.rulebook.variant.sides == TWO_SIDES)

    @property
    def may_drop(self) -> bool:
        """Whether defenders may drop out of a hand tonight."""
        return "dropped" in self.rulebook.facts

    @property
    def may_pass(self) -> bool:
        """Whether everybody may pass."""
        return self.rulebook.variant.all_pass.passed_out != "no"


def ask(setup: TableSetup, path: str = "") -> Question | JsonRecord:
    """The next question after a path, or the record, as JSON data, when nothing is left to ask.

    :raises HandRefused: for a path that no buttons of this game lead to.
    """
    if not path:
        return _first_question(setup)
    head, *steps = path.split("/")
    if head == "passed":
        return _after_pass(setup, steps)
    name, colon, slug = head.partition(":")
    maker = next((party for party in setup.parties if str(party) == name), None)
    if maker is None or not colon:
        raise _unknown(path)
    if slug == RENEGE:
        return _after_renege(setup, maker, head, steps)
    if path == f"{maker}:" and setup.asks_who:
        return Question(CALL, tuple(_call_taps(setup, maker)), maker)
    result = next((result for result in setup.in_one_tap if result.slug == slug), None)
    if result is not None:
        return _after_result(setup, result, maker, head, steps, {})
    call = next((call for call in setup.calls_asked if call.slug == slug), None)
    if call is None:
        raise _unknown(path)
    return _after_call(setup, call, maker, head, steps)


def _unknown(path: str) -> HandRefused:
    return HandRefused("taps", f'This game has no such result as "{path[:40]}". Reload the page and tap again.')


def _first_question(setup: TableSetup) -> Question:
    """The results if one tap is enough; else everybody's bids if they fit on a page; else who won the bid."""
    if setup.in_one_tap:
        return Question(RESULT, tuple(tap for party in setup.parties for tap in _result_taps(setup, party)))
    if setup.asks_who:
        return Question(WHO, tuple(Tap(f"{party}:", party) for party in setup.parties))
    return Question(CALL, tuple(tap for party in setup.parties for tap in _call_taps(setup, party)))


def _result_taps(setup: TableSetup, party: Party) -> Iterator[Tap]:
    for result in setup.in_one_tap:
        yield Tap(f"{party}:{result.slug}", party, result=result)
    yield from _call_taps(setup, party)


def _call_taps(setup: TableSetup, party: Party) -> Iterator[Tap]:
    for call in setup.calls_asked:
        yield Tap(f"{party}:{call.slug}", party, call=call)


def _after_call(setup: TableSetup, call: Call, maker: Party, path: str, steps: list[str]) -> Question | JsonRecord:
    """The question about partners, where the maker takes some, then about tricks."""
    extras: dict[str, Any] = {}
    if call.partners[1]:
        taps = tuple(_partner_taps(setup, call, maker, path))
        if not steps:
            return Question(PARTNERS, taps, maker, call)
        tap = _tapped(taps, path, steps)
        path = tap.path
        extras = _partner_facts(setup, tap.partners)
    if not call.results[0].played:
        return _after_result(setup, call.results[0], maker, path, steps, extras)
    taps = tuple(Tap(f"{path}/took-{_span(result)}", maker, call=call, result=result) for result in call.results)
    if not steps:
        return Question(TRICKS, taps, maker, call)
    tap = _tapped(taps, path, steps)
    assert tap.result is not None
    return _after_result(setup, tap.result, maker, tap.path, steps, extras)


def _partner_taps(setup: TableSetup, call: Call, maker: Party, path: str) -> Iterator[Tap]:
    fewest, most = call.partners
    others = [int(party) for party in setup.parties if party != maker]
    for size in range(fewest, most + 1):
        for group in combinations(others, size):
            yield Tap(f"{path}/{_step('with', group)}", maker, call=call, partners=group)


def _partner_facts(setup: TableSetup, partners: tuple[int, ...]) -> dict[str, Any]:
    if not partners:
        return {}
    if "partner" in setup.rulebook.facts:
        return {"partner": partners[0]}
    return {"partners": list(partners)}


def _tapped(taps: Sequence[Tap], path: str, steps: list[str]) -> Tap:
    """The tap among these that the next step stands for; removes the step."""
    path = f"{path}/{steps.pop(0)}"
    tap = next((tap for tap in taps if tap.path == path), None)
    if tap is None:
        raise _unknown(path)
    return tap


def _after_result(
    setup: TableSetup, result: ResultButton, maker: Party, path: str, steps: list[str], extras: dict[str, Any]
) -> Question | JsonRecord:
    """The record, or the question about the tricks of one of the others where they count."""
    record = result.record(setup.variant, maker, setup.players)
    stated: Any = record["extras"]
    facts: dict[str, Any] = stated | extras
    if setup.counts_own_tricks and result.played:
        others = [party for party in setup.parties if party != maker]
        took = result.tricks[0]
        found = _own_tricks(path, steps, others, result.of - took, may_drop=setup.may_drop)
        if isinstance(found, Question):
            return found
        facts |= _facts_of_own_tricks(setup, {maker: took, **found})
    elif steps:
        raise _unknown("/".join((path, *steps)))
    return {**record, "extras": facts}


def _facts_of_own_tricks(setup: TableSetup, tricks: Mapping[Party, int | None]) -> dict[str, Any]:
    name = "tricks_by_side" if setup.rulebook.variant.sides == TWO_SIDES else "tricks_by_player"
    facts: dict[str, Any] = {name: [tricks[party] or 0 for party in setup.parties]}
    dropped = [party for party, took in tricks.items() if took is None]
    if dropped:
        facts["dropped"] = dropped
    return facts


def _after_renege(setup: TableSetup, party: Party, path: str, steps: list[str]) -> Question | JsonRecord:
    """The record of a renege, or the question that its price depends on."""
    taps = tuple(
        Tap(f"{path}/{renege.step}" if renege.step else path, party, renege=renege) for renege in setup.reneges[party]
    )
    if len(taps) > 1 and not steps:
        return Question(RENEGE, taps, party)
    tap = next((tap for tap in taps if tap.path == "/".join((path, *steps))), None)
    if tap is None or tap.renege is None:
        raise _unknown("/".join((path, *steps)))
    return tap.renege.record(setup.variant, setup.players)


def _after_pass(setup: TableSetup, steps: list[str]) -> Question | JsonRecord:
    """The record of a passed-out deal, or everybody's tricks where it is played without a maker."""
    all_pass = setup.rulebook.variant.all_pass
    if not setup.may_pass:
        raise HandRefused("passed-out", f"This deal cannot be passed out: {all_pass.text}.")
    record = passed_out(setup.variant, setup.house_rules, setup.players)
    if all_pass.everybody is None:
        if steps:
            raise _unknown("/".join(("passed", *steps)))
        return record
    found = _own_tricks("passed", steps, list(setup.parties), setup.rulebook.deal.tricks, may_drop=False)
    if isinstance(found, Question):
        return found
    return {**record, "extras": {"passed_out": True, "tricks_by_player": list(found.values())}}


def _own_tricks(
    path: str, steps: list[str], others: list[Party], left: int, *, may_drop: bool
) -> Question | dict[Party, int | None]:
    """What each of the others took (None: dropped out), or the question about the next of them.

    `left` are the tricks to share out. There is no question with only one answer: none are left, or only one player.
    """
    answers = steps[0].removeprefix("own-").split(".") if steps and steps[0].startswith("own-") else []
    unknown = _unknown("/".join((path, *steps)))
    if steps and (not answers or len(steps) > 1):
        raise unknown
    answered: list[str] = []
    found: dict[Party, int | None] = {}
    for index, party in enumerate(others):
        is_last = index == len(others) - 1
        is_second_to_last = index == len(others) - 2
        could_drop = may_drop and left == 0
        if (left == 0 or is_last) and not could_drop:
            took = left if is_last else 0
            found[party] = took
            left -= took
            continue
        fewest = left if is_last else 0
        taps = [
            Tap(
                f"{path}/{_step('own', [*answered, took])}",
                party,
                took=took,
                rest=left - took if is_second_to_last and not (may_drop and took == left) else None,
            )
            for took in range(fewest, left + 1)
        ]
        if may_drop:
            rest = left if is_second_to_last and left else None
            taps.append(Tap(f"{path}/{_step('own', [*answered, DROPPED])}", party, dropped=True, rest=rest))
        if not answers:
            return Question(OWN, tuple(taps), party, rest_of=others[-1] if is_second_to_last else None)
        answered.append(answers.pop(0))
        tap = next((tap for tap in taps if tap.path.endswith(_step("own", answered))), None)
        if tap is None:
            raise unknown
        found[party] = None if tap.dropped else tap.took
        left -= tap.took
    if answers:
        raise unknown
    return found


def _span(result: ResultButton) -> str:
    low, high = result.tricks
    return str(low) if low == high else f"{low}-{high}"


def _step(name: str, values: Sequence[object]) -> str:
    return f"{name}-{'.'.join(map(str, values))}"
