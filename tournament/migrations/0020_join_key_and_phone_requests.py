"""The key in the tables' QR code, for every night that exists, and phones that ask for a name."""

import django.db.models.deletion
from django.db import migrations, models

import tournament.models.entries
import tournament.models.keys


def give_keys(apps, schema_editor):
    """Give each night a key of its own."""
    Night = apps.get_model("tournament", "Night")
    for night in Night.objects.all():
        night.join_key = tournament.models.keys.new_key()
        night.save(update_fields=["join_key"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0019_reveal_and_screen")]

    operations = [
        migrations.AddField("night", "join_key", models.CharField(max_length=16, null=True)),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "night", "join_key", models.CharField(default=tournament.models.keys.new_key, max_length=16, unique=True)
        ),
        migrations.CreateModel(
            name="PhoneRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=40)),
                ("sign", models.CharField(default=tournament.models.entries.new_sign, max_length=4)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("let_in", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_requests",
                        to="tournament.entry",
                    ),
                ),
            ],
            options={"ordering": ("id",)},
        ),
    ]
