"""The cash box: fees, lines, corrections, closing, pots that carry over; and what keeps a payer on the list."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db.models import Field

from tests.support.night import ORGANIZER, nothing_changes
from tournament.club.cash import (
    BoxClosed,
    add_line,
    cash_lines,
    close_box,
    correct_line,
    newest_count,
    open_box,
    pay_entry_fee,
    pots_brought,
    take_back_entry_fee,
    type_count,
)
from tournament.models import Club, Entry, LogEntry, Night, NightSettings
from tournament.money.box import Kind, expected, total_of
from tournament.night.lifecycle import create_night
from tournament.night.removal import remove_player
from tournament.people.errors import Refused


@pytest.fixture
def paying(eight_players: Night) -> Night:
    """A night in sign-up with eight players and an entry fee of $5."""
    Night.objects.filter(pk=eight_players.pk).update(money=True, entry_fee=500)
    eight_players.refresh_from_db()
    return eight_players


def first(night: Night) -> Entry:
    """Return the first player who came."""
    return night.entries.order_by("pk")[0]


def add(night: Night, kind: Kind, cents: int, key: str, what: str = "") -> None:
    """Add a line as the organizer."""
    add_line(night=night, kind=kind, cents=cents, who=ORGANIZER, key=key, what=what)


def test_a_fee_is_paid_once_however_often_it_is_tapped(paying: Night) -> None:
    for _ in range(2):
        pay_entry_fee(entry=first(paying), who=ORGANIZER)
    assert [(line.kind, line.cents) for line in cash_lines(paying)] == [(Kind.ENTRY, 500)]
    assert LogEntry.objects.latest("pk").text == "took Ann M.’s entry fee, $5.00"


def test_a_higher_fee_asks_for_what_is_missing(paying: Night) -> None:
    pay_entry_fee(entry=first(paying), who=ORGANIZER)
    Night.objects.filter(pk=paying.pk).update(entry_fee=700)
    pay_entry_fee(entry=first(paying), who=ORGANIZER)
    assert [line.cents for line in cash_lines(paying)] == [500, 200]


def test_a_fee_taken_back_is_a_line_of_its_own(paying: Night) -> None:
    pay_entry_fee(entry=first(paying), who=ORGANIZER)
    for _ in range(2):
        take_back_entry_fee(entry=first(paying), who=ORGANIZER)
    assert [line.cents for line in cash_lines(paying)] == [500, -500]
    pay_entry_fee(entry=first(paying), who=ORGANIZER)
    assert total_of(cash_lines(paying)) == 500


def test_the_same_key_is_one_line(paying: Night) -> None:
    for _ in range(2):
        add(paying, Kind.EXPENSE, -1250, "one-tap", "Coffee")
    assert [line.cents for line in cash_lines(paying)] == [-1250]


@pytest.mark.parametrize(
    ("kind", "cents", "what"),
    [
        (Kind.EXPENSE, 100, "Coffee"),
        (Kind.PRIZE, 100, ""),
        (Kind.ENTRY, -100, ""),
        (Kind.POT, -100, ""),
        (Kind.OTHER, 0, ""),
        (Kind.CARRY, 100, ""),
        (Kind.CARRY, -100, "Perfect hand"),
    ],
)
def test_lines_that_cannot_be_are_refused(paying: Night, kind: Kind, cents: int, what: str) -> None:
    with nothing_changes(), pytest.raises(Refused):
        add(paying, kind, cents, "key", what)


def test_nothing_is_written_while_money_is_off(eight_players: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="switched off"):
        pay_entry_fee(entry=first(eight_players), who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="switched off"):
        add(eight_players, Kind.OTHER, 100, "key")


def test_a_correction_reverses_a_line_and_puts_the_right_one_in_its_place(paying: Night) -> None:
    add(paying, Kind.EXPENSE, -1250, "coffee", "Coffee")
    line = paying.cash_lines.get()
    for _ in range(2):
        correct_line(line=line, cents=1520, who=ORGANIZER)
    lines = cash_lines(paying)
    assert [(one.cents, one.what, one.reverses) for one in lines] == [
        (-1250, "Coffee", None),
        (1250, "Coffee", line.pk),
        (-1520, "Coffee", None),
    ]
    with pytest.raises(Refused, match="is a correction"):
        correct_line(line=paying.cash_lines.all()[1], cents=None, who=ORGANIZER)


@pytest.mark.parametrize(("cents", "fits"), [(2000, "as expected"), (2450, "$4.50 over"), (1550, "$4.50 short")])
def test_the_log_says_how_the_box_fits(paying: Night, cents: int, fits: str) -> None:
    add(paying, Kind.FLOAT, 2000, "float")
    close_box(night=paying, cents=cents, who=ORGANIZER)
    assert paying.log_entries.latest("pk").text.endswith(f", {fits}")


def test_after_closing_only_corrections_go_on(paying: Night) -> None:
    add(paying, Kind.FLOAT, 2000, "float")
    close_box(night=paying, cents=1975, who=ORGANIZER)
    count = newest_count(paying)
    assert count is not None and (count.cents or 0) - expected(cash_lines(paying), {}) == -25
    assert paying.log_entries.latest("pk").text == "closed the cash box with $19.75, $0.25 short"
    with nothing_changes(), pytest.raises(BoxClosed):
        add(paying, Kind.OTHER, 100, "late")
    with nothing_changes(), pytest.raises(BoxClosed):
        pay_entry_fee(entry=first(paying), who=ORGANIZER)
    correct_line(line=paying.cash_lines.get(), cents=1975, who=ORGANIZER)
    assert expected(cash_lines(paying), {}) == 1975
    open_box(night=paying, who=ORGANIZER)
    add(paying, Kind.OTHER, 100, "late")
    assert newest_count(paying) is None


def test_a_pot_carries_over_to_the_next_night_and_no_more_goes_out_than_is_in(paying: Night, club: Club) -> None:
    add(paying, Kind.CARRY, 800, "pot", "Perfect hand")
    following = Night.objects.create(club=club, name="Next", date=date(2026, 12, 1), money=True)
    assert pots_brought(following) == {"Perfect hand": 800} and pots_brought(paying) == {}
    with nothing_changes(), pytest.raises(Refused, match=r"There is \$8\.00 in the pot"):
        add(following, Kind.CARRY, -801, "too much", "Perfect hand")
    add(following, Kind.CARRY, -800, "won", "Perfect hand")
    assert expected(cash_lines(following), pots_brought(following)) == 0


def test_whoever_has_paid_is_not_removed_before_the_money_is_back(paying: Night) -> None:
    entry = first(paying)
    pay_entry_fee(entry=entry, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match=r"Ann Miller has paid \$5\.00"):
        remove_player(entry=entry, who=ORGANIZER)
    take_back_entry_fee(entry=entry, who=ORGANIZER)
    remove_player(entry=entry, who=ORGANIZER)
    assert total_of(cash_lines(paying)) == 0 and not paying.entries.filter(pk=entry.pk).exists()


def test_counts_typed_for_paper_are_kept_one_after_the_other(paying: Night) -> None:
    for count in (2, 2, 3):
        type_count(entry=first(paying), happening="euchre", count=count, who=ORGANIZER)
    assert list(paying.pot_counts.values_list("count", flat=True)) == [2, 3]
    for happening, count in (("euchre", 100), ("march", 1)):
        with nothing_changes(), pytest.raises(Refused):
            type_count(entry=first(paying), happening=happening, count=count, who=ORGANIZER)


def test_every_setting_is_there_again_next_night_but_tonights_own(paying: Night, club: Club) -> None:
    """Every field is changed from its default, so that a new one that gets lost on the way fails here."""
    kept = [field for field in NightSettings._meta.fields if field.name not in NightSettings.TONIGHT_ONLY]
    for field in kept:
        setattr(paying, field.attname, another_value(field))
    paying.save()
    following = create_night(club=club, who=ORGANIZER)
    assert following.pk != paying.pk
    assert {f.name: getattr(following, f.attname) for f in kept} == {f.name: getattr(paying, f.attname) for f in kept}


def another_value(field: Field[Any, Any]) -> object:
    """Return a value of a setting that is not its default."""
    if field.name in ("variant", "house_rules", "chosen_chart_id", "chosen_chart"):
        return {"variant": "standard", "house_rules": {}}.get(field.name)
    if field.choices:
        return next(value for value, _ in field.choices if value != field.default)
    kinds = {"BooleanField": not field.default, "JSONField": {"list": [], "one_each": False}, "CharField": "Tuesdays"}
    return kinds.get(field.get_internal_type(), 3)
