"""The program as people install it: wheels, environments without a checkout, and halls that run from them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tests.support.hall_server import Hall, Process, launch_cold

ROOT = Path(settings.BASE_DIR)
PARTS = ("tournament", "tally", "templates", "fixtures")  # the folders that are installed
DESCRIBED_BY = ("pyproject.toml", "README.md", "LICENSE")
NEXT_VERSION = "99.0"
NEXT_MIGRATION = '''"""What a later version may add."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "{last}")]
    operations = [migrations.RunSQL("ALTER TABLE tournament_night ADD COLUMN of_a_later_version varchar(9) NULL")]
'''


def build(kind: str, folder: Path, source: Path = ROOT) -> Path:
    """Build a "wheel" or an "sdist" of a checkout in an empty folder, without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    done = subprocess.run(command, cwd=source, env=clean_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.iterdir()
    return built


def unpacked(sdist: Path, folder: Path) -> Path:
    """Unpack a source distribution and return its only folder."""
    shutil.unpack_archive(sdist, folder)
    (only,) = folder.iterdir()
    return only


def files_of_checkout() -> dict[str, bytes]:
    """Return what a wheel must have: by its place there, the bytes of every file of the program."""
    found = {}
    for part in PARTS:
        inside = part if part in ("tournament", "tally") else f"tournament/{part}"
        for path in (ROOT / part).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                found[f"{inside}/{path.relative_to(ROOT / part).as_posix()}"] = path.read_bytes()
    return found


def files_of_wheel(wheel: Path) -> dict[str, bytes]:
    """Return the bytes of every file of a wheel but those that describe it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


def next_version(folder: Path) -> Path:
    """Copy the checkout as a later version of it with one more migration, and return the copy."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in DESCRIBED_BY:
        shutil.copy(ROOT / name, folder)
    project = folder / "pyproject.toml"
    text, changed = re.subn(r'^version = ".+"$', f'version = "{NEXT_VERSION}"', project.read_text(), flags=re.MULTILINE)
    assert changed == 1
    project.write_text(text)
    migrations = folder / "tournament" / "migrations"
    last = max(path.stem for path in migrations.glob("[0-9]*.py"))
    (migrations / "9999_later_version.py").write_text(NEXT_MIGRATION.format(last=last))
    return folder


def clean_environment() -> dict[str, str]:
    """Return this environment without what leads a Python to a checkout or to data."""
    ours = ("PYTHON", "DJANGO_", "EUCHRE_", "VIRTUAL_ENV", "XDG_DATA_HOME", "DATABASE_URL")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


@dataclass(frozen=True)
class Environment:
    """A Python environment in a folder of its own, to which no checkout leads."""

    folder: Path

    @classmethod
    def with_tests_packages(cls, folder: Path) -> Environment:
        """Make one that has the packages of the tests' own environment, but not the program."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        lent = folder / "packages"
        lent.mkdir()
        for place in {Path(path).resolve() for path in sys.path if Path(path).name == "site-packages"}:
            for path in place.iterdir():
                if "euchre" not in path.name and path.suffix != ".pth" and not (lent / path.name).exists():
                    (lent / path.name).symlink_to(path)
        made = cls(folder / "venv")
        found = [made.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()]
        (Path(found[0]) / "lent.pth").write_text(f"{lent}\n")
        return made

    def script(self, name: str) -> Path:
        """Return the path of one of its programs."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / name

    def run(self, name: str, *arguments: str, home: Path | None = None) -> str:
        """Run one of its programs somewhere else and return what it wrote."""
        done = subprocess.run(
            [str(self.script(name)), *arguments],
            cwd=self.folder,
            env=clean_environment() | ({"HOME": str(home)} if home else {}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, wheel: Path) -> None:
        """Install a wheel, or replace what is installed by it; its dependencies are there."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.script("python")), "install", "--quiet"]
        options = ["--no-index", "--no-deps", "--upgrade", str(wheel)]
        done = subprocess.run(
            [*pip, *options], cwd=self.folder, env=clean_environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


@dataclass
class InstalledHall(Hall):
    """A hall that an installed program runs for somebody whose home is `home`: `euchre-night` without a checkout."""

    environment: Environment | None = None
    home: Path | None = None

    @classmethod
    def of(cls, environment: Environment, home: Path) -> InstalledHall:
        """Return a hall that is not started yet."""
        env = clean_environment() | {"HOME": str(home), "PYTHONUNBUFFERED": "1"}
        return cls(env=env, environment=environment, home=home)

    @property
    def log(self) -> Path:
        """The file that the server writes to."""
        assert self.home
        return self.home / "server.log"

    def server_command(self) -> list[str]:
        """Return the command that starts the server."""
        assert self.environment
        program = str(self.environment.script("euchre-night"))
        return [program, "--host", "127.0.0.1", "--port", str(self.port), "--no-browser"]

    def launch(self, command: list[str], log: Path) -> Process:
        """Run a command and append its output to `log`."""
        return launch_cold(command, self.env, log, cwd=self.home)

    def manage(self, *arguments: str) -> bytes:
        """Run a command of the program and return its standard output."""
        assert self.environment
        return self.environment.run("euchre-night", *arguments, home=self.home).encode()
