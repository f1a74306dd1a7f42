"""Larger and smaller tables may play another number of hands."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_helpers_run"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="hands_larger",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="hands_smaller",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
