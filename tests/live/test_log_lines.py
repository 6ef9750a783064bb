"""Lines of the log: JSON where it is asked for, with the id of their request, and without any key."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.db.models import CharField, UUIDField
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from tests.support.strangers import advance_to, fill_in
from tests.support.url_table import URLS
from tournament.models import Invitation, Night, Publication, Role
from tournament.models.keys import ALPHABET, new_token, printed_key
from tournament.models.sign_ins import token_hash
from tournament.night.phones import pair_phone
from tournament.server.application import _stream_start
from tournament.server.error_log import LOGGERS, log_errors_to
from tournament.server.log_lines import LETTERS, JsonWithoutKeys, WithoutKeys, without_keys
from tournament.web.addresses import calendar_token
from tournament.web.middleware import RefusalMiddleware
from tournament.web.request_ids import HEADER, request_id
from tournament.web.visitors import PHONE_COOKIE, SIGN_IN_COOKIE

GIVEN = "0123456789abcdef0123456789abcdef"
SECRET_FIELD = re.compile(r"key|token|secret|password|session|code")


class Lines(logging.Handler):
    """Keeps what a formatter made of each record."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(self.format(record))


@pytest.fixture
def logs(tmp_path: Path) -> Iterator[tuple[Lines, Lines, Path]]:
    """What is logged as JSON, as text, and in the file of errors."""
    handlers = Lines(JsonWithoutKeys()), Lines(WithoutKeys())
    loggers = [logging.getLogger(name) for name in ("", "django")]
    for logger in loggers:
        for handler in handlers:
            logger.addHandler(handler)
    file = log_errors_to(tmp_path / "errors.log")
    yield *handlers, tmp_path / "errors.log"
    for name in LOGGERS:
        for one in (*handlers, file):
            logging.getLogger(name).removeHandler(one)
    file.close()


def secrets_in_the_database() -> set[str]:
    """Return every value of a field that is named as a secret is, also as it is printed."""
    found = set()
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, (CharField, UUIDField)) and SECRET_FIELD.search(field.name):
                values = {str(value) for value in model._default_manager.values_list(field.name, flat=True) if value}
                found |= values | {value.replace("-", "") for value in values}
    return {value for value in found if len(value) >= 8}


def tell_all(request: HttpRequest) -> str:
    """Put everything that came with a request into a sentence."""
    return " ".join(
        [request.get_full_path(), request.build_absolute_uri(), *map(str, (request.COOKIES, dict(request.POST)))]
    )


def test_nothing_that_fails_anywhere_puts_a_key_into_the_log(
    night: Night, logs: tuple[Lines, Lines, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, signed_in = new_token(), new_token()
    pair_phone(entry=night.entries.get(number=1), token=phone)
    sign_in = {"role": Role.ORGANIZER, "browser": "Chrome on Windows", "last_seen_at": timezone.now()}
    night.club.sign_ins.create(token_hash=token_hash(signed_in), **sign_in)
    advance_to(night, "playing")
    browser = Client(raise_request_exception=False)
    browser.cookies[SIGN_IN_COOKIE], browser.cookies[PHONE_COOKIE] = signed_in, phone
    form = {"code": night.join_key, "key": night.entries.get(number=2).key, "password": "hunter4"}
    addresses = [fill_in(night, (path, "playing", {}))[0] for path in URLS]
    asked = [(method, address, form if method == "post" else {}) for address in addresses for method in ("get", "post")]
    secrets = secrets_in_the_database() | {printed_key(entry.key) for entry in night.entries.all()}
    secrets |= {calendar_token(night.club), *Publication.objects.values_list("token", flat=True)}
    secrets.add(signed_in)
    assert {night.club.key, night.join_key, phone, night.entries.get(number=1).key} <= secrets
    assert set(Invitation.objects.values_list("key", flat=True)) <= secrets

    def fail(self: object, request: HttpRequest, view: object, *arguments: object) -> HttpResponse:
        raise ValueError(f"{tell_all(request)} {arguments} postgres://euchre:hunter2@db.example/night")

    monkeypatch.setattr(RefusalMiddleware, "process_view", fail, raising=False)
    for number, (method, address, form) in enumerate(asked):
        query = f"?code={night.join_key}&next=hunter3"
        answer = getattr(browser, method)(address + query, form, headers={HEADER: f"{number:032x}"})
        assert answer.status_code == 500 and answer[HEADER] == f"{number:032x}", address
    as_json, as_text, file = logs
    written = [*as_json.lines, *as_text.lines, file.read_text()]
    assert len(as_json.lines) == len(as_text.lines) == len(asked)
    for line, number in zip(map(json.loads, as_json.lines), range(len(asked)), strict=True):
        assert line["request_id"] == f"{number:032x}" and line["level"] == "ERROR" and line["status"] == 500
        assert line["message"].startswith("Internal Server Error: /") and "ValueError" in line["traceback"]
    for text in written:
        found = {secret for secret in secrets | {"hunter2", "hunter3"} if secret in text}
        assert not found, text


def test_a_log_that_is_not_cleaned_would_hold_keys(night: Night, logs: tuple[Lines, Lines, Path]) -> None:
    """The control: what the test above looks for is there when nothing takes it out."""
    plain = logging.StreamHandler(stream := StringIO())
    logging.getLogger().addHandler(plain)
    logging.getLogger("tally").error("Failed: /o/%s/?code=%s", night.club.key, night.join_key)
    logging.getLogger().removeHandler(plain)
    assert night.club.key in stream.getvalue() and night.join_key in stream.getvalue()
    assert [json.loads(line)["message"] for line in logs[0].lines] == ["Failed: /o/…/?…"]


def test_a_key_has_the_letters_that_are_looked_for() -> None:
    assert LETTERS == ALPHABET


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("postgres://euchre:hunter2@db/night", "postgres://…@db/night"),
        ("/n/abc/?code=K7QM2X9D&x=1 failed", "/n/abc/?… failed"),
        ("session 3k9d8s7f6g5h4j3k2l1z0x9c8v7b6n5m", "session …"),
        ("Is that so? It is.", "Is that so? It is."),
    ],
)
def test_queries_passwords_and_sessions_are_hidden(text: str, written: str) -> None:
    assert without_keys(text) == written


def test_a_line_of_json_holds_what_a_library_adds_as_text(logs: tuple[Lines, Lines, Path]) -> None:
    logging.getLogger("library").warning("Odd", extra={"cookie": {"phone": new_token()}, "seconds": 3})
    line = json.loads(logs[0].lines[0])
    assert (line["logger"], line["cookie"], line["seconds"]) == ("library", "{'phone': '…'}", 3)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)", line["time"])


# The id of a request


@pytest.mark.parametrize("given", ["", "short", "K7QM2X9DK7QM2X9D", "0" * 65, "a b", "0123456789abcdef\x00"])
def test_a_request_without_a_well_formed_id_gets_one(stranger: Client, db: None, given: str) -> None:
    answers = [stranger.get("/help/", headers={HEADER: given}) for _ in range(2)]
    ids = {answer[HEADER] for answer in answers}
    assert len(ids) == 2 and all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)


def test_the_proxys_id_is_used_and_sent_back(stranger: Client, db: None) -> None:
    for path, status in (("/help/", 200), ("/nowhere/", 404), (f"{django_settings.STATIC_URL}none.css", 404)):
        answer = stranger.get(path, headers={HEADER: GIVEN})
        assert (answer.status_code, answer[HEADER]) == (status, GIVEN)
    assert request_id.get() == GIVEN


def test_a_stream_has_an_id_too(night: Night) -> None:
    scope = {"headers": [(HEADER.lower().encode(), GIVEN.encode())]}
    assert (b"x-request-id", GIVEN.encode()) in _stream_start(scope)["headers"]
    assert len(dict(_stream_start({"headers": []})["headers"])[b"x-request-id"]) == 32


def test_settings_write_json_where_asked(tmp_path: Path) -> None:
    code = "import django; django.setup(); import logging; "
    code += "[logging.getLogger(name).error('Lost /o/ABCDEFGH/') for name in {}]"
    for kind, names in (("json", ["tournament", "asyncio", "uvicorn.error"]), ("", ["tally"])):
        env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "EUCHRE_LOG": kind,
            "EUCHRE_DATA": str(tmp_path),
        }
        run = [sys.executable, "-c", code.format(names)]
        done = subprocess.run(run, cwd=django_settings.BASE_DIR, env=env, capture_output=True, text=True, check=True)
        lines = done.stderr.splitlines()
        assert [json.loads(line)["message"] if kind else line for line in lines] == ["Lost /o/…/"] * len(names)
