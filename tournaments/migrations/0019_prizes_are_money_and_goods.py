"""A prize is money, goods or both, known by a UUID; plans that stand are taken over by the reader of their words."""

import uuid
from typing import Any

from django.db import migrations, models

import cegoscore.database.random_keys
from tournaments.prize_words import read_words


def take_over(apps: Any, _editor: Any) -> None:
    """Read the words of every prize."""
    read_words(apps.get_model("tournaments", "Prize").objects.all())


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_currency_of_what_was_booked"),
    ]

    operations = [
        migrations.AddField(
            model_name="prize",
            name="uuid",
            field=models.UUIDField(
                db_default=cegoscore.database.random_keys.RandomUuid(),
                default=uuid.uuid4,
                editable=False,
                unique=True,
            ),
        ),
        migrations.AddField(model_name="prize", name="cents", field=models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField(
            model_name="prize",
            name="goods",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
        migrations.AddField(
            model_name="prize", name="is_each", field=models.BooleanField(db_default=False, default=False)
        ),
        migrations.AddField(
            model_name="prize", name="to_look_at", field=models.BooleanField(db_default=False, default=False)
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
