"""Chain the decisions of version 0.1, in the order in which they were made."""

from itertools import groupby
from typing import Any

from django.db import migrations

from tournaments.chaining import chain_up


def chain_old_decisions(apps: Any, schema_editor: Any) -> None:
    decisions = apps.get_model("tournaments", "Decision").objects
    rows = decisions.filter(number=None).select_related("round").order_by("tournament", "at", "pk")
    columns = ["number", "salt", "reason_hash", "data", "left", "came", "hash"]
    for _tournament, group in groupby(rows, key=lambda row: row.tournament_id):
        chained = list(group)
        chain_up(chained)
        decisions.bulk_update(chained, columns, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_chain_decisions")]

    operations = [migrations.RunPython(chain_old_decisions, migrations.RunPython.noop)]
