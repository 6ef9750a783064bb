"""A game at one table: its hands added up until the target, or the number of deals, ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tally.rules.house_rules import NO_RULES, HouseRules, check_house_rules
from tally.rules.language import BIDDERS, HIGHER_OR_BIDDERS, TWO_SIDES, GameEnd, Variant
from tally.rules.rulebook import Rulebook, Score, open_rulebook
from tally.rules.wording import may_lose

Party: TypeAlias = str | int  # a side, or a player where all play for themselves


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of scoring a hand: its maker (None: passed out, or somebody reneged) and what it is worth."""

    maker: Party | None
    score: Score


TO_WIN_A_RUBBER = 2  # games


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber so far: the games that each has won in it, and its winners, empty while it goes on."""

    won: Mapping[Party, int]
    winners: tuple[Party, ...] = ()


@dataclass(frozen=True, slots=True)
class GameState:
    """A game so far.

    - `hands`: how many hands belong to the game; hands after its end do not count.
    - `winners`: empty while the game goes on; after a tie, everybody who shares the win.
    - `worth`: how many games this one counts for.
    - `lapped`: how many of those the winners' surplus has won, without a hand dealt.
    - `carried`: the points that each party takes into the next game.
    - `scored`: who has scored points in a hand of this game.
    - `hickeys`: those that each has taken, in the games that count them; empty before the first hand.
    - `pays_double`: where the game is bet on, its losers pay double.
    """

    totals: Mapping[Party, int]
    hands: int = 0
    winners: tuple[Party, ...] = ()
    worth: int = 1
    lapped: int = 0
    carried: Mapping[Party, int] = field(default_factory=dict)
    scored: frozenset[Party] = frozenset()
    hickeys: Mapping[Party, int] = field(default_factory=dict)
    pays_double: bool = False

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
    time_over: bool | None = None,
) -> GameState:
    """Add up hands, in the order of play, until the game ends.

    `carried` are the points from the game before (Railroad's laps). `time_over` is None where the game ends by its own
    rules. In a game until a time it says whether the time is over and the last hand played: then most points win, or
    fewest where points count down.

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
        points_of_hand = points_of(rulebook, hand)
        state = replace(
            state,
            totals={party: state.totals[party] + points for party, points in points_of_hand.items()},
            hands=state.hands + 1,
            scored=state.scored.union(party for party, points in points_of_hand.items() if points > 0),
            hickeys=_add_hickeys(state.hickeys, hand, rulebook),
        )
        if time_over is None:
            state = _check_end(end, state, hand)
    if time_over:
        state = replace(state, winners=_leaders(end, state.totals, set(state.totals)))
    losers = state.totals.keys() - state.winners if state.over else ()
    return replace(state, pays_double=end.pays_double and any(state.totals[party] <= 0 for party in losers))


def most_hands(rulebook: Rulebook) -> int | None:
    """The most hands that a game can have, not counting those that bring nobody a point; None without a limit.

    Without a limit are games that count down or take points off, and games without a target or a number of deals.
    """
    end = rulebook.variant.end
    if end.target is None:
        return end.deals
    if end.counts_down or may_lose(rulebook.variant):
        return None
    return len(rulebook.makers) * (end.target - 1) + 1


def hickeys_of(hand: HandResult, parties: Iterable[Party]) -> dict[Party, int]:
    """The hickeys that each side takes in a hand; empty in games that count none."""
    if hand.score.hickeys is None:
        return {}
    makers, defenders = hand.score.hickeys
    return {party: makers if party == hand.maker else defenders for party in parties}


def _add_hickeys(before: Mapping[Party, int], hand: HandResult, rulebook: Rulebook) -> Mapping[Party, int]:
    taken = hickeys_of(hand, rulebook.makers)
    return {party: before.get(party, 0) + more for party, more in taken.items()} or before


def fold_rubber(games: Iterable[GameState]) -> Rubber:
    """Return the newest rubber of these games, in the order of play; after a rubber that is won, the next starts.

    A game counts for as many as it is worth; one that is shared is nobody's win.
    """
    rubber = Rubber({})
    for game in games:
        won = {party: 0 if rubber.winners else rubber.won.get(party, 0) for party in game.totals}
        for party in () if game.tied else game.winners:
            won[party] += game.worth
        most = max(won.values())
        best = tuple(party for party, games in won.items() if games == most)
        rubber = Rubber(won, best if most >= TO_WIN_A_RUBBER else ())
    return rubber


def points_of(rulebook: Rulebook, hand: HandResult) -> dict[Party, int]:
    """What a hand adds to each total.

    :raises ValueError: if the hand lacks each player's points where all play for themselves.
    """
    score = hand.score
    points = score.by_player if score.by_player is not None else score.by_side
    if points is not None:
        return dict(zip(rulebook.makers, points, strict=True))
    if hand.maker is None:
        return dict.fromkeys(rulebook.makers, 0)
    if rulebook.variant.sides == TWO_SIDES and len(rulebook.makers) == 2:
        return {side: score.makers if side == hand.maker else score.defenders for side in rulebook.makers}
    raise ValueError("This hand does not say what each of them scored.")


def _check_end(end: GameEnd, state: GameState, hand: HandResult) -> GameState:
    """The state with its winners, if this hand has ended the game."""
    winners = _winners(end, state, hand)
    if not winners:
        return state
    lapped, carried = _laps(end, state.totals, winners)
    worth = (2 if _is_slam(end, state, winners) else 1) + lapped
    return replace(state, winners=winners, worth=worth, lapped=lapped, carried=carried)


def _winners(end: GameEnd, state: GameState, hand: HandResult) -> tuple[Party, ...]:
    """The winners after this hand; empty while the game goes on."""
    totals = state.totals
    if end.target is None:
        if end.deals is not None and state.hands >= end.deals:
            return _leaders(end, totals, set(totals))
        return ()
    reached = {party for party, total in totals.items() if _has_reached(end, end.target, total)}
    by_the_hand = reached & _winners_of_hand(hand, set(totals))
    if end.on_offense:
        return _leaders(end, totals, by_the_hand)
    if end.both == BIDDERS:
        return _leaders(end, totals, by_the_hand or reached)
    leaders = set(_leaders(end, totals, reached))
    if end.both == HIGHER_OR_BIDDERS:
        leaders = leaders & by_the_hand or leaders
    return _leaders(end, totals, leaders)


def _has_reached(end: GameEnd, target: int, total: int) -> bool:
    return total <= target if end.counts_down else total >= target


def _winners_of_hand(hand: HandResult, parties: set[Party]) -> set[Party]:
    """The makers of a made contract, or the parties that set it."""
    if hand.maker is None or hand.score.made is None:
        return set()
    return {hand.maker} if hand.score.made else parties - {hand.maker}


def _leaders(end: GameEnd, totals: Mapping[Party, int], among: set[Party]) -> tuple[Party, ...]:
    """Those among these parties with the best total."""
    if not among:
        return ()
    best = (min if end.counts_down else max)(totals[party] for party in among)
    return tuple(party for party in totals if party in among and totals[party] == best)


def _is_slam(end: GameEnd, state: GameState, winners: tuple[Party, ...]) -> bool:
    """Whether this is Railroad's slam: a game won "before the other side has scored any points in this game".

    Points carried from the game before were not scored in this one, and points lost are none scored.
    """
    return end.slams and state.scored <= set(winners)


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
