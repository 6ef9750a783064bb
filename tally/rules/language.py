"""The language that the entries of games are written in; nothing here knows any particular game.

An amount of points is a number, or a formula with TRICKS (the tricks this side took), BID and ALL (every trick of
the deal). So `6 + BID` is "six plus the bid", `-ALL` is "minus one point for each trick of the deal", and
`TRICKS - BID` after a failed bid is "minus one point for each trick short". A mapping pays by the tricks taken:
`{3: 1, 4: 1, 5: 2}`, or `{0: -6, OTHERWISE: TRICKS}`; numbers of tricks that it leaves out earn nothing.

Where a text is silent, or clubs differ, a `rule(...)` (see `entries.questions`) takes the place of the value. It
holds the answers that a night may give; the first is the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    ELSEWHERE: "from elsewhere, as this text’s table is lost",
    ASSUMED: "an assumption: the table is lost, and no other was found",
    CLUB: "a choice that clubs make",
}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Answers to two house rules that cannot both hold.

    - `answers`: those of the rule that has this contradiction; none stands for all but the usual one.
    - `other`, `other_answers`: the other rule, where the game has it.
    - `sentence`: names both and says what to change.
    """

    answers: tuple[RuleValue, ...]
    other: str
    other_answers: tuple[RuleValue, ...] | range
    sentence: str


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """The whole numbers that may answer a house rule besides the answers that it offers.

    - `low`, `high`: the least and the most.
    - `meaning`: what a number means for the score.
    - `text`: a number as a card player puts it.
    """

    low: int
    high: int
    meaning: Callable[[int], Any] = int
    text: Callable[[int], str] = str

    def __contains__(self, answer: object) -> bool:
        return type(answer) is int and self.low <= answer <= self.high  # not a bool, though True equals 1

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}".replace("-", "−")


def between(low: int, high: int, meaning: Callable[[int], Any] = int) -> AnyNumber:
    """Return the whole numbers from `low` to `high`; without a `meaning` a number means itself."""
    return AnyNumber(low, high, meaning)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question that a night may answer, with what each answer means for the score; the default comes first.

    `origin` is the reason why there is a choice, a key of `ORIGINS`. `answer_texts` has an answer as a card player
    puts it, where the answer itself does not read well. `contradictions` are with answers to other rules. `any_number`
    are the numbers that may answer too, where the rule is a number.
    """

    name: str
    origin: str
    question: str
    answers: Mapping[RuleValue, Any]
    answer_texts: Mapping[RuleValue, str]
    contradictions: tuple[Contradiction, ...] = ()
    any_number: AnyNumber | None = None

    @property
    def default(self) -> RuleValue:
        """The answer of a night that does not mention this rule."""
        first: RuleValue = next(iter(self.answers))
        return first

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one answer."""
        return len(self.answers) > 1 or self.any_number is not None

    def offers(self, answer: object) -> bool:
        """Whether this is one of the answers that the rule offers, of the same type: True is not the number 1."""
        return any(type(offered) is type(answer) and offered == answer for offered in self.answers)

    def accepts(self, answer: object) -> bool:
        """Whether a night may give this answer."""
        return self.offers(answer) or (self.any_number is not None and answer in self.any_number)

    def meaning(self, answer: RuleValue) -> Any:
        """What an answer means for the score, with house rules of its own where there are any."""
        if self.any_number is None or answer in self.answers:
            return self.answers[answer]
        return self.any_number.meaning(int(answer))

    def answer_text(self, answer: RuleValue) -> str:
        """An answer as people read it: "the number they bid", "yes", "42 points"."""
        if answer in self.answer_texts:
            return self.answer_texts[answer]
        if isinstance(answer, bool):
            return "yes" if answer else "no"
        if self.any_number is not None and answer in self.any_number:
            return self.any_number.text(int(answer))
        return str(answer).replace("-", " ")

    def changed(self, change: Callable[[Any], Any]) -> HouseRule:
        """The same question, with the meaning of every answer changed."""
        answers = {answer: change(meaning) for answer, meaning in self.answers.items()}
        numbers = self.any_number
        if numbers is None:
            return replace(self, answers=answers)
        before = numbers.meaning
        return replace(
            self, answers=answers, any_number=replace(numbers, meaning=lambda number: change(before(number)))
        )

    def __rmul__(self, times: int) -> HouseRule:
        """The same question, with `times` as much for every answer."""
        return self.changed(lambda meaning: times * meaning)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """House rules that clubs know by a name: answers by rule; what it does not mention is as usual."""

    slug: str
    name: str
    answers: Mapping[str, RuleValue]


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
    """The cards in use: the ranks in each of the four suits, copies of each card, and jokers.

    `bowers`: whether the jacks of trump's color rank above its ace.
    """

    ranks: str
    copies: int = 1
    jokers: int = 0
    bowers: bool = True

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
        left_bowers = self.copies if self.bowers else 0
        return suit + left_bowers + self.jokers, suit - left_bowers, suit


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


REDEAL = AllPass(text="the cards are thrown in and nobody scores", passed_out="yes")


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


# ---- How the cards are played; none of it changes the points of a hand

MAKER, LEFT_OF_DEALER = "maker", "dealer’s left"
LEFT_OF_MAKER, RIGHT_OF_MAKER = "maker’s left", "maker’s right"
ONE_ROUND, UNTIL_PASSED, PASSING_BARS = "one round", "until the others pass", "whoever passes is out"
UNSEEN, FOR_THE_BEST = "both unseen", "both unseen, for the partner’s best"
PARTNER_LOOKS, MAKER_LOOKS = "the partner looks first", "the maker looks first"
FIRST_PLAYED, LAST_PLAYED = "first", "last"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlay:
    """How the cards of a hand are dealt, bid for and played, for the text of the rules only.

    - `dealt`: how many cards at a time; "" if the text does not say.
    - `lowest_deals`: whoever draws the lowest card deals first.
    - `bidding`: ONE_ROUND, or around the table UNTIL_PASSED; with PASSING_BARS whoever has passed stays out.
    - `trump_in_bid`: a bid names the trump with the number.
    - `dealer_may_equal`: the dealer may bid the same as the highest bidder.
    - `kitty_may_stay`: the maker may leave the kitty where it is.
    - `turn_ups`: the most cards that may be turned up, one after the other, where no number is bid.
    - `leads`: who leads to the first trick; None for the usual: the highest bidder, or the player to the dealer's left
      where no number is bid.
    - `leads_alone`, `leads_no_trump`: who leads to a lone hand and without a trump suit; None for no difference.
    - `equal_cards`: which of two equal cards wins, where there are two of each.
    - `exchange`: how the maker and the partner exchange cards: which of them sees the other's first, and whether the
      partner must give the best.
    - `joker_without_trump`: what the joker does without a trump suit.
    - `before`, `during`, `alone`: what else players must know before the first lead, then, and of lone hands.
    """

    dealt: str = ""
    lowest_deals: bool = False
    bidding: str = ONE_ROUND
    trump_in_bid: bool = False
    dealer_may_equal: bool = False
    kitty_may_stay: bool = False
    turn_ups: int = 1
    leads: str | None = None
    leads_alone: str | None = None
    leads_no_trump: str | None = None
    equal_cards: str = FIRST_PLAYED
    exchange: str = UNSEEN
    joker_without_trump: str = ""
    before: tuple[str, ...] = ()
    during: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


# ---- The end of a game, and the entry itself

BIDDERS, HIGHER_OR_TIE, HIGHER_OR_BIDDERS = "bidders", "higher, or a tie", "higher, or the bidders"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnd:
    """How a game ends, at a target or after a number of deals.

    - `target`: the points that end it; None if the text gives no number.
    - `on_offense`: a side wins only by making its own bid, or by setting the other side.
    - `both`: who wins when both sides reach the target in the same hand, unless `on_offense` decides it. "Bidders" are
      the makers of a made bid; where they were set, the side that set them is in their place.
    - `starts`: everybody's points at the start; above the target, points count down.
    - `deals`: the number of deals that end the game, in place of a target.
    - `deals_each`: how many deals of each player end the game; at a table of known size this is a number of `deals`.
    - `laps`: the winners' surplus is carried to the next game.
    - `slams`: a shut-out counts as two games.
    - `pays_double`: where games are bet on, losers at 0 or below pay double.
    - `notes`: whatever else players must know about the end.

    A progressive night ignores all of this, because the bell ends each of its games.
    """

    target: int | None = None
    on_offense: bool = False
    both: str = HIGHER_OR_TIE
    starts: int = 0
    deals: int | None = None
    deals_each: int | None = None
    laps: bool = False
    slams: bool = False
    pays_double: bool = False
    notes: tuple[str, ...] = ()

    @property
    def counts_down(self) -> bool:
        """Whether points are counted from the start down to the target."""
        return self.target is not None and self.starts > self.target

    def at_table(self, players: int) -> GameEnd:
        """The end of a game at a table of `players`."""
        return replace(self, deals=self.deals_each * players) if self.deals_each else self


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
    - `card_play`: how the cards are dealt, bid for and played.
    - `renege_agreed`: the text leaves a renege to the players, so that they agree on its price unless a night sets one.
    - `notes`: what else players must know. A note that a house rule makes false is a `rule` whose answer is "".
    - `about`: the game in one sentence, for people who choose a game.
    - `rule_sets`: house rules that clubs know by a name, beside the usual ones.
    - `decided`: the house rules of another game that this one, made from it, has decided for good. An answer that was
      stored before counts no more.
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
    card_play: CardPlay = CardPlay()
    renege_agreed: bool = False
    notes: tuple[str, ...] = ()
    about: str = ""
    rule_sets: tuple[RuleSet, ...] = ()
    decided: frozenset[str] = frozenset()

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
