"""The organizer changes the night's settings, and chooses the game with its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import category

from django.template.defaultfilters import pluralize

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Game, Night, Place
from tournament.money.cents import currency_of, show
from tournament.night.locking import lock_club, lock_night, write
from tournament.night.movement_choice import SIT_OUT_CREDIT
from tournament.night.round_clocks import follow_settings
from tournament.night.seating import scored_rounds
from tournament.people.errors import Refused

NO_SIGN = ("Cc", "Cs")  # Unicode's categories of control characters and of halves of a sign
LONGEST_OWN_RULES = 2000  # characters: half a printed page


def save_settings(*, night: Night, changed: list[str], who: Who, labels: Mapping[str, str] | None = None) -> None:
    """Save changed settings of a night, and log each with its value before and after.

    While the night is played, games under way follow a changed bell at once.

    :param labels: what the page calls each field, for the log.
    """
    if changed:
        with write():
            before = lock_night(night.pk)
            night.save(update_fields=changed)
            night.refresh_from_db()  # it was read before the lock
            follow_settings(before, night)
            topics = ["room", "signed"] if before.status == Night.Status.PLAYING else ["desk"]
            logged = "; ".join(_old_and_new(before, night, field, (labels or {}).get(field)) for field in changed)
            ends = _what_ends_a_game(night)
            told = _notices(night) if ends != _what_ends_a_game(before) else []
            announce(
                night.pk,
                *topics,
                *told,
                actor=str(who),
                text=f"The organizer changed what ends a game: {ends}." if told else "",
                logged=f"changed {logged}",
            )


def _notices(night: Night) -> list[str]:
    """The topics of the phones that play a game now."""
    games = Game.objects.started().filter(round__night=night, signed_at=None)
    return [f"notice-{pk}" for pk in Place.objects.filter(game__in=games).values_list("entry_id", flat=True)]


def _what_ends_a_game(night: Night) -> str:
    """What ends a game, in a few words."""
    hands = f"{night.deals} hand{pluralize(night.deals)}"
    match night.bell_by:
        case Night.BellBy.CLOCK:
            return "the clock rings the bell"  # a clock that runs keeps its minutes, and phones show it
        case Night.BellBy.ORGANIZER:
            return "the organizer rings the bell"
        case Night.BellBy.HEAD_TABLE:
            return f"table 1 plays {hands}"
    return f"{hands} a game"


def _old_and_new(before: Night, night: Night, field: str, label: str | None) -> str:
    """A changed field for the log, as in "Minutes a game: 15 → 12"; secrets and lists have no values there."""
    name = label or field.replace("_", " ")
    if field in Night.VALUES_NOT_LOGGED:
        return name
    old, new = (display_value(row, field) for row in (before, night))
    return f"{name}: {old} → {new}"


def display_value(night: Night, field: str) -> str:
    """A setting as a reader sees it: the label of a choice, "yes" or "no", "nothing" for an empty text."""
    value = getattr(night, field)
    if field in Night.AMOUNTS:
        return show(value, currency_of(night.currency))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(getattr(night, f"get_{field}_display", lambda: value)() or value) or "nothing"


class TooLong(Refused):
    """A text that does not fit on the rules sheet."""


def set_own_rules(*, night: Night, text: str, who: Who) -> None:
    """Change the club's own rules, which this night and the club's next ones show and print.

    The log has no text: it may be long, and the rules page shows it.

    :raises TooLong: for more than `LONGEST_OWN_RULES` characters.
    :raises Refused: when the night is or was closed.
    """
    text = clean_paragraphs(text)
    if len(text) > LONGEST_OWN_RULES:
        raise TooLong(
            f"Your own rules have {len(text):,} characters, and there is room for {LONGEST_OWN_RULES:,}. "
            f"Take out {len(text) - LONGEST_OWN_RULES:,}."
        )
    with write():
        club = lock_club(night.club_id)
        night = lock_night(night.pk)
        if night.keeps_own_rules:
            raise Refused("This night is closed and keeps its rules. Change them on the rules page of another night.")
        if club.own_rules == text:
            return
        club.own_rules = text
        club.save(update_fields=["own_rules"])
        done = "changed the club’s own rules" if text else "took away the club’s own rules"
        announce(night.pk, "room", "desk", actor=str(who), text=done)


def clean_paragraphs(text: str) -> str:
    """A text by paragraph, one a line: without spaces at the ends, control characters and empty lines."""
    lines = ("".join(" " if category(sign) in NO_SIGN else sign for sign in line) for line in text.splitlines())
    return "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)


def give_points_for_sit_outs(*, night: Night, points: int, who: Who) -> None:
    """Set what a sit-out scores while the night is played; those before count, too. The caller has checked the number.

    :raises Refused: when the night is not being played.
    """
    with write():
        night = lock_night(night.pk)
        if night.status != Night.Status.PLAYING:
            raise Refused("Points for a sit-out change here only while the night is played.")
        if night.house_rules.get(SIT_OUT_CREDIT, 0) == points:
            return
        night.house_rules = {**night.house_rules, SIT_OUT_CREDIT: points}
        night.save(update_fields=["house_rules"])
        text = f"gave {points} point{'' if points == 1 else 's'} for each sit-out"
        announce(night.pk, "room", "signed", actor=str(who), text=text)


def can_change_variant(night: Night) -> bool:
    """Whether the variant may still change: before the start, or before a single table's first hand."""
    if night.single_table:
        return night.status == Night.Status.PLAYING and not scored_rounds(night)
    return night.status == Night.Status.SIGN_UP


def set_variant(
    *,
    night: Night,
    variant: str,
    house_rules: dict[str, object],
    deals: int,
    called: str,
    who: Who,
    name: str = "",
) -> None:
    """Choose tonight's variant, its house rules and the number of hands a game. The caller has checked them.

    The house rules of another variant that was chosen before are kept in `house_rules_before`.

    :param called: what the log calls the game.
    :param name: a new name for the night; a single table is named after its variant.
    :raises Refused: when the night has started.
    """
    with write():
        night = lock_night(night.pk)
        if not can_change_variant(night):
            raise Refused("The night has started; its game and house rules stay.")
        changed = []
        if night.variant != variant:
            night.house_rules_before = {**night.house_rules_before, night.variant: night.house_rules}
            changed.append(f"chose the game {called}")
        elif night.house_rules != house_rules:
            changed.append("changed the house rules")
        if night.deals != deals:
            changed.append(f"changed hands a game: {night.deals} → {deals}")
        if changed:
            night.variant, night.house_rules, night.deals, night.name = variant, house_rules, deals, name or night.name
            night.save(update_fields=["variant", "house_rules", "house_rules_before", "deals", "name"])
            announce(night.pk, "desk", actor=str(who), text="; ".join(changed))
