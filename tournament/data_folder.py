"""The folder of the database, the secret key and the safe copies."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from tournament.installation import IS_INSTALLED, NAME, PROGRAM

VARIABLE = "EUCHRE_DATA"  # in the environment: another folder
FROM_SHORTCUT = "--from-shortcut"  # an option of `night`: that folder, as a shortcut has no environment


def data_folder() -> Path:
    """Return the folder that is asked for, or in a checkout `data/`, else the person's own folder for data."""
    if asked_for := os.environ.get(VARIABLE):
        return Path(asked_for).absolute()
    return user_data_path(NAME, appauthor=False) if IS_INSTALLED else PROGRAM / "data"


def demo_folder() -> Path:
    """Return the folder of the demo, which runs beside a night."""
    return data_folder() / "demo"
