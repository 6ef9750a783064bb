"""Half of the phones lose the Wi-Fi while the server restarts twice: one seed, with short outages.

`python -m tests.simulations.wifi_outage --seeds 20` runs it with outages of thirty seconds.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.simulations.wifi_outage import run

pytestmark = pytest.mark.long


def test_no_hand_is_lost_or_doubled_while_half_of_the_phones_or_the_server_are_offline(
    browser: Browser, tmp_path: Path
) -> None:
    assert "16 hands, 0 lost, 0 doubled" in run(browser, tmp_path, seed=1, outage=0.9, within=60)
