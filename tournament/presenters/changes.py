"""Player changes: the page that offers them, and what a previewed change touches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from tournament.access import Who
from tournament.models import Entry, Night
from tournament.movements.balance import Balance, count_rounds
from tournament.movements.balance_wording import balance_in_a_sentence, describe_balance
from tournament.movements.seating import RoundSeating
from tournament.night.bell import clock_of_the_hall, game_of_the_hall
from tournament.night.previews import Preview
from tournament.night.roster_changes import last_game_over
from tournament.night.seating import started_rounds
from tournament.people.names import isolated, listed_runs
from tournament.planning.rounds import decides_seats, follows_winners, game_count
from tournament.presenters.regulars import likely_names


def changes_context(night: Night) -> dict[str, object]:
    """The page itself: players, and how far the night is."""
    entries = list(night.entries.numbered().people().order_by("number"))
    return {
        "night": night,
        "everybody": entries,
        "here": [entry for entry in entries if not entry.left_at],
        "gone": [entry for entry in entries if entry.left_at],
        "ghost": night.entries.ghosts().first(),
        "likely_names": likely_names(night),
        "started": started_rounds(night),
        "at_game": game_of_the_hall(night, timezone.now()),
        "length": game_count(night),
        "clock": clock_of_the_hall(night, timezone.now()),
    }


def newest_change(night: Night, who: Who) -> object:
    """The newest line in the log of whoever asks, which says what they have just done."""
    return night.log_entries.by(who).order_by("-pk").first()


def confirm_label(asked: Mapping[str, Any]) -> str:
    """The words of the button that makes a previewed change: it says what it does, and to whom."""
    name, one = isolated(asked["name"] or ""), isolated(asked["one"].short_name) if asked["one"] else ""
    return {
        "arrive": f"Add {name}",
        "leave": f"{one} leaves early",
        "return": f"{one} comes back",
        "substitute": f"{name} plays for {one}",
        "swap": "Swap the seats",
    }[asked["change"]]


def games_kept(entry: Entry) -> tuple[int, int] | None:
    """The first and the last game that stay with whoever hands a number over; None without one.

    Those of the ghost are nobody's, and go to whoever takes its number over.
    """
    before = entry.earlier_players.last()
    first, last = (before.last_game or 0 if before else 0) + 1, last_game_over(entry)
    return None if entry.is_ghost or first > last else (first, last)


def preview_context(night: Night, preview: Preview) -> dict[str, object]:
    """What a change touches: the redrawn games, players with a new next seat, and how fair the night gets."""
    redrawn = [
        number
        for number in range(1, max(len(preview.before), len(preview.after)) + 1)
        if preview.before[number - 1 : number] != preview.after[number - 1 : number]
    ]
    coming = [number for number in redrawn if number > preview.started]
    moved = _moved(preview, coming)
    return {
        "redrawn": coming,
        "redrawn_text": listed_runs(coming),
        "running": [number for number in redrawn if number <= preview.started],
        "fairness": _fairness(preview)[:5] if len(preview.after) > preview.started else [],
        "fairness_now": balance_in_a_sentence(_balance(preview.after)),
        "cards_change": bool(coming) and (coming[0] == 1 or not follows_winners(night)),
        "follows_winners": decides_seats(night, preview.started),
        "state_token": preview.state_token,
        "moved": moved,
        "joining": _joining(preview, coming),
        "sent": bool(moved) and coming[0] <= preview.moment.shown,
        "next_round": _round(preview, coming[0]) if coming and coming[0] <= len(preview.after) else None,
        "rounds_after": [_round(preview, number) for number in redrawn if number <= len(preview.after)],
    }


def _fairness(preview: Preview) -> list[tuple[str, str]]:
    """How fair the night is, in sentences before and after the change."""
    before, after = _balance(preview.before), _balance(preview.after)
    return list(zip(describe_balance(before), describe_balance(after), strict=False))


def _balance(rounds: tuple[RoundSeating, ...]) -> Balance:
    return count_rounds([seating.tables for seating in rounds], [seating.sitting_out for seating in rounds])


def _next_seatings(preview: Preview, coming: list[int]) -> tuple[RoundSeating, RoundSeating] | None:
    """The next game's seats before and after the change; None where only one of them has that game."""
    if not coming or coming[0] > min(len(preview.before), len(preview.after)):
        return None
    return preview.before[coming[0] - 1], preview.after[coming[0] - 1]


def _moved(preview: Preview, coming: list[int]) -> list[Entry]:
    """The players whose seat in the next game changes, so that somebody must tell them."""
    if (both := _next_seatings(preview, coming)) is None:
        return []
    before, after = both
    old_seats, new_seats = before.seats_by_player(), after.seats_by_player()
    return [
        preview.names[number]
        for number in sorted(before.everybody & after.everybody)
        if old_seats.get(number) != new_seats.get(number)
    ]


def _joining(preview: Preview, coming: list[int]) -> list[tuple[Entry, int]]:
    """The players whom the next game seats because of the change, with their tables."""
    if (both := _next_seatings(preview, coming)) is None:
        return []
    before, after = both
    seats = after.seats_by_player()
    return [(preview.names[number], seats[number][0]) for number in sorted(seats.keys() - before.everybody)]


def _round(preview: Preview, number: int) -> dict[str, object]:
    """One round after the change, with names, as the page of seats shows it."""
    seating = preview.after[number - 1]
    return {
        "number": number,
        "sitting_out": [preview.names[player] for player in seating.sitting_out],
        "games": [
            {"table": table, "pairs": ((preview.names[a], preview.names[b]), (preview.names[c], preview.names[d]))}
            for table, (a, b, c, d) in enumerate(seating.tables, 1)
        ],
    }
