"""Secrets: keys that people type, without characters that look alike, and tokens that only browsers see."""

from __future__ import annotations

import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0 O 1 I L


def new_key(length: int = 8) -> str:
    """A random key for a tally card; 8 characters are 39 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    """A random token for a cookie, 192 bits."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    """Whether a text, such as the value of a cookie, could be a token: letters, digits, dashes, at most 40."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


def printed_key(key: str) -> str:
    """A key in groups of four, as it is printed: K7QM-2X9D."""
    return "-".join(key[i : i + 4] for i in range(0, len(key), 4))


def typed_key(text: str) -> str:
    """The key that somebody typed, in upper case and without spaces and dashes."""
    return re.sub(r"[\W_]+", "", text).upper()
