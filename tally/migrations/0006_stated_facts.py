from django.db import migrations

PAGE = 500


def state_facts(apps, schema_editor):
    """State what recorded hands left unsaid: nobody was the caller's partner; the dealer who conceded was stuck."""
    for name in ("Hand", "Dispute"):
        rows = apps.get_model("tally", name).objects
        changed = []
        for row in rows.filter(record__variant__in=("call-ace", "pepper-grinnell")).iterator(PAGE):
            extras = row.record.get("extras") or {}
            if row.record["variant"] == "call-ace":
                missing = {} if extras.get("passed_out") or row.record.get("alone") else {"partner": None}
            else:
                missing = {"dealer_stuck": True} if extras.get("dealer_conceded") else {}
            if missing.keys() - extras.keys():
                row.record["extras"] = missing | extras
                changed.append(row)
        rows.bulk_update(changed, ["record"], batch_size=PAGE)


class Migration(migrations.Migration):
    dependencies = [("tally", "0005_rename_signature_upto")]

    operations = [migrations.RunPython(state_facts, migrations.RunPython.noop)]
