"""The choice of a club not to name who came last where only a few are named; all did until now."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0024_names_before"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="names_last",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text="Above the season's table and in the text for the newspaper."
                " The tables show everybody either way.",
                verbose_name="Name who came last",
            ),
        ),
    ]
