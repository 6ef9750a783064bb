"""The power is cut at moments of recorded hands: nothing confirmed is lost or half, and the controls lose some."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection

from tests.simulations import torn_journals


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps its own journals")
def test_a_cut_of_the_power_loses_no_confirmed_hand_where_controls_lose_some() -> None:
    command = [sys.executable, "-m", torn_journals.__name__, "--states", "90", "--tables", "20"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("90 states") == 3
