"""Settings in the data folder: they count however the program starts, and what does not count is said."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import check_sentence
from tests.support.hall_server import MANAGE
from tests.support.help_pages import chapter_page
from tournament import settings as our_settings
from tournament.data_folder import VARIABLE
from tournament.laptop.phone_problems import phone_problems
from tournament.server.hall import lead_phones_to, open_socket
from tournament.settings_file import NAMES, read_settings_file


def read(folder: Path, content: str | bytes, **environ: str) -> tuple[dict[str, str], list[str]]:
    """Return the environment after a file was read, and what was said of it."""
    (folder / "settings.txt").write_bytes(content.encode() if isinstance(content, str) else content)
    problems = read_settings_file(folder, environ)
    return environ, problems


CERTIFICATE = r"C:\Users\Ann\new folder\fullchain.pem"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("quotation", ["", '"', "'"])
def test_a_file_as_notepad_writes_it_is_read(encoding: str, end: str, quotation: str, tmp_path: Path) -> None:
    lines = ["# our hall", "", f"EUCHRE_CERTIFICATE={quotation}{CERTIFICATE}{quotation}", " EUCHRE_NAME = café ", ""]
    environ, problems = read(tmp_path, end.join(lines).encode(encoding))
    assert environ == {"EUCHRE_CERTIFICATE": CERTIFICATE, "EUCHRE_NAME": "café"} and problems == []


def test_what_the_environment_says_comes_first_and_nothing_is_put_in_for_a_dollar_sign(tmp_path: Path) -> None:
    environ, _ = read(tmp_path, "EUCHRE_NAME=file\nEUCHRE_EMAIL_PASSWORD=a$HOME${HOME}\n", EUCHRE_NAME="", HOME="/h")
    assert environ == {"EUCHRE_NAME": "", "EUCHRE_EMAIL_PASSWORD": "a$HOME${HOME}", "HOME": "/h"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("just words", "must be a name, an equals sign and a value"),
        ("EUCHRE_NAME", "must be a name, an equals sign and a value"),
        ("EUCHRE_CERTIFCATE=a.pem", "there is no setting EUCHRE_CERTIFCATE"),
        ("PATH=/tmp", "there is no setting PATH"),
        ("EUCHRE_DATA=/elsewhere", "EUCHRE_DATA says where this file is"),
        ("EUCHRE_NAME=a\0b", "write the value of EUCHRE_NAME on one line"),
        ("EUCHRE_NAME='a\nb'", "write the value of EUCHRE_NAME on one line"),
    ],
)
def test_a_line_that_does_not_count_is_said_and_the_others_count(line: str, says: str, tmp_path: Path) -> None:
    environ, (problem,) = read(tmp_path, f"# ours\n\n{line}\nEUCHRE_LOCALE=de\n")
    assert environ == {"EUCHRE_LOCALE": "de"}
    assert says in check_sentence(problem) and "line 3" in problem and str(tmp_path) in problem


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"EUCHRE_NAME=caf\xe9"])
def test_what_is_no_text_is_said(content: bytes, tmp_path: Path) -> None:
    environ, (problem,) = read(tmp_path, content)
    assert environ == {} and "UTF-8" in check_sentence(problem)


def test_without_a_file_nothing_is_said_and_a_folder_in_its_place_is(tmp_path: Path) -> None:
    assert read_settings_file(tmp_path, {}) == []
    (tmp_path / "settings.txt").mkdir()
    assert "cannot be read" in read_settings_file(tmp_path, {})[0]


def test_each_setting_that_is_documented_may_stand_in_the_file() -> None:
    documented = set(re.findall(r"^((?:EUCHRE|DATABASE)_\w+)", str(our_settings.__doc__), re.MULTILINE))
    assert documented - {VARIABLE} == NAMES
    in_help = {text for kind, text in chapter_page("environment").code if not kind and re.fullmatch(r"[A-Z_]+", text)}
    assert in_help == documented


def test_the_lines_that_help_shows_count(tmp_path: Path) -> None:
    shown = [text for kind, text in chapter_page("environment").code if kind == "settings"]
    assert len(shown) >= 2
    for lines in shown:
        environ, problems = read(tmp_path, lines)
        assert problems == [] and len(environ) == len(lines.strip().splitlines())


def test_the_start_says_what_does_not_count(settings: Any) -> None:
    settings.SETTINGS_FILE_PROBLEMS = ["Line 3 does not count."]
    try:
        with open_socket("127.0.0.1", 0) as sock:
            lead_phones_to(sock, remember=False)
        assert phone_problems.sentences() == ["Line 3 does not count."]
    finally:
        phone_problems.forget()


def test_a_start_by_the_shortcut_has_the_settings_of_its_folder(tmp_path: Path) -> None:
    """With no environment but that of a desktop."""
    (tmp_path / "settings.txt").write_text("EUCHRE_NAME=euchre\nEUCHRE_CERTIFICATE=hall.pem\nnonsense\n")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("EUCHRE_", "DATABASE_"))}
    shows = (
        "from django.conf import settings as s;"
        "print(s.WANTED_NAME, s.CERTIFICATE, s.SECURE_COOKIES, len(s.SETTINGS_FILE_PROBLEMS))"
    )
    done = subprocess.run(
        [sys.executable, MANAGE, "shell", "--no-imports", "-c", shows],
        env=env | {VARIABLE: str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "euchre hall.pem True 1\n"
