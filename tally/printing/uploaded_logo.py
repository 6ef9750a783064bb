"""A club's logo as somebody uploads it, read and drawn in a process of its own."""

from __future__ import annotations

from tally.pictures.logos import logo_of
from tally.printing.own_process import ProcessFailedError, TookTooLongError, in_own_process
from tournament.people.errors import Refused

MOST_BYTES = 1_000_000
SECONDS = 10  # most logos take half a second, the slowest photograph two, and a slow laptop four times as long
TOO_LARGE = "This file is too large: a logo may have 1 MB. Save it with fewer dots, 1200 on the longer side."
TOO_HARD = "This picture takes too long to draw. Save it as PNG, 1200 dots on the longer side, and upload that."
NOT_DRAWN = "This picture cannot be drawn here. Save it as PNG, 1200 dots on the longer side, and upload that."


def checked_logo(content: bytes) -> bytes:
    """A logo as it is stored: a PNG, made of the file's shapes and dots alone.

    :raises BusyError: when others are uploading theirs.
    :raises Refused: when it is no picture that can be printed, with a sentence that says why.
    """
    if len(content) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    try:
        return in_own_process(SECONDS, logo_of, content)
    except TookTooLongError:
        raise Refused(TOO_HARD) from None
    except ProcessFailedError:
        raise Refused(NOT_DRAWN) from None
