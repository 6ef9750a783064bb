"""A passkey in Chromium: made, used instead of a code, and removed. Its phone or computer is a virtual one."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.support.accounts import ANN, BOB, account, inbox, sign_in
from tests.support.screens import PHONE
from tests.support.serverless_browser import ServerlessBrowser

SITE = "https://localhost"  # passkeys need HTTPS and a name
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def browser_on(browser: Browser, client: Client) -> ServerlessBrowser:
    return ServerlessBrowser(browser, client, PHONE, site=SITE)


def add_device(page: Page) -> None:
    """Give the page a device that makes passkeys, whose owner is there and known."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


@pytest.mark.long
def test_a_passkey_is_added_signs_in_without_a_code_and_is_removed(browser: Browser) -> None:
    client = sign_in(Client(SERVER_NAME="localhost"), ANN)
    account(BOB)
    with browser_on(browser, client) as serverless:
        page = serverless.open("/account/")
        add_device(page)
        page.get_by_role("link", name="Add a passkey").click()
        page.get_by_label("Name").fill("Ann’s phone")
        page.get_by_role("button", name="Make the passkey").click()
        expect(page.get_by_text("Ann’s phone")).to_be_visible()
        assert "A passkey was added" in inbox(ANN)[-1].body
        passkey = Authenticator.objects.get()
        assert passkey.user.email == ANN and passkey.type == "webauthn"

        client.post("/account/sign-out/")
        assert client.get("/account/").status_code == 302
        emails = len(inbox(ANN))
        page.goto(f"{SITE}/sign-in/")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_role("heading", name="My clubs")).to_be_visible()
        assert client.get("/account/").context["account"].email == ANN and len(inbox(ANN)) == emails

        # A code goes on working beside the passkey, and asks for nothing more.
        sign_in(Client(), ANN)

        page.get_by_role("link", name="Your account").click()
        page.get_by_role("link", name="Remove Ann’s phone").click()
        page.get_by_role("button", name="Remove it").click()
        assert not Authenticator.objects.exists()
        client.post("/account/sign-out/")
        page.goto(f"{SITE}/sign-in/")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("This passkey does not belong to an account here.")).to_be_visible()
        assert client.get("/account/").status_code == 302


@pytest.mark.long
def test_a_browser_without_a_passkey_says_so_and_leaves_the_code(browser: Browser) -> None:
    with browser_on(browser, Client(SERVER_NAME="localhost")) as serverless:
        page = serverless.open("/sign-in/")
        page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error()) }")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("Nothing was done")).to_be_visible()
        expect(page.get_by_role("button", name="Send me a code")).to_be_enabled()


@pytest.mark.long
def test_without_https_no_passkeys_are_offered(browser: Browser) -> None:
    with ServerlessBrowser(browser, Client(SERVER_NAME="euchre.example"), PHONE, site="http://euchre.example") as plain:
        page = plain.open("/sign-in/")
        expect(page.get_by_role("button", name="Send me a code")).to_be_visible()
        expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
