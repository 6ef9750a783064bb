"""The Wi-Fi goes away for half of the phones while the server is restarted twice: one seed, with short pauses.

`python -m tests.simulations.wifi --seeds 20` is the same with thirty seconds each.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.simulations.wifi import run

pytestmark = pytest.mark.long


def test_no_hand_is_lost_or_doubled_while_half_of_the_phones_and_then_the_server_are_away(
    browser: Browser, tmp_path: Path
) -> None:
    assert "16 hands, 0 lost, 0 doubled" in run(browser, tmp_path, seed=1, outage=0.9, within=20)
