"""The sign-in sheet, from tonight's list and the club's regulars."""

from __future__ import annotations

from functools import partial

from tally.paper.document import Drawing
from tally.paper.sign_in import Arrival, draw_sign_in
from tally.printing.tonight import Tonight
from tournament.models import Night
from tournament.money.cents import currency_of, show
from tournament.presenters.fees import night_fees
from tournament.presenters.regulars import expected_regulars


def sign_in(tonight: Tonight) -> Drawing:
    """Who is signed up and, before the start, who will probably come: fees that are paid and numbers already drawn.

    A number from a hat that has no name has a line to write it on. Where the club keeps its money here, the fee is on
    the sheet, or no box for it where there is none.
    """
    night = tonight.night
    people = [entry for entry in tonight.entries if not entry.is_ghost]
    fees = night_fees(night, people)
    missing = fees.missing if fees else {}
    arrivals = [
        Arrival("" if entry.is_nameless else entry.name, entry.number, fees is not None and entry.pk not in missing)
        for entry in people
    ]
    if night.status == Night.Status.SIGN_UP:
        arrivals += [Arrival(regular.paper_name or regular.name) for regular in expected_regulars(night)]
    return partial(
        draw_sign_in,
        heading=tonight.heading,
        arrivals=arrivals,
        pays=bool(fees) or not night.money,
        fee=show(night.entry_fee, currency_of(night.currency)) if fees else "",
    )
