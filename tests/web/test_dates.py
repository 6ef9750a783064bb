"""Dates and times are written as the hall's locale writes them, on pages and on paper; American English by default."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation

from tally.paper.document import Job
from tally.printing.tonight import Tonight
from tests.support.markup import compact
from tournament.models import Night
from tournament.web.dates import clock_time, long_date, time_of_day

DAY = date(2026, 11, 22)
MOMENT = datetime(2026, 11, 22, 16, 37, tzinfo=UTC)
LOCALES = {
    "en-us": ("November 22, 2026", "Sunday, November 22, 2026", "4:37 PM", "4:37"),
    "en-gb": ("22 November 2026", "Sunday, 22 November 2026", "16:37", "16:37"),
    "de": ("22. November 2026", "Sonntag, 22. November 2026", "16:37", "16:37"),
}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_locale_writes_dates_and_times_its_way(locale: str) -> None:
    day, long, time, clock = LOCALES[locale]
    page = Template(
        "{% load moments %}{{ day|date }}|{{ day|long_date }}|{{ at|time }}|{{ at|date:'DATETIME_FORMAT' }}"
    )
    with translation.override(locale), timezone.override(UTC):
        assert page.render(Context({"day": DAY, "at": MOMENT})) == f"{day}|{long}|{time}|{day}, {time}"
        assert (long_date(DAY), time_of_day(MOMENT), clock_time(MOMENT)) == (long, time, clock)


@pytest.mark.parametrize(("locale", "time"), [("en-us", "4:37:05 PM"), ("en-gb", "16:37:05"), ("fr", "16:37:05")])
def test_every_locale_writes_seconds(locale: str, time: str) -> None:
    page = Template("{% load moments %}{{ at|time_with_seconds }}")
    with translation.override(locale), timezone.override(UTC):
        assert page.render(Context({"at": MOMENT.replace(second=5)})) == time


def test_a_hall_writes_american_dates_unless_it_says_otherwise(organizer: Client, night: Night) -> None:
    assert settings.LANGUAGE_CODE == "en-us"
    Night.objects.update(date=DAY)
    footer = compact(organizer.get(f"/n/{night.slug}/board/").content.decode()).partition("<footer>")[2]
    assert "November 22, 2026" in footer
    assert "Sunday, November 22, 2026." in organizer.get("/").content.decode()


def test_paper_says_the_weekday(night: Night) -> None:
    night.date = DAY
    assert Tonight(night, Job()).heading.date == "Sunday, November 22, 2026"


def test_the_log_says_when_by_the_clock(organizer: Client, night: Night) -> None:
    night.log_entries.update(at=MOMENT)
    with timezone.override(UTC):
        assert ">4:37 PM<" in compact(organizer.get(f"/n/{night.slug}/log/").content.decode())
