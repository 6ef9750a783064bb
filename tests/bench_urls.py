"""The site's addresses and one more, for benchmarks only: a view that does SELECT 1."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

handler404 = "tournament.views.errors.not_found"


def select_1(request: HttpRequest) -> HttpResponse:
    """The floor of every page that asks the database something."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return HttpResponse(str(cursor.fetchone()[0]))


urlpatterns = [path("select-1/", select_1), path("", include("tournament.urls"))]
