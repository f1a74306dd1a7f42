"""Texts of two settings in plainer words; no table changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0027_site_of_a_club"),
    ]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="box_rule",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "no box"),
                    ("losers", "those who have lost pay for every point"),
                    ("first", "everybody pays for every point behind the first"),
                    ("fee", "everybody pays the same for the evening"),
                ],
                db_default="",
                default="",
                help_text="For every evening that is ended from now on, also for one that is being played.",
                max_length=10,
                verbose_name="Into the box",
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="gives_awards",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Five at most, from twelve hands on: also the Mauskönig, for the one who came last.",
                verbose_name="Awards for an evening",
            ),
        ),
    ]
