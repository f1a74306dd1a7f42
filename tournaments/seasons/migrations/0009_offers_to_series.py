"""Tournaments that a club lets count in a series of another club on the same server."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("seasons", "0008_guest_events"),
        ("tournaments", "0022_announcing_until"),
    ]

    operations = [
        migrations.AddField(
            model_name="guestevent",
            name="offer",
            field=models.UUIDField(blank=True, db_index=True, null=True),
        ),
        migrations.CreateModel(
            name="SeriesOffer",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "tournament",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offer",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
    ]
