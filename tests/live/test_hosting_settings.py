"""A site on PostgreSQL does not serve without a key, host names, HTTPS and its address, and says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.commands import check_sentence
from tests.support.hall_server import MANAGE, free_port
from tournament.people.errors import Refused
from tournament.server import hosting
from tournament.server.hosting import NOT_STARTED, is_site_address, require_settings

WANTED = [
    "EUCHRE_SECRET_KEY",
    "EUCHRE_HOSTS",
    "EUCHRE_HTTPS",
    "EUCHRE_ADDRESS",
    "EUCHRE_EMAIL_HOST",
    "EUCHRE_EMAIL_FROM",
]
NAMES = [*WANTED, "EUCHRE_DEBUG", "EUCHRE_METRICS_KEY"]
RANDOM = "0123456789abcdefghijklmnopqrstuvwxyz"
NOWHERE = "postgres://nobody@127.0.0.1:1/nothing"


@pytest.fixture
def hosted(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The settings of a site that is set up."""
    monkeypatch.setattr(hosting, "connection", SimpleNamespace(vendor="postgresql"))
    settings.DEBUG, settings.HTTPS, settings.KEPT_SECRET_KEY = False, True, RANDOM
    settings.ALLOWED_HOSTS, settings.ADDRESS = ["euchre.example"], "https://euchre.example"
    settings.ACCOUNTS_WANTED, settings.EMAIL_BACKEND, settings.EMAIL_HOST = True, hosting.SMTP, "smtp.example"
    settings.DEFAULT_FROM_EMAIL, settings.METRICS_KEY = "night@euchre.example", ""
    return settings


def missing(host: str = "") -> list[str]:
    """Return the names of the settings that the sentence says are missing."""
    try:
        require_settings(host)
    except Refused as refusal:
        sentence = check_sentence(str(refusal))
        return [name for name in NAMES if name in sentence]
    return []


def test_a_site_that_is_set_up_serves(hosted: Any) -> None:
    assert missing() == missing("0.0.0.0") == []


@pytest.mark.parametrize(
    ("setting", "value", "named"),
    [
        ("KEPT_SECRET_KEY", "", "EUCHRE_SECRET_KEY"),
        ("KEPT_SECRET_KEY", "…", "EUCHRE_SECRET_KEY"),
        ("KEPT_SECRET_KEY", "k" * 50, "EUCHRE_SECRET_KEY"),
        ("KEPT_SECRET_KEY", f"django-insecure-{RANDOM}", "EUCHRE_SECRET_KEY"),
        ("KEPT_SECRET_KEY", f"changeme-{RANDOM}", "EUCHRE_SECRET_KEY"),
        ("ALLOWED_HOSTS", ["euchre.example", ""], "EUCHRE_HOSTS"),
        ("ALLOWED_HOSTS", ["euchre.example", ".example"], "EUCHRE_HOSTS"),
        ("ALLOWED_HOSTS", ["euchre.example", "*.euchre.example"], "EUCHRE_HOSTS"),
        ("ALLOWED_HOSTS", ["*"], "EUCHRE_HOSTS"),
        ("ALLOWED_HOSTS", ["euchre.example", "*"], "EUCHRE_HOSTS"),
        ("HTTPS", False, "EUCHRE_HTTPS"),
        ("DEBUG", True, "EUCHRE_DEBUG"),
        ("METRICS_KEY", "short", "EUCHRE_METRICS_KEY"),
        ("METRICS_KEY", "k" * 32, "EUCHRE_METRICS_KEY"),
        ("ADDRESS", "https://another.example", "EUCHRE_ADDRESS"),
        ("ADDRESS", "https://euchre.example.evil.example/", "EUCHRE_ADDRESS"),
        ("ADDRESS", "https://", "EUCHRE_ADDRESS"),
        ("ADDRESS", "", "EUCHRE_ADDRESS"),
        ("EMAIL_HOST", "", "EUCHRE_EMAIL_HOST"),
        ("DEFAULT_FROM_EMAIL", "Euchre Night", "EUCHRE_EMAIL_FROM"),
        ("ADDRESS", "http://192.168.1.20:8000", "EUCHRE_ADDRESS"),
    ],
)
def test_what_is_missing_is_named(hosted: Any, setting: str, value: object, named: str) -> None:
    setattr(hosted, setting, value)
    assert missing() == missing("0.0.0.0") == missing("192.168.1.20") == [named]


def test_an_address_with_a_port_or_a_path_is_one(hosted: Any) -> None:
    for hosted.ADDRESS in ("https://euchre.example:8443", "https://Euchre.Example/club/"):
        assert missing() == []


def test_no_host_names_at_all_are_missing(hosted: Any) -> None:
    hosted.ALLOWED_HOSTS = []
    assert missing() == ["EUCHRE_HOSTS", "EUCHRE_ADDRESS"]


def test_a_proxy_in_front_ends_the_exceptions(hosted: Any) -> None:
    """A night for this computer alone, or Django's own pages of errors, behind a proxy are for everybody."""
    hosted.KEPT_SECRET_KEY = ""
    assert missing("127.0.0.1") == missing("localhost") == ["EUCHRE_SECRET_KEY"]
    hosted.DEBUG = True
    assert missing("127.0.0.1") == ["EUCHRE_SECRET_KEY", "EUCHRE_DEBUG"]


def test_email_goes_by_a_service_instead_of_smtp(hosted: Any) -> None:
    hosted.EMAIL_BACKEND, hosted.EMAIL_HOST = "anymail.backends.postmark.EmailBackend", ""
    assert missing() == []


def test_a_site_without_accounts_needs_no_email(hosted: Any) -> None:
    hosted.ACCOUNTS_WANTED, hosted.EMAIL_HOST, hosted.DEFAULT_FROM_EMAIL = False, "", ""
    assert missing() == []


def test_this_computer_alone_a_hall_and_a_developer_need_none(hosted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hosted.KEPT_SECRET_KEY, hosted.ALLOWED_HOSTS, hosted.HTTPS, hosted.ADDRESS = "", ["*"], False, ""
    hosted.EMAIL_HOST = hosted.DEFAULT_FROM_EMAIL = ""
    assert missing() == WANTED
    assert missing("127.0.0.1") == missing("::1") == missing("localhost") == []
    hosted.DEBUG = True
    assert missing() == []
    hosted.DEBUG = False
    monkeypatch.setattr(hosting, "connection", SimpleNamespace(vendor="sqlite"))
    assert missing() == missing("0.0.0.0") == []


SET_UP = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'tournament.settings'; django.setup()"
RUNSERVER = "b.get_internal_wsgi_application()"  # what `manage.py runserver` serves, once it has asked the database
WORKERS = ["-m", "uvicorn", "tournament.asgi:application", "--workers", "2", "--port", "{port}"]


@pytest.mark.parametrize(
    ("command", "status"),
    [
        pytest.param(WORKERS, 0, marks=pytest.mark.long),  # none is started again and again
        (["-m", "uvicorn", "tournament.asgi:application", "--port", "{port}"], NOT_STARTED),
        (["-c", "import tournament.wsgi"], NOT_STARTED),
        (["-c", f"import django; {SET_UP}; from django.core.servers import basehttp as b; {RUNSERVER}"], NOT_STARTED),
        ([MANAGE, "night", "--port", "{port}"], 1),
    ],
    ids=["two processes", "one process", "wsgi", "Django’s own server", "a night for the network"],
)
def test_no_server_starts_before_the_site_is_set_up(command: list[str], status: int, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("EUCHRE_")}
    env |= {"EUCHRE_DATA": str(tmp_path), "DATABASE_URL": NOWHERE}
    asked = [part.format(port=free_port()) for part in command]
    done = subprocess.run(
        [sys.executable, *asked],
        env=env,
        cwd=Path(MANAGE).parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr and all(name in done.stderr for name in WANTED)
    assert not any(tmp_path.iterdir()), "nothing was made"


@pytest.mark.parametrize(
    "address",
    [
        "https://[::1",
        "http://x:80a",
        "http://x:99999",
        "night.example",
        'http://night "><b>',
        "http://",
        "http://a..b",
        "http://somebody@night.example",
        "http://night.example/here",
        "http://night.example?x",
        "ftp://night.example",
        "http://night.example\nhere",
        "http://" + "a" * 5000 + "!",
    ],
)
def test_an_address_that_leads_nowhere_is_refused_in_a_hall_too(address: str, settings: Any) -> None:
    settings.WANTED_ADDRESS, settings.HTTPS, settings.DEBUG = address, False, True
    with pytest.raises(Refused, match="not the address of a site"):
        require_settings("127.0.0.1")


@pytest.mark.parametrize(
    "address",
    [
        "http://192.168.1.4:8000",
        "http://[fe80::1]:8000",
        "https://night.euchre.example/",
        "http://euchre.local",
        "http://my_laptop",
        "http://m\u00fcller.example:80",
    ],
)
def test_the_address_of_a_site_is_taken(address: str) -> None:
    assert is_site_address(address)
