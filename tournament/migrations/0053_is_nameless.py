"""Call a number from the hat `is_nameless`, as a player; its column stays as it is."""

from django.db import migrations, models


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
    ]
