from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def reveal_what_was_shown(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nights that are closed have shown their standings as they were closed."""
    nights = apps.get_model("tournament", "Night").objects.using(schema_editor.connection.alias)
    nights.filter(status="closed").update(revealed_at=models.F("closed_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0006_wifi_and_prizes'),
    ]

    operations = [
        migrations.AddField(
            model_name='night',
            name='revealed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='next_clock',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='starts_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(reveal_what_was_shown, migrations.RunPython.noop),
    ]
