"""A prize is money, goods or both, known by a UUID; plans that stand are taken over by the reader of their words."""

import uuid
from typing import Any

from django.db import migrations, models

import cegoscore.database.random_keys
from tournaments.prize_words import may_hide_money, parts_of_words

AT_ONCE = 500
PARTS = ("cents", "goods", "is_each", "to_look_at")


def take_over(apps: Any, _editor: Any) -> None:
    """Read the words of every prize; a number in what is no money is to be looked at."""
    prizes = apps.get_model("tournaments", "Prize").objects
    changed = []
    for row in prizes.order_by("pk").select_related("tournament").iterator():
        row.cents, row.goods, row.is_each = parts_of_words(row.what, row.kind, row.tournament.currency)
        row.to_look_at = may_hide_money(row.goods)
        changed.append(row)
    prizes.bulk_update(changed, PARTS, batch_size=AT_ONCE)


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
