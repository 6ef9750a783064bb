"""manage.py score_hands: JSON lines in, one result per line out, in order, whatever the lines are.

These tests need no database. To compare the command's speed with only parsing the same JSON, run

    python -m tests.rules.test_score_hands
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tally.management.commands.score_hands import score_lines
from tally.rules import VARIANTS, result_buttons

MANAGE = str(Path(__file__).parents[2] / "manage.py")


def hand(slug: str = "standard", **changes: Any) -> dict[str, Any]:
    """Return the record of a euchre hand with three tricks and changed fields."""
    return {
        "variant": slug,
        "players": 4,
        "maker_side": "A",
        "bid": None,
        "alone": False,
        "exchange": 0,
        "trump": "S",
        "maker_tricks": 3,
        "defender_tricks": 2,
        "extras": {},
        **changes,
    }


def results(*lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    """Return the decoded results after checking that each is one line of ASCII."""
    written = list(score_lines([line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]))
    assert all(line.isascii() and line.endswith("\n") and line.count("\n") == 1 for line in written)
    return [json.loads(line) for line in written]


def call_score_hands(monkeypatch: pytest.MonkeyPatch, source: bytes, *arguments: str) -> list[dict[str, Any]]:
    """Return the results of the command with these bytes on standard input."""
    out = StringIO()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(source), encoding="ascii"))
    call_command("score_hands", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def run(*arguments: str, folder: Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a separate process without a database."""
    env = os.environ | {
        "EUCHRE_DATA": str(folder / "no" / "such"),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/x",
        "LC_ALL": "C",
    }
    return subprocess.run(
        [sys.executable, MANAGE, "score_hands", *arguments],
        env=env,
        capture_output=True,
        check=False,
        timeout=60,
        **options,
    )


@pytest.mark.parametrize(
    ("record", "result"),
    [
        (hand(), {"ok": True, "makers": 1, "defenders": 0}),
        (hand(maker_tricks=[3, 4], defender_tricks=[1, 2]), {"ok": True, "makers": 1, "defenders": 0}),
        (
            hand(extras={"options": {"euchre": -2}}, maker_tricks=1, defender_tricks=4),
            {"ok": True, "makers": -2, "defenders": 0},
        ),
        (
            hand("pfeffer", bid=4, maker_tricks=6, defender_tricks=0),
            {"ok": True, "makers": 6, "defenders": -5, "hickeys": {"makers": 0, "defenders": 1}},
        ),
        (
            hand("three-handed", players=3, maker_side=1, maker_tricks=2, defender_tricks=3),
            {"ok": True, "makers": 0, "defenders": 2, "by_player": [2, 0, 2]},
        ),
    ],
)
def test_a_result_has_only_the_fields_that_apply(record: dict[str, Any], result: dict[str, Any]) -> None:
    assert results(record) == [result]


def test_an_impossible_hand_gets_a_code_and_a_message_and_no_points() -> None:
    (refused,) = results(hand(maker_tricks=5))
    assert refused == {"ok": False, "code": "sum", "message": "Five tricks and two make seven; this game has five."}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"nonsense", "not-json"),
        (b"{", "not-json"),
        (b'{"variant": "standard"} {}', "not-json"),
        (b"\x00", "not-json"),
        (b"9" * 5000, "not-json"),
        (b"\xff\xfe{}", "not-utf-8"),
        (b'{"variant": "\xe9"}', "not-utf-8"),
        (b"[" * 100_000, "too-deep"),
        (b'{"a":' * 100_000, "too-deep"),
        (b"[]", "not-a-record"),
        (b"null", "not-a-record"),
        (b'"standard"', "not-a-record"),
        (b"7", "not-a-record"),
        (b"NaN", "not-a-record"),
        (b"{}", "variant"),
        (b'{"variant": "\\ud800"}', "variant"),
        ('{"variant": "王"}'.encode(), "variant"),
        (b'{"bids": 3}', "unknown-key"),
    ],
)
def test_a_line_that_is_not_a_record_is_refused_and_the_others_are_scored(line: bytes, code: str) -> None:
    before, refused, after = results(hand(), line, hand())
    assert before["ok"] and after["ok"]
    assert set(refused) == {"ok", "code", "message"}
    assert (refused["ok"], refused["code"]) == (False, code)
    assert refused["message"].endswith(".") and len(refused["message"]) < 200


@pytest.mark.parametrize("depth", range(900, 1000, 9))
def test_nesting_that_is_too_deep_to_quote_is_refused(depth: int) -> None:
    deep = json.dumps(hand()).encode().replace(b'"bid": null', b'"bid": ' + b"[" * depth + b"]" * depth)
    assert results(deep, hand())[0]["code"] in ("bid", "too-deep")


def test_empty_lines_a_byte_order_mark_and_crlf_are_accepted() -> None:
    line = json.dumps(hand()).encode()
    assert len(results(b"\xef\xbb\xbf" + line + b"\r\n", b"\n", b" \t\r\n", b"", line)) == 2
    assert all(result["ok"] for result in results(b"\xef\xbb\xbf" + line, line + b"\r\n"))


def test_each_result_is_written_before_the_next_record_is_read() -> None:
    read = []

    def lines() -> Iterator[bytes]:
        for number in range(3):
            read.append(number)
            yield json.dumps(hand()).encode()

    written = score_lines(lines())
    for number in range(3):
        assert json.loads(next(written))["ok"] and read[-1] == number


def test_it_reads_a_file_or_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = "\n".join(json.dumps(hand(maker_tricks=t, defender_tricks=5 - t)) for t in range(6)).encode()
    file = tmp_path / "hands.jsonl"
    file.write_bytes(source)
    from_file = call_score_hands(monkeypatch, b"", str(file))
    assert [(r["makers"], r["defenders"]) for r in from_file] == [(0, 2), (0, 2), (0, 2), (1, 0), (1, 0), (2, 0)]
    assert call_score_hands(monkeypatch, source) == call_score_hands(monkeypatch, source, "-") == from_file
    assert call_score_hands(monkeypatch, b"") == []


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_an_error_message(name: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError) as failed:
        call_command("score_hands", str(tmp_path / name), stdout=StringIO())
    message = str(failed.value)
    assert str(tmp_path) in message and "cannot be read: " in message
    assert message.endswith(".") and "Errno" not in message


def test_as_a_filter_it_needs_no_database_and_exits_with_0(tmp_path: Path) -> None:
    source = json.dumps(hand()).encode() + b'\nnonsense\n{"variant": "\xe7\x8e\x8b"}\n{"variant": "own-x"}'
    done = run(folder=tmp_path, input=source)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False, False, False]
    failed = run("nosuch.jsonl", folder=tmp_path)
    assert (failed.returncode, failed.stdout) == (1, b"")
    assert failed.stderr == b"nosuch.jsonl cannot be read: no such file or directory.\n"


def test_a_clubs_own_game_that_nobody_has_is_refused_without_a_database(tmp_path: Path) -> None:
    slugs = ("own-x", "own-", "own-\\ud800", "own-\\u0000", "own-É", "own-" + "x" * 99)
    lines = "".join(f'{{"variant": "{slug}"}}\n' for slug in slugs).encode()
    env = os.environ | {"EUCHRE_DATA": str(tmp_path), "DATABASE_URL": ""}
    env.pop("DATABASE_URL")
    done = subprocess.run(
        [sys.executable, MANAGE, "score_hands"], env=env, input=lines, capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(slugs)
    for result in results:
        assert result["code"] == "variant" and result["message"].startswith('There is no game called "own-')
    assert list(tmp_path.iterdir()) == [], "asking leaves no empty database behind"


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
def test_a_reader_that_stops_early_is_not_an_error(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_bytes((json.dumps(hand()) + "\n").encode() * 20_000)
    env = os.environ | {"EUCHRE_DATA": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, MANAGE, "score_hands", str(file)], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def benchmark() -> None:
    """Compare the command's loop with json.loads of the same lines: every result of every game for two pairs."""
    records = [
        choice.record(variant, "A")
        for variant in VARIANTS.values()
        if variant.table_of_four
        for choice in result_buttons(variant)
    ]
    lines = [json.dumps(record).encode() + b"\n" for record in (records * 20)[:10_000]]
    fastest = [float("inf")] * 2
    for _ in range(7):
        for index, work in enumerate((lambda: [json.loads(line) for line in lines], lambda: list(score_lines(lines)))):
            start = time.perf_counter()
            work()
            fastest[index] = min(fastest[index], time.perf_counter() - start)
    print(
        f"{len(lines)} records: json.loads {fastest[0]:.3f} s, score_hands {fastest[1]:.3f} s, "
        f"{fastest[1] / fastest[0]:.2f} times as long (5 is the limit)"
    )


if __name__ == "__main__":
    benchmark()
