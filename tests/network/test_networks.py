"""Networks of their own are never quietly left out where CI runs."""

from __future__ import annotations

import pytest

from tests.support import networks


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
@pytest.mark.parametrize("missing", ["programs", "rights"])
def test_where_no_network_can_be_made_ci_fails_and_others_skip(
    monkeypatch: pytest.MonkeyPatch, ci: str, outcome: type[BaseException], missing: str
) -> None:
    monkeypatch.setenv("CI", ci)
    found = None if missing == "programs" else "/bin/false"
    monkeypatch.setattr(networks.shutil, "which", lambda name, path: found)
    monkeypatch.setattr(networks, "IP", "/bin/false")
    with pytest.raises(outcome):
        networks.require_networks()
