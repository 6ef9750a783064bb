"""How many broken files the long tests read."""

from __future__ import annotations

from django.db import connection

# On PostgreSQL a thousand, since files are read the same way there.
MANY_FILES = 10_000 if connection.vendor == "sqlite" else 1_000
