"""Reads that every room shares: the version for live views, the end of a round, decisions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club, Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.ledger.event_notes import EventToday
from cegoscore.scoresheet.models import Session
from tournaments.models import Category, Decision, DecisionKind, Round, RoundState, Tournament


def live_version(tournament: Tournament) -> str:
    """The version for live views: it changes with every write at the desk or a table and never recurs.

    The desk may drop sheets with a draw, so the tables' part may fall, but then its own part has grown.
    """
    return f"{tournament.version}.{sum(version for (version,) in _versions(tournament.pk))}"


@Prepared
def _versions(tournament: UUID) -> QuerySet[Session, tuple[int]]:
    """The sum of the versions of its sheets; nothing without sheets."""
    sheets = Session.objects.filter(event=tournament).order_by().values("event")
    return sheets.annotate(sum=Sum("version")).values_list("sum")


def under_way(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of today, and those of yesterday that were begun: not over, not cancelled. Prizes are given at midnight."""
    today = timezone.localdate()
    has_begun = Exists(Round.objects.filter(tournament=OuterRef("pk")))
    there = tournaments.filter(finished_at=None, cancelled_at=None)
    return there.filter(Q(day=today) | Q(has_begun, day=today - timedelta(days=1)))


def public_today(club: Club) -> list[Tournament]:
    """The club's tournaments that everybody may see, by name: those under way, and those that ended today."""
    public = Tournament.objects.filter(club=club, is_public=True, cancelled_at=None)
    return list(public.filter(Q(pk__in=under_way(public)) | Q(day=timezone.localdate())).order_by("name"))


def today_of(device: UUID | None) -> Iterator[EventToday]:
    """Tournaments under way on which a device has a right: to the desk for whoever works there, else to one's seat."""
    rows = list(under_way(Tournament.objects.get_queryset().known_to(device)).order_by("pk"))
    rights = rights_of(device) if rows else {}
    for row in rows:
        held = [right for key in (row.pk, row.club_id) if (right := rights.get(key))]
        is_desk = any(right.covers(Right.DESK) for right in held)
        address = reverse("desk", args=[row.pk]) if is_desk else row.get_absolute_url()
        way = _("To the desk") if is_desk else _("My table, my place")
        yield EventToday(name=row.name, where=row.venue, address=address, way=way)


def newest(tournament: Tournament) -> tuple[str, Tournament]:
    """The version for live views, and the tournament as it stands, read after it: later changes are asked for again."""
    version = live_version(tournament)
    return version, Tournament.objects.select_related("rule_set", "small_rule_set").get(pk=tournament.pk)


def ends_at(round_: Round) -> datetime | None:
    """The end of the round's time, if it has a limit; none once the tournament is over."""
    minutes = None if round_.tournament.is_over else round_.tournament.minutes
    return round_.started_at + timedelta(minutes=minutes) if round_.started_at and minutes else None


def categories_of(tournament: Tournament) -> QuerySet[Category]:
    """The tournament's categories in the order in which they were set up."""
    return tournament.categories.order_by("pk")


def decisions_of(tournament: Tournament) -> QuerySet[Decision]:
    """Decisions of the desk, newest first."""
    return tournament.decisions.order_by("-number")


def drawings_of(tournament: Tournament) -> QuerySet[Decision]:
    """Ties that were drawn for, newest first."""
    return decisions_of(tournament).filter(kind=DecisionKind.TIE)


def closed_rounds(tournament: Tournament) -> int:
    """The number of rounds that are closed."""
    return tournament.played_rounds.filter(state=RoundState.CLOSED).count()


def note_on(event: UUID) -> str:
    """The sentence for the tables of a tournament that was cancelled; empty for any other event. One query."""
    is_cancelled = Tournament.objects.filter(pk=event, cancelled_at__isnull=False).exists()
    return _("This tournament was cancelled") if is_cancelled else ""
