"""Bringing a database up to date: each migration is done, and noted as done, in one transaction.

Django makes a migration's last indexes and constraints in its transaction, and notes the migration in another one
where there are such. A laptop that is switched off between the two could never be brought up to date again: the
tables of that migration would be there already.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.state import ProjectState
from django.db.models.signals import pre_migrate
from django.dispatch import receiver


@receiver(pre_migrate)
def _leave_nothing_for_later(plan: Sequence[tuple[Migration, bool]], **_: Any) -> None:
    """Let each migration that is about to be applied finish before Django asks whether it can be noted."""
    for migration, backwards in plan:
        if not backwards:
            setattr(migration, "apply", partial(_apply, migration))  # noqa: B010 - of this one, not of its class


def _apply(
    migration: Migration, state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
) -> ProjectState:
    """Apply a migration with the statements that it left for later."""
    after = type(migration).apply(migration, state, schema_editor, collect_sql)
    later, schema_editor.deferred_sql = schema_editor.deferred_sql, []
    for statement in later:
        schema_editor.execute(statement, None)
    return after
