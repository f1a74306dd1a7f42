"""A closed season notes what was changed below it."""

from django.db import migrations, models

KINDS = ["counting", "settings", "added", "removed", "tie", "closed", "reopened", "people", "result"]
LABELS = [
    "way of counting changed",
    "settings changed",
    "event added",
    "event removed",
    "tie decided",
    "season closed",
    "opened again",
    "another champion, because two names turned out to be one person or two",
    "changed after the end",
]


class Migration(migrations.Migration):
    dependencies = [("seasons", "0003_count_following_sheets")]

    operations = [
        migrations.RemoveConstraint(model_name="seasondecision", name="season_decision_kind_known"),
        migrations.AlterField(
            model_name="seasondecision",
            name="kind",
            field=models.CharField(choices=list(zip(KINDS, LABELS, strict=True)), max_length=20),
        ),
        migrations.AddConstraint(
            model_name="seasondecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", KINDS)), name="season_decision_kind_known"
            ),
        ),
    ]
