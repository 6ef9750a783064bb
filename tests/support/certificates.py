"""Certificates for tests: signed by themselves, or by an authority of their own, for any names and any time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

DAY = timedelta(days=1)
HERE = ("localhost", "127.0.0.1")


@dataclass(frozen=True)
class Files:
    """A certificate's file and its key's."""

    certificate: Path
    key: Path

    @property
    def settings(self) -> dict[str, str]:
        """The two settings, as environment variables."""
        return {"EUCHRE_CERTIFICATE": str(self.certificate), "EUCHRE_CERTIFICATE_KEY": str(self.key)}


def make_certificate(
    folder: Path,
    names: tuple[str, ...] = HERE,
    *,
    days: tuple[float, float] = (-1, 90),
    password: bytes = b"",
    signed_by_another: bool = False,
    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey | None = None,
) -> Files:
    """Write a certificate for these names and addresses, good from and until so many days from now."""
    folder.mkdir(parents=True, exist_ok=True)
    key, now = key or ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tuesday club")])
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority")]) if signed_by_another else subject
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + days[0] * DAY)
        .not_valid_after(now + days[1] * DAY)
    )
    if names:
        certificate = certificate.add_extension(x509.SubjectAlternativeName([_name(name) for name in names]), False)
    signer = ec.generate_private_key(ec.SECP256R1()) if signed_by_another else key
    files = Files(folder / "fullchain.pem", folder / "privkey.pem")
    files.certificate.write_bytes(certificate.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    files.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption(),
        )
    )
    return files


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
