"""Prizes: the lists of them, their tags, tickets for a draw, certificates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import ceil

from tally.loading.awards import AwardText, given_texts, night_awards, prize_list
from tally.paper.certificates import Certificate, draw_certificates
from tally.paper.document import Drawing
from tally.paper.door_tickets import draw_door_tickets, rows_of
from tally.paper.prize_tags import draw_prize_tags
from tally.paper.prizes_bill import PrintedPrize, draw_prizes
from tally.printing.tonight import Tonight, started
from tally.scores.prizes import APART, PLACES, Award, Kind, Prize, PrizeList
from tournament.models import Night
from tournament.people.errors import Refused
from tournament.people.names import listed

TITLES = {"High": "High score", "Low": "Low score", "Second": "Second place", "Third": "Third place"}


def has_list(tonight: Tonight) -> None:
    """Check that there is a list of prizes.

    :raises Refused: otherwise.
    """
    if not prize_list(tonight.night).prizes:
        raise Refused("Write the list of prizes first: press Prizes.")


def has_prizes(tonight: Tonight) -> None:
    """Check that there is a list of prizes and, once the night is closed, that somebody has won one.

    :raises Refused: otherwise.
    """
    has_list(tonight)
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


def prize_tags(tonight: Tonight) -> Drawing:
    """A tag for each prize of the list: the thing itself, and money that goes with it."""
    tags = [(title_of(prize), prize.worth) for prize in prize_list(tonight.night).prizes]
    return partial(draw_prize_tags, heading=tonight.heading, tags=tags)


def door_tickets(tonight: Tonight) -> Drawing:
    """A ticket for everybody by number, and for guests the next numbers to the end of the page.

    Before the numbers are drawn, plain numbers for as many as are signed up; for one player, that ticket alone.
    """
    tickets = [*tonight.tags]
    if tonight.job.only is None:
        last = max((entry.number or 0 for entry in tonight.entries), default=0)
        people = sum(1 for entry in tonight.entries if not entry.is_ghost)
        rows = rows_of(tonight.job.large)
        full = ceil(max(people, 1) / rows) * rows
        tickets += [(last + extra, "") for extra in range(1, full - len(tickets) + 1)]
    return partial(draw_door_tickets, heading=tonight.heading, tickets=tickets)


def _won(tonight: Tonight) -> list[AwardText]:
    """The prizes that somebody has won."""
    return given_texts(tonight.night, tonight.tallies, tonight.result_names)


def certificates(tonight: Tonight) -> Drawing:
    """A certificate for each winner of the list, or, printed together, for each prize."""
    awards = _certified(tonight)
    made = [_shared(tonight, one) for one in awards] if tonight.job.together else list(_each(tonight, awards))
    if not made:
        raise Refused("Nobody has won a prize yet.")
    return partial(draw_certificates, heading=tonight.heading, certificates=made, photograph=tonight.job.photograph)


def most_tied(tonight: Tonight) -> int:
    """How many at most have won one prize, each of whom would have a certificate."""
    return max((len(one.winners) for one in _certified(tonight)), default=0)


def _certified(tonight: Tonight) -> list[Award]:
    """The prizes with certificates: those of the list; without a list high, second, low and most loners."""
    night, chosen = tonight.night, prize_list(tonight.night)
    if not chosen.prizes:
        kinds = (Kind.HIGH, Kind.SECOND, Kind.LOW, *([Kind.LONERS] if night.count_loners else ()))
        chosen = PrizeList(tuple(Prize(kind) for kind in kinds), one_each=False)
    won = [one for one in night_awards(night, tonight.tallies, chosen) if one.winners]
    return [one for nth, one in enumerate(won) if not _is_shared_place(one, won[:nth])]


def _is_shared_place(one: Award, before: Sequence[Award]) -> bool:
    """Whether those who win a place tied for a better one, whose certificate they have: two firsts are no seconds."""
    places = [other.winners for other in before if other.prize.kind in PLACES]
    return one.prize.kind in PLACES and one.winners in places


def _each(tonight: Tonight, awards: Iterable[Award]) -> Iterator[Certificate]:
    for one in awards:
        for number in one.winners:
            yield _certificate(one, tonight.names_to_frame[number])


def _shared(tonight: Tonight, one: Award) -> Certificate:
    """One for all winners, with a line to write them on where somebody gave no name."""
    names = [tonight.names_to_frame[number] for number in one.winners]
    return _certificate(one, listed(names) if all(names) else "")


def _certificate(one: Award, name: str) -> Certificate:
    """A certificate names what was won, but no money, which would date it."""
    return Certificate(title_of(one.prize), name, one.won_with, one.prize.what)


def has_winners(tonight: Tonight) -> None:
    """Check that somebody has won a prize.

    :raises Refused: before a hand was scored.
    """
    started(tonight)
    if not any(tally.total for tally in tonight.tallies.values()):
        raise Refused("Nothing is scored yet; certificates are for the end of the night.")


def title_of(prize: Prize) -> str:
    """What a prize is called where it stands alone."""
    return TITLES.get(prize.name, prize.name)
