"""The questions of the house rules, by name, with the answers as card players put them.

The entries list the answers of each game, and what each means for the score. An answer is an identifier, which a
night stores and an import needs ("tricks-won"); people read its text ("one point for each trick they took").

Each question has an origin. READING: the text is silent or ambiguous. ELSEWHERE: its table is lost, and another
source has one. ASSUMED: it is lost, and no source was found. CLUB: clubs differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from tally.rules.language import (
    ASSUMED,
    CLUB,
    ELSEWHERE,
    READING,
    AllPass,
    AnyNumber,
    Contradiction,
    HouseRule,
    RuleValue,
)
from tally.rules.wording import counted

POINTS = "point"
MOST_POINTS = 20  # that a hand of euchre, or a renege, may pay


class RuleQuestion(NamedTuple):
    """A question that several games may share.

    `unit` is the noun for an answer that is a number. `number_text` is such an answer where a noun is not enough.
    """

    origin: str
    text: str
    answer_texts: Mapping[RuleValue, str] = {}
    unit: str = ""
    contradictions: tuple[Contradiction, ...] = ()
    number_text: Callable[[int], str] | None = None


UNUSUAL = ()  # any answer but the usual one

NO_TRUMP_FOR_HIGH_LOW = Contradiction(
    answers=(True,),
    other="no_trump",
    other_answers=(False,),
    sentence="High and low are played without a trump suit, so they cannot be called where no-trump may not be named: "
    "allow no-trump, or do not allow high and low.",
)
NO_PRICE_FOR_A_EUCHRE = Contradiction(
    answers=UNUSUAL,
    other="euchre",
    other_answers=range(-MOST_POINTS, 1),
    sentence="Where a euchre takes points off the makers, the defenders get nothing for euchring a lone maker: choose "
    "a euchre that scores for the defenders, or the standard points for a lone one.",
)
NO_PRICE_FOR_ALL_FIVE = Contradiction(
    answers=UNUSUAL,
    other="euchre",
    other_answers=range(-MOST_POINTS, 1),
    sentence="Where a euchre takes points off the makers, the defenders get nothing for all five tricks: choose a "
    "euchre that scores for the defenders, or the standard points for all five.",
)
NO_LONE_DEFENDER = Contradiction(
    answers=UNUSUAL,
    other="defend_alone",
    other_answers=(False,),
    sentence="No defender may play alone, so there are no points for a lone defender: allow defending alone, or choose "
    "the standard points.",
)
TRADED_OR_THROWN_IN = Contradiction(
    answers=(True,),
    other="misdeal",
    other_answers=("farmers-hand",),
    sentence="A farmer’s hand cannot be thrown in and also go under for three cards: choose another misdeal, or no "
    "going under.",
)
NO_LONE_HANDS = Contradiction(
    answers=UNUSUAL,
    other="alone",
    other_answers=(False,),
    sentence="Nobody may play alone, so a lone hand has no points of its own: allow playing alone, or choose the "
    "standard points.",
)
NO_JAMBONE = Contradiction(
    answers=(True,),
    other="jambone",
    other_answers=(False,),
    sentence="No lone maker plays with all cards exposed, so nobody can say which of them is led: allow the exposed "
    "hand, or do not let the player on the left choose.",
)


def _at_least(points: int) -> str:
    return f"{counted(points, POINTS)} at least"


def _euchre_text(points: int) -> str:
    """What a euchre pays: points to the defenders or, below 0, off the makers."""
    if points == 0:
        return "nothing"
    return counted(abs(points), "point") + (" to the defenders" if points > 0 else " off the makers")


A_POINT_A_TRICK = "one point for each trick they took"
PAY_READINGS: Mapping[RuleValue, str] = {
    "P1": "3 or 4 tricks 1 point, 5 or 6 tricks 2",
    "P2": "five cards are dealt; 3 or 4 tricks 1 point, all five 2",
    "P3": "3, 4 or 5 tricks 1 point, all six 2",
    "P4": "3 or 4 tricks 1 point, 5 or 6 tricks 2, a pepper 4 as a loner",
    "P5": "1 to 4 tricks 1 point, 5 or 6 tricks 2",
    "P6": "3 or 4 tricks 1 point, 5 or 6 tricks 2, for the defenders too",
}

QUESTIONS: Mapping[str, RuleQuestion] = {
    # Many games
    "all_pass": RuleQuestion(READING, "What happens when everybody passes?"),
    "minimum_bid": RuleQuestion(CLUB, "What is the lowest bid?"),
    "no_trump": RuleQuestion(CLUB, "May no-trump be named?"),
    "set": RuleQuestion(
        READING,
        "What does a failed bid lose?",
        {
            "tricks-won": A_POINT_A_TRICK,
            "the-bid": "the number they bid",
            "shortfall": "one point for each trick short",
            "six": "6 points",
            "all-the-tricks": "one point for every trick of the deal",
        },
        POINTS,
    ),
    "target": RuleQuestion(
        CLUB,
        "How many points end a game?",
        {"none": "no number; agree on one, or on a time", "ten-hands": "no number; each player deals twice"},
        POINTS,
    ),
    # Euchre with a turn-up
    "alone": RuleQuestion(READING, "May the maker play alone, as in standard euchre?"),
    "canadian": RuleQuestion(CLUB, "Must the dealer’s partner go alone after ordering up the dealer?"),
    "call_for_best": RuleQuestion(CLUB, "May a lone player swap one card for the partner’s best?"),
    "defend_alone": RuleQuestion(CLUB, "May a defender play alone against a lone maker?"),
    "defend_alone_pays": RuleQuestion(
        CLUB,
        "What does a lone defender who euchres a lone maker get?",
        {},
        POINTS,
        (NO_LONE_DEFENDER,),
    ),
    "defense_march": RuleQuestion(
        CLUB,
        "What do the defenders get for all five tricks?",
        {2: "no more than for any euchre"},
        contradictions=(NO_PRICE_FOR_ALL_FIVE,),
        number_text=_at_least,
    ),
    "euchre": RuleQuestion(
        CLUB,
        "What does a euchre score?",
        number_text=_euchre_text,
    ),
    "going_under": RuleQuestion(
        CLUB,
        "May a farmer’s hand (nothing above a 10) go under, for three of the cards left over?",
        contradictions=(TRADED_OR_THROWN_IN,),
    ),
    "jambone": RuleQuestion(CLUB, "May a lone maker play with all cards exposed, for 8 points?"),
    "jambone_call": RuleQuestion(READING, "May an exposed lone hand call for best too?"),
    "jambone_euchred": RuleQuestion(
        READING,
        "What does euchring an exposed lone maker score?",
        {"as-alone": "as much as euchring any lone maker"},
    ),
    "jambone_lead": RuleQuestion(
        CLUB,
        "May the player on the left say which card an exposed maker leads first?",
        contradictions=(NO_JAMBONE,),
    ),
    "joker": RuleQuestion(CLUB, "Is a joker the highest trump?"),
    "joker_turned_up": RuleQuestion(
        READING,
        "What if the joker is turned up?",
        {"dealer-says": "the dealer first says which suit it stands for"},
    ),
    "laps": RuleQuestion(CLUB, "Is the surplus carried to the next game?"),
    "loner": RuleQuestion(
        CLUB,
        "What do all five tricks alone score?",
        {"5-4": "5 points to the lone player, 4 to the partner"},
        POINTS,
        (NO_LONE_HANDS,),
    ),
    "loner_euchred": RuleQuestion(
        CLUB,
        "What do the defenders get for euchring a lone maker?",
        {},
        POINTS,
        (NO_PRICE_FOR_A_EUCHRE, NO_LONE_HANDS),
    ),
    "march": RuleQuestion(ELSEWHERE, "What do all five tricks score?", {}, POINTS),
    "misdeal": RuleQuestion(
        CLUB,
        "May a poor hand be thrown in as a misdeal?",
        {
            "none": "no",
            "ace-no-face": "yes, ace no face: an ace, or more, and nothing else above a 10",
            "farmers-hand": "yes, a farmer’s hand: nothing above a 10",
        },
    ),
    "no_partner_march": RuleQuestion(
        READING, "What do all five tricks score when nobody else held the suit called?", {}, POINTS
    ),
    "slams": RuleQuestion(CLUB, "Does a game won before the others score count as two?"),
    # Auction Euchre
    "bids": RuleQuestion(
        ASSUMED,
        "The table of bids is lost; which one is played?",
        {
            "as-five-handed": "the one for five players",
            "seven-tricks": "4 to 7 with partners; all seven alone 10, without the widow 20",
        },
    ),
    "fewer_partners": RuleQuestion(READING, "May the bidder take fewer partners than the bid allows?"),
    "pack": RuleQuestion(
        ASSUMED,
        "How many cards?",
        {
            24: "24, 9 to ace",
            25: "25, 9 to ace and the joker",
            28: "28, 8 to ace",
            32: "32, 7 to ace",
            36: "36, 6 to ace",
        },
    ),
    # Pepper, Pfeffer, Hasenpfeffer
    "defenders": RuleQuestion(
        READING,
        "What do the defenders score?",
        {"tricks": A_POINT_A_TRICK, "nothing": "nothing"},
    ),
    "high_low": RuleQuestion(
        CLUB,
        "May high or low be called instead of a suit?",
        contradictions=(NO_TRUMP_FOR_HIGH_LOW,),
    ),
    "joker_no_trump": RuleQuestion(
        READING,
        "What does the joker do at no-trump?",
        {"wins": "it has no suit and wins its trick"},
    ),
    "no_trick": RuleQuestion(READING, "What do defenders without a trick lose?", {0: "nothing"}, POINTS),
    "pfeffer_counts": RuleQuestion(READING, "What bid does a pfeffer count as?"),
    "set_defenders": RuleQuestion(
        READING,
        "What do the defenders score when the bidders fail?",
        {
            "tricks": A_POINT_A_TRICK,
            "nothing": "nothing",
            "skunk": "one point for each trick they took; for all six, 6 and the bid",
        },
    ),
    "shooting_set": RuleQuestion(
        READING,
        "What does a failed 12, 24, 48 or 96 lose?",
        {"the-bid": "as much as it would have won"},
    ),
    "bowers": RuleQuestion(CLUB, "Are there bowers, so that the jacks of trump’s color rank above its ace?"),
    "pays_double": RuleQuestion(CLUB, "If you play for money, do losers at 0 or below pay double?"),
    "solo_set": RuleQuestion(
        READING,
        "What does a failed bid to play alone lose?",
        {"same": "the same as any other bid", "double": "double"},
    ),
    "stuck_no_trump": RuleQuestion(READING, "If no-trump is played, may a stuck dealer play 4 at it?"),
    "tie": RuleQuestion(
        READING,
        "Who wins when both sides stand at 42 or more after a hand?",
        {"both-at-42-or-more": "the bidders"},
    ),
    # Progressive and Dirty Clubs
    "bump": RuleQuestion(CLUB, "Does a player without a trick add 5, and may players drop out before the play?"),
    "reading": RuleQuestion(
        READING, "The text scores five tricks, but six are dealt. What do they score?", PAY_READINGS
    ),
    "six_players": RuleQuestion(
        READING,
        "How do six players form teams of two?",
        {"three-pairs": "three pairs, each for itself"},
    ),
    "tricks": RuleQuestion(READING, "How many tricks has a hand?"),
    "lead": RuleQuestion(READING, "Who leads to the first trick?", {"bidder": "the bidder"}),
    "start": RuleQuestion(READING, "At how many points does everybody start?", {}, POINTS),
    # Bid Euchre
    "alone_pays": RuleQuestion(
        ELSEWHERE,
        "What does eight alone score, calling two cards, one card or none?",
        {"12-18-24": "12, 18 and 24 points"},
    ),
    "one_card_moon": RuleQuestion(
        READING,
        "What does a moon with one card from the partner score? (The text says 15 twice.)",
        {},
        POINTS,
    ),
    "shooter_kitty": RuleQuestion(CLUB, "Does a shooter get the kitty?"),
    "shooter_swap": RuleQuestion(CLUB, "May a shooter exchange two cards with the partner?"),
    "winning": RuleQuestion(
        READING,
        "Must the winners make a bid or set one, as in the general rules?",
        {"on-offence": "yes", "at-target": "no, reaching the target is enough"},
    ),
}
UNLISTED = RuleQuestion(CLUB, "")


def rule(
    name: str,
    answers: Mapping[RuleValue, Any],
    *,
    origin: str = "",
    question: str = "",
    answer_texts: Mapping[RuleValue, str] | None = None,
    any_number: AnyNumber | None = None,
) -> Any:
    """Return a house rule to put in the place of the value that it decides; hence the loose type.

    `answers` are what a night may answer, each with its meaning, the default first. `origin`, `question` and
    `answer_texts` are given only where they differ from those in `QUESTIONS`. `any_number` are the numbers that may
    answer too: `between(1, 999)`.
    """
    usual = QUESTIONS.get(name, UNLISTED)
    texts = {answer: _answer_text(usual, answer, meaning) for answer, meaning in answers.items()}
    texts = {answer: text for answer, text in texts.items() if text} | dict(answer_texts or {})
    if any_number is not None:
        any_number = replace(any_number, text=_number_text(usual))
    return HouseRule(
        name=name,
        origin=origin or usual.origin,
        question=question or usual.text,
        answers=answers,
        answer_texts=texts,
        contradictions=usual.contradictions,
        any_number=any_number,
    )


def _number_text(question: RuleQuestion) -> Callable[[int], str]:
    """How a number that answers the question is written."""
    if question.number_text:
        return question.number_text
    return partial(counted, noun=question.unit) if question.unit else str


def _answer_text(question: RuleQuestion, answer: RuleValue, meaning: object) -> str:
    """The text of an answer, or "" if the answer itself reads well."""
    if answer in question.answer_texts:
        return question.answer_texts[answer]
    if isinstance(meaning, AllPass):
        return meaning.text
    if isinstance(answer, int) and not isinstance(answer, bool) and (question.unit or question.number_text):
        return _number_text(question)(answer)
    return ""
