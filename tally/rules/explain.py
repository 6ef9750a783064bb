"""The explanation of a variant for a terminal, with the identifiers that imports need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tally.rules.house_rules import (
    NO_RULES,
    HouseRules,
    answers_of,
    as_json,
    house_rules_of,
    renege_tonight,
    resolve,
)
from tally.rules.language import (
    ALL,
    BID,
    EACH_ALIKE,
    ORIGINS,
    OTHERWISE,
    OWN_TRICKS,
    TWO_SIDES,
    Amount,
    Contract,
    Deal,
    HouseRule,
    Numbers,
    Pack,
    Pay,
    Points,
    RuleValue,
    Variant,
)
from tally.rules.renege import renege_text
from tally.rules.rulebook import bids_of, is_bid
from tally.rules.teaching import how_to_play
from tally.rules.variants import SOURCES, source_text
from tally.rules.wording import bid_text, counted, game_end_text, points_text, trumps_text

# Verbs for points gained and points lost, by the way a game counts.
SCORE_OR_LOSE, ADD_OR_SUBTRACT = ("score", "lose"), ("add", "subtract")
MANY = 10  # more answers than this are a range of numbers, and are shown as one


def explain(variant: Variant, house_rules: HouseRules = NO_RULES) -> str:
    """Explain the rules of a game as text, under tonight's house rules.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    return "\n".join(_lines(variant, house_rules)) + "\n"


def _lines(variant: Variant, house_rules: HouseRules) -> Iterator[str]:
    answers = answers_of(variant, house_rules)
    resolved = resolve(variant, answers)
    seed = f" (seed {variant.source})" if variant.source in SOURCES else ""
    yield f"{variant.name} ({variant.slug}), from {source_text(variant)}{seed}"
    if variant.about:
        yield variant.about
    yield ""
    for deal in resolved.deals:
        yield f"Players: {deal.players}, {_sides(resolved, deal)}. {_cards(deal, resolved.kitty_name)}"
    yield f"Trump: {trumps_text(resolved.trumps)}."
    if "S" in resolved.trumps:
        for pack in dict.fromkeys(deal.pack for deal in resolved.deals):
            yield f"  {_suits(pack, left_bower_stays=resolved.left_bower_stays)}"
    yield f"Everybody passes: {resolved.all_pass.text}.{'' if is_bid(resolved) else ' No number is bid.'}"
    yield ""
    for contract in resolved.contracts:
        if contract is not None:
            yield from _contract(contract, resolved.deals[0], resolved)
    yield ""
    yield "How to play:"
    for part in how_to_play(resolved):
        yield f"  {part.label}: {part.paragraphs[0]}"
        yield from (f"    {paragraph}" for paragraph in part.paragraphs[1:])
    yield ""
    yield f"Game: {game_end_text(resolved)}"
    yield from resolved.end.notes
    yield f"Renege: {renege_text(resolved, renege_tonight(variant, house_rules))}"
    yield from resolved.notes
    yield ""
    yield "House rules: a name with its question, then every answer, the default first; * is tonight’s"
    for rule in house_rules_of(variant).values():
        yield _house_rule(rule, answers[rule.name])


def _sides(variant: Variant, deal: Deal) -> str:
    if variant.sides != TWO_SIDES:
        return "each for themselves"
    return f"in {deal.sides} sides of {deal.players // deal.sides}"


def _cards(deal: Deal, kitty: str) -> str:
    rest = [f"{deal.kitty} in the {kitty}"] if deal.kitty else []
    rest += [f"{deal.undealt} undealt"] if deal.undealt else []
    jokers = " and a joker" if deal.pack.jokers else ""
    packs = "" if deal.pack.copies == 1 else " twice"
    return (
        f"{deal.pack.cards} cards ({deal.pack.ranks}{packs}{jokers}), {deal.tricks} each"
        f"{''.join(', ' + part for part in rest)}; {deal.tricks} tricks."
    )


def _suits(pack: Pack, *, left_bower_stays: bool) -> str:
    """How many cards are trumps, and how many follow when another suit is led."""
    trumps, following, other = pack.suits_with_trump
    stays = ""
    if left_bower_stays:
        following, stays = following + pack.copies, ", its jack among them"
    return (
        f"Of {pack.cards} cards {trumps} are trumps once a suit is named; "
        f"the next suit has {following}{stays}, each other suit {other}."
    )


def _contract(contract: Contract, deal: Deal, variant: Variant) -> Iterator[str]:
    lone = all(alone for alone, _ in contract.play)
    play = [_play(contract)] if variant.sides == TWO_SIDES or lone else []
    title = _title(contract, deal, several_deals=len(variant.deals) > 1)
    yield ", ".join((title, *play, *_conditions(contract, variant)))
    if not contract.unplayed:
        yield f"  needs {_needs(contract.needs)}"
    if contract.unplayed != "set":
        yield f"  made: {_pay(contract.made, contract.bid_value, variant)}"
    if contract.unplayed != "made":
        yield f"  set:  {_pay(contract.set, contract.bid_value, variant)}"


def _title(contract: Contract, deal: Deal, *, several_deals: bool) -> str:
    if contract.bids == (None,):
        return "Trump named"
    bids = bids_of(contract, deal)
    span = f"{bids[0]} to {bids[-1]}" if len(bids) > 1 else bid_text(bids[0])
    if several_deals and isinstance(contract.bids, Numbers) and contract.bids.high is None:
        span = f"{bids[0]} to all the tricks"
    return f"Bid {span}{f' ({contract.label})' if contract.label else ''}"


def _play(contract: Contract) -> str:
    """Who plays, after how many cards exchanged."""
    parts = []
    for alone, text in ((False, "both partners play"), (True, "alone")):
        cards = sorted(exchange for lone, exchange in contract.play if lone == alone)
        if cards and cards != [0]:
            text += f" ({' or '.join(map(str, cards))} {'card' if cards[-1] == 1 else 'cards'} exchanged)"
        if cards:
            parts.append(text)
    return " or ".join(parts)


def _conditions(contract: Contract, variant: Variant) -> list[str]:
    """The other conditions of this contract."""
    parts = [fact.replace("_", " ") for fact in contract.when]
    if contract.partners:
        parts.append(counted(contract.partners, "partner"))
    if not contract.kitty:
        parts.append(f"without the {variant.kitty_name}")
    if contract.trumps is not None and contract.trumps != variant.trumps:
        parts.append(f"trump is {trumps_text(contract.trumps)}")
    if contract.players is not None:
        parts.append(f"only with {contract.players} players")
    return parts


def _needs(tricks: int | Amount) -> str:
    if tricks == ALL:
        return "all the tricks"
    return "as many tricks as bid" if tricks == BID else f"{tricks} tricks"


def _pay(paid: Pay, bid_value: int, variant: Variant) -> str:
    defenders = {TWO_SIDES: "defenders", EACH_ALIKE: "each defender", OWN_TRICKS: "each defender, by own tricks,"}
    verbs = ADD_OR_SUBTRACT if variant.end.counts_down else SCORE_OR_LOSE
    defenders_score = _scores(paid.defenders, verbs, singular=variant.sides != TWO_SIDES)
    text = f"makers {_scores(paid.makers, verbs)}; {defenders[variant.sides]} {defenders_score}"
    return text + _hickeys(paid) + (f" (the bid counts as {bid_value})" if bid_value else "")


def _hickeys(paid: Pay) -> str:
    """Who takes hickeys: "; defenders take a hickey for no trick"; empty where nobody does."""
    text = ""
    for who, hickeys in zip(("makers", "defenders"), paid.hickeys or (), strict=False):
        for tricks, taken in (hickeys if isinstance(hickeys, Mapping) else {OTHERWISE: hickeys}).items():
            many = points_text(taken)
            when = "" if tricks == OTHERWISE else " for no trick" if tricks == 0 else f" for {counted(tricks, 'trick')}"
            if many != "0":
                text += f"; {who} take {'a hickey' if many == '1' else f'{many} hickeys'}{when}"
    return text


def _scores(points: Points, verbs: tuple[str, str], *, singular: bool = False) -> str:
    """A verb with an amount: "score 2", "lose 2", or in the singular "scores 2"; `verbs` are for plus and minus."""
    gain, loss = (verb + "s" * singular for verb in verbs)
    text = points_text(points)
    if text.startswith("minus ") and not isinstance(points, Mapping):
        return f"{loss} {text.removeprefix('minus ')}"
    return f"{gain} {'nothing' if text == '0' else text}"


def _house_rule(rule: HouseRule, tonight: RuleValue) -> str:
    """The question, and under it each answer as a night's data has it, with its text."""
    question = f"  {rule.name}: {rule.question}  [{rule.origin}: {ORIGINS[rule.origin]}]"
    if len(rule.answers) > MANY:
        return f"{question}\n    * 0 to {len(rule.answers) - 1}, now {tonight}"
    width = max(len(as_json(answer)) for answer in rule.answers)
    lines = []
    for answer in rule.answers:
        # True equals 1 in Python, so the types are compared too.
        star = "*" if (type(answer), answer) == (type(tonight), tonight) else " "
        lines.append(f"    {star} {as_json(answer):{width}}  {rule.answer_text(answer)}".rstrip())
    if rule.any_number:
        lines.append(f"      or {rule.any_number}")
    if not rule.offers(tonight):
        lines.append(f"    * {as_json(tonight):{width}}  {rule.answer_text(tonight)}".rstrip())
    return "\n".join((question, *lines))
