from django.db import migrations
from django.db.models import Max, Min

PUBLIC = ("bell", "unbell", "warning", "told", "test", "desk")


def move_events(apps, schema_editor):
    """Copy the log, the phone checks, the bells after extra minutes and the nights' beginnings out of the events."""
    event, game, night = (apps.get_model("tournament", name) for name in ("Event", "Game", "Night"))
    schema_editor.execute(
        "INSERT INTO tournament_logentry (night_id, at, actor, text) "
        "SELECT night_id, at, who, text FROM tournament_event ORDER BY id"
    )
    schema_editor.execute(
        "INSERT INTO tournament_phonecheck (night_id, at, phone_name, result) "
        "SELECT night_id, at, who, text FROM tournament_event WHERE topics LIKE 'tested %' ORDER BY id",
        params=None,
    )
    for row in event.objects.values("night_id").annotate(first=Min("at")).order_by():
        night.objects.filter(pk=row["night_id"]).update(created_at=row["first"])
    night.objects.filter(events=None).update(created_at=None)
    extra = event.objects.filter(topics__startswith="extra-").values("topics").annotate(last=Max("at")).order_by("last")
    for row in extra:
        number = row["topics"].split()[0].removeprefix("extra-")
        game.objects.filter(pk=number).update(extra_rung_at=row["last"])
    private = [
        pk
        for pk, topics in event.objects.values_list("pk", "topics")
        if not any(topic.partition("-")[0] in PUBLIC for topic in topics.split())
    ]
    for start in range(0, len(private), 500):
        event.objects.filter(pk__in=private[start : start + 500]).update(text="")


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0009_log_entries"),
    ]

    operations = [migrations.RunPython(move_events)]
