"""Clocks can be paused, and a game's seats are posted; those of games that have begun count as posted."""

from django.db import migrations, models
from django.db.models import Q
from django.utils import timezone


def post_begun(apps, schema_editor):
    Round = apps.get_model("tournament", "Round")
    begun = Q(number=1) | Q(rings_at__isnull=False) | Q(games__started_at__isnull=False)
    Round.objects.filter(pk__in=Round.objects.filter(begun).values("pk")).update(posted_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0015_told_apart_and_removed'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='paused_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='posted_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(post_begun, migrations.RunPython.noop),
    ]
