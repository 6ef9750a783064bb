"""Note the last game of whoever handed a number over; for nights so far by when bells rang and scores were agreed."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def note_last_games(apps: Any, _schema_editor: Any) -> None:
    """Note the last game that was over when a substitute took the number over.

    It stays unknown where nothing was over: scores from paper may have been entered later.
    """
    rows = {name: apps.get_model("tournament", name).objects for name in ("EarlierPlayer", "Bell", "Game")}
    for earlier in rows["EarlierPlayer"].select_related("entry"):
        rung = rows["Bell"].filter(
            round__night=earlier.entry.night_id, unrung_at=None, rung_at__lte=earlier.until
        )
        agreed = rows["Game"].filter(places__entry=earlier.entry_id, signed_at__lte=earlier.until)
        numbers = [number for games in (rung, agreed) for number in games.values_list("round__number", flat=True)]
        earlier.last_game = max(numbers, default=None)
        earlier.save(update_fields=["last_game"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0031_bell_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name="earlierplayer",
            name="last_game",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(note_last_games, migrations.RunPython.noop),
    ]
