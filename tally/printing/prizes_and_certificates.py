"""Prizes: the lists of them, their tags, tickets for a draw, certificates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import ceil

from tally.loading.awards import AwardText, given_texts, night_awards, prize_list
from tally.paper.certificates import Certificate, draw_certificates
from tally.paper.document import Drawing
from tally.paper.door_tickets import draw_door_tickets, rows_of
from tally.paper.prize_tags import draw_prize_tags
from tally.paper.prizes_bill import PrintedPrize, draw_prizes
from tally.printing.tonight import Tonight, started
from tally.scores.prizes import APART, Award, Kind, Prize, PrizeList, as_announced, joint_name, joint_worth, shared_with
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
        kinds = [group[0].prize.kind for group in as_announced(given)]
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
    made = [_shared(tonight, group) for group in awards] if tonight.job.together else list(_each(tonight, awards))
    if not made:
        raise Refused("Nobody has won a prize yet.")
    return partial(draw_certificates, heading=tonight.heading, certificates=made, photograph=tonight.job.photograph)


def most_tied(tonight: Tonight) -> int:
    """How many at most have won one prize, each of whom would have a certificate."""
    return max((len(group[0].winners) for group in _certified(tonight)), default=0)


def _certified(tonight: Tonight) -> list[tuple[Award, ...]]:
    """The prizes with certificates, those that a tie has made one together: those of the organizer's list.

    Without a list they are high, second, low and most loners, and whoever ties for first is high alone.
    """
    night, listed_prizes = tonight.night, prize_list(tonight.night)
    if listed_prizes.prizes:
        return _won_together(tonight, listed_prizes)
    kinds = (Kind.HIGH, Kind.SECOND, Kind.LOW, *([Kind.LONERS] if night.count_loners else ()))
    usual = PrizeList(tuple(Prize(kind) for kind in kinds), one_each=False)
    return [group[:1] for group in _won_together(tonight, usual)]


def _won_together(tonight: Tonight, chosen: PrizeList) -> list[tuple[Award, ...]]:
    won = (one for one in night_awards(tonight.night, tonight.tallies, chosen) if one.winners)
    return list(as_announced(won))


def _each(tonight: Tonight, awards: Iterable[Sequence[Award]]) -> Iterator[Certificate]:
    for group in awards:
        for number in group[0].winners:
            others = [tonight.names_to_frame[other] for other in group[0].winners if other != number]
            yield _certificate(group, tonight.names_to_frame[number], shared_with(others))


def _shared(tonight: Tonight, group: Sequence[Award]) -> Certificate:
    """One for all winners, with a line to write them on where somebody gave no name."""
    names = [tonight.names_to_frame[number] for number in group[0].winners]
    return _certificate(group, listed(names) if all(names) else "")


def _certificate(group: Sequence[Award], name: str, shared: str = "") -> Certificate:
    """A certificate names what was won and who shares it, but no money, which would date it."""
    things = [replace(one.prize, money="") for one in group]
    title = joint_name(things) if len(things) > 1 else title_of(things[0])
    won_with = ", ".join(filter(None, (group[0].won_with, shared)))
    return Certificate(title, name, won_with, joint_worth(things))


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
