"""A game at one table: its hands added up until the target, or the number of deals, ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tally.rules.house_rules import NO_RULES, HouseRules, check_house_rules
from tally.rules.language import BIDDERS, HIGHER_OR_BIDDERS, TWO_SIDES, GameEnd, Variant
from tally.rules.rulebook import Rulebook, Score, open_rulebook

Party: TypeAlias = str | int  # a side, or a player where all play for themselves


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of scoring a hand: its maker (None: passed out) and what it is worth."""

    maker: Party | None
    score: Score


@dataclass(frozen=True, slots=True)
class GameState:
    """A game so far.

    - `hands`: how many hands belong to the game; hands after its end do not count.
    - `winners`: empty while the game goes on; after a tie, everybody who shares the win.
    - `worth`: how many games this one counts for.
    - `lapped`: how many of those the winners' surplus has won, without a hand dealt.
    - `carried`: the points that each party takes into the next game.
    """

    totals: Mapping[Party, int]
    hands: int = 0
    winners: tuple[Party, ...] = ()
    worth: int = 1
    lapped: int = 0
    carried: Mapping[Party, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether somebody has won, or shares the win."""
        return bool(self.winners)

    @property
    def tied(self) -> bool:
        """Whether the game ended with equal totals that no rule decides."""
        return len(self.winners) > 1


def fold_game(
    variant: Variant,
    hands: Iterable[HandResult],
    house_rules: HouseRules = NO_RULES,
    *,
    players: int | None = None,
    carried: Mapping[Party, int] | None = None,
) -> GameState:
    """Add up hands, in the order of play, until the game ends.

    `carried` are the points from the game before (Railroad's laps).

    :raises ValueError: if a hand lacks each player's points where all play for themselves, or if so many players
        cannot play this game.
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
        state = _check_end(end, replace(state, totals=totals, hands=state.hands + 1), hand)
    return state


def points_of(rulebook: Rulebook, hand: HandResult) -> dict[Party, int]:
    """What a hand adds to each total.

    :raises ValueError: if the hand lacks each player's points where all play for themselves.
    """
    score = hand.score
    if hand.maker is None and score.by_player is None:
        return dict.fromkeys(rulebook.makers, 0)
    if rulebook.variant.sides == TWO_SIDES and len(rulebook.makers) == 2:
        return {side: score.makers if side == hand.maker else score.defenders for side in rulebook.makers}
    points = score.by_player if score.by_player is not None else score.by_side
    if points is None:
        raise ValueError("This hand does not say what each of them scored.")
    return dict(zip(rulebook.makers, points, strict=True))


def _check_end(end: GameEnd, state: GameState, hand: HandResult) -> GameState:
    """The state with its winners, if this hand has ended the game."""
    winners = _winners(end, state, hand)
    if not winners:
        return state
    lapped, carried = _laps(end, state.totals, winners)
    worth = (2 if _is_slam(end, state.totals, winners) else 1) + lapped
    return replace(state, winners=winners, worth=worth, lapped=lapped, carried=carried)


def _winners(end: GameEnd, state: GameState, hand: HandResult) -> tuple[Party, ...]:
    """The winners after this hand; empty while the game goes on."""
    totals = state.totals
    if end.target is None:
        if end.deals is not None and state.hands >= end.deals:
            return _leaders(end, totals, set(totals))
        return ()
    reached = {party for party, total in totals.items() if _has_reached(end, end.target, total)}
    bidders_decide = end.both == BIDDERS and len(reached) == len(totals)
    if end.on_offense and not bidders_decide:
        reached &= _winners_of_hand(hand, set(totals))
    if end.both == BIDDERS and hand.maker is not None and hand.maker in reached:
        return (hand.maker,)
    leaders = _leaders(end, totals, reached)
    if end.both == HIGHER_OR_BIDDERS and hand.maker is not None and hand.maker in leaders:
        return (hand.maker,)
    return leaders


def _counts_down(end: GameEnd) -> bool:
    return end.target is not None and end.starts > end.target


def _has_reached(end: GameEnd, target: int, total: int) -> bool:
    return total <= target if _counts_down(end) else total >= target


def _winners_of_hand(hand: HandResult, parties: set[Party]) -> set[Party]:
    """The makers of a made contract, or the parties that set it."""
    if hand.maker is None or hand.score.made is None:
        return set()
    return {hand.maker} if hand.score.made else parties - {hand.maker}


def _leaders(end: GameEnd, totals: Mapping[Party, int], among: set[Party]) -> tuple[Party, ...]:
    """Those among these parties with the best total."""
    if not among:
        return ()
    best = (min if _counts_down(end) else max)(totals[party] for party in among)
    return tuple(party for party in totals if party in among and totals[party] == best)


def _is_slam(end: GameEnd, totals: Mapping[Party, int], winners: tuple[Party, ...]) -> bool:
    """Whether this is Railroad's slam: a game won before the others have a point counts for two."""
    return end.slams and all(total == 0 for party, total in totals.items() if party not in winners)


def _laps(end: GameEnd, totals: Mapping[Party, int], winners: tuple[Party, ...]) -> tuple[int, dict[Party, int]]:
    """Railroad's laps: how many more games the winners' surplus wins, and the points left for the next game.

    The text carries the surplus "towards the next game". It does not say what happens when the surplus reaches the
    target of that game, as after a jambone. Here a side at the target has won, so that game counts too.
    """
    if not end.laps or not end.target:
        return 0, {}
    games, carried = 0, {}
    for party in winners:
        won, left = divmod(totals[party] - end.target, end.target)
        games += won
        if left:
            carried[party] = left
    return games, carried
