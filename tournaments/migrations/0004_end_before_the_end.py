"""A tournament can be cancelled, and deleted for 30 days before it goes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_chain_old_decisions"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="cancelled_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="deleted_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
