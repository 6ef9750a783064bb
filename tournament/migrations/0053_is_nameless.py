"""Call a number from the hat `is_nameless`, as a player; its column stays as it is, and kept removals are renamed."""

from functools import partial

from django.db import migrations, models


def rename_in_removals(apps, schema_editor, before, after):
    """Rename the field in the rows that are kept of removed players, so that Undo can still write them."""
    removals = apps.get_model("tournament", "RemovedPlayer").objects.using(schema_editor.connection.alias)
    for removal in removals.only("rows"):
        kept = [row["fields"] for row in removal.rows if before in row["fields"]]
        for fields in kept:
            fields[after] = fields.pop(before)
        if kept:
            removal.save(update_fields=["rows"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0052_phones_reached'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='nameless',
            field=models.BooleanField(db_column='nameless', default=False),
        ),
        migrations.RenameField(
            model_name='entry',
            old_name='nameless',
            new_name='is_nameless',
        ),
        migrations.RunPython(
            partial(rename_in_removals, before="nameless", after="is_nameless"),
            partial(rename_in_removals, before="is_nameless", after="nameless"),
        ),
    ]
