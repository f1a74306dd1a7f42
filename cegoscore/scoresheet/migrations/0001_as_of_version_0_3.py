"""All tables of version 0.3 at once, for a new database; an older one goes on by the migrations named here."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("scoresheet", "0001_start"),
        ("scoresheet", "0002_late_hands"),
        ("scoresheet", "0003_hand_auction"),
        ("scoresheet", "0004_club_nights"),
        ("scoresheet", "0005_sums_of_evenings"),
        ("scoresheet", "0006_sheets_of_a_player"),
        ("scoresheet", "0007_outings_for_sums"),
        ("scoresheet", "0008_late_hands_outlive_their_sheet"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0014_deletion_stays_open"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubNight",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=120)),
                ("day", models.DateField()),
                ("place", models.CharField(blank=True, max_length=120)),
                ("stake", models.DecimalField(blank=True, decimal_places=4, max_digits=10, null=True)),
                ("currency", models.CharField(blank=True, max_length=10)),
                ("places", models.PositiveSmallIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="nights", to="clubs.club"
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="nights", to="clubs.ruleset"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["club", "day"], name="night_of_a_club")]},
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("title", models.CharField(blank=True, max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("handed_in", "handed in"),
                            ("confirmed", "confirmed"),
                            ("closed", "closed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("stake", models.DecimalField(blank=True, decimal_places=4, max_digits=10, null=True)),
                ("currency", models.CharField(blank=True, max_length=10)),
                ("lineup", models.JSONField()),
                ("dealer", models.PositiveSmallIntegerField()),
                ("turn_after", models.PositiveIntegerField(default=0)),
                ("stake_factor", models.PositiveIntegerField(default=1)),
                ("compulsory_after", models.PositiveIntegerField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                ("event", models.UUIDField(blank=True, db_index=True, null=True)),
                ("planned", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("handed_in_by", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("confirmed_by", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                ("night_table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("has_outings", models.BooleanField(db_default=False, default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sessions", to="clubs.club"
                    ),
                ),
                (
                    "continues",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="continued_by",
                        to="scoresheet.session",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sheets",
                        to="scoresheet.clubnight",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sessions", to="clubs.ruleset"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("has_outings", False)), fields=["club"], name="sheets_without_outings"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "handed_in", "confirmed", "closed"])),
                        name="session_state_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("continues", None)),
                        fields=("night", "night_table"),
                        name="night_table_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("place", models.BigIntegerField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("uuid", models.UUIDField()),
                ("lineup", models.JSONField()),
                ("dealer", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=20)),
                ("outcome", models.JSONField()),
                ("stake_factor", models.PositiveIntegerField(default=1)),
                ("auction", models.CharField(blank=True, db_default="", default="", max_length=1000)),
                ("void", models.BooleanField(default=False)),
                ("why", models.CharField(blank=True, max_length=500)),
                ("by", models.CharField(blank=True, max_length=500)),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "device",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="hands", to="clubs.device"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="scoresheet.session"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("session", "number", "revision"), name="hand_revision_once"),
                    models.UniqueConstraint(fields=("session", "uuid"), name="hand_uuid_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1), ("revision__gte", 1)), name="hand_counts_from_one"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("total", models.BigIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="clubs.player"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="scoresheet.session"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "session"], name="seat_sheets_of_a_player")],
                "constraints": [models.UniqueConstraint(fields=("session", "number"), name="seat_number_once")],
            },
        ),
        migrations.CreateModel(
            name="Score",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.BigIntegerField()),
                (
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="scores", to="scoresheet.hand"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="scores", to="scoresheet.seat"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("hand", "seat"), name="score_once")]},
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("after", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("gstiess", "gstiess"),
                            ("gstiess_off", "gstiess_off"),
                            ("schnaps_bought", "schnaps_bought"),
                            ("schnaps_owed", "schnaps_owed"),
                            ("text", "text"),
                        ],
                        max_length=20,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("why", models.CharField(blank=True, max_length=500)),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "device",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="notes", to="clubs.device"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="scoresheet.session"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("session", "uuid"), name="note_uuid_once")]},
        ),
        migrations.CreateModel(
            name="LateHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("kind", models.CharField(max_length=10)),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                ("fields", models.JSONField()),
                ("written_at", models.DateTimeField(blank=True, null=True)),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "answer",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("taken", "Taken"), ("declined", "Declined")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="late_hands",
                        to="clubs.device",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="late_hands",
                        to="scoresheet.session",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("session", "uuid"), name="late_hand_once")]},
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("amounts", models.JSONField()),
                ("why", models.CharField(max_length=500)),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="adjustments",
                        to="clubs.device",
                    ),
                ),
                (
                    "strikes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="struck_by",
                        to="scoresheet.adjustment",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="adjustments", to="scoresheet.session"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("session", "uuid"), name="adjustment_uuid_once")]},
        ),
    ]
