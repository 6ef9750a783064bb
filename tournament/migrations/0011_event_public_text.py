from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0010_move_events"),
    ]

    operations = [
        migrations.RemoveField(model_name="event", name="at"),
        migrations.RemoveField(model_name="event", name="who"),
        migrations.RenameField(model_name="event", old_name="text", new_name="public_text"),
        migrations.AlterField(
            model_name="event",
            name="public_text",
            field=models.CharField(blank=True, max_length=300),
        ),
    ]
