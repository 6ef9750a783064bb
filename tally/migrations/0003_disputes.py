from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tally", "0002_claims_and_paper"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="claim", name="one_open_claim_a_game"),
        migrations.RenameModel(old_name="Claim", new_name="Dispute"),
        migrations.AlterField(
            model_name="dispute",
            name="game",
            field=models.ForeignKey(
                on_delete=models.PROTECT, related_name="disputes", to="tournament.game"
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(
                fields=("game",), condition=models.Q(settled_at=None), name="one_open_dispute_a_game"
            ),
        ),
    ]
