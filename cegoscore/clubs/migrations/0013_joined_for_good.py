"""Clubs that were joined stay one: what it took to part them goes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0012_remember_erased_clubs"),
    ]

    operations = [
        migrations.DeleteModel(
            name="ClubJoin",
        ),
    ]
