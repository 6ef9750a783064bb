"""The container of a hosted site: what it copies, installs and sets is what the program has and asks for."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.support.hall_server import Hall
from tests.support.help_pages import code_in
from tournament import settings as ours

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / ".container"
OF_OTHERS = {"DATABASE_URL", "FORWARDED_ALLOW_IPS", "TZ", "CLUB"}  # Django’s, uvicorn’s, the system’s, this file’s


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions, each in one line."""
    text = re.sub(r"^#.*\n", "", (FOLDER / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines if line.strip())]


def all_of(name: str) -> list[str]:
    """Return what stands behind each instruction of this name."""
    return [rest for found, rest in instructions() if found == name]


def command(text: str) -> list[str]:
    """Return the words of a command that is written as a list."""
    words: list[str] = json.loads(text[text.index("[") :])
    return words


def composed() -> dict[str, Any]:
    """Return the services."""
    services: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]
    return services


def test_its_python_is_the_one_for_which_the_packages_are_locked() -> None:
    (image,) = all_of("FROM")
    found = re.fullmatch(r"python:(3\.\d+)-slim", image)
    assert found and tuple(map(int, found[1].split("."))) >= (3, 11)
    assert f"python{found[1]}" in (ROOT / ".ci" / "lock").read_text("utf-8")


def test_it_copies_what_the_program_needs_and_what_is_not_left_out() -> None:
    kept = {
        line[1:]
        for line in (FOLDER / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    }
    copied = {part for rest in all_of("COPY") for part in shlex.split(rest)[:-1]}
    assert copied == kept and all((ROOT / part).exists() for part in copied)
    assert {"tournament", "tally", "templates", "fixtures", "manage.py"} <= copied


def test_only_locked_packages_are_installed_and_nothing_else_is_fetched() -> None:
    runs = all_of("RUN")
    assert [run for run in runs if "pip install" in run] == [
        "pip install --no-cache-dir --require-hashes --requirement requirements.txt"
    ]
    assert not [run for run in runs if re.search(r"\b(apt|apk|curl|wget|git|npm)\b", run)]
    assert not all_of("ADD")


def test_nobody_is_root_in_it() -> None:
    names = [name for name, _ in instructions()]
    (user,) = all_of("USER")
    assert f"useradd --system --uid 10001 --no-create-home --home-dir /nonexistent {user}" in " ".join(all_of("RUN"))
    assert names.index("USER") > max(place for place, name in enumerate(names) if name in ("RUN", "COPY"))


def test_it_serves_as_help_says() -> None:
    (serves,) = all_of("CMD")
    (shell,) = (block for block in code_in("hosting", "sh") if "uvicorn" in block)
    found = re.search(r"^\.venv/bin/(uvicorn .*?[^\\])\n", shell, re.MULTILINE | re.DOTALL)
    assert found
    said = shlex.split(found[1].replace("\\\n", "").replace("127.0.0.1", "0.0.0.0"))
    assert command(serves) == ["python", "-m", *said]


def test_every_setting_is_one_that_the_program_reads() -> None:
    read = set(re.findall(r"^([A-Z][A-Z_]+) ", ours.__doc__ or "", re.MULTILINE)) | OF_OTHERS
    given = {name for service in composed().values() for name in service["environment"]} - {
        "POSTGRES_USER",
        "POSTGRES_DB",
        "POSTGRES_PASSWORD",
    }
    assert given <= read and {"EUCHRE_HTTPS", "EUCHRE_SECRET_KEY", "EUCHRE_HOSTS", "EUCHRE_ADDRESS"} <= given
    assert "EUCHRE_DATA" in " ".join(all_of("ENV")) and "EUCHRE_DATA" in read


def test_every_variable_is_explained_or_has_a_default() -> None:
    text = (FOLDER / "compose.yaml").read_text("utf-8")
    explained = set(re.findall(r"^#   (\w+)=", text, re.MULTILINE))
    needed = set(re.findall(r"\$\{(\w+):\?\}", text))
    assert needed <= explained
    assert explained <= needed | set(re.findall(r"\$\{(\w+):-", text))


def test_only_this_computer_reaches_the_port_and_nothing_reaches_the_database() -> None:
    services = composed()
    assert services["site"]["ports"] == ["127.0.0.1:8000:8000"]
    assert all("ports" not in service for name, service in services.items() if name != "site")
    assert services["site"]["read_only"] is True and services["site"]["cap_drop"] == ["ALL"]


def test_the_site_waits_for_the_database_to_be_up_to_date() -> None:
    services = composed()
    assert services["site"]["depends_on"] == {"update": {"condition": "service_completed_successfully"}}
    assert services["update"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["update"]["restart"] == "no"


class Contained(Hall):
    """A site that is served by the container's command, with one process: only one may use SQLite."""

    def server_command(self) -> list[str]:
        (serves,) = all_of("CMD")
        words = [sys.executable, *command(serves)[1:]]
        words[words.index("--workers") + 1] = "1"
        words[words.index("--port") + 1] = str(self.port)
        return words

    def check(self) -> subprocess.CompletedProcess[str]:
        """Run the container's health check."""
        (health,) = all_of("HEALTHCHECK")
        script = ROOT / command(health)[1]
        return subprocess.run(
            [sys.executable, str(script)],
            env=self.env | {"PORT": str(self.port)},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )


@pytest.fixture
def contained(tmp_path: Path) -> Iterator[Contained]:
    """A site with the settings of the compose file."""
    with Contained.database_in(tmp_path) as env:
        hosted = {"EUCHRE_SECRET_KEY": ascii_letters, "EUCHRE_HTTPS": "1", "EUCHRE_LOG": "json"}
        names = {"EUCHRE_HOSTS": "127.0.0.1,euchre.example", "EUCHRE_ADDRESS": "https://euchre.example"}
        site = Contained(env=env | hosted | names | {"FORWARDED_ALLOW_IPS": "*", "EUCHRE_ACCOUNTS": "0"})
        site.start()
        yield site
        site.kill()


@pytest.mark.long
def test_its_command_serves_and_its_health_check_notices_when_it_does_not(contained: Contained) -> None:
    assert contained.check().returncode == 0
    contained.env["EUCHRE_HOSTS"] = "euchre.example, 127.0.0.1"
    assert contained.check().returncode == 0, "by the site's own name"
    contained.env["EUCHRE_HOSTS"] = "elsewhere.example"
    assert contained.check().returncode == 1
    contained.kill()
    gone = contained.check()
    assert gone.returncode == 1 and "refused" in gone.stdout and "Traceback" not in gone.stderr
