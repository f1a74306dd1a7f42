"""Totals from paper may be typed twice and compared, and the last one filled in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_hour_of_a_tournament"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="typings",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.AddField(
            model_name="tournament",
            name="fills_last_total",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="types_twice",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
