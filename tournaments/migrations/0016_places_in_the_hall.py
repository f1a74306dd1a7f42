"""A hall has a number of places, beyond which whoever announces themselves waits."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_teams"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="places",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Whoever announces themselves once they are taken is on a waiting list and moves up by itself.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)],
                verbose_name="Places in the hall",
            ),
        ),
    ]
