"""Reports of phones that were checked before the night: what each measured, for the room's list to show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from hmac import compare_digest

from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Night, PhoneCheck
from tournament.models.activity import PHONE_CHECKED
from tournament.night.joining import A_PHONE
from tournament.night.locking import lock_night, write
from tournament.people.errors import Refused
from tournament.reach.facts import Trouble

CHECKED = "checked"  # the topic of every report; only the desk and the room's list listen to it
MOVED = "address"  # the topic of another address in all codes, to the desk; the big screen hears "room"
COMPLETED_WITHIN = timedelta(minutes=1)  # a page reports a second time when it has waited for a live message
MOST_OF_A_NIGHT = 1000  # reports of the same in a whole night
MOST_REPORTS = 60  # reports a minute of one player's phone, or of all phones without a player together
ITSELF = "This laptop’s browser"  # who reports there, which proves nothing of phones
NOBODYS = (A_PHONE, ITSELF)  # who reports without being a player
MOST_AHEAD = 10 * 366 * 86_400  # seconds: a clock that is further off is as wrong as that


@dataclass(frozen=True, slots=True)
class ReportOrigin:
    """How a report came to a laptop: by which of its own addresses, empty for none; or from the laptop itself."""

    reached: str = ""
    is_itself: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """What a phone's page measured; None where it has not, or not yet.

    `live_delay` is in seconds until the page heard its own report; `clock_ahead` in seconds, too. `is_second` is
    whether the page has waited for a live message, so that this completes what it reported first.
    """

    live_delay: float | None = None
    stores_taps: bool = False
    trouble: Trouble = Trouble.NONE
    clock_ahead: int | None = None
    is_second: bool = False


def one_time_key(night: Night) -> str:
    """Return what stands in the code on the organizer's page: it proves one phone, and the next code has another."""
    last = night.phone_checks.filter(proven=True).order_by("-pk").values_list("pk", flat=True).first()
    return salted_hmac("tournament.phone-check", f"{night.pk}:{last or 0}").hexdigest()[:16]


def report_phone_check(
    *, night: Night, page_id: str, measured: Measured, who: Who, origin: ReportOrigin | None = None, key: str = ""
) -> bool:
    """Record that a phone reached the laptop, and what its page measured. Return whether its key proved it.

    A page's second report completes its first one, which has used the key up and heard whether it may report at all.

    :param page_id: identifies the reporting page, which listens for its own report; empty for none.
    :param origin: how it came to a laptop; None on a hosted site.
    :param key: what stood in the scanned code; only the one that the organizer's page shows now proves anything.
    :raises Refused: when the night is closed, for strangers while it is played, or when too many phones report at once.
    """
    with write():
        night = lock_night(night.pk)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed. Check the room when the next one starts.")
        if measured.is_second and (first := _first_report(night, page_id)):
            _complete(first, measured)
            return False
        reached = origin.reached if origin else ""
        proven = bool(reached) and compare_digest(key.encode(), one_time_key(night).encode())
        if night.status == Night.Status.PLAYING and who.entry is None and not who.organizer and not proven:
            raise Refused("The night is being played. Scan the code on your tally card, then check this phone.")
        name = str(who.entry or (ITSELF if origin and origin.is_itself else A_PHONE))
        _require_room(night, name, who, proven)
        text = _result(reached, measured)
        PhoneCheck.objects.create(
            night=night,
            phone_name=name,
            result=text,
            reached=reached,
            proven=proven,
            trouble=measured.trouble.value,
            clock_ahead=_bounded(measured.clock_ahead),
            page_id=page_id,
        )
        announce(night.pk, CHECKED, f"check-{page_id or 'none'}", actor=name, text=text)
        return proven


def _first_report(night: Night, page_id: str) -> PhoneCheck | None:
    """Return what a page reported a moment ago; None where it has not."""
    now = timezone.now()
    lately = night.phone_checks.filter(at__range=(now - COMPLETED_WITHIN, now))
    return lately.filter(page_id=page_id).order_by("pk").last() if page_id else None


def _complete(first: PhoneCheck, measured: Measured) -> None:
    """Add to a page's first report what it measured since, and tell the list, but not the page itself."""
    first.result, first.trouble = _result(first.reached, measured), measured.trouble.value
    first.clock_ahead = _bounded(measured.clock_ahead)
    first.save(update_fields=["result", "trouble", "clock_ahead"])
    announce(first.night_id, CHECKED, actor=first.phone_name, text=first.result)


def _require_room(night: Night, name: str, who: Who, proven: bool) -> None:
    """Let only so many reports in, without the organizer's own and the one with the key."""
    now = timezone.now()
    reports = night.phone_checks.filter(phone_name=name)
    if who.organizer or proven:
        return
    if reports.filter(at__range=(now - timedelta(minutes=1), now)).count() >= MOST_REPORTS:
        raise Refused("Many phones are being checked at once. Wait a minute, then try again.")
    if reports.count() >= MOST_OF_A_NIGHT:
        raise Refused("So many phones were checked tonight that no more checks are kept. This one reaches the laptop.")


def _result(reached: str, measured: Measured) -> str:
    """Return what a page reported, in words for the log."""
    text = f"{PHONE_CHECKED}{f' at {reached}' if reached else ''}"
    text += f", but {measured.trouble.sentence}" if measured.trouble else ""
    if measured.live_delay is not None:
        text += f"; live messages take {max(measured.live_delay, 0.1):.1f} s"
        text += f"; {'taps' if measured.stores_taps else 'no taps'} are kept while the Wi-Fi is down"
    return text


def _bounded(seconds: int | None) -> int | None:
    return None if seconds is None else max(-MOST_AHEAD, min(MOST_AHEAD, seconds))


def newest_phone_check(night: Night) -> PhoneCheck | None:
    """Return the last report, the laptop's own among them."""
    return night.phone_checks.order_by("-pk").first()


def newest_phone(night: Night) -> PhoneCheck | None:
    """Return the last report of a phone that came by one of the laptop's addresses."""
    return night.phone_checks.exclude(reached="").order_by("-pk").first()


def note_address(*, night: Night, host: str, actor: str, paper_is_replaced: bool = False) -> None:
    """Log that all codes lead to one of the laptop's addresses from now on, and tell the pages that show codes.

    :param paper_is_replaced: whether codes on paper are no longer spoken of, as the organizer sees to them.
    """
    with write():
        night = lock_night(night.pk)
        if paper_is_replaced:
            night.codes_address = ""
            night.save(update_fields=["codes_address"])
        announce(night.pk, CHECKED, MOVED, "room", actor=actor, text=f"lets all codes lead to {host}")
