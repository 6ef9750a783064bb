"""Help's example of a club's own game, exactly as Help prints it: installed, explained, scored and printed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tally.rules import result_buttons
from tally.rules.entries import turn_up
from tests.support.help_pages import chapter_page

CHAPTER = chapter_page("own-game").code
(CODE,) = (text for kind, text in CHAPTER if kind == "python")
(SHELL,) = (text for kind, text in CHAPTER if kind == "sh")
(PRINTED,) = (text for kind, text in CHAPTER if kind == "printed")
SCRIPT = """
import django, json
django.setup()
from functools import partial
from tally.paper.document import Heading, Job, compose
from tally.paper.rules_sheet import draw_rules_sheet
from tally.rules import VARIANTS, house_rules_of, result_buttons, summarize_rules
from tally.presenters.game_choices import OF_A_NIGHT
game = VARIANTS["anchor"]
heading = Heading("Tuesday", "Tuesday, November 24, 2026")
draw = partial(draw_rules_sheet, heading=heading, name=game.name, sheet=summarize_rules(game))
pdf = compose("Rules", Job(), [("Rules", draw)])
rules = house_rules_of(game).values()
print(json.dumps({
    "groups": [group for group, games in OF_A_NIGHT if "anchor" in dict(games)],
    "pdf": pdf[:5].decode(),
    "buttons": [[*b.tricks, b.alone, b.score.makers, b.score.defenders] for b in result_buttons(game)],
    "rules": {rule.question: [rule.answer_text(answer) for answer in rule.answers] for rule in rules},
}))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the program and write Help's code into the file that Help names."""
    folder = tmp_path_factory.mktemp("club")
    for part in ("tally", "tournament", "templates"):
        shutil.copytree(Path(settings.BASE_DIR) / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("manage.py", "pyproject.toml"):
        shutil.copy(Path(settings.BASE_DIR) / file, folder)
    (folder / ".venv").symlink_to(sys.prefix)
    entries = folder / "tally" / "rules" / "entries" / "clubs.py"
    assert ("", entries.relative_to(folder).as_posix()) in CHAPTER and entries.exists()
    entries.write_text(CODE, encoding="utf-8")
    return folder


def run(folder: Path, command: list[str], stdin: str = "") -> str:
    """Run a command in this copy of the program and return its output."""
    env = os.environ | {"EUCHRE_DATA": str(folder / "data"), "DATABASE_URL": "sqlite://:memory:"}
    done = subprocess.run(
        command, input=stdin, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_commands_in_help_print_what_help_shows(copy: Path) -> None:
    output = run(copy, ["sh", "-e", "-c", SHELL])
    assert output.startswith("Anchor Euchre (anchor), from the custom of the Anchor in Padstow\n")
    assert (
        "25 cards (9 10 J Q K A and a joker), 5 each, 5 undealt" in output
        and "Game: the first to 21 points wins." in output
    )
    assert output.splitlines()[-1] == PRINTED


def test_its_hands_are_scored_and_refused_as_in_euchre(copy: Path) -> None:
    hand: dict[str, Any] = {
        "variant": "anchor",
        "players": 4,
        "maker_side": "B",
        "bid": None,
        "exchange": 0,
        "trump": "S",
    }
    hands = [
        hand | {"alone": alone, "maker_tricks": t, "defender_tricks": 5 - t}
        for alone in (False, True)
        for t in range(6)
    ]
    hands += [
        hand | {"alone": False, "maker_tricks": 5, "defender_tricks": 1},
        hand | {"alone": False, "maker_tricks": 5, "defender_tricks": 0, "extras": {"options": {"loner": 21}}},
        hand | {"alone": True, "maker_tricks": 5, "defender_tricks": 0, "extras": {"options": {"loner": 5}}},
    ]
    lines = "\n".join(map(json.dumps, hands))
    results = [json.loads(line) for line in run(copy, [sys.executable, "manage.py", "score_hands"], lines).splitlines()]
    assert [(r["makers"], r["defenders"]) for r in results[:12]] == [
        (0, 2),
        (0, 2),
        (0, 2),
        (1, 0),
        (1, 0),
        (2, 0),
        (0, 2),
        (0, 2),
        (0, 2),
        (1, 0),
        (1, 0),
        (4, 0),
    ]
    assert [r.get("code") for r in results[12:]] == ["sum", "house-rule-value", None] and results[14]["makers"] == 5


def test_it_has_buttons_a_group_house_rules_and_a_printed_sheet(copy: Path) -> None:
    (copy / "script.py").write_text(SCRIPT, encoding="utf-8")
    output = json.loads(run(copy, [sys.executable, "script.py"]))
    assert output["groups"] == ["Games with a card turned up"] and output["pdf"] == "%PDF-"
    assert output["buttons"] == [[3, 4, None, 1, 0], [5, 5, False, 2, 0], [5, 5, True, 4, 0], [0, 2, None, 0, 2]]
    assert output["rules"]["How many points end a game?"] == ["21 points"]


def test_the_line_for_another_price_pays_three_for_a_march() -> None:
    (line,) = (text for kind, text in CHAPTER if kind == "python-line")
    changed = eval(f"replace(STANDARD, slug='three', {line})", vars(turn_up) | {"STANDARD": turn_up.STANDARD})
    assert [(b.march, b.alone, b.score.makers) for b in result_buttons(changed) if b.made] == [
        (False, None, 1),
        (True, False, 3),
        (True, True, 4),
    ]
