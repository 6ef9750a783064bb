"""What no browser makes, posted as the answer of a passkey: refused with a sentence, signed in or not."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from tests.support.accounts import ANN, browser_of
from tests.support.night import nothing_changes


def answer(**parts: object) -> str:
    """Return an answer with nothing in it but these parts."""
    response = {"clientDataJSON": "e30", "authenticatorData": "A" * 60, "signature": "AA", "userHandle": "AQ"}
    made = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response | {"attestationObject": "oA"}}
    return json.dumps(made | parts)


NONSENSE = {
    "deep lists": "[" * 100_000,
    "deep lists that are short enough": "[" * 40_000,
    "deep objects": '{"a":' * 9_000,
    "a number of many digits": "9" * 5_000,
    "no object": "null",
    "nothing in it": "{}",
    "bad base64": answer(id="x", rawId="x"),
    "another raw id": answer(rawId="BBBB"),
    "half a letter": answer(id="\ud800", rawId="\ud800"),
    "no response": answer(response=None),
    "an empty response": answer(response={}),
    "nothing that an authenticator made": answer(),
    "too long": answer(more="x" * 60_000),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("nonsense", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize("path", ["/sign-in/passkey/", "/account/passkeys/add/"])
def test_nonsense_in_place_of_a_passkeys_answer_is_refused(path: str, nonsense: str) -> None:
    client = Client() if path == "/sign-in/passkey/" else browser_of(ANN)
    client.get(path, headers={"accept": "application/json", "x-requested-with": "XMLHttpRequest"})
    with nothing_changes():
        refused = client.post(path, {"name": "Phone", "credential": nonsense}, follow=True)
    assert refused.status_code < 500
    if path == "/sign-in/passkey/":
        assert "/account/" not in str(refused.redirect_chain) and client.get("/account/").status_code == 302
    else:
        assert refused.context["form"].errors
