import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds a place of its own for everything that events were searched for."""

    dependencies = [
        ("tournament", "0008_sit_out_constraint"),
    ]

    operations = [
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("actor", models.CharField(max_length=60)),
                ("text", models.CharField(max_length=300)),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log_entries", to="tournament.night"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["night", "id"], name="log_of_a_night")]},
        ),
        migrations.CreateModel(
            name="PhoneCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("phone_name", models.CharField(max_length=60)),
                ("result", models.CharField(max_length=300)),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="phone_checks", to="tournament.night"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["night", "id"], name="phone_checks_of_a_night")]},
        ),
        migrations.AddField(
            model_name="game",
            name="extra_rung_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="night",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, null=True),
        ),
    ]
