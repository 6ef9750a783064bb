from django.db import migrations


def keep_price(apps, schema_editor):
    """Keep the price of a renege that nights of the Michigan family had, before its players agreed on one."""
    nights = apps.get_model("tournament", "Night").objects.filter(variant="michigan-family")
    changed = [night for night in nights if "renege" not in night.house_rules]
    for night in changed:
        night.house_rules = {**night.house_rules, "renege": 2}
    nights.bulk_update(changed, ["house_rules"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tally", "0007_own_games"), ("tournament", "0012_own_rules")]

    operations = [migrations.RunPython(keep_price, migrations.RunPython.noop)]
