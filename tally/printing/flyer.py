"""The announcement of a night."""

from __future__ import annotations

from functools import partial

from tally.loading.variants import variant_of
from tally.paper.document import Drawing
from tally.paper.flyer import Announcement, draw_flyer
from tally.printing.tonight import Tonight
from tournament.models import Night
from tournament.money.cents import currency_of, show
from tournament.web.addresses import is_laptop_address, sign_up_address


def flyer(tonight: Tonight) -> Drawing:
    """What is known of a night: the rest is left to write. No hour and no place is stored.

    The code leads to the page where anybody signs up: not on a laptop, which only its own hall reaches, and only while
    phones may sign up. The club's calendar has none: it is for its players, because it leads to their names.
    """
    night = tonight.night
    open_to_phones = night.status == Night.Status.SIGN_UP and night.phone_sign_up
    signs_up = open_to_phones and tonight.job.codes and not is_laptop_address(tonight.site)
    announcement = Announcement(
        club=tonight.job.look.club,
        game=variant_of(night).name,
        price=show(night.entry_fee, currency_of(night.currency)) if night.money and night.entry_fee else "",
        sign_up=sign_up_address(night, tonight.site) if signs_up else "",
    )
    return partial(draw_flyer, heading=tonight.heading, night=announcement)
