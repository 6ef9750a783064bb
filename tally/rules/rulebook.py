"""An entry, compiled once: for every contract, at every number of tricks, what both sides score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from tally.rules.house_rules import Answers, resolve
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

Key: TypeAlias = tuple[Bid, bool, int, tuple[str, ...]]  # bid, alone, cards exchanged, facts in order
DEALER_STUCK = "dealer_stuck"
ALWAYS_ALLOWED = ("options", "passed_out")


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth, in points; zero for both when passed out.

    `lone_player` is set where the lone player scores something else than the side. Where everybody plays
    for themselves, `by_player` has everybody's points, unless the record does not tell them; `by_side`
    where three sides play. `made` says whether the contract was made; it takes no part in comparing scores.
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

    `scores` by the makers' tricks; `own_tricks`, where each defender scores apart, by the makers' tricks
    and then by that defender's.
    """

    contract: Contract
    trumps: frozenset[str]
    scores: tuple[Score, ...]
    own_tricks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that can happen in a game at a table of this size, under these house rules."""

    variant: Variant
    deal: Deal
    lines: Mapping[Key, Line]
    facts: frozenset[str]
    makers: tuple[str, ...] | range
    asks_partner: bool

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid of the game, in the order of the entry."""
        return tuple(dict.fromkeys(key[0] for key in self.lines))


@lru_cache(maxsize=1024)
def open_rulebook(variant: Variant, players: int, answers: Answers = ()) -> Rulebook | None:
    """The tables of a game for so many players, or None if that many cannot play it."""
    resolved = resolve(variant, dict(answers))
    deal = resolved.deal(players)
    if deal is None:
        return None
    contracts = [c for c in resolved.contracts if c is not None and c.players in (None, players)]
    lines: dict[Key, Line] = {}
    for contract in contracts:
        for key, line in _lines(resolved, contract, deal):
            if key in lines:
                raise TypeError(f"{variant.slug}: two contracts for {key}.")
            lines[key] = line
    lines.update(_stuck_lines(resolved.all_pass, lines))
    return Rulebook(
        variant=resolved,
        deal=deal,
        lines=lines,
        facts=frozenset(_facts(resolved, deal, contracts, lines)),
        makers=tuple("ABC"[: deal.sides]) if resolved.sides == TWO_SIDES else range(players),
        asks_partner=any("no_partner" in c.when for c in contracts),
    )


def points(amount: Points, tricks: int, bid: int, every: int) -> int | SplitPoints:
    """An amount in numbers: `tricks` of the side that is paid, the number bid, the tricks of the deal."""
    if isinstance(amount, Amount):
        return amount.points + amount.tricks * tricks + amount.bid * bid + amount.all * every
    if isinstance(amount, Mapping):
        return points(amount.get(tricks, amount.get(OTHERWISE, 0)), tricks, bid, every)
    return amount


def bids_of(contract: Contract, deal: Deal) -> tuple[Bid, ...]:
    """Every bid of a contract at a table."""
    if isinstance(contract.bids, Numbers):
        return tuple(range(contract.bids.low, (contract.bids.high or deal.tricks) + 1))
    return contract.bids


def is_bid(resolved: Variant) -> bool:
    """Whether a number or a name is bid, or trump only named."""
    return any(contract is not None and contract.bids != NO_NUMBER for contract in resolved.contracts)


def _lines(variant: Variant, contract: Contract, deal: Deal) -> Iterator[tuple[Key, Line]]:
    """Every bid of a contract, in every way to play it."""
    trumps = frozenset(contract.trumps or variant.trumps)
    facts = tuple(sorted(contract.when))
    for bid in bids_of(contract, deal):
        worth = contract.bid_value or (bid if isinstance(bid, int) else 0)
        scores = tuple(_score(contract, worth, tricks, deal.tricks) for tricks in range(deal.tricks + 1))
        own = [_own_tricks(contract, worth, score, deal.tricks) for score in scores]
        line = Line(contract, trumps, scores, tuple(own) if variant.sides == OWN_TRICKS else ())
        for alone, exchange in contract.play:
            yield (bid, alone, exchange, facts), line


def _own_tricks(contract: Contract, bid: int, score: Score, every: int) -> tuple[int, ...]:
    """What a single defender scores for his or her own tricks."""
    paid = contract.made if score.made else contract.set
    return tuple(plain(points(paid.defenders, tricks, bid, every)) for tricks in range(every + 1))


def _stuck_lines(all_pass: AllPass, lines: Mapping[Key, Line]) -> dict[Key, Line]:
    """The lines that a stuck dealer may be held to."""
    stuck: dict[Key, Line] = {}
    for (bid, alone, exchange, facts), line in lines.items():
        if _stuck_with(all_pass, bid):
            scores = tuple(_half(score) for score in line.scores) if all_pass.half_set else line.scores
            trumps = line.trumps | frozenset(all_pass.trumps or ())
            stuck[bid, alone, exchange, tuple(sorted((*facts, DEALER_STUCK)))] = replace(
                line, scores=scores, trumps=trumps
            )
    return stuck


def _stuck_with(all_pass: AllPass, bid: Bid) -> bool:
    if all_pass.dealer_least is not None:
        return isinstance(bid, str) or (bid or 0) >= all_pass.dealer_least
    return all_pass.dealer_exactly is not None and bid == all_pass.dealer_exactly


def _half(score: Score) -> Score:
    """Half of what a set loses, rounded up."""
    return score if score.made else replace(score, makers=-((1 - score.makers) // 2))


def _score(contract: Contract, bid: int, tricks: int, every: int) -> Score:
    made = tricks >= plain(points(contract.needs, tricks, bid, every))
    if contract.unplayed:
        made = contract.unplayed == "made"
    paid, others = contract.made if made else contract.set, every - tricks
    makers = points(paid.makers, tricks, bid, every)
    hickeys = None
    if paid.hickeys is not None:
        theirs = points(paid.hickeys[0], tricks, bid, every), points(paid.hickeys[1], others, bid, every)
        hickeys = plain(theirs[0]), plain(theirs[1])
    return Score(
        makers=plain(makers),
        defenders=plain(points(paid.defenders, others, bid, every)),
        hickeys=hickeys,
        lone_player=makers.lone_player if isinstance(makers, SplitPoints) else None,
        made=made,
    )


def plain(amount: int | SplitPoints) -> int:
    """The points that the side counts."""
    return amount.side if isinstance(amount, SplitPoints) else amount


def _facts(variant: Variant, deal: Deal, contracts: list[Contract], lines: Mapping[Key, Line]) -> Iterator[str]:
    """The extra facts that a record of this game may state."""
    yield from ALWAYS_ALLOWED
    yield from variant.facts
    yield from {fact for _, _, _, facts in lines for fact in facts} - {"no_partner"}
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
