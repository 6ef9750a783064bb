"""The rulebook: an entry compiled to tables of what each contract pays at each number of tricks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from tally.rules.house_rules import Answers, Renege, renege_tonight, resolve
from tally.rules.language import (
    NO_NUMBER,
    OTHERWISE,
    OWN_TRICKS,
    TWO_SIDES,
    AllPass,
    Amount,
    Bid,
    Contract,
    Deal,
    Numbers,
    Points,
    SplitPoints,
    Variant,
)

DEALER_STUCK = "dealer_stuck"
NO_PARTNER = "no_partner"  # a fact that a record states by naming no partner
FACTS_OF_EVERY_GAME = ("options", "passed_out")
NEEDS_FACT = {"dealer_conceded": DEALER_STUCK}  # only a stuck dealer concedes


class ContractKey(NamedTuple):
    """What a record says of the contract: the bid, how it was played, and sorted facts that change the pay."""

    bid: Bid
    alone: bool
    exchange: int
    facts: tuple[str, ...]


class TwoContractsError(TypeError):
    """An entry in which a record would mean either of two contracts; `key` is what it would say."""

    def __init__(self, slug: str, key: ContractKey) -> None:
        super().__init__(f"{slug}: two contracts for {key}.")
        self.key = key


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth, in points; zero for both sides when passed out, or when somebody reneged.

    - `by_player`: each player's points where all play for themselves; None if the record lacks the tricks for it.
    - `by_side`: each side's points where three sides play, or when a side reneged.
    - `hickeys`: (the makers', the defenders'), in the games that count them.
    - `lone_player`: the lone player's points, where they are not the side's.
    - `made`: whether the contract was made. Two scores with the same points are equal whatever it is.
    """

    makers: int
    defenders: int
    by_player: tuple[int, ...] | None = None
    by_side: tuple[int, ...] | None = None
    hickeys: tuple[int, int] | None = None
    lone_player: int | None = None
    made: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One contract as a table may play it.

    `scores` is indexed by the makers' tricks. `own_tricks`, where each defender scores separately, is indexed by the
    makers' tricks and then by that defender's.
    """

    contract: Contract
    trumps: frozenset[str]
    scores: tuple[Score, ...]
    own_tricks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that can happen in a game at a table of one size, under the night's house rules.

    - `variant`: the entry with every house rule resolved, and the end of a game at this table.
    - `facts`: the extra facts that a record may state.
    - `makers`: the sides or players that can be the makers.
    - `asks_partner`: whether a record without a partner means that the maker had none.
    - `renege`: what a renege costs.
    """

    variant: Variant
    deal: Deal
    lines: Mapping[ContractKey, Line]
    facts: frozenset[str]
    makers: tuple[str, ...] | range
    asks_partner: bool
    renege: Renege

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid of the game, in the order of the entry."""
        return tuple(dict.fromkeys(key.bid for key in self.lines))


@lru_cache(maxsize=1024)
def open_rulebook(variant: Variant, players: int, answers: Answers = ()) -> Rulebook | None:
    """Compile the rulebook of a game for a number of players; None if that many cannot play it."""
    resolved = resolve(variant, dict(answers))
    deal = resolved.deal(players)
    if deal is None:
        return None
    contracts = [c for c in resolved.contracts if c is not None and c.players in (None, players)]
    lines: dict[ContractKey, Line] = {}
    for contract in contracts:
        for key, line in _lines(resolved, contract, deal):
            if key in lines:
                raise TwoContractsError(variant.slug, key)
            lines[key] = line
    lines.update(_stuck_lines(resolved.all_pass, lines))
    return Rulebook(
        variant=replace(resolved, end=resolved.end.at_table(players)),
        deal=deal,
        lines=lines,
        facts=frozenset(_facts(resolved, deal, contracts, lines)),
        makers=tuple("ABC"[: deal.sides]) if resolved.sides == TWO_SIDES else range(players),
        asks_partner=any(NO_PARTNER in contract.when for contract in contracts),
        renege=renege_tonight(variant, dict(answers)),
    )


def evaluate(points: Points, tricks: int, bid: int, deal_tricks: int) -> int | SplitPoints:
    """An amount of points as a number; `tricks` are those of the side that is paid."""
    if isinstance(points, Amount):
        return points.points + points.tricks * tricks + points.bid * bid + points.all * deal_tricks
    if isinstance(points, Mapping):
        return evaluate(points.get(tricks, points.get(OTHERWISE, 0)), tricks, bid, deal_tricks)
    return points


def side_points(points: int | SplitPoints) -> int:
    """The points that the side counts."""
    return points.side if isinstance(points, SplitPoints) else points


def bids_of(contract: Contract, deal: Deal) -> tuple[Bid, ...]:
    """Every bid of a contract at a table."""
    if isinstance(contract.bids, Numbers):
        return tuple(range(contract.bids.low, (contract.bids.high or deal.tricks) + 1))
    return contract.bids


def is_bid(resolved: Variant) -> bool:
    """Whether a number or a name is bid, rather than trump only named."""
    return any(contract is not None and contract.bids != NO_NUMBER for contract in resolved.contracts)


def _lines(variant: Variant, contract: Contract, deal: Deal) -> Iterator[tuple[ContractKey, Line]]:
    """Every bid of a contract, for every way to play it."""
    trumps = frozenset(contract.trumps or variant.trumps)
    facts = tuple(sorted(contract.when))
    for bid in bids_of(contract, deal):
        value = contract.bid_value or (bid if isinstance(bid, int) else 0)
        scores = tuple(_score(contract, value, tricks, deal.tricks) for tricks in range(deal.tricks + 1))
        own_tricks: tuple[tuple[int, ...], ...] = ()
        if variant.sides == OWN_TRICKS:
            own_tricks = tuple(_own_tricks(contract, value, score, deal.tricks) for score in scores)
        line = Line(contract, trumps, scores, own_tricks)
        for alone, exchange in contract.play:
            yield ContractKey(bid, alone, exchange, facts), line


def _score(contract: Contract, bid: int, tricks: int, deal_tricks: int) -> Score:
    if contract.unplayed:
        made = contract.unplayed == "made"
    else:
        made = tricks >= side_points(evaluate(contract.needs, tricks, bid, deal_tricks))
    pay = contract.made if made else contract.set
    others = deal_tricks - tricks
    makers = evaluate(pay.makers, tricks, bid, deal_tricks)
    defenders = evaluate(pay.defenders, others, bid, deal_tricks)
    hickeys = None
    if pay.hickeys is not None:
        hickeys = (
            side_points(evaluate(pay.hickeys[0], tricks, bid, deal_tricks)),
            side_points(evaluate(pay.hickeys[1], others, bid, deal_tricks)),
        )
    return Score(
        makers=side_points(makers),
        defenders=side_points(defenders),
        hickeys=hickeys,
        lone_player=makers.lone_player if isinstance(makers, SplitPoints) else None,
        made=made,
    )


def _own_tricks(contract: Contract, bid: int, score: Score, deal_tricks: int) -> tuple[int, ...]:
    """What one defender scores, by his or her own tricks."""
    pay = contract.made if score.made else contract.set
    return tuple(side_points(evaluate(pay.defenders, own, bid, deal_tricks)) for own in range(deal_tricks + 1))


def _stuck_lines(all_pass: AllPass, lines: Mapping[ContractKey, Line]) -> dict[ContractKey, Line]:
    """The lines that a stuck dealer can be held to."""
    stuck: dict[ContractKey, Line] = {}
    for key, line in lines.items():
        if may_be_stuck_with(all_pass, key.bid):
            scores = tuple(_half_set(score) for score in line.scores) if all_pass.half_set else line.scores
            trumps = line.trumps | frozenset(all_pass.trumps or ())
            facts = tuple(sorted((*key.facts, DEALER_STUCK)))
            stuck[key._replace(facts=facts)] = replace(line, scores=scores, trumps=trumps)
    return stuck


def may_be_stuck_with(all_pass: AllPass, bid: Bid) -> bool:
    """Whether a stuck dealer can be held to this bid."""
    if all_pass.dealer_least is not None:
        return isinstance(bid, str) or (bid or 1) >= all_pass.dealer_least  # naming trump is the lowest bid
    return all_pass.dealer_exactly is not None and bid == all_pass.dealer_exactly


def _half_set(score: Score) -> Score:
    """Half of what a set loses, rounded up."""
    if score.made:
        return score
    lost = -score.makers
    return replace(score, makers=-((lost + 1) // 2))


def _facts(variant: Variant, deal: Deal, contracts: list[Contract], lines: Mapping[ContractKey, Line]) -> Iterator[str]:
    """The extra facts that a record of this game may state."""
    yield from FACTS_OF_EVERY_GAME
    yield from variant.facts
    yield from {fact for key in lines for fact in key.facts} - {NO_PARTNER}
    if variant.sides == TWO_SIDES or any(contract.partners for contract in contracts):
        yield "partner_tricks"
    if variant.sides != TWO_SIDES:
        yield "tricks_by_player"
    if deal.sides > 2:
        yield "tricks_by_side"
    if deal.kitty:
        yield "widow_used"
    if deal.pack.jokers and deal.kitty + deal.undealt:
        yield "joker_undealt"
    if any(contract.defender_exchange for contract in contracts):
        yield "defender_exchange"
