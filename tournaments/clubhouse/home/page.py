"""Evenings that can be moved into a club."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.clubs.club_labels import label_clubs
from cegoscore.clubs.models import Club, Grant, Right
from cegoscore.scoresheet.evening.evenings import Evening, evenings_of
from cegoscore.scoresheet.models import Session

MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """An evening of another club of the device, and how that club is called."""

    evening: Evening
    club: str


def evenings_elsewhere(club: Club, device: uuid.UUID | None) -> Sequence[Elsewhere]:
    """The newest evenings of the other clubs that the device manages, without those that count in a season."""
    grants = Grant.objects.valid().filter(device=device, right=Right.MANAGE).exclude(target=club.pk)
    clubs = Club.objects.filter(pk__in=grants.values("target"))
    labels = label_clubs(clubs)
    sheets = Session.objects.filter(club__in=list(labels), event=None, night=None, deleted_at=None, season_events=None)
    owners = dict(sheets.values_list("pk", "club"))
    return [Elsewhere(evening=each, club=labels[owners[each.id]]) for each in evenings_of(sheets, MOST)]
