"""Bytes → JSON, strictly: whatever is broken, doubled or too much for a database ends in a sentence."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from tournament.people.errors import Refused

NO_LETTER = re.compile("[\0\ud800-\udfff]")
DEEPEST = 40
NO_TEXT = "This file is not a text in UTF-8, as an archive is. Choose the file as it was exported."
NO_JSON = "This file is not JSON, or not all of it is here{where}. Copy it or export it again."
TWICE = "This file says {name} twice in one place. Export it again."
NO_NUMBER = "This file has a number that is none: {number}. Export it again."
TOO_DEEP = "This file is nested too deeply to be an archive."
NO_LETTERS = "This file has characters that are no letters, so it was damaged. Export it again."


def read_json(content: bytes) -> Any:
    """Decode a JSON document.

    :raises Refused: when it is none, names a value twice, or has texts and numbers that cannot be stored.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(NO_TEXT) from error
    try:
        document = json.loads(
            text, object_pairs_hook=_without_doubles, parse_constant=_refuse_number, parse_float=_finite
        )
    except Refused:
        raise
    except json.JSONDecodeError as error:
        raise Refused(NO_JSON.format(where=f" (look at line {error.lineno})")) from error
    except ValueError as error:  # a number of thousands of digits
        raise Refused(NO_JSON.format(where="")) from error
    except RecursionError as error:
        raise Refused(TOO_DEEP) from error
    if isinstance(document, dict | list):
        _check(document, texts="\\u" in text)  # only so can letters be written that are none
    return document


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise Refused(TWICE.format(name=_quoted(next(name for name in names if names.count(name) > 1))))
    return found


def _refuse_number(number: str) -> NoReturn:
    raise Refused(NO_NUMBER.format(number=number))


def _finite(number: str) -> float:
    found = float(number)
    if abs(found) > 1e15:
        _refuse_number(number[:20])
    return found


def _check(document: Any, *, texts: bool) -> None:
    """Let through a document that is not too deep, and with `texts` one whose texts every database can store.

    :raises Refused: otherwise.
    """
    waiting, depth = [document], 0
    while waiting:
        depth += 1
        if depth > DEEPEST:
            raise Refused(TOO_DEEP)
        inner = [one for value in waiting for one in (value.values() if isinstance(value, dict) else value)]
        if texts:
            names = [name for value in waiting if isinstance(value, dict) for name in value]
            if any(NO_LETTER.search(one) for one in (*inner, *names) if isinstance(one, str)):
                raise Refused(NO_LETTERS)
        waiting = [one for one in inner if isinstance(one, dict | list)]


def _quoted(name: str) -> str:
    return f"“{name[:30].encode('utf-8', 'replace').decode()}”"
