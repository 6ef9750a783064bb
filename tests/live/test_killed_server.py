"""Kills of a server, a copy, a return to a copy and an upgrade: what was promised is there, and the database is whole.

`python -m tests.simulations.kills` does the same with hundreds of kills.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.simulations import kills
from tests.support.databases import needs_file
from tests.support.hall_server import Hall


@pytest.mark.long
def test_every_confirmed_hand_survives_twenty_kills_and_none_is_saved_twice(hall: Hall) -> None:
    crowd = kills.kill_server(hall, kills=20, chance=random.Random(20))
    assert crowd.confirmed.lost_responses > 0, "no kill was in the middle of a write"
    assert len(crowd.confirmed.results) > 20


@needs_file
@pytest.mark.long
def test_a_copy_and_a_return_that_are_killed_leave_the_database_whole(tmp_path: Path) -> None:
    database = kills.large_database(tmp_path)
    assert kills.kill_copies(database, kills=8, chance=random.Random(8)) > 0, "no kill was in the middle of a copy"
    assert kills.kill_returns(database, kills=8, chance=random.Random(8)) > 0, "no kill was in the middle of a return"
