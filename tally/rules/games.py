"""The hands of one table, folded into a game that ends at a target, or after so many deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tally.rules.house_rules import NO_RULES, HouseRules, check_house_rules
from tally.rules.language import BIDDERS, HIGHER_OR_BIDDERS, TWO_SIDES, GameEnd, Variant
from tally.rules.rulebook import Rulebook, Score, open_rulebook

Party: TypeAlias = str | int  # a side, or a player where everybody plays alone


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand of this game: who made trump (None: passed out) and what it was worth."""

    maker: Party | None
    score: Score


@dataclass(frozen=True, slots=True)
class GameState:
    """A game so far. `winners` is empty while it goes on; with a tie it names everybody who shares it.

    `hands` counts those that belong to the game; whatever was dealt after its end does not. `worth` is how
    many games this one counts for, `lapped` how many of them the surplus has won, which no hand is dealt for;
    `carried` is what each party takes along to the next.
    """

    totals: Mapping[Party, int]
    hands: int = 0
    winners: tuple[Party, ...] = ()
    worth: int = 1
    lapped: int = 0
    carried: Mapping[Party, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Somebody has won, or shares the game."""
        return bool(self.winners)

    @property
    def tied(self) -> bool:
        """The game ended with equal totals that no rule decides."""
        return len(self.winners) > 1


def fold_game(
    variant: Variant,
    hands: Iterable[HandResult],
    house_rules: HouseRules = NO_RULES,
    *,
    players: int | None = None,
    carried: Mapping[Party, int] | None = None,
) -> GameState:
    """The game that these hands make, in the order in which they were played.

    `carried` are points brought along from the game before (Railroad's laps).

    :raises ValueError: when a hand does not say what each player scored, where everybody plays alone.
    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    rulebook = open_rulebook(variant, players or variant.players, check_house_rules(variant, house_rules))
    if rulebook is None:
        raise ValueError(f"{variant.name} is not played by {players}.")
    end = rulebook.variant.end
    state = GameState({party: end.starts + (carried or {}).get(party, 0) for party in rulebook.makers})
    for hand in hands:
        if state.over:
            break
        totals = {party: state.totals[party] + points for party, points in points_of(rulebook, hand).items()}
        state = _ended(end, replace(state, totals=totals, hands=state.hands + 1), hand)
    return state


def points_of(rulebook: Rulebook, hand: HandResult) -> dict[Party, int]:
    """What this hand adds to everybody's total.

    :raises ValueError: when it does not say what each player scored, where everybody plays alone.
    """
    score = hand.score
    if hand.maker is None and score.by_player is None:
        return dict.fromkeys(rulebook.makers, 0)
    if rulebook.variant.sides == TWO_SIDES and len(rulebook.makers) == 2:
        return {side: score.makers if side == hand.maker else score.defenders for side in rulebook.makers}
    listed = score.by_player if score.by_player is not None else score.by_side
    if listed is None:
        raise ValueError("This hand does not say what each of them scored.")
    return dict(zip(rulebook.makers, listed, strict=True))


def _ended(end: GameEnd, state: GameState, hand: HandResult) -> GameState:
    """The same state, with its winners if this hand has ended the game."""
    totals = state.totals
    down = end.target is not None and end.starts > end.target
    if end.target is not None:
        reached = {party for party, total in totals.items() if (total <= end.target if down else total >= end.target)}
        if end.on_offense and not (end.both == BIDDERS and len(reached) == len(totals)):
            reached &= _won_the_hand(hand, set(totals))
        winners = _winners(end, totals, reached, hand.maker, down)
    elif end.deals is not None and state.hands >= end.deals:
        winners = _best(totals, set(totals), down)
    else:
        winners = ()
    if not winners:
        return state
    lapped, carried = _laps(end, totals, winners)
    worth = (2 if _slam(end, totals, winners) else 1) + lapped
    return replace(state, winners=winners, worth=worth, lapped=lapped, carried=carried)


def _won_the_hand(hand: HandResult, parties: set[Party]) -> set[Party]:
    """The makers of a made contract, or those who set it."""
    if hand.maker is None or hand.score.made is None:
        return set()
    return {hand.maker} if hand.score.made else parties - {hand.maker}


def _winners(
    end: GameEnd, totals: Mapping[Party, int], reached: set[Party], maker: Party | None, down: bool
) -> tuple[Party, ...]:
    """Who wins among those who have reached the target after the same hand."""
    if end.both == BIDDERS and maker in reached and maker is not None:
        return (maker,)
    best = _best(totals, reached, down)
    if end.both == HIGHER_OR_BIDDERS and maker in best and maker is not None:
        return (maker,)
    return best


def _best(totals: Mapping[Party, int], among: set[Party], down: bool) -> tuple[Party, ...]:
    if not among:
        return ()
    best = (min if down else max)(totals[party] for party in among)
    return tuple(party for party in totals if party in among and totals[party] == best)


def _slam(end: GameEnd, totals: Mapping[Party, int], winners: tuple[Party, ...]) -> bool:
    """Railroad's slam: a game won before the others have a point counts for two."""
    return end.slams and all(total == 0 for party, total in totals.items() if party not in winners)


def _laps(end: GameEnd, totals: Mapping[Party, int], winners: tuple[Party, ...]) -> tuple[int, dict[Party, int]]:
    """Railroad's laps: the games that the winners' surplus wins by itself, and the points left for the next.

    The text carries the surplus "towards the next game" and does not say what happens when it reaches the
    target there, as a jambone's can: whoever is at the target has won, so that game counts too.
    """
    if not end.laps or not end.target:
        return 0, {}
    above = {party: divmod(totals[party] - end.target, end.target) for party in winners}
    return sum(won for won, _ in above.values()), {party: left for party, (_, left) in above.items() if left}
