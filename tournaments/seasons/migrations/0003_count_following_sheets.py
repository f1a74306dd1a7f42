"""Evenings of open seasons count by the sheet that their totals went on to."""

from typing import Any

from django.db import migrations
from django.db.models import Exists, OuterRef, Subquery


def count_following(apps: Any, _editor: Any) -> None:
    """Let each point to the last sheet of the evening."""
    events, sheets = apps.get_model("seasons", "SeasonEvent").objects, apps.get_model("scoresheet", "Session").objects
    following = sheets.filter(continues=OuterRef("sheet"), deleted_at=None).values("pk")
    while events.filter(Exists(following), season__closed_at=None).update(sheet=Subquery(following[:1])):
        pass


class Migration(migrations.Migration):
    dependencies = [
        ("scoresheet", "0006_sheets_of_a_player"),
        ("seasons", "0002_count_club_nights"),
    ]

    operations = [migrations.RunPython(count_following, migrations.RunPython.noop)]
