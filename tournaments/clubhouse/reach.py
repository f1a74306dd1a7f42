"""Visibility of a club: all of it, the parts that a link opened, or the public parts."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from cegoscore.clubs.models import Club, Right
from cegoscore.clubs.rights.access import has_some_right_in, rights_of
from tournaments.course.entrants import people_by_initials
from tournaments.models import Tournament
from tournaments.seasons.models import Season


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The part of a club that a device may see."""

    club: Club
    is_known: bool
    """True if the device has any right on anything of the club."""
    rights: Mapping[uuid.UUID, Right]

    @property
    def whole(self) -> bool:
        """True if the device may see everything, evenings and hands included."""
        return self.club.pk in self.rights

    @property
    def manages(self) -> bool:
        """True if the device manages the club."""
        return self.rights.get(self.club.pk) == Right.MANAGE

    @property
    def is_something(self) -> bool:
        """True if the device may see anything of the club."""
        return self.is_known or self.tournaments().exists() or self.seasons().exists()

    def tournaments(self) -> QuerySet[Tournament]:
        """Visible tournaments: the public ones, those that a link opened, or all."""
        return self.club.tournaments.all() if self.whole else self.club.tournaments.filter(self._opened())

    def seasons(self) -> QuerySet[Season]:
        """Visible seasons: the public ones, those that a link opened, or all."""
        return self.club.seasons.all() if self.whole else self.club.seasons.filter(self._opened())

    def known_points(self) -> QuerySet[Tournament]:
        """Tournaments whose points may be known: those, and what stands in the league table of such a season."""
        in_season = Q(pk__in=self.seasons().filter(events__tournament__isnull=False).values("events__tournament"))
        return self.tournaments() if self.whole else self.club.tournaments.filter(self._opened() | in_season)

    def short(self) -> frozenset[int]:
        """The people of whom the device reads the initials only, by key; none for one with any right in the club."""
        return frozenset() if self.is_known else people_by_initials(self.club.pk)

    def opens(self, tournament: Tournament) -> bool:
        """True if the device may see the tournament's own pages."""
        return tournament.is_public or self.manages or tournament.pk in self.rights

    def opens_sheets_of(self, key: uuid.UUID | None) -> bool:
        """True if the device may open the sheets of a tournament, or a single sheet."""
        return self.manages or key in self.rights

    def _opened(self) -> Q:
        return Q(is_public=True) | Q(pk__in=list(self.rights))


def reach_of(club: Club, device: uuid.UUID | None) -> Reach:
    """The part of the club that the device may see. Two queries."""
    return Reach(club=club, is_known=has_some_right_in(club, device), rights=rights_of(device))
