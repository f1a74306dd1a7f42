"""The words of a hand's auction, empty for all hands of before."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column more."""

    dependencies = (("scoresheet", "0002_late_hands"),)

    operations = (
        migrations.AddField(
            model_name="hand",
            name="auction",
            field=models.CharField(blank=True, db_default="", default="", max_length=1000),
        ),
    )
