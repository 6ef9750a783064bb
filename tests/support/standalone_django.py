"""Django with a temporary database, for programs outside of pytest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def temporary_database() -> Iterator[None]:
    """Set up Django with an empty database in memory, inside the block."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "EUCHRE_DATA": folder,
            "DATABASE_URL": "sqlite:///:memory:",
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
        }
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        yield
