"""The site of a club, whose pages may show a season's table in a frame; until it is named, none may."""

from django.db import migrations, models

import cegoscore.clubs.sites


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0026_labels_of_a_person"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="site",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Its pages may show the table of a public season in a frame; the line for it stands at the"
                " season under “Share”. Only the beginning of the address, such as https://www.example.org; empty: no"
                " page may.",
                max_length=200,
                validators=[cegoscore.clubs.sites.check_site],
                verbose_name="Your own website",
            ),
        ),
    ]
