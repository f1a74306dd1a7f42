"""Tournaments and evenings as lists of results name them, each with what the reader may open of it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from cegoscore.outings.models import Kind
from cegoscore.scoresheet.models import ClubNight, Session
from tournaments.clubhouse.reach import Reach
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEvent:
    """A tournament or an evening."""

    name: str
    venue: str
    address: str
    """The address of the event's own page; empty if the reader may not see it."""
    hands: str
    """Query of somebody's page of hands there; empty if the reader may not see them."""
    end: datetime | None = None
    """The moment at which a tournament was finished."""


def shown_events(keys: Collection[UUID], reach: Reach) -> dict[UUID, ShownEvent]:
    """Events by their keys. Four queries at most."""
    events = {key: _tournament(row, reach) for key, row in Tournament.objects.in_bulk(list(keys)).items()}
    nights = ClubNight.objects.in_bulk([key for key in keys if key not in events])
    tables = Session.objects.filter(night__in=nights, pk__in=list(reach.rights)) if nights else Session.objects.none()
    opened = set(tables.values_list("night", flat=True))
    events |= {key: _night(row, reach, has_table=key in opened) for key, row in nights.items()}
    sheets = Session.objects.in_bulk([key for key in keys if key not in events])
    return events | {key: _sheet(row, reach) for key, row in sheets.items()}


def _tournament(tournament: Tournament, reach: Reach) -> ShownEvent:
    key = tournament.pk
    return ShownEvent(
        name=tournament.name,
        venue=tournament.venue,
        address=reverse("standings", args=[key]) if reach.opens(tournament) else "",
        hands=f"?{Kind.TOURNAMENT}={key}" if reach.opens_sheets_of(key) else "",
        end=tournament.finished_at,
    )


def _night(night: ClubNight, reach: Reach, *, has_table: bool) -> ShownEvent:
    """A night; who may open one of its tables follows it, too."""
    is_open = reach.manages or night.pk in reach.rights or has_table
    return ShownEvent(
        name=night.name,
        venue=night.place,
        address=reverse("night", args=[night.pk]) if is_open else "",
        hands=f"?{Kind.NIGHT}={night.pk}" if reach.manages or has_table else "",
    )


def _sheet(sheet: Session, reach: Reach) -> ShownEvent:
    is_open = reach.opens_sheets_of(sheet.pk)
    return ShownEvent(
        name=sheet.title or _("Evening"),
        venue="",
        address=reverse("sheet", args=[sheet.pk]) if is_open else "",
        hands=f"?{Kind.SHEET}={sheet.pk}" if is_open else "",
    )
