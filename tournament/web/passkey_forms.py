"""The forms of passkeys of django-allauth, which fail where somebody posts what no browser makes; these refuse it.

They are loaded only where there are accounts.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm, LoginWebAuthnForm
from django import forms
from django.forms.fields import InvalidJSONInput

from tournament.web.posted_json import PostedJSONField

LONGEST_NAME = 60
NONSENSE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,  # also of bad base64 and of bad UTF-8
    struct.error,
)


@contextmanager
def _nonsense_refused() -> Iterator[None]:
    try:
        yield
    except NONSENSE as error:
        raise get_adapter().validation_error("incorrect_code") from error


class AnswerField(PostedJSONField):
    """What a passkey answered, as the browser writes it."""

    widget = forms.HiddenInput
    longest = 50_000  # letters; a browser's has some thousand with the maker's certificates

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Show nothing of what was sent: an answer of a passkey is good only once."""
        return InvalidJSONInput("")


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # it has no types
    """A new passkey with its name."""

    credential = AnswerField()

    def clean(self) -> dict[str, Any]:
        """Check what the browser made."""
        with _nonsense_refused():
            cleaned: dict[str, Any] = super().clean()
        return cleaned

    def clean_name(self) -> str:
        """Cut a long name rather than refuse the passkey, which the browser has made by now."""
        return str(super().clean_name())[:LONGEST_NAME]


class SignInByPasskeyForm(LoginWebAuthnForm):  # type: ignore[misc]  # it has no types
    """The answer of a passkey."""

    credential = AnswerField()

    def clean_credential(self) -> object:
        """Find the passkey that answered."""
        with _nonsense_refused():
            return super().clean_credential()


class RenamePasskeyForm(EditWebAuthnForm):  # type: ignore[misc]  # it has no types
    """Another name for a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].error_messages["required"] = "Write a name first."

    def clean_name(self) -> str:
        """Cut what is too long for the page."""
        return str(self.cleaned_data["name"])[:LONGEST_NAME]
