"""Marks of tests that only one kind of database can pass."""

from __future__ import annotations

import pytest
from django.db import connection

needs_file = pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps the database in a file")
on_a_laptop = pytest.mark.skipif(connection.vendor != "sqlite", reason="a laptop in a hall is on SQLite")
