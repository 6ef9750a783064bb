"""The forms of passkeys of django-allauth, which fail where somebody posts what no browser makes; these refuse it.

They are loaded only where there are accounts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm, LoginWebAuthnForm

LONGEST_NAME = 60


@contextmanager
def _nonsense_refused() -> Iterator[None]:
    try:
        yield
    except (AttributeError, KeyError, TypeError, UnicodeError, IndexError) as error:
        raise get_adapter().validation_error("incorrect_code") from error


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # it has no types
    """A new passkey with its name."""

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
