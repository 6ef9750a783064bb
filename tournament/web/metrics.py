"""Figures of this process for Prometheus: what it answered, what it has open. No label has a name, a slug or a key.

Each process has its own, and is asked at its own port. Without `EUCHRE_METRICS_KEY` nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone
from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from tournament.copies.places import copies_in, first_place, second_place
from tournament.live.hub import hub
from tournament.live.open_streams import open_streams
from tournament.web.health import OK, health_report

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)  # seconds
CONNECTIONS = """SELECT coalesce(state, 'starting'), count(*) FROM pg_stat_activity
    WHERE datname = current_database() GROUP BY 1"""

_collected = CollectorRegistry()
ProcessCollector(registry=_collected)
_requests = Histogram(
    "euchre_request_seconds",
    "Requests by kind and status: seconds from their arrival to their answer, with waiting for a thread.",
    ["kind", "status"],
    buckets=BUCKETS,
    registry=_collected,
)


def count_request(path: str, status: int, seconds: float, *, looks: bool) -> None:
    """Count an answered request, where figures are asked for at all: a file of the program, a look, or a tap."""
    if settings.METRICS_KEY:
        kind = "file" if path.startswith(settings.STATIC_URL) else "look" if looks else "tap"
        _of_kind(kind, status).observe(seconds)


@cache
def _of_kind(kind: str, status: int) -> Histogram:
    return _requests.labels(kind, str(status))


class CurrentFigures:
    """Collects what is open and works at this moment."""

    def collect(self) -> Iterator[Metric]:
        """Yield the figures; those of a database that cannot be asked are left out."""
        yield GaugeMetricFamily("euchre_open_streams", "Open event streams of pages.", len(open_streams))
        yield CounterMetricFamily("euchre_events_sent", "Messages written to streams.", hub.sent)
        yield GaugeMetricFamily("euchre_hears_events", "1 while events of other processes arrive.", int(hub.hears))
        works = GaugeMetricFamily("euchre_works", "1 while this part works, as /health/ says.", labels=["part"])
        for part, found in health_report().items():
            works.add_metric([part], int(found == OK))
        yield works
        yield from _connections()
        yield _copies()


def _connections() -> Iterator[Metric]:
    """Connections to PostgreSQL, of all processes together; SQLite has none that could run out."""
    if connection.vendor != "postgresql":
        return
    found = GaugeMetricFamily("euchre_database_connections", "Connections to the database.", labels=["state"])
    try:
        with connection.cursor() as cursor:
            cursor.execute(CONNECTIONS)
            for state, count in cursor.fetchall():
                found.add_metric([state], count)
            cursor.execute("SELECT current_setting('max_connections')::int")
            most = cursor.fetchone()[0]
    except Error:
        return
    yield found
    yield GaugeMetricFamily("euchre_database_connections_most", "Connections that the database accepts.", most)


def _copies() -> Metric:
    """How old the newest safe copy in each place is; a hosted site makes none itself."""
    ages = GaugeMetricFamily("euchre_safe_copy_age_seconds", "Age of the newest safe copy.", labels=["place"])
    for name, place in (("first", first_place()), ("second", second_place())):
        newest = max((copy.made_at for copy in copies_in(place)), default=None) if place else None
        if newest:
            ages.add_metric([name], (timezone.now() - newest).total_seconds())
    return ages


_collected.register(CurrentFigures())


def figures() -> bytes:
    """Return all figures, as Prometheus reads them."""
    return generate_latest(_collected)
