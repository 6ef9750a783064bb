"""The optional facts of a record: their form, and whether this game and this hand can have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tally.rules.language import Contract
from tally.rules.refusals import HandRefused, number, quoted

if TYPE_CHECKING:
    from tally.rules.records import Record
    from tally.rules.rulebook import Rulebook


def _count(value: object) -> bool:
    return type(value) is int and value >= 0


def _counts(value: object) -> bool:
    return isinstance(value, list) and all(map(_count, value))


def _counts_by_side(value: object) -> bool:
    return _counts(list(value.values()) if isinstance(value, dict) else value)


Form: TypeAlias = tuple[Callable[[Any], bool], str]  # is the value right, and what it should be

YES_NO: Form = (lambda value: isinstance(value, bool), "say yes or no")
A_NUMBER: Form = (lambda value: value is None or _count(value), "give a whole number, 0 or more")
A_LIST: Form = (lambda value: value is None or _counts(value), "give a list of whole numbers")
FORMS: Mapping[str, Form] = {
    "passed_out": YES_NO,
    "dealer_stuck": YES_NO,
    "dealer_conceded": YES_NO,
    "defenders_declined": YES_NO,
    "widow_used": YES_NO,
    "joker_undealt": YES_NO,
    "defender_alone": YES_NO,
    "exposed": YES_NO,
    "partner_tricks": A_NUMBER,
    "partner": A_NUMBER,
    "defender_exchange": A_NUMBER,
    "partners": A_LIST,
    "tricks_by_player": A_LIST,
    "tricks_by_side": (
        lambda value: value is None or _counts_by_side(value),
        "give the tricks of every side",
    ),
    "dropped": A_LIST,
    "options": (lambda value: value is None or isinstance(value, dict), "give house rules by name"),
}

CONDITIONS = frozenset(("dealer_stuck", "dealer_conceded", "defenders_declined", "defender_alone", "exposed"))

NOT_IN_THIS_GAME = {
    "dealer_stuck": "No dealer is ever stuck with a bid in {game}.",
    "dealer_conceded": "In {game} the dealer cannot give a hand up unplayed.",
    "defenders_declined": "In {game} the defenders cannot decline to play.",
    "defender_alone": "In {game} no defender may play alone.",
    "exposed": "In {game} no hand is played with the cards exposed.",
    "dropped": "In {game} nobody may drop out of a hand.",
    "widow_used": "There is no widow or kitty in {game}.",
    "joker_undealt": "No joker can be left undealt in {game}.",
    "tricks_by_side": "At this table there are only two sides, whose tricks are in the record already.",
}


def check_form(extras: object) -> None:
    """Whether extra facts have names that exist and values of the right kind.

    :raises HandRefused: when they have not.
    """
    if not isinstance(extras, Mapping):
        raise HandRefused("extras", "The extra facts of a hand must have names.")
    for name, value in extras.items():
        if name not in FORMS:
            raise HandRefused("unknown-extra", f"There is no extra fact {quoted(name)}.")
        is_right, wanted = FORMS[name]
        if not is_right(value):
            raise HandRefused("extras", f"{name}: {wanted}, not {quoted(value)}.")


def check_facts(record: Record, rulebook: Rulebook) -> tuple[str, ...]:
    """The recorded facts that choose a contract, in order, after checking that this game can have them all.

    :raises HandRefused: when it cannot.
    """
    stated = [name for name, value in record.extras.items() if value or _is_player(name, value)]
    for name in stated:
        if name not in rulebook.facts:
            words = NOT_IN_THIS_GAME.get(name, "{game} has no use for the extra fact " + name + ".")
            raise HandRefused(name.replace("_", "-"), words.format(game=record.variant.name))
    for name in ("partner", "partners"):
        _check_partners(record, rulebook, record.extras.get(name))
    facts = {name for name in stated if name in CONDITIONS}
    if rulebook.asks_partner and record.extras.get("partner") is None and record.alone is not True:
        facts.add("no_partner")
    return tuple(sorted(facts))


def check_hand(record: Record, contract: Contract, alone: bool, tricks: int) -> None:
    """Whether the facts fit the contract that was played, and the tricks.

    :raises HandRefused: when they do not.
    """
    extras = record.extras
    partner_tricks = _int(extras.get("partner_tricks"))
    if alone and partner_tricks:
        raise HandRefused("partner-tricks", "The maker played alone: the partner cannot have taken a trick.")
    if partner_tricks > tricks:
        raise HandRefused(
            "partner-tricks",
            f"The partner cannot have taken {number(partner_tricks)} tricks when the side took {number(tricks)}.",
        )
    if extras.get("widow_used") and not contract.kitty:
        raise HandRefused("widow-used", f"This bid is played without the {record.variant.kitty_name}.")
    swapped = _int(extras.get("defender_exchange"))
    if swapped and not extras.get("defender_alone"):
        raise HandRefused("defender-exchange", "Only a defender who plays alone may exchange a card.")
    if swapped > contract.defender_exchange:
        raise HandRefused(
            "defender-exchange",
            f"A lone defender may exchange {number(contract.defender_exchange)} card at most, not {number(swapped)}.",
        )
    _check_partner_count(extras, contract, alone)


def members(record: Record) -> frozenset[int]:
    """The maker and any partners, where everybody has a number."""
    partners = record.extras.get("partners") or []
    partner = record.extras.get("partner")
    found = {record.maker_side, *(partners if isinstance(partners, list) else []), partner}
    return frozenset(each for each in found if isinstance(each, int))


def check_players(record: Record, rulebook: Rulebook, tricks: int) -> tuple[int, ...] | None:
    """Everybody's own tricks, if the record has them, after checking them against the side's.

    :raises HandRefused: when they do not fit.
    """
    each = _each(record, rulebook, "tricks_by_player", "player")
    if each is None:
        return None
    side = sum(each[player] for player in members(record))
    if side != tricks:
        raise HandRefused(
            "tricks-by-player",
            f"The players on the maker's side took {number(side)} tricks in all, not {number(tricks)}.",
        )
    dropped = record.extras.get("dropped")
    for player in dropped if isinstance(dropped, list) else ():
        if player not in rulebook.makers or player == record.maker_side or each[player]:
            raise HandRefused("dropped", "Only a defender can drop out, and then takes no trick.")
    return each


def check_sides(record: Record, rulebook: Rulebook, tricks: int) -> tuple[int, ...] | None:
    """Every side's own tricks, if the record has them, after checking them against the makers'.

    :raises HandRefused: when they do not fit.
    """
    each = _each(record, rulebook, "tricks_by_side", "side")
    if each is not None and each[list(rulebook.makers).index(record.maker_side or "A")] != tricks:
        raise HandRefused("tricks-by-side", f"The makers' side took {number(tricks)} tricks.")
    return each


def _each(record: Record, rulebook: Rulebook, name: str, who: str) -> tuple[int, ...] | None:
    """What everybody took, by player or by side, if the record says so."""
    count, every = len(rulebook.makers), rulebook.deal.tricks
    listed = record.extras.get(name)
    if isinstance(listed, dict):
        listed = [listed.get(side, 0) for side in rulebook.makers] if set(listed) <= set(rulebook.makers) else []
    if not isinstance(listed, list):
        return None
    code = name.replace("_", "-")
    if len(listed) != count:
        raise HandRefused(code, f"Give the tricks of every {who}: {number(count)} numbers, not {number(len(listed))}.")
    if sum(listed) != every:
        raise HandRefused(
            "sum", f"The tricks of every {who} make {number(sum(listed))}; this game has {number(every)}."
        )
    return tuple(listed)


def _check_partners(record: Record, rulebook: Rulebook, value: object) -> None:
    chosen = value if isinstance(value, list) else [] if value is None else [value]
    if len(set(chosen)) != len(chosen) or any(p not in rulebook.makers or p == record.maker_side for p in chosen):
        raise HandRefused("partner", "A partner is another player at this table, named once.")


def _check_partner_count(extras: Mapping[str, object], contract: Contract, alone: bool) -> None:
    partners = extras.get("partners")
    chosen = len(partners) if isinstance(partners, list) else 0
    if chosen > contract.partners:
        raise HandRefused("partner", f"This bid allows {number(contract.partners)} partners, not {number(chosen)}.")
    if alone and chosen:
        raise HandRefused("partner", "The maker played alone and cannot have had partners.")
    if not contract.partners_at_most and chosen < contract.partners:
        raise HandRefused("partner", f"This bid is played with {number(contract.partners)} partners.")


def _is_player(name: str, value: object) -> bool:
    """Player 0 is somebody, while no card, no trick and "no" say nothing."""
    return name == "partner" and value is not None


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
