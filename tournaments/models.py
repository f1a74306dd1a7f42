"""A tournament: who takes part, the rounds with their tables by lot, and what everybody got in each of them."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Club, Device, Grant, Player, Right, RuleSet, is_there
from cegoscore.clubs.rights.access import targets_of
from cegoscore.contest.draw import Remainder
from cegoscore.scoresheet.models import KEPT, Session


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
    def has_final_results(self) -> bool:
        """True if it is finished and everybody may see its results: leagues and records count it as over."""
        return self.finished_at is not None and self.held_from is None

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
    """Kinds of prizes: by rank, for the last, in a category."""

    RANK = "rank", _("rank")
    LAST = "last", _("the last")
    CATEGORY = "category", _("category")


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


class Status(models.TextChoices):
    """States of an entrant."""

    ANNOUNCED = "announced", _("announced")
    PRESENT = "present", _("present")
    WITHDRAWN = "withdrawn", _("withdrawn")


def called(name: str, number: int | None) -> str:
    """A name; the start number of somebody who has none any more."""
    return name or str(_("Player %(number)s") % {"number": number or "–"})


class Entrant(models.Model):
    """A player in a tournament. The start number is theirs from the check-in on, until a substitute takes it over."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    uuid = models.UUIDField(default=uuid.uuid4)
    """Made by whoever sends it: registered twice by a double tap, registered once."""
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PRESENT)
    has_paid = models.BooleanField(default=False)
    is_house = models.BooleanField(default=False)
    """Fills a table for the house and takes no prize; the points stand, out of the ranking."""
    practises = models.BooleanField(default=False)
    """Sits at a practice table, which does not count."""
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    """The table of this entrant in every round, for instance with a wheelchair; visible at the desk only."""
    categories = models.ManyToManyField(Category, related_name="entrants", blank=True)
    announced_by = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="announced")
    """The device that announced them on the public page, for its limit."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_player_once"),
            models.UniqueConstraint(fields=["tournament", "uuid"], name="entrant_uuid_once"),
            models.CheckConstraint(condition=Q(status__in=Status.values), name="entrant_status_known"),
            models.CheckConstraint(
                condition=Q(number__isnull=False) | ~Q(status=Status.PRESENT), name="entrant_present_has_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.player_id}"

    @property
    def name(self) -> str:
        """The person's present name, also after a merge; the start number if the name was erased."""
        return called(self.player.person.name, self.number)

    @property
    def village(self) -> str:
        """The person's home village."""
        return self.player.person.village


class Apart(models.Model):
    """A wish of two entrants to sit apart; visible at the desk only."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="wishes")
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="wishes")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    weight = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["one", "other"], name="apart_once"),)

    def __str__(self) -> str:
        return f"{self.one_id} {self.other_id}"


class RoundState(models.TextChoices):
    """States of a round."""

    DRAWN = "drawn", _("drawn")
    PLAYING = "playing", _("playing")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """A round at tables drawn by lot; stores the draw with all that it follows from."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAWN)
    draw = models.JSONField()
    """Seed, numbers, sizes, earlier tables, moves and tables, as `manage.py draw` reads them; published as it is."""
    draws = models.PositiveSmallIntegerField(default=1)
    """The number of times that the round was drawn."""
    drawn_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_known"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}"

    @property
    def edition(self) -> str:
        """The version of the draw (draws and swaps so far), which a form that changes it sends back."""
        return f"{self.draws}.{len(self.draw['moves'])}"


def is_held_back(round_: str = "") -> Q:
    """The condition on rows that the results of their round are held back; `round_` is the way to it."""
    way = f"{round_}__" if round_ else ""
    return Q(**{f"{way}number__gte": F(f"{way}tournament__held_from")})


class Table(models.Model):
    """A table of a round, with its sheet."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(Session, null=True, on_delete=models.PROTECT, related_name="table")
    """The table's sheet, made with the draw. Two tables that opened each other's sheet swap them."""
    is_practice = models.BooleanField(default=False)
    disputed_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    typings = models.JSONField(default=list, db_default=[], blank=True)
    """Totals typed so far where they are typed twice: keys of their forms, points by seat; empty once they count."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),)

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class Source(models.TextChoices):
    """Sources of a result's points."""

    SHEET = "sheet", _("sheet")
    TYPED = "typed", _("typed at the desk")
    IMPORTED = "imported", _("read in")
    VOID = "void", _("table void")


class ResultQuerySet(models.QuerySet["Result"]):
    """Results by whether they count."""

    def shown(self) -> ResultQuerySet:
        """Results that are not held back."""
        return self.exclude(is_held_back("round"))

    def that_count(self) -> ResultQuerySet:
        """Results that count: no house players, no practice (without a table the entrant's own mark decides)."""
        played = Q(table__is_practice=False) | Q(table=None, entrant__practises=False)
        return self.filter(played, entrant__is_house=False)

    def final(self) -> ResultQuerySet:
        """Counting results of closed rounds that are not held back: those that seasons, players and records use."""
        there = self.that_count().shown().filter(round__tournament__deleted_at=None)
        return there.filter(round__state=RoundState.CLOSED, points__isnull=False).order_by()


class Result(models.Model):
    """Seat and points of an entrant in a round.

    While the table plays, `points` is empty and stands on the seat of its sheet; it is fixed when the desk types it,
    voids the table, or closes the round.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="results")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="results")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField(default=0)
    """The sheet's column, from 0, in the order around the table."""
    points = models.BigIntegerField(null=True, blank=True)
    games_won = models.PositiveSmallIntegerField(null=True, blank=True)
    """Games won as declarer; unknown without hands."""
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.SHEET)

    objects = ResultQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "entrant"], name="result_once"),
            models.UniqueConstraint(fields=["table", "seat"], name="result_seat_once"),
            models.CheckConstraint(condition=Q(source__in=Source.values), name="result_source_known"),
        )

    def __str__(self) -> str:
        return f"{self.round_id} {self.entrant_id}"


class DecisionKind(models.TextChoices):
    """A decision of the desk."""

    DRAW = "draw", _("round drawn")
    SWAP = "swap", _("seats swapped")
    SHEETS_SWAPPED = "sheets_swapped", _("sheets swapped")
    REDRAW = "redraw", _("drawn again")
    UNDRAW = "undraw", _("draw taken back")
    SEATED = "seated", _("seated by lot")
    UNSEATED = "unseated", _("seat left empty")
    START = "start", _("round started")
    CLOSE = "close", _("round closed")
    SUBSTITUTE = "substitute", _("substitute")
    WITHDRAWAL = "withdrawal", _("withdrawal")
    DISPUTE = "dispute", _("result disputed")
    SETTLED = "settled", _("dispute settled")
    CORRECTION = "correction", _("result corrected")
    VOID = "void", _("table void")
    REOPENED = "reopened", _("opened again")
    TIE = "tie", _("tie decided")
    SETTINGS = "settings", _("settings changed")
    HELD_BACK = "held_back", _("results held back")
    RELEASED = "released", _("results released")
    FINISH = "finish", _("tournament finished")
    GOES_ON = "goes_on", _("tournament opened again")
    CANCELLED = "cancelled", _("tournament cancelled")


COURSE = (DecisionKind.DRAW, DecisionKind.START, DecisionKind.CLOSE, DecisionKind.FINISH)
"""Acts that every evening has; all others were decided by hand."""


class DecisionQuerySet(models.QuerySet["Decision"]):
    """Decisions by their kind."""

    def by_hand(self) -> DecisionQuerySet:
        """Decisions that an evening need not have had."""
        return self.exclude(kind__in=COURSE)


class Decision(models.Model):
    """A decision with its reason, a link of the tournament's chain; it is never changed, and everybody can read it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField(null=True)
    """Its place in the chain, from 1. A row read from a file of version 0.1 has none until it is chained."""
    round = models.ForeignKey(Round, null=True, on_delete=models.SET_NULL, related_name="decisions")
    kind = models.CharField(max_length=20, choices=DecisionKind.choices)
    by = models.CharField(max_length=10, blank=True, default="", db_default="")
    """The right of the device that decided; empty if it is not known."""
    why = models.CharField(max_length=300, blank=True)
    what = models.CharField(max_length=2000, blank=True, default="", db_default="")
    """Free text about the change itself: the prizes before and after."""
    salt = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The salt of `reason_hash`; it goes with the text when a person is erased."""
    reason_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The salted hash of `why` and `what`."""
    data = models.JSONField(default=dict)
    """Round, start numbers, table numbers, points before and after: never names, never keys of rows."""
    left = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The person who left the start number to a substitute, `came`. People are no part of the chain."""
    came = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="decisions")
    at = models.DateTimeField(default=timezone.now)
    hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The hash of this decision and, in it, of all before (`contest.chain`)."""

    objects = DecisionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=DecisionKind.values), name="decision_kind_known"),
            models.UniqueConstraint(fields=["tournament", "number"], name="decision_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%F %T}"

    @property
    def is_erased(self) -> bool:
        """True if there was a reason that was erased with a person's name."""
        return bool(self.reason_hash) and not self.salt
