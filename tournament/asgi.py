"""The ASGI entry point that servers are pointed at: `uvicorn tournament.asgi:application`."""

from __future__ import annotations

from tournament.server.application import application

__all__ = ["application"]
