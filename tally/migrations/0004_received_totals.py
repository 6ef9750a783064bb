import django.db.models.deletion
from django.db import migrations, models


def move_digests(apps, schema_editor):
    """Copy the digests of paper totals out of the topics of events."""
    event, received = apps.get_model("tournament", "Event"), apps.get_model("tally", "ReceivedTotal")
    found = event.objects.filter(topics__contains="total-").order_by("pk").values_list("night_id", "topics")
    digests = {
        (night_id, topic.removeprefix("total-")): None
        for night_id, topics in found
        for topic in topics.split()
        if topic.startswith("total-")
    }
    received.objects.bulk_create(received(night_id=night_id, digest=digest) for night_id, digest in digests)


class Migration(migrations.Migration):
    dependencies = [
        ("tally", "0003_disputes"),
        ("tournament", "0011_event_public_text"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReceivedTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=16)),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.night"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("night", "digest"), name="one_digest_a_total")]
            },
        ),
        migrations.RunPython(move_digests),
    ]
