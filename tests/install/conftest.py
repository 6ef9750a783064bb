"""What is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.installed_program import build


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
    return build("wheel", tmp_path_factory.mktemp("wheel"))
