"""A result says itself whether it counts: points of a closed round stay what they were."""

from typing import Any

from django.db import migrations, models

from tournaments.models.rounds import DOES_NOT_COUNT


def settle(apps: Any, schema_editor: Any) -> None:
    """Nothing of a finished tournament changes; in others a house player's closed rounds stay the house player's."""
    results = apps.get_model("tournaments", "Result").objects
    results.filter(DOES_NOT_COUNT).update(counts=False)
    left = apps.get_model("tournaments", "Decision").objects.filter(kind="substitute", tournament__finished_at=None)
    for decision in left.filter(data__house=True):
        taken_over = results.filter(entrant__number=decision.data["number"], round__closed_at__lt=decision.at)
        taken_over.filter(round__tournament=decision.tournament_id).update(counts=False)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_type_totals_twice"),
    ]

    operations = [
        migrations.AddField(
            model_name="result",
            name="counts",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.RunPython(settle, migrations.RunPython.noop),
    ]
