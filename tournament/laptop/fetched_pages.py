"""When other devices have opened pages at each of the laptop's own addresses: no firewall keeps phones out there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.laptop.running import running_night
from tournament.laptop.whose_connection import is_from_this_laptop
from tournament.probes.addresses import own_addresses

REFUSED = 400  # the first status of an answer that is no page
LATELY = timedelta(seconds=20)  # in which one page at an address is as good as many
MOST = 20  # addresses that are remembered


class FetchedPages:
    """When others last opened a page at each of the laptop's own addresses. They end with the process."""

    def __init__(self) -> None:
        self._last: dict[str, datetime] = {}
        self._lock = Lock()

    def note(self, environ: Mapping[str, object]) -> None:
        """Note that a page was opened; only now and then this costs a look at the laptop's networks."""
        host, now = str(environ.get("SERVER_NAME", "")).removeprefix("::ffff:"), timezone.now()
        before = self._last.get(host)
        if before and now - LATELY < before <= now:
            return
        if is_from_this_laptop(environ) or host not in {address.host for address in own_addresses()}:
            return
        with self._lock:
            self._last.pop(host, None)
            self._last[host] = now
            while len(self._last) > MOST:
                self._last.pop(next(iter(self._last)))

    def at(self, hosts: set[str]) -> dict[str, datetime]:
        """Return when somebody last opened a page at each of these addresses; the last one is last."""
        with self._lock:
            return {host: at for host, at in self._last.items() if host in hosts}

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._last.clear()


fetched_pages = FetchedPages()


class FetchedPagesMiddleware:
    """Notes who opens pages of a laptop in a hall."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if running_night() and response.status_code < REFUSED:
            fetched_pages.note(request.META)
        return response
