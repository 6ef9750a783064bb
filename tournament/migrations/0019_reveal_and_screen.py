from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def reveal_what_was_shown(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nights that are closed and hid nothing have shown their standings as they were closed."""
    nights = apps.get_model("tournament", "Night").objects.using(schema_editor.connection.alias)
    nights.filter(status="closed", revealed_at=None, hidden_games=0).update(revealed_at=models.F("closed_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0018_earlier_players'),
    ]

    operations = [
        migrations.AddField(
            model_name='night',
            name='loner_flash',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='night',
            name='revealed_steps',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='night',
            name='tables_in_row',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(reveal_what_was_shown, migrations.RunPython.noop),
    ]
