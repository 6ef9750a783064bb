"""The shortcut that starts the night: its files on Linux, the links of Windows, what it runs, and removing it."""

from __future__ import annotations

import base64
import configparser
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path, PureWindowsPath

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from PIL import Image

from tally.management.commands.night import Command as Night
from tests.support.waiting import wait_here_until
from tournament import command as commands
from tournament.laptop import shortcuts
from tournament.laptop.shortcuts import (
    desktop_entry,
    has_shortcut,
    make_shortcut,
    powershell,
    start_command,
    start_line,
    windows_icon,
)
from tournament.management.our_commands import OurCommands
from tournament.people.errors import Refused


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's own folders on Linux, with a desktop."""
    if sys.platform != "linux":
        pytest.skip("these are the folders of Linux")
    for name, folder in {"HOME": "", "XDG_DATA_HOME": ".local/share", "XDG_DESKTOP_DIR": "Desktop"}.items():
        monkeypatch.setenv(name, str(tmp_path / folder))
    (tmp_path / "Desktop").mkdir()
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "data")
    return tmp_path


def said(*options: str) -> str:
    """Run the command, and return what it prints."""
    out = StringIO()
    call_command("shortcut", *options, stdout=out)
    return out.getvalue()


# Linux


def test_the_shortcut_is_in_the_menu_and_on_the_desktop_until_it_is_removed(home: Path) -> None:
    assert not has_shortcut()
    menu, desktop = home / ".local/share/applications/euchre-night.desktop", home / "Desktop/euchre-night.desktop"
    picture = home / ".local/share/icons/hicolor/scalable/apps/euchre-night.svg"
    printed = said()
    assert str(menu) in printed and str(desktop) in printed and has_shortcut()
    assert menu.read_bytes() == desktop.read_bytes() and os.access(desktop, os.X_OK)
    entry = configparser.RawConfigParser()
    entry.read_string(menu.read_text())
    assert entry["Desktop Entry"]["terminal"] == "false" and entry["Desktop Entry"]["icon"] == str(picture)
    assert shlex.split(entry["Desktop Entry"]["exec"]) == start_command()
    assert picture.read_text().startswith("<svg")
    assert said() == printed, "again makes it again"
    assert "removed" in said("--remove") and not any(file.exists() for file in (menu, desktop, picture))
    assert not has_shortcut() and "no shortcut" in said("--remove")


def test_without_a_desktop_it_is_in_the_menu_alone(home: Path) -> None:
    (home / "Desktop").rmdir()
    assert [file.name for file in make_shortcut()] == ["euchre-night.desktop"]


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-utils is not installed")
def test_the_entry_is_valid(home: Path) -> None:
    settings.DATA_DIR = home / 'a folder, 100% "mine" $HOME `x` \\y'
    (menu, *_) = make_shortcut()
    done = subprocess.run(["desktop-file-validate", menu], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("gio"), reason="glib, which starts such entries, is not installed")
def test_desktops_pass_every_argument_as_it_is(home: Path) -> None:
    odd = ['a b "c" $HOME `d`', "100%", "\\", "e\\n", "", "%f", "ü"]
    file, noted = home / "odd.desktop", home / "noted"
    python = "import json, sys; json.dump(sys.argv[2:], open(sys.argv[1], 'w'))"
    file.write_text(desktop_entry([sys.executable, "-c", python, str(noted), *odd], home / "x.svg"))
    subprocess.run(["gio", "launch", file], check=True, timeout=60)
    wait_here_until(lambda: noted.exists() and noted.read_text())
    assert json.loads(noted.read_text()) == odd


def test_a_folder_whose_name_goes_over_two_lines_is_refused(home: Path) -> None:
    settings.DATA_DIR = home / "a\nTerminal=true"
    with pytest.raises(CommandError, match="two lines"):
        said()


def test_a_folder_whose_name_is_not_in_utf_8_is_refused(home: Path) -> None:
    settings.DATA_DIR = Path(os.fsdecode(bytes(home) + b"/M\xfcller"))
    with pytest.raises(CommandError, match="UTF-8"):
        said()


def test_what_cannot_be_written_is_said(home: Path) -> None:
    (home / ".local").write_text("a file")
    with pytest.raises(CommandError, match="could not be made"):
        said()


# What it runs


def test_it_runs_this_program_with_the_data_that_it_has_now(monkeypatch: pytest.MonkeyPatch) -> None:
    python, *arguments = start_command()
    assert python == sys.executable and arguments[0].endswith("manage.py")
    assert arguments[1:] == ["night", "--from-shortcut", str(settings.DATA_DIR)]
    monkeypatch.setattr(shortcuts, "IS_INSTALLED", True)
    assert start_command()[1:4] == ["-P", "-m", "tournament.command"]


@pytest.mark.parametrize("typed", [["--from-shortcut", "/the/folder"], ["--from-shortcut=/the/folder"]])
def test_the_folder_of_the_shortcut_is_read_before_the_settings(
    typed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(OurCommands, "execute", lambda self: called.append(self.argv))
    monkeypatch.setenv("EUCHRE_DATA", "/elsewhere")
    monkeypatch.setattr(sys, "argv", ["euchre-night", "night", *typed])
    commands.main()
    assert os.environ["EUCHRE_DATA"] == "/the/folder" and called == [sys.argv]


def test_a_shortcut_without_its_folder_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["manage.py", "night", "--from-shortcut"])
    with pytest.raises(SystemExit):
        commands.main()
    assert "Something is missing after --from-shortcut." in capsys.readouterr().err


def test_nobody_reads_of_that_option_in_the_list_of_options() -> None:
    assert "shortcut" not in Night().create_parser("euchre-night", "night").format_help()


@pytest.mark.parametrize(
    ("command", "line"), [("euchre-night", "euchre-night"), ("manage.py", ".venv/bin/python manage.py night")]
)
def test_the_line_to_type_is_the_shortest(command: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "COMMAND", command)
    assert start_line() == line


# Windows and macOS


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Windows laptop, as far as this module sees it; its user has an apostrophe."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(shortcuts, "user_desktop_path", lambda: tmp_path / "Desktop")
    monkeypatch.setattr(shortcuts, "user_data_path", lambda **_: tmp_path / "Roaming")
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "Pat’s data")
    (tmp_path / "Scripts").mkdir()
    (tmp_path / "Scripts" / "pythonw.exe").touch()
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Scripts" / "python.exe"))
    monkeypatch.setattr(shortcuts, "IS_INSTALLED", True)
    return tmp_path


def test_windows_makes_the_links_by_powershell_and_needs_no_window(windows: Path) -> None:
    ran: list[Sequence[str]] = []
    files = make_shortcut(run=ran.append)
    ((shell, *options, encoded),) = ran
    assert (shell, options) == ("powershell.exe", ["-NoProfile", "-NonInteractive", "-EncodedCommand"])
    data = str(windows / "Pat’s data")
    assert (
        base64.b64decode(encoded).decode("utf-16-le")
        == f"""\
$ErrorActionPreference = 'Stop'
$shell = New-Object -ComObject WScript.Shell
foreach ($folder in 'Desktop', 'Programs') {{
  $file = Join-Path ([Environment]::GetFolderPath($folder)) 'Euchre Night.lnk'
  $link = $shell.CreateShortcut($file)
  $link.TargetPath = '{windows}/Scripts/pythonw.exe'
  $link.Arguments = '-P -m tournament.command night --from-shortcut "{data.replace("’", "’’")}"'
  $link.WorkingDirectory = '{data.replace("’", "’’")}'
  $link.IconLocation = '{data.replace("’", "’’")}/euchre-night.ico'
  $link.Description = 'Start tonight’’s euchre night, or go on with it'
  $link.Save()
}}"""
    )
    assert [file.name for file in files] == ["Euchre Night.lnk"] * 2 and not has_shortcut()
    files[0].parent.mkdir()
    files[0].touch()
    assert has_shortcut() and "removed" in said("--remove") and not has_shortcut()


def test_no_text_ends_a_powershell_word_early() -> None:
    script = powershell("C:\\it's ‘odd’\\x.exe", ['a "b" c', ""], Path(PureWindowsPath("C:\\x.ico")))
    assert "$link.TargetPath = 'C:\\it''s ‘‘odd’’\\x.exe'" in script
    assert '$link.Arguments = \'"a \\"b\\" c" ""\'' in script


def test_a_powershell_that_fails_is_said(windows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(Refused, match="Windows did not make"):
        make_shortcut()


def test_a_powershell_that_hangs_is_ended_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortcuts, "SECONDS", 0.2)
    with pytest.raises(Refused, match="Windows did not make"):
        shortcuts._run([sys.executable, "-c", "import time; time.sleep(60)"])


def test_what_powershell_prints_in_letters_of_its_own_breaks_nothing() -> None:
    """A German Windows says why it fails with an ü, which is 0x81 in its terminal."""
    program = "import sys; sys.stderr.buffer.write(bytes([0x81])); sys.exit(1)"
    with pytest.raises(Refused, match="Windows did not make"):
        shortcuts._run([sys.executable, "-c", program])


def test_the_icon_of_windows_has_all_sizes() -> None:
    icon = Image.open(BytesIO(windows_icon()))
    assert icon.format == "ICO" and icon.info["sizes"] == {(size, size) for size in shortcuts.SIZES}
    assert icon.convert("RGB").getpixel((20, 128)) == (0x17, 0x57, 0x3B), "the green of the drawing"


def test_on_a_mac_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(CommandError, match=r"open Terminal, type .*night, and press Enter"):
        said()
    assert not has_shortcut() and "no shortcut" in said("--remove")
