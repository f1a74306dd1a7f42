"""A season: which tournaments and evenings it adds up, how they count, and what was decided about it."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Club, Device, Player, is_there
from cegoscore.contest.chain import mark_of
from cegoscore.contest.league import LeagueRules, Worth
from cegoscore.contest.ties import TieBreak
from cegoscore.database.limits import between
from cegoscore.scoresheet.models import ClubNight, Session


class SeasonManager(models.Manager["Season"]):
    """Seasons of clubs that are there; pages know no others."""

    def get_queryset(self) -> models.QuerySet[Season]:
        """Leave out what was deleted with its club."""
        return super().get_queryset().filter(is_there())


WORTHS = [
    (Worth.POINTS.value, _("its points, plus and minus: rewards skill")),
    (Worth.PLUS.value, _("only plus points: rewards being there")),
    (Worth.RANKS.value, _("points by rank: rewards being there")),
]

SETTINGS = {
    "what": ("name",),
    "days": ("first_day", "last_day"),
    "worth": ("worth", "rank_points"),
    "how_many": ("best", "least"),
    "viewers": ("is_public",),
    "by themselves": ("tie_breaks", "categories"),
}
"""The fields that who manages the club sets, by part of the page; the last ones are typed in several fields."""

TYPED = [name for part, names in SETTINGS.items() if part != "by themselves" for name in names]
COUNTING = ("worth", "best", "rank_points", "least", "tie_breaks")
"""The settings that are the way of counting, as in `contest.league.LeagueRules`: a change is noted for everybody."""


class Season(models.Model):
    """A season: adds tournaments and evenings of a club up into a league table."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("Name of the season"), max_length=120)
    first_day = models.DateField(_("First day"))
    last_day = models.DateField(_("Last day"))
    worth = models.CharField(_("What an event counts"), max_length=10, choices=WORTHS, default=Worth.POINTS.value)
    best = models.PositiveSmallIntegerField(
        _("How many results count?"),
        null=True,
        blank=True,
        validators=between(1, 999),
        help_text=_("The best ones; leave empty for all. The fewer, the more it rewards being there often."),
    )
    rank_points = models.JSONField(default=list, blank=True)
    """Points of the first, second and further ranks of an event, if ranks count."""
    least = models.PositiveSmallIntegerField(_("Events needed to be ranked"), default=1, validators=between(1, 999))
    tie_breaks = models.JSONField(default=list, blank=True)
    """Tie-breaks in their order: values of `contest.ties.TieBreak`."""
    categories = models.JSONField(default=list, blank=True)
    """Categories of the tournaments with a table of their own: pairs of kind and name."""
    is_public = models.BooleanField(_("Everybody may see the table"), default=False)
    version = models.PositiveIntegerField(default=0)
    """Plus one with every write; forms carry the one that they were shown with."""
    closed_at = models.DateTimeField(null=True, blank=True)
    champions = models.ManyToManyField(Player, related_name="seasons_won", blank=True)
    """Players who stood first when the season was closed; several if nothing separates them."""
    champion_points = models.BigIntegerField(null=True, blank=True)
    """The total of each of them; none until it is declared, or counted the night after the version before did that."""
    created_at = models.DateTimeField(default=timezone.now)

    objects = SeasonManager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(worth__in=list(Worth)), name="season_worth_known"),
            models.CheckConstraint(
                condition=Q(last_day__gte=models.F("first_day")), name="season_ends_after_it_begins"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The league table."""
        return reverse("season", args=[self.id])

    @property
    def is_closed(self) -> bool:
        """True once the champion is declared; from then on a change needs a reason."""
        return self.closed_at is not None

    @property
    def counts_ranks(self) -> bool:
        """True if an event counts points by rank, which are never lost."""
        return self.worth == Worth.RANKS

    @property
    def counting(self) -> dict[str, Any]:
        """The settings that are the way of counting, by name."""
        return {name: getattr(self, name) for name in COUNTING}

    @property
    def rules(self) -> LeagueRules:
        """The way of counting. Raises `ValueError` or `TypeError` for settings that nobody knows."""
        frozen: dict[str, Any] = {
            "worth": Worth(self.worth),
            "rank_points": tuple(self.rank_points),
            "tie_breaks": tuple(TieBreak(value) for value in self.tie_breaks),
        }
        return LeagueRules(**self.counting | frozen)


class SeasonEvent(models.Model):
    """A tournament, a club night with all its tables, or an evening's sheet that belongs to a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="season_events"
    )
    sheet = models.ForeignKey(Session, null=True, blank=True, on_delete=models.SET_NULL, related_name="season_events")
    """Empty once a deleted sheet was purged; what it gave to a closed season stays."""
    night = models.ForeignKey(ClubNight, null=True, blank=True, on_delete=models.SET_NULL, related_name="season_events")
    day = models.DateField()
    """Its day when it was added, for what is gone since; else `held_on`."""
    weight = models.PositiveSmallIntegerField(
        _("Counts so many times"), default=1, db_default=1, validators=between(1, 9)
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["season", "tournament"], name="season_tournament_once"),
            models.UniqueConstraint(fields=["season", "sheet"], name="season_sheet_once"),
            models.UniqueConstraint(fields=["season", "night"], name="season_night_once"),
            models.CheckConstraint(
                condition=Q(night__isnull=True) | Q(tournament__isnull=True, sheet__isnull=True),
                name="season_night_is_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(tournament__isnull=True) | Q(sheet__isnull=True), name="season_event_is_one_thing"
            ),
        )

    def __str__(self) -> str:
        return f"{self.season_id} {self.day}"

    @property
    def held_on(self) -> date:
        """The day of the tournament, night or evening as it is now."""
        if event := self.tournament or self.night:
            return event.day
        return timezone.localdate(self.sheet.started_at) if self.sheet else self.day

    @property
    def name(self) -> str:
        """Name of the tournament, club night or evening."""
        if event := self.tournament or self.night or getattr(self, "guest", None):
            return event.name
        return (self.sheet.title if self.sheet else "") or str(_("Evening"))

    @property
    def venue(self) -> str:
        """The place where it was, as far as a tournament or a club night says so."""
        if event := self.tournament or getattr(self, "guest", None):
            return event.venue
        return self.night.place if self.night else ""

    @property
    def short(self) -> str:
        """The place where it was, or the day."""
        return self.venue or formats.date_format(self.held_on, "SHORT_DATE_FORMAT")


class GuestEvent(models.Model):
    """A tournament of another club in a season, from its file: the points are those fixed for its event."""

    event = models.OneToOneField(SeasonEvent, on_delete=models.CASCADE, related_name="guest")
    name = models.CharField(max_length=120)
    venue = models.CharField(max_length=120, blank=True)
    host = models.CharField(max_length=120, blank=True)
    """The name of the club that held it."""
    origin = models.CharField(max_length=64, db_index=True)
    """The hash of its first decision, by which it is the same tournament whenever it is read in."""
    mark = models.CharField(max_length=64)
    """The hash of its last decision in the file."""
    offer = models.UUIDField(null=True, blank=True, db_index=True)
    """The key of the `SeriesOffer` by which it came, if any; a bare key, as that of a link's target."""

    def __str__(self) -> str:
        return self.name

    @property
    def check_code(self) -> str:
        """The mark as papers of the tournament have it."""
        return mark_of(self.mark)


class SeriesOfferManager(models.Manager["SeriesOffer"]):
    """Offers of tournaments that are there."""

    def get_queryset(self) -> models.QuerySet[SeriesOffer]:
        """Leave out what was deleted with its tournament."""
        return super().get_queryset().filter(tournament__deleted_at=None)


class SeriesOffer(models.Model):
    """Consent of a club that a tournament of its own counts in series of others, as long as a link to this row holds.

    No right on the row is one on the tournament. No constraint of the database ties it to that, because the version
    before deletes tournaments without knowing it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="offer", db_constraint=False
    )

    objects = SeriesOfferManager()

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class FixedPoints(models.Model):
    """Points of an evening, fixed when the season was closed: the sheet may change afterwards, the season stays.

    They are those of the row that sat down, so that a merger can be undone; of one person they add up.
    """

    event = models.ForeignKey(SeasonEvent, on_delete=models.CASCADE, related_name="fixed")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fixed_points")
    points = models.BigIntegerField()
    number = models.PositiveIntegerField(null=True, blank=True)
    """The start number at a tournament of another club."""
    categories = models.JSONField(default=list, db_default=[], blank=True)
    """Categories there: pairs of kind and name."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["event", "player"], name="fixed_points_once"),)

    def __str__(self) -> str:
        return f"{self.event_id} {self.player_id} {self.points:+d}"


class SeasonDecisionKind(models.TextChoices):
    """Kinds of decisions about a season."""

    COUNTING = "counting", _("way of counting changed")
    SETTINGS = "settings", _("settings changed")
    ADDED = "added", _("event added")
    REMOVED = "removed", _("event removed")
    WEIGHED = "weighed", _("weight of an event changed")
    TIE = "tie", _("tie decided")
    CLOSED = "closed", _("season closed")
    REOPENED = "reopened", _("opened again")
    PEOPLE = "people", _("another champion, because two names turned out to be one person or two")
    RESULT = "result", _("changed after the end")


class SeasonDecision(models.Model):
    """Something that was decided about a season. It stays, and everybody can read it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="decisions")
    kind = models.CharField(max_length=20, choices=SeasonDecisionKind.choices)
    why = models.CharField(max_length=300, blank=True)
    data = models.JSONField(default=dict)
    """Values before and after; never names."""
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="season_decisions")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=SeasonDecisionKind.values), name="season_decision_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%F %T}"


class DrawnPlace(models.Model):
    """The place that a drawing gave to somebody among equals, from 1; all rows of one person have the same."""

    decision = models.ForeignKey(SeasonDecision, on_delete=models.CASCADE, related_name="drawn_places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="drawn_places")
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["decision", "player"], name="drawn_place_once"),)

    def __str__(self) -> str:
        return f"{self.decision_id} {self.place}"


class PastChampion(models.Model):
    """The champion of an event from the years before the app, as somebody typed it.

    No constraint of the database ties it to club and person: the version before deletes those without knowing it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_champions", db_constraint=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="past_titles", db_constraint=False)
    year = models.PositiveSmallIntegerField(_("Year"), validators=between(1800, 2200))
    event = models.CharField(_("Tournament or season"), max_length=120)
    points = models.IntegerField(_("Points"), null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["club", "year", "event", "player"], name="past_champion_once"),)

    def __str__(self) -> str:
        return f"{self.year}, {self.event}: {self.player.person.label}"
