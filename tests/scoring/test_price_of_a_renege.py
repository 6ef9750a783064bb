"""The migration that keeps the price of a renege in nights of 0.1.0, where the default has changed since."""

from __future__ import annotations

from datetime import date
from importlib import import_module

from django.apps import apps

from tally.rules import VARIANTS, answers_of
from tournament.models import Club, Night

migration = import_module("tally.migrations.0008_price_of_a_renege")


def make_night(club: Club, variant: str, **house_rules: object) -> Night:
    return Night.objects.create(
        club=club, name="Old night", date=date(2026, 11, 22), variant=variant, house_rules=house_rules
    )


def test_a_michigan_night_keeps_the_price_that_it_printed(club: Club) -> None:
    night = make_night(club, "michigan-family", minimum_bid=3)
    migration.keep_price(apps, None)
    night.refresh_from_db()
    assert night.house_rules == {"minimum_bid": 3, "renege": 2}
    assert answers_of(VARIANTS["michigan-family"], night.house_rules)["renege"] == 2


def test_other_nights_and_prices_that_were_chosen_stay(club: Club) -> None:
    nights = [make_night(club, "michigan-family", renege=4), make_night(club, "standard")]
    before = [night.house_rules for night in nights]
    migration.keep_price(apps, None)
    assert [Night.objects.get(pk=night.pk).house_rules for night in nights] == before
