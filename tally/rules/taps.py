"""A hand told tap by tap at one table, by sides or by players, with any number of seats.

What a table has said so far is one string, which every button carries on from the last:

    1:bid-4              player 1 bid four          A:5-alone       side A took all five, alone
    1:bid-4/with-0.2     players 0 and 2 help       passed          everybody passed
    1:bid-4/took-3       ... and they took three
    1:bid-4/took-3/own-2.0    the others took two and none, where that is scored apart ("x": dropped out)

`ask` gives the next question, or the record when everything is said. Two taps tell most hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from tally.rules.buttons import Call, ResultButton, calls, passed_out, result_buttons
from tally.rules.games import Party
from tally.rules.house_rules import HouseRules, check_house_rules
from tally.rules.language import OWN_TRICKS, TWO_SIDES, Variant
from tally.rules.refusals import HandRefused
from tally.rules.rulebook import NO_PARTNER, Rulebook, open_rulebook

A_ROW, A_PAGE = 6, 15  # bids in a row; what fits on a phone: a row of bids counts 2, a player's name 1
WHO, CALL, RESULT, PARTNERS, TRICKS, OWN = "who", "call", "result", "partners", "tricks", "own"
DROPPED = "x"


@dataclass(frozen=True, slots=True)
class Tap:
    """One button: `said` is everything that is said once it is tapped, `party` whom it is about.

    `rest` is what is left to the last of the others, where this tap settles it.
    """

    path: str
    party: Party | None = None
    call: Call | None = None
    result: ResultButton | None = None
    partners: tuple[int, ...] = ()
    took: int = 0
    dropped: bool = False
    rest: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked next, of whom, and every answer; `rest_of` is whoever gets what an answer leaves."""

    kind: str
    taps: tuple[Tap, ...]
    party: Party | None = None
    call: Call | None = None
    rest_of: Party | None = None


@dataclass(frozen=True)
class TableSetup:
    """A game at a table of so many players under these house rules.

    :raises ValueError: when so many cannot play it. :raises HouseRuleRefused: for house rules it does not have.
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
        """Who scores together: the seats, from 0 in dealing order, of every side or player. Partners sit opposite."""
        makers: Sequence[Party] = self.rulebook.makers
        return {party: tuple(range(n, self.players, len(makers))) for n, party in enumerate(makers)}

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every bid of the game."""
        return calls(self.variant, self.house_rules, self.players)

    @cached_property
    def in_one_tap(self) -> tuple[ResultButton, ...]:
        """The results of a game without bids, where one tap tells a hand; else none."""
        if any(call.bid is not None or call.partners[1] or NO_PARTNER in call.facts for call in self.calls):
            return ()
        return result_buttons(self.variant, self.house_rules, players=self.players)

    @cached_property
    def calls_asked(self) -> tuple[Call, ...]:
        """The bids that have a button: every one, or where one tap tells a usual hand, the rare ones."""
        return tuple(call for call in self.calls if call.rare or not self.in_one_tap)

    @cached_property
    def asks_who(self) -> bool:
        """Whether the bids of everybody are too many for a page, so that it asks first who bid."""
        usual = sum(not call.rare for call in self.calls)
        parties = len(self.parties)
        return not self.in_one_tap and parties > 2 and parties * (2 * -(-usual // A_ROW) + 1) > A_PAGE

    @property
    def counts_own_tricks(self) -> bool:
        """Whether what each of the others took has to be said."""
        return len(self.parties) > 2 and (self.variant.sides == OWN_TRICKS or self.rulebook.variant.sides == TWO_SIDES)

    @property
    def may_drop(self) -> bool:
        """Whether defenders may drop out of a hand tonight."""
        return "dropped" in self.rulebook.facts

    @property
    def may_pass(self) -> bool:
        """Whether everybody can pass."""
        return self.rulebook.variant.all_pass.passed_out != "no"


def ask(setup: TableSetup, said: str = "") -> Question | dict[str, Any]:
    """The next question after what was said, or the record, as JSON data, when nothing is left to ask.

    :raises HandRefused: when nobody can have said that in this game.
    """
    if not said:
        return _first(setup)
    head, *more = said.split("/")
    if head == "passed":
        return _passed(setup, more)
    name, colon, slug = head.partition(":")
    maker = next((party for party in setup.parties if str(party) == name), None)
    if maker is None or not colon:
        raise _unknown(said)
    if said == f"{maker}:" and setup.asks_who:
        return Question(CALL, tuple(_calls(setup, maker)), maker)
    told = next((choice for choice in setup.in_one_tap if choice.slug == slug), None)
    if told is not None:
        return _with_own(setup, told, maker, head, more, {})
    call = next((call for call in setup.calls_asked if call.slug == slug), None)
    if call is None:
        raise _unknown(said)
    return _after_call(setup, call, maker, head, more)


def _unknown(said: str) -> HandRefused:
    return HandRefused("taps", f'This game has no such result as "{said[:40]}". Look at the page again, and tap anew.')


def _first(setup: TableSetup) -> Question:
    """Results where one tap tells all; who bid what where the bids of everybody fit on a page; else who."""
    if setup.in_one_tap:
        found = [tap for party in setup.parties for tap in _results(setup, party)]
        return Question(RESULT, tuple(found))
    if setup.asks_who:
        return Question(WHO, tuple(Tap(f"{party}:", party) for party in setup.parties))
    return Question(CALL, tuple(tap for party in setup.parties for tap in _calls(setup, party)))


def _results(setup: TableSetup, party: Party) -> Iterator[Tap]:
    for choice in setup.in_one_tap:
        yield Tap(f"{party}:{choice.slug}", party, result=choice)
    yield from _calls(setup, party)


def _calls(setup: TableSetup, party: Party) -> Iterator[Tap]:
    return (Tap(f"{party}:{call.slug}", party, call=call) for call in setup.calls_asked)


def _after_call(setup: TableSetup, call: Call, maker: Party, said: str, more: list[str]) -> Question | dict[str, Any]:
    """Partners, where the maker takes some, then tricks."""
    extras: dict[str, Any] = {}
    least, most = call.partners
    if most:
        others = [int(party) for party in setup.parties if party != maker]
        groups = [group for size in range(least, most + 1) for group in combinations(others, size)]
        taps = tuple(Tap(f"{said}/{_join('with', group)}", maker, call=call, partners=group) for group in groups)
        if not more:
            return Question(PARTNERS, taps, maker, call)
        tap = _tapped(taps, said, more)
        said, chosen = tap.path, tap.partners
        if chosen:
            extras = {"partner": chosen[0]} if "partner" in setup.rulebook.facts else {"partners": list(chosen)}
    if not call.results[0].played:
        return _with_own(setup, call.results[0], maker, said, more, extras)
    taps = tuple(Tap(f"{said}/took-{_span(choice)}", maker, call=call, result=choice) for choice in call.results)
    if not more:
        return Question(TRICKS, taps, maker, call)
    tap = _tapped(taps, said, more)
    assert tap.result is not None
    return _with_own(setup, tap.result, maker, tap.path, more, extras)


def _tapped(taps: Sequence[Tap], said: str, more: list[str]) -> Tap:
    """The tap that was made among these: the next of what is said."""
    said = f"{said}/{more.pop(0)}"
    tap = next((tap for tap in taps if tap.path == said), None)
    if tap is None:
        raise _unknown(said)
    return tap


def _with_own(
    setup: TableSetup, choice: ResultButton, maker: Party, said: str, more: list[str], extras: dict[str, Any]
) -> Question | dict[str, Any]:
    """The record, once the tricks of each of the others are said where they count."""
    record = choice.record(setup.variant, maker, setup.players)
    facts: dict[str, Any] = {**_dict(record["extras"]), **extras}
    if setup.counts_own_tricks and choice.played:
        others = [party for party in setup.parties if party != maker]
        left = choice.of - choice.tricks[0]
        found = _own(said, more, others, left, may_drop=setup.may_drop)
        if isinstance(found, Question):
            return found
        by_party = {maker: choice.tricks[0], **{party: took or 0 for party, took in found.items()}}
        listed = [by_party[party] for party in setup.parties]
        facts["tricks_by_side" if setup.rulebook.variant.sides == TWO_SIDES else "tricks_by_player"] = listed
        dropped = [party for party, took in found.items() if took is None]
        facts.update({"dropped": dropped} if dropped else {})
    elif more:
        raise _unknown("/".join((said, *more)))
    return {**record, "extras": facts}


def _passed(setup: TableSetup, more: list[str]) -> Question | dict[str, Any]:
    """Everybody passed: no more to say, unless the hand is played without a maker."""
    if not setup.may_pass:
        raise HandRefused("passed-out", f"This deal cannot be passed out: {setup.rulebook.variant.all_pass.text}.")
    record = passed_out(setup.variant, setup.house_rules, setup.players)
    if setup.rulebook.variant.all_pass.everybody is None:
        if more:
            raise _unknown("/".join(("passed", *more)))
        return record
    found = _own("passed", more, list(setup.parties), setup.rulebook.deal.tricks, may_drop=False)
    if isinstance(found, Question):
        return found
    return {**record, "extras": {"passed_out": True, "tricks_by_player": list(found.values())}}


def _own(
    said: str, more: list[str], others: list[Party], left: int, *, may_drop: bool
) -> Question | dict[Party, int | None]:
    """What each of the others took (None: dropped out), or the question about the next of them.

    Whatever can only be in one way is not asked: nothing is left, or only one player is.
    """
    words = more[0].removeprefix("own-").split(".") if more and more[0].startswith("own-") else []
    if more and (not words or len(more) > 1):
        raise _unknown("/".join((said, *more)))
    told: list[str] = []
    found: dict[Party, int | None] = {}
    for n, party in enumerate(others):
        last = n == len(others) - 1
        if (left == 0 or last) and not (may_drop and left == 0):
            found[party] = left if last else 0
            left -= found[party] or 0
            continue
        taps = tuple(_own_taps(said, told, party, left, one_more=n == len(others) - 2, last=last, may_drop=may_drop))
        if not words:
            return Question(OWN, taps, party, rest_of=others[-1] if n == len(others) - 2 else None)
        told.append(words.pop(0))
        tap = next((tap for tap in taps if tap.path.endswith(_join("own", told))), None)
        if tap is None:
            raise _unknown("/".join((said, *more)))
        found[party] = None if tap.dropped else tap.took
        left -= tap.took
    if words:
        raise _unknown("/".join((said, *more)))
    return found


def _own_taps(
    said: str, told: list[str], party: Party, left: int, *, one_more: bool, last: bool, may_drop: bool
) -> Iterator[Tap]:
    for took in range(0 if not last else left, left + 1):
        resolved = one_more and not (may_drop and took == left)
        yield Tap(f"{said}/{_join('own', [*told, took])}", party, took=took, rest=left - took if resolved else None)
    if may_drop:
        yield Tap(
            f"{said}/{_join('own', [*told, DROPPED])}", party, dropped=True, rest=left if one_more and left else None
        )


def _span(choice: ResultButton) -> str:
    low, high = choice.tricks
    return str(low) if low == high else f"{low}-{high}"


def _join(word: str, values: Any) -> str:
    return f"{word}-{'.'.join(map(str, values))}"


def _dict(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}
