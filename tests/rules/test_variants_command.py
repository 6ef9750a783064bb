"""manage.py variants: all games in a list, one game explained, the nearest names for a wrong slug.

These tests need no database.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tally.rules import VARIANTS, explain, house_rules_of
from tally.rules.variants import SOURCES, source_text
from tests.support.hall_server import MANAGE
from tests.support.shipped_games import CUSTOMS, SHIPPED


def output(*arguments: str) -> str:
    out = StringIO()
    call_command("variants", *arguments, stdout=out)
    return out.getvalue()


def data(*arguments: str) -> Any:
    return json.loads(output(*arguments, "--format", "json"))


def refusal(slug: str) -> str:
    with pytest.raises(CommandError) as failed:
        call_command("variants", slug, stdout=StringIO())
    text = str(failed.value)
    assert "\n" not in text and text.endswith(".") and "Error" not in text
    return text


@pytest.fixture
def only_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """List the shipped games only."""
    monkeypatch.setattr("tally.management.commands.variants.VARIANTS", SHIPPED)


def test_every_game_is_listed_under_its_source(only_shipped: None) -> None:
    groups: dict[str, list[str]] = {}
    for line in output().splitlines()[1:-2]:
        if line.startswith("Seed "):
            seed, _, source = line.removeprefix("Seed ").partition(": ")
            assert source == SOURCES[seed]
            groups[seed] = []
        elif line in CUSTOMS:
            groups[line] = []
        elif line:
            groups[list(groups)[-1]].append(line.split()[0])
    assert list(groups) == ["000", "001", "002", "003", "004", *CUSTOMS]
    assert {slug: source for source, slugs in groups.items() for slug in slugs} == {
        slug: variant.source for slug, variant in SHIPPED.items()
    }
    assert sum(map(len, groups.values())) == len(SHIPPED)


@pytest.mark.parametrize(
    "line",
    [
        ["standard", "Euchre", "4", "5", "yes"],
        ["progressive", "Progressive Bid Euchre", "4", "8 deals", "yes"],
        ["dirty-clubs", "Dirty Clubs, or Buck Euchre", "3 4 5 6", "15 to 0", "no"],
        ["auction-five", "Auction Euchre for Five", "5", "none", "no"],
        ["racehorse", "Racehorse, or Six-Card Euchre", "4 6 8", "32", "yes"],
        ["florida-five-handed", "Florida, Five-Handed", "5 6 7 8", "10 deals", "no"],
    ],
)
def test_a_line_has_name_players_target_and_whether_a_night_can_play_it(line: list[str]) -> None:
    rows = [[cell.strip() for cell in row.split("  ") if cell.strip()] for row in output().splitlines()]
    assert line in rows
    assert rows[0] == ["Game", "Called", "Players", "Target", "Night"]


def test_the_columns_are_aligned_and_nights_can_play_29_games(only_shipped: None) -> None:
    head, *lines = output().splitlines()
    starts = [head.index(name) for name in ("Called", "Players", "Target", "Night")]
    games = [line for line in lines if line.split(" ")[0] in SHIPPED]
    assert len(games) == len(SHIPPED) == 42
    assert all(line[start] != " " and line[start - 1] == " " for line in games for start in starts)
    assert sum(line.endswith("yes") for line in games) == 29
    assert "42 games" in lines[-1] and "29" in lines[-1]


def test_the_list_as_json(only_shipped: None) -> None:
    listed = data()
    assert {each["slug"] for each in listed} == set(SHIPPED) and len(listed) == len(SHIPPED)
    assert [each["source"] for each in listed] == sorted(each["source"] for each in listed)
    assert next(each for each in listed if each["slug"] == "double-hasenpfeffer") == {
        "slug": "double-hasenpfeffer",
        "name": "Double Hasenpfeffer, or Double Pepper",
        "about": "Twelve tricks, bids from 6; any bid may be played alone for double.",
        "source": "000",
        "players": [4, 6],
        "target": None,
        "deals": None,
        "night": True,
    }


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_game_is_explained_with_its_source_and_house_rules(slug: str) -> None:
    text, explained, variant = output(slug), data(slug), VARIANTS[slug]
    assert text == explain(variant) and f"from {source_text(variant)}" in text
    assert (f"(seed {variant.source})" in text) == (variant.source in SOURCES)
    assert explained["text"] == text and explained["source"] == variant.source
    rules = house_rules_of(variant)
    assert [rule["name"] for rule in explained["house_rules"]] == list(rules)
    for rule in explained["house_rules"]:
        assert rule["default"] == rule["answers"][0] == rules[rule["name"]].default
        assert rule["question"] in text and f"[{rule['mark']}: " in text
        assert rule["words"] == [rules[rule["name"]].answer_text(answer) for answer in rule["answers"]]
        assert rule["mark"] in ("R", "X", "?", "club")


def test_answers_are_shown_as_records_have_them_and_as_people_read_them() -> None:
    lines = [line.split(maxsplit=1) for line in output("hasenpfeffer-cats").replace("* ", "").splitlines()]
    assert ["tricks-won", "one point for each trick they took"] in lines
    assert ["the-bid", "the number they bid"] in lines
    rule = next(rule for rule in data("michigan-family")["house_rules"] if rule["name"] == "all_pass")
    assert rule["answers"] == ["redeal", "dealer-bids-3", "dealer-bids-4"]
    assert rule["words"][1] == "the dealer must bid at least 3"


@pytest.mark.parametrize(
    ("slug", "nearest"),
    [
        ("hosier", ["hoosier", "hoosier-three"]),
        ("standart", ["standard"]),
        ("peper-two", ["pepper-two"]),
        ("auction", ["auction-five", "auction-six", "auction-seven"]),
        ("cats", ["progressive-cats"]),
    ],
)
def test_an_unknown_slug_gets_a_message_with_the_nearest(slug: str, nearest: list[str]) -> None:
    text = refusal(slug)
    assert f'"{slug}"' in text and "the nearest " in text
    assert all(each in text for each in nearest)


@pytest.mark.parametrize("slug", ["zzzz", "", "王", "1" * 500])
def test_a_slug_unlike_any_other_gets_a_pointer_to_the_list(slug: str) -> None:
    assert "manage.py variants lists them all." in refusal(slug)


@pytest.mark.parametrize("slug", ["Hoosier", " hoosier ", "HOOSIER_THREE", "hoosier three"])
def test_capitals_and_spaces_are_accepted(slug: str) -> None:
    assert output(slug).split("\n")[0].endswith("(seed 001)")


def test_it_needs_no_database(tmp_path: Path) -> None:
    env = os.environ | {"EUCHRE_DATA": str(tmp_path / "no" / "such"), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/x"}
    done = subprocess.run(
        [sys.executable, MANAGE, "variants", "hosier"], env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith('There is no game called "hosier" here; the nearest are hoosier')
