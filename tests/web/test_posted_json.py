"""JSON that a form brings: what no database stores is refused, as is what cannot be read."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ValidationError

from tournament.web.posted_json import PostedJSONField

UNSTORABLE = {
    "NUL": json.dumps({"name": "A\0"}),
    "NUL in a name": json.dumps({"A\0": 1}),
    "half a letter": json.dumps({"name": "\ud800"}),
    "not a number": '{"points": NaN}',
    "infinity": '{"points": 1e400}',
    "deep lists": "[" * 100_000,
    "a number of many digits": "9" * 5_000,
    "too long": json.dumps("x" * PostedJSONField.longest),
}


@pytest.mark.parametrize("posted", UNSTORABLE.values(), ids=UNSTORABLE)
def test_what_no_database_stores_is_refused(posted: str) -> None:
    with pytest.raises(ValidationError, match="Reload it and try again"):
        PostedJSONField().clean(posted)


def test_what_a_page_writes_is_read() -> None:
    assert PostedJSONField().clean('{"name": "Zoë \\"Z\\" 田", "points": [1, 2.5, null]}') == {
        "name": 'Zoë "Z" 田',
        "points": [1, 2.5, None],
    }
