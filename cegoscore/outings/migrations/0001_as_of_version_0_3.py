"""All tables of version 0.3 at once, for a new database; an older one goes on by the migrations named here."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("outings", "0001_start"),
        ("outings", "0002_sums_by_span"),
        ("outings", "0003_count_claims_and_faults_apart"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0014_deletion_stays_open"),
        ("hosting", "0001_start"),
    ]

    operations = [
        migrations.CreateModel(
            name="Outing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("sheet", "Sheet"), ("night", "Night"), ("tournament", "Tournament")], max_length=10
                    ),
                ),
                ("key", models.UUIDField()),
                ("day", models.DateField()),
                ("moment", models.BigIntegerField()),
                ("stamp", models.BigIntegerField()),
                ("points", models.BigIntegerField(null=True)),
                ("rank", models.PositiveIntegerField(null=True)),
                ("players", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField(default=0)),
                ("most", models.BigIntegerField(default=0)),
                ("most_hand", models.BigIntegerField(null=True)),
                ("least", models.BigIntegerField(default=0)),
                ("least_hand", models.BigIntegerField(null=True)),
                ("raeuber", models.PositiveIntegerField(default=0)),
                ("raeuber_lost", models.PositiveIntegerField(default=0)),
                ("buergermeister", models.PositiveIntegerField(default=0)),
                ("schnaps_paid", models.PositiveIntegerField(default=0)),
                ("schnaps_owed", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outings",
                        to="clubs.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outings",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "moment"], name="outings_of_a_player"),
                    models.Index(fields=["club", "kind", "moment"], name="outings_of_a_club"),
                ],
                "constraints": [models.UniqueConstraint(fields=("key", "player"), name="outing_once")],
            },
        ),
        migrations.CreateModel(
            name="OutingGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("alone", "Alone"), ("against", "Against"), ("all", "All")], max_length=10
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("over_solo", models.BooleanField()),
                ("ouvert", models.BooleanField()),
                ("n", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("points", models.BigIntegerField()),
                ("squares", models.BigIntegerField()),
                (
                    "outing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="outings.outing",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.ruleset",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=[
                            "outing",
                            "role",
                            "rule_set",
                            "game",
                            "over_solo",
                            "ouvert",
                            "n",
                            "won",
                            "points",
                            "squares",
                        ],
                        name="games_of_an_outing",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="OutingPair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("n", models.PositiveIntegerField()),
                ("flow", models.BigIntegerField()),
                (
                    "other",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "outing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairs",
                        to="outings.outing",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.ruleset",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["outing", "other", "n", "flow"], name="pairs_of_an_outing")]},
        ),
        migrations.CreateModel(
            name="PersonSpan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.BigIntegerField()),
                ("games", models.JSONField()),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("player", "number"), name="person_span_once")]},
        ),
        migrations.CreateModel(
            name="ClubSpan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.BigIntegerField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("records", models.JSONField(default=dict)),
                ("games", models.JSONField(default=list)),
                ("pairs", models.JSONField(default=list)),
                (
                    "club",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("club", "number"), name="club_span_once")]},
        ),
    ]
