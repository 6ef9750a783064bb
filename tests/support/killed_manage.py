"""manage.py, killed at a statement: `killed_manage.py FILE N COMMAND …` ends itself by SIGKILL before its Nth.

Every statement that is sent to the database becomes a line in FILE: whether it is in a transaction (1 or 0), and its
beginning.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

KILLED_MANAGE = __file__


def main() -> None:
    """Run the command that the arguments name."""
    from django.core.management import execute_from_command_line
    from django.db.backends.signals import connection_created

    _, file, number, *arguments = sys.argv
    lines = Path(file).open("w", encoding="utf-8", buffering=1)  # noqa: SIM115 - open until the process is killed
    sent = 0

    def follow(connection: Any, **_: object) -> None:
        def count(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
            nonlocal sent
            sent += 1
            if sent == int(number):
                os.kill(os.getpid(), signal.SIGKILL)
            lines.write(f"{connection.in_atomic_block:d} {' '.join(sql.split())[:80]}\n")
            return execute(sql, *more)

        connection.execute_wrappers.append(count)

    connection_created.connect(follow)
    execute_from_command_line(["manage.py", *arguments])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main()
