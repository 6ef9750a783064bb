"""Extra facts against the game and the hand: whether this game can have them, and whether they fit the tricks."""

from __future__ import annotations

from collections.abc import Mapping

from tally.rules.language import Contract
from tally.rules.records import Record
from tally.rules.refusals import HandRefused, number, spelled
from tally.rules.rulebook import NEEDS_FACT, NO_PARTNER, Rulebook

# The facts that choose a contract.
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


# Facts that need another one.
ONLY_WITH = {"dealer_conceded": "Only a dealer stuck with 4 can give the hand up: say that the dealer was stuck."}


def check_facts(record: Record, rulebook: Rulebook) -> tuple[str, ...]:
    """Check that this game can have the record's facts; return those that choose a contract, sorted.

    A record that states no partner, with null, says that nobody held the suit called.

    :raises HandRefused: if the game cannot have them.
    """
    stated = [name for name, value in record.extras.items() if _is_stated(name, value)]
    for name in stated:
        if name not in rulebook.facts:
            message = NOT_IN_THIS_GAME.get(name, "{game} has no use for the extra fact " + name + ".")
            raise HandRefused(name.replace("_", "-"), message.format(game=record.variant.name))
    for name in ("partner", "partners"):
        _check_partners(record, rulebook, record.extras.get(name))
    facts = {name for name in stated if name in CONDITIONS}
    for fact in facts & NEEDS_FACT.keys():
        if NEEDS_FACT[fact] not in facts:
            raise HandRefused(fact.replace("_", "-"), ONLY_WITH[fact])
    stated_none = "partner" in record.extras and record.extras["partner"] is None
    if rulebook.asks_partner and stated_none and record.alone is not True:
        facts.add(NO_PARTNER)
    return tuple(sorted(facts))


def lacks_partner(record: Record, rulebook: Rulebook) -> bool:
    """Whether the record leaves open who the partner was, in a game that must know."""
    return rulebook.asks_partner and "partner" not in record.extras and record.alone is not True


def check_hand(record: Record, contract: Contract, alone: bool, tricks: int) -> None:
    """Check that the facts fit the contract that was played, and the makers' tricks.

    :raises HandRefused: if they do not.
    """
    extras = record.extras
    partner_tricks = extras.get("partner_tricks") or 0
    if alone and partner_tricks:
        raise HandRefused("partner-tricks", "The maker played alone: the partner cannot have taken a trick.")
    if partner_tricks > tricks:
        raise HandRefused(
            "partner-tricks",
            f"The partner cannot have taken {spelled(partner_tricks, 'trick')} when the side took {number(tricks)}.",
        )
    if extras.get("widow_used") and not contract.kitty:
        raise HandRefused("widow-used", f"This bid is played without the {record.variant.kitty_name}.")
    exchanged = extras.get("defender_exchange") or 0
    if exchanged and not extras.get("defender_alone"):
        raise HandRefused("defender-exchange", "Only a defender who plays alone may exchange a card.")
    if exchanged > contract.defender_exchange:
        allowed = number(contract.defender_exchange)
        raise HandRefused(
            "defender-exchange",
            f"A lone defender may exchange {allowed} card at most, not {number(exchanged)}.",
        )
    _check_partner_count(record, contract, alone)


def makers_of(record: Record) -> frozenset[int]:
    """The maker and any partners, where all play for themselves."""
    side = (record.maker_side, *(record.extras.get("partners") or ()), record.extras.get("partner"))
    return frozenset(player for player in side if isinstance(player, int))


def check_players(record: Record, rulebook: Rulebook, tricks: int) -> tuple[int, ...] | None:
    """Return each player's tricks, if the record has them and they fit the makers' `tricks`.

    :raises HandRefused: if they do not fit.
    """
    by_player = _tricks_of_each(record, rulebook, "tricks_by_player", "player")
    if by_player is None:
        return None
    side = sum(by_player[player] for player in makers_of(record))
    if side != tricks:
        raise HandRefused(
            "tricks-by-player",
            f"The players on the maker’s side took {spelled(side, 'trick')} in all, not {number(tricks)}.",
        )
    for player in record.extras.get("dropped") or ():
        if player not in rulebook.makers or player == record.maker_side or by_player[player]:
            raise HandRefused("dropped", "Only a defender can drop out, and then takes no trick.")
    return by_player


def check_sides(record: Record, rulebook: Rulebook, tricks: int) -> tuple[int, ...] | None:
    """Return each side's tricks, if the record has them and they fit the makers' `tricks`.

    :raises HandRefused: if they do not fit.
    """
    by_side = _tricks_of_each(record, rulebook, "tricks_by_side", "side")
    if by_side is not None and by_side[list(rulebook.makers).index(record.maker_side or "A")] != tricks:
        raise HandRefused("tricks-by-side", f"The makers' side took {spelled(tricks, 'trick')}.")
    return by_side


def _tricks_of_each(record: Record, rulebook: Rulebook, name: str, party: str) -> tuple[int, ...] | None:
    """The tricks of every player or side, if the record has them; sides may also be named."""
    listed = record.extras.get(name)
    if listed is None:
        return None
    makers, deal_tricks = rulebook.makers, rulebook.deal.tricks
    if isinstance(listed, Mapping):
        listed = [listed.get(side, 0) for side in makers] if set(listed) <= set(makers) else []
    if len(listed) != len(makers):
        raise HandRefused(
            name.replace("_", "-"),
            f"Give the tricks of every {party}: {spelled(len(makers), 'number')}, not {number(len(listed))}.",
        )
    if sum(listed) != deal_tricks:
        raise HandRefused(
            "sum", f"The tricks of every {party} make {number(sum(listed))}; this game has {number(deal_tricks)}."
        )
    return tuple(listed)


def _check_partners(record: Record, rulebook: Rulebook, value: int | list[int] | None) -> None:
    chosen = value if isinstance(value, list) else [] if value is None else [value]
    repeated = len(set(chosen)) != len(chosen)
    if repeated or any(player not in rulebook.makers or player == record.maker_side for player in chosen):
        raise HandRefused("partner", "A partner is another player at this table, named once.")


def _check_partner_count(record: Record, contract: Contract, alone: bool) -> None:
    chosen = len(record.extras.get("partners") or ())
    if chosen > contract.partners:
        raise HandRefused("partner", f"This bid allows {spelled(contract.partners, 'partner')}, not {number(chosen)}.")
    if alone and chosen:
        raise HandRefused("partner", "The maker played alone and cannot have had partners.")
    if not contract.partners_at_most and chosen < contract.partners:
        raise HandRefused("partner", f"This bid is played with {spelled(contract.partners, 'partner')}.")


def _is_stated(name: str, value: object) -> bool:
    """Whether a fact says something: "no", no card and no trick do not, but player 0 is somebody."""
    return bool(value) or (name == "partner" and value is not None)
