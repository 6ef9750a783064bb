"""How to play: a game taught from its entry to somebody who has never played euchre.

The printed sheet, the rules page and `manage.py variants` show these parts word for word. A card player's word is
explained where it stands first. House rules are resolved before, so that the text is tonight's.
"""

from __future__ import annotations

from collections.abc import Iterator

from tally.rules.cards import COURT, JOKER, Card, read_card
from tally.rules.language import (
    FOR_THE_BEST,
    LAST_PLAYED,
    LEFT_OF_DEALER,
    LEFT_OF_MAKER,
    MAKER,
    MAKER_LOOKS,
    PARTNER_LOOKS,
    PASSING_BARS,
    TWO_SIDES,
    UNTIL_PASSED,
    Contract,
    Deal,
    Variant,
)
from tally.rules.refusals import number, spelled
from tally.rules.rulebook import bids_of, is_bid
from tally.rules.wording import OTHER_TRUMPS, Part, trumps_text

DRAW = "Draw for the first deal"
RIGHT_BOWER, LEFT_BOWER = "right bower (the jack of trump)", "left bower (the other jack of the same color)"


def how_to_play(variant: Variant) -> tuple[Part, ...]:
    """Teach a game whose house rules are resolved: aim, deal, the choice of trump, rank, play, lone hands."""
    parts = {
        "Aim": _aim(variant),
        "Deal": _deal(variant),
        "Bidding" if is_bid(variant) else "Turn-up": _choice_of_trump(variant),
        "Rank": _rank(variant),
        "Play": _play(variant),
        "Alone": _lone_hand(variant),
    }
    taught = (Part(label, tuple(paragraphs)) for label, paragraphs in parts.items())
    return tuple(part for part in taught if part.paragraphs)


def trumps_in_order(variant: Variant) -> tuple[Card, ...]:
    """The different trumps when spades are trump, the highest first, for a picture beside the ranks."""
    names = [JOKER] if _has_joker(variant) else []
    names += ["JS", "JC"] if variant.deals[0].pack.bowers else []
    names += [f"{rank}S" for rank in _ranks(variant)]
    return tuple(read_card(name) for name in dict.fromkeys(names))


def trumps_caption(variant: Variant) -> str:
    """What stands beside the picture of the trumps."""
    star = "; the star is the joker" if _has_joker(variant) else ""
    twice = "; each card twice" if all(deal.pack.copies > 1 for deal in variant.deals) else ""
    return f"with spades as trump{star}{twice}"


# ---- Aim and deal


def _aim(variant: Variant) -> Iterator[str]:
    trump = "The trump suit, if there is one," if _without_trump(variant) else "One suit is trump and"
    yield (
        f"Win tricks. A trick is one card from each player; the best card wins it. {trump} beats the other suits. "
        f"{_partners(variant)}"
    )
    side = "The maker’s side" if _has_partners(variant) else "The maker"
    if is_bid(variant):
        yield (
            "A bid is a promise to win tricks, for the right to choose trump. Whoever bids highest is the maker. "
            f"{side} must win at least the tricks that were promised: then the bid is made, otherwise set. "
            "The others are the defenders."
        )
        if any(paid.hickeys for contract in _contracts(variant) for paid in (contract.made, contract.set)):
            yield "A hickey is a mark next to the score of a side that was set."
    else:
        needs = (contract.needs for contract in _contracts(variant) if isinstance(contract.needs, int))
        least = min(needs, default=variant.tricks // 2 + 1)
        yield (
            f"Whoever chooses trump is the maker. {side} must win at least {number(least)} of the "
            f"{number(variant.tricks)} tricks, or is euchred. The others are the defenders."
        )


def _partners(variant: Variant) -> str:
    if variant.sides != TWO_SIDES:
        if not _has_partners(variant):
            return "Nobody has a partner."
        return "Partners are for one hand only. Count the tricks of the maker and the partners together."
    if any(deal.players // deal.sides > 2 for deal in variant.deals):
        return (
            "Sides alternate around the table, so both neighbors are opponents; each side counts its tricks together."
        )
    return "Partners sit opposite each other and count their tricks together."


def _deal(variant: Variant) -> Iterator[str]:
    deal = variant.deals[0]
    same = len({each.tricks for each in variant.deals}) == 1
    cards = f"{spelled(deal.tricks, 'card')} to each player" if same else "all the cards"
    packets = f", {variant.card_play.dealt}" if variant.card_play.dealt else ""
    text = f"The dealer shuffles and deals {cards}, face down, beginning at the left{packets}."
    if deal.kitty:
        more = "One more card lies" if deal.kitty == 1 else f"{number(deal.kitty).capitalize()} more cards lie"
        text += f" {more} face down in the middle: the {variant.kitty_name}."
    first = "Draw for the first deal: low card deals" if variant.card_play.lowest_deals else DRAW
    yield (
        f"{text} Everything goes clockwise, to the left. The player on the dealer’s left deals the next hand. "
        f"{first}, unless a chart names the dealer."
    )


# ---- How trump is chosen


def _choice_of_trump(variant: Variant) -> Iterator[str]:
    yield from _bidding(variant) if is_bid(variant) else _turn_up(variant)
    yield from variant.card_play.before
    stuck = ", the dealer is stuck" if variant.all_pass.dealer_least or variant.all_pass.dealer_exactly else ""
    yield f"If everybody passes{'' if is_bid(variant) else ' again'}{stuck}: {variant.all_pass.text}."


def _turn_up(variant: Variant) -> Iterator[str]:
    yield (
        "The dealer turns the next card face up. From the dealer’s left, each in turn orders it up, which makes its "
        "suit trump, or passes. Once it is ordered up, the dealer picks it up and discards another card, face down."
    )
    turn_ups = variant.card_play.turn_ups
    if turn_ups > 1:
        yield (
            f"If all pass, another card is turned up, and so on up to {number(turn_ups)}; the dealer need not take "
            "those. When a suit comes up again, each in turn may name a suit that was not turned down."
        )
    else:
        yield (
            "If all pass, that card is turned face down, and each in turn may name another suit as trump; the "
            "first to name one is the maker."
        )


def _bidding(variant: Variant) -> Iterator[str]:
    card_play = variant.card_play
    rounds = {
        UNTIL_PASSED: "around the table until all others pass the highest bid",
        PASSING_BARS: "around the table until nobody bids higher; whoever has passed stays out",
    }.get(card_play.bidding, "once around the table")
    yield f"From the dealer’s left, each in turn bids or passes, {rounds}."
    yield (
        f"{_bid_text(variant)} Each bid must be higher than the one before"
        f"{'; only the dealer may bid the same' if card_play.dealer_may_equal else ''}."
        f"{' The score table has the bids from the lowest to the highest.' if _has_bids_in_order(variant) else ''}"
    )
    if not card_play.trump_in_bid:
        yield f"The highest bidder names {trumps_text(variant.trumps)}."
    if variant.deals[0].kitty:
        yield _kitty(variant)


def _bid_text(variant: Variant) -> str:
    if any(isinstance(contract.needs, int) for contract in _contracts(variant)):
        return "A bid is a number of points; the score table says how many tricks and partners go with it."
    if variant.card_play.trump_in_bid:
        return f'A bid is a number of tricks with {trumps_text(variant.trumps)}, as in "four spades."'
    return "A bid is a number of tricks."


def _has_bids_in_order(variant: Variant) -> bool:
    """Whether there are several kinds of bids, and the pay table has them from the lowest to the highest."""
    contracts = [contract for contract in _contracts(variant) if not contract.when]
    bids = [bid for contract in contracts for bid in bids_of(contract, variant.deals[0]) if isinstance(bid, int)]
    return len(contracts) > 1 and bids == sorted(bids)


def _kitty(variant: Variant) -> str:
    cards = variant.deals[0].kitty
    left = [contract for contract in _contracts(variant) if not contract.kitty]
    without = " or a ".join(contract.label or str(bids_of(contract, variant.deals[0])[0]) for contract in left)
    may = variant.card_play.kitty_may_stay
    picks, discards = ("may then pick", "discard") if may else ("then picks", "discards")
    return (
        f"The highest bidder{f', except with a {without},' if left else ''} {picks} up the {variant.kitty_name}, "
        f"unseen by the others, and {discards} {'one card' if cards == 1 else 'as many cards'}, face down."
    )


# ---- Rank


def _rank(variant: Variant) -> Iterator[str]:
    names = tuple(COURT.get(rank, rank) for rank in _ranks(variant))
    ranks = ", ".join(names)
    joker = ("joker",) if _has_joker(variant) else ()
    if not variant.deals[0].pack.bowers:
        yield f"In every suit, trump too, highest first: {ranks}. There are no bowers: every jack keeps its own suit."
        yield from _rank_without_trump(variant, names)
        yield from _equal_cards(variant)
        return
    pack = "" if len({deal.pack.ranks for deal in variant.deals}) == 1 else " (as far as the deck goes)"
    trumps = ", ".join((*joker, RIGHT_BOWER, LEFT_BOWER, *(name for name in names if name != "jack")))
    yield f"Trump, highest first: {trumps}{pack}. A bower is a jack that ranks above the ace of trump."
    if variant.left_bower_stays:
        yield (
            "The left bower ranks as a trump but keeps the suit printed on it: with spades as trump, the jack of clubs "
            "is played as a club."
        )
        yield f"Other suits: {ranks}{pack}; in the suit of trump’s color the jack, as left bower, is on top."
    else:
        yield (
            "The left bower is a trump in everything, not a card of its printed suit: with spades as trump, the jack "
            "of clubs is a spade."
        )
        yield f"Other suits: {ranks}{pack}; the suit of trump’s color lacks its jack."
    yield from _rank_without_trump(variant, names)
    yield from _equal_cards(variant)


def _equal_cards(variant: Variant) -> Iterator[str]:
    """Which of two equal cards wins, if there are any."""
    doubled = [deal.pack for deal in variant.deals if deal.pack.copies > 1]
    if doubled:
        cards = "" if len(doubled) == len(variant.deals) else f"Of {doubled[0].cards} cards, "
        wins = "last" if variant.card_play.equal_cards == LAST_PLAYED else "first"
        every = f"{cards}every card is there twice{', bowers too' if doubled[0].bowers else ''}"
        yield f"{every[:1].upper()}{every[1:]}. Of two equal cards in a trick, the one that was played {wins} wins."


def _rank_without_trump(variant: Variant, names: tuple[str, ...]) -> Iterator[str]:
    aces_high = [OTHER_TRUMPS[trump] for trump in variant.trumps if trump in ("NT", "HIGH")]
    if variant.all_pass.everybody is not None:
        aces_high.append("no-trump")
    if aces_high:
        called = " and ".join(aces_high).capitalize()
        yield f"{called}: no trump suit, no bowers; every suit has {', '.join(names)}."
    if "LOW" in variant.trumps:
        lowest, *others = reversed(names)
        yield f"Low: no trump suit, no bowers; {lowest} high, ace low: {', '.join((lowest, *others))}."
    if _without_trump(variant) and _has_joker(variant) and variant.card_play.joker_without_trump:
        yield variant.card_play.joker_without_trump


def _ranks(variant: Variant) -> tuple[str, ...]:
    """The ranks of the largest pack, from the highest: ("A", "K", …, "9")."""
    return tuple(reversed(max((deal.pack.ranks.split() for deal in variant.deals), key=len)))


# ---- Play


def _play(variant: Variant) -> Iterator[str]:
    yield " ".join(_leads(variant))
    bower = f"; for this {_as_trumps(variant)}" if variant.deals[0].pack.bowers else ""
    yield (
        "Each in turn then adds a card and must follow suit, that is, play a card of the suit that was led"
        f"{bower}. Whoever has none of that suit may play any card, a trump or not. Not following suit with a card of "
        "that suit in hand is a renege."
    )
    yield (
        "The highest trump wins the trick, without a trump the highest card of the suit led. Nobody has to play high. "
        "The winner leads to the next trick."
    )
    yield from variant.card_play.during


def _as_trumps(variant: Variant) -> str:
    """What suit the joker and the left bower follow."""
    if variant.left_bower_stays:
        joker = "the joker is a trump, " if _has_joker(variant) else ""
        return f"{joker}the left bower {'' if joker else 'is '}a card of its printed suit"
    return "the joker and the left bower are trumps" if _has_joker(variant) else "the left bower is a trump"


def _leads(variant: Variant) -> Iterator[str]:
    """Who leads to the first trick: usually, to a lone hand, without trump, and when nobody is the maker."""
    card_play, bid = variant.card_play, is_bid(variant)
    usual = card_play.leads or (MAKER if bid else LEFT_OF_DEALER)
    sits_out = " (or, if that player sits out, the next one who plays)"
    lone = _is_played_alone(variant)
    left_out = sits_out if usual == LEFT_OF_DEALER and bid and lone else ""
    yield f"{_leader(usual, variant)}{left_out} leads, that is, plays the first card, which may be any card."
    alone = card_play.leads_alone or (usual if bid else LEFT_OF_MAKER)
    if lone and alone != usual:
        left_out = sits_out if _has_fact(variant, "defender_alone") else ""
        yield f"When the maker plays alone, it is {_leader(alone, variant).lower()}{left_out}."
    without_trump = card_play.leads_no_trump or usual
    if _without_trump(variant) and without_trump != usual:
        yield f"At no-trump it is {_leader(without_trump, variant).lower()}."
    if variant.all_pass.everybody is not None and usual == MAKER:
        yield f"When nobody has bid, it is {_leader(LEFT_OF_DEALER, variant).lower()}."


def _leader(leads: str, variant: Variant) -> str:
    if leads == MAKER:
        return "The maker"
    if leads == LEFT_OF_DEALER and variant.players == 2:
        return "The player who did not deal"
    return f"The player on the {leads}"


# ---- Lone hands


def _lone_hand(variant: Variant) -> Iterator[str]:
    if not _is_played_alone(variant):
        return
    partners = "partners lay their" if _has_several_partners(variant) else "partner lays the"
    part = "take no part" if _has_several_partners(variant) else "takes no part"
    if variant.sides != TWO_SIDES:
        yield "The maker may play alone, without a partner, against all the others."
    elif is_bid(variant):
        yield f"When a bid is played alone (see the score table), the maker’s {partners} cards face down and {part}."
    else:
        yield (
            "Whoever orders it up or names the suit may go alone, and says so before the first card is led: then the "
            f"{partners} cards face down and {part}."
        )
    yield from _exchange(variant)
    if _has_fact(variant, "exposed"):
        yield "Jambone: a lone maker may lay all cards face up on the table and play them so."
    if _has_fact(variant, "defender_alone"):
        text = (
            "A defender may play alone against a lone maker; the other one sits out. The one who comes first on the "
            "dealer’s left, and so deals sooner, may choose first."
        )
        exchanged = max(contract.defender_exchange for contract in _contracts(variant))
        if exchanged:
            text += f" A lone defender may exchange {spelled(exchanged, 'card')} with the partner in the same way."
        yield text
    yield from variant.card_play.alone


def _exchange(variant: Variant) -> Iterator[str]:
    """How the maker and the partner exchange cards, if they ever do."""
    counts = {cards for contract in _contracts(variant) for _, cards in contract.play}
    if not any(counts):
        return
    one, best = max(counts) == 1, variant.card_play.exchange == FOR_THE_BEST
    partner = "each partner" if _has_several_partners(variant) else "the partner"
    passes = ("the best one" if best else "one") if one else ("as many of the best" if best else "as many")
    how = {
        PARTNER_LOOKS: "the maker lays one face down; the partner picks it up and then passes one back.",
        MAKER_LOOKS: "the partner passes as many as the maker asks for; the maker looks at them and discards as many.",
    }.get(
        variant.card_play.exchange,
        f"the maker discards {'one' if one else 'them'}, face down, and {partner} passes {passes} back, "
        "neither seeing the other’s first.",
    )
    yield f"Where the score table has cards exchanged, that is before the first lead: {how}"


# ---- What the entry says


def _contracts(variant: Variant) -> list[Contract]:
    return [contract for contract in variant.contracts if contract is not None and not contract.unplayed]


def _has_partners(variant: Variant) -> bool:
    return variant.sides == TWO_SIDES or any(contract.partners for contract in _contracts(variant))


def _has_several_partners(variant: Variant) -> bool:
    """Whether a side has more than two players at every table that plays lone hands."""
    deals = [deal for contract in _contracts(variant) for deal in variant.deals if _may_be_alone(contract, deal)]
    return bool(deals) and all(deal.players // deal.sides > 2 for deal in deals)


def _may_be_alone(contract: Contract, deal: Deal) -> bool:
    return contract.players in (None, deal.players) and any(lone for lone, _ in contract.play)


def _is_played_alone(variant: Variant) -> bool:
    """Whether somebody may play alone who could have had a partner."""
    plays = [[lone for lone, _ in contract.play] for contract in _contracts(variant)]
    return any(any(play) if variant.sides == TWO_SIDES else all(play) for play in plays)


def _without_trump(variant: Variant) -> bool:
    return variant.all_pass.everybody is not None or any(trump in OTHER_TRUMPS for trump in variant.trumps)


def _has_joker(variant: Variant) -> bool:
    return any(deal.pack.jokers for deal in variant.deals)


def _has_fact(variant: Variant, fact: str) -> bool:
    return any(fact in contract.when for contract in _contracts(variant))
