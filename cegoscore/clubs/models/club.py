"""Clubs with their people, and what becomes of clubs: removed, or joined to another one."""

from __future__ import annotations

import uuid
from functools import cache

from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.names import sort_key, surname_key
from cegoscore.clubs.sites import check_site
from cegoscore.database.random_keys import RandomUuid


@cache
def is_there(club: str = "club") -> models.Func:
    """The condition that a row's club is neither deleted nor locked; `club` names the column with its key.

    Ready-made SQL: every right that is checked asks this, and to compile a subquery would take as long as the rest.
    """
    return models.Func(models.F(club), template=IS_THERE, output_field=models.BooleanField())


IS_THERE = "%(expressions)s NOT IN (SELECT club_id FROM clubs_removal WHERE state <> 'asked')"


class ClubManager(models.Manager["Club"]):
    """Clubs that are there: neither deleted nor locked. Pages know no others."""

    def get_queryset(self) -> models.QuerySet[Club]:
        """Leave out what nobody may open."""
        return super().get_queryset().filter(is_there("pk"))


SETTINGS = (
    *("name", "rule_set", "stake", "currency", "box_rule", "box_amount", "box_most"),
    *("gives_awards", "names_last", "site"),
)
"""The fields that its managers set on one page; with rules and stake a new table, night or tournament begins."""


class BoxRule(models.TextChoices):
    """Rules by which an evening that is closed has everybody owe the club's box."""

    NONE = "", _("no box")
    LOSERS = "losers", _("those who have lost pay for every point")
    FIRST = "first", _("everybody pays for every point behind the first")
    FEE = "fee", _("everybody pays the same for the evening")


class Club(models.Model):
    """A circle of regulars or a Verein. A new table makes one on the fly, without a name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("Name of your group"), max_length=120, blank=True)
    rule_set = models.ForeignKey(
        "clubs.RuleSet",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="clubs",
        verbose_name=_("House rules"),
    )
    """The rules that a new table begins with; none for those of the evening before. So the stake."""
    stake = models.DecimalField(_("Money per point"), max_digits=10, decimal_places=4, null=True, blank=True)
    currency = models.CharField(_("Currency"), max_length=10, blank=True, default="€", db_default="€")
    box_rule = models.CharField(
        _("Into the box"),
        max_length=10,
        choices=BoxRule.choices,
        blank=True,
        default="",
        db_default="",
        help_text=_("For every evening that is ended from now on, also for one that is being played."),
    )
    """The rule of evenings that are closed from now on; none without a box."""
    box_amount = models.DecimalField(
        _("Money per point or evening"),
        max_digits=8,
        decimal_places=4,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    box_most = models.DecimalField(
        _("Nobody pays more than"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    """The most that one evening costs anybody."""
    gives_awards = models.BooleanField(
        _("Awards for an evening"),
        default=False,
        db_default=False,
        help_text=_("Five at most, from twelve hands on: also the Mauskönig, for the one who came last."),
    )
    names_last = models.BooleanField(
        _("Name who came last"),
        default=True,
        db_default=True,
        help_text=_(
            "Above the season's table and in the text for the newspaper. The tables show everybody either way."
        ),
    )
    site = models.CharField(
        _("Your own website"),
        max_length=200,
        blank=True,
        default="",
        db_default="",
        validators=[check_site],
        help_text=_(
            "Its pages may show the table of a public season in a frame; the line for it stands at the season under"
            " “Share”. Only the beginning of the address, such as https://www.example.org; empty: no page may."
        ),
    )
    """The one origin whose pages may frame a season's table; empty for none."""
    created_at = models.DateTimeField(default=timezone.now)
    juniors_by_initials = models.BooleanField(default=True, db_default=True)
    """True if strangers read only the initials of juniors on public pages."""
    joined_to = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="joined")
    """The club that it became one with: everything of it is there, its addresses lead there, and it goes with it."""

    objects = ClubManager()
    with_hidden = models.Manager["Club"]()

    def __str__(self) -> str:
        return self.name or str(self.id)

    @property
    def whole(self) -> Club:
        """The club that this one became a part of, else itself; such steps never form a chain."""
        return self.joined_to or self


class RemovalState(models.TextChoices):
    """State of a club on its way out."""

    ASKED = "asked"
    """A manager has asked for it: for seven days everything opens as before, and every manager can stop it."""
    DELETED = "deleted"
    """By its managers, who may bring it back for 30 days."""
    BY_HOST = "by_host"
    """By whoever runs the server, who may bring it back as long."""
    LOCKED = "locked"
    """By whoever runs the server: nothing opens, and nothing is erased."""


class Removal(models.Model):
    """A club that is deleted or locked, or whose deletion was asked for; a club without this row is simply there."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="removal")
    state = models.CharField(max_length=10, choices=RemovalState.choices)
    device = models.UUIDField(null=True, blank=True)
    """The device that asked for it; none for the host."""
    at = models.DateTimeField(default=timezone.now)
    asked_by = models.UUIDField(null=True, blank=True)
    """The device that had asked for its deletion before the host locked or deleted it: then that is open again."""
    asked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.state} {self.club_id}"


class ErasedClub(models.Model):
    """A club whose rows were erased, by its key: so it stays erased when an older copy of the database is put back."""

    id = models.UUIDField(primary_key=True, editable=False)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.id)


class NameState(models.TextChoices):
    """State of a name that was to go."""

    ERASED = "erased"
    SHORTENED = "shortened"
    """To its initials."""
    NAMED = "named"
    """Whoever was shortened is called by a name again."""


class ForgottenName(models.Model):
    """A person whose name was erased or shortened, by the person's UUID: so it stays when an older copy is put back.

    It outlives the person's row, because the club's file may bring that back.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    state = models.CharField(max_length=10, choices=NameState.choices)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.state} {self.id}"


ERASED = _("(erased)")
"""The label of a person without a name where there is no number to show."""


BESIDE_THE_NAME = ("village", "sorted_by")
PERSON_SETTINGS = ("name", *BESIDE_THE_NAME)
"""The fields of a person that somebody sets: texts, all of which go when the person is erased.

What stands beside the name is kept in the log when it changes, so that it can be undone.
"""


class Player(models.Model):
    """A person of a club. The name stands here only; whoever was merged points to the person that is left."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, db_default=RandomUuid(), editable=False)
    """The person in every copy, whatever the row is called there; those from before have theirs by their row."""
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("Name"), max_length=60, blank=True)
    village = models.CharField(_("Home village"), max_length=60, blank=True)
    """Home village; it tells people of one name apart."""
    sorted_by = models.CharField(
        _("Surname for lists"),
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text=_("Only if it is not the last word of the name."),
    )
    """The surname for the order of lists, where it is not the last word of the name."""
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged")
    merged_first = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+", db_constraint=False
    )
    """The row that this one itself was merged into, which may have been merged further since; it undoes one merger.

    Counts only while that row is of the same person: the version before does not know it.
    """
    names_before = models.JSONField(default=list, db_default=[], blank=True)
    """Pairs of a moment and the name until then, the oldest first: what is over says who was called otherwise."""

    def __str__(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        """The name, or what is shown instead."""
        return self.name or str(ERASED)

    @property
    def alphabetical(self) -> tuple[bool, str, str, str, int]:
        """The place in lists by surname; the erased come last."""
        return not self.name, *surname_key(self.name, self.sorted_by), sort_key(self.village), self.pk

    @property
    def person(self) -> Player:
        """The row of the person after merges; merges never form a chain."""
        return self.merged_into or self
