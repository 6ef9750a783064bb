#!/usr/bin/env python
"""Euchre Night's command line: `manage.py night` starts the night, `manage.py help` lists the rest."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed here. In this folder, run:  python3 -m venv .venv && "
            ".venv/bin/pip install -e .   and then  .venv/bin/python manage.py night"
        )
    execute_from_command_line(sys.argv)
