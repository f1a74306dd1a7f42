"""All tables of version 0.3 at once, for a new database; an older one goes on by the migrations named here."""

import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import cegoscore.contest.league


class Migration(migrations.Migration):
    replaces = [
        ("seasons", "0001_start"),
        ("seasons", "0002_count_club_nights"),
        ("seasons", "0003_count_following_sheets"),
        ("seasons", "0004_changed_after_the_end"),
        ("seasons", "0005_settings_are_fields"),
        ("seasons", "0006_weight_of_an_event"),
        ("seasons", "0007_hall_of_fame"),
        ("seasons", "0008_guest_events"),
        ("seasons", "0009_offers_to_series"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0017_hall_of_fame_in_the_log"),
        ("scoresheet", "0006_sheets_of_a_player"),
        ("tournaments", "0022_announcing_until"),
    ]

    operations = [
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=120, verbose_name="Name of the season")),
                ("first_day", models.DateField(verbose_name="First day")),
                ("last_day", models.DateField(verbose_name="Last day")),
                (
                    "worth",
                    models.CharField(
                        choices=[
                            ("points", "its points, plus and minus: rewards skill"),
                            ("plus", "only plus points: rewards being there"),
                            ("ranks", "points by rank: rewards being there"),
                        ],
                        default="points",
                        max_length=10,
                        verbose_name="What an event counts",
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="The best ones; leave empty for all. The fewer, the more it rewards being there often.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="How many results count?",
                    ),
                ),
                ("rank_points", models.JSONField(blank=True, default=list)),
                (
                    "least",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="Events needed to be ranked",
                    ),
                ),
                ("tie_breaks", models.JSONField(blank=True, default=list)),
                ("categories", models.JSONField(blank=True, default=list)),
                ("is_public", models.BooleanField(default=False, verbose_name="Everybody may see the table")),
                ("version", models.PositiveIntegerField(default=0)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("champion_points", models.BigIntegerField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("champions", models.ManyToManyField(blank=True, related_name="seasons_won", to="clubs.player")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="clubs.club"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "worth__in",
                                [
                                    cegoscore.contest.league.Worth["POINTS"],
                                    cegoscore.contest.league.Worth["PLUS"],
                                    cegoscore.contest.league.Worth["RANKS"],
                                ],
                            )
                        ),
                        name="season_worth_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("last_day__gte", models.F("first_day"))), name="season_ends_after_it_begins"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("counting", "way of counting changed"),
                            ("settings", "settings changed"),
                            ("added", "event added"),
                            ("removed", "event removed"),
                            ("weighed", "weight of an event changed"),
                            ("tie", "tie decided"),
                            ("closed", "season closed"),
                            ("reopened", "opened again"),
                            ("people", "another champion, because two names turned out to be one person or two"),
                            ("result", "changed after the end"),
                        ],
                        max_length=20,
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=300)),
                ("data", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="season_decisions",
                        to="clubs.device",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="decisions", to="seasons.season"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "counting",
                                    "settings",
                                    "added",
                                    "removed",
                                    "weighed",
                                    "tie",
                                    "closed",
                                    "reopened",
                                    "people",
                                    "result",
                                ],
                            )
                        ),
                        name="season_decision_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DrawnPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drawn_places", to="clubs.player"
                    ),
                ),
                (
                    "decision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drawn_places",
                        to="seasons.seasondecision",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("decision", "player"), name="drawn_place_once")],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                (
                    "weight",
                    models.PositiveSmallIntegerField(
                        db_default=1,
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ],
                        verbose_name="Counts so many times",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="season_events",
                        to="scoresheet.clubnight",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="seasons.season"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="season_events",
                        to="scoresheet.session",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_events",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("season", "tournament"), name="season_tournament_once"),
                    models.UniqueConstraint(fields=("season", "sheet"), name="season_sheet_once"),
                    models.UniqueConstraint(fields=("season", "night"), name="season_night_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("night__isnull", True),
                            models.Q(("sheet__isnull", True), ("tournament__isnull", True)),
                            _connector="OR",
                        ),
                        name="season_night_is_one_thing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tournament__isnull", True), ("sheet__isnull", True), _connector="OR"),
                        name="season_event_is_one_thing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GuestEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("venue", models.CharField(blank=True, max_length=120)),
                ("host", models.CharField(blank=True, max_length=120)),
                ("origin", models.CharField(db_index=True, max_length=64)),
                ("mark", models.CharField(max_length=64)),
                ("offer", models.UUIDField(blank=True, db_index=True, null=True)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guest", to="seasons.seasonevent"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FixedPoints",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.BigIntegerField()),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                ("categories", models.JSONField(blank=True, db_default=[], default=list)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="fixed_points", to="clubs.player"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fixed", to="seasons.seasonevent"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "player"), name="fixed_points_once")],
            },
        ),
        migrations.CreateModel(
            name="SeriesOffer",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "tournament",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offer",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PastChampion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "year",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1800),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                        verbose_name="Year",
                    ),
                ),
                ("event", models.CharField(max_length=120, verbose_name="Tournament or season")),
                ("points", models.IntegerField(blank=True, null=True, verbose_name="Points")),
                (
                    "club",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_champions",
                        to="clubs.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_titles",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "year", "event", "player"), name="past_champion_once")
                ],
            },
        ),
    ]
