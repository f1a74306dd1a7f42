"""Texts of three fields in plainer words; no table changes."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_announcing_until"),
    ]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="source",
            field=models.CharField(
                choices=[
                    ("sheet", "sheet"),
                    ("typed", "typed at the desk"),
                    ("imported", "loaded"),
                    ("void", "table void"),
                ],
                default="sheet",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="is_public",
            field=models.BooleanField(
                default=False,
                help_text="Otherwise only people with a link see it.",
                verbose_name="Everybody may see the tournament's page",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="places",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text=(
                    "Anyone who announces themselves once they are taken is on a waiting list and moves up by itself."
                ),
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(400),
                ],
                verbose_name="Places in the hall",
            ),
        ),
    ]
