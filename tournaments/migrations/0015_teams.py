"""Teams: their size, how many of them count, the team of an entrant, and prizes for teams."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_settings_are_fields"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="prize",
            name="prize_kind_known",
        ),
        migrations.AddField(
            model_name="entrant",
            name="team",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddField(
            model_name="tournament",
            name="team_best",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="The best so many; if empty, all.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(6)],
                verbose_name="How many of them count",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="team_size",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="2 to 6, if teams play, too; the draw keeps team-mates apart.",
                null=True,
                validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(6)],
                verbose_name="Players per team",
            ),
        ),
        migrations.AlterField(
            model_name="prize",
            name="kind",
            field=models.CharField(
                choices=[
                    ("rank", "rank"),
                    ("last", "the last"),
                    ("category", "category"),
                    ("plus", "plus points"),
                    ("team", "team"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["rank", "last", "category", "plus", "team"])), name="prize_kind_known"
            ),
        ),
    ]
