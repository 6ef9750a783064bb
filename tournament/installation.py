"""Where the program's own files are, and which version it is: in a checkout, and where it was installed.

In a checkout `templates/` and `fixtures/` lie beside this package. A wheel has them inside it, as its files all go to
one folder that other programs share.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

NAME = "euchre-night"  # the package, its command, and the folder of its data
PACKAGE = Path(__file__).resolve().parent
PROGRAM = PACKAGE.parent  # the folder of the packages
IS_INSTALLED = (PACKAGE / "fixtures").is_dir()

_BESIDE = PACKAGE if IS_INSTALLED else PROGRAM
TEMPLATES = _BESIDE / "templates"
FIXTURES = _BESIDE / "fixtures"


def program_number() -> str:
    """Return the number of this version, such as 0.2.0."""
    if IS_INSTALLED:
        return version(NAME)
    project = tomllib.loads((PROGRAM / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])
