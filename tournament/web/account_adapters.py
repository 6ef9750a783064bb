"""What this site decides differently from django-allauth: its email waits in the queue, and a passkey is a way in."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest

from tournament.email.queueing import queue_email
from tournament.web.guessing import client_network

if TYPE_CHECKING:
    from allauth.mfa.models import Authenticator
    from django.contrib.auth.base_user import AbstractBaseUser

SENTENCES = {
    "email_taken": "Another account has this address. Sign in with it, or choose another address.",
    "incorrect_code": "This is not the code. Look at the newest email from this site.",
    "rate_limited": "Too many codes were asked for. Wait a minute, and ask again.",
    "same_as_current": "This is already your address.",
    "too_many_login_attempts": "Too many tries. Wait a few minutes, and ask for a new code.",
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # it has no types
    """Signs in by a code in an email, or by a passkey, and by nothing else."""

    error_messages = {**DefaultAccountAdapter.error_messages, **SENTENCES}

    def get_client_ip(self, request: HttpRequest) -> str:
        """Count tries by the same addresses as wrong codes: a household in IPv6 is one."""
        return client_network(request).partition("/")[0] or super().get_client_ip(request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue an email; one with a code is of no use once the code has expired."""
        site = settings.ADDRESS or self.request.get_host()
        message = self.render_mail(template_prefix, email, {**context, "email": email, "site": site})
        useful_for = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT) if "code" in context else None
        queue_email(to=email, subject=str(message.subject), body=f"{message.body}\n", useful_for=useful_for)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Say what went wrong; what went well is seen on the page."""
        if message:
            messages.add_message(request, level, message)

    def get_login_stages(self) -> list[str]:
        """Ask nothing more of somebody who has a code or a passkey: a passkey is no second step after a code."""
        return ["allauth.account.stages.LoginByCodeStage", "allauth.account.stages.EmailVerificationStage"]

    def is_reauthentication_required(self, *, app: str, **kwargs: object) -> bool:
        """Ask nobody to sign in again: the account's email says what was changed."""
        return False


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # it has no types
    """Names the site and its passkeys."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "This passkey does not belong to an account here. Sign in with your email.",
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Name the site as a phone or computer shows it beside its passkeys."""
        return {**super().get_public_key_credential_rp_entity(), "name": "Euchre Night"}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Name a passkey that its owner did not name."""
        return "Passkey"
