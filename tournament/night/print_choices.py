"""What was printed and with which options: the night keeps it, and the club's next one begins with it.

An imported file may hold any JSON, so what is read here is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tournament.models import Night
from tournament.night.locking import lock_night, write


def last_print_options(night: Night) -> dict[str, dict[str, str]]:
    """The options with which each sheet was printed last, for this night or an earlier one."""
    stored = night.print_options
    return {
        sheet: {key: text for key, text in options.items() if isinstance(text, str)}
        for sheet, options in (stored.items() if isinstance(stored, dict) else ())
        if isinstance(options, dict)
    }


def sheets_printed(night: Night) -> set[str]:
    """The slugs of the sheets that were printed for this night."""
    stored = night.printed_sheets
    return {sheet for sheet in (stored if isinstance(stored, list) else ()) if isinstance(sheet, str)}


def sheets_printed_last_time(night: Night) -> set[str]:
    """The same for the club's last night of this kind; one that was set up and never used is none."""
    earlier = night.club.nights.filter(kind=night.kind, pk__lt=night.pk)
    last = earlier.exclude(status=Night.Status.SIGN_UP, printed_sheets=[]).order_by("-pk").first()
    return sheets_printed(last) if last else set()


def remember_print(
    *, night: Night, options: Mapping[str, Mapping[str, str]], printed: Collection[str], codes_lead_to: str = ""
) -> None:
    """Keep the options with which sheets were printed, and that this night has printed them.

    The log has neither: to print changes nothing in the night.

    :param codes_lead_to: the site's address, if any of the sheets has codes.
    """
    with write():
        night = lock_night(night.pk)
        before = night.print_options, night.printed_sheets, night.codes_address
        night.codes_address = codes_lead_to[:200] or night.codes_address
        night.print_options = {**last_print_options(night), **options}
        night.printed_sheets = sorted({*sheets_printed(night), *printed})
        if (night.print_options, night.printed_sheets, night.codes_address) != before:
            night.save(update_fields=["print_options", "printed_sheets", "codes_address"])
