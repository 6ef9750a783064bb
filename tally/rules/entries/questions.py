"""The questions behind the house rules, by name; the entries say which answers there are, and what they mean.

READING: the text is silent or ambiguous. ELSEWHERE: its table is lost, another source has one. ASSUMED: lost,
and no source was found. CLUB: clubs differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tally.rules.language import ASSUMED, CLUB, ELSEWHERE, READING, HouseRule, RuleValue

QUESTIONS: Mapping[str, tuple[str, str]] = {
    # asked of many games
    "all_pass": (READING, "What happens when everybody passes?"),
    "minimum_bid": (CLUB, "What is the lowest bid?"),
    "no_trump": (CLUB, "May no-trump be named?"),
    "set": (READING, "What does a failed bid lose?"),
    "target": (CLUB, "How many points end a game?"),
    # Euchre with a turn-up
    "alone": (READING, "May the maker announce a lone hand, as in standard?"),
    "call_for_best": (CLUB, "May a lone player swap one card for the partner's best?"),
    "defend_alone": (CLUB, "May a defender play alone against a lone maker?"),
    "euchre": (CLUB, "What is a euchre: 2 points to the defenders, or (below zero) points off the makers?"),
    "jambone": (CLUB, "May a lone maker play with all cards exposed, for 8 points?"),
    "jambone_call": (READING, "May an exposed lone hand call for best too?"),
    "jambone_euchred": (READING, "What does euchring an exposed lone maker pay?"),
    "joker": (CLUB, "Is a joker the highest trump?"),
    "laps": (CLUB, "Is the surplus carried to the next game?"),
    "loner": (CLUB, "What do all five tricks alone pay? (5-4: 5 to the lone player, 4 to the partner)"),
    "loner_euchred": (CLUB, "What do the defenders get for euchring a lone maker?"),
    "march": (ELSEWHERE, "What do all five tricks pay?"),
    "no_partner_march": (READING, "What do all five tricks pay when nobody else held the suit called?"),
    "slams": (CLUB, "Does a game won before the others score count as two?"),
    # Auction Euchre
    "bids": (ASSUMED, "The table of bids is lost; which one is played?"),
    "fewer_partners": (READING, "May the bidder take fewer partners than the bid allows?"),
    "pack": (ASSUMED, "How many cards?"),
    # Pepper, Pfeffer, Hasenpfeffer
    "defenders": (READING, "Do the defenders score their tricks?"),
    "high_low": (CLUB, "May high or low be called instead of a suit?"),
    "no_trick": (READING, "What do defenders without a trick lose?"),
    "pfeffer_counts": (READING, "What bid does a pfeffer count as?"),
    "set_defenders": (READING, "What do the defenders score when the bidders fail?"),
    "shooting_set": (READING, "What does a failed 12, 24, 48 or 96 lose?"),
    "solo_set": (READING, "What does a failed bid to play alone lose: the same as any other, or double?"),
    "stuck_no_trump": (READING, "May a stuck dealer play 4 at no-trump?"),
    "tie": (READING, 'Who wins "a tie at 42"?'),
    # Progressive and Dirty Clubs
    "bump": (CLUB, "Does a player without a trick add 5, and may players drop out before the play?"),
    "reading": (
        READING,
        "P1: five or six tricks are 2. P2: five cards are dealt. P3: only six tricks are 2. P4: a "
        "pepper pays as a loner. P5: a made bid of 1 or 2 earns 1. P6: defenders with three tricks "
        "or more score for them too. Which reading of the pay?",
    ),
    "six_players": (READING, "How do six players form teams of two?"),
    "tricks": (READING, "How many tricks has a hand?"),
    "start": (READING, "At how many points does everybody start?"),
    # Bid Euchre
    "alone_pays": (ELSEWHERE, "What does eight alone pay, calling two cards, one card or none?"),
    "one_card_moon": (
        READING,
        "What does a moon with one card from the partner pay? (The text says 15 twice.)",
    ),
    "shooter_kitty": (CLUB, "Does a shooter get the kitty?"),
    "shooter_swap": (CLUB, "May a shooter exchange two cards with the partner?"),
    "winning": (READING, "Must the winners make a bid or set one, as in the general rules?"),
}


def rule(name: str, answers: Mapping[RuleValue, Any], *, mark: str = "", question: str = "") -> Any:
    """A house rule standing in the place of the value that it settles; hence the loose type.

    `answers` are what a night may say and what each of them means, the default first. `mark` and `question`
    are given only where this game's differ from the usual ones.
    """
    usual_mark, usual_question = QUESTIONS.get(name, (CLUB, ""))
    return HouseRule(name, mark or usual_mark, question or usual_question, answers)
