"""Prizes and certificates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tally.loading.awards import AwardText, given_texts, night_awards, prize_list
from tally.paper.certificates import Certificate, draw_certificates
from tally.paper.document import Drawing
from tally.paper.prizes_bill import PrintedPrize, draw_prizes
from tally.printing.tonight import Tonight, started
from tally.scores.prizes import APART, Award, Kind, Prize, PrizeList
from tournament.models import Night
from tournament.people.errors import Refused
from tournament.people.names import listed

TITLES = {"High": "High score", "Low": "Low score", "Second": "Second place", "Third": "Third place"}


def has_prizes(tonight: Tonight) -> None:
    """Check that there is a list of prizes and, once the night is closed, that somebody has won one.

    :raises Refused: otherwise.
    """
    if not prize_list(tonight.night).prizes:
        raise Refused("Write the list of prizes first: press Prizes.")
    if tonight.night.status == Night.Status.CLOSED and not _won(tonight):
        raise Refused("Nobody has won a prize.")


def prizes(tonight: Tonight) -> Drawing:
    """The prizes; once the night is closed, only those that were won, with their winners."""
    return partial(draw_prizes, heading=tonight.heading, prizes=_printed(tonight))


def _printed(tonight: Tonight) -> list[PrintedPrize]:
    if tonight.night.status != Night.Status.CLOSED:
        return [PrintedPrize(prize.name, prize.worth) for prize in prize_list(tonight.night).prizes]
    return [
        PrintedPrize(one.title, one.what, one.winners, ", ".join(filter(None, (one.won_with, one.each))))
        for one in _won(tonight)
    ]


def prizes_to_read_out(tonight: Tonight) -> Drawing:
    """The prizes in the order in which they are read out: first those that go with no place, the first place last."""
    if tonight.night.status == Night.Status.CLOSED:
        given = [award for award in night_awards(tonight.night, tonight.tallies) if award.is_given]
        kinds = [award.prize.kind for award in given]
    else:
        kinds = [prize.kind for prize in prize_list(tonight.night).prizes]
    printed = list(zip(kinds, _printed(tonight), strict=True))
    order = [prize for kind, prize in printed if kind in APART]
    order += [prize for kind, prize in reversed(printed) if kind not in APART]
    return partial(draw_prizes, heading=tonight.heading, prizes=order, over="TO READ OUT")


def _won(tonight: Tonight) -> list[AwardText]:
    """The prizes that somebody has won."""
    return given_texts(tonight.night, tonight.tallies, tonight.result_names)


def certificates(tonight: Tonight) -> Drawing:
    """A certificate for each winner of the list, or, printed together, for each prize."""
    awards = _certified(tonight)
    made = [_shared(tonight, one) for one in awards] if tonight.job.together else list(_each(tonight, awards))
    if not made:
        raise Refused("Nobody has won a prize yet.")
    return partial(draw_certificates, heading=tonight.heading, certificates=made)


def most_tied(tonight: Tonight) -> int:
    """How many at most have won one prize, each of whom would have a certificate."""
    return max((len(one.winners) for one in _certified(tonight)), default=0)


def _certified(tonight: Tonight) -> list[Award]:
    """The prizes with certificates: those of the list; without a list high, second, low and most loners."""
    night, chosen = tonight.night, prize_list(tonight.night)
    if not chosen.prizes:
        kinds = (Kind.HIGH, Kind.SECOND, Kind.LOW, *([Kind.LONERS] if night.count_loners else ()))
        chosen = PrizeList(tuple(Prize(kind) for kind in kinds), one_each=False)
    return [one for one in night_awards(night, tonight.tallies, chosen) if one.winners]


def _each(tonight: Tonight, awards: Iterable[Award]) -> Iterator[Certificate]:
    for one in awards:
        for number, share in zip(one.winners, one.shares or ("",) * len(one.winners), strict=True):
            yield _certificate(one, tonight.winner_names[number], share)


def _shared(tonight: Tonight, one: Award) -> Certificate:
    """One for all winners; where a sum does not divide, the first share is the larger one and no share is named."""
    same = len(set(one.shares)) == 1
    share = f"{one.shares[0]}{' each' * (len(one.winners) > 1)}" if same else one.prize.money if one.shares else ""
    return _certificate(one, listed([tonight.winner_names[number] for number in one.winners]), share)


def _certificate(one: Award, name: str, share: str) -> Certificate:
    title = TITLES.get(one.prize.name, one.prize.name)
    return Certificate(title, name, one.won_with, " and ".join(filter(None, (one.prize.what, share))))


def has_winners(tonight: Tonight) -> None:
    """Check that somebody has won a prize.

    :raises Refused: before a hand was scored.
    """
    started(tonight)
    if not any(tally.total for tally in tonight.tallies.values()):
        raise Refused("Nothing is scored yet; certificates are for the end of the night.")
