"""Record → points, or the sentence that says why this hand cannot be."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import Any

from tally.rules.extras import check_facts, check_hand, check_players, check_sides, members
from tally.rules.house_rules import NO_RULES, Answers, HouseRules, check_house_rules
from tally.rules.language import OWN_TRICKS, TWO_SIDES, Variant
from tally.rules.no_such_contract import no_such_contract
from tally.rules.records import Record, read_record
from tally.rules.refusals import HandRefused, Refusal, number
from tally.rules.rulebook import Line, Rulebook, Score, open_rulebook, plain, points

PASSED_OUT = Score(0, 0)
UNPLAYED = ("dealer_conceded", "defenders_declined")


def score(record: Record, house_rules: HouseRules = NO_RULES) -> Score:
    """The points of a hand. A record that leaves something open is scored when every reading scores the same.

    `house_rules` are the night's; the record's own `extras.options` go before them.

    :raises HandRefused: when the hand is impossible, or its readings score differently.
    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    rulebook = _book(record, house_rules)
    facts = check_facts(record, rulebook) if record.extras or rulebook.asks_partner else ()
    if record.passed_out:
        return _passed_out(record, rulebook)
    if record.maker_side not in rulebook.makers:
        raise HandRefused(
            "maker",
            "The maker was not at this table."
            if isinstance(rulebook.makers, range)
            else f"Say which side named trump: {' or '.join(rulebook.makers)}.",
        )
    _check_sum(record, rulebook)
    alone, exchange, tricks = record.alone, record.exchange, record.maker_tricks
    if alone is not None and exchange is not None and (tricks is None or tricks[0] == tricks[1]):
        return _one_reading(record, rulebook, facts, alone, exchange, tricks[0] if tricks else 0)
    return _all_readings(record, rulebook, facts)


def score_json(line: str, house_rules: HouseRules = NO_RULES) -> dict[str, object]:
    """One JSON line in, its result out: `ok` with the points, or `ok` false with `code` and `message`."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError, TypeError):
        return {"ok": False, "code": "not-json", "message": "This line is not JSON."}
    return score_data(data, house_rules)


def score_data(data: object, house_rules: HouseRules = NO_RULES) -> dict[str, object]:
    """The result, as JSON data, of a record that is decoded already."""
    try:
        return as_result(score(read_record(data), house_rules))
    except Refusal as why:
        return {"ok": False, "code": why.code, "message": why.message}


def as_result(points_of_hand: Score) -> dict[str, object]:
    """A score as JSON data; what does not apply is left out."""
    result: dict[str, object] = {
        "ok": True,
        "makers": points_of_hand.makers,
        "defenders": points_of_hand.defenders,
    }
    if points_of_hand.by_player is not None:
        result["by_player"] = list(points_of_hand.by_player)
    if points_of_hand.by_side is not None:
        result["by_side"] = dict(zip("ABC", points_of_hand.by_side, strict=False))
    if points_of_hand.hickeys is not None:
        result["hickeys"] = {"makers": points_of_hand.hickeys[0], "defenders": points_of_hand.hickeys[1]}
    if points_of_hand.lone_player is not None:
        result["lone_player"] = points_of_hand.lone_player
    return result


def _book(record: Record, house_rules: HouseRules) -> Rulebook:
    answers: Answers = ()
    options: Any = record.extras.get("options")
    if options or house_rules:
        answers = check_house_rules(record.variant, {**house_rules, **(options or {})})
    rulebook = open_rulebook(record.variant, record.players, answers)
    if rulebook is None:
        raise HandRefused("players", f"{record.variant.name} is played by {_sizes(record.variant)} at a table.")
    return rulebook


def _sizes(variant: Variant) -> str:
    return " or ".join(number(players) for players in variant.table_sizes)


def _check_sum(record: Record, rulebook: Rulebook) -> None:
    total, makers, defenders = rulebook.deal.tricks, record.maker_tricks, record.defender_tricks
    if makers is None or defenders is None:
        if makers is not defenders:
            raise HandRefused("sum", "Give the tricks of both sides, or of neither when nothing was played.")
        return
    for most, whose in ((makers[1], "makers'"), (defenders[1], "defenders'")):
        if most > total:
            raise HandRefused(
                "tricks", f"The {whose} tricks are {number(most)}, but this game has only {number(total)}."
            )
    if makers[0] + defenders[1] == total and makers[1] + defenders[0] == total:
        return
    if makers == defenders == (0, 0) and any(record.extras.get(fact) is True for fact in UNPLAYED):
        return
    told = "The tricks of both sides do not add up"
    if makers[0] == makers[1] and defenders[0] == defenders[1]:
        told = (
            f"{number(makers[0]).capitalize()} tricks and {number(defenders[0])} make "
            f"{number(makers[0] + defenders[0])}"
        )
    raise HandRefused("sum", f"{told}; this game has {number(total)}.")


def _all_readings(record: Record, rulebook: Rulebook, facts: tuple[str, ...]) -> Score:
    """Every contract and trick count that the record's words allow; they must all score the same."""
    low, high = record.maker_tricks or (0, 0)
    as_told = (record.alone is True, record.exchange or 0)
    plays = [
        (alone, exchange)
        for bid, alone, exchange, known in rulebook.lines
        if (bid, known) == (record.bid, facts) or (bid, known) == (record.bid, ())
        if record.alone in (None, alone) and record.exchange in (None, exchange)
    ]
    readings: set[Score] = set()
    refused: HandRefused | None = None
    for (alone, exchange), tricks in product(dict.fromkeys(plays) or [as_told], range(low, high + 1)):
        try:
            readings.add(_one_reading(record, rulebook, facts, alone, exchange, tricks))
        except HandRefused as why:
            refused = refused or why
    if refused and not readings:
        raise refused
    if len(readings) > 1:
        raise HandRefused(
            "range",
            "These do not all score the same: say how many tricks the makers took, and whether they played alone.",
        )
    return readings.pop()


def _one_reading(
    record: Record, rulebook: Rulebook, facts: tuple[str, ...], alone: bool, exchange: int, tricks: int
) -> Score:
    """The points of one definite hand."""
    if alone and facts == ("no_partner",):
        facts = ()
    line = rulebook.lines.get((record.bid, alone, exchange, facts))
    if line is None or (record.trump is not None and record.trump not in line.trumps):
        raise no_such_contract(record, rulebook, facts, alone, exchange)
    if line.contract.unplayed:
        _check_unplayed(record, line, rulebook.deal.tricks)
    elif record.maker_tricks is None:
        raise HandRefused("tricks", "Say how many tricks each side took.")
    if record.extras or not line.contract.partners_at_most:
        check_hand(record, line.contract, alone, tricks)
    if rulebook.variant.sides == TWO_SIDES:
        return line.scores[tricks] if len(rulebook.makers) == 2 else _by_side(record, rulebook, line, tricks)
    return _by_player(record, rulebook, line, tricks)


def _check_unplayed(record: Record, line: Line, total: int) -> None:
    whole = ((total, total), (0, 0)) if line.contract.unplayed == "made" else ((0, 0), (total, total))
    if (record.maker_tricks, record.defender_tricks) not in ((None, None), ((0, 0), (0, 0)), whole):
        raise HandRefused("tricks", "This hand was not played, so nobody can have taken single tricks.")


def _by_side(record: Record, rulebook: Rulebook, line: Line, tricks: int) -> Score:
    """Three pairs: the makers' points to one, its own tricks to each of the others."""
    paid, each = line.scores[tricks], check_sides(record, rulebook, tricks)
    if each is None:
        return paid
    sides = zip(rulebook.makers, each, strict=True)
    return replace(paid, by_side=tuple(paid.makers if side == record.maker_side else own for side, own in sides))


def _by_player(record: Record, rulebook: Rulebook, line: Line, tricks: int) -> Score:
    """Everybody plays alone: the maker and any partners, and each defender."""
    paid, side = line.scores[tricks], members(record)
    each = check_players(record, rulebook, tricks)
    if rulebook.variant.sides == OWN_TRICKS:
        if len(rulebook.makers) == 2 and each is None:
            each = tuple(tricks if player in side else rulebook.deal.tricks - tricks for player in rulebook.makers)
        if each is None and "tricks_by_player" in rulebook.variant.must_state:
            raise HandRefused("tricks-by-player", "Say how many tricks every player took.")
        return paid if each is None else _own_tricks(record, rulebook, line, paid, each)
    lone = paid.makers if paid.lone_player is None else paid.lone_player
    return replace(
        paid,
        by_player=tuple(
            lone if player == record.maker_side else paid.makers if player in side else paid.defenders
            for player in rulebook.makers
        ),
    )


def _own_tricks(record: Record, rulebook: Rulebook, line: Line, paid: Score, each: tuple[int, ...]) -> Score:
    by_tricks = line.own_tricks[each[int(record.maker_side or 0)]]
    dropped: Any = record.extras.get("dropped") or ()
    everybody = tuple(
        paid.makers if player == record.maker_side else 0 if player in dropped else by_tricks[own]
        for player, own in enumerate(each)
    )
    return replace(paid, by_player=everybody, defenders=sum(everybody) - paid.makers)


def _passed_out(record: Record, rulebook: Rulebook) -> Score:
    """Nobody bid: no score, unless somebody must have bid, or the hand is played without a maker."""
    rule = rulebook.variant.all_pass
    if rule.passed_out == "no" or (rule.passed_out != "yes" and record.extras.get(rule.passed_out) is not True):
        raise HandRefused("passed-out", f"This deal cannot be passed out: {rule.text}.")
    contradicted = record.extras.keys() - {"passed_out", "options", "joker_undealt", "tricks_by_player"}
    if any(record.extras[name] for name in contradicted):
        raise HandRefused("passed-out", "When everybody passed, there is nothing more to say of the hand.")
    if rule.everybody is None:
        if record.extras.get("tricks_by_player"):
            raise HandRefused("passed-out", "When everybody passed, nobody is the maker and there are no tricks.")
        nobody = None if rulebook.variant.sides == TWO_SIDES else (0,) * len(rulebook.makers)
        return replace(PASSED_OUT, by_player=nobody)
    each = check_players(record, rulebook, 0)
    if each is None:
        raise HandRefused("tricks-by-player", "Say how many tricks every player took.")
    paid = tuple(plain(points(rule.everybody, own, 0, rulebook.deal.tricks)) for own in each)
    return Score(0, sum(paid), by_player=paid)
