"""All tables of version 0.3 at once, for a new database; an older one goes on by the migrations named here."""

import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("bookings", "0001_start"),
        ("bookings", "0002_boxes"),
        ("bookings", "0003_currency_of_a_booking"),
        ("bookings", "0004_part_and_act_of_a_booking"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0018_box_of_a_club"),
    ]

    operations = [
        migrations.CreateModel(
            name="Booking",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=10)),
                ("key", models.UUIDField(null=True)),
                ("uuid", models.UUIDField(default=uuid.uuid4)),
                ("part", models.UUIDField(blank=True, null=True)),
                ("act", models.UUIDField(blank=True, null=True)),
                ("cents", models.BigIntegerField()),
                ("currency", models.CharField(blank=True, db_default="", default="", max_length=10)),
                ("reason", models.CharField(blank=True, max_length=120)),
                (
                    "rule",
                    models.CharField(
                        blank=True,
                        max_length=40,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A((losers|first|fee):\\d{1,4}(\\.\\d{1,4})?:\\d{1,6}(\\.\\d\\d)?)?\\Z"
                            )
                        ],
                    ),
                ),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bookings",
                        to="clubs.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="bookings",
                        to="clubs.device",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bookings_paid",
                        to="clubs.player",
                    ),
                ),
                (
                    "receiver",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bookings_got",
                        to="clubs.player",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reversed_by",
                        to="bookings.booking",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["key"], name="bookings_of_an_event")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "uuid"), name="booking_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("receiver", None),
                            models.Q(
                                ("payer__isnull", False), models.Q(("payer", models.F("receiver")), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="booking_makes_sense",
                    ),
                ],
            },
        ),
    ]
