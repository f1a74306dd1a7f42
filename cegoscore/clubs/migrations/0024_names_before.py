"""Names of a person from before, with the moment of the change: for what is over by then."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_log_of_backups"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="names_before",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
    ]
