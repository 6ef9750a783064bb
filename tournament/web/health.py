"""What must work for a process to serve, checked for whatever watches a site."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings
from django.db import Error

from tournament.live.broker import broker
from tournament.live.hub import hub
from tournament.live.in_process import InProcess
from tournament.live.outages import log_outage
from tournament.models import Club

OK = "ok"
LEAST_FREE = 200  # MB of disk


def health_report() -> dict[str, str]:
    """Return "ok" or what is wrong, for each part. Anybody may read it: it has no addresses, names or keys."""
    report = {"database": _database(), "disk": _disk(settings.DATA_DIR)}
    if not isinstance(broker(), InProcess):
        report["listen"] = OK if hub.hears else "events do not arrive"
    return report


def _database() -> str:
    try:
        Club.objects.exists()
    except Error as error:
        log_outage(error)
        return "cannot be used"
    return OK


def _disk(folder: Path) -> str:
    """Look at the disk of a folder, which a hosted site may not have made."""
    while not folder.exists():
        folder = folder.parent
    return OK if shutil.disk_usage(folder).free >= LEAST_FREE * 1_000_000 else f"less than {LEAST_FREE} MB are free"
