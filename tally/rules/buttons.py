"""The buttons of a scoring screen, made from a variant's own contracts.

A game with a card turned up needs one tap: one of `result_buttons`. A bid game needs two: a `Call`, then one of its
results. Consecutive numbers of tricks that pay the same share a button ("3 or 4 tricks"). These never share one: a
made hand and a set; a march and fewer tricks; a march with a partner and a march alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from tally.rules.house_rules import NO_RULES, Answers, HouseRules, check_house_rules
from tally.rules.language import OWN_TRICKS, Bid, Contract, Variant
from tally.rules.records import Record
from tally.rules.rulebook import DEALER_STUCK, NEEDS_FACT, NO_PARTNER, ContractKey, Line, Rulebook, Score, open_rulebook
from tally.rules.wording import bid_text


@dataclass(frozen=True, slots=True)
class ResultButton:
    """One result of a hand.

    `tricks` is (fewest, most) of the makers, out of `of`. `alone` and `exchange` are None where they make no
    difference. `played` is False where the hand ends without a card played.
    """

    slug: str
    bid: Bid
    alone: bool | None
    tricks: tuple[int, int]
    made: bool
    march: bool
    score: Score
    exchange: int | None = 0
    facts: tuple[str, ...] = ()
    of: int = 0
    played: bool = True

    def record(self, variant: Variant, maker_side: str | int, players: int | None = None) -> dict[str, object]:
        """The record of this result, as JSON data; the maker is "A", "B" or "C", or a player's number from 0."""
        makers, defenders = _range(*self.tricks), _range(self.of - self.tricks[1], self.of - self.tricks[0])
        return {
            "variant": variant.slug,
            "players": players or variant.players,
            "maker_side": maker_side,
            "bid": self.bid,
            "alone": self.alone,
            "exchange": self.exchange,
            "trump": None,
            "maker_tricks": makers if self.played else None,
            "defender_tricks": defenders if self.played else None,
            "extras": self._stated_facts(),
        }

    def _stated_facts(self) -> dict[str, object]:
        """The facts as a record states them, each with the fact that it needs."""
        if NO_PARTNER in self.facts:
            return {"partner": None}
        return {each: True for fact in self.facts for each in (fact, NEEDS_FACT.get(fact)) if each}


def _range(low: int, high: int) -> int | list[int]:
    return low if low == high else [low, high]


@dataclass(frozen=True, slots=True)
class Call:
    """What was bid, with its results: the first tap of a bid game.

    `rare` calls are behind "More". `partners` is (fewest, most) that the maker takes, where partners are not fixed.
    """

    slug: str
    label: str
    bid: Bid
    alone: bool | None
    exchange: int | None
    facts: tuple[str, ...]
    rare: bool
    results: tuple[ResultButton, ...]
    partners: tuple[int, int] = (0, 0)


def calls(variant: Variant, house_rules: HouseRules = NO_RULES, players: int | None = None) -> tuple[Call, ...]:
    """Every call of a game in the order of its entry, each with its results from no trick to all.

    :raises ValueError: if so many players cannot play this game.
    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    return _calls(variant, players or variant.players, check_house_rules(variant, house_rules))


def label_of(every: Iterable[Call], record: Record) -> str:
    """The name of a recorded bid, from a game's calls."""
    alike = [call for call in every if call.bid == record.bid]
    fitting = [call for call in alike if call.alone in (None, record.alone) and not call.rare] or alike
    return fitting[0].label if fitting else str(record.bid)


def tricks_text(tricks: tuple[int, int]) -> str:
    """The tricks that share a result: "3", "3 or 4", "0–2"."""
    low, high = tricks
    return str(low) if low == high else f"{low} or {high}" if high == low + 1 else f"{low}–{high}"


def result_buttons(
    variant: Variant, house_rules: HouseRules = NO_RULES, *, rare: bool = False, players: int | None = None
) -> tuple[ResultButton, ...]:
    """Every result of every usual call, or of every rare one.

    In games with a card turned up, the fewest points for the makers come first and the euchre last; results that are
    the same with a partner and alone share a button.
    """
    return _result_buttons(variant, players or variant.players, check_house_rules(variant, house_rules), rare)


def passed_out(variant: Variant, house_rules: HouseRules = NO_RULES, players: int | None = None) -> dict[str, object]:
    """The record, as JSON data, of a deal that everybody passed, with the fact that the game may require for it."""
    rulebook = open_rulebook(variant, players or variant.players, check_house_rules(variant, house_rules))
    required = rulebook.variant.all_pass.passed_out if rulebook else "no"
    extras = {"passed_out": True}
    if required not in ("yes", "no"):
        extras[required] = True
    return {
        "variant": variant.slug,
        "players": players or variant.players,
        "maker_side": None,
        "bid": None,
        "alone": False,
        "exchange": 0,
        "trump": None,
        "maker_tricks": None,
        "defender_tricks": None,
        "extras": extras,
    }


def may_pass_out(variant: Variant, house_rules: HouseRules = NO_RULES) -> bool:
    """Whether everybody may pass in this game, so that nobody is forced to bid."""
    rulebook = open_rulebook(variant, variant.players, check_house_rules(variant, house_rules))
    return rulebook is not None and rulebook.variant.all_pass.passed_out != "no"


@lru_cache(maxsize=256)
def _calls(variant: Variant, players: int, answers: Answers) -> tuple[Call, ...]:
    rulebook = open_rulebook(variant, players, answers)
    if rulebook is None:
        raise ValueError(f"{variant.name} is not played by {players}.")
    return tuple(_call(rulebook, keys) for keys in _group_by_pay(rulebook))


@lru_cache(maxsize=256)
def _result_buttons(variant: Variant, players: int, answers: Answers, rare: bool) -> tuple[ResultButton, ...]:
    every = [button for call in _calls(variant, players, answers) if call.rare == rare for button in call.results]
    if any(button.bid is not None for button in every):
        return tuple(every)
    found: dict[object, ResultButton] = {}
    for button in every:
        same = (button.tricks, button.score, button.facts, button.march and button.alone)
        found[same] = _merge(found[same], button) if same in found else button
    return tuple(sorted(found.values(), key=lambda button: (not button.made, button.score.makers)))


def _merge(one: ResultButton, other: ResultButton) -> ResultButton:
    """A result that is the same with a partner and alone."""
    return replace(one, alone=None, exchange=one.exchange if one.exchange == other.exchange else None)


def _group_by_pay(rulebook: Rulebook) -> list[list[ContractKey]]:
    """The contracts in the order of the buttons; ways to play a bid that pay the same are together.

    A hand that has a partner and one that has none pay differently even with equal points: the partner gets them too.
    """
    groups: dict[object, list[ContractKey]] = {}
    for key, line in rulebook.lines.items():
        if not _is_forced_for_the_same_pay(rulebook, key):
            groups.setdefault((key.bid, key.facts, line.contract.partners, line.scores), []).append(key)
    return sorted(groups.values(), key=lambda keys: (keys[0].facts, rulebook.bids.index(keys[0].bid)))


def _is_forced_for_the_same_pay(rulebook: Rulebook, key: ContractKey) -> bool:
    """Whether this is a stuck dealer's bid that pays what anybody's bid pays, and so needs no button."""
    if DEALER_STUCK not in key.facts:
        return False
    unforced = rulebook.lines.get(key._replace(facts=tuple(fact for fact in key.facts if fact != DEALER_STUCK)))
    return unforced is not None and unforced.scores == rulebook.lines[key].scores


def _call(rulebook: Rulebook, keys: list[ContractKey]) -> Call:
    """The call for ways to play a bid that pay the same."""
    bid, alone, exchange, facts = keys[0]
    line = rulebook.lines[keys[0]]
    contract = line.contract
    either_way = any(key.alone != alone for key in keys)
    any_exchange = any(key.exchange != exchange for key in keys)
    call = Call(
        slug="",
        label="",
        bid=bid,
        alone=None if either_way else alone,
        exchange=None if any_exchange else exchange,
        facts=facts,
        rare=contract.rare or bool(set(facts) - {NO_PARTNER}),
        results=(),
    )
    call = replace(
        call,
        slug=_slug(call),
        label=_label(rulebook, call, contract),
        partners=_partners(rulebook, call, contract),
    )
    if contract.unplayed:
        return replace(call, results=(_unplayed_result(rulebook, call, line),))
    return replace(call, results=tuple(_played_results(rulebook, call, line)))


def _slug(call: Call) -> str:
    parts = ["turn-up" if call.bid is None else f"bid-{call.bid}"]
    if call.alone:
        parts.append("alone")
    if call.exchange:
        parts.append(f"x{call.exchange}")
    return "-".join((*parts, *call.facts)).replace("_", "-")


def _label(rulebook: Rulebook, call: Call, contract: Contract) -> str:
    label = contract.label[:1].upper() + contract.label[1:]
    if not label:
        label = "Turn-up" if call.bid is None else bid_text(call.bid).capitalize()
        with_partner = any(key.bid == call.bid and not key.alone for key in rulebook.lines)
        if call.alone and with_partner:
            label += " alone"
    return ", ".join((label, *(fact.replace("_", " ") for fact in call.facts)))


def _partners(rulebook: Rulebook, call: Call, contract: Contract) -> tuple[int, int]:
    """How few and how many partners the maker takes."""
    if call.alone or NO_PARTNER in call.facts:
        return 0, 0
    fewest = 0 if contract.partners_at_most and not rulebook.asks_partner else contract.partners
    return fewest, contract.partners


def _unplayed_result(rulebook: Rulebook, call: Call, line: Line) -> ResultButton:
    made, deal_tricks = line.contract.unplayed == "made", rulebook.deal.tricks
    return ResultButton(
        slug=call.slug,
        bid=call.bid,
        alone=call.alone,
        tricks=(deal_tricks, deal_tricks) if made else (0, 0),
        made=made,
        march=False,
        score=line.scores[0],
        exchange=call.exchange,
        facts=call.facts,
        of=deal_tricks,
        played=False,
    )


def _played_results(rulebook: Rulebook, call: Call, line: Line) -> Iterator[ResultButton]:
    deal_tricks = rulebook.deal.tricks
    # Where the others score their own tricks, no two numbers of tricks are alike.
    others_score_own = rulebook.variant.sides == OWN_TRICKS or rulebook.deal.sides > 2

    def alike(tricks: int) -> object:
        score = line.scores[tricks]
        return score.made, tricks == deal_tricks, score, others_score_own and tricks

    for _, group in groupby(range(deal_tricks + 1), key=alike):
        tricks = list(group)
        score = line.scores[tricks[0]]
        yield ResultButton(
            slug=_result_slug(call, tricks[0], tricks[-1]),
            bid=call.bid,
            alone=call.alone,
            tricks=(tricks[0], tricks[-1]),
            made=score.made is True,
            march=tricks[0] == deal_tricks,
            score=score,
            exchange=call.exchange,
            facts=call.facts,
            of=deal_tricks,
        )


def _result_slug(call: Call, low: int, high: int) -> str:
    tricks = str(low) if low == high else f"{low}-{high}"
    if call.bid is not None:
        return f"{call.slug}-{tricks}"
    return "-".join((tricks, *(["alone"] if call.alone else []), *call.facts))
