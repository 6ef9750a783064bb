"""A hall's own certificate: what is refused before the night starts, and what phones would stumble over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.support.certificates import make_certificate
from tests.support.commands import check_sentence
from tournament.laptop.phone_problems import phone_problems
from tournament.people.errors import Refused
from tournament.server import certificate as room
from tournament.server.both_schemes import redirect
from tournament.server.certificate import Certificate, addresses_of, hall_certificate, is_own, problems
from tournament.server.hall import lead_phones_to, open_socket
from tournament.web.hall_network import NO_NETWORK, network_host

NAME = "night.euchre.example"


@pytest.fixture
def hall_settings(settings: Any) -> Iterator[Any]:
    """The settings of a hall, which the start may change."""
    settings.ADDRESS = settings.WANTED_ADDRESS = settings.NETWORK_HOST = settings.CERTIFICATE = ""
    settings.CERTIFICATE_KEY, settings.HTTPS = "", False
    yield settings
    phone_problems.forget()


def set_files(settings: Any, certificate: Path | str, key: Path | str) -> None:
    settings.CERTIFICATE, settings.CERTIFICATE_KEY = str(certificate), str(key)


def refusal() -> str:
    with pytest.raises(Refused) as refused:
        hall_certificate()
    return check_sentence(str(refused.value).replace(":8000", "."))


def test_a_hall_without_the_settings_has_no_certificate(hall_settings: Any) -> None:
    assert hall_certificate() is None


def test_a_certificate_says_its_names_and_its_time(hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path, ("*.euchre.example", "192.168.1.5", NAME.upper()))
    set_files(hall_settings, files.certificate, files.key)
    found = hall_certificate()
    assert found and found.names == ("*.euchre.example", NAME, "192.168.1.5") and found.name == NAME
    assert 89 < (found.ends - datetime.now(UTC)).days + 1 < 91


@pytest.mark.parametrize("missing", ["certificate", "key"])
def test_one_setting_without_the_other_is_refused(missing: str, hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path)
    set_files(hall_settings, *("" if name == missing else getattr(files, name) for name in ("certificate", "key")))
    assert "belong together" in refusal()


@pytest.mark.parametrize("missing", ["certificate", "key"])
def test_a_missing_file_is_named(missing: str, hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path)
    getattr(files, missing).unlink()
    set_files(hall_settings, files.certificate, files.key)
    assert f"The {missing} {getattr(files, missing)} is not there" in refusal()


@pytest.mark.parametrize("content", [b"", b"\x30\x82\x01", b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
@pytest.mark.parametrize("broken", ["certificate", "key"])
def test_a_file_of_something_else_is_named(broken: str, content: bytes, hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path)
    getattr(files, broken).write_bytes(content)
    set_files(hall_settings, files.certificate, files.key)
    sentence = refusal()
    assert str(getattr(files, broken)) in sentence and "PEM" in sentence


def test_a_certificate_on_one_line_is_blamed_and_not_its_key(hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path)
    first, *middle, last = files.certificate.read_text().split("\n")[:-1]
    files.certificate.write_text(f"{first}{''.join(middle)}{last}\n")
    set_files(hall_settings, files.certificate, files.key)
    sentence = refusal()
    assert f"The certificate {files.certificate}" in sentence and str(files.key) not in sentence


def test_a_certificate_that_is_too_weak_is_blamed_and_not_its_key(hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path, key=rsa.generate_private_key(65537, 1024))
    set_files(hall_settings, files.certificate, files.key)
    sentence = refusal()
    assert "too weak" in sentence and str(files.certificate) in sentence and str(files.key) not in sentence


def test_a_key_that_does_not_fit_is_refused(hall_settings: Any, tmp_path: Path) -> None:
    set_files(hall_settings, make_certificate(tmp_path / "a").certificate, make_certificate(tmp_path / "b").key)
    assert "does not belong to the certificate" in refusal()


def test_a_key_with_a_password_is_refused_and_asks_nothing(hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path, password=b"secret")
    set_files(hall_settings, files.certificate, files.key)
    assert "locked with a password" in refusal()


def test_a_star_alone_needs_an_address(hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path, ("*.euchre.example",))
    set_files(hall_settings, files.certificate, files.key)
    assert "EUCHRE_ADDRESS=https://night.euchre.example" in refusal()
    hall_settings.WANTED_ADDRESS = f"https://{NAME}"
    assert hall_certificate()


def test_a_certificate_for_no_name_is_refused(hall_settings: Any, tmp_path: Path) -> None:
    files = make_certificate(tmp_path, ())
    set_files(hall_settings, files.certificate, files.key)
    assert "for no name" in refusal()


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [("WANTED_ADDRESS", "http://night.example", "must begin with https://"), ("HTTPS", True, "behind a proxy")],
)
def test_settings_that_contradict_a_certificate_are_refused(
    setting: str, value: object, says: str, hall_settings: Any, tmp_path: Path
) -> None:
    files = make_certificate(tmp_path)
    set_files(hall_settings, files.certificate, files.key)
    setattr(hall_settings, setting, value)
    assert says in refusal()


@pytest.mark.parametrize(
    ("host", "port", "wanted", "expected"),
    [
        ("127.0.0.1", 0, "", f"https://{NAME}:{{port}}"),
        ("127.0.0.1", 0, "https://other.euchre.example", "https://other.euchre.example"),
    ],
)
def test_codes_lead_to_the_name_of_the_certificate(
    host: str, port: int, wanted: str, expected: str, hall_settings: Any, tmp_path: Path
) -> None:
    files = make_certificate(tmp_path, (NAME,))
    set_files(hall_settings, files.certificate, files.key)
    hall_settings.WANTED_ADDRESS = wanted
    with open_socket(host, port) as sock:
        expected = expected.format(port=sock.getsockname()[1])
        assert lead_phones_to(sock, remember=False, certificate=hall_certificate()) == hall_settings.ADDRESS == expected
    assert any("phones will warn" in one for one in phone_problems.sentences()) == bool(wanted)


NOW = datetime(2026, 11, 24, 20, tzinfo=UTC)


def given(names: tuple[str, ...] = (NAME,), starts: float = -30, ends: float = 60, chained: bool = True) -> Certificate:
    return Certificate("c.pem", names, NOW + timedelta(days=starts), NOW + timedelta(days=ends), chained)


@pytest.mark.parametrize(
    ("certificate", "leads_to", "says"),
    [
        (given(), ["own"], []),
        (given(("*.euchre.example",)), ["own"], []),
        (given(("euchre.example", "*.night.euchre.example")), ["own"], ["phones will warn"]),
        (given(ends=14.1), ["own"], []),
        (given(ends=13.9), ["own"], ["ends on Tuesday, December 8, 2026"]),
        (given(ends=-0.5), ["own"], ["ended on Tuesday, November 24, 2026"]),
        (given(starts=0.5), ["own"], ["only starts on Wednesday, November 25, 2026"]),
        (given(chained=False), ["own"], ["fullchain.pem"]),
        (given(), ["203.0.113.9"], ["leads to 203.0.113.9"]),
        (given(), ["127.0.0.1"], ["leads to 127.0.0.1"]),
        (given(), ["own", "2001:db8::9"], ["leads to 2001:db8::9"]),
        (given(), [], ["No address was found"]),
        (given(ends=-1, chained=False), None, ["ended on", "No address was found", "fullchain.pem"]),
    ],
)
def test_what_phones_would_stumble_over_is_said(
    certificate: Certificate,
    leads_to: list[str] | None,
    says: list[str],
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    settings.TIME_ZONE = "UTC"
    monkeypatch.setattr(room, "is_own", lambda address: address == "own")
    found = problems(certificate, f"https://{NAME}:8000", now=NOW, look_up=lambda _: leads_to)
    assert len(found) == len(says), found
    for sentence, part in zip(found, says, strict=True):
        assert part in check_sentence(sentence)


def test_a_night_for_this_laptop_alone_may_have_any_name() -> None:
    def nobody_asks(name: str) -> list[str] | None:
        raise AssertionError(name)

    assert problems(given(), f"https://{NAME}", now=NOW, beyond_this_laptop=False, look_up=nobody_asks) == []


def test_a_laptop_knows_its_own_addresses() -> None:
    assert not is_own("203.0.113.9") and not is_own("2001:db8::9")
    assert not is_own("127.0.0.1") and not is_own("::1"), "a name that leads there leads each phone to itself"
    if (host := network_host()) != NO_NETWORK:
        assert is_own(host)


def test_a_name_is_looked_up_and_a_slow_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "127.0.0.1" in (addresses_of("localhost") or [])
    assert addresses_of("no such name.invalid") is None
    monkeypatch.setattr(room, "LOOK_UP_SECONDS", 0.01)
    monkeypatch.setattr(room.socket, "getaddrinfo", lambda *_: time.sleep(0.3) or [])
    assert addresses_of("slow.example") is None


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (b"GET /n/abc/play/?game=1 HTTP/1.1", "/n/abc/play/?game=1"),
        (b"POST /j/ HTTP/1.1", "/j/"),
        (b"GET //evil.example/ HTTP/1.1", "/"),
        (b"GET http://evil.example/ HTTP/1.1", "/"),
        (b"GET /a\nX: y HTTP/1.1", "/"),
        (b"nonsense", "/"),
    ],
)
def test_plain_http_is_led_to_the_same_page_of_this_night_alone(line: bytes, path: str, hall_settings: Any) -> None:
    hall_settings.ADDRESS = f"https://{NAME}:8000"
    head, _, content = redirect(line + b"\r\nHost: evil.example\r\n\r\n").decode().partition("\r\n\r\n")
    assert f"\r\nLocation: https://{NAME}:8000{path}\r\n" in head
    assert f"Content-Length: {len(content)}" in head
