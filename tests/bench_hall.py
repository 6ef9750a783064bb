"""A hall with the addresses of `tests.bench_urls`. Benchmarks import this before anything of Django's.

    python -m tests.bench_hall night …     what such a hall runs: `manage.py night …`
"""

from __future__ import annotations

import os
import sys
from typing import ClassVar

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
from tests.hall import Hall


class BenchHall(Hall):
    """`manage.py night`, and a few addresses more."""

    command: ClassVar[list[str]] = [sys.executable, "-m", "tests.bench_hall"]


if __name__ == "__main__":
    import django
    from django.conf import settings
    from django.core.management import execute_from_command_line

    django.setup()
    settings.ROOT_URLCONF = "tests.bench_urls"
    execute_from_command_line(["manage.py", *sys.argv[1:]])
