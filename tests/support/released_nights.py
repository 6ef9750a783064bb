"""Nights in play as released versions left them, and servers of this version on copies of their databases.

For each version `tests/night/data` has a dump of its SQLite database, one of the same rows in its PostgreSQL database
(by `pg_dump --inserts`), and the night's export, all made by that version's own code.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.forked_manage import ForkedManage
from tests.support.hall_server import TIMEOUT, Hall, postgresql_database
from tests.support.killed_manage import KILLED_MANAGE

DATA = Path(__file__).parents[1] / "night" / "data"
POSTGRESQL = os.environ.get("DATABASE_URL", "")
POSTGRESQL = POSTGRESQL if POSTGRESQL.startswith("postgres") else ""


def data_of(version: str, ending: str) -> Path:
    """The file of a version's night with this ending."""
    return DATA / f"night_{version.replace('.', '_')}{ending}"


@dataclass(frozen=True)
class OldDatabase:
    """A database, of the kind that the tests run on, and how to ask it and copy it."""

    url: str

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.url.removeprefix("sqlite:///"))

    def query(self, sql: str) -> list[Any]:
        """Run a query and return its rows."""
        if not POSTGRESQL:
            with closing(sqlite3.connect(self.file)) as opened:
                return opened.execute(sql).fetchall()
        import psycopg

        with psycopg.connect(self.url) as own:
            return own.execute(sql.encode()).fetchall()

    @contextmanager
    def copied_to(self, folder: Path) -> Iterator[OldDatabase]:
        """Copy the database, which nobody uses now."""
        if POSTGRESQL:
            with postgresql_database(POSTGRESQL, f"TEMPLATE {self.url.rpartition('/')[2]}") as url:
                yield OldDatabase(url)
        else:
            yield OldDatabase(f"sqlite:///{shutil.copy(self.file, folder / 'night.sqlite3')}")

    def hall_in(self, folder: Path) -> Hall:
        """Return a server of this version with this database, not started yet."""
        names = {"EUCHRE_DATA": str(folder), "DATABASE_URL": self.url, "PYTHONUNBUFFERED": "1"}
        return Hall(env=os.environ | names)


@contextmanager
def released_night(version: str, folder: Path) -> Iterator[OldDatabase]:
    """Make the database that a version left in the middle of a night."""
    if POSTGRESQL:
        import psycopg

        with postgresql_database(POSTGRESQL) as url:
            with psycopg.connect(url) as own:
                own.execute(data_of(version, ".postgresql.sql").read_bytes())
            yield OldDatabase(url)
        return
    file = folder / "night.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(data_of(version, ".sql").read_text(encoding="utf-8"))
    yield OldDatabase(f"sqlite:///{file}")


def killed_at(hall: Hall, statement: int, *command: str) -> tuple[int, Sequence[str]]:
    """Run a command of manage.py that is killed before its Nth statement; return its status and its statements."""
    folder = Path(hall.env["EUCHRE_DATA"])
    sent, out = folder / "statements", folder / "killed.log"
    status = ForkedManage([KILLED_MANAGE, str(sent), str(statement), *command], hall.env, out, out).wait(TIMEOUT)
    return status, sent.read_text(encoding="utf-8").splitlines()


def without_additions(now: Any, before: Any) -> Any:
    """Return a JSON value without the keys that an older version of it does not have."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {key: without_additions(value, before[key]) for key, value in now.items() if key in before}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [without_additions(*both) for both in zip(now, before, strict=True)]
    return now


def check_same_night(hall: Hall, version: str) -> None:
    """Check that the export, with its standings, has what that version exported."""
    before = json.loads(data_of(version, ".json").read_text(encoding="utf-8"))
    assert without_additions(hall.export(), before) == before
