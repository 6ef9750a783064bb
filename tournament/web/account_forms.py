"""The forms of django-allauth that this site changes. They are loaded only where there are accounts."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import AddEmailForm, RequestLoginCodeForm
from django.core.validators import MaxLengthValidator

from tournament.club.accounts import account_for
from tournament.models import Account

NOT_TOO_LONG = MaxLengthValidator(254, "No address is that long. Look at it again.")


class SignInForm(RequestLoginCodeForm):  # type: ignore[misc]  # it has no types
    """An email address, which a code is sent to. A new address gets an account, which begins with the code.

    So the page answers alike for every address, and does not tell whose account there is.
    """

    _user: Account

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].validators.append(NOT_TOO_LONG)

    def clean_email(self) -> str:
        """Find or make the account, once the limits for an address and for a browser let it through."""
        email = str(super().clean_email()).lower()
        self._user = self._user or account_for(email=email)
        return email


class NewEmailForm(AddEmailForm):  # type: ignore[misc]  # it has no types
    """Another address for an account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].validators.append(NOT_TOO_LONG)
