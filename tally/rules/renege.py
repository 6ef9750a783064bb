"""A renege: its sentence, its buttons and its points. Whoever reneges, the hand is over where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tally.rules.games import Party
from tally.rules.house_rules import NO_RULES, Answers, HouseRules, Renege, check_house_rules
from tally.rules.language import TWO_SIDES, Variant
from tally.rules.records import MOST_AGREED, Record
from tally.rules.refusals import HandRefused, number, spelled
from tally.rules.rulebook import Rulebook, Score, open_rulebook

POINTS_OFFERED = (0, 1, 2, 4)  # where the players agree; a record may have any number up to `MOST_AGREED`
FACTS_OF_A_RENEGE = frozenset(("renege", "renege_points", "options"))


@dataclass(frozen=True, slots=True)
class RenegeButton:
    """A renege of one party at its price.

    `step` tells buttons of a party apart: "" where there is one; "together" and "alone" where a lone hand has its own
    price; the points where the players agree on them. `agreed` is these points.
    """

    party: Party
    step: str
    score: Score
    alone: bool | None = None
    agreed: int | None = None

    @property
    def slug(self) -> str:
        """The button's name, apart from the party: "renege", "renege-alone", "renege-2"."""
        return "-".join(filter(None, ("renege", self.step)))

    def record(self, variant: Variant, players: int | None = None) -> dict[str, object]:
        """The record of this renege, as JSON data."""
        agreed = {} if self.agreed is None else {"renege_points": self.agreed}
        return {
            "variant": variant.slug,
            "players": players or variant.players,
            "maker_side": None,
            "bid": None,
            "alone": self.alone,
            "exchange": None,
            "trump": None,
            "maker_tricks": None,
            "defender_tricks": None,
            "extras": {"renege": self.party, **agreed},
        }


def renege_buttons(
    variant: Variant, house_rules: HouseRules = NO_RULES, players: int | None = None
) -> tuple[RenegeButton, ...]:
    """Every renege that a table may record, by party, the lowest price first.

    :raises ValueError: if so many players cannot play this game.
    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    return _buttons(variant, players or variant.players, check_house_rules(variant, house_rules))


def renege_text(resolved: Variant, renege: Renege) -> str:
    """What a renege costs tonight and who gets it, as one sentence; every house rule must have its answer."""
    down, sides = resolved.end.counts_down, resolved.sides == TWO_SIDES
    several = any(deal.sides > 2 for deal in resolved.deals) if sides else resolved.players > 2
    who = "the side that reneged" if sides else "whoever reneged"
    others = f"{'each' if several else 'the'} other {'side' if sides else 'player'}"
    verbs = ("subtracts", "adds") if down else ("scores", "loses")
    gets = f"{others} {verbs[0]}" if renege.to_others else f"{who} {verbs[1]}"
    if renege.points is None or renege.points_alone is None:
        return f"The players agree on what is fair; {gets} it."
    cost = spelled(renege.points, "point")
    if renege.asks_alone:
        cost += f", in a lone hand {number(renege.points_alone)}"
    return f"{gets[:1].upper()}{gets[1:]} {cost}."


def score_renege(record: Record, rulebook: Rulebook) -> Score:
    """Score a hand that a renege ended.

    :raises HandRefused: if the record says more than a renege leaves to say, or not what it costs.
    """
    party = record.reneged
    if party is None or party not in rulebook.makers:
        who = "player, from 0" if isinstance(rulebook.makers, range) else f"side, {' or '.join(rulebook.makers)}"
        raise HandRefused("renege", f"Say who reneged: the {who}.")
    if any(value not in (None, False) for name, value in record.extras.items() if name not in FACTS_OF_A_RENEGE):
        raise HandRefused("renege", "After a renege the hand is over, and there is nothing more to say of it.")
    if record.alone and not _lone_hands(rulebook):
        raise HandRefused("alone", "Nobody may play alone in this game.")
    return _score(rulebook, party, _price(record, rulebook))


def _price(record: Record, rulebook: Rulebook) -> int:
    """What this renege costs, in points."""
    renege, agreed = rulebook.renege, record.extras.get("renege_points")
    if renege.points is None or renege.points_alone is None:
        if agreed is None or agreed > MOST_AGREED:
            raise HandRefused(
                "renege-points", f"Say on how many points the players agreed for the renege, 0 to {MOST_AGREED}."
            )
        return int(agreed)
    if agreed is not None:
        raise HandRefused("renege-points", "What a renege costs is a house rule tonight: leave its points out.")
    if renege.asks_alone and record.alone is None and _lone_hands(rulebook):
        raise HandRefused("alone", "A renege costs more in a lone hand: say whether this one was played alone.")
    return renege.points_alone if record.alone else renege.points


def _score(rulebook: Rulebook, party: Party, price: int) -> Score:
    """The score of a renege: it hurts whoever reneged, or helps all others, whichever way points count."""
    better = -price if rulebook.variant.end.counts_down else price
    mine, others = (0, better) if rulebook.renege.to_others else (-better, 0)
    points = tuple(mine if each == party else others for each in rulebook.makers)
    if rulebook.variant.sides == TWO_SIDES:
        return Score(0, 0, by_side=points)
    return Score(0, 0, by_player=points)


def _lone_hands(rulebook: Rulebook) -> bool:
    return any(key.alone for key in rulebook.lines)


@lru_cache(maxsize=256)
def _buttons(variant: Variant, players: int, answers: Answers) -> tuple[RenegeButton, ...]:
    rulebook = open_rulebook(variant, players, answers)
    if rulebook is None:
        raise ValueError(f"{variant.name} is not played by {players}.")
    return tuple(button for party in rulebook.makers for button in _buttons_of(rulebook, party))


def _buttons_of(rulebook: Rulebook, party: Party) -> Iterator[RenegeButton]:
    """The buttons of one party."""
    renege = rulebook.renege
    if renege.points is None or renege.points_alone is None:
        for agreed in POINTS_OFFERED:
            yield RenegeButton(party, str(agreed), _score(rulebook, party, agreed), agreed=agreed)
    elif renege.asks_alone and _lone_hands(rulebook):
        yield RenegeButton(party, "together", _score(rulebook, party, renege.points), alone=False)
        yield RenegeButton(party, "alone", _score(rulebook, party, renege.points_alone), alone=True)
    else:
        yield RenegeButton(party, "", _score(rulebook, party, renege.points))
