"""A prize can be for everybody with plus points, and points can be taken off a single player."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_which_results_count"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="prize",
            name="prize_kind_known",
        ),
        migrations.AlterField(
            model_name="prize",
            name="kind",
            field=models.CharField(
                choices=[("rank", "rank"), ("last", "the last"), ("category", "category"), ("plus", "plus points")],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["rank", "last", "category", "plus"])), name="prize_kind_known"
            ),
        ),
    ]
