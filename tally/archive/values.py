"""Columns ↔ JSON: one way to write each kind of column, and one strict way to read it."""

from __future__ import annotations

import binascii
import math
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import (
    BinaryField,
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    TextField,
)

from tally.loading.stored_results import YEARS

MOST_KNOWN = 5000  # values of a column that are not checked twice
FAR_AWAY = "too far away in time"
DEEPEST = 30  # lists in lists, in a JSON column


class WrongValueError(ValueError):
    """A value that a column cannot have; the text says why, to go on from "is"."""


def write_moment(value: datetime) -> str:
    """A moment in UTC, to the microsecond."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def write_bytes(value: bytes) -> str:
    """Bytes in Base64."""
    return b64encode(value).decode()


def writer_of(column: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """What turns a column's values into JSON; None where they are JSON already. Foreign keys are written elsewhere.

    :raises TypeError: for a kind of column that no archive had yet.
    """
    if isinstance(column, DateTimeField):
        return write_moment
    if isinstance(column, DateField):
        return date.isoformat
    if isinstance(column, BinaryField):
        return write_bytes
    if isinstance(column, BooleanField | IntegerField | CharField | TextField | JSONField | ForeignKey):
        return None
    raise TypeError(f"An archive cannot hold {column} yet: say how in tally.archive.values.")


def reader_of(column: Field[Any, Any]) -> Callable[[Any], Any]:
    """What checks a JSON value and turns it into the column's own; raises `WrongValueError`."""
    read, known = _kind_of(column), set[Any]()
    repeats = isinstance(column, IntegerField | CharField)  # the same few values in thousands of rows

    def checked(value: Any) -> Any:
        if value is None:
            if not column.null:
                raise WrongValueError("missing")
            return None
        found = read(value)
        if repeats and found in known:
            return found
        _validate(column, found)
        if repeats and len(known) < MOST_KNOWN:
            known.add(found)
        return found

    return checked


def _validate(column: Field[Any, Any], value: Any) -> None:
    """Let through a value that the column's own checks let through; JSON may be empty.

    :raises WrongValueError: otherwise.
    """
    if value in ("", b"") and not column.blank:
        raise WrongValueError("empty")
    try:
        if value not in column.empty_values and not isinstance(column, JSONField):
            column.validate(value, None)
        column.run_validators(value)
    except ValidationError as error:
        raise WrongValueError(f"not possible: {error.messages[0][:100].rstrip('.')}") from None


def _kind_of(column: Field[Any, Any]) -> Callable[[Any], Any]:
    if isinstance(column, DateTimeField):
        return _moment
    if isinstance(column, DateField):
        return _day
    if isinstance(column, JSONField):
        return _json
    if isinstance(column, BinaryField):
        return _bytes
    if isinstance(column, BooleanField):
        return _exactly(bool, "neither true nor false")
    return _exactly(int, "no whole number") if isinstance(column, IntegerField) else _exactly(str, "no text")


def _exactly(kind: type, otherwise: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise WrongValueError(otherwise)
        return value

    return read


def _moment(value: Any) -> datetime:
    """A moment exactly as `write_moment` writes it."""
    try:
        found = datetime.fromisoformat(value)
        same = found.tzinfo is not None and write_moment(found) == value
    except (TypeError, ValueError, OverflowError):
        same = False
    if not same:
        raise WrongValueError("no moment like 2026-11-24T19:00:00Z")
    if found.year not in YEARS:
        raise WrongValueError(FAR_AWAY)
    return found


def _bytes(value: Any) -> bytes:
    """Bytes exactly as `write_bytes` writes them."""
    try:
        return b64decode(value, validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise WrongValueError("not written in Base64") from None


def _day(value: Any) -> date:
    try:
        found = date.fromisoformat(value)
        same = found.isoformat() == value
    except (TypeError, ValueError):
        same = False
    if not same:
        raise WrongValueError("no day like 2026-11-24")
    if found.year not in YEARS:
        raise WrongValueError(FAR_AWAY)
    return found


def _json(value: Any, depth: int = 0) -> Any:
    """A JSON value that every database can store."""
    if depth > DEEPEST:
        raise WrongValueError("nested too deeply")
    if isinstance(value, dict):
        for one in value.values():
            _json(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            _json(one, depth + 1)
    elif (isinstance(value, int) and abs(value) >= 2**53) or (isinstance(value, float) and not math.isfinite(value)):
        raise WrongValueError("too large a number")
    return value
