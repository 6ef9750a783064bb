from django.db import migrations


def mark_ghosts(apps, schema_editor):
    """The ghost was a player like any other: mark those who never were anybody else."""
    player = apps.get_model("tournament", "Player")
    entry = apps.get_model("tournament", "Entry")
    earlier = apps.get_model("tournament", "EarlierPlayer")
    people = set(entry.objects.filter(is_ghost=False).values_list("player_id", flat=True))
    people |= set(earlier.objects.values_list("player_id", flat=True))
    player.objects.filter(name="Ghost").exclude(pk__in=people).update(is_ghost=True)


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0023_regulars"),
    ]

    operations = [migrations.RunPython(mark_ghosts, migrations.RunPython.noop, elidable=True)]
