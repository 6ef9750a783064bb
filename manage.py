#!/usr/bin/env python
"""Euchre Night's command line: `manage.py night` starts the night, `manage.py help` lists the rest."""

import sys
from importlib.util import find_spec

from tournament.command import main

if __name__ == "__main__":
    if find_spec("django") is None:
        sys.exit(
            "Django is not installed here. In this folder, run:  python3 -m venv .venv && "
            ".venv/bin/pip install -e .   and then  .venv/bin/python manage.py night"
        )
    main()
