"""All tables of version 0.3 at once, for a new database; an older one goes on by the migrations named here."""

import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import cegoscore.clubs.sites
import cegoscore.database.random_keys


class Migration(migrations.Migration):
    replaces = [
        ("clubs", "0001_start"),
        ("clubs", "0002_keys_and_log"),
        ("clubs", "0003_count_openings"),
        ("clubs", "0004_name_of_a_club"),
        ("clubs", "0005_passkeys"),
        ("clubs", "0006_deleted_clubs"),
        ("clubs", "0007_log_of_settings"),
        ("clubs", "0008_clubs_become_one"),
        ("clubs", "0009_sort_people_by_surname"),
        ("clubs", "0010_juniors"),
        ("clubs", "0011_house_auctions"),
        ("clubs", "0012_remember_erased_clubs"),
        ("clubs", "0013_joined_for_good"),
        ("clubs", "0014_deletion_stays_open"),
        ("clubs", "0015_settings_of_a_club"),
        ("clubs", "0016_house_play"),
        ("clubs", "0017_hall_of_fame_in_the_log"),
        ("clubs", "0018_box_of_a_club"),
        ("clubs", "0019_kinds_of_guesses"),
        ("clubs", "0020_who_made_it_and_merged_first"),
        ("clubs", "0021_uuid_of_a_person"),
        ("clubs", "0022_awards_of_evenings"),
        ("clubs", "0023_log_of_backups"),
        ("clubs", "0024_names_before"),
        ("clubs", "0025_name_who_came_last"),
        ("clubs", "0026_labels_of_a_person"),
        ("clubs", "0027_site_of_a_club"),
        ("clubs", "0028_plainer_words"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("name", models.CharField(blank=True, db_default="", max_length=60)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                ("address_hash", models.CharField(blank=True, db_default="", db_index=True, default="", max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="ErasedClub",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="ForgottenName",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("erased", "Erased"), ("shortened", "Shortened"), ("named", "Named")], max_length=10
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("identifier", models.CharField(max_length=60)),
                ("document", models.JSONField()),
                ("auction", models.JSONField(blank=True, db_default={}, default=dict)),
                ("play", models.JSONField(blank=True, db_default={}, default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="ServerKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64)),
                ("adopted_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="SpentChallenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, max_length=120, verbose_name="Name of your group")),
                (
                    "stake",
                    models.DecimalField(
                        blank=True, decimal_places=4, max_digits=10, null=True, verbose_name="Money per point"
                    ),
                ),
                (
                    "currency",
                    models.CharField(blank=True, db_default="€", default="€", max_length=10, verbose_name="Currency"),
                ),
                (
                    "box_rule",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no box"),
                            ("losers", "those who have lost pay for every point"),
                            ("first", "everybody pays for every point behind the first"),
                            ("fee", "everybody pays the same for the evening"),
                        ],
                        db_default="",
                        default="",
                        help_text="For every evening that is ended from now on, also for one that is being played.",
                        max_length=10,
                        verbose_name="Into the box",
                    ),
                ),
                (
                    "box_amount",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        max_digits=8,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="Money per point or evening",
                    ),
                ),
                (
                    "box_most",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=8,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="Nobody pays more than",
                    ),
                ),
                (
                    "gives_awards",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Five at most, from twelve hands on: also the Mauskönig, for the one who came last.",
                        verbose_name="Awards for an evening",
                    ),
                ),
                (
                    "names_last",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="Above the season's table and in the text for the newspaper. The tables show everybody either way.",
                        verbose_name="Name who came last",
                    ),
                ),
                (
                    "site",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Its pages may show the table of a public season in a frame; the line for it stands at the season under “Share”. Only the beginning of the address, such as https://www.example.org; empty: no page may.",
                        max_length=200,
                        validators=[cegoscore.clubs.sites.check_site],
                        verbose_name="Your own website",
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("juniors_by_initials", models.BooleanField(db_default=True, default=True)),
                (
                    "joined_to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joined",
                        to="clubs.club",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="clubs",
                        to="clubs.ruleset",
                        verbose_name="House rules",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FailedGuess",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "what",
                    models.CharField(
                        choices=[("code", "Code"), ("document", "Document")],
                        db_default="code",
                        default="code",
                        max_length=10,
                    ),
                ),
                ("address_hash", models.CharField(max_length=64)),
                ("device", models.UUIDField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={"indexes": [models.Index(fields=["address_hash", "at"], name="failed_guess_recent")]},
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "right",
                    models.CharField(
                        choices=[("look", "look"), ("write", "write"), ("desk", "desk"), ("manage", "manage")],
                        max_length=10,
                    ),
                ),
                ("target", models.UUIDField()),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("code_hash", models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ("code_expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="links", to="clubs.club"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["target", "right"], name="link_target_right")]},
        ),
        migrations.CreateModel(
            name="Grant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "right",
                    models.CharField(
                        choices=[("look", "look"), ("write", "write"), ("desk", "desk"), ("manage", "manage")],
                        max_length=10,
                    ),
                ),
                ("target", models.UUIDField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("told_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="grants", to="clubs.club"
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="grants", to="clubs.device"
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grants",
                        to="clubs.link",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("device", "link"), name="grant_once_a_link"),
                    models.UniqueConstraint(
                        condition=models.Q(("link", None)),
                        fields=("device", "target", "right"),
                        name="grant_once_without_link",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("manager_link", "Manager Link"),
                            ("manager_came", "Manager Came"),
                            ("manager_out", "Manager Out"),
                            ("device_named", "Device Named"),
                            ("rescue_made", "Rescue Made"),
                            ("rescue_used", "Rescue Used"),
                            ("passkey_added", "Passkey Added"),
                            ("passkey_used", "Passkey Used"),
                            ("passkey_removed", "Passkey Removed"),
                            ("club_named", "Club Named"),
                            ("club_settings", "Club Settings"),
                            ("juniors_shown", "Juniors Shown"),
                            ("juniors_shortened", "Juniors Shortened"),
                            ("deletion_asked", "Deletion Asked"),
                            ("deletion_dropped", "Deletion Dropped"),
                            ("club_deleted", "Club Deleted"),
                            ("club_restored", "Club Restored"),
                            ("club_read_in", "Club Read In"),
                            ("club_locked", "Club Locked"),
                            ("club_unlocked", "Club Unlocked"),
                            ("link_made", "Link Made"),
                            ("link_revoked", "Link Revoked"),
                            ("renamed", "Renamed"),
                            ("shortened", "Shortened"),
                            ("erased", "Erased"),
                            ("merged", "Merged"),
                            ("separated", "Separated"),
                            ("rules_added", "Rules Added"),
                            ("rules_changed", "Rules Changed"),
                            ("rules_retired", "Rules Retired"),
                            ("sheet_closed", "Sheet Closed"),
                            ("sheet_reopened", "Sheet Reopened"),
                            ("sheet_deleted", "Sheet Deleted"),
                            ("sheet_restored", "Sheet Restored"),
                            ("sheet_changed", "Sheet Changed"),
                            ("sheet_moved", "Sheet Moved"),
                            ("hand_late", "Hand Late"),
                            ("hand_taken", "Hand Taken"),
                            ("hand_declined", "Hand Declined"),
                            ("night", "Night"),
                            ("booked", "Booked"),
                            ("backup_saved", "Backup Saved"),
                            ("clubs_joined", "Clubs Joined"),
                            ("clubs_separated", "Clubs Separated"),
                            ("season", "Season"),
                            ("champion_typed", "Champion Typed"),
                            ("champion_removed", "Champion Removed"),
                            ("tournament", "Tournament"),
                            ("settings", "Settings"),
                        ],
                        max_length=20,
                    ),
                ),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("before", models.CharField(blank=True, max_length=500)),
                ("after", models.CharField(blank=True, max_length=500)),
                ("tells", models.BooleanField(default=False)),
                ("undoes", models.JSONField(blank=True, default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="log", to="clubs.club"),
                ),
                (
                    "device",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="log",
                        to="clubs.device",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["club", "-at"], name="log_of_a_club")]},
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=60)),
                ("rp_id", models.CharField(max_length=253)),
                ("credential_id", models.CharField(max_length=1400, unique=True)),
                ("user_handle", models.CharField(max_length=86)),
                ("public_key", models.CharField(max_length=2000)),
                ("sign_count", models.BigIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="passkeys", to="clubs.club"
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="passkeys",
                        to="clubs.device",
                    ),
                ),
                (
                    "made_with",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="passkeys_made",
                        to="clubs.device",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Player",
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
                ("name", models.CharField(blank=True, max_length=60, verbose_name="Name")),
                ("village", models.CharField(blank=True, max_length=60, verbose_name="Home village")),
                (
                    "sorted_by",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Only if it is not the last word of the name.",
                        max_length=60,
                        verbose_name="Surname for lists",
                    ),
                ),
                ("names_before", models.JSONField(blank=True, db_default=[], default=list)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="clubs.club"
                    ),
                ),
                (
                    "merged_first",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="merged",
                        to="clubs.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("deleted", "Deleted"),
                            ("by_host", "By Host"),
                            ("locked", "Locked"),
                        ],
                        max_length=10,
                    ),
                ),
                ("device", models.UUIDField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("asked_by", models.UUIDField(blank=True, null=True)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="removal", to="clubs.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RescueCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rescue_code", to="clubs.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HouseRuleSet",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=120)),
                ("copied_from", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("retired_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="house_rule_sets", to="clubs.club"
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replaced_by",
                        to="clubs.houseruleset",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="house_rule_sets", to="clubs.ruleset"
                    ),
                ),
            ],
        ),
    ]
