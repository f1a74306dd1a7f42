"""Fees have names and are booked when they are paid; what was marked so far becomes a booking of the present fee."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from tournaments.fee_marks import book_marks


def take_over(apps: Any, _editor: Any) -> None:
    """Book what each mark is worth."""
    book_marks(apps.get_model("tournaments", "Entrant").objects, apps.get_model("bookings", "Booking").objects)


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
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
