"""Results can be held back until the prize giving, which the wall unveils place by place."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_name_of_a_club"),
        ("tournaments", "0006_hands_by_table_size"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="decision",
            name="decision_kind_known",
        ),
        migrations.AddField(
            model_name="tournament",
            name="held_from",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="unveiled_from",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="decision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("draw", "round drawn"),
                    ("swap", "seats swapped"),
                    ("sheets_swapped", "sheets swapped"),
                    ("redraw", "drawn again"),
                    ("undraw", "draw taken back"),
                    ("seated", "seated by lot"),
                    ("unseated", "seat left empty"),
                    ("start", "round started"),
                    ("close", "round closed"),
                    ("substitute", "substitute"),
                    ("withdrawal", "withdrawal"),
                    ("dispute", "result disputed"),
                    ("settled", "dispute settled"),
                    ("correction", "result corrected"),
                    ("void", "table void"),
                    ("reopened", "opened again"),
                    ("tie", "tie decided"),
                    ("settings", "settings changed"),
                    ("held_back", "results held back"),
                    ("released", "results released"),
                    ("finish", "tournament finished"),
                    ("goes_on", "tournament opened again"),
                    ("cancelled", "tournament cancelled"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "draw",
                            "swap",
                            "sheets_swapped",
                            "redraw",
                            "undraw",
                            "seated",
                            "unseated",
                            "start",
                            "close",
                            "substitute",
                            "withdrawal",
                            "dispute",
                            "settled",
                            "correction",
                            "void",
                            "reopened",
                            "tie",
                            "settings",
                            "held_back",
                            "released",
                            "finish",
                            "goes_on",
                            "cancelled",
                        ],
                    )
                ),
                name="decision_kind_known",
            ),
        ),
    ]
