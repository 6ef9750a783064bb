"""The file of a hall's errors, as the organizer downloads it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from django.conf import settings

NONE_YET = "No errors so far.\n"
HOSTED = "The errors of a hosted site are in its server’s log.\n"


def errors_as_text() -> str:
    """Everything that the file and the older ones beside it have, newest last.

    A hall's server makes the file as it starts; where there is none, the site is hosted.
    """
    file: Path = settings.ERROR_FILE
    parts = []
    for one in (*sorted(file.parent.glob(f"{file.name}.*"), reverse=True), file):
        with suppress(OSError):  # it has just been moved on, or there is none
            parts.append(one.read_text("utf-8", "replace"))
    return "".join(parts) or (NONE_YET if parts else HOSTED)
