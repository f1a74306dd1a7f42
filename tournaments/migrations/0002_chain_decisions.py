"""Decisions become a chain: number, role, hash, salted hash of the reason, people in columns of their own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_start"),
        ("tournaments", "0001_start"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="decision",
            name="decision_kind_known",
        ),
        migrations.AddField(
            model_name="decision",
            name="by",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
        migrations.AddField(
            model_name="decision",
            name="came",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddField(
            model_name="decision",
            name="hash",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="decision",
            name="left",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddField(
            model_name="decision",
            name="number",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="reason_hash",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="decision",
            name="salt",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="decision",
            name="what",
            field=models.CharField(blank=True, db_default="", default="", max_length=2000),
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
            model_name="decision",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="decision_number_once"),
        ),
    ]
