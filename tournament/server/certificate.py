"""The certificate of a hall that has HTTPS of its own: read, checked, and what phones would stumble over."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings
from django.utils import timezone

from tournament.people.errors import Refused
from tournament.web.dates import long_date

SOON = timedelta(days=14)  # before its end, a certificate is to be renewed
LOOK_UP_SECONDS = 3.0  # that looking a name up may take: the night starts without an answer, too
TOO_WEAK = {"EE_KEY_TOO_SMALL", "CA_KEY_TOO_SMALL", "CA_MD_TOO_WEAK"}  # as OpenSSL names it
LEAVE_OUT = "Or leave both settings out: the night then starts without HTTPS."


@dataclass(frozen=True)
class Certificate:
    """What a certificate says: for which names and addresses it is, from when, until when."""

    file: str
    names: tuple[str, ...]
    starts: datetime
    ends: datetime
    chained: bool  # whether its file has others beside it, or it needs none

    def covers(self, name: str) -> bool:
        """Return whether browsers take it for a site of this name: a star stands for one part of a name."""
        name = name.lower()
        return any(own == name or (own.startswith("*.") and own[2:] == name.partition(".")[2]) for own in self.names)

    @property
    def name(self) -> str:
        """The first name without a star, or else the first such address; empty where there is none."""
        plain = [name for name in self.names if "*" not in name]
        return next((name for name in plain if not _is_ip(name)), plain[0] if plain else "")


def hall_certificate() -> Certificate | None:
    """Return the certificate that this hall is to serve with; None where it has none.

    :raises Refused: when the hall cannot serve with it.
    """
    file, key = settings.CERTIFICATE, settings.CERTIFICATE_KEY
    if not file and not key:
        return None
    if not file or not key:
        raise Refused(
            "EUCHRE_CERTIFICATE and EUCHRE_CERTIFICATE_KEY belong together: set both, each to the path of its file. "
            + LEAVE_OUT
        )
    if settings.HTTPS:
        raise Refused(
            "EUCHRE_HTTPS=1 is for a site behind a proxy, which has the certificate itself. Leave EUCHRE_HTTPS out, or "
            "EUCHRE_CERTIFICATE and EUCHRE_CERTIFICATE_KEY."
        )
    found = read_certificate(file)
    _require_key(file, key)
    _require_address(found)
    return found


def read_certificate(file: str) -> Certificate:
    """Read the first certificate of a PEM file.

    :raises Refused: when there is none.
    """
    try:
        content = Path(file).read_bytes()
    except OSError:
        raise Refused(
            f"The certificate {file} is not there, or cannot be read. Set EUCHRE_CERTIFICATE to the path of its file. "
            + LEAVE_OUT
        ) from None
    try:
        found = x509.load_pem_x509_certificates(content)
        names = tuple(_names(found[0]))
    except ValueError:
        raise Refused(
            f"The file {file} holds no certificate that can be read. It must be a PEM file: text with a line "
            f"-----BEGIN CERTIFICATE-----. {LEAVE_OUT}"
        ) from None
    first = found[0]
    chained = len(found) > 1 or first.issuer == first.subject
    return Certificate(file, names, first.not_valid_before_utc, first.not_valid_after_utc, chained)


def _names(certificate: x509.Certificate) -> Iterator[str]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return
    for name in found.get_values_for_type(x509.DNSName):
        yield name.lower()
    for address in found.get_values_for_type(x509.IPAddress):
        yield str(address)


def _require_key(file: str, key: str) -> None:
    """Check that a key's file can be read and is the certificate's own.

    :raises Refused: when it is not.
    """

    def no_password() -> str:
        raise Refused(
            f"The key {key} is locked with a password, which nobody can type as the night starts. Save it without."
        )

    if not _is_readable(key):
        raise Refused(
            f"The key {key} is not there, or cannot be read. Set EUCHRE_CERTIFICATE_KEY to the path of its file. "
            + LEAVE_OUT
        )
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file, key, no_password)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise Refused(
                f"The key {key} does not belong to the certificate {file}. Take the key that came with this "
                f"certificate. {LEAVE_OUT}"
            ) from None
        if error.reason in TOO_WEAK:
            raise Refused(
                f"The certificate {file} is too weak for this laptop and for phones. Get a new one, with a longer key. "
                + LEAVE_OUT
            ) from None
        if not _is_readable_for_tls(file):
            raise Refused(
                f"The certificate {file} is written in a way that cannot be used. Save it again as a PEM file, with "
                f"its line breaks. {LEAVE_OUT}"
            ) from None
        raise Refused(
            f"The file {key} holds no key that goes with the certificate {file}. It must be a PEM file: text with a "
            f"line that ends in PRIVATE KEY-----. {LEAVE_OUT}"
        ) from None


def _is_readable_for_tls(file: str) -> bool:
    """Return whether TLS takes the file as one of certificates; it is stricter than what reads their names."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(file)
    except ssl.SSLError:
        return False
    return True


def _is_readable(file: str) -> bool:
    try:
        with Path(file).open("rb"):
            return True
    except OSError:
        return False


def _require_address(certificate: Certificate) -> None:
    """Check that codes can lead to a name of this certificate.

    :raises Refused: when they cannot.
    """
    address = settings.WANTED_ADDRESS
    if address and urlsplit(address).scheme != "https":
        raise Refused(f"EUCHRE_ADDRESS is {address}, but with a certificate it must begin with https://.")
    if not address and not certificate.name:
        names = " and ".join(certificate.names)
        raise Refused(
            f"The certificate {certificate.file} is for {names}, which leaves open where phones are to go. Say it: "
            f"EUCHRE_ADDRESS=https://night.{certificate.names[0][2:]}:8000"
            if names
            else f"The certificate {certificate.file} is for no name at all, and browsers refuse it. Get another one. "
            + LEAVE_OUT
        )


def problems(
    certificate: Certificate,
    address: str,
    *,
    now: datetime | None = None,
    beyond_this_laptop: bool = True,
    look_up: Callable[[str], list[str] | None] | None = None,
) -> list[str]:
    """Return a sentence for each thing that phones would stumble over, worst first. None of them stops the night.

    :param address: what stands in codes.
    :param beyond_this_laptop: whether others are to come; a server for this laptop alone may have any name.
    :param look_up: what asks for the addresses of a name.
    """
    name = urlsplit(address).hostname or ""
    found = list(_wrong_times(certificate, now or timezone.now()))
    if not certificate.covers(name):
        found.append(
            f"The certificate is for {' and '.join(certificate.names) or 'no name'}, not for {name}: phones will warn "
            "whoever scans a code. Set EUCHRE_ADDRESS to a name that the certificate is for."
        )
    if beyond_this_laptop and (wrong := _wrong_place(name, look_up or addresses_of)):
        found.append(wrong)
    if not certificate.chained:
        found.append(
            f"The file {certificate.file} holds one certificate and none of those that vouch for it. If phones say "
            "that the page is not safe, take the file with the whole chain, often called fullchain.pem."
        )
    return found


def _wrong_times(certificate: Certificate, now: datetime) -> Iterator[str]:
    renew = "Renew it, or start without HTTPS: leave EUCHRE_CERTIFICATE and EUCHRE_CERTIFICATE_KEY out."
    if now >= certificate.ends:
        yield f"The certificate ended on {_date(certificate.ends)}, and phones will warn whoever opens a page. {renew}"
    elif now < certificate.starts:
        yield (
            f"The certificate only starts on {_date(certificate.starts)}, and phones will warn whoever opens a page. "
            "Check this laptop’s clock; if it is right, wait, or start without HTTPS."
        )
    elif now >= certificate.ends - SOON:
        yield f"The certificate ends on {_date(certificate.ends)}. Renew it before then."


def _date(moment: datetime) -> str:
    return long_date(timezone.localtime(moment.astimezone(UTC)).date())


def _wrong_place(name: str, look_up: Callable[[str], list[str] | None]) -> str:
    """Return why a name does not lead phones to this laptop; empty if it does."""
    addresses = look_up(name)
    if not addresses:
        return (
            f"No address was found for {name}, so phones may not find it either. Whoever runs the name must give it "
            "this laptop’s address; without Internet, the hall’s router must know the name."
        )
    others = [address for address in addresses if not is_own(address)]
    if not others:
        return ""
    return (
        f"{name} leads to {' and '.join(others)}, and that is not this laptop in this network: phones will not find "
        "the night. Whoever runs the name must give it this laptop’s address; or leave both settings of the "
        "certificate out and start again."
    )


def addresses_of(name: str) -> list[str] | None:
    """Return the addresses of a name, None when nobody answers in time."""
    answer: SimpleQueue[list[str] | None] = SimpleQueue()

    def ask() -> None:
        try:
            answer.put(list(dict.fromkeys(str(one[4][0]) for one in socket.getaddrinfo(name, None))))
        except (OSError, UnicodeError):
            answer.put(None)

    Thread(target=ask, daemon=True).start()
    try:
        return answer.get(timeout=LOOK_UP_SECONDS)
    except Empty:
        return None


def is_own(address: str) -> bool:
    """Return whether an address is this laptop's in a network: only then can a socket take it."""
    found = ip_address(address.partition("%")[0])
    if found.is_loopback:
        return False  # each phone's own
    with closing(socket.socket(socket.AF_INET6 if found.version == 6 else socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def _is_ip(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
