"""By which of the laptop's own addresses another device has asked for a page: there no firewall keeps phones out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from tournament.laptop.running import running_night
from tournament.laptop.whose_connection import is_from_this_laptop
from tournament.probes.addresses import own_addresses


class FetchedPages:
    """The laptop's own addresses at which others have asked for a page. They end with the process."""

    def __init__(self) -> None:
        self._hosts: set[str] = set()

    def note(self, environ: Mapping[str, object]) -> None:
        """Note a request; only the first at each address costs a look at the laptop's networks."""
        host = str(environ.get("SERVER_NAME", ""))
        if host in self._hosts or host not in {address.host for address in own_addresses()}:
            return
        if not is_from_this_laptop(environ):
            self._hosts.add(host)

    def any_at(self, hosts: set[str]) -> bool:
        """Return whether somebody has asked at one of these addresses."""
        return bool(self._hosts & hosts)

    def clear(self) -> None:
        """Forget all of them."""
        self._hosts.clear()


fetched_pages = FetchedPages()


class FetchedPagesMiddleware:
    """Notes who asks a laptop in a hall for pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if running_night():
            fetched_pages.note(request.META)
        return self.get_response(request)
