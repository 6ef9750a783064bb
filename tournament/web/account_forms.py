"""The forms of django-allauth that this site changes. They are loaded only where there are accounts."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm, RequestLoginCodeForm
from allauth.core import context, ratelimit
from django.core.validators import MaxLengthValidator

from tournament.club.accounts import account_for
from tournament.models import Account

NOT_TOO_LONG = MaxLengthValidator(254, "That is too long for an email address. Check it.")


class SignInForm(RequestLoginCodeForm):  # type: ignore[misc]  # it has no types
    """An email address, which a code is sent to. A new address gets an account, which starts with the code.

    So the page answers alike for every address, and does not tell whose account there is.
    """

    _user: Account | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].validators.append(NOT_TOO_LONG)

    def clean_email(self) -> str:
        """Find or make the account, once the limits let it through.

        Few codes for one address are sent from one network, and many more for it from all: so somebody elsewhere who
        asks for codes does not keep its owner from getting one.
        """
        adapter = get_adapter()
        here = f"{adapter.get_client_ip(context.request)} {self.cleaned_data['email'].lower()}"
        if not ratelimit.consume(context.request, action="request_login_code_here", key=here):
            raise adapter.validation_error("too_many_login_attempts")
        email = str(super().clean_email()).lower()
        if self._user is None or self._user.last_login is None:
            self._user = account_for(email=email)
        return email


class NewEmailForm(AddEmailForm):  # type: ignore[misc]  # it has no types
    """Another address for an account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].validators.append(NOT_TOO_LONG)
