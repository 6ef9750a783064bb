"""The desk before the first game: its steps, tonight's players, their movement, and the codes that phones scan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, normalize

from tournament.live.events import last_event
from tournament.models import Entry, Night, Phone, PhoneRequest
from tournament.night.joined_names import newest_batch
from tournament.night.last_time import last_times_players
from tournament.night.removal import OFFERED, newest_removal
from tournament.people.errors import Refused
from tournament.people.names import folded
from tournament.planning.chart_choice import charts_for, fitting_chart
from tournament.planning.night_plan import describe_plan
from tournament.planning.players import playing_entries
from tournament.presenters.fees import night_fees
from tournament.presenters.joined_names import flood_of, phone_joins
from tournament.presenters.movement import movement_cards
from tournament.presenters.room import last_phone_check
from tournament.web.addresses import join_address, organizer_address, qr_svg
from tournament.web.scoring_pages import variant_name

MANY = 12  # players among whom one is looked for
CROWDED = 60  # with more players, names stand closer, and fewer regulars are offered at once


@dataclass(frozen=True, slots=True)
class Step:
    """One step before the night: its name, which is also its anchor, how it stands, and whether it is done."""

    name: str
    text: str
    done: bool
    is_next: bool = False


def desk_context(night: Night, site: str, find: str = "") -> dict[str, object]:
    """The desk's context without its forms.

    :param site: the address of the site, for the codes that phones scan.
    :param find: letters of a name, or a number: only players with it are shown.
    """
    seen = last_event(night.pk)
    entries = list(night.entries.order_by("number", "pk"))
    people = [entry for entry in entries if not entry.is_ghost]
    plan, hint = _plan(night)
    numbered = bool(entries) and all(entry.number for entry in entries)
    address = join_address(night, site)
    own_address = organizer_address(night.club, site)
    return {
        "night": night,
        "seen": seen,
        "entries": entries,
        "people": people,
        "found": _found(entries, find),
        "namesakes": [] if numbered else _namesakes(people),
        "find": find,
        "last_time": [] if people else last_times_players(night),
        "many": len(people) > MANY,
        "crowded": len(people) > CROWDED,
        "asking": PhoneRequest.objects.open().filter(entry__night=night).select_related("entry"),
        "joined": set(Phone.objects.active().filter(entry__night=night).values_list("entry", flat=True)),
        "fees": night_fees(night, entries),
        "summary": summarize(entries),
        "numbered": numbered,
        "nameless": sum(entry.is_nameless for entry in people),
        "steps": _steps(night, people, numbered, hint),
        "primary": _primary(len(people), numbered, hint),
        "removed": newest_removal(night),
        "removed_many": newest_batch(night, OFFERED),
        "flood": len(flood_of(phone_joins(night))) if night.status == Night.Status.SIGN_UP else 0,
        "room_for_ghost": people == entries and len(people) % 4 == 3,
        "movement": plan,
        "hint": hint,
        "cards": movement_cards(night, len(entries), night.movement),
        "movement_has_card": night.movement in ("", "winners-up", "drawn"),
        "chart": fitting_chart(night, len(entries)),
        "charts": charts_for(night),
        "site": site,
        "address": address,
        "qr": qr_svg(address),
        "phone_check": last_phone_check(night, site),
        "own_address": own_address,
        "own_qr": qr_svg(own_address),
    }


def summarize(entries: Sequence[Entry]) -> str:
    """Count players, tables and sit-outs: "22 players, 5 tables, 2 sit out"."""
    people = sum(not entry.is_ghost for entry in entries)
    parts = [f"{_count(people, 'player')}{' and a ghost' if people < len(entries) else ''}"]
    if tables := len(entries) // 4:
        parts.append(_count(tables, "table"))
        if left_over := len(entries) % 4:
            parts.append(f"{left_over} sit{'s' if left_over == 1 else ''} out")
    return ", ".join(parts)


def _plan(night: Night) -> tuple[str, str]:
    """What tonight's players would play, or why they cannot start."""
    try:
        return describe_plan(night, len(playing_entries(night))), ""
    except Refused as refusal:
        return "", str(refusal)


def _found(entries: Sequence[Entry], find: str) -> list[Entry]:
    """The players whose name has these letters, or whose number this is; everybody without letters."""
    wanted = _without_accents(find)
    return [entry for entry in entries if wanted in _without_accents(entry.name) or wanted == str(entry.number)]


def _namesakes(people: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """For each name that several players have: how many, and the last of them who came."""
    named = [entry for entry in people if not entry.is_nameless]
    last = {folded(entry.name): entry for entry in named}
    counts = Counter(folded(entry.name) for entry in named)
    return [(counts[name], entry) for name, entry in last.items() if counts[name] > 1]


def _without_accents(text: str) -> str:
    return "".join(letter for letter in normalize("NFD", folded(text)) if not combining(letter))


def _steps(night: Night, people: Sequence[Entry], numbered: bool, hint: str) -> list[Step]:
    """The five steps; the next one is the first that must be done and is not."""
    started = night.status != Night.Status.SIGN_UP
    enough = len(people) >= 4
    drawn = numbered and not hint
    steps = [
        Step("Players", _count(len(people), "player") if people else "nobody yet", started or enough),
        Step("Game", variant_name(night.variant), done=True),
        Step("Seats", "drawn" if drawn else "another movement" if enough and hint else "to draw", started or drawn),
        Step("Print", "if you like" if drawn else "after the draw", done=False),
        Step("Start", "started" if started else "ready" if drawn else "later", started),
    ]
    following = next((step.name for step in steps if not step.done and step.name != "Print"), "")
    return [Step(step.name, step.text, step.done, step.name == following) for step in steps]


def _primary(people: int, numbered: bool, hint: str) -> str:
    """Name the one thing that the page leads to: its primary button."""
    if people < 4:
        return "add"
    if hint:
        return "movement"
    return "start" if numbered else "draw"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
