from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0007_clocks_and_reveal"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="sitout", name="one_rest_a_round"),
        migrations.AddConstraint(
            model_name="sitout",
            constraint=models.UniqueConstraint(fields=("round", "entry"), name="one_sit_out_a_round"),
        ),
    ]
