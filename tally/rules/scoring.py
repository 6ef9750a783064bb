"""Scoring: a record → points, or the sentence that says why this hand is impossible."""

from __future__ import annotations

import json
from dataclasses import replace

from tally.rules.contradictions import refuse_contradictions
from tally.rules.facts import check_facts, check_hand, check_players, check_sides, lacks_partner, makers_of
from tally.rules.house_rules import NO_RULES, Answers, HouseRules, check_house_rules
from tally.rules.language import OWN_TRICKS, TWO_SIDES
from tally.rules.no_such_contract import no_such_contract
from tally.rules.records import Record, read_record
from tally.rules.refusals import HandRefused, Refusal, number, spelled
from tally.rules.renege import score_renege
from tally.rules.rulebook import (
    NO_PARTNER,
    ContractKey,
    Line,
    Rulebook,
    Score,
    evaluate,
    open_rulebook,
    side_points,
)

PASSED_OUT = Score(0, 0)
FACTS_OF_UNPLAYED_HANDS = ("dealer_conceded", "defenders_declined")
FACTS_OF_PASSED_OUT_DEALS = frozenset(("passed_out", "options", "joker_undealt", "tricks_by_player"))


def score(record: Record, house_rules: HouseRules = NO_RULES) -> Score:
    """Score a hand; a record that leaves something open is scored if every reading of it scores the same.

    `house_rules` are the night's. The record's own `extras.options` take precedence over them.

    :raises HandRefused: if the hand is impossible, or its readings score differently.
    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    rulebook = _rulebook_for(record, house_rules)
    if record.reneged is not None:
        return score_renege(record, rulebook)
    facts = check_facts(record, rulebook) if record.extras or rulebook.asks_partner else ()
    if record.passed_out:
        return _score_passed_out(record, rulebook)
    if record.maker_side not in rulebook.makers:
        raise _no_such_maker(rulebook)
    _check_sum_of_tricks(record, rulebook)
    if lacks_partner(record, rulebook):
        return _score_without_partner(record, rulebook, facts)
    alone, exchange, tricks = record.alone, record.exchange, record.maker_tricks
    if alone is not None and exchange is not None and (tricks is None or tricks[0] == tricks[1]):
        wanted = ContractKey(record.bid, alone, exchange, facts)
        return _score_one_reading(record, rulebook, wanted, tricks[0] if tricks else 0)
    return _score_all_readings(record, rulebook, facts)


def score_json(line: str, house_rules: HouseRules = NO_RULES) -> dict[str, object]:
    """Score one line of JSON: the points with `ok` true, or `code` and `message` with `ok` false."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError, TypeError):
        return {"ok": False, "code": "not-json", "message": "This line is not JSON."}
    return score_data(data, house_rules)


def score_data(data: object, house_rules: HouseRules = NO_RULES) -> dict[str, object]:
    """Score a record that is decoded already; the result is JSON data, as in `score_json`."""
    try:
        record = read_record(data)
        if house_rules or record.extras.get("options"):
            refuse_contradictions(record.variant, {**house_rules, **(record.extras.get("options") or {})})
        return as_result(score(record, house_rules))
    except Refusal as refusal:
        return {"ok": False, "code": refusal.code, "message": refusal.message}


def as_result(points: Score) -> dict[str, object]:
    """A score as JSON data, without the fields that do not apply.

    When somebody reneged, `makers` and `defenders` are 0, and the points are `by_side` or `by_player`.
    """
    result: dict[str, object] = {"ok": True, "makers": points.makers, "defenders": points.defenders}
    if points.by_player is not None:
        result["by_player"] = list(points.by_player)
    if points.by_side is not None:
        result["by_side"] = dict(zip("ABC", points.by_side, strict=False))
    if points.hickeys is not None:
        result["hickeys"] = {"makers": points.hickeys[0], "defenders": points.hickeys[1]}
    if points.lone_player is not None:
        result["lone_player"] = points.lone_player
    return result


def _rulebook_for(record: Record, house_rules: HouseRules) -> Rulebook:
    answers: Answers = ()
    options = record.extras.get("options")
    if options or house_rules:
        answers = check_house_rules(record.variant, {**house_rules, **(options or {})})
    rulebook = open_rulebook(record.variant, record.players, answers)
    if rulebook is None:
        sizes = " or ".join(number(players) for players in record.variant.table_sizes)
        raise HandRefused("players", f"{record.variant.name} is played by {sizes} at a table.")
    return rulebook


def _no_such_maker(rulebook: Rulebook) -> HandRefused:
    if isinstance(rulebook.makers, range):
        return HandRefused("maker", "The maker was not at this table.")
    return HandRefused("maker", f"Say which side named trump: {' or '.join(rulebook.makers)}.")


def _check_sum_of_tricks(record: Record, rulebook: Rulebook) -> None:
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
    if makers == defenders == (0, 0) and any(record.extras.get(fact) is True for fact in FACTS_OF_UNPLAYED_HANDS):
        return
    problem = "The tricks of both sides do not add up"
    if makers[0] == makers[1] and defenders[0] == defenders[1]:
        both = f"{spelled(makers[0], 'trick').capitalize()} and {number(defenders[0])}"
        problem = f"{both} make {number(makers[0] + defenders[0])}"
    raise HandRefused("sum", f"{problem}; this game has {number(total)}.")


def _score_without_partner(record: Record, rulebook: Rulebook, facts: tuple[str, ...]) -> Score:
    """Score a record that leaves open whether the maker had a partner; it must make no difference."""
    with_partner = _score_all_readings(record, rulebook, facts)
    if with_partner != _score_all_readings(record, rulebook, (*facts, NO_PARTNER)):
        raise HandRefused("partner", "Say who held the highest card of the suit called, or that nobody else did.")
    return with_partner


def _score_all_readings(record: Record, rulebook: Rulebook, facts: tuple[str, ...]) -> Score:
    """Score every contract and number of tricks that the record allows; all must score the same."""
    fewest, most = record.maker_tricks or (0, 0)
    scores: set[Score] = set()
    first_refusal: HandRefused | None = None
    for wanted in _possible_keys(record, rulebook, facts):
        for tricks in range(fewest, most + 1):
            try:
                scores.add(_score_one_reading(record, rulebook, wanted, tricks))
            except HandRefused as refusal:
                first_refusal = first_refusal or refusal
    if first_refusal and not scores:
        raise first_refusal
    if len(scores) > 1:
        raise HandRefused(
            "range",
            "These do not all score the same: say how many tricks the makers took, and whether they played alone.",
        )
    return scores.pop()


def _possible_keys(record: Record, rulebook: Rulebook, facts: tuple[str, ...]) -> list[ContractKey]:
    """The contracts that the record may mean, with its own facts."""
    keys = [
        key._replace(facts=facts)
        for key in rulebook.lines
        if key.bid == record.bid and key.facts in (facts, ())
        if record.alone in (None, key.alone) and record.exchange in (None, key.exchange)
    ]
    if not keys:
        # There is no such contract: one reading remains, which says what is wrong.
        return [ContractKey(record.bid, record.alone is True, record.exchange or 0, facts)]
    return list(dict.fromkeys(keys))


def _score_one_reading(record: Record, rulebook: Rulebook, wanted: ContractKey, tricks: int) -> Score:
    """Score one definite contract and number of tricks."""
    if wanted.alone and wanted.facts == (NO_PARTNER,):
        wanted = wanted._replace(facts=())
    line = rulebook.lines.get(wanted)
    if line is None or (record.trump is not None and record.trump not in line.trumps):
        raise no_such_contract(record, rulebook, wanted)
    if line.contract.unplayed:
        _check_unplayed(record, line, rulebook.deal.tricks)
    elif record.maker_tricks is None:
        raise HandRefused("tricks", "Say how many tricks each side took.")
    if record.extras or not line.contract.partners_at_most:
        check_hand(record, line.contract, wanted.alone, tricks)
    if rulebook.variant.sides != TWO_SIDES:
        return _score_by_player(record, rulebook, line, tricks, alone=wanted.alone)
    if len(rulebook.makers) > 2:
        return _score_by_side(record, rulebook, line, tricks)
    return line.scores[tricks]


def _check_unplayed(record: Record, line: Line, total: int) -> None:
    all_tricks = ((total, total), (0, 0)) if line.contract.unplayed == "made" else ((0, 0), (total, total))
    if (record.maker_tricks, record.defender_tricks) not in ((None, None), ((0, 0), (0, 0)), all_tricks):
        raise HandRefused("tricks", "This hand was not played, so nobody can have taken single tricks.")


def _score_by_side(record: Record, rulebook: Rulebook, line: Line, tricks: int) -> Score:
    """Score three pairs: the makers' points to one, and to each other pair its own tricks."""
    points = line.scores[tricks]
    by_side = check_sides(record, rulebook, tricks)
    if by_side is None:
        return points
    sides = zip(rulebook.makers, by_side, strict=True)
    return replace(points, by_side=tuple(points.makers if side == record.maker_side else own for side, own in sides))


def _score_by_player(record: Record, rulebook: Rulebook, line: Line, tricks: int, *, alone: bool) -> Score:
    """Score a hand in which all play for themselves: the maker, any partners, and each defender."""
    points, makers = line.scores[tricks], makers_of(record)
    by_player = check_players(record, rulebook, tricks)
    if rulebook.variant.sides == OWN_TRICKS:
        if len(rulebook.makers) == 2 and by_player is None:
            others = rulebook.deal.tricks - tricks
            by_player = tuple(tricks if player in makers else others for player in rulebook.makers)
        if by_player is None and "tricks_by_player" in rulebook.variant.must_state:
            raise HandRefused("tricks-by-player", "Say how many tricks every player took.")
        return points if by_player is None else _score_own_tricks(record, line, points, by_player)
    if lacks_partner(record, rulebook):
        return points
    maker_points, partner_points = points.makers, points.makers
    if points.lone_player is not None:
        maker_points = points.lone_player
    elif alone:
        partner_points = 0
    return replace(
        points,
        by_player=tuple(
            maker_points if player == record.maker_side else partner_points if player in makers else points.defenders
            for player in rulebook.makers
        ),
    )


def _score_own_tricks(record: Record, line: Line, points: Score, tricks_by_player: tuple[int, ...]) -> Score:
    """Score each defender by his or her own tricks; a defender who dropped out gets nothing."""
    defender_points = line.own_tricks[tricks_by_player[int(record.maker_side or 0)]]
    dropped = record.extras.get("dropped") or ()
    by_player = []
    for player, tricks in enumerate(tricks_by_player):
        if player == record.maker_side:
            by_player.append(points.makers)
        elif player in dropped:
            by_player.append(0)
        else:
            by_player.append(defender_points[tricks])
    return replace(points, by_player=tuple(by_player), defenders=sum(by_player) - points.makers)


def _score_passed_out(record: Record, rulebook: Rulebook) -> Score:
    """Score a deal that everybody passed: nothing, or each player's tricks if it is played without a maker."""
    all_pass, extras = rulebook.variant.all_pass, record.extras
    must_bid = all_pass.passed_out == "no"
    if must_bid or (all_pass.passed_out != "yes" and extras.get(all_pass.passed_out) is not True):
        raise HandRefused("passed-out", f"This deal cannot be passed out: {all_pass.text}.")
    if any(extras[name] for name in extras.keys() - FACTS_OF_PASSED_OUT_DEALS):
        raise HandRefused("passed-out", "When everybody passed, there is nothing more to say of the hand.")
    if all_pass.everybody is None:
        if extras.get("tricks_by_player"):
            raise HandRefused("passed-out", "When everybody passed, nobody is the maker and there are no tricks.")
        nothing = None if rulebook.variant.sides == TWO_SIDES else (0,) * len(rulebook.makers)
        return replace(PASSED_OUT, by_player=nothing)
    tricks_by_player = check_players(record, rulebook, 0)
    if tricks_by_player is None:
        raise HandRefused("tricks-by-player", "Say how many tricks every player took.")
    by_player = tuple(
        side_points(evaluate(all_pass.everybody, tricks, 0, rulebook.deal.tricks)) for tricks in tricks_by_player
    )
    return Score(0, sum(by_player), by_player=by_player)
