"""Management commands, run as people run them, and the one sentence that they must fail with."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

from tests.support.hall_server import MANAGE
from tournament.models import Night


def run_manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a management command in its own process, with its data and an SQLite database in `folder`."""
    env = os.environ | {"EUCHRE_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'night.sqlite3'}"}
    return subprocess.run(
        [sys.executable, MANAGE, *arguments], env=env, capture_output=True, text=True, check=False, timeout=60
    )


def failure_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the sentence of a command that failed with status 1 and wrote nothing to standard output."""
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert done.stderr.strip(), "no sentence"
    return check_sentence(done.stderr.strip())


def check_sentence(text: str) -> str:
    """Return a failure's text after checking it: one plain sentence, or a text that ends in a command to type."""
    assert "\n" not in text
    assert text.endswith(".") or re.search(r"manage\.py \w+( --port \d+)?$", text), text
    assert "Errno" not in text and "Error" not in text, text
    return text


def export(night: Night) -> dict[str, Any]:
    """Return the document that `manage.py export` writes."""
    out = StringIO()
    call_command("export", night.slug, stdout=out)
    document: dict[str, Any] = json.loads(out.getvalue())
    return document
