"""The entries of games: packs that add up, points for every number of tricks, and pure modules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tally.rules
from tally.rules import VARIANTS, Contract, Record, Score, Variant, calls, explain, score
from tally.rules.entries.questions import rule
from tally.rules.entries.shared import PACK_24, all_or_nothing, target
from tally.rules.house_rules import resolve
from tally.rules.language import BID, EACH_ITS_TRICKS, TRICKS, Deal, GameEnd, alone, numbers, pay
from tally.rules.rulebook import open_rulebook
from tests.support.shipped_games import SHIPPED

ROOM = Path(tally.rules.__file__).parent

DEALS = {  # players x cards + kitty + undealt = pack
    "standard": "4x5+0+12=32",
    "standard-24": "4x5+0+4=24",
    "british-euchre": "4x5+0+5=25",
    "bald": "4x5+0+12=32",
    "progressive-cats": "4x5+0+12=32",
    "railroad": "4x5+0+13=33",
    "three-handed": "3x5+0+17=32",
    "two-handed": "2x5+0+14=24",
    "auction-five": "5x5+2+5=32",
    "auction-six": "6x5+2+0=32",
    "auction-seven": "7x7+3+0=52",
    "call-ace": "4x5+0+12=32 5x5+0+7=32 6x5+0+2=32",
    "hasenpfeffer-cats": "4x6+1+0=25",
    "pepper-cats": "4x6+0+0=24",
    "double-hasenpfeffer-cats": "4x12+0+0=48",
    "double-hasenpfeffer-cats-six": "6x8+0+0=48",
    "bid-single-deck": "4x6+0+0=24",
    "bid-single-deck-24": "4x6+0+0=24",
    "hawsy": "4x6+0+0=24",
    "twelves": "4x6+0+0=24",
    "progressive": "4x6+0+0=24",
    "pfeffer": "4x6+0+0=24",
    "pepper-grinnell": "4x6+0+0=24",
    "hasenpfeffer-joker": "4x6+0+1=25",
    "buck": "4x6+0+0=24",
    "dirty-clubs": "3x5+0+5=20 4x5+0+4=24 5x5+0+3=28 6x5+0+2=32",
    "indiana-double-deck": "4x12+0+0=48 6x8+0+0=48",
    "florida-five-handed": "5x8+0+0=40 6x8+0+0=48 7x8+0+0=56 8x8+0+0=64",
    "double-hasenpfeffer": "4x12+0+0=48 6x8+0+0=48",
    "barrie": "4x8+0+0=32",
    "powers-double-deck": "4x12+0+0=48",
    "hoosier": "4x10+0+0=40",
    "hoosier-three": "3x10+2+0=32",
    "kokomo-kitty": "4x11+4+0=48",
    "cutthroat-purdue": "3x7+3+0=24",
    "shawn": "4x8+0+0=32",
    "racehorse": "4x6+0+0=24 6x8+0+0=48 8x6+0+0=48",
    "alber": "4x10+0+0=40",
    "pepper-melton": "4x6+0+0=24",
    "pepper-three": "3x8+0+0=24",
    "pepper-two": "2x8+0+8=24",
    "michigan-family": "4x6+0+0=24",
}

SUITS_WITH_TRUMP = {
    "standard": (9, 7, 8),
    "standard-24": (7, 5, 6),
    "british-euchre": (8, 5, 6),
    "michigan-family": (7, 5, 6),
    "barrie": (10, 6, 8),
    "alber": (12, 8, 10),
    "kokomo-kitty": (14, 10, 12),
    "hasenpfeffer-cats": (8, 5, 6),
}


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_card_of_the_pack_is_dealt_or_left_over(slug: str) -> None:
    deals = resolve(VARIANTS[slug], {}).deals
    assert " ".join(map(in_short, deals)) == DEALS[slug]


def in_short(deal: Deal) -> str:
    """Write a deal as `DEALS` does."""
    return f"{deal.players}x{deal.tricks}+{deal.kitty}+{deal.undealt}={deal.pack.cards}"


@pytest.mark.parametrize(
    ("slug", "house_rules", "deal"),
    [
        ("auction-five", {}, "5x5+2+6=33"),
        ("auction-six", {}, "6x5+2+1=33"),
        ("auction-six", {"pack": 36}, "6x5+2+5=37"),
        ("auction-seven", {}, "7x7+4+0=53"),
    ],
)
def test_auction_euchre_may_add_a_joker_as_a_trump(slug: str, house_rules: Any, deal: str) -> None:
    usual, joker = (resolve(VARIANTS[slug], {**house_rules, "joker": joker}).deals[0] for joker in (False, True))
    assert in_short(joker) == deal
    trumps, *others = usual.pack.suits_with_trump
    assert joker.pack.suits_with_trump == (trumps + 1, *others)
    left = joker.tricks - 4
    hand = Record(VARIANTS[slug], 0, 4, False, 0, None, (4, 4), (left, left), players=joker.players)
    assert score(hand, house_rules) == score(hand, {**house_rules, "joker": True})


@pytest.mark.parametrize("slug", SUITS_WITH_TRUMP)
def test_bowers_move_from_the_next_suit_to_the_trumps(slug: str) -> None:
    assert resolve(VARIANTS[slug], {}).deals[0].pack.suits_with_trump == SUITS_WITH_TRUMP[slug]


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_table_size_has_a_rulebook(slug: str) -> None:
    for players in VARIANTS[slug].table_sizes:
        rulebook = open_rulebook(VARIANTS[slug], players)
        assert rulebook is not None
        for line in rulebook.lines.values():
            assert len(line.scores) == rulebook.deal.tricks + 1
    assert open_rulebook(VARIANTS[slug], 9) is None


def test_a_clubs_own_game_is_one_more_entry() -> None:
    kitchen = Variant(
        slug="kitchen",
        name="Kitchen Euchre",
        source="club",
        deals=(Deal(players=4, pack=PACK_24, tricks=6),),
        contracts=(
            Contract(
                bids=numbers(3, 5),
                made=EACH_ITS_TRICKS,
                set=pay(rule("set", {"six": -6, "bid": -BID}), TRICKS),
            ),
            all_or_nothing("moon", 20, alone(1)),
        ),
        end=GameEnd(target=target(40)),
    )
    hand = Record(kitchen, "A", 4, False, 0, None, (3, 3), (3, 3))
    assert score(hand) == Score(-6, 3)
    assert score(hand, {"set": "bid"}) == Score(-4, 3)
    assert [call.label for call in calls(kitchen)] == ["3", "4", "5", "Moon"]
    assert "Bid moon, alone (1 card exchanged)" in explain(kitchen)


def test_two_contracts_for_one_bid_are_a_programming_error() -> None:
    standard = VARIANTS["standard"]
    with pytest.raises(TypeError, match="two contracts"):
        open_rulebook(replace(standard, contracts=standard.contracts * 2), 4)


def test_the_rules_import_no_django_no_random_and_no_datetime() -> None:
    for file in ROOM.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert "django" not in text and "import random" not in text and "import datetime" not in text, file
