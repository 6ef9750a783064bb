"""The commands `print` and `export` work for people and programs, and every failure is one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pdfplumber
import pytest
from django.core.management import CommandError, call_command

from tally.loading.games import load_game
from tally.management.demo_night import demo_night
from tally.rules import VARIANTS, passed_out, result_buttons
from tally.scoring.corrections import correct_hand
from tally.scoring.recording import record_hand
from tally.scoring.signing import confirm_game
from tally.scoring.undo import undo_hand
from tests.support.commands import check_sentence, export, failure_sentence, run_manage
from tests.support.night import CAST, ORGANIZER, game_at, player_actor
from tests.support.printed_charts import PRINTED
from tests.support.single_table import open_table
from tournament.management.night_argument import find_for_command
from tournament.models import Club, Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell, unring_bell

VARIANT = VARIANTS["progressive-cats"]
BUTTON = {choice.slug: choice for choice in result_buttons(VARIANT)}
SHEETS = ("tally-cards", "filled-cards", "standings")


def refusal(*arguments: str) -> str:
    """Run a command that must fail without printing anything, and return its sentence."""
    out = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command(*arguments, stdout=out)
    assert out.getvalue() == ""
    return check_sentence(str(failed.value))


# manage.py print and export: failures


@pytest.mark.parametrize("command", [("export",), ("print", "standings")])
def test_an_unknown_night_is_reported_with_the_known_ones(command: tuple[str, ...], night: Night) -> None:
    sentence = refusal(command[0], "nosuch", *command[1:])
    assert '"nosuch"' in sentence
    assert night.slug in sentence


def test_without_any_night_the_failure_says_so(club: Club) -> None:
    assert "none yet" in refusal("export", "latest")


def test_before_the_first_start_the_failure_names_the_command_to_start(tmp_path: Path) -> None:
    assert "manage.py night" in failure_sentence(run_manage(tmp_path, "export", "latest"))


@pytest.mark.long
def test_before_an_update_of_the_database_the_failure_names_the_command_that_makes_it(tmp_path: Path) -> None:
    assert run_manage(tmp_path, "migrate", "tournament", "0007").returncode == 0  # as version 0.1.0 left it
    sentence = failure_sentence(run_manage(tmp_path, "export", "latest"))
    assert sentence.startswith("An older version saved these nights.") and sentence.endswith("manage.py night")


@pytest.mark.parametrize("command", [("export", "latest"), ("print", "latest", "tally-cards")])
@pytest.mark.parametrize("where", ["missing/folder/x", "folder"])
def test_a_file_that_cannot_be_written_is_named(
    command: tuple[str, ...], where: str, night: Night, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    assert str(tmp_path / where) in refusal(*command, "-o", str(tmp_path / where))


def test_cards_are_refused_before_the_numbers_are_drawn(empty_night: Night) -> None:
    assert "numbers" in refusal("print", empty_night.slug, "tally-cards")


@pytest.mark.parametrize("sheet", ["filled-cards", "standings"])
def test_scores_are_refused_before_the_night_starts(sheet: str, empty_night: Night) -> None:
    assert "Start the night" in refusal("print", empty_night.slug, sheet)


def test_a_night_is_found_by_its_code_in_any_case_and_by_latest(night: Night) -> None:
    older = Night.objects.create(club=night.club, name="Older", date=night.date, slug="older2")
    newer = Night.objects.create(club=night.club, name="Newer", date=night.date)
    assert find_for_command("OLDER2") == older
    assert find_for_command(night.slug.upper()) == night
    assert find_for_command("latest") == newer


def test_latest_prefers_a_real_night_over_a_newer_demo(empty_night: Night) -> None:
    demo = demo_night()
    assert find_for_command("latest") == empty_night
    table = open_table(empty_night.club, "three-handed", 3)
    assert find_for_command("latest") == empty_night
    empty_night.delete()
    assert find_for_command("latest") == table
    Game.objects.filter(round__night=table).delete()
    table.delete()
    assert find_for_command("latest") == demo


# manage.py print: the paper matches the night


def printed(night: Night, sheet: str, folder: Path, paper: str = "letter") -> Iterator[pdfplumber.page.Page]:
    """Print a sheet and yield its pages."""
    file = folder / "sheet.pdf"
    call_command("print", night.slug, sheet, "--paper", paper, "-o", str(file))
    with pdfplumber.open(file) as document:
        yield from document.pages


def cards(pages: Iterator[pdfplumber.page.Page]) -> Iterator[str]:
    """Yield the text of every card, four to a sheet."""
    for page in pages:
        width, height = page.width / 2, page.height / 2
        for x, y in ((0, 0), (width, 0), (0, height), (width, height)):
            yield page.crop((x, y, x + width, y + height)).extract_text(x_tolerance_ratio=0.35, y_tolerance=4)


def chart_rows(number: int, players: int = 8) -> list[list[int]]:
    """Return game, table, partner and opponents of a player's every game on the printed chart."""
    rows = []
    for game, tables in enumerate(PRINTED[players], 1):
        for table, (a, b, c, d) in enumerate(tables, 1):
            partner = {a: b, b: a, c: d, d: c}.get(number)
            if partner:
                rows.append([game, table, partner, *sorted((c, d) if number in (a, b) else (a, b))])
    return rows


def rows_of(card: str) -> list[list[int]]:
    """Return game, table, partner and opponents of every row on a card."""
    found = re.findall(r"^(\d+) (\d+) (\d+) (\d+)\s*[·&]\s*(\d+)", card, re.M)
    rows = [[int(number) for number in row] for row in found]
    return [row[:3] + sorted(row[3:]) for row in rows]


@pytest.mark.parametrize("sheet", ["tally-cards", "filled-cards"])
def test_printed_cards_have_the_name_and_the_seats_of_the_chart(sheet: str, night: Night, tmp_path: Path) -> None:
    texts = [card for card in cards(printed(night, sheet, tmp_path)) if card.strip()]
    assert len(texts) == 8
    for number, card in enumerate(texts, 1):
        assert card.splitlines()[:2] == [str(number), CAST[number - 1]]
        assert rows_of(card) == chart_rows(number)


def test_printed_standings_name_everybody(night: Night, tmp_path: Path) -> None:
    text = "\n".join(page.extract_text() for page in printed(night, "standings", tmp_path))
    assert all(name in text for name in CAST[:8])
    assert night.name in text


def test_printed_scores_match_the_recorded_hands(night: Night, tmp_path: Path) -> None:
    play_game_1(night)
    totals = {1: 9, 6: 9, 2: 2, 5: 2}
    for number, card in enumerate(cards(printed(night, "filled-cards", tmp_path)), 1):
        scored = re.findall(r"^1 1 (\d+) (\d+)\s*[·&]\s*(\d+) (\d+) (\d+) (\d+)", card, re.M)
        total = totals.get(number)
        assert [tuple(map(int, row[3:])) for row in scored] == ([(total, 11 - total, total)] if total else [])
    text = "\n".join(page.extract_text() for page in printed(night, "standings", tmp_path))
    placed = {
        int(number): (place, int(total))
        for place, number, total in re.findall(
            rf"^((?:T-)?\d+) +(\d+) +(?:{'|'.join(CAST)}) .*?(\d+)(?: High| Low)?$", text, re.M
        )
    }
    assert placed == {
        number: ("T-1", 9) if number in (1, 6) else ("T-3", 2) if number in (2, 5) else ("T-5", 0)
        for number in range(1, 9)
    }
    assert "not agreed" not in text


@pytest.mark.parametrize(("paper", "size"), [("letter", (612, 792)), ("a4", (595, 842))])
@pytest.mark.parametrize("sheet", SHEETS)
def test_sheets_have_the_requested_size(
    sheet: str, paper: str, size: tuple[int, int], night: Night, tmp_path: Path
) -> None:
    assert {(round(page.width), round(page.height)) for page in printed(night, sheet, tmp_path, paper)} == {size}


def test_without_an_output_file_the_pdf_goes_to_standard_output(
    night: Night, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    call_command("print", night.slug, "standings")
    assert capsysbinary.readouterr().out.startswith(b"%PDF-")


def test_a_closed_pipe_is_reported_as_standard_output(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    class ClosedPipe(StringIO):
        buffer = property(lambda self: self)

        def write(self, text: object) -> int:
            raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr("sys.stdout", ClosedPipe())
    assert refusal("print", night.slug, "standings") == "Standard output cannot be written: Broken pipe."


# manage.py export: the document matches what was recorded


def play_game_1(night: Night) -> None:
    """Play and sign game 1 at table 1, 1-6 against 2-5, then ring and cancel the bell.

    The game has every kind of hand; one is corrected and one undone.
    """
    game = game_at(night, 1, 1)
    records = [BUTTON["3-4"].record(VARIANT, "A"), BUTTON["5"].record(VARIANT, "B"), passed_out(VARIANT)]
    for number, (record, player) in enumerate(zip(records, (1, 2, 6), strict=True), 1):
        record_hand(
            game=game, number=number, record=record, key=f"key-of-hand-{number}", who=player_actor(night, player)
        )
    second = load_game(game, night).hand(2)
    assert second
    correct_hand(
        game=game,
        of=second.id,
        record=BUTTON["0-2"].record(VARIANT, "A"),
        key="key-of-correction",
        who=ORGANIZER,
        why="misheard",
    )
    third = load_game(game, night).hand(3)
    assert third
    undo_hand(game=game, hand=third.id, key="key-of-undo", who=player_actor(night, 5))
    for number in (3, 4):
        record_hand(
            game=game,
            number=number,
            record=BUTTON["5-alone"].record(VARIANT, "A"),
            key=f"key-again-{number}",
            who=player_actor(night, 6),
            alone_by=night.entries.get(number=6),
        )
    for side, number in ((Side.NS, 1), (Side.EW, 5)):
        confirm_game(
            game=game, side=side, agrees=True, seen_hand=load_game(game, night).newest, who=player_actor(night, number)
        )
    ring_bell(round_=game.round, who=ORGANIZER)
    unring_bell(night=night, who=ORGANIZER)


def test_the_export_contains_every_version_of_every_hand(night: Night) -> None:
    play_game_1(night)
    table = export(night)["rounds"][0]["tables"][0]
    versions = [(h["hand"], h["version"], h["current"], h["points"], h["by"], h["key"]) for h in table["hands"]]
    assert versions == [
        (1, 1, True, {"NS": 1, "EW": 0}, 1, "key-of-hand-1"),
        (2, 1, False, None, 2, "key-of-hand-2"),
        (2, 2, True, {"NS": 0, "EW": 2}, "organizer", "key-of-correction"),
        (3, 1, False, None, 6, "key-of-hand-3"),
        (3, 2, False, None, 5, "key-of-undo"),
        (3, 3, True, {"NS": 4, "EW": 0}, 6, "key-again-3"),
        (4, 1, True, {"NS": 4, "EW": 0}, 6, "key-again-4"),
    ]
    assert [hand["record"] for hand in table["hands"]] == [
        BUTTON["3-4"].record(VARIANT, "A"),
        BUTTON["5"].record(VARIANT, "B"),
        BUTTON["0-2"].record(VARIANT, "A"),
        passed_out(VARIANT),
        None,
        BUTTON["5-alone"].record(VARIANT, "A"),
        BUTTON["5-alone"].record(VARIANT, "A"),
    ]
    assert [hand["alone_by"] for hand in table["hands"]] == [None] * 5 + [6, 6]
    assert [hand["why"] for hand in table["hands"]] == ["", "", "misheard", "", "", "", ""]


def test_the_export_contains_totals_signatures_bells_and_standings(night: Night) -> None:
    play_game_1(night)
    document = export(night)
    table = document["rounds"][0]["tables"][0]
    assert table["totals"] == {"NS": 9, "EW": 2}
    assert [(s["side"], s["agrees"], s["totals"], s["by"]) for s in table["signatures"]] == [
        ("NS", True, {"NS": 9, "EW": 2}, 1),
        ("EW", True, {"NS": 9, "EW": 2}, 5),
    ]
    assert table["signed_at"]
    (bell,) = document["rounds"][0]["bells"]
    assert (bell["by"], bool(bell["rung_at"]), bool(bell["unrung_at"])) == ("The organizer", True, True)
    assert [(row["place"], row["shared"], row["number"], row["total"]) for row in document["standings"]] == [
        (1, True, 1, 9),
        (1, True, 6, 9),
        (3, True, 2, 2),
        (3, True, 5, 2),
        (5, True, 3, 0),
        (5, True, 4, 0),
        (5, True, 7, 0),
        (5, True, 8, 0),
    ]


def test_the_export_seats_everybody_by_the_chart(night: Night) -> None:
    document = export(night)
    assert (document["format"], document["version"]) == ("euchre-night", 1)
    assert [(player["number"], player["name"]) for player in document["players"]] == list(enumerate(CAST[:8], 1))
    assert [[table["seats"] for table in round_["tables"]] for round_ in document["rounds"]] == [
        [{"N": a, "E": c, "S": b, "W": d} for a, b, c, d in tables] for tables in PRINTED[8]
    ]


def test_the_export_contains_no_keys_of_players_or_organizer(night: Night) -> None:
    play_game_1(night)
    text = json.dumps(export(night))
    secrets = [night.club.key, *(entry.key for entry in night.entries.all()), "token-of-1"]
    assert [secret for secret in secrets if secret in text] == []


def test_the_export_to_a_file_is_the_same_document(night: Night, tmp_path: Path) -> None:
    call_command("export", "latest", "-o", str(tmp_path / "night.json"))
    assert json.loads((tmp_path / "night.json").read_text(encoding="utf-8")) == export(night)
