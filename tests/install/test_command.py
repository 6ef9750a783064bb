"""The command: what it runs without a command, its version and lists, options that mean nothing, the demo's folder."""

from __future__ import annotations

import errno
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

import tournament.data_folder
from tally.management.commands.night import _open_socket
from tests.support.commands import run_manage
from tests.support.hall_server import MANAGE, ColdHall
from tests.support.http_visitor import Visitor
from tournament import command
from tournament.command import with_command
from tournament.data_folder import data_folder, demo_folder
from tournament.installation import FIXTURES, PROGRAM, TEMPLATES, program_number
from tournament.management.command_list import NOT_OFFERED, ORGANIZER, OTHERS, line_of
from tournament.management.our_commands import OurCommands
from tournament.management.plain_command import PlainCommand
from tournament.people.errors import Refused
from tournament.server.hall import USUAL_PORT, open_free_socket, open_socket


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What Django was called with, in place of running it."""
    calls: list[list[str]] = []
    monkeypatch.setattr(OurCommands, "execute", lambda self: calls.append(self.argv))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return calls


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """Run the command with these arguments."""
    monkeypatch.setattr(sys, "argv", ["/somewhere/bin/euchre-night", *arguments])
    command.main()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ([], ["night"]),
        (["--port", "8001"], ["night", "--port", "8001"]),
        (["night", "--demo"], ["night", "--demo"]),
        (["print", "latest", "flyer"], ["print", "latest", "flyer"]),
        (["--version"], ["version"]),
        (["--help"], ["help"]),
        (["-h"], ["help"]),
    ],
)
def test_the_command_without_a_command_is_the_night(typed: list[str], meant: list[str]) -> None:
    assert with_command(typed) == meant


def test_what_is_no_list_and_no_version_is_run_by_django(
    called: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(monkeypatch)
    run(monkeypatch, "help", "print")
    assert [arguments[1:] for arguments in called] == [["night"], ["help", "print"]]


@pytest.mark.parametrize("typed", ["version", "--version"])
def test_the_version_is_the_programs_own(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, typed)
    number = re.search(r'^version = "(.+)"$', (PROGRAM / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert number and capsys.readouterr().out == f"euchre-night {number[1]}\n"
    assert PlainCommand().get_version() == program_number() == number[1]


def own_commands() -> set[str]:
    """Return the names of the commands that are the program's own."""
    return {name for name, app in get_commands().items() if app in ("tournament", "tally")}


def test_every_command_of_our_own_has_a_line_and_every_line_a_command() -> None:
    assert not set(ORGANIZER) & set(OTHERS)
    assert {*ORGANIZER, *OTHERS} == own_commands() | {"version"}
    lines = [line_of(name) for name in (*ORGANIZER, *OTHERS)]
    assert [line for line in lines if not re.fullmatch(r"[A-Z].{10,79}\.", line)] == []


@pytest.mark.parametrize("name", sorted({*ORGANIZER, *OTHERS} - {"version"}))
def test_the_line_of_a_command_is_how_its_own_help_begins(name: str) -> None:
    text = load_command_class(get_commands()[name], name).create_parser("euchre-night", name).format_help()
    assert line_of(name) in " ".join(text.split())


def test_help_lists_the_organizers_commands_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "help")
    listed = re.findall(r"^  (\S+)  +\S", capsys.readouterr().out, re.MULTILINE)
    assert listed == list(ORGANIZER)


def test_help_all_lists_every_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "help", "all")
    text = capsys.readouterr().out
    offered = set(re.findall(r"[\w-]+", text))
    assert set(get_commands()) - offered == set(NOT_OFFERED)
    assert re.findall(r"^  (\S+)  +\S", text, re.MULTILINE) == [*ORGANIZER, *OTHERS]


# Names of commands


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("start", "night"),
        ("strat", "night"),
        ("nihgt", "night"),
        ("demo", "night --demo"),
        ("bakup", "backup"),
        ("verison", "version"),
        ("erase-club", "erase_club"),
        ("startapp", "night"),
        ("startproject", ""),
        ("migrat", ""),
        ("zzz", ""),
    ],
)
def test_a_command_that_there_is_not_is_one_sentence_with_the_nearest_of_ours(
    typed: str, meant: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    said = f"There is no command {typed}." + (f" Did you mean euchre-night {meant}?" if meant else "")
    for arguments in ([typed, "foo"], ["help", typed]):
        with pytest.raises(SystemExit) as ended:
            run(monkeypatch, *arguments)
        written = capsys.readouterr()
        assert (ended.value.code, written.out) == (2, "")
        assert written.err == f"{said} euchre-night help lists the commands.\n"
    assert not any(tmp_path.iterdir())


def test_who_types_stop_reads_how_to_stop(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "stop")
    assert "press Stop on its page This laptop" in capsys.readouterr().err


# Options


@pytest.mark.parametrize("name", sorted({*ORGANIZER, *OTHERS} - {"version"}))
def test_no_option_of_our_commands_can_be_abbreviated(name: str) -> None:
    own = load_command_class(get_commands()[name], name)
    assert isinstance(own, PlainCommand)
    assert own.create_parser("euchre-night", name).allow_abbrev is False


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("--new", "There is no option --new. Did you mean --new-link?"),
        ("--prot=80", "There is no option --prot. Did you mean --port?"),
        ("--zzz", "There is no option --zzz."),
        ("8001", '"8001" is one word too many.'),
    ],
)
def test_an_option_that_means_nothing_is_refused_with_the_nearest(
    typed: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        PlainNight().run_from_argv(["/bin/euchre-night", "night", typed])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.startswith(f"{sentence} euchre-night night --help shows "), said


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--port", "abc"], '--port needs a number, not "abc".'),
        (["--port="], '--port needs a number, not "".'),
        (["--port"], "Something is missing after --port."),
        (["--new-link=now"], "--new-link: ignored explicit argument 'now'."),
    ],
)
def test_an_option_with_a_wrong_value_is_refused_in_a_sentence(
    typed: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        PlainNight().run_from_argv(["/bin/euchre-night", "night", *typed])
    assert ended.value.code == 2
    after = "euchre-night night --help shows what can be written after euchre-night night."
    assert capsys.readouterr().err == f"{sentence} {after}\n"


class PlainNight(PlainCommand):
    """A command with the options of the night, which runs nothing."""

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--port", type=int)
        parser.add_argument("--new-link", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"runs with {options['port']}")


def test_an_option_by_its_whole_name_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    PlainNight().run_from_argv(["/bin/euchre-night", "night", "--port", "8001"])
    assert capsys.readouterr().out == "runs with 8001\n"


class Refusing(PlainCommand):
    """A command that is refused."""

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("There is no night here yet.")


def test_a_refusal_is_a_sentence_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        Refusing().run_from_argv(["/bin/euchre-night", "refuse"])
    assert (ended.value.code, capsys.readouterr().err) == (1, "There is no night here yet.\n")
    with pytest.raises(CommandError):
        Refusing().run_from_argv(["/bin/euchre-night", "refuse", "--traceback"])
    with pytest.raises(CommandError):
        call_command(Refusing())


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["night", "--new"], "There is no option --new. Did you mean --new-link? manage.py night --help shows all"),
        (["backup"], "required: FILE"),
        (["night", "--port", "eight"], '--port needs a number, not "eight". manage.py night --help shows'),
        (["start"], "There is no command start. Did you mean manage.py night?"),
    ],
)
def test_a_wrong_command_line_is_refused_without_a_traceback(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    done = run_manage(tmp_path, *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr and "Traceback" not in done.stderr


# Where data and files are


def test_a_file_gets_every_letter_whatever_those_of_the_terminal_are(tmp_path: Path) -> None:
    """Python on Windows writes into a file with the letters of western Europe alone, which lack the minus sign."""
    env = os.environ | {"PYTHONIOENCODING": "cp1252", "EUCHRE_DATA": str(tmp_path)}
    done = subprocess.run([sys.executable, MANAGE, "variants", "standard"], env=env, capture_output=True, check=True)
    assert "−" in done.stdout.decode("utf-8")


def test_the_data_of_a_checkout_is_beside_manage_py(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EUCHRE_DATA", raising=False)
    assert data_folder() == PROGRAM / "data"
    assert (PROGRAM / "manage.py").is_file() and TEMPLATES == PROGRAM / "templates" and FIXTURES == PROGRAM / "fixtures"


def test_the_data_of_an_installed_program_is_in_the_persons_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tournament.data_folder, "IS_INSTALLED", True)
    monkeypatch.delenv("EUCHRE_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folder = data_folder()
    assert folder.name == "euchre-night" and folder.is_relative_to(tmp_path)


def test_the_folder_that_is_asked_for_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EUCHRE_DATA", "mine")
    assert data_folder() == tmp_path / "mine" and demo_folder() == tmp_path / "mine" / "demo"


def test_the_database_is_in_the_folder_whatever_that_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "Club #1, 50%25? [new]"
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {"EUCHRE_DATA": str(folder)}
    show = "from tournament import settings; print(settings.DATABASES['default']['NAME'])"
    done = subprocess.run(
        [sys.executable, "-c", show], env=env, cwd=PROGRAM, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{folder / 'night.sqlite3'}\n"


def test_the_demo_has_a_folder_of_its_own(
    called: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EUCHRE_DATA", str(tmp_path))
    run(monkeypatch, "night")
    assert data_folder() == tmp_path
    run(monkeypatch, "--demo")
    assert data_folder() == tmp_path / "demo"


def test_the_demo_stays_in_a_database_that_is_named(
    called: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EUCHRE_DATA", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///elsewhere.sqlite3")
    run(monkeypatch, "night", "--demo")
    assert data_folder() == tmp_path


def test_a_home_that_is_a_file_is_said(
    called: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "home").write_text("mine")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with pytest.raises(SystemExit, match="is a file and not a folder"):
        run(monkeypatch)
    assert called == []
    monkeypatch.setenv("HOME", str(tmp_path / "nothing"))
    run(monkeypatch)
    assert len(called) == 1


def test_the_demos_cookies_have_names_of_their_own() -> None:
    """A browser sends a laptop's cookies to all its ports, and has one of each name."""
    show = (
        "import django; django.setup();"
        "from django.conf import settings as s; from tally.views.erasing_club import COOKIE;"
        "from tournament.web.saved_messages import SavedMessages; from tournament.web import visitors as v;"
        "print(v.SIGN_IN_COOKIE, v.PHONE_COOKIE, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_NAME);"
        "print(SavedMessages.cookie_name, COOKIE)"
    )
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "tournament.settings"}

    def names(*options: str) -> list[str]:
        command = [sys.executable, "-c", show, "night", *options]
        return subprocess.run(command, env=env, cwd=PROGRAM, capture_output=True, text=True, check=True).stdout.split()

    usual = ["sign-in", "phone", "csrftoken", "sessionid", "messages", "taken-out"]
    assert names() == usual, "phones have them already"
    assert names("--demo") == [f"demo-{name}" for name in usual]


@pytest.mark.long
def test_the_demo_runs_beside_a_night(tmp_path: Path) -> None:
    env = os.environ | {"EUCHRE_DATA": str(tmp_path)}
    env.pop("DATABASE_URL", None)
    night, demo = ColdHall(env=env), ColdHall(env=env)
    try:
        night.start()
        demo.start("--demo")
        assert "Demo Euchre Night" in demo.output and "Demo Euchre Night" not in night.output
        assert len(set(re.findall(r"/o/\w+/", demo.output))) == 2, "both wrote to one log"
        assert {path.parent for path in tmp_path.rglob("night.sqlite3")} == {tmp_path, tmp_path / "demo"}
        links = re.findall(r"Organizer +http://127.0.0.1:(\d+)(/o/\w+/)", demo.output)
        browser, beside = Visitor(night, dict(links)[str(night.port)]), Visitor(demo, "/")
        beside.cookies = browser.cookies
        assert beside.open(dict(links)[str(demo.port)]).open("/laptop/").status == 200
        assert browser.open("/laptop/").status == 200, "and still signed in to the night"
    finally:
        night.kill()
        demo.kill()


# Ports


@pytest.fixture
def usual_port_taken() -> Iterator[None]:
    """The usual port, on which something listens."""
    with ExitStack() as stack:
        with suppress(OSError):  # something else does
            stack.enter_context(closing(socket.create_server(("127.0.0.1", USUAL_PORT))))
        yield


def test_the_demo_takes_the_next_free_port(usual_port_taken: None) -> None:
    with closing(_open_socket(host="127.0.0.1", port=None, demo=True)) as found:
        assert USUAL_PORT < found.getsockname()[1] < USUAL_PORT + 20


def test_a_night_stays_at_the_port_that_phones_know(usual_port_taken: None) -> None:
    with pytest.raises(Refused, match=f"Port {USUAL_PORT} is taken"):
        _open_socket(host="127.0.0.1", port=None, demo=False)


def test_a_shortcut_starts_the_night_at_the_next_free_port(usual_port_taken: None) -> None:
    with closing(_open_socket(host="127.0.0.1", port=None, demo=False, from_shortcut="/data")) as found:
        assert USUAL_PORT < found.getsockname()[1] < USUAL_PORT + 20


def test_where_a_setting_says_what_codes_lead_to_a_shortcut_takes_no_other_port(
    usual_port_taken: None, settings: Any
) -> None:
    settings.WANTED_ADDRESS = "http://cards.example"
    with pytest.raises(Refused, match=f"Port {USUAL_PORT} is taken"):
        _open_socket(host="127.0.0.1", port=None, demo=False, from_shortcut="/data")


def test_a_port_that_the_demo_is_given_is_that_or_none(usual_port_taken: None) -> None:
    with pytest.raises(Refused, match=f"Port {USUAL_PORT} is taken"):
        _open_socket(host="127.0.0.1", port=USUAL_PORT, demo=True)


@pytest.mark.parametrize("host", ["203.0.113.7", "no host"])
def test_an_address_of_another_computer_is_not_a_taken_port(host: str) -> None:
    for open_one in (lambda: open_socket(host, 8000), lambda: open_free_socket(host)):
        with pytest.raises(Refused, match=f"does not have the address {host}") as refused:
            open_one()
        assert "taken" not in str(refused.value)


def test_for_phones_a_hall_listens_in_ipv4_at_all_events() -> None:
    with pytest.raises(Refused, match="Phones find this laptop by an address of IPv4"):
        open_socket("fd00::2", 8000)
    with open_socket("::", 0) as both:
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, both.getsockname()[1]), 5).close()


class Forbidding(socket.socket):
    """A socket that may not be bound."""

    def bind(self, address: Any, /) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")


def test_a_port_below_1024_needs_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.server.hall.socket.socket", Forbidding)
    with pytest.raises(Refused, match="needs the rights of an administrator") as refused:
        open_socket("127.0.0.1", 80)
    assert str(refused.value).endswith("manage.py night --port 8000")
    with pytest.raises(Refused, match="Port 8000 is taken"):  # as Windows says of a port that another program has alone
        open_socket("127.0.0.1", 8000)
