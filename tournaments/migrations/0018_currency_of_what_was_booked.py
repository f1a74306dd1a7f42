"""Bookings without a currency take that of their event, here where all kinds of events are known."""

from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

EVENTS = (
    (("sheet",), "scoresheet", "Session", "key"),
    (("due", "box"), "clubs", "Club", "club"),
    (("cash", "prize"), "tournaments", "Tournament", "key"),
)


def take_that_of_the_event(apps: Any, _editor: Any) -> None:
    """Set it by the evening, the club of the box, or the tournament, as far as there is one."""
    for kinds, app, model, key in EVENTS:
        event = apps.get_model(app, model).objects.filter(pk=OuterRef(key)).values("currency")
        rows = apps.get_model("bookings", "Booking").objects.filter(kind__in=kinds, currency="")
        rows.update(currency=Coalesce(Subquery(event), Value("")))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_what_counted_at_the_end"),
        ("bookings", "0003_currency_of_a_booking"),
        ("scoresheet", "0008_late_hands_outlive_their_sheet"),
        ("clubs", "0021_uuid_of_a_person"),
    ]

    operations = [migrations.RunPython(take_that_of_the_event, migrations.RunPython.noop)]
