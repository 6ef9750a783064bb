"""The night's cash box: fees, pots, expenses, corrections, closing. Lines are added and never changed."""

from __future__ import annotations

from tournament.access import Who
from tournament.live.events import announce, because
from tournament.models import CashCount, CashLine, Entry, Night, PotCount
from tournament.models.keys import new_token
from tournament.money.box import Kind, Line, box_difference, by_entry, by_pot
from tournament.money.cents import currency_of, show
from tournament.night.locking import lock_night, write
from tournament.people.errors import Refused

BOTH_WAYS = (Kind.FLOAT, Kind.HALF, Kind.CARRY, Kind.OTHER)  # kinds that come in and go out
MOST_COUNTED = 99  # times that something happened to one player at tables without hands


class BoxClosed(Refused):
    """A new line after the box was closed."""


def cash_lines(night: Night) -> list[Line]:
    """The night's lines as values, in order."""
    return [row.as_line() for row in night.cash_lines.all()]


def pots_brought(night: Night) -> dict[str, int]:
    """What is in each pot that carries over from the club's earlier nights, by its name."""
    earlier = CashLine.objects.filter(night__club=night.club_id, kind=Kind.CARRY)
    before = earlier.filter(night__date__lt=night.date) | earlier.filter(night__date=night.date, night__lt=night.pk)
    return by_pot(row.as_line() for row in before)


def newest_count(night: Night) -> CashCount | None:
    """What was counted when the box was closed; None while it is open."""
    count = night.cash_counts.last()
    return count if count and count.cents is not None else None


def difference_words(night: Night, cents: int) -> str:
    """A difference of the box in words: "$4.50 short"."""
    return f"{_shown(night, abs(cents))} {'over' if cents > 0 else 'short'}"


def pay_entry_fee(*, entry: Entry, who: Who) -> None:
    """Take a player's entry fee, or what is missing of it. Twice is once.

    :raises Refused: while money is off, there is no fee, or the box is closed.
    """
    with write():
        night = _lock(entry.night)
        if not night.entry_fee:
            raise Refused("There is no entry fee tonight. Write one under Money first.")
        missing = night.entry_fee - by_entry(cash_lines(night), Kind.ENTRY).get(entry.pk, 0)
        if missing > 0:
            _require_open_box(night)
            _add(night, Kind.ENTRY, missing, who, entry=entry)
            _log(night, who, f"took {entry.short_name}’s entry fee, {_shown(night, missing)}", entry)


def take_back_entry_fee(*, entry: Entry, who: Who) -> None:
    """Give a player's entry fee back, or take back a tap by mistake: every line of it is reversed. Twice is once.

    :raises Refused: while money is off.
    """
    with write():
        night = _lock(entry.night)
        paid = night.cash_lines.filter(entry=entry, kind=Kind.ENTRY, reverses=None, reversed_by=None)
        cents = sum(_reverse(row, who).cents for row in paid)
        if cents:
            _log(night, who, f"took back {entry.short_name}’s entry fee, {_shown(night, -cents)}", entry)


def add_line(
    *, night: Night, kind: Kind, cents: int, who: Who, key: str, what: str = "", entry: Entry | None = None
) -> None:
    """Add money that came in (cents above 0) or went out. The same `key` twice is one line.

    :raises Refused: while money is off, for nothing at all, for prizes or expenses that come in, for a fee that goes
        out, for a pot without a name, and for more than a pot holds.
    :raises BoxClosed: after the box was closed.
    """
    with write():
        night = _lock(night)
        if CashLine.objects.filter(key=key).exists():
            return
        _require_open_box(night)
        _check(night, kind, cents, what)
        _add(night, kind, cents, who, what=what, entry=entry, key=key)
        _log(night, who, _told(night, kind, cents, what, entry), entry)


def correct_line(*, line: CashLine, cents: int | None, who: Who) -> None:
    """Take a line back, and put the right amount in its place. Twice is once; it goes on after the box was closed.

    :param cents: the right amount, in the line's own direction; None or 0 takes the line back only.
    :raises Refused: while money is off, and for a line that is a correction itself.
    """
    with write():
        night = _lock(line.night)
        line = CashLine.objects.select_related("entry").get(pk=line.pk)
        if line.reverses_id:
            raise Refused("This line is a correction. Add what is missing as a line of its own.")
        if CashLine.objects.filter(reverses=line).exists():
            return
        _reverse(line, who)
        right = (cents or 0) * (1 if line.cents > 0 else -1)
        if right:
            _add(night, Kind(line.kind), right, who, what=line.what, entry=line.entry)
        was = f"{line.get_kind_display()}: {_shown(night, line.cents)} → {_shown(night, right) if right else 'nothing'}"
        _log(night, who, f"corrected the cash, {was}", line.entry)


def close_box(*, night: Night, cents: int, who: Who, why: str = "") -> None:
    """Close the box with what was counted in it. After that only corrections are added.

    :raises Refused: while money is off.
    """
    with write():
        night = _lock(night)
        count = newest_count(night)
        if count and count.cents == cents:
            return
        CashCount.objects.create(night=night, cents=cents, by=str(who))
        difference = box_difference(cents, cash_lines(night), pots_brought(night))
        fits = difference_words(night, difference) if difference else "as expected"
        _log(night, who, because(f"closed the cash box with {_shown(night, cents)}, {fits}", why))


def open_box(*, night: Night, who: Who) -> None:
    """Open the box again. Twice is once.

    :raises Refused: while money is off.
    """
    with write():
        night = _lock(night)
        if newest_count(night):
            CashCount.objects.create(night=night, cents=None, by=str(who))
            _log(night, who, "opened the cash box again")


def type_count(*, entry: Entry, happening: str, count: int, who: Who) -> None:
    """Set how often something happened to a player at tables without hands. Twice is once.

    :raises Refused: while money is off, for an unknown happening, and for more than `MOST_COUNTED`.
    """
    if happening not in PotCount.Happening.values or not 0 <= count <= MOST_COUNTED:
        raise Refused(f"Write how often as a whole number, 0 to {MOST_COUNTED}.")
    with write():
        night = _lock(entry.night)
        before = PotCount.objects.filter(entry=entry, happening=happening).last()
        if (before.count if before else 0) == count:
            return
        PotCount.objects.create(night=night, entry=entry, happening=happening, count=count, by=str(who))
        _log(night, who, f"counted {happening}s from paper for {entry.short_name}: {count}", entry)


def _lock(night: Night) -> Night:
    night = lock_night(night.pk)
    if not night.money:
        raise Refused("Money is switched off for this night. Switch it on under Money first.")
    return night


def _require_open_box(night: Night) -> None:
    if newest_count(night):
        raise BoxClosed("The cash box is closed: only corrections are added now. To go on, open the box again.")


def _check(night: Night, kind: Kind, cents: int, what: str) -> None:
    if not cents:
        raise Refused("Write how much it is.")
    if kind in (Kind.PRIZE, Kind.EXPENSE) and cents > 0:
        raise Refused("Prizes and expenses go out of the box.")
    if kind in (Kind.ENTRY, Kind.POT) and cents < 0:
        raise Refused("To give this money back, correct its line.")
    if kind == Kind.CARRY:
        if not what:
            raise Refused("Write the name of the pot, such as Perfect hand.")
        inside = pots_brought(night).get(what, 0) + by_pot(cash_lines(night)).get(what, 0)
        if cents < 0 and -cents > inside:
            raise Refused(f"There is {_shown(night, inside)} in the pot “{what}”, so no more can go out of it.")


def _add(
    night: Night, kind: Kind, cents: int, who: Who, *, what: str = "", entry: Entry | None = None, key: str = ""
) -> None:
    CashLine.objects.create(
        night=night, kind=kind, cents=cents, what=what, entry=entry, by=str(who), key=key or new_token()
    )


def _reverse(line: CashLine, who: Who) -> CashLine:
    """Add the line that takes this one back."""
    return CashLine.objects.create(
        night_id=line.night_id,
        kind=line.kind,
        cents=-line.cents,
        what=line.what,
        entry_id=line.entry_id,
        reverses=line,
        by=str(who),
        key=f"reverses-{line.pk}",
    )


def _told(night: Night, kind: Kind, cents: int, what: str, entry: Entry | None) -> str:
    amount = f"{'took in' if cents > 0 else 'paid out'} {_shown(night, abs(cents))}"
    about = ", ".join(filter(None, (entry.short_name if entry else "", what)))
    return f"{amount}: {CashLine(kind=kind).get_kind_display()}{f', {about}' if about else ''}"


def _shown(night: Night, cents: int) -> str:
    return show(cents, currency_of(night.currency))


def _log(night: Night, who: Who, text: str, entry: Entry | None = None) -> None:
    """Log it, and have the desk and the player's phone look again. Neither topic carries the text."""
    topics = ("phones", f"entry-{entry.pk}") if entry else ("phones",)
    announce(night.pk, *topics, actor=str(who), text=text)
