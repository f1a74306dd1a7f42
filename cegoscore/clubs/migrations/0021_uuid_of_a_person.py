"""Each person has a UUID; whoever is here already gets it from the row, so that older copies give the same ones."""

import uuid
from datetime import UTC
from typing import Any

import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.recorder import MigrationRecorder

import cegoscore.database.random_keys

AT_ONCE = 500


def name_by_row(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Derive the UUIDs from the moment at which this database was made, which its copies share, and the row's key."""
    began = MigrationRecorder(editor.connection).migration_qs.filter(app="clubs").earliest("applied").applied
    players = apps.get_model("clubs", "Player")
    database = uuid.uuid5(uuid.NAMESPACE_URL, f"cegoscore {began.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}")
    rows = list(players.objects.order_by("pk").only("pk"))
    for row in rows:
        row.uuid = uuid.uuid5(database, str(row.pk))
    players.objects.bulk_update(rows, ["uuid"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0020_who_made_it_and_merged_first"),
    ]

    operations = [
        migrations.CreateModel(
            name="ForgottenName",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("erased", "Erased"), ("shortened", "Shortened"), ("named", "Named")],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name="player",
            name="uuid",
            field=models.UUIDField(
                db_default=cegoscore.database.random_keys.RandomUuid(),
                default=uuid.uuid4,
                editable=False,
                unique=True,
            ),
        ),
        migrations.RunPython(name_by_row, migrations.RunPython.noop),
    ]
