"""Who has won a night's prizes, from its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tally.loading.night_totals import rank_night_totals, totals_of
from tally.loading.pots import pot_now
from tally.scores.pots import with_amounts
from tally.scores.prizes import (
    NAMES,
    Award,
    Kind,
    PrizeList,
    as_announced,
    award,
    fewest_games,
    joint_name,
    joint_worth,
    read_list,
    shares_together,
)
from tally.scores.standings import Standing, rank
from tally.scores.tallies import Tally
from tournament.models import Night
from tournament.money.cents import currency_of
from tournament.people.names import listed

TO_DRAW = "drawn when the night is closed"


def prize_list(night: Night) -> PrizeList:
    """The organizer's list of prizes; empty until one is written."""
    return read_list(night.prizes)


def marked_prizes(night: Night) -> tuple[str, ...]:
    """What standings mark as High and Low: what is on the list, and both where the night has never had a list."""
    if "list" not in night.prizes:
        return (NAMES[Kind.HIGH], NAMES[Kind.LOW])
    return tuple(prize.name for prize in prize_list(night).prizes if prize.kind in (Kind.HIGH, Kind.LOW))


def night_standings(night: Night, tallies: Mapping[int, Tally]) -> tuple[Standing, ...]:
    """Everybody ranked; whoever has too few games for a prize is marked. A night entered as totals has no tallies."""
    if night.totals_only:
        return rank_night_totals(totals_of(night))
    return rank(tallies.values(), fewest_games(prize_list(night), tallies.values()))


def night_awards(night: Night, tallies: Mapping[int, Tally], chosen: PrizeList | None = None) -> tuple[Award, ...]:
    """Who has won what by these tallies, of the organizer's list or another one. The night's seed decides draws.

    Door prizes are drawn when the night is closed, so that no name is read out that changes. Where the night's
    money is kept, a share of the pot has its amount, and ties are split in whole coins.
    """
    return awards_and_rest(night, tallies, chosen)[0]


def awards_and_rest(
    night: Night, tallies: Mapping[int, Tally], chosen: PrizeList | None = None
) -> tuple[tuple[Award, ...], int]:
    """The same, and what is left of the pot in cents, where the night's money is kept and some can be won.

    Below 0, the prizes promise more than the pot holds.
    """
    chosen = chosen or prize_list(night)
    gone = {number or 0 for number in night.entries.gone().values_list("number", flat=True)}
    ended = night.status == Night.Status.CLOSED
    awards = award(chosen, tallies.values(), Random(f"{night.seed} prizes {chosen.draws}"), gone, ended=ended)
    if night.money and any(prize.money for prize in chosen.prizes):
        return with_amounts(awards, pot_now(night), night.smallest_coin, currency_of(night.currency))
    return awards, 0


@dataclass(frozen=True, slots=True)
class AwardText:
    """A prize as people read it: name, what is won, winners, their score, each one's share of the money, the margin."""

    title: str
    what: str
    winners: tuple[str, ...]
    won_with: str = ""
    each: str = ""
    won_by: str = ""

    @property
    def sentence(self) -> str:
        """All of it on one line."""
        prize = ": ".join(filter(None, (self.title, self.what)))
        won = ", ".join(filter(None, (listed(self.winners), self.won_with, self.each)))
        return f"{prize.removesuffix('.')}. {won.removesuffix('.')}."


def given_texts(night: Night, tallies: Mapping[int, Tally], names: Mapping[int, str]) -> list[AwardText]:
    """The night's prizes that somebody has won, as people read them."""
    return award_texts((one for one in night_awards(night, tallies) if one.is_given), names)


def award_texts(awards: Iterable[Award], names: Mapping[int, str]) -> list[AwardText]:
    """Awards as they are announced, with these names instead of numbers: two who tie for first have one joint prize."""
    return [_text(group, names) for group in as_announced(awards)]


def _text(group: Sequence[Award], names: Mapping[int, str]) -> AwardText:
    """Awards that are announced as one, in words."""
    one, prizes = group[0], [each.prize for each in group]
    return AwardText(
        title=joint_name(prizes),
        what=joint_worth(prizes),
        winners=tuple(names[number] for number in one.winners) or (TO_DRAW if one.to_draw else "Nobody",),
        won_with=one.won_with if one.winners else "",
        each=_shares(shares_together(group)),
        won_by=one.won_by if one.winners else "",
    )


def _shares(shares: tuple[str, ...]) -> str:
    """Each winner's share in the order of the winners; "" where no money is shared."""
    less = shares.count(shares[-1]) if shares else 0
    if len(shares) < 2:
        return ""
    if less == len(shares):
        return f"{shares[0]} each"
    return listed(shares) if len(shares) < 4 else f"{shares[0]} each, the last{f' {less}' * (less > 1)} {shares[-1]}"
