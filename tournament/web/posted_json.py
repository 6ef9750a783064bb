"""JSON in a form, as a script of a page writes it: whatever else somebody posts is refused."""

from __future__ import annotations

import json
from typing import Any

from django import forms


class PostedJSONField(forms.JSONField):
    """JSON of at most `longest` letters, which a database can store.

    Django's own field fails at deep lists, at numbers of thousands of digits, and lets half a letter through.
    """

    longest = 500_000
    default_error_messages = {"invalid": "This page is incomplete. Reload it and try again."}

    def to_python(self, value: Any) -> Any:
        """Read it, unless it is longer than any or cannot be read or stored."""
        try:
            if isinstance(value, str) and len(value) > self.longest:
                raise ValueError("no page of ours posts that much")
            found = super().to_python(value)
            json.dumps(found, ensure_ascii=False).encode()
        except (RecursionError, ValueError) as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        return found
