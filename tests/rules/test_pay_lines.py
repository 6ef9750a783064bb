"""What the calls pay, in a line each."""

from __future__ import annotations

from typing import Any

import pytest

from tally.rules import VARIANTS, summarize_rules
from tally.rules.pay_lines import pay_lines


def lines_of(slug: str, **house_rules: Any) -> list[str]:
    """The lines of a game, as they are printed."""
    return [f"{line.call}: {line.pays}" for line in pay_lines(summarize_rules(VARIANTS[slug], house_rules))]


@pytest.mark.parametrize(
    ("slug", "lines"),
    [
        (
            "standard",
            [
                "With a partner: 1 for 3 or 4 tricks, 2 for all 5.",
                "Alone: 1 for 3 or 4 tricks, 4 for all 5.",
                "Euchred: defenders 2.",
            ],
        ),
        (
            "hoosier",
            [
                "Bid 1 to 9: 1 a trick; defenders 1 a trick. Set: minus the bid; defenders 1 a trick.",
                "Moon, bid 10: 16. Set: −16; defenders 1 a trick.",
                "Moon alone, bid 10: 32. Set: −32; defenders 1 a trick.",
            ],
        ),
        ("two-handed", ["Trump named: 1 for 3 or 4 tricks, 2 for all 5. Euchred: others, each 2."]),
    ],
)
def test_each_call_has_a_line_and_what_costs_the_same_is_said_once(slug: str, lines: list[str]) -> None:
    assert lines_of(slug) == lines


def test_a_hand_that_cannot_be_set_or_made_says_what_it_pays() -> None:
    assert lines_of("pepper-grinnell")[-2:] == ["Big, the others decline: 14.", "Bid 4, a stuck dealer gives up: −4."]


def test_the_lines_follow_tonights_house_rules() -> None:
    assert lines_of("standard", euchre=-2, loner="5-4") == [
        "With a partner: 1 for 3 or 4 tricks, 2 for all 5.",
        "Alone: 1 for 3 or 4 tricks, 5 (partner 4) for all 5.",
        "Euchred: −2.",
    ]


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_amount_of_the_pay_table_is_in_the_lines(slug: str) -> None:
    summary = summarize_rules(VARIANTS[slug], {})
    text = " ".join(lines_of(slug))
    for row in summary.pay:
        for cell in (*(row.made or ()), *(row.set or ())):
            for figure, words in cell:
                assert f"{figure} {words}".strip() in text or figure == "0"
