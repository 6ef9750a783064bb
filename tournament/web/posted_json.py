"""JSON in a form, as a script of a page writes it: whatever else somebody posts is refused."""

from __future__ import annotations

import json
from typing import Any

from django import forms


class PostedJSONField(forms.JSONField):
    """JSON of at most `longest` letters, which a database can store.

    Django's own field fails at deep lists and at numbers of thousands of digits, and lets NUL, NaN and lone surrogates
    through.
    """

    longest = 500_000
    default_error_messages = {"invalid": "This page is incomplete. Reload it and try again."}

    def to_python(self, value: Any) -> Any:
        """Read it, unless it is too long, or cannot be read or stored."""
        try:
            if isinstance(value, str) and len(value) > self.longest:
                raise ValueError("no page of ours posts that much")
            found = super().to_python(value)
            written = json.dumps(found, ensure_ascii=False, allow_nan=False)
            written.encode()  # refuses a lone surrogate
            if "\\u0000" in written:
                raise ValueError("PostgreSQL stores no NUL")
        except (RecursionError, ValueError) as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        return found
