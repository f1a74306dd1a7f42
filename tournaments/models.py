"""A tournament: who takes part, the rounds with their tables by lot, and what everybody got in each of them."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Club, Device, Player, RuleSet
from cegoscore.clubs.rights.access import targets_of
from cegoscore.contest.draw import Remainder
from cegoscore.scoresheet.models import Session


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments by who may see them."""

    def known_to(self, device: uuid.UUID | None) -> TournamentQuerySet:
        """Those that the device has any right on."""
        targets = targets_of(device)
        return self.filter(Q(id__in=targets) | Q(club__in=targets))


class Tournament(models.Model):
    """An evening of rounds at tables drawn by lot. Its rule set stays as it was when it was set up."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(max_length=120)
    day = models.DateField()
    venue = models.CharField(max_length=120, blank=True)
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="tournaments")
    rounds = models.PositiveSmallIntegerField(default=2)
    """How many rounds are planned, and how many hands each of them has."""
    hands = models.PositiveSmallIntegerField(default=24)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """The time limit of a round, if there is one."""
    table_size = models.PositiveSmallIntegerField(default=4)
    remainder = models.CharField(
        max_length=10, choices=[(each.value, each.value) for each in Remainder], default=Remainder.HOUSE.value
    )
    """What is done with a field that does not divide by the table size."""
    small_rule_set = models.ForeignKey(
        RuleSet, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments_small"
    )
    """What the smaller tables play, where there are any."""
    small_note = models.CharField(max_length=300, blank=True)
    """How the smaller tables' points compare with the others', in a sentence for everybody."""
    entry_fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    currency = models.CharField(max_length=10, blank=True, default="€")
    tie_breaks = models.JSONField(default=list, blank=True)
    """What decides between equal points, one after the other: values of `standings.TieBreak`."""
    one_prize_each = models.BooleanField(default=True)
    """Whether who won a prize by rank is passed over for those of categories."""
    is_public = models.BooleanField(default=False)
    """Whether everybody may see the tournament's page, or only who has a link."""
    takes_announcements = models.BooleanField(default=False)
    """Whether people may announce themselves on the tournament's page."""
    version = models.PositiveIntegerField(default=0)
    """Plus one with every write of the desk's: what live views ask for, and what writers queue on."""
    finished_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TournamentQuerySet.as_manager()

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


class CategoryKind(models.TextChoices):
    """What a category honours."""

    WOMEN = "women", _("Women")
    JUNIORS = "juniors", _("Juniors")
    OLDEST = "oldest", _("Oldest player")
    OWN = "own", _("own category")


class Category(models.Model):
    """A part of the field with a ranking of its own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    kind = models.CharField(max_length=10, choices=CategoryKind.choices)
    name = models.CharField(max_length=60, blank=True)
    """Only of an own category; the others are called what they are in every language."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "kind", "name"], name="category_once"),
            models.CheckConstraint(condition=Q(kind__in=CategoryKind.values), name="category_kind_known"),
        )

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """What the category is called on a page."""
        return self.name or str(CategoryKind(self.kind).label)


class PrizeKind(models.TextChoices):
    """Who gets a prize."""

    RANK = "rank", _("rank")
    LAST = "last", _("the last")
    CATEGORY = "category", _("category")


class Prize(models.Model):
    """Something to be won."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    kind = models.CharField(max_length=10, choices=PrizeKind.choices)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """By which rank, in the whole field or in the category."""
    category = models.ForeignKey(Category, null=True, blank=True, on_delete=models.CASCADE, related_name="prizes")
    what = models.CharField(max_length=120)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(kind__in=PrizeKind.values), name="prize_kind_known"),)

    def __str__(self) -> str:
        return self.what


class Status(models.TextChoices):
    """How far an entrant is."""

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
    """Where they must sit in every round, for instance with a wheelchair; seen by the desk only."""
    categories = models.ManyToManyField(Category, related_name="entrants", blank=True)
    announced_by = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="announced")
    """From where they were announced on the public page, so that nobody fills the list."""
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
        """What they are called, by whatever name they first came; who was erased is still their number."""
        return called(self.player.person.name, self.number)

    @property
    def village(self) -> str:
        """Where they come from."""
        return self.player.person.village


class Apart(models.Model):
    """Two entrants who would rather not share a table; seen by the desk only."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="wishes")
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="wishes")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    weight = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["one", "other"], name="apart_once"),)

    def __str__(self) -> str:
        return f"{self.one_id} {self.other_id}"


class RoundState(models.TextChoices):
    """How far a round is."""

    DRAWN = "drawn", _("drawn")
    PLAYING = "playing", _("playing")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """One round: everybody sits at a table drawn by lot. What was drawn is stored, and what the lot followed from."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAWN)
    draw = models.JSONField()
    """Seed, numbers, sizes, earlier tables, moves and tables, as `manage.py draw` reads them; published as it is."""
    draws = models.PositiveSmallIntegerField(default=1)
    """How often it was drawn."""
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
        """Which draw stands and how often it was changed by a swap: what a form that changes it was shown with."""
        return f"{self.draws}.{len(self.draw['moves'])}"


class Table(models.Model):
    """A table of a round, with its sheet."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(Session, null=True, on_delete=models.PROTECT, related_name="table")
    """Where the hands are written; made with the draw. Two tables that opened each other's sheet swap them."""
    is_practice = models.BooleanField(default=False)
    disputed_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),)

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class Source(models.TextChoices):
    """Where the points of a result come from."""

    SHEET = "sheet", _("sheet")
    TYPED = "typed", _("typed at the desk")
    IMPORTED = "imported", _("read in")
    VOID = "void", _("table void")


class ResultQuerySet(models.QuerySet["Result"]):
    """Results by whether they count."""

    def that_count(self) -> ResultQuerySet:
        """Without house players and practice tables; who has no table practised if they are down as practising."""
        played = Q(table__is_practice=False) | Q(table=None, entrant__practises=False)
        return self.filter(played, entrant__is_house=False)

    def final(self) -> ResultQuerySet:
        """Those that count and are fixed, because their round is over: what seasons, players and records go by."""
        return self.that_count().filter(round__state=RoundState.CLOSED, points__isnull=False).order_by()


class Result(models.Model):
    """One entrant in one round: where they sit, and what they got.

    While the table plays, `points` is empty and stands on the seat of its sheet; it is fixed when the desk types it,
    voids the table, or closes the round.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="results")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="results")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField(default=0)
    """Of the sheet, from 0, in the order around the table."""
    points = models.BigIntegerField(null=True, blank=True)
    games_won = models.PositiveSmallIntegerField(null=True, blank=True)
    """As declarer; not known without hands."""
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
    """What the desk decided by hand."""

    SWAP = "swap", _("seats swapped")
    SHEETS_SWAPPED = "sheets_swapped", _("sheets swapped")
    REDRAW = "redraw", _("drawn again")
    SUBSTITUTE = "substitute", _("substitute")
    WITHDRAWAL = "withdrawal", _("withdrawal")
    CORRECTION = "correction", _("result corrected")
    VOID = "void", _("table void")
    REOPENED = "reopened", _("opened again")
    TIE = "tie", _("tie decided")


class Decision(models.Model):
    """Something that the desk decided, with its reason; it stays, and everybody can read it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="decisions")
    round = models.ForeignKey(Round, null=True, on_delete=models.SET_NULL, related_name="decisions")
    kind = models.CharField(max_length=20, choices=DecisionKind.choices)
    why = models.CharField(max_length=300, blank=True)
    data = models.JSONField(default=dict)
    """Start numbers and table numbers, points before and after: never names."""
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="decisions")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(kind__in=DecisionKind.values), name="decision_kind_known"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%F %T}"
