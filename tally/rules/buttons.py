"""The buttons of a scoring screen, made from a variant's own contracts.

Turn-up games need one tap: `result_buttons`. Bid games need two: a `Call`, then one of its results. Results that pay
the same and follow each other are one button ("3 or 4 tricks"); a made hand and a set never are, nor a march
and less than that, nor a march with a partner and a march alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from tally.rules.house_rules import NO_RULES, Answers, HouseRules, check_house_rules
from tally.rules.language import OWN_TRICKS, Bid, Contract, Variant
from tally.rules.rulebook import DEALER_STUCK, Key, Rulebook, Score, open_rulebook
from tally.rules.wording import bid_text

NO_PARTNER = "no_partner"  # a fact that a record states by naming nobody


@dataclass(frozen=True, slots=True)
class ResultButton:
    """One result that a table can tap: `tricks` is (fewest, most) of the makers, out of `of`.

    `alone` and `exchange` are None where the button does not say them, because it makes no difference.
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
        """The record, as JSON data, of this result for makers "A" or "B", or a player from 0."""
        (low, high), of = self.tricks, self.of
        makers: object = low if low == high else [low, high]
        defenders: object = of - low if low == high else [of - high, of - low]
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
            "extras": {fact: True for fact in self.facts if fact != NO_PARTNER},
        }


@dataclass(frozen=True, slots=True)
class Call:
    """What was bid: the first tap of a bid game, `results` the second. `rare` calls stand under "More".

    `partners` is (fewest, most) that the maker takes into the side, where partners are not fixed.
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
    """Every bid of a game in the order of its entry, each with its results from no trick to all.

    :raises ValueError: when so many players cannot play it.
    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    return _calls(variant, players or variant.players, check_house_rules(variant, house_rules))


@lru_cache(maxsize=256)
def _calls(variant: Variant, players: int, answers: Answers) -> tuple[Call, ...]:
    rulebook = open_rulebook(variant, players, answers)
    if rulebook is None:
        raise ValueError(f"{variant.name} is not played by {players}.")
    return tuple(_call(rulebook, plays) for plays in _alike(rulebook))


def result_buttons(
    variant: Variant, house_rules: HouseRules = NO_RULES, *, rare: bool = False, players: int | None = None
) -> tuple[ResultButton, ...]:
    """Every result of every usual call (or of every rare one).

    Turn-up games: fewest points for the makers first, the euchre last, and results that are the same with a
    partner and alone only once.
    """
    return _result_buttons(variant, players or variant.players, check_house_rules(variant, house_rules), rare)


@lru_cache(maxsize=256)
def _result_buttons(variant: Variant, players: int, answers: Answers, rare: bool) -> tuple[ResultButton, ...]:
    found = [c for call in _calls(variant, players, answers) if call.rare == rare for c in call.results]
    if any(choice.bid is not None for choice in found):
        return tuple(found)
    once: dict[object, ResultButton] = {}
    for choice in found:
        same = (choice.tricks, choice.score, choice.facts, choice.march and choice.alone)
        once[same] = _either_way(once[same], choice) if same in once else choice
    return tuple(sorted(once.values(), key=lambda c: (not c.made, c.score.makers)))


def _either_way(one: ResultButton, other: ResultButton) -> ResultButton:
    """A result that is the same with a partner and alone."""
    return replace(one, alone=None, exchange=one.exchange if one.exchange == other.exchange else None)


def passed_out(variant: Variant, house_rules: HouseRules = NO_RULES, players: int | None = None) -> dict[str, object]:
    """The record, as JSON data, of a deal that everybody passed, with the fact that allows it if one must."""
    rulebook = open_rulebook(variant, players or variant.players, check_house_rules(variant, house_rules))
    fact = rulebook.variant.all_pass.passed_out if rulebook else "no"
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
        "extras": {"passed_out": True} | ({fact: True} if fact not in ("yes", "no") else {}),
    }


def may_pass_out(variant: Variant, house_rules: HouseRules = NO_RULES) -> bool:
    """Whether everybody can pass in this game without anybody being forced to bid."""
    rulebook = open_rulebook(variant, variant.players, check_house_rules(variant, house_rules))
    return rulebook is not None and rulebook.variant.all_pass.passed_out != "no"


def _alike(rulebook: Rulebook) -> list[list[Key]]:
    """Every bid, once for all the ways to play it that pay the same."""
    found: dict[object, list[Key]] = {}
    for key, line in rulebook.lines.items():
        if not _changes_nothing(rulebook, key):
            found.setdefault((key[0], key[3], line.scores), []).append(key)
    return sorted(found.values(), key=lambda plays: _order(rulebook, plays[0]))


def _changes_nothing(rulebook: Rulebook, key: Key) -> bool:
    """A stuck dealer's bid that pays what anybody's would."""
    bid, alone, exchange, facts = key
    unforced = rulebook.lines.get((bid, alone, exchange, tuple(f for f in facts if f != DEALER_STUCK)))
    return DEALER_STUCK in facts and unforced is not None and unforced.scores == rulebook.lines[key].scores


def _order(rulebook: Rulebook, key: Key) -> tuple[tuple[str, ...], int]:
    return key[3], rulebook.bids.index(key[0])


def _call(rulebook: Rulebook, plays: list[Key]) -> Call:
    bid, first_alone, first_exchange, facts = plays[0]
    contract = rulebook.lines[plays[0]].contract
    alone = first_alone if all(play[1] == first_alone for play in plays) else None
    exchange = first_exchange if all(play[2] == first_exchange for play in plays) else None
    label = contract.label[:1].upper() + contract.label[1:] or _label(rulebook, bid, alone)
    call = Call(
        slug=_slug(bid, alone, exchange, facts),
        bid=bid,
        alone=alone,
        exchange=exchange,
        facts=facts,
        label=", ".join((label, *(fact.replace("_", " ") for fact in facts))),
        rare=contract.rare or bool(set(facts) - {NO_PARTNER}),
        results=(),
        partners=_partners(rulebook, contract, alone, facts),
    )
    return replace(call, results=tuple(_results(rulebook, call, plays[0])))


def _partners(rulebook: Rulebook, contract: Contract, alone: bool | None, facts: tuple[str, ...]) -> tuple[int, int]:
    """How many partners the maker takes."""
    if alone or NO_PARTNER in facts:
        return 0, 0
    fewest = 0 if contract.partners_at_most and not rulebook.asks_partner else contract.partners
    return fewest, contract.partners


def _results(rulebook: Rulebook, call: Call, key: Key) -> Iterator[ResultButton]:
    line, every = rulebook.lines[key], rulebook.deal.tricks
    if line.contract.unplayed:
        made = line.contract.unplayed == "made"
        yield ResultButton(
            slug=call.slug,
            bid=call.bid,
            alone=call.alone,
            tricks=(every, every) if made else (0, 0),
            made=made,
            march=False,
            score=line.scores[0],
            exchange=call.exchange,
            facts=call.facts,
            of=every,
            played=False,
        )
        return
    # Where the others score what each of them took, no two numbers of tricks are alike.
    each_apart = rulebook.variant.sides == OWN_TRICKS or rulebook.deal.sides > 2

    def alike(t: int) -> object:
        return line.scores[t].made, t == every, line.scores[t], each_apart and t

    for _, run in groupby(range(every + 1), key=alike):
        tricks = list(run)
        span = str(tricks[0]) if len(tricks) == 1 else f"{tricks[0]}-{tricks[-1]}"
        suffix = "".join(f"-{word}" for word in (*(["alone"] if call.alone else []), *call.facts))
        yield ResultButton(
            slug=span + suffix if call.bid is None else f"{call.slug}-{span}",
            bid=call.bid,
            alone=call.alone,
            tricks=(tricks[0], tricks[-1]),
            made=line.scores[tricks[0]].made is True,
            march=tricks[0] == every,
            score=line.scores[tricks[0]],
            exchange=call.exchange,
            facts=call.facts,
            of=every,
        )


def _slug(bid: Bid, alone: bool | None, exchange: int | None, facts: tuple[str, ...]) -> str:
    words = ["turn-up" if bid is None else f"bid-{bid}"]
    words += ["alone"] if alone else []
    words += [f"x{exchange}"] if exchange else []
    return "-".join((*words, *facts)).replace("_", "-")


def _label(rulebook: Rulebook, bid: Bid, alone: bool | None) -> str:
    name = "Turn-up" if bid is None else bid_text(bid).capitalize()
    with_partner = any(key[0] == bid and not key[1] for key in rulebook.lines)
    return f"{name} alone" if alone and with_partner else name
