"""The tournament, its categories and its prizes."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Club, Grant, RuleSet, is_there
from cegoscore.clubs.rights.access import targets_of
from cegoscore.contest.draw import TABLE_SIZES, Remainder
from cegoscore.contest.teams import TEAM_SIZES
from cegoscore.database.limits import between
from cegoscore.database.random_keys import RandomUuid
from cegoscore.scoresheet.models import KEPT


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments by who may see them."""

    def restorable_by(self, device: UUID | None) -> TournamentQuerySet:
        """Deleted not too long ago, of the clubs that the device manages."""
        return self.filter(club__in=Grant.objects.managed_by(device), deleted_at__gt=timezone.now() - KEPT)

    def known_to(self, device: UUID | None) -> TournamentQuerySet:
        """Tournaments that the device has any right on."""
        targets = targets_of(device)
        return self.filter(Q(id__in=targets) | Q(club__in=targets))


class TournamentManager(models.Manager["Tournament"]):
    """Tournaments that are not deleted; pages know no others."""

    def get_queryset(self) -> TournamentQuerySet:
        """Leave out what was deleted, by itself or with its club."""
        there = TournamentQuerySet(self.model, using=self._db).filter(deleted_at=None)
        return there.filter(is_there())


REMAINDERS = [
    (Remainder.HOUSE.value, _("House players fill the empty seats")),
    (Remainder.LARGER.value, _("Some tables have one more, and the dealer sits out")),
    (Remainder.SMALLER.value, _("Some tables have one less, by other rules")),
]

SETTINGS = {
    "first": ("name", "day"),
    "what": ("hour", "venue"),
    "how": (
        *("rounds", "hands", "table_size", "hands_larger", "hands_smaller", "minutes", "remainder"),
        *("team_size", "team_best", "fills_last_total", "types_twice"),
    ),
    "smaller": ("small_note",),
    "money": ("entry_fee", "currency"),
    "prizes": ("one_prize_each", "prizes_for_present"),
    "viewers": ("is_public", "takes_announcements", "announced_until", "places", "shows_chances", "gives_awards"),
    "by themselves": ("rule_set", "small_rule_set", "tie_breaks"),
}
"""The fields that an organiser sets, by part of the page; the last ones are typed in fields of their own.

Prizes and categories are rows of their own and no settings.
"""

ALL_SETTINGS = [name for names in SETTINGS.values() for name in names]
TYPED = [name for name in ALL_SETTINGS if name not in SETTINGS["by themselves"]]
FIXED_BY_THE_DRAW = {
    *("rule_set", "small_rule_set", "hands", "hands_larger", "hands_smaller", "table_size", "remainder"),
    *("team_size", "team_best"),
}
"""Settings that cannot change once a round was drawn."""


class Tournament(models.Model):
    """An evening of rounds at tables drawn by lot. Its rule set stays as it was when it was set up."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(_("Name of the tournament"), max_length=120)
    day = models.DateField(_("Day"))
    venue = models.CharField(_("Where"), max_length=120, blank=True)
    hour = models.CharField(
        _("At what time"),
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text=_("As it stands on the page: 2 p.m., door opens at 1 p.m."),
    )
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="tournaments", verbose_name=_("Rules"))
    rounds = models.PositiveSmallIntegerField(_("Rounds"), default=2, validators=between(1, 12))
    """The number of planned rounds; `hands` is the number of hands in each."""
    hands = models.PositiveSmallIntegerField(_("Hands per round"), default=24, validators=between(1, 200))
    hands_larger = models.PositiveSmallIntegerField(
        _("Hands at larger tables"),
        null=True,
        blank=True,
        validators=between(1, 99),
        help_text=_(
            "Where the dealer sits out: 30 hands at a table of five are as many for everybody as 24 at one of four."
        ),
    )
    """Hands a round at tables larger than usual, where that is another number; `hands_smaller` at smaller ones."""
    hands_smaller = models.PositiveSmallIntegerField(
        _("Hands at smaller tables"), null=True, blank=True, validators=between(1, 99)
    )
    minutes = models.PositiveSmallIntegerField(
        _("Minutes per round"),
        null=True,
        blank=True,
        validators=between(1, 1000),
        help_text=_("Only if there is a limit: then a clock runs."),
    )
    table_size = models.PositiveSmallIntegerField(
        _("Players per table"), default=4, choices=[(size, str(size)) for size in TABLE_SIZES]
    )
    remainder = models.CharField(
        _("If the players don't divide evenly"), max_length=10, choices=REMAINDERS, default=Remainder.HOUSE.value
    )
    team_size = models.PositiveSmallIntegerField(
        _("Players per team"),
        null=True,
        blank=True,
        validators=between(TEAM_SIZES[0], TEAM_SIZES[-1]),
        help_text=_("2 to 6, if teams play, too; the draw keeps team-mates apart."),
    )
    team_best = models.PositiveSmallIntegerField(
        _("How many of them count"),
        null=True,
        blank=True,
        validators=between(1, TEAM_SIZES[-1]),
        help_text=_("The best so many; if empty, all."),
    )
    small_rule_set = models.ForeignKey(
        RuleSet,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="tournaments_small",
        verbose_name=_("Rules of the smaller tables"),
    )
    small_note = models.CharField(
        _("How their points compare, in a sentence for everybody"), max_length=300, blank=True
    )
    entry_fee = models.DecimalField(
        _("Entry fee"), max_digits=8, decimal_places=2, null=True, blank=True, validators=[MinValueValidator(0)]
    )
    currency = models.CharField(_("Currency"), max_length=10, blank=True, default="€")
    tie_breaks = models.JSONField(_("Ties"), default=list, blank=True)
    """Tie-breaks in their order: values of `contest.ties.TieBreak`."""
    one_prize_each = models.BooleanField(_("One prize each: a prize by rank rules out a category prize"), default=True)
    prizes_for_present = models.BooleanField(
        _("Who goes home before the end gets no prize"), default=False, db_default=False
    )
    is_public = models.BooleanField(
        _("Everybody may see the tournament's page"),
        default=False,
        help_text=_("Otherwise only people with a link see it."),
    )
    takes_announcements = models.BooleanField(_("People may announce themselves there beforehand"), default=False)
    announced_until = models.DateTimeField(
        _("Until when"),
        null=True,
        blank=True,
        help_text=_("Left empty, until the first round is drawn. It ends with the day of the tournament anyway."),
    )
    places = models.PositiveSmallIntegerField(
        _("Places in the hall"),
        null=True,
        blank=True,
        validators=between(1, 400),
        help_text=_("Anyone who announces themselves once they are taken is on a waiting list and moves up by itself."),
    )
    fills_last_total = models.BooleanField(
        _("The last total from paper is filled in"),
        default=False,
        db_default=False,
        help_text=_("Quicker, but then plus and minus always come to zero: a slip in the others is not found."),
    )
    types_twice = models.BooleanField(
        _("Totals from paper are typed twice, on two devices"),
        default=False,
        db_default=False,
        help_text=_("They count once both have typed the same."),
    )
    shows_chances = models.BooleanField(
        _("Show who can still win"),
        default=False,
        db_default=False,
        help_text=_("On the wall, at the desk and on the page, from the middle of the last round."),
    )
    gives_awards = models.BooleanField(
        _("Awards beside the prizes"),
        default=False,
        db_default=False,
        help_text=_("At the prize giving and on the page, once it is over: five at most, counted from the hands."),
    )
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
        return self.cancelled_at is None and (self.finished_at is None or self.holds_from is not None)

    @property
    def holds_from(self) -> int | None:
        """The round from which on results are held back; none if that round never comes, for then nothing is."""
        return self.held_from if self.held_from is not None and self.held_from <= self.rounds else None

    def hands_at(self, size: int) -> int:
        """The number of hands in a round at a table of this size."""
        other = self.hands_larger if size > self.table_size else self.hands_smaller
        return other if other and size != self.table_size else self.hands


class Fee(models.Model):
    """An entry fee beside the usual one (`Tournament.entry_fee`), by its name: for juniors, for who comes late."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="fees", db_constraint=False
    )  # which the version before deletes without knowing it
    name = models.CharField(max_length=40)
    cents = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tournament", "name"], name="fee_once"),)

    def __str__(self) -> str:
        return self.name


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
    """Kinds of prizes: by rank, for the last, in a category, for everybody with plus points, for a team."""

    RANK = "rank", _("rank")
    LAST = "last", _("the last")
    CATEGORY = "category", _("category")
    PLUS = "plus", _("plus points")
    TEAM = "team", _("team")


class Prize(models.Model):
    """A prize: money, goods or both, and for whom.

    One of the version before has words only, until it is planned anew: `parts` reads them.
    """

    uuid = models.UUIDField(unique=True, default=uuid4, db_default=RandomUuid(), editable=False)
    """The same as long as a prize for the same place is planned: what was paid out is known by it."""
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    kind = models.CharField(max_length=10, choices=PrizeKind.choices)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """The rank that wins it, in the whole field, in the category or among the teams."""
    category = models.ForeignKey(Category, null=True, blank=True, on_delete=models.CASCADE, related_name="prizes")
    what = models.CharField(max_length=120)
    """Its words as they were when it was planned: in the chain of decisions, and all that the version before knows."""
    cents = models.PositiveIntegerField(null=True, blank=True)
    """Its money; none if it is none."""
    goods = models.CharField(max_length=120, blank=True, default="", db_default="")
    is_each = models.BooleanField(default=False, db_default=False)
    """True if each of several gets all of it; otherwise they divide it."""
    to_look_at = models.BooleanField(default=False, db_default=False)
    """True if a number was taken for goods when it was taken over, and nobody has said since whether that is money."""

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(kind__in=PrizeKind.values), name="prize_kind_known"),)

    def __str__(self) -> str:
        return self.what
