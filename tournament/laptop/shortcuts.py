"""The shortcut that starts the night: on the desktop and in the menu of Linux and Windows."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from platformdirs import user_data_path, user_desktop_path

from tournament.data_folder import FROM_SHORTCUT
from tournament.installation import IS_INSTALLED, NAME, PACKAGE, PROGRAM
from tournament.people.errors import Refused
from tournament.probes.commands import NO_WINDOW

TITLE = "Euchre Night"
COMMENT = "Start tonight’s euchre night, or go on with it"
DRAWING = PACKAGE / "static" / "tournament" / "bell.svg"
SECONDS = 60  # that PowerShell may take
SIZES = (16, 24, 32, 48, 64, 128, 256)  # of a Windows icon, in dots
ON_A_MAC = "There is no shortcut on a Mac. To start the night, open Terminal, type {}, and press Enter."
if TYPE_CHECKING:
    from PIL import Image

Run = Callable[[Sequence[str]], object]


def make_shortcut(run: Run | None = None) -> list[Path]:
    """Make the shortcut, or make it again, and return its files.

    :param run: what runs PowerShell.
    :raises Refused: when it cannot be made, or on a Mac.
    """
    try:
        if sys.platform == "win32":
            return _make_on_windows(run or _run)
        if sys.platform == "darwin":
            raise Refused(ON_A_MAC.format(start_line()))
        return _make_on_linux()
    except OSError as error:
        raise Refused(f"The shortcut could not be made: {error.strerror or error}.") from None


def remove_shortcut() -> list[Path]:
    """Remove the shortcut, and return the files that were there.

    :raises Refused: when one cannot be removed.
    """
    there = [file for file in (*_shortcuts(), _icon()) if file.exists()]
    try:
        for file in there:
            file.unlink()
    except OSError as error:
        raise Refused(f"The shortcut could not be removed: {error.strerror}.") from None
    return there


def has_shortcut() -> bool:
    """Return whether there is a shortcut that starts the night."""
    return any(file.exists() for file in _shortcuts())


def start_line() -> str:
    """Return what is typed in a terminal to start the night."""
    return NAME if settings.COMMAND == NAME else ".venv/bin/python manage.py night"


def start_command() -> list[str]:
    """Return what the shortcut runs: the program without a terminal, with the data that it has now."""
    python = Path(sys.executable)
    if sys.platform == "win32" and (windowless := python.with_name("pythonw.exe")).exists():
        python = windowless
    # Without -P, a folder `tournament` of whoever starts it would come first.
    program = ["-P", "-m", "tournament.command"] if IS_INSTALLED else [str(PROGRAM / "manage.py")]
    return [str(python), *program, "night", FROM_SHORTCUT, str(settings.DATA_DIR)]


def _shortcuts() -> list[Path]:
    """Return where the shortcut's files are, once it is made."""
    if sys.platform == "win32":
        menu = user_data_path(roaming=True) / "Microsoft" / "Windows" / "Start Menu" / "Programs"
        return [folder / f"{TITLE}.lnk" for folder in (user_desktop_path(), menu)]
    if sys.platform == "darwin":
        return []
    return [folder / f"{NAME}.desktop" for folder in (user_data_path() / "applications", user_desktop_path())]


def _icon() -> Path:
    """Return where the shortcut's icon is kept."""
    if sys.platform == "win32":
        return Path(settings.DATA_DIR) / f"{NAME}.ico"
    return user_data_path() / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg"


# Linux


def _make_on_linux() -> list[Path]:
    icon, (menu, desktop) = _icon(), _shortcuts()
    icon.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(DRAWING, icon)
    menu.parent.mkdir(parents=True, exist_ok=True)
    menu.write_text(desktop_entry(start_command(), icon), "utf-8")
    if not desktop.parent.is_dir():
        return [menu]
    shutil.copyfile(menu, desktop)
    desktop.chmod(0o755)  # else it is opened as a text
    with suppress(OSError):  # GNOME asks for this as well; other desktops do not know it
        subprocess.run(["gio", "set", str(desktop), "metadata::trusted", "true"], capture_output=True, check=False)
    return [menu, desktop]


def desktop_entry(command: Sequence[str], icon: Path) -> str:
    """Return the text of a desktop entry, as freedesktop.org specifies it."""
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.0",
        f"Name={TITLE}",
        f"Comment={COMMENT}",
        f"Exec={_escaped(' '.join(map(_quoted, command)))}",
        f"Icon={_escaped(str(icon))}",
        "Terminal=false",
        "Categories=Game;CardGame;",
        "StartupNotify=false",
    ]
    return "\n".join([*lines, ""])


def _quoted(argument: str) -> str:
    """Return an argument of Exec in quotation marks; a percent sign alone would stand for a file."""
    return '"' + re.sub(r'(["`$\\])', r"\\\1", argument).replace("%", "%%") + '"'


def _escaped(text: str) -> str:
    """Return a text as the value of a line, which has one more layer of backslashes.

    :raises Refused: for the path of a file that goes over two lines.
    """
    if "\n" in text or "\r" in text:
        raise Refused("The program is in a folder whose name goes over two lines, which no shortcut can name.")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refused("The program is in a folder whose name is not in UTF-8, which no shortcut can name.")
    return text.replace("\\", r"\\")


# Windows


def _make_on_windows(run: Run) -> list[Path]:
    icon = _icon()
    icon.parent.mkdir(parents=True, exist_ok=True)
    icon.write_bytes(windows_icon())
    program, *arguments = start_command()
    script = powershell(program, arguments, icon)
    encoded = base64.b64encode(script.encode("utf-16-le")).decode("ascii")
    run(["powershell.exe", "-NoProfile", "-NonInteractive", "-EncodedCommand", encoded])
    return _shortcuts()


def powershell(program: str, arguments: Sequence[str], icon: Path) -> str:
    """Return what makes the two links, with nothing but what each Windows has."""
    lines = [
        "$ErrorActionPreference = 'Stop'",
        "$shell = New-Object -ComObject WScript.Shell",
        "foreach ($folder in 'Desktop', 'Programs') {",
        f"  $file = Join-Path ([Environment]::GetFolderPath($folder)) '{TITLE}.lnk'",
        "  $link = $shell.CreateShortcut($file)",
        f"  $link.TargetPath = {_literal(program)}",
        f"  $link.Arguments = {_literal(subprocess.list2cmdline(arguments))}",
        f"  $link.WorkingDirectory = {_literal(str(settings.DATA_DIR))}",
        f"  $link.IconLocation = {_literal(str(icon))}",
        f"  $link.Description = {_literal(COMMENT)}",
        "  $link.Save()",
        "}",
    ]
    return "\n".join(lines)


def _literal(text: str) -> str:
    """Return a text as PowerShell takes it word for word; it takes curly quotation marks for straight ones."""
    return "'" + re.sub("(['‘’‚‛])", r"\1\1", text) + "'"


def drawn_icon(size: int) -> Image.Image:
    """Return the drawing as a picture, `size` dots wide and high."""
    import resvg_py  # drawing libraries, which only this needs here
    from PIL import Image

    svg = DRAWING.read_text("utf-8")
    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))))


def windows_icon() -> bytes:
    """Return the drawing as a Windows icon, in all sizes that Windows shows."""
    file, images = BytesIO(), [drawn_icon(size) for size in SIZES]
    images[-1].save(file, "ICO", sizes=[(size, size) for size in SIZES], append_images=images[:-1])
    return file.getvalue()


def _run(command: Sequence[str]) -> None:
    """Run PowerShell, for a minute at most.

    :raises Refused: when it fails, or takes longer.
    """
    try:
        done = subprocess.run(command, capture_output=True, creationflags=NO_WINDOW, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        done = None
    if done is None or done.returncode:
        raise Refused("Windows did not make the shortcut. Start the program as before; nothing has changed.")
