"""All tables of version 0.3 at once, for a new database; an older one goes on by the migrations named here."""

import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import cegoscore.contest.draw
import cegoscore.database.random_keys


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_start"),
        ("tournaments", "0002_chain_decisions"),
        ("tournaments", "0003_chain_old_decisions"),
        ("tournaments", "0004_end_before_the_end"),
        ("tournaments", "0005_helpers_run"),
        ("tournaments", "0006_hands_by_table_size"),
        ("tournaments", "0007_hold_results_back"),
        ("tournaments", "0008_hour_of_a_tournament"),
        ("tournaments", "0009_type_totals_twice"),
        ("tournaments", "0010_which_results_count"),
        ("tournaments", "0011_who_was_here_when"),
        ("tournaments", "0012_states_with_a_reason"),
        ("tournaments", "0013_penalties_and_plus_points"),
        ("tournaments", "0014_settings_are_fields"),
        ("tournaments", "0015_teams"),
        ("tournaments", "0016_places_in_the_hall"),
        ("tournaments", "0017_what_counted_at_the_end"),
        ("tournaments", "0018_currency_of_what_was_booked"),
        ("tournaments", "0019_prizes_are_money_and_goods"),
        ("tournaments", "0020_chances_and_awards"),
        ("tournaments", "0021_fees_by_name"),
        ("tournaments", "0022_announcing_until"),
        ("tournaments", "0023_plainer_words"),
    ]

    initial = True

    dependencies = [
        ("bookings", "0004_part_and_act_of_a_booking"),
        ("clubs", "0021_uuid_of_a_person"),
        ("scoresheet", "0008_late_hands_outlive_their_sheet"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=120, verbose_name="Name of the tournament")),
                ("day", models.DateField(verbose_name="Day")),
                ("venue", models.CharField(blank=True, max_length=120, verbose_name="Where")),
                (
                    "hour",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="As it stands on the page: 2 p.m., door opens at 1 p.m.",
                        max_length=120,
                        verbose_name="At what time",
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(12),
                        ],
                        verbose_name="Rounds",
                    ),
                ),
                (
                    "hands",
                    models.PositiveSmallIntegerField(
                        default=24,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                        verbose_name="Hands per round",
                    ),
                ),
                (
                    "hands_larger",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Where the dealer sits out: 30 hands at a table of five are as many for everybody as 24 at one of four.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="Hands at larger tables",
                    ),
                ),
                (
                    "hands_smaller",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="Hands at smaller tables",
                    ),
                ),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Only if there is a limit: then a clock runs.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                        verbose_name="Minutes per round",
                    ),
                ),
                (
                    "table_size",
                    models.PositiveSmallIntegerField(
                        choices=[(3, "3"), (4, "4"), (5, "5")], default=4, verbose_name="Players per table"
                    ),
                ),
                (
                    "remainder",
                    models.CharField(
                        choices=[
                            ("house", "House players fill the empty seats"),
                            ("larger", "Some tables have one more, and the dealer sits out"),
                            ("smaller", "Some tables have one less, by other rules"),
                        ],
                        default="house",
                        max_length=10,
                        verbose_name="If the players don't divide evenly",
                    ),
                ),
                (
                    "team_size",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="2 to 6, if teams play, too; the draw keeps team-mates apart.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(6),
                        ],
                        verbose_name="Players per team",
                    ),
                ),
                (
                    "team_best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="The best so many; if empty, all.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(6),
                        ],
                        verbose_name="How many of them count",
                    ),
                ),
                (
                    "small_note",
                    models.CharField(
                        blank=True, max_length=300, verbose_name="How their points compare, in a sentence for everybody"
                    ),
                ),
                (
                    "entry_fee",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=8,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="Entry fee",
                    ),
                ),
                ("currency", models.CharField(blank=True, default="€", max_length=10, verbose_name="Currency")),
                ("tie_breaks", models.JSONField(blank=True, default=list, verbose_name="Ties")),
                (
                    "one_prize_each",
                    models.BooleanField(
                        default=True, verbose_name="One prize each: a prize by rank rules out a category prize"
                    ),
                ),
                (
                    "prizes_for_present",
                    models.BooleanField(
                        db_default=False, default=False, verbose_name="Who goes home before the end gets no prize"
                    ),
                ),
                (
                    "is_public",
                    models.BooleanField(
                        default=False,
                        help_text="Otherwise only people with a link see it.",
                        verbose_name="Everybody may see the tournament's page",
                    ),
                ),
                (
                    "takes_announcements",
                    models.BooleanField(default=False, verbose_name="People may announce themselves there beforehand"),
                ),
                (
                    "announced_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="Left empty, until the first round is drawn. It ends with the day of the tournament anyway.",
                        null=True,
                        verbose_name="Until when",
                    ),
                ),
                (
                    "places",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Anyone who announces themselves once they are taken is on a waiting list and moves up by itself.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(400),
                        ],
                        verbose_name="Places in the hall",
                    ),
                ),
                (
                    "fills_last_total",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Quicker, but then plus and minus always come to zero: a slip in the others is not found.",
                        verbose_name="The last total from paper is filled in",
                    ),
                ),
                (
                    "types_twice",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="They count once both have typed the same.",
                        verbose_name="Totals from paper are typed twice, on two devices",
                    ),
                ),
                (
                    "shows_chances",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="On the wall, at the desk and on the page, from the middle of the last round.",
                        verbose_name="Show who can still win",
                    ),
                ),
                (
                    "gives_awards",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="At the prize giving and on the page, once it is over: five at most, counted from the hands.",
                        verbose_name="Awards beside the prizes",
                    ),
                ),
                ("helpers_run", models.BooleanField(db_default=False, default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("held_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("unveiled_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tournaments", to="clubs.club"
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="clubs.ruleset",
                        verbose_name="Rules",
                    ),
                ),
                (
                    "small_rule_set",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments_small",
                        to="clubs.ruleset",
                        verbose_name="Rules of the smaller tables",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("hands__gte", 1), ("rounds__gte", 1)), name="tournament_has_rounds"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "remainder__in",
                                [
                                    cegoscore.contest.draw.Remainder["HOUSE"],
                                    cegoscore.contest.draw.Remainder["LARGER"],
                                    cegoscore.contest.draw.Remainder["SMALLER"],
                                ],
                            )
                        ),
                        name="tournament_remainder_known",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("women", "Women"),
                            ("juniors", "Juniors"),
                            ("oldest", "Oldest player"),
                            ("own", "own category"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "kind", "name"), name="category_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["women", "juniors", "oldest", "own"])),
                        name="category_kind_known",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Fee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("cents", models.PositiveIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fees",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("tournament", "name"), name="fee_once")]},
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("drawn", "drawn"), ("playing", "playing"), ("closed", "closed")],
                        default="drawn",
                        max_length=10,
                    ),
                ),
                ("draw", models.JSONField()),
                ("draws", models.PositiveSmallIntegerField(default=1)),
                ("drawn_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played_rounds",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["drawn", "playing", "closed"])), name="round_state_known"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField(default=uuid.uuid4)),
                ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("announced", "announced"), ("present", "present"), ("withdrawn", "withdrawn")],
                        default="present",
                        max_length=10,
                    ),
                ),
                ("has_paid", models.BooleanField(default=False)),
                ("due", models.PositiveIntegerField(blank=True, null=True)),
                ("is_house", models.BooleanField(default=False)),
                ("practises", models.BooleanField(default=False)),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "takes",
                    models.CharField(
                        choices=[
                            ("prizes", "Ranking and prizes"),
                            ("rank", "No prizes, plays for fun"),
                            ("nothing", "Out of the ranking"),
                        ],
                        db_default="prizes",
                        default="prizes",
                        max_length=10,
                    ),
                ),
                ("team", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("before", models.JSONField(blank=True, db_default=[], default=list)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "announced_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="announced",
                        to="clubs.device",
                    ),
                ),
                ("categories", models.ManyToManyField(blank=True, related_name="entrants", to="tournaments.category")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="clubs.player"
                    ),
                ),
                (
                    "fee",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entrants",
                        to="tournaments.fee",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="entrant_number_once"),
                    models.UniqueConstraint(fields=("tournament", "player"), name="entrant_player_once"),
                    models.UniqueConstraint(fields=("tournament", "uuid"), name="entrant_uuid_once"),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["announced", "present", "withdrawn"])),
                        name="entrant_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("takes__in", ["prizes", "rank", "nothing"])), name="entrant_takes_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("number__isnull", False), models.Q(("status", "present"), _negated=True), _connector="OR"
                        ),
                        name="entrant_present_has_number",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("is_practice", models.BooleanField(default=False)),
                ("disputed_at", models.DateTimeField(blank=True, null=True)),
                ("voided_at", models.DateTimeField(blank=True, null=True)),
                ("typings", models.JSONField(blank=True, db_default=[], default=list)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tournaments.round"
                    ),
                ),
                (
                    "sheet",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="table",
                        to="scoresheet.session",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("round", "number"), name="table_number_once")]},
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(default=0)),
                ("points", models.BigIntegerField(blank=True, null=True)),
                ("games_won", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("penalty", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("sheet", "sheet"),
                            ("typed", "typed at the desk"),
                            ("imported", "loaded"),
                            ("void", "table void"),
                        ],
                        default="sheet",
                        max_length=10,
                    ),
                ),
                ("counts", models.BooleanField(db_default=True, default=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="tournaments.entrant"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="tournaments.round"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entrant"), name="result_once"),
                    models.UniqueConstraint(fields=("table", "seat"), name="result_seat_once"),
                    models.CheckConstraint(
                        condition=models.Q(("source__in", ["sheet", "typed", "imported", "void"])),
                        name="result_source_known",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "uuid",
                    models.UUIDField(
                        db_default=cegoscore.database.random_keys.RandomUuid(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("rank", "rank"),
                            ("last", "the last"),
                            ("category", "category"),
                            ("plus", "plus points"),
                            ("team", "team"),
                        ],
                        max_length=10,
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("what", models.CharField(max_length=120)),
                ("cents", models.PositiveIntegerField(blank=True, null=True)),
                ("goods", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("is_each", models.BooleanField(db_default=False, default=False)),
                ("to_look_at", models.BooleanField(db_default=False, default=False)),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.category",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="prizes", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["rank", "last", "category", "plus", "team"])),
                        name="prize_kind_known",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(null=True)),
                (
                    "kind",
                    models.CharField(
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
                ("by", models.CharField(blank=True, db_default="", default="", max_length=10)),
                ("why", models.CharField(blank=True, max_length=300)),
                ("what", models.CharField(blank=True, db_default="", default="", max_length=2000)),
                ("salt", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("reason_hash", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("data", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("hash", models.CharField(blank=True, db_default="", default="", max_length=64)),
                (
                    "came",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="decisions",
                        to="clubs.device",
                    ),
                ),
                (
                    "left",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="decisions",
                        to="tournaments.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="tournaments.tournament",
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
                    models.UniqueConstraint(fields=("tournament", "number"), name="decision_number_once"),
                ]
            },
        ),
        migrations.CreateModel(
            name="Apart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("weight", models.PositiveSmallIntegerField(default=1)),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="wishes", to="tournaments.entrant"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entrant"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="wishes", to="tournaments.tournament"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("one", "other"), name="apart_once")]},
        ),
    ]
