"""Take out the rounds that a player of four could add to a progressive night through a single table's addresses.

Such a round is seated by number instead of by N E S W, and every page of seats failed on it. The game before it was
noted as ended without a signature; it opens again.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def remove_rounds(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Delete rounds of progressive nights whose seats are numbers, with what was written in them."""
    Round, Game = apps.get_model("tournament", "Round"), apps.get_model("tournament", "Game")
    wrong = Round.objects.filter(night__kind="progressive", games__places__seat__in="12345678").distinct()
    for round_ in wrong.order_by("-number"):
        for model in ("Hand", "Signature", "Dispute", "PaperTotal"):
            apps.get_model("tally", model).objects.filter(game__round=round_).delete()
        ended = Game.objects.filter(round__night=round_.night, round__number=round_.number - 1, winner="")
        ended.filter(signatures=None, paper_totals=None).update(signed_at=None)
        round_.delete()


class Migration(migrations.Migration):
    """A correction of rows; nothing leads back."""

    dependencies = [("tally", "0009_night_totals"), ("tournament", "0031_bell_clock")]
    operations = [migrations.RunPython(remove_rounds, migrations.RunPython.noop)]
