"""Amounts in cents, the cash box, pots by rule, and prizes that are shares of a pot.

These tests use no database.
"""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tally.scores.pots import Happened, Happening, owed, payouts, promised, with_amounts
from tally.scores.prizes import Award, Kind, Prize, PrizeList, award
from tests.scoring.test_prizes import tally
from tournament.money import box
from tournament.money.box import Line
from tournament.money.cents import CURRENCIES, DOLLARS, MOST, NotMoney, read, shares, show, split

DOLLAR, EURO = CURRENCIES[DOLLARS], CURRENCIES["euros-behind"]
COINS = st.sampled_from([1, 5, 10, 25, 50, 100])


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("$5", 500),
        ("5.00", 500),
        (" 5 ", 500),
        ("5$", 500),
        ("25¢", 25),
        ("25 c", 25),
        ("0.25", 25),
        ("7,5", 750),
        ("$1,250.00", 125000),
        ("1,250", 125000),
        ("0", 0),
    ],
)
def test_dollars_are_read_as_people_write_them(text: str, cents: int) -> None:
    assert read(text, DOLLAR) == cents


@pytest.mark.parametrize(("text", "cents"), [("7,50 €", 750), ("€7.50", 750), ("1.250,00 €", 125000), ("25 ct", 25)])
def test_euros_are_read_as_people_write_them(text: str, cents: int) -> None:
    assert read(text, EURO) == cents


@pytest.mark.parametrize("text", ["", "five", "$", "-5", "5.000.1", "5.005", "1e3", "٥", "5 00.1.2", "$5$", "5..0"])
def test_nonsense_is_no_amount_and_the_sentence_shows_how(text: str) -> None:
    with pytest.raises(NotMoney, match=r"Write it like \$5\.00 or 25¢\."):
        read(text, DOLLAR)


def test_another_currency_is_refused_by_name() -> None:
    with pytest.raises(NotMoney, match="is in €, and this club counts in \\$"):
        read("7,50 €", DOLLAR)


@given(st.integers(0, MOST), st.sampled_from(list(CURRENCIES.values())))
def test_every_amount_shown_is_read_back(cents: int, currency: object) -> None:
    assert read(show(cents, currency), currency) == cents  # type: ignore[arg-type]


@given(st.text(max_size=12))
def test_any_text_is_an_amount_or_a_sentence(text: str) -> None:
    try:
        assert 0 <= read(text, DOLLAR) <= MOST
    except NotMoney as refusal:
        assert str(refusal).endswith(".")


@given(st.integers(0, MOST), st.integers(1, 100), COINS)
def test_equal_parts_and_the_rest_are_the_amount(cents: int, people: int, coin: int) -> None:
    each, rest = split(cents, people, coin)
    assert each * people + rest == cents and each % coin == 0 and 0 <= rest < people * coin


@given(st.integers(0, MOST), st.lists(st.decimals(Decimal("0.01"), 100, places=2), max_size=6), COINS)
def test_shares_and_the_rest_are_the_pot(pot: int, percents: list[Decimal], coin: int) -> None:
    parts, rest = shares(pot, percents, coin)
    assert sum(parts) + rest == pot and all(part % coin == 0 for part in parts)
    assert sum(percents) > 100 or rest >= 0


# The box


@st.composite
def cash(draw: st.DrawFn) -> list[Line]:
    """Draw a night's lines, some of which reverse an earlier one."""
    lines: list[Line] = []
    for number in range(1, draw(st.integers(0, 12)) + 1):
        open_lines = box.standing(lines)
        if open_lines and draw(st.booleans()):
            old = draw(st.sampled_from(open_lines))
            lines.append(Line(number, old.kind, -old.cents, old.what, old.entry, reverses=old.id))
        else:
            kind, cents = draw(st.sampled_from(list(box.Kind))), draw(st.integers(-9999, 9999).filter(bool))
            lines.append(Line(number, kind, cents, draw(st.sampled_from(["A", "B"])), draw(st.integers(1, 3))))
    return lines


@given(cash(), st.dictionaries(st.sampled_from(["A", "B"]), st.integers(1, 999)))
def test_the_sums_of_a_box_always_balance(lines: list[Line], brought: dict[str, int]) -> None:
    by_kind = box.totals(lines)
    assert sum(one.total for one in by_kind) == sum(line.cents for line in lines) == box.total_of(lines)
    assert sum(line.cents for line in box.standing(lines)) == box.total_of(lines)
    assert box.expected(lines, brought) == sum(brought.values()) + sum(one.came_in - one.went_out for one in by_kind)
    assert sum(box.by_pot(lines).values()) == box.total_of(lines, box.Kind.CARRY)
    assert sum(box.by_entry(lines, box.Kind.ENTRY).values()) == box.total_of(lines, box.Kind.ENTRY)


# Pots by rule


def test_each_of_a_euchred_pair_pays_and_a_ghost_does_not() -> None:
    happened = [
        Happened(Happening.EUCHRE, (1, 3)),
        Happened(Happening.EUCHRE, (1, 2)),
        Happened(Happening.LONER, (2, 4)),
    ]
    found = owed(happened, {(4, Happening.EUCHRE): 2}, {Happening.EUCHRE: 25}, free=[3])
    assert {number: one.cents for number, one in found.items()} == {1: 50, 2: 25, 4: 50}
    assert found[4].counts == {Happening.EUCHRE: 2}


# Prizes as shares of the pot

SHARES = (Prize(Kind.HIGH, "", "50%"), Prize(Kind.SECOND, "A ham", "30 %"), Prize(Kind.THIRD, "", "20%"))


def test_shares_of_the_pot_are_rounded_down_and_the_rest_is_named() -> None:
    tallies = [tally(1, 9), tally(2, 8), tally(3, 7)]
    awards, rest = with_amounts(award(PrizeList(SHARES), tallies, Random(1)), 3333, 25, DOLLAR)
    assert [one.shares for one in awards] == [("$16.50",), ("$9.75",), ("$6.50",)]
    assert [one.prize.worth for one in awards] == ["$16.50", "A ham and $9.75", "$6.50"]
    assert rest == 3333 - 1650 - 975 - 650


def test_a_third_of_the_pot_may_have_a_decimal() -> None:
    thirds = tuple(Prize(kind, "", "33.3%") for kind in (Kind.HIGH, Kind.SECOND, Kind.THIRD))
    awards, rest = with_amounts(
        award(PrizeList(thirds), [tally(1, 3), tally(2, 2), tally(3, 1)], Random(1)), 1000, 1, DOLLAR
    )
    assert [one.shares for one in awards] == [("$3.33",)] * 3 and rest == 1


def test_a_tie_puts_its_prizes_together_and_splits_them() -> None:
    tallies = [tally(1, 9), tally(2, 9), tally(3, 7)]
    awards, rest = with_amounts(award(PrizeList(SHARES), tallies, Random(1)), 3300, 5, DOLLAR)
    assert [(one.winners, one.shares) for one in awards] == [
        ((1, 2), ("$8.25", "$8.25")),
        ((1, 2), ("$4.95", "$4.95")),
        ((3,), ("$6.60",)),
    ]
    assert [(one.number, one.cents) for one in payouts(awards, DOLLAR)] == [(1, 1320), (2, 1320), (3, 660)]
    assert rest == 0


def test_an_amount_is_split_in_whole_coins_and_the_rest_stays_in_the_pot() -> None:
    low = award(PrizeList((Prize(Kind.LOW, "", "$1.10"),)), [tally(1, 9), tally(2, 1), tally(3, 1)], Random(1))
    (one,), rest = with_amounts(low, 1000, 25, DOLLAR)
    assert (one.prize.money, one.shares, rest) == ("$1.10", ("$0.50", "$0.50"), 900)
    game = award(PrizeList((Prize(Kind.HIGH_GAME, "", "$3.33"),)), [tally(1, 9), tally(2, 9)], Random(1))
    (one,), rest = with_amounts(game, 1000, 25, DOLLAR)
    assert (one.shares, rest) == (("$1.50", "$1.50"), 700)


def test_whoever_wins_alone_has_the_amount_as_it_was_written() -> None:
    high = award(PrizeList((Prize(Kind.HIGH, "", "$3.33"),)), [tally(1, 9), tally(2, 1)], Random(1))
    (one,), rest = with_amounts(high, 1000, 25, DOLLAR)
    assert (one.shares, rest) == (("$3.33",), 667)


def test_prizes_may_promise_more_than_the_pot_holds() -> None:
    list_ = PrizeList((Prize(Kind.HIGH, "", "50%"), Prize(Kind.LOW, "", "$7.77")))
    awards, rest = with_amounts(award(list_, [tally(1, 9), tally(2, 1)], Random(1)), 1000, 25, DOLLAR)
    assert [one.shares for one in awards] == [("$5.00",), ("$7.77",)] and rest == -277
    assert promised(list_.prizes, 1000, 25, DOLLAR) == (500, 777)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=9),
    st.lists(
        st.tuples(
            st.sampled_from([Kind.HIGH, Kind.SECOND, Kind.THIRD, Kind.LOW]),
            st.integers(1, 30).map("{}%".format) | st.integers(1, 2000).map(lambda cents: show(cents, DOLLAR)),
        ),
        max_size=3,
    ),
    st.integers(0, 99_999),
    COINS,
    st.booleans(),
)
def test_payouts_and_the_rest_add_up_to_the_pot(
    points: list[int], kinds: list[tuple[Kind, str]], pot: int, coin: int, one_each: bool
) -> None:
    prizes = tuple(Prize(kind, "", money) for kind, money in kinds)
    tallies = [tally(number, score) for number, score in enumerate(points, 1)]
    awards, rest = with_amounts(award(PrizeList(prizes, one_each=one_each), tallies, Random(1)), pot, coin, DOLLAR)
    paid = payouts(awards, DOLLAR)
    assert sum(one.cents for one in paid) + rest == pot
    assert rest >= pot - sum(promised(prizes, pot, coin, DOLLAR))
    split_up = [one for one, prize in zip(awards, prizes, strict=True) if prize.percent or len(one.winners) > 1]
    assert all(read(share, DOLLAR) % coin == 0 for one in split_up for share in one.shares)


def test_amounts_of_the_list_stay_as_they_were_written_and_come_out_of_the_pot() -> None:
    written = (Award(Prize(Kind.HIGH, "", "$20"), (1, 2), 9, ("$10", "$10")),)
    awards, rest = with_amounts(written, 5000, 25, DOLLAR)
    assert awards == written and rest == 3000
    assert [one.cents for one in payouts(awards, DOLLAR)] == [1000, 1000]
