"""Secrets: keys that people type, without characters that look alike, and tokens that only browsers see."""

from __future__ import annotations

import re
import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0 O 1 I L
KEY_LETTERS = 8
SEAL_LETTERS = 3  # so that most halls' addresses still fit the smallest QR code that cards have


def new_key(length: int = KEY_LETTERS) -> str:
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


def sealed(key: str) -> str:
    """A key with the letters that only QR codes and links of this site have: nobody types them, nobody guesses both.

    They are computed with the site's secret. See `tournament.web.guessing` for what they are good for.
    """
    number, letters = int.from_bytes(salted_hmac("seal of a code", key, algorithm="sha256").digest()), ""
    for _ in range(SEAL_LETTERS):
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return key + letters


def unsealed(text: str) -> tuple[str, bool]:
    """The key in a scanned or typed text, and whether it had its seal.

    Another seal than this site's is left out: a card was printed before the night moved to another laptop.
    """
    text = typed_key(text)
    if len(text) != KEY_LETTERS + SEAL_LETTERS:
        return text, False
    key = text[:KEY_LETTERS]
    return key, constant_time_compare(text, sealed(key))
