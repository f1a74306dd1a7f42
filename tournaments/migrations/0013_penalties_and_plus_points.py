"""A prize can be for everybody with plus points, and points can be taken off a single player."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0012_remember_erased_clubs"),
        ("tournaments", "0012_states_with_a_reason"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="decision",
            name="decision_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="prize",
            name="prize_kind_known",
        ),
        migrations.AddField(
            model_name="result",
            name="penalty",
            field=models.PositiveIntegerField(db_default=0, default=0),
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
                    ("takes", "prizes and ranking"),
                    ("dispute", "result disputed"),
                    ("settled", "dispute settled"),
                    ("correction", "result corrected"),
                    ("void", "table void"),
                    ("penalty", "points taken off"),
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
        migrations.AlterField(
            model_name="prize",
            name="kind",
            field=models.CharField(
                choices=[("rank", "rank"), ("last", "the last"), ("category", "category"), ("plus", "plus points")],
                max_length=10,
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
                            "takes",
                            "dispute",
                            "settled",
                            "correction",
                            "void",
                            "penalty",
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
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["rank", "last", "category", "plus"])), name="prize_kind_known"
            ),
        ),
    ]
