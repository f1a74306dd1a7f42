"""Rounds, their tables, and what everybody got there."""

from __future__ import annotations

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.scoresheet.models import Seat, Session, State
from tournaments.models.entrants import Entrant, Takes
from tournaments.models.tournament import Tournament


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
    def draw_version(self) -> str:
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
    """Totals typed so far where they are typed twice: the device, points by seat; empty once they count."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),)

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


UNSETTLED = Q(is_practice=False, results__points=None) & ~Q(sheet__state=State.CONFIRMED)
"""The condition on tables that count and have no final result; a table comes once for each of its seats."""


class ResultSource(models.TextChoices):
    """Sources of a result's points."""

    SHEET = "sheet", _("sheet")
    TYPED = "typed", _("typed at the desk")
    IMPORTED = "imported", _("loaded")
    VOID = "void", _("table void")


DOES_NOT_COUNT = Q(entrant__is_house=True) | Q(table__is_practice=True) | Q(table=None, entrant__practises=True)
"""The condition on results when their seat is given, and once more when the round is closed.

Afterwards the number may have another holder; `counts` says what counted.
"""


MOST_PENALTY = 10**6
COUNTED = F("points") - F("penalty")
"""The points of a result in the ranking and wherever they are added up."""


class ResultQuerySet(models.QuerySet["Result"]):
    """Results by whether they count."""

    def shown(self) -> ResultQuerySet:
        """Results that are not held back."""
        return self.exclude(is_held_back("round"))

    def that_count(self) -> ResultQuerySet:
        """Results that count."""
        return self.filter(counts=True)

    def standing(self) -> ResultQuerySet:
        """Results with `stands`: the points that are fixed, else the total of the seat on the table's sheet."""
        on_sheet = Seat.objects.filter(session=OuterRef("table__sheet"), number=OuterRef("seat")).values("total")
        return self.annotate(stands=Coalesce("points", Subquery(on_sheet)))

    def settle(self) -> None:
        """Note which do not count by who has their numbers now: at a round's end, or where nobody noted it."""
        self.filter(DOES_NOT_COUNT).update(counts=False)

    def final(self) -> ResultQuerySet:
        """Counting results of closed rounds that are not held back: those that seasons, players and records use."""
        there = self.that_count().shown().filter(round__tournament__deleted_at=None)
        there = there.exclude(entrant__takes=Takes.NOTHING)
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
    penalty = models.PositiveIntegerField(default=0, db_default=0)
    """Points that the desk takes off this player, beside those of the table, which come to zero (`COUNTED`)."""
    source = models.CharField(max_length=10, choices=ResultSource.choices, default=ResultSource.SHEET)
    counts = models.BooleanField(default=True, db_default=True)
    """False for house players and practice. Noted with the seat and at the round's end; nothing changes it later."""

    objects = ResultQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "entrant"], name="result_once"),
            models.UniqueConstraint(fields=["table", "seat"], name="result_seat_once"),
            models.CheckConstraint(condition=Q(source__in=ResultSource.values), name="result_source_known"),
        )

    def __str__(self) -> str:
        return f"{self.round_id} {self.entrant_id}"


def outside_ranking() -> Exists:
    """The condition on seats of sheets that their result does not count."""
    return Exists(Result.objects.filter(counts=False, table__sheet=OuterRef("session"), seat=OuterRef("number")))
