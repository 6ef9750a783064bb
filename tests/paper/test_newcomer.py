"""Somebody who has never played learns a game from its printed sheet: questions, and where the sheet answers them.

The questions were written before the sheets were read, from what newcomers ask at a table. Each answer is what the
printed text says, front or back.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.printed_pages import rules_pdf, text_of

FOLLOW = "must follow suit, that is, play a card of the suit that was led; for this the left bower is a trump."
ANY_CARD = "Whoever has none of that suit may play any card, a trump or not."
RIGHT_LEFT = "Trump, highest first: right bower (the jack of trump), left bower"
A_SPADE = "with spades as trump, the jack of clubs is a spade."
NEXT_DEALER = "The player on the dealer’s left deals the next hand."
THROWN_IN = "If everybody passes: the cards are thrown in and nobody scores."
DEALERS_LEFT = "The player on the dealer’s left leads, that is, plays the first card"
MAKER_LEADS = "The maker leads, that is, plays the first card"

QUESTIONS: dict[str, dict[str, str]] = {
    "standard": {
        "What beats the left bower?": RIGHT_LEFT,
        "Who leads?": DEALERS_LEFT,
        "And against a lone hand?": "When the maker plays alone, it is the player on the maker’s left.",
        "Must I follow suit?": FOLLOW,
        "What if I cannot?": ANY_CARD,
        "What suit is the jack of clubs when spades are trump?": A_SPADE,
        "What do 3 tricks alone pay?": "Alone 3 tricks 1 for 3 or 4 tricks 4 for all 5",
        "When is it euchred?": "must win at least three of the five tricks, or is euchred.",
        "What if everybody passes?": "If everybody passes again: the cards are thrown in and nobody scores.",
        "How does it end?": "Game The first to 5 points wins.",
        "Who deals next?": NEXT_DEALER,
    },
    "railroad": {
        "What beats the left bower?": "Trump, highest first: joker, right bower (the jack of trump), left bower",
        "Who leads when two play alone?": "it is the player on the maker’s left (or, if that player sits out, the next",
        "May a defender play alone?": "A defender may play alone against a lone maker; the other one sits out.",
        "Which one may choose first?": "The one who comes first on the dealer’s left, and so deals sooner",
        "What does a lone defender get?": "A defender who plays alone and euchres the lone maker wins 4",
        "How are cards exchanged?": "the maker discards one, face down, and the partner passes the best one back",
        "And for a lone defender?": "A lone defender may exchange one card with the partner in the same way.",
        "What is an exposed hand?": "a lone maker may lay all cards face up on the table and play them so.",
        "What does it pay?": "1 for 3 or 4 tricks 8 for all 5",
        "What about points above 5?": "if 5 or more are carried, they win that game too.",
        "What if the joker is turned up?": "the dealer says which suit it stands for before looking at any cards",
        "When do I say alone?": "may go alone, and says so before the first card is led",
        "Which card is the star?": "with spades as trump; the star is the joker",
        "Is the hand played again after a renege?": "The hand is over and counts as played.",
        "What is the card turned up for?": "Once it is ordered up, the dealer picks it up",
        "What does it cost not to follow suit?": "The side that reneged loses two points.",
    },
    "three-handed": {
        "Who is my partner?": "Nobody has a partner.",
        "Who leads?": "The player on the maker’s left leads",
        "What do all five tricks score?": "3 for all 5",
        "What if the maker is euchred?": "each of them scores for a euchre",
        "How many cards?": "deals five cards to each player",
        "What happens when all decline the card?": "each in turn may name another suit as trump; the first to",
        "Does an ace beat the left bower?": "left bower (the other jack of the same color), ace",
        "May I trump when I have the suit?": FOLLOW,
        "Who deals next?": NEXT_DEALER,
        "When is it over?": "Game To 5;",
    },
    "auction-five": {
        "What is a bid of 4?": "Bid 4 2 partners at most 4 tricks 4",
        "Who chooses partners?": "Then the maker chooses the partners that the bid allows, wherever they sit.",
        "What is the widow?": "Two more cards lie face down in the middle: the widow.",
        "Who gets it?": "The highest bidder, except with a 15, may then pick up the widow",
        "Who leads?": DEALERS_LEFT,
        "Whose tricks count for a 4?": "Count the tricks of the maker and the partners together.",
        "Who deals first?": "Draw for the first deal: low card deals",
        "What is the difference between 8 and 15?": "Bid 15 alone, without the widow 5 tricks",
        "What does a failed 5 cost?": "Bid 5 2 partners at most 5 tricks 5 – – 5",
        "How often may I bid?": "each in turn bids or passes, once around the table.",
        "What if all pass?": THROWN_IN,
        "When does it end?": "No target is given; agree on one, or on a time.",
    },
    "pfeffer": {
        "What is the lowest bid?": "Bid 4 in a suit",
        "And at no-trump?": "The lowest no-trump bid is 5. Only a stuck dealer may play 4 at no-trump.",
        "What if everybody passes?": "If everybody passes, the dealer is stuck: the dealer must bid at least 4.",
        "Who leads?": "The player on the dealer’s left (or, if that player sits out, the next one who plays) leads",
        "Who leads at no-trump?": "At no-trump it is the player on the maker’s right.",
        "What is the order at no-trump?": "no trump suit, no bowers; every suit has ace, king, queen, jack, 10, 9.",
        "What does a set cost?": "−5 and a hickey",
        "Can we have less than 0?": "Scores may go below 0.",
        "What is a hickey?": "A hickey is a mark next to the score of a side that was set.",
        "What does a pfeffer pay?": "Pfeffer alone all 6 12",
        "What if both reach 42?": "with both at 42 or more, the bidders win.",
    },
    "bid-single-deck": {
        "How do I bid two?": "A bid of two is said “a couple”",
        "May I bid again?": "each in turn bids or passes, once around the table.",
        "What is a little pepper?": "Little pepper alone or together, 1 card exchanged or none all 6 12",
        "What does a set cost?": "−6 1 a trick",
        "Bid 3 and took 5?": "Bid 1 to 6 as bid 1 a trick",
        "What do defenders without a trick lose?": "−6 for none",
        "Who leads?": MAKER_LEADS,
        "What may be trump?": "The highest bidder names a suit or no-trump.",
        "Do defenders win with 42?": "a side wins only by making its own bid, or by setting the other side.",
        "What if all pass?": THROWN_IN,
    },
    "double-hasenpfeffer-cats": {
        "Which of two equal cards wins?": "Of two equal cards in a trick, the one that was played first wins.",
        "What beats the left bower?": RIGHT_LEFT,
        "What is the lowest bid?": "Bid 6 to 11",
        "Who plays a 12?": "Whoever bids 12 plays alone, and may first exchange two cards for the partner’s best two.",
        "How do we exchange?": "the maker discards them, face down, and the partner passes as many of the best back",
        "What does a set cost?": "−12 1 a trick",
        "Who leads?": MAKER_LEADS,
        "Must I trump?": ANY_CARD,
        "How many cards?": "deals twelve cards to each player, face down, beginning at the left, four at a time.",
        "When is it over?": "Game To 52; if both reach it in one hand, the bidders win.",
    },
    "dirty-clubs": {
        "Where does counting start?": "Game From 15 down.",
        "What does a failed bid cost?": "the bidder who falls short adds 5 instead.",
        "What do the others get?": "Everybody subtracts the tricks taken",
        "Who leads?": MAKER_LEADS,
        "What may I bid?": "Bid 1 to 5 as bid",
        "Are there cards left over?": "Five each, the rest not dealt.",
        "What is the lowest card for four?": "four: 24 cards, 9 to ace",
        "Who is my partner?": "Nobody has a partner.",
        "What if nobody bids?": THROWN_IN,
        "What suit is the left bower?": A_SPADE,
        "Does the book say who leads?": "Who leads to the first trick? The bidder.",
        "How many cards?": "deals five cards to each player",
        "Who wins?": "Whoever reaches 0 or less wins; if several do in one hand, the lowest total wins",
    },
}


@cache
def sheet(slug: str) -> str:
    return text_of(rules_pdf(slug))


@pytest.mark.parametrize(("slug", "question"), [(slug, asked) for slug in QUESTIONS for asked in QUESTIONS[slug]])
def test_the_sheet_alone_answers_a_newcomer(slug: str, question: str) -> None:
    assert QUESTIONS[slug][question] in sheet(slug)
