"""Fees have names and are booked when they are paid; what was marked so far becomes a booking of the present fee.

When a mark was set is not known: of a tournament that is over, at its end at the latest, otherwise by now.
"""

import uuid
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

AT_ONCE = 500


def book_marks(apps: Any, _editor: Any) -> None:
    """Book what each mark is worth, house players apart; it is what they owed."""
    entrants, now = apps.get_model("tournaments", "Entrant").objects, timezone.now()
    booking: Any = apps.get_model("bookings", "Booking")
    payers = entrants.filter(has_paid=True, is_house=False, tournament__entry_fee__gt=0).select_related("tournament")
    booked = []
    for row in payers.order_by("pk").iterator(chunk_size=AT_ONCE):
        tournament = row.tournament
        row.due = int(tournament.entry_fee * 100)
        fee = booking(club_id=tournament.club_id, kind="fee", key=tournament.pk, uuid=uuid.uuid4())
        fee.payer_id, fee.cents, fee.currency = row.player_id, row.due, tournament.currency
        fee.reason = "Startgeld"
        fee.written_at = tournament.finished_at or tournament.cancelled_at or now
        booked.append((row, fee))
    booking.objects.bulk_create((fee for _row, fee in booked), batch_size=AT_ONCE)
    entrants.bulk_update((row for row, _fee in booked), ["due"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_chances_and_awards"),
        ("bookings", "0004_part_and_act_of_a_booking"),
    ]

    operations = [
        migrations.CreateModel(
            name="Fee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("cents", models.PositiveIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fees",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="fee",
            constraint=models.UniqueConstraint(fields=("tournament", "name"), name="fee_once"),
        ),
        migrations.AddField(
            model_name="entrant",
            name="due",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entrant",
            name="fee",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entrants",
                to="tournaments.fee",
            ),
        ),
        migrations.RunPython(book_marks, migrations.RunPython.noop),
    ]
