"""Names that people type in their own way: the address of `--host`, and the file of a safe copy."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tournament.server.hall import plain_host


@pytest.mark.parametrize(
    ("typed", "plain"),
    [("::0", "::"), ("[::]", "::"), ("0:0:0:0:0:0:0:0", "::"), ("[::1]", "::1"), ("0.0.0.0", "0.0.0.0"), ("x", "x")],
)
def test_one_address_is_the_same_however_it_is_written(typed: str, plain: str) -> None:
    assert plain_host(typed) == plain


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own copies")
@pytest.mark.parametrize(
    ("typed", "better"),
    [
        ("night.tar.gz", "night.sqlite3"),
        ("NIGHT.ZIP", "NIGHT.sqlite3"),
        ("night.json", "night.sqlite3"),
        ("no/dir/night.zip", "no/dir/night.sqlite3"),
        ("no/.zip", "no/night.sqlite3"),
    ],
)
def test_an_archive_or_a_table_is_refused_with_a_whole_name_in_its_folder(
    typed: str, better: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=f"A safe copy is a database.*Name it {better}, for"):
        call_command("backup", typed)
    assert not list(tmp_path.iterdir())
