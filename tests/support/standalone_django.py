"""Django on a database of its own, for commands outside of pytest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def a_database() -> Iterator[None]:
    """Django on an empty database of its own."""
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
