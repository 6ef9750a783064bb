"""Django as a WSGI application, without event streams; `asgi.py` has them."""

from __future__ import annotations

from tournament.server.hosting import end_without_settings
from tournament.server.pages import application

end_without_settings()

__all__ = ["application"]
