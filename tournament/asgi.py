"""The ASGI entry point that servers are pointed at: `uvicorn tournament.asgi:application`."""

from __future__ import annotations

from tournament.server.application import application
from tournament.server.hosting import end_without_settings

end_without_settings()

__all__ = ["application"]
