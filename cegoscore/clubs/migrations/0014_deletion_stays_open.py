"""A deletion that one manager asked for waited for a second one; from now on it is open for seven days.

What was asked for begins anew with that, and everybody who manages the club is told again; what was asked for more than
30 days ago was void already.
"""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone


def begin_anew(apps: Any, _editor: Any) -> None:
    """So nothing is deleted before whoever manages the club had seven days to stop it."""
    asked = apps.get_model("clubs", "Removal").objects.filter(state="asked")
    asked.filter(at__lte=timezone.now() - timedelta(days=30)).delete()
    for removal in asked:
        told = {"kind": "deletion_asked", "device_id": removal.device, "tells": True}
        apps.get_model("clubs", "LogEntry").objects.create(club_id=removal.club_id, **told)
    asked.update(at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0013_joined_for_good"),
    ]

    operations = [
        migrations.RunPython(begin_anew, migrations.RunPython.noop),
    ]
