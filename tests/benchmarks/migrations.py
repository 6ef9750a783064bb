"""Times every migration of a large database of 0.1.0, as ratios to a plain copy of the database.

    python -m tests.benchmarks.migrations [--people 200] [--nights 150] [--clubs 1] [--shown 12]

The rows are those of sample clubs, put into the tables that 0.1.0 had; an event for each hand, as 0.1.0 wrote them.
The floor is `VACUUM INTO` on SQLite, and `CREATE DATABASE … TEMPLATE` on the PostgreSQL that DATABASE_URL names.
"""

from __future__ import annotations

import argparse
import io
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

ROOT = Path(__file__).parents[2]
OF_0_1_0 = [("tournament", "0007_clocks_and_reveal"), ("tally", "0002_claims_and_paper")]
APPS = ("tournament", "tally")


class Stopwatch(io.StringIO):
    """What `migrate` writes, with the seconds of each migration."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: dict[str, float] = {}
        self._name, self._begun = "", 0.0

    def write(self, text: str) -> int:
        """Take a piece of output: the name of a migration before it, "OK" after it."""
        if text.strip().startswith("Applying"):
            self._name, self._begun = text.split()[1].rstrip("."), time.perf_counter()
        elif text.strip() == "OK":
            self.seconds[self._name] = time.perf_counter() - self._begun
        return super().write(text)


def sample_clubs(folder: Path, people: int, nights: int, clubs: int) -> Path:
    """Make a database of this version with so many sample clubs."""
    file = folder / "source.sqlite3"
    env = os.environ | {"EUCHRE_DATA": str(folder), "DATABASE_URL": f"sqlite:///{file}"}
    for seed in range(1, clubs + 1):
        command = [sys.executable, str(ROOT / "manage.py"), "sample_club", "--people", str(people)]
        command += ["--nights", str(nights), "--seed", str(seed), "--open"]
        subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return file


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """Make an empty database of the kind that DATABASE_URL names."""
    configured = os.environ.get("DATABASE_URL", "")
    if not configured.startswith("postgres"):
        yield f"sqlite:///{folder / 'night.sqlite3'}"
        return
    import psycopg

    address, name = configured.rpartition("/")[0], f"migrations_{uuid4().hex[:8]}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield f"{address}/{name}"
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def set_up(folder: Path, url: str, source: Path) -> None:
    """Set Django up with this database, and the one of this version beside it."""
    os.environ |= {"EUCHRE_DATA": str(folder), "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    from django.conf import settings

    settings.DATABASES["source"] = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(source)}
    import django

    django.setup()


def fill_tables_of_0_1_0() -> int:
    """Make the tables of 0.1.0 and put the sample clubs' rows into them. Return how many rows there are."""
    from django.core.management import call_command
    from django.core.management.color import no_style
    from django.db import connection, transaction
    from django.db.migrations.executor import MigrationExecutor

    for app, name in OF_0_1_0:
        call_command("migrate", app, name, verbosity=0)
    old = MigrationExecutor(connection).loader.project_state(OF_0_1_0).apps
    models = [model for app in APPS for model in old.get_app_config(app).get_models()]
    rows = 0
    with transaction.atomic():
        if connection.vendor == "postgresql":
            connection.cursor().execute("SET CONSTRAINTS ALL DEFERRED")
        for model in models:
            model.objects.all().delete()
        for model in models:
            filled = [model(**values) for values in rows_for(model)]
            model.objects.bulk_create(filled, batch_size=5000)
            rows += len(filled)
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            connection.cursor().execute(statement)
    connection.close()
    return rows


def rows_for(old: Any) -> Iterator[dict[str, Any]]:
    """Yield what a model of 0.1.0 gets: the columns that this version has, too."""
    from django.apps import apps

    if old._meta.model_name == "event":
        hands = apps.get_model("tally", "Hand").objects.using("source").order_by("pk")
        for at, number, night in hands.values_list("at", "number", "game__round__night_id").iterator():
            yield {"night_id": night, "at": at, "who": "Ann M.", "text": f"hand {number}: 2 points", "topics": "board"}
        return
    try:
        new = apps.get_model(old._meta.app_label, old._meta.model_name)
    except LookupError:
        return  # renamed since, and sample clubs have none
    there = {field.attname for field in new._meta.concrete_fields}
    fields = [field for field in old._meta.concrete_fields if field.attname in there]
    gone = [field for field in old._meta.concrete_fields if field.attname not in there]
    renamed = {field.attname: 0 for field in gone if not field.null and field.get_internal_type() == "BigIntegerField"}
    for values in new._base_manager.using("source").order_by("pk").values(*(field.attname for field in fields)):
        for field in fields:
            if field.max_length and isinstance(values[field.attname], str):
                values[field.attname] = values[field.attname][: field.max_length]
        yield renamed | values


def copy_plainly(folder: Path) -> float:
    """Copy the whole database once and return the seconds."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    connection.close()
    begun = time.perf_counter()
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(name)) as database:
            database.execute("VACUUM INTO ?", [str(folder / "plain.sqlite3")])
        return time.perf_counter() - begun
    import psycopg

    with psycopg.connect(os.environ["DATABASE_URL"].rpartition("/")[0] + "/postgres", autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}_copy" TEMPLATE "{name}"'.encode())
        seconds = time.perf_counter() - begun
        admin.execute(f'DROP DATABASE "{name}_copy"'.encode())
    return seconds


def measure(people: int, nights: int, clubs: int, shown: int) -> dict[str, float]:
    """Print the slowest migrations and return the seconds of each."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        source = sample_clubs(folder, people, nights, clubs)
        with empty_database(folder) as url:
            set_up(folder, url, source)
            from django.core.management import call_command
            from django.db import connection, connections

            rows = fill_tables_of_0_1_0()
            floor, watch = copy_plainly(folder), Stopwatch()
            call_command("migrate", stdout=watch, no_color=True)
            connections.close_all()
    total = sum(watch.seconds.values())
    print(f"{connection.vendor}: {rows} rows of {clubs} clubs, {people} people and {nights} nights each")
    print(f"a plain copy: {floor:.2f} s; {len(watch.seconds)} migrations: {total:.2f} s, {total / floor:.1f} times")
    for name, seconds in sorted(watch.seconds.items(), key=lambda one: -one[1])[:shown]:
        print(f"  {name:50} {seconds:7.2f} s {seconds / floor:7.2f} times")
    return watch.seconds


def main() -> None:
    """Measure with the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--nights", type=int, default=150)
    parser.add_argument("--clubs", type=int, default=1)
    parser.add_argument("--shown", type=int, default=12, help="how many migrations, the slowest first")
    measure(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
