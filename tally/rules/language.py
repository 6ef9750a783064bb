"""The language that the entries of games are written in; nothing here knows any particular game.

An amount of points is a number, or a formula with TRICKS (the tricks this side took), BID and ALL (every trick of
the deal). So `6 + BID` is "six plus the bid", `-ALL` is "minus one point for each trick of the deal", and
`TRICKS - BID` after a failed bid is "minus one point for each trick short". A mapping pays by the tricks taken:
`{3: 1, 4: 1, 5: 2}`, or `{0: -6, OTHERWISE: TRICKS}`; numbers of tricks that it leaves out earn nothing.

Where a text is silent, or clubs differ, a `rule(...)` (see `entries.questions`) takes the place of the value. It
holds the answers that a night may give; the first is the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

Bid: TypeAlias = int | str | None
RuleValue: TypeAlias = bool | int | str
Play: TypeAlias = tuple[tuple[bool, int], ...]  # each allowed (alone, cards exchanged with the partner)

SUITS = ("S", "H", "D", "C")
NO_TRUMP = ("NT",)
HIGH_LOW = ("HIGH", "LOW")


# ---- Points


@dataclass(frozen=True, slots=True)
class Amount:
    """A formula: points, plus multiples of the tricks taken, of the bid and of the tricks of the deal."""

    points: int = 0
    tricks: int = 0
    bid: int = 0
    all: int = 0

    def __add__(self, other: Amount | int) -> Amount:
        if isinstance(other, int):
            other = Amount(other)
        return Amount(
            points=self.points + other.points,
            tricks=self.tricks + other.tricks,
            bid=self.bid + other.bid,
            all=self.all + other.all,
        )

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
OTHERWISE = -1  # a mapping's key for every other number of tricks


@dataclass(frozen=True, slots=True)
class SplitPoints:
    """Points that differ within a partnership: the lone player's, and those of the partner and the side."""

    lone_player: int
    side: int


Points: TypeAlias = "int | Amount | SplitPoints | Mapping[int, Points]"


@dataclass(frozen=True, slots=True)
class Pay:
    """What each side scores, by its own tricks; `hickeys` is (the makers', the defenders')."""

    makers: Points
    defenders: Points
    hickeys: tuple[Points, Points] | None = None


def pay(makers: Points, defenders: Points, hickeys: tuple[Points, Points] | None = None) -> Pay:
    """Return the pay: points for the makers, then points for the defenders."""
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
    """A question that a night may answer, with what each answer means for the score; the default comes first.

    `origin` is the reason why there is a choice, a key of `ORIGINS`. `answer_texts` has an answer as a card player
    puts it, where the answer itself does not read well.
    """

    name: str
    origin: str
    question: str
    answers: Mapping[RuleValue, Any]
    answer_texts: Mapping[RuleValue, str]

    @property
    def default(self) -> RuleValue:
        """The answer of a night that does not mention this rule."""
        first: RuleValue = next(iter(self.answers))
        return first

    def answer_text(self, answer: RuleValue) -> str:
        """An answer as people read it: "the number they bid", "yes", "42 points"."""
        if answer in self.answer_texts:
            return self.answer_texts[answer]
        if isinstance(answer, bool):
            return "yes" if answer else "no"
        return str(answer).replace("-", " ")

    def __rmul__(self, times: int) -> HouseRule:
        """The same question, with `times` as much for every answer."""
        return replace(self, answers={answer: times * meaning for answer, meaning in self.answers.items()})


# ---- Bids, and who plays


@dataclass(frozen=True, slots=True)
class Numbers:
    """Bids by number, from `low` to `high` (None: the number of tricks in the deal)."""

    low: int
    high: int | None


def numbers(low: int, high: int | None = None) -> Numbers:
    """Return the bids from `low` to `high`, or without `high` up to all the tricks."""
    return Numbers(low, high)


NO_NUMBER: tuple[Bid, ...] = (None,)  # turn-up games: trump is named, no number is bid


def alone(*exchanged: int) -> Play:
    """Return the play of a lone hand, after exchanging any of these numbers of cards (by default none)."""
    return tuple((True, cards) for cards in exchanged or (0,))


TOGETHER: Play = ((False, 0),)
EITHER_WAY: Play = TOGETHER + alone()
ONE_CARD_OR_NOT: Play = ((False, 0), (False, 1), (True, 0), (True, 1))  # for texts that do not say who plays


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What the makers may promise, and what it pays.

    - `bids`: the bids that promise it; NO_NUMBER where trump is only named.
    - `made`, `set`: the pay when the makers take the tricks they need, and when they do not.
    - `needs`: the tricks that the makers must take.
    - `play`: whether the partner plays, and how many cards the two exchange.
    - `trumps`: what may be named, where it differs from the game's.
    - `when`: facts of a record that make this contract the one that is played.
    - `bid_value`: the number that BID stands for in a bid with a name.
    - `label`: what players call it, where that is not the bid.
    - `rare`: not among the first buttons.
    - `partners`: how many partners the maker chooses; with `partners_at_most`, that many or fewer.
    - `kitty`: whether the maker may use the kitty.
    - `defender_exchange`: the cards that a lone defender may exchange.
    - `unplayed`: "made" or "set" where the hand ends so without a card played.
    - `players`: the only table size that has this contract.
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


# ---- Cards, and a deal that everybody passes


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in use: the ranks in each of the four suits, copies of each card, and jokers."""

    ranks: str
    copies: int = 1
    jokers: int = 0

    @property
    def cards(self) -> int:
        """The number of cards."""
        return 4 * len(self.ranks.split()) * self.copies + self.jokers

    @property
    def suits_with_trump(self) -> tuple[int, int, int]:
        """The number of trumps, of cards in the next suit (same color) and in each other suit.

        Both bowers and the jokers are trumps.
        """
        suit = len(self.ranks.split()) * self.copies
        return suit + self.copies + self.jokers, suit - self.copies, suit


NINE_UP, TEN_UP, JACK_UP, SEVEN_UP = "9 10 J Q K A", "10 J Q K A", "J Q K A", "7 8 9 10 J Q K A"


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt at a table of `players` in so many `sides`: `tricks` cards to each player."""

    players: int
    pack: Pack
    tricks: int
    kitty: int = 0
    sides: int = 2

    @property
    def undealt(self) -> int:
        """The number of cards that are neither dealt nor in the kitty."""
        return self.pack.cards - self.players * self.tricks - self.kitty


@dataclass(frozen=True, slots=True, kw_only=True)
class AllPass:
    """What happens when everybody passes.

    - `text`: the rule as people read it.
    - `passed_out`: "yes" if the deal is thrown in, "no" if somebody must bid, or else the name of the fact that a
      record of a passed-out deal must state.
    - `dealer_least`, `dealer_exactly`: the bid that a stuck dealer must make, at least or exactly.
    - `trumps`: what a stuck dealer may name in addition to what the bid allows.
    - `half_set`: a stuck dealer who is set loses half, rounded up.
    - `everybody`: the hand is played without a maker, and each player scores this.
    - `same_dealer`: the same dealer deals again.
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
    """Return the rule that sticks the dealer with a bid; `least` of 1 is any bid that the night allows."""
    if exactly:
        text = f"the dealer must bid {exactly}"
    elif least == 1:
        text = "the dealer must make at least the lowest bid"
    else:
        text = f"the dealer must bid at least {least}"
    if half_set:
        text += ", and loses only half of a set, rounded up"
    return AllPass(text=text, dealer_least=least, dealer_exactly=exactly, trumps=trumps, half_set=half_set)


# ---- The end of a game, and the entry itself

BIDDERS, HIGHER_OR_TIE, HIGHER_OR_BIDDERS = "bidders", "higher, or a tie", "higher, or the bidders"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnd:
    """How a game ends, at a target or after a number of deals.

    - `target`: the points that end it; None if the text gives no number.
    - `on_offense`: a side wins only by making its own bid, or by setting the other side.
    - `both`: who wins when both sides reach the target in the same hand (with BIDDERS, even if `on_offense`).
    - `starts`: everybody's points at the start; above the target, points count down.
    - `deals`: the number of deals that end the game, in place of a target.
    - `laps`: the winners' surplus is carried to the next game.
    - `slams`: a shut-out counts as two games.
    - `notes`: whatever else players must know about the end.

    A progressive night ignores all of this, because the bell ends each of its games.
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
    """The rules of a game, as a card player would write them down.

    - `source`: where the rules come from, a key of `variants.SOURCES` or a club's own text.
    - `deals`: how the cards are dealt, for each number of players; the usual table comes first.
    - `contracts`: what the makers may promise; None where a house rule has removed a contract.
    - `sides`: TWO_SIDES for fixed partnerships. Otherwise all play for themselves. With EACH_ALIKE the maker and any
      partners each score the makers' points, and each defender scores the defenders'. With OWN_TRICKS each
      defender scores by his or her own tricks.
    - `facts`: extra facts that a record of this game may state.
    - `must_state`: extra facts that it must state.
    - `left_bower_stays`: the left bower ranks as a trump, but follows the suit that is printed on it.
    - `kitty_name`: what players call the kitty.
    - `notes`: what else players must know. A note that a house rule makes false is a `rule` whose answer is "".
    - `about`: the game in one sentence, for people who choose a game.
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
        """The number of players at the usual table."""
        return self._usual_deals[0].players

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The numbers of players that the game can have."""
        return tuple(deal.players for deal in self._usual_deals)

    @property
    def tricks(self) -> int:
        """The number of tricks in a hand at the usual table."""
        return self._usual_deals[0].tricks

    @property
    def table_of_four(self) -> bool:
        """Whether two fixed pairs play at four seats, as a progressive night needs."""
        return self.sides == TWO_SIDES and self.players == 4

    def deal(self, players: int) -> Deal | None:
        """The deal for this number of players, or None if the game is not played by that many."""
        return next((deal for deal in self._usual_deals if deal.players == players), None)

    @property
    def _usual_deals(self) -> tuple[Deal, ...]:
        deals: Any = self.deals  # a house rule until `house_rules.resolve` has put its answer here
        return deals.answers[deals.default] if isinstance(deals, HouseRule) else deals  # type: ignore[no-any-return]
