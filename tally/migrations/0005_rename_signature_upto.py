from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tally", "0004_received_totals")]

    operations = [migrations.RenameField("signature", "upto", "seen_hand")]
