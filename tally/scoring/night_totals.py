"""Nights from before the software, of which only everybody's total is known: entered, corrected, deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import Max, Model
from django.utils import timezone

from tally.loading.night_totals import totals_of
from tally.models import NightTotal
from tally.scores.point_labels import total as points_text
from tally.scores.total_lines import TotalLine
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Club, EarlierPlayer, Entry, Event, LogEntry, Night, Phone
from tournament.night.locking import lock_club, lock_night, write
from tournament.night.numbers import draw_numbers
from tournament.night.signup import add_entry, sign_up
from tournament.people.errors import Refused
from tournament.people.names import listed

OWN_ROWS = (Entry, LogEntry, Event, NightTotal, EarlierPlayer, Phone)  # what goes with the night
Amounts = tuple[int | None, int | None, int | None]  # points, games, loners


def enter_totals(*, club: Club, name: str, on: date, games: int, lines: Sequence[TotalLine], who: Who) -> Night:
    """Add a past night with everybody's totals. It is closed from the beginning. Entering it twice is entering it once.

    :raises AlreadyHere: when a name is there twice.
    :raises Refused: when a night of that name and date is there already, nobody has a total, or a name cannot be.
    """
    if not lines:
        raise Refused("Nobody has a total yet. Give at least one name with points.")
    with write():
        lock_club(club.pk)
        there = club.nights.filter(name=name, date=on).first()
        if there is not None and there.totals_only and _same(there, games, lines):
            return there
        if there is not None:
            raise Refused(f"{name} of that date is there already. Correct that one, or give this night another name.")
        last = club.nights.filter(kind=Night.Kind.PROGRESSIVE).order_by("-date", "-pk").first()
        variant = {"variant": last.variant} if last else {}
        night = Night.objects.create(club=club, name=name, date=on, games=games, kind=Night.Kind.TOTALS, **variant)
        sign_up(night=night, names=[line.name for line in lines], who=who)
        draw_numbers(night=night, order="arrival", who=who)
        entries = night.entries.order_by("number")
        NightTotal.objects.bulk_create(
            NightTotal(entry=entry, points=line.points, games=line.games, loners=line.loners)
            for entry, line in zip(entries, lines, strict=True)
        )
        _close(night)
        announce(night.pk, "desk", actor=str(who), text=f"entered the totals of {len(lines)} players")
    return night


def correct_totals(
    *,
    night: Night,
    name: str,
    on: date,
    games: int,
    amounts: Mapping[int, Amounts],
    added: Sequence[TotalLine],
    expected: int,
    who: Who,
) -> None:
    """Change a night that was entered as totals: each change adds a version, and a line in the log.

    :param amounts: by the id of an entry; without points, that player has no total anymore.
    :param expected: the version that the page showed.
    :raises Refused: when somebody changed the totals meanwhile, nobody would have one, or a name cannot be.
    """
    with write():
        lock_club(night.club_id)
        night = _locked(night)
        if newest_version(night) != expected:
            raise Refused("These totals were changed in the meantime. Check what they are now, and change that.")
        if not added and all(points is None for points, _, _ in amounts.values()):
            raise Refused("Nobody would have a total. To remove the whole night, delete it.")
        said = [f"{what}: {old} → {new}" for what, old, new in _settings(night, name, on, games) if old != new]
        night.name, night.date, night.games = name, on, games
        night.save(update_fields=["name", "date", "games"])
        for entry in night.entries.filter(pk__in=amounts).order_by("number"):
            said += _change(entry, amounts[entry.pk])
        for line in added:
            entry = add_entry(night=night, name=line.name)
            said += _change(entry, (line.points, line.games, line.loners))
        night.count_loners = any(total.loners is not None for total in totals_of(night))
        night.save(update_fields=["count_loners"])
        for text in said:
            announce(night.pk, "desk", actor=str(who), text=f"changed {text}")


def delete_totals_night(*, night: Night) -> None:
    """Delete a night that was entered as totals. Its players stay regulars of the club.

    :raises Refused: while something else is kept with it: money, or a season that takes it in.
    """
    with write():
        night = _locked(night)
        for model, rows in ((Night, [night.pk]), (Entry, night.entries.values("pk"))):
            if any(_names_one_of(relation, rows) for relation in _relations(model)):
                raise Refused(
                    f"{night.name} is needed elsewhere: a season takes it in, or the cash box has lines for it. Change "
                    "that first."
                )
        night.entries.all().delete()
        night.delete()


def _relations(model: type[Model]) -> list[Any]:
    """How other tables name a row of this model, but for what goes with the night."""
    fields = model._meta.get_fields(include_hidden=True)
    relations = [field for field in fields if field.auto_created and not field.concrete]
    return [one for one in relations if one.related_model not in OWN_ROWS]


def _names_one_of(relation: Any, rows: Any) -> bool:
    """Whether a row of another table names one of these."""
    found: bool = relation.related_model._default_manager.filter(**{f"{relation.field.name}__in": rows}).exists()
    return found


def newest_version(night: Night) -> int:
    """The id of the newest total, which a page shows so that it changes only what it has seen."""
    newest: int | None = NightTotal.objects.filter(entry__night=night).aggregate(newest=Max("pk"))["newest"]
    return newest or 0


def _locked(night: Night) -> Night:
    """Lock a night.

    :raises Refused: unless it was entered as totals.
    """
    night = lock_night(night.pk)
    if not night.totals_only:
        raise Refused("This night was played at its tables; its totals come from their scores.")
    return night


def _close(night: Night) -> None:
    """Close the night and show its standings, as of a night that is long over."""
    night.refresh_from_db()
    night.status, night.own_rules = Night.Status.CLOSED, ""
    night.closed_at = night.revealed_at = timezone.now()
    night.count_loners = any(total.loners is not None for total in totals_of(night))
    night.save(update_fields=["status", "own_rules", "closed_at", "revealed_at", "count_loners"])


def _same(night: Night, games: int, lines: Sequence[TotalLine]) -> bool:
    """Whether a night has exactly these totals."""
    totals = NightTotal.objects.filter(entry__night=night).order_by("entry__number", "version")
    there = [TotalLine(total.entry.name, total.points or 0, total.games, total.loners) for total in totals]
    return night.games == games and there == list(lines)


def _settings(night: Night, name: str, on: date, games: int) -> list[tuple[str, object, object]]:
    return [("the name", night.name, name), ("the date", night.date, on), ("the number of games", night.games, games)]


def _change(entry: Entry, amounts: Amounts) -> list[str]:
    """Add a version where something differs; return what the log says of it."""
    before = entry.night_totals.order_by("version").last()
    points, games, loners = amounts if amounts[0] is not None else (None, None, None)
    if before is not None and (before.points, before.games, before.loners) == (points, games, loners):
        return []
    after = NightTotal.objects.create(
        entry=entry, version=before.version + 1 if before else 1, points=points, games=games, loners=loners
    )
    return [f"the total of {entry}: {_text(before)} → {_text(after)}"]


def _text(total: NightTotal | None) -> str:
    """A total as the log writes it."""
    if total is None or total.points is None:
        return "none"
    counts = ((total.games, "games"), (total.loners, "loners"))
    return listed([points_text(total.points), *(f"{count} {what}" for count, what in counts if count is not None)])
