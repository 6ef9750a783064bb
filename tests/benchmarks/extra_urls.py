"""The site's addresses and two more, for benchmarks only: `tests.benchmarks.bench_hall` serves them."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

handler404 = "tournament.views.errors.not_found"


def select_1(request: HttpRequest) -> HttpResponse:
    """The floor of every page that asks the database something."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return HttpResponse(str(cursor.fetchone()[0]))


def announce(request: HttpRequest, slug: str, times: int) -> HttpResponse:
    """So many events, each in a transaction of its own."""
    from tournament.access import find_night
    from tournament.live import events
    from tournament.night.locking import write

    night = find_night(slug)
    for number in range(times):
        with write():
            events.announce(night.pk, "bench", who="Nobody", text=f"told {number}")
    return HttpResponse(str(times))


urlpatterns = [
    path("select-1/", select_1),
    path("announce/<slug:slug>/<int:times>/", announce),
    path("", include("tournament.urls")),
]
