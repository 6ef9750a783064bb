"""The site's URLs and two more, which only `tests.benchmarks.hall` serves."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

handler404 = "tournament.views.errors.not_found"


def select_1(request: HttpRequest) -> HttpResponse:
    """Answer with one trivial query: the floor for every page that uses the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return HttpResponse(str(cursor.fetchone()[0]))


def announce(request: HttpRequest, slug: str, times: int) -> HttpResponse:
    """Announce so many events, each in a transaction of its own."""
    from tournament.live import events
    from tournament.night.locking import write
    from tournament.web.visitors import find_night

    night = find_night(slug)
    for number in range(times):
        with write():
            events.announce(night.pk, "bench", actor="Nobody", text=f"event {number}")
    return HttpResponse(str(times))


urlpatterns = [
    path("select-1/", select_1),
    path("announce/<slug:slug>/<int:times>/", announce),
    path("", include("tournament.urls")),
]
