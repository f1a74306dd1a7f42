"""A sheet is a ledger: rows of `Hand` are only ever inserted, and the highest revision of a number is in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from cegoscore.addresses import address
from cegoscore.clubs.models import Club, Device, Grant, Player, Right, RuleSet
from cegoscore.clubs.names import set_apart
from cegoscore.clubs.rights.access import rights_of
from cegoscore.scoresheet.events import is_withheld
from cegoscore.scoring.auction.words import MOST_AUCTION
from cegoscore.scoring.documents.document import NoteKind

KEPT = timedelta(days=30)
"""Time in which a deleted sheet can be restored."""


class State(models.TextChoices):
    """State of a sheet, from open to closed."""

    OPEN = "open", _("open")
    HANDED_IN = "handed_in", _("handed in")
    CONFIRMED = "confirmed", _("confirmed")
    CLOSED = "closed", _("closed")


def _has_gone_on() -> Exists:
    return Exists(Session.objects.filter(continues=OuterRef("pk"), deleted_at=None))


class SessionQuerySet(models.QuerySet["Session"]):
    """Sheets by who may see them."""

    def known_to(self, device: UUID | None) -> SessionQuerySet:
        """The sheets that the device may at least look at."""
        rights = rights_of(device)
        return self.filter(Q(id__in=rights) | Q(club__in=rights), deleted_at=None).not_withheld(rights)

    def met_by(self, device: UUID | None) -> SessionQuerySet:
        """Sheets `known_to` the device, but of a tournament's tables only those where it was at the table."""
        rights = rights_of(device)
        return self.filter(Q(id__in=rights) | Q(club__in=rights, event=None), deleted_at=None).not_withheld(rights)

    def not_withheld(self, rights: Mapping[UUID, Right]) -> SessionQuerySet:
        """Leave out what is withheld from those who only look at it; `rights` are a device's, by target."""
        looked_at = [target for target, right in rights.items() if not right.covers(Right.WRITE)]
        return self.exclude(is_withheld(), id__in=looked_at) if looked_at else self

    def that_count(self) -> SessionQuerySet:
        """Those that are there, without those whose totals went on to another one."""
        return self.at_the_end().filter(deleted_at=None)

    def gone_on(self) -> SessionQuerySet:
        """Those whose totals went on to another one, which is not deleted."""
        return self.filter(_has_gone_on())

    def at_the_end(self) -> SessionQuerySet:
        """The others: nothing goes on from them."""
        return self.filter(~_has_gone_on())

    def restorable_by(self, device: UUID | None) -> SessionQuerySet:
        """Deleted not too long ago, of the clubs that the device manages.

        Of a tournament's tables only one that was deleted alone, as version 0.1 did it: the others go and come with it.
        """
        if device is None:
            return self.none()
        clubs = Grant.objects.valid().filter(device=device, right=Right.MANAGE).values("target")
        beside = Session.objects.filter(event=OuterRef("event"), deleted_at=None)
        alone = Q(event=None) | Exists(beside)
        return self.filter(alone, club__in=clubs, deleted_at__gt=timezone.now() - KEPT)


class ClubNightQuerySet(models.QuerySet["ClubNight"]):
    """Club nights by who may see them."""

    def known_to(self, device: UUID | None) -> ClubNightQuerySet:
        """The nights that the device may follow: by a right on them, on their club, or on one of their tables."""
        targets = Grant.objects.valid().filter(device=device).values("target")
        granted = Q(id__in=targets) | Q(club__in=targets)
        return self.filter(
            granted | Exists(Session.objects.filter(night=OuterRef("pk"), id__in=targets, deleted_at=None))
        )


PLANNED = ("name", "day", "place", "places", "stake", "currency")
"""The fields of a night that its form has, beside the rules."""


class ClubNight(models.Model):
    """An evening of several tables of one club: planned, opened, moved about in, ended; one event for a season."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    name = models.CharField(max_length=120)
    day = models.DateField()
    place = models.CharField(max_length=120, blank=True)
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="nights")
    """The rules by which its tables are opened; a table keeps what it was opened by."""
    stake = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    currency = models.CharField(max_length=10, blank=True)
    places = models.PositiveSmallIntegerField(default=0)
    """Number of tables in the room: those without a sheet can be opened by whoever sits down there."""
    version = models.PositiveIntegerField(default=0)
    """Plus one with every write to the night itself; hands raise the versions of its tables."""
    ended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = ClubNightQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=["club", "day"], name="night_of_a_club"),)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its standing and its tables."""
        return address("night", self.id)


class Session(models.Model):
    """One scoresheet: an evening, or one table of a tournament's round. Its rule set stays as it was."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sessions")
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="sessions")
    title = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    stake = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    """Money a point, for display and settling only."""
    currency = models.CharField(max_length=10, blank=True)
    lineup = models.JSONField()
    """Seat numbers at the table, anticlockwise, as set for the deal after `turn_after`; every hand carries its own."""
    dealer = models.PositiveSmallIntegerField()
    """The dealer's seat after `turn_after`."""
    turn_after = models.PositiveIntegerField(default=0)
    """The ledger's last number when line-up and dealer were set: they hold for the next deal only."""
    stake_factor = models.PositiveIntegerField(default=1)
    """By what the next hands count more, for instance after a round of Pflicht-Räuber."""
    compulsory_after = models.PositiveIntegerField(null=True, blank=True)
    """The ledger's last number when a round of Pflicht-Räuber began: one deal each, nothing else may be bid."""
    version = models.PositiveIntegerField(default=0)
    """Plus one with every write: what live views ask for, and what writers of one sheet queue on."""
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    """Deleted sheets are hidden at once and purged after 30 days."""
    event = models.UUIDField(null=True, blank=True, db_index=True)
    """Key of the tournament that it is a table of, which lives on a higher floor: rights there hold here, too."""
    planned = models.PositiveSmallIntegerField(null=True, blank=True)
    """Number of hands that belong on it; none for an evening, which ends when it ends."""
    handed_in_by = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat that said that all is written, and the one that looked it over and agreed."""
    confirmed_by = models.PositiveSmallIntegerField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    """Since when the table waits for a referee."""
    continues = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="continued_by")
    """The sheet whose totals this one started with."""

    night = models.ForeignKey(ClubNight, null=True, blank=True, on_delete=models.SET_NULL, related_name="sheets")
    """The club night that it is a table of; a right there is none here."""
    night_table = models.PositiveSmallIntegerField(null=True, blank=True)
    """The table's number on that night."""
    has_outings = models.BooleanField(default=False, db_default=False)
    """True if its evening is over and what it brought everybody is written (`cegoscore.outings`)."""

    objects = SessionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(state__in=State.values), name="session_state_known"),
            models.UniqueConstraint(
                fields=["night", "night_table"], condition=Q(continues=None), name="night_table_once"
            ),
        )
        indexes = (models.Index(fields=["club"], condition=Q(has_outings=False), name="sheets_without_outings"),)

    def __str__(self) -> str:
        return self.title or str(self.id)

    def get_absolute_url(self) -> str:
        """The sheet."""
        return address("sheet", self.id)

    def called_by(self, names: Iterable[str]) -> str:
        """Title of the circle; one without a title is called by its people."""
        return self.title or ", ".join(names)

    @property
    def gone_on(self) -> datetime | None:
        """Time at which a deleted sheet goes for good."""
        return self.deleted_at + KEPT if self.deleted_at else None


def nameless(number: int) -> str:
    """Name of the column of somebody who was erased."""
    return str(_("Player %(number)s") % {"number": number + 1})


class Seat(models.Model):
    """A column of the sheet: one person, and their running total."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    total = models.BigIntegerField(default=0)
    """The sum of the seat's scores in the hands in force; kept with every write, proved by `selfcheck`."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "number"], name="seat_number_once"),)
        indexes = (models.Index(fields=["player", "session"], name="seat_sheets_of_a_player"),)

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}"

    @cached_property
    def name(self) -> str:
        """Present name of the person in this column, after mergers and renames; a number if erased."""
        return set_apart(self.told_apart or self.own_name)

    @cached_property
    def own_name(self) -> str:
        """The same without what tells namesakes apart."""
        return self.player.person.name or nameless(self.number)

    told_apart = ""
    """The name with what tells it apart from that of a namesake at the table (`seats.seats_of`); not stored."""


class Hand(models.Model):
    """One revision of one hand of the ledger; never changed, never deleted but with its whole session.

    Revision 1 is the hand as first written, a higher one corrects it, a void one strikes it. Deals without a result
    have a number here too, because they too have their place; what is shown as a hand's number leaves them out.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    place = models.BigIntegerField()
    """Position on the sheet, the same for every revision; a forgotten hand gets one between two others."""
    revision = models.PositiveIntegerField(default=1)
    uuid = models.UUIDField()
    """Made by whoever sends it: the same hand sent twice is written once."""
    lineup = models.JSONField()
    dealer = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=20)
    """The contract, or `penalty`, `dead`, `free`."""
    outcome = models.JSONField()
    """The outcome as in the session document."""
    stake_factor = models.PositiveIntegerField(default=1)
    auction = models.CharField(max_length=MOST_AUCTION, blank=True, default="", db_default="")
    """Words of its auction as in the session document, if they were written down."""
    void = models.BooleanField(default=False)
    why = models.CharField(max_length=500, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="hands")
    by = models.CharField(max_length=500, blank=True)
    """The writer's name as an imported document has it; hands written here have a device."""
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["session", "number", "revision"], name="hand_revision_once"),
            models.UniqueConstraint(fields=["session", "uuid"], name="hand_uuid_once"),
            models.CheckConstraint(condition=Q(number__gte=1, revision__gte=1), name="hand_counts_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}.{self.revision}"

    @staticmethod
    def newest() -> tuple[str, datetime] | None:
        """UUID and time of the hand that was written last, by the order of rows; `None` if there is none."""
        last = Hand.objects.order_by("-pk").values_list("uuid", "written_at").first()
        return (str(last[0]), last[1]) if last else None

    @property
    def counts(self) -> bool:
        """True for a revision with which the sheet numbers the hand."""
        return not self.void and self.game != "dead"

    @property
    def passes_on(self) -> bool:
        """True if the next one deals after it; else it is dealt again."""
        return bool(self.outcome.get("next_dealer", True))


class Score(models.Model):
    """Points that one seat gained or lost in one revision of a hand, as computed when written."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="scores")
    points = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["hand", "seat"], name="score_once"),)

    def __str__(self) -> str:
        return f"{self.hand_id} {self.seat_id} {self.points:+d}"


class Adjustment(models.Model):
    """Points outside any hand, one amount a seat, summing to zero: an opening balance, a referee's decision."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="adjustments")
    uuid = models.UUIDField()
    amounts = models.JSONField()
    why = models.CharField(max_length=500)
    strikes = models.OneToOneField("self", null=True, blank=True, on_delete=models.CASCADE, related_name="struck_by")
    """The one that this one takes back; that it has only one decides a double tap."""
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="adjustments")
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "uuid"], name="adjustment_uuid_once"),)

    def __str__(self) -> str:
        return f"{self.session_id} {self.why}"


class Answer(models.TextChoices):
    """The answer of a club's managers to a late hand."""

    WAITING = "waiting"
    TAKEN = "taken"
    DECLINED = "declined"


class LateHand(models.Model):
    """A hand, or a change of one, that came when its device might not write any more: a proposal to the managers."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="late_hands", db_constraint=False)
    """The database does not ask for it: version 0.1 removes sheets and does not know of these rows."""
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="late_hands")
    uuid = models.UUIDField()
    kind = models.CharField(max_length=10)
    """`new`, `correct`, `strike` or `restore`."""
    number = models.PositiveIntegerField(null=True, blank=True)
    """The hand that it changes; none for a new one."""
    fields = models.JSONField()
    """The form as the device sent it: lists of values by name."""
    written_at = models.DateTimeField(null=True, blank=True)
    """The phone's own time, if it said one."""
    sent_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=10, choices=Answer.choices, default=Answer.WAITING)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "uuid"], name="late_hand_once"),)

    def __str__(self) -> str:
        return f"{self.session_id} {self.kind} {self.answer}"


class Note(models.Model):
    """Something worth knowing between two hands: who held the Gstiess, a round bought, a remark."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="notes")
    uuid = models.UUIDField()
    after = models.PositiveIntegerField()
    """The ledger's last number when it was written."""
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.value) for kind in NoteKind])
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    why = models.CharField(max_length=500, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="notes")
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "uuid"], name="note_uuid_once"),)

    def __str__(self) -> str:
        return f"{self.session_id} {self.kind} {self.after}"
