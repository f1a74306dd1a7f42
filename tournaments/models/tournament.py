"""The tournament, its categories and its prizes."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Club, Grant, Right, RuleSet, is_there
from cegoscore.clubs.rights.access import targets_of
from cegoscore.contest.draw import Remainder
from cegoscore.scoresheet.models import KEPT


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments by who may see them."""

    def restorable_by(self, device: uuid.UUID | None) -> TournamentQuerySet:
        """Deleted not too long ago, of the clubs that the device manages."""
        clubs = Grant.objects.valid().filter(device=device, right=Right.MANAGE).values("target")
        return self.filter(club__in=clubs, deleted_at__gt=timezone.now() - KEPT)

    def known_to(self, device: uuid.UUID | None) -> TournamentQuerySet:
        """Tournaments that the device has any right on."""
        targets = targets_of(device)
        return self.filter(Q(id__in=targets) | Q(club__in=targets))


class TournamentManager(models.Manager["Tournament"]):
    """Tournaments that are not deleted; pages know no others."""

    def get_queryset(self) -> TournamentQuerySet:
        """Leave out what was deleted, by itself or with its club."""
        there = TournamentQuerySet(self.model, using=self._db).filter(deleted_at=None)
        return there.filter(is_there())

    def known_to(self, device: uuid.UUID | None) -> TournamentQuerySet:
        """Tournaments that the device has any right on."""
        return self.get_queryset().known_to(device)


class Tournament(models.Model):
    """An evening of rounds at tables drawn by lot. Its rule set stays as it was when it was set up."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(max_length=120)
    day = models.DateField()
    venue = models.CharField(max_length=120, blank=True)
    hour = models.CharField(max_length=120, blank=True, default="", db_default="")
    """The time of day at which it begins, in the organiser's words."""
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="tournaments")
    rounds = models.PositiveSmallIntegerField(default=2)
    """The number of planned rounds; `hands` is the number of hands in each."""
    hands = models.PositiveSmallIntegerField(default=24)
    hands_larger = models.PositiveSmallIntegerField(null=True, blank=True)
    """Hands a round at tables larger than usual, where that is another number; `hands_smaller` at smaller ones."""
    hands_smaller = models.PositiveSmallIntegerField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """The time limit of a round, if there is one."""
    table_size = models.PositiveSmallIntegerField(default=4)
    remainder = models.CharField(
        max_length=10, choices=[(each.value, each.value) for each in Remainder], default=Remainder.HOUSE.value
    )
    """The treatment of a field that does not divide by the table size."""
    small_rule_set = models.ForeignKey(
        RuleSet, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments_small"
    )
    """The rule set of smaller tables, where there are any."""
    small_note = models.CharField(max_length=300, blank=True)
    """A public sentence on how points of smaller tables compare with the others'."""
    entry_fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    currency = models.CharField(max_length=10, blank=True, default="€")
    tie_breaks = models.JSONField(default=list, blank=True)
    """Tie-breaks in their order: values of `contest.ties.TieBreak`."""
    one_prize_each = models.BooleanField(default=True)
    """True if the winner of a prize by rank gets none of a category's."""
    prizes_for_present = models.BooleanField(default=False, db_default=False)
    """True if whoever went home before the end gets no prize."""
    is_public = models.BooleanField(default=False)
    """True if everybody may see the tournament's pages; otherwise a link is needed."""
    takes_announcements = models.BooleanField(default=False)
    """True if people may announce themselves on the tournament's page."""
    fills_last_total = models.BooleanField(default=False, db_default=False)
    """True if the desk's form fills the last total in, instead of waiting until it is typed."""
    types_twice = models.BooleanField(default=False, db_default=False)
    """True if totals from paper count only once two people have typed the same."""
    helpers_run = models.BooleanField(default=False, db_default=False)
    """True if whoever has the desk's link may draw, start and close rounds, too."""
    version = models.PositiveIntegerField(default=0)
    """Version: plus one with every write at the desk. Live views compare it, writers lock on it."""
    held_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """The round from which on results are held back until the prize giving; none while everything is shown."""
    unveiled_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """The best rank that the wall has unveiled of what is held back: it shows that one and all behind it."""
    finished_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    """The moment at which the organiser called it off; everybody sees that."""
    deleted_at = models.DateTimeField(null=True, blank=True)
    """The moment at which it was deleted: hidden from everybody, brought back within 30 days or purged."""
    created_at = models.DateTimeField(default=timezone.now)

    objects = TournamentManager()
    with_deleted = TournamentQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(rounds__gte=1, hands__gte=1), name="tournament_has_rounds"),
            models.CheckConstraint(condition=Q(remainder__in=list(Remainder)), name="tournament_remainder_known"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its page for everybody."""
        return reverse("tournament", args=[self.id])

    @property
    def is_over(self) -> bool:
        """True if it is finished or cancelled: nothing changes at the desk unless it is opened again."""
        return self.finished_at is not None or self.cancelled_at is not None

    @property
    def is_running(self) -> bool:
        """True until it is cancelled, or finished and shown to everybody: nobody has won it yet.

        Of one that was cancelled the closed rounds stand: they are added up, won, and part of series.
        """
        return self.cancelled_at is None and (self.finished_at is None or self.held_from is not None)

    def hands_at(self, size: int) -> int:
        """The number of hands in a round at a table of this size."""
        other = self.hands_larger if size > self.table_size else self.hands_smaller
        return other if other and size != self.table_size else self.hands


class CategoryKind(models.TextChoices):
    """Kinds of categories."""

    WOMEN = "women", _("Women")
    JUNIORS = "juniors", _("Juniors")
    OLDEST = "oldest", _("Oldest player")
    OWN = "own", _("own category")


class Category(models.Model):
    """A part of the field with a ranking of its own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    kind = models.CharField(max_length=10, choices=CategoryKind.choices)
    name = models.CharField(max_length=60, blank=True)
    """Name of an own category; the other kinds have translated labels."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "kind", "name"], name="category_once"),
            models.CheckConstraint(condition=Q(kind__in=CategoryKind.values), name="category_kind_known"),
        )

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The category's name on pages."""
        return self.name or str(CategoryKind(self.kind).label)


class PrizeKind(models.TextChoices):
    """Kinds of prizes: by rank, for the last, in a category, for everybody with plus points."""

    RANK = "rank", _("rank")
    LAST = "last", _("the last")
    CATEGORY = "category", _("category")
    PLUS = "plus", _("plus points")


class Prize(models.Model):
    """A prize."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    kind = models.CharField(max_length=10, choices=PrizeKind.choices)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """The rank that wins it, in the whole field or in the category."""
    category = models.ForeignKey(Category, null=True, blank=True, on_delete=models.CASCADE, related_name="prizes")
    what = models.CharField(max_length=120)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(kind__in=PrizeKind.values), name="prize_kind_known"),)

    def __str__(self) -> str:
        return self.what
