"""How to play: every game is taught from its entry, and the text follows tonight's house rules.

A small model of its own, written from the fields of the entry, plays every two cards against each other; the order in
which cards win is the order in which the text lists them.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tally.rules import VARIANTS, Variant, explain, summarize_rules
from tally.rules.house_rules import resolve
from tally.rules.language import (
    FOR_THE_BEST,
    LAST_PLAYED,
    LEFT_OF_DEALER,
    LEFT_OF_MAKER,
    MAKER_LOOKS,
    PARTNER_LOOKS,
    PASSING_BARS,
    RIGHT_OF_MAKER,
    UNSEEN,
    UNTIL_PASSED,
    CardPlay,
    Pack,
)
from tally.rules.teaching import how_to_play

EVERY = pytest.mark.parametrize("slug", VARIANTS)
NAMES = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}
SPADES, CLUBS, HEARTS = "S", "C", "H"
JOKER = ("joker", "")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
Card = tuple[str, str]  # rank, suit


def taught(slug: str, **house_rules: Any) -> dict[str, str]:
    """Return how a game is played, by label, each part as one text."""
    return {part.label: " ".join(part.paragraphs) for part in summarize_rules(VARIANTS[slug], house_rules).how_to_play}


@EVERY
def test_every_game_is_taught_with_its_rank_and_play(slug: str) -> None:
    parts = summarize_rules(VARIANTS[slug]).how_to_play
    assert [part.label for part in parts][:5] in (
        ["Aim", "Deal", "Turn-up", "Rank", "Play"],
        ["Aim", "Deal", "Bidding", "Rank", "Play"],
    )
    for paragraph in (paragraph for part in parts for paragraph in part.paragraphs):
        assert paragraph[0].isupper() and paragraph[-1] in '."' and "  " not in paragraph, paragraph
    assert all(paragraph in explain(VARIANTS[slug]) for part in parts for paragraph in part.paragraphs)


GOLDEN = Path(__file__).parent / "how_to_play"


@pytest.mark.parametrize("slug", [path.stem for path in sorted(GOLDEN.glob("*.txt"))])
def test_the_whole_text_of_a_game(slug: str) -> None:
    """The text of eight games, checked by hand against their sources."""
    lines = [f"{label}: {text}" for label, text in taught(slug).items()]
    assert lines == (GOLDEN / f"{slug}.txt").read_text().splitlines()


# ---- The order of the cards, by a model that plays two cards


def cards_of(pack: Pack) -> list[Card]:
    """Return every different card of a pack."""
    suited = [(rank, suit) for rank, suit in product(pack.ranks.split(), "SCHD")]
    return [*suited, *([JOKER] if pack.jokers else [])]


def suit_of(card: Card, trump: str, stays: bool) -> str:
    """Return the suit that a card follows."""
    if trump == SPADES and (card == JOKER or (card == ("J", CLUBS) and not stays)):
        return SPADES
    return card[1]


def strength(card: Card, led: str, trump: str, stays: bool) -> int:
    """Return how strong a card is in a trick to which the suit `led` was led; 0 cannot win."""
    order = {
        rank: place for place, rank in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], 1)
    }
    if trump == SPADES:
        best = [("J", CLUBS), ("J", SPADES), JOKER]
        if card in best:
            return 200 + best.index(card)
        if card[1] == SPADES:
            return 100 + order[card[0]]
    if suit_of(card, trump, stays) != led or card == JOKER:
        return 0
    return 20 - order[card[0]] if trump == "LOW" else order[card[0]]


def listed_cards(text: str, suit: str) -> list[Card]:
    """Return the cards that a sentence lists, as cards of a suit."""
    listed = [name.strip() for name in re.sub(r"\([^)]*\)", "", text).split(",")]
    named = {"joker": JOKER, "right bower": ("J", SPADES), "left bower": ("J", CLUBS)}
    return [named.get(name) or (NAMES.get(name, name), suit) for name in listed]


def rank_lines(variant: Variant) -> dict[str, str]:
    """Return the lists of ranks in the text, by how they begin."""
    (rank,) = (part for part in summarize_rules(variant).how_to_play if part.label == "Rank")
    lists = {}
    for paragraph in rank.paragraphs:
        found = re.match(r"(Trump|Other suits|No-trump|High|No-trump and high|Low)\b[^:]*: (.*)", paragraph)
        if found:
            text = found[2].removeprefix("no trump suit, no bowers; ").removeprefix("every suit has ")
            lists[found[1]] = re.split(r"[.;:]", re.sub(r"^\w+ high, ace low: ", "", text))[0]
    return lists


def by_strength(cards: list[Card], led: str, trump: str, stays: bool) -> list[Card]:
    """Return the cards that follow `led` or are trumps, from the one that beats all others down."""
    able = [card for card in cards if strength(card, led, trump, stays)]
    return sorted(able, key=lambda card: -strength(card, led, trump, stays))


@EVERY
def test_the_cards_are_listed_in_the_order_in_which_they_beat_each_other(slug: str) -> None:
    variant = VARIANTS[slug]
    resolved, lines = resolve(variant, {}), rank_lines(variant)
    stays = resolved.left_bower_stays
    pack = max((deal.pack for deal in resolved.deals), key=lambda pack: len(pack.ranks))
    cards = cards_of(pack)
    trumps = listed_cards(lines["Trump"], SPADES)
    assert trumps == by_strength(cards, SPADES, SPADES, stays)
    drawn = summarize_rules(variant).trumps
    assert trumps == [(card.rank, card.suit) if card.suit else JOKER for card in drawn]
    hearts = listed_cards(lines["Other suits"], HEARTS)
    assert [*trumps, *hearts] == by_strength(cards, HEARTS, SPADES, stays)
    clubs = [card for card in by_strength(cards, CLUBS, SPADES, stays) if suit_of(card, SPADES, stays) == CLUBS]
    assert (("J", CLUBS) in clubs) == ("is played as a club" in str(taught(slug)["Rank"]))
    for called, trump in (("No-trump", "NT"), ("High", "HIGH"), ("No-trump and high", "NT"), ("Low", "LOW")):
        if called in lines:
            assert listed_cards(lines[called], HEARTS) == by_strength(cards, HEARTS, trump, stays)


@EVERY
def test_what_may_be_called_in_place_of_a_suit_has_its_rank(slug: str) -> None:
    trumps = resolve(VARIANTS[slug], {}).trumps
    lines = " ".join(rank_lines(VARIANTS[slug])).lower()
    for trump, called in (("NT", "no-trump"), ("HIGH", "high"), ("LOW", "low")):
        assert (called in lines) == (trump in trumps)


@EVERY
def test_a_pack_with_two_of_each_card_says_which_of_them_wins(slug: str) -> None:
    twice = any(deal.pack.copies == 2 for deal in VARIANTS[slug].deals) if slug not in HOUSE_PACKS else False
    assert ("Of two equal cards in a trick, the one that was played first wins." in taught(slug)["Rank"]) == twice


HOUSE_PACKS = {slug for slug, variant in VARIANTS.items() if not isinstance(variant.deals, tuple)}


def test_without_bowers_every_jack_is_drawn_in_its_own_place() -> None:
    assert [card.name for card in summarize_rules(VARIANTS["double-hasenpfeffer"], {"bowers": False}).trumps] == [
        f"{rank} of spades" for rank in ("ace", "king", "queen", "jack", "ten", "nine")
    ]


# ---- Who leads


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("standard", "The player on the dealer’s left leads"),
        ("standard", "When the maker plays alone, it is the player on the maker’s left."),
        (
            "railroad",
            "it is the player on the maker’s left (or, if that player sits out, the next one who plays).",
        ),
        ("three-handed", "The player on the maker’s left leads"),
        ("two-handed", "The player who did not deal leads"),
        ("auction-five", "The player on the dealer’s left leads"),
        ("hasenpfeffer-cats", "The player on the dealer’s left leads"),
        ("pepper-cats", "The player on the dealer’s left leads"),
        ("double-hasenpfeffer-cats", "The maker leads"),
        ("bid-single-deck", "The maker leads"),
        ("pfeffer", "The player on the dealer’s left (or, if that player sits out, the next one who plays) leads"),
        ("pfeffer", "At no-trump it is the player on the maker’s right."),
        ("progressive", "The maker leads"),
        ("dirty-clubs", "The maker leads"),
        ("indiana-double-deck", "The maker leads"),
        ("hoosier-three", "The maker leads"),
        ("pepper-melton", "The maker leads"),
        ("michigan-family", "The maker leads"),
    ],
)
def test_who_leads(slug: str, sentence: str) -> None:
    assert sentence in taught(slug)["Play"]


# ---- Each field of the entry changes the text


@pytest.mark.parametrize(
    ("slug", "field", "value", "label", "sentence"),
    [
        ("buck", "dealt", "two at a time", "Deal", "face down, beginning at the left, two at a time."),
        ("buck", "lowest_deals", True, "Deal", "Draw for the first deal: low card deals, unless"),
        ("hoosier", "bidding", UNTIL_PASSED, "Bidding", "around the table until all others pass the highest bid."),
        ("hoosier", "bidding", PASSING_BARS, "Bidding", "whoever has passed stays out."),
        ("buck", "trump_in_bid", True, "Bidding", 'with a suit or high or low, as in "four spades."'),
        ("buck", "dealer_may_equal", True, "Bidding", "higher than the one before; only the dealer may bid the same."),
        (
            "hoosier-three",
            "kitty_may_stay",
            True,
            "Bidding",
            "may then pick up the kitty, unseen by the others, and discard",
        ),
        ("standard", "turn_ups", 3, "Turn-up", "another card is turned up, and so on up to three;"),
        ("hoosier", "leads", LEFT_OF_DEALER, "Play", "The player on the dealer’s left (or, if that player sits out,"),
        ("hoosier", "leads_alone", RIGHT_OF_MAKER, "Play", "plays alone, it is the player on the maker’s right."),
        ("hoosier", "leads_no_trump", LEFT_OF_MAKER, "Play", "At no-trump it is the player on the maker’s left."),
        ("hoosier", "equal_cards", LAST_PLAYED, "Rank", "the one that was played last wins."),
        ("barrie", "exchange", MAKER_LOOKS, "Alone", "the maker looks at them and discards as many."),
        ("barrie", "exchange", FOR_THE_BEST, "Alone", "the partner passes as many of the best back"),
        ("michigan-family", "exchange", UNSEEN, "Alone", "the partner passes one back, neither seeing the other’s"),
        ("progressive", "exchange", PARTNER_LOOKS, "Alone", "picks it up and then passes one back."),
        ("hasenpfeffer-joker", "joker_without_trump", "The joker sleeps.", "Rank", "The joker sleeps."),
        ("hoosier", "before", ("Knock.",), "Bidding", "Knock."),
        ("hoosier", "during", ("Hum.",), "Play", "Hum."),
        ("hoosier", "alone", ("Stand up.",), "Alone", "Stand up."),
    ],
)
def test_a_field_of_the_entry_changes_how_the_game_is_taught(
    slug: str, field: str, value: Any, label: str, sentence: str
) -> None:
    variant = resolve(VARIANTS[slug], {})
    other = replace(variant, card_play=replace(variant.card_play, **{field: value}))
    before, after = ({part.label: " ".join(part.paragraphs) for part in how_to_play(game)} for game in (variant, other))
    assert sentence in after[label] and sentence not in before[label]


def test_every_field_is_tried() -> None:
    (marks,) = test_a_field_of_the_entry_changes_how_the_game_is_taught.pytestmark
    assert {case[1] for case in marks.args[1]} == {field.name for field in fields(CardPlay)}


# ---- House rules change the text


@pytest.mark.parametrize(
    ("slug", "house_rules", "label", "usual", "tonight"),
    [
        ("standard", {"pack": 24}, "Rank", "10, 9, 8, 7.", "10, 9."),
        ("standard", {"pack": 28}, "Rank", "10, 9, 8, 7.", "10, 9, 8."),
        ("standard", {"pack": 25}, "Turn-up", "", "If the joker is turned up, the dealer says which suit"),
        ("standard", {"pack": 25}, "Play", "this the left bower is a trump", "the joker and the left bower are trumps"),
        ("bald", {"pack": 25}, "Play", "the left bower is a card", "the joker is a trump, the left bower a card"),
        ("railroad", {"joker": False}, "Turn-up", "the dealer says which suit it stands for", ""),
        ("standard", {"pack": 25}, "Rank", "first: right bower", "first: joker, right bower"),
        ("standard", {"all_pass": "stick-the-dealer"}, "Turn-up", "thrown in", "the dealer must name trump"),
        ("standard", {"defend_alone": True}, "Alone", "", "A defender may play alone"),
        ("standard", {"call_for_best": True}, "Alone", "", "Where the score table has cards exchanged"),
        ("railroad", {"joker": False}, "Rank", "joker", "first: right bower"),
        ("railroad", {"jambone": False}, "Alone", "Jambone", ""),
        ("railroad", {"defend_alone": False}, "Alone", "A defender may play alone", ""),
        ("railroad", {"call_for_best": False}, "Alone", "A lone defender may exchange one card", ""),
        ("railroad", {"jambone_lead": True}, "Alone", "", "on the maker’s left says which card"),
        ("call-ace", {"alone": False}, "Play", "When the maker plays alone", ""),
        ("auction-five", {"joker": True}, "Rank", "first: right", "first: joker"),
        ("pfeffer", {"no_trump": False}, "Play", "At no-trump", ""),
        ("pfeffer", {"no_trump": False}, "Rank", "No-trump:", ""),
        ("michigan-family", {"no_trump": True}, "Rank", "", "No-trump: no trump suit"),
        ("bid-single-deck", {"high_low": True}, "Rank", "No-trump:", "No-trump and high: no trump suit"),
        ("bid-single-deck", {"high_low": True}, "Rank", "", "9 high, ace low: 9, 10, jack, queen, king, ace."),
        ("kokomo-kitty", {"shooter_kitty": False}, "Bidding", "bidder then", "except with a shooter, then picks"),
        ("kokomo-kitty", {"shooter_swap": True}, "Alone", "", "Where the score table has cards exchanged"),
        ("dirty-clubs", {"no_trump": True}, "Play", "", "When nobody has bid, it is the player on the dealer’s left."),
        ("dirty-clubs", {"bump": True}, "Bidding", "", "may drop out"),
    ],
)
def test_a_house_rule_changes_how_the_game_is_taught(
    slug: str, house_rules: dict[str, Any], label: str, usual: str, tonight: str
) -> None:
    """The sentence of the usual rule goes, that of tonight's comes; "" where there is none."""
    before, after = taught(slug)[label], taught(slug, **house_rules)[label]
    assert before != after
    assert not usual or (usual in before and usual not in after)
    assert not tonight or (tonight in after and tonight not in before)
