"""Reads that every room shares: the version for live views, the end of a round, decisions."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet, Sum

from cegoscore.scoresheet.models import Session
from tournaments.models import (
    Decision,
    Round,
    Tournament,
)


def live_version(tournament: Tournament) -> str:
    """What changes with every write of the desk's and of any table's, and never comes back: live views ask for it.

    The desk may drop sheets with a draw, so the tables' part may fall, but then its own part has grown.
    """
    sheets = Session.objects.filter(event=tournament.pk).aggregate(sum=Sum("version"))["sum"] or 0
    return f"{tournament.version}.{sheets}"


def ends_at(played: Round) -> datetime | None:
    """When the round's time is up, if there is a limit."""
    minutes = played.tournament.minutes
    return played.started_at + timedelta(minutes=minutes) if played.started_at and minutes else None


def decisions_of(tournament: Tournament) -> QuerySet[Decision]:
    """What the desk decided, newest first."""
    return tournament.decisions.select_related("round").order_by("-at", "-pk")
