"""Helpers at the desk may be let draw, start and close."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_end_before_the_end"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="helpers_run",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
