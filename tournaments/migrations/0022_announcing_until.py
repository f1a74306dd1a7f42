"""The moment at which announcing ends, if an organiser sets one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_fees_by_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="announced_until",
            field=models.DateTimeField(
                blank=True,
                help_text="Left empty, until the first round is drawn. It ends with the day of the tournament anyway.",
                null=True,
                verbose_name="Until when",
            ),
        ),
    ]
