"""The words that the entries in `entries/` are written in. Nothing here knows any particular game.

An amount of points is a number, or is said with three words: TRICKS (what this side took), BID and ALL
(every trick of the deal). So `6 + BID` is "six plus the bid", `-ALL` "minus one point per trick of the
deal", `TRICKS - BID` after a failed bid "minus the tricks it fell short". A table pays by tricks taken:
`{3: 1, 4: 1, 5: 2}`, or `{0: -6, OTHERWISE: TRICKS}`; tricks that a table leaves out earn nothing.

Wherever a text is open, or clubs differ, a `rule(...)` stands in the place of the value, with the answers
that a night may give; its first answer is the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

Bid: TypeAlias = int | str | None
RuleValue: TypeAlias = bool | int | str
Play: TypeAlias = tuple[tuple[bool, int], ...]  # every allowed (alone?, cards exchanged with the partner)

SUITS = ("S", "H", "D", "C")
NO_TRUMP = ("NT",)
HIGH_LOW = ("HIGH", "LOW")


# ---- Points


@dataclass(frozen=True, slots=True)
class Amount:
    """So many points, plus so many times the tricks taken, the bid, the tricks of the deal."""

    points: int = 0
    tricks: int = 0
    bid: int = 0
    all: int = 0

    def __add__(self, other: Amount | int) -> Amount:
        more = other if isinstance(other, Amount) else Amount(other)
        return Amount(self.points + more.points, self.tricks + more.tricks, self.bid + more.bid, self.all + more.all)

    def __mul__(self, times: int) -> Amount:
        return Amount(self.points * times, self.tricks * times, self.bid * times, self.all * times)

    def __neg__(self) -> Amount:
        return self * -1

    def __sub__(self, other: Amount | int) -> Amount:
        return self + other * -1

    __radd__ = __add__
    __rmul__ = __mul__


TRICKS = Amount(tricks=1)
BID = Amount(bid=1)
ALL = Amount(all=1)
OTHERWISE = -1  # the key of a table for every other number of tricks


@dataclass(frozen=True, slots=True)
class SplitPoints:
    """Points that differ inside a partnership: the lone player's, and those that partner and side count."""

    lone_player: int
    side: int


Points: TypeAlias = "int | Amount | SplitPoints | Mapping[int, Points]"


@dataclass(frozen=True, slots=True)
class Pay:
    """What both sides score, each by its own tricks; hickeys are (the makers', the defenders')."""

    makers: Points
    defenders: Points
    hickeys: tuple[Points, Points] | None = None


def pay(makers: Points, defenders: Points, hickeys: tuple[Points, Points] | None = None) -> Pay:
    """Points for the makers, points for the defenders."""
    return Pay(makers, defenders, hickeys)


EACH_ITS_TRICKS = pay(TRICKS, TRICKS)
NOTHING = pay(0, 0)


# ---- House rules

READING, ELSEWHERE, ASSUMED, CLUB = "R", "X", "?", "club"
ORIGINS = {
    READING: "a reading, where the text is silent or ambiguous",
    ELSEWHERE: "from elsewhere, as this text's table is lost",
    ASSUMED: "an assumption: the table is lost, and no other was found",
    CLUB: "a choice that clubs make",
}


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question with its answers and what each means, the default first.

    `origin`: why it is open. `answer_texts`: an answer as a card player says it, where that is not the answer itself.
    """

    name: str
    origin: str
    question: str
    answers: Mapping[RuleValue, Any]
    answer_texts: Mapping[RuleValue, str]

    @property
    def default(self) -> RuleValue:
        """The answer of a night that says nothing."""
        first: RuleValue = next(iter(self.answers))
        return first

    def answer_text(self, answer: RuleValue) -> str:
        """An answer in words: "the number they bid", "yes", "42 points"."""
        if answer in self.answer_texts:
            return self.answer_texts[answer]
        return ("no", "yes")[answer] if isinstance(answer, bool) else str(answer).replace("-", " ")

    def __rmul__(self, times: int) -> HouseRule:
        return replace(self, answers={answer: times * meaning for answer, meaning in self.answers.items()})


# ---- Bids, and who plays


@dataclass(frozen=True, slots=True)
class Numbers:
    """Every whole number from `low` to `high` (None: as many as the deal has tricks)."""

    low: int
    high: int | None


def numbers(low: int, high: int | None = None) -> Numbers:
    """Bids by number; without `high`, up to all the tricks."""
    return Numbers(low, high)


NO_NUMBER: tuple[Bid, ...] = (None,)  # turn-up games: trump is named, no number is bid


def alone(*exchanged: int) -> Play:
    """The partner sits out, after an exchange of so many cards (none unless said; several: any of them)."""
    return tuple((True, cards) for cards in exchanged or (0,))


TOGETHER: Play = ((False, 0),)
EITHER_WAY: Play = TOGETHER + alone()
ONE_CARD_OR_NOT: Play = ((False, 0), (False, 1), (True, 0), (True, 1))  # the text does not say who plays


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What makers may promise, and what it pays.

    `needs`: the tricks they must take. `made`, `set`: the pay. `play`: whether the partner plays.
    `trumps`: only where they differ from the game's. `when`: facts that make this contract the one played.
    `bid_value`: the number that BID means for a bid with a name. `label`: what the table says. `rare`: not
    among the first buttons. `partners`: how many the maker chooses; `partners_at_most`: or fewer. `kitty`:
    whether the maker may use it. `unplayed`: "made" or "set" where no card is played. `players`: only at
    tables of this size.
    """

    bids: Numbers | tuple[Bid, ...]
    made: Pay = NOTHING
    set: Pay = NOTHING
    needs: int | Amount = BID
    play: Play = TOGETHER
    trumps: tuple[str, ...] | None = None
    when: tuple[str, ...] = ()
    bid_value: int = 0
    label: str = ""
    rare: bool = False
    partners: int = 0
    partners_at_most: bool = True
    kitty: bool = True
    defender_exchange: int = 0
    unplayed: str = ""
    players: int | None = None


# ---- Cards, and what happens when everybody passes


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in use: ranks in each of the four suits, how many of each, jokers."""

    ranks: str
    copies: int = 1
    jokers: int = 0

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return 4 * len(self.ranks.split()) * self.copies + self.jokers

    @property
    def suits_with_trump(self) -> tuple[int, int, int]:
        """Cards in the trump suit, the next suit (same colour), each other suit; bowers are trumps."""
        suit = len(self.ranks.split()) * self.copies
        return suit + self.copies + self.jokers, suit - self.copies, suit


NINE_UP, TEN_UP, JACK_UP, SEVEN_UP = "9 10 J Q K A", "10 J Q K A", "J Q K A", "7 8 9 10 J Q K A"


@dataclass(frozen=True, slots=True)
class Deal:
    """A table of so many players in so many `sides`: `tricks` cards each, and perhaps a kitty."""

    players: int
    pack: Pack
    tricks: int
    kitty: int = 0
    sides: int = 2

    @property
    def undealt(self) -> int:
        """Cards that nobody sees: neither dealt nor in the kitty."""
        return self.pack.cards - self.players * self.tricks - self.kitty


@dataclass(frozen=True, slots=True, kw_only=True)
class AllPass:
    """What happens when everybody passes.

    `passed_out`: "yes" when the deal is thrown in, "no" when somebody must bid, or the fact that must be
    recorded with it. A stuck dealer bids `dealer_least` or more, or `dealer_exactly`, may name `trumps` besides
    those of the bid, and loses half of a set (rounded up) where `half_set`. `everybody`: played without a maker,
    for these points. `same_dealer`: whoever dealt deals again.
    """

    text: str
    passed_out: str = "no"
    dealer_least: int | None = None
    dealer_exactly: int | None = None
    trumps: tuple[str, ...] | None = None
    half_set: bool = False
    everybody: Points | None = None
    same_dealer: bool = False


REDEAL = AllPass(text="the cards are thrown in, nobody scores", passed_out="yes")


def dealer_must_bid(
    least: int | None = None,
    *,
    exactly: int | None = None,
    trumps: tuple[str, ...] | None = None,
    half_set: bool = False,
) -> AllPass:
    """The dealer is stuck with a bid; at least 1 is whatever the lowest bid is tonight."""
    lowest = "must make at least the lowest bid" if least == 1 else f"must bid at least {least}"
    text = f"the dealer must bid {exactly}" if exactly else f"the dealer {lowest}"
    text += ", and loses only half of a set, rounded up" if half_set else ""
    return AllPass(text=text, dealer_least=least, dealer_exactly=exactly, trumps=trumps, half_set=half_set)


# ---- The end of a game, and the entry itself

BIDDERS, HIGHER_OR_TIE, HIGHER_OR_BIDDERS = "bidders", "higher, or a tie", "higher, or the bidders"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnd:
    """How a game to a target ends.

    `on_offense`: a side wins only by making its own bid, or by setting the other side's. `both`: who wins
    when both stand at the target after the same hand (BIDDERS: even on offence). `starts` and a `target`
    below it: points count down. `deals`: the game is that many deals instead. `laps`: surplus is carried
    on. `slams`: a shut-out counts two. `notes`: what else has to be known of the end; at a night, whose bell
    ends each game, none of this is said.
    """

    target: int | None = None
    on_offense: bool = False
    both: str = HIGHER_OR_TIE
    starts: int = 0
    deals: int | None = None
    laps: bool = False
    slams: bool = False
    notes: tuple[str, ...] = ()


TWO_SIDES, EACH_ALIKE, OWN_TRICKS = "two sides", "each alike", "own tricks"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """A game, as a card player would write it down.

    `source`: where its rules come from, a number of `SOURCES` or a club's own words. `about`: the game in a
    sentence, for whoever chooses one. `sides`: TWO_SIDES are fixed partnerships. Elsewhere everybody plays for
    themselves: EACH_ALIKE, the maker and any partner score the makers' points, each defender the defenders';
    OWN_TRICKS, each defender scores by the tricks that he or she took alone. `facts`: extra facts that a record
    of this game may state; `must_state`: those that it must. `left_bower_stays`: though a trump by its rank, it
    follows the suit that is printed on it. `kitty_name`: what the table says for it. `notes`: what else has to
    be known; a note that a house rule makes false stands in a `rule`, with "" or other words for that answer.
    """

    slug: str
    name: str
    source: str
    deals: tuple[Deal, ...]
    contracts: tuple[Contract | None, ...]
    trumps: tuple[str, ...] = SUITS
    all_pass: AllPass = REDEAL
    sides: str = TWO_SIDES
    end: GameEnd = GameEnd()
    facts: tuple[str, ...] = ()
    must_state: tuple[str, ...] = ()
    left_bower_stays: bool = False
    kitty_name: str = "kitty"
    notes: tuple[str, ...] = ()
    about: str = ""

    @property
    def players(self) -> int:
        """Players at the usual table."""
        return self._usual_deals[0].players

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """How many players the game can have."""
        return tuple(deal.players for deal in self._usual_deals)

    @property
    def tricks(self) -> int:
        """Tricks in a hand at the usual table."""
        return self._usual_deals[0].tricks

    @property
    def table_of_four(self) -> bool:
        """Two fixed pairs at four seats: a progressive night can be played with it."""
        return self.sides == TWO_SIDES and self.players == 4

    def deal(self, players: int) -> Deal | None:
        """The deal for so many players, None if that many cannot play."""
        return next((deal for deal in self._usual_deals if deal.players == players), None)

    @property
    def _usual_deals(self) -> tuple[Deal, ...]:
        deals: Any = self.deals
        return deals.answers[deals.default] if isinstance(deals, HouseRule) else deals  # type: ignore[no-any-return]
