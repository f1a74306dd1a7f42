"""Labels of what is set of a person, as its form shows them; no column changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0025_name_who_came_last"),
    ]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="name",
            field=models.CharField(blank=True, max_length=60, verbose_name="Name"),
        ),
        migrations.AlterField(
            model_name="player",
            name="sorted_by",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Only if it is not the last word of the name.",
                max_length=60,
                verbose_name="Surname for lists",
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="village",
            field=models.CharField(blank=True, max_length=60, verbose_name="Home village"),
        ),
    ]
