"""Access to a club, its people and seasons: all of it, the parts that a link opened, or the public parts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from cegoscore.clubs.models import Club, Link, Player, Right
from cegoscore.clubs.rights.access import get_whole_club, grants_of, highest_of, is_known_by
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.links import secret_of
from cegoscore.reached import printed
from tournaments.course.entrants import people_by_initials
from tournaments.models import Tournament
from tournaments.seasons.models import Season
from tournaments.standings.outings import unwritten, unwritten_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The part of a club that a device may see."""

    club: Club
    is_known: bool
    """True if the device has any right on anything of the club."""
    rights: Mapping[UUID, Right]

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

    def unwritten(self) -> Iterable[Tournament]:
        """Those of them that run, or that nobody has written down yet."""
        return unwritten_in(self.club.pk) if self.whole else unwritten(self.known_points())

    def short(self) -> frozenset[int]:
        """The people of whom the device reads the initials only, by key; none for one with any right in the club."""
        return frozenset() if self.is_known else people_by_initials(self.club.pk)

    def opens(self, tournament: Tournament) -> bool:
        """True if the device may see the tournament's own pages."""
        return tournament.is_public or self.manages or tournament.pk in self.rights

    def opens_sheets_of(self, key: UUID | None) -> bool:
        """True if the device may open the sheets of a tournament, or a single sheet."""
        return self.manages or key in self.rights

    def _opened(self) -> Q:
        return Q(is_public=True) | Q(pk__in=list(self.rights))


def reach_of(club: Club, device: UUID | None) -> Reach:
    """The part of the club that the device may see. One query."""
    grants = grants_of(device)
    return Reach(club=club, is_known=is_known_by(grants, club), rights=highest_of(grants))


def get_reach(request: HttpRequest, club_id: UUID) -> Reach:
    """A club with what this device may see of it, which may be nothing; 404 if there is no such club."""
    return reach_of(get_whole_club(club_id), device_id(request))


def get_player(club: Club, player_id: int) -> Player:
    """A row of the club's people, which may have been merged into another one; 404 if there is none."""
    player = get_object_or_404(Player.objects.select_related("merged_into"), club=club, pk=player_id)
    player.person.club = club
    return player


def get_visible_season(reach: Reach, text: str) -> Season:
    """A season by the text of its key; 404 if there is none that may be seen."""
    try:
        key = UUID(text)
    except ValueError:
        raise Http404 from None
    return get_object_or_404(reach.seasons(), pk=key)


def manager_address(link: Link) -> str:
    """The address of a link that makes a manager, as a command prints it."""
    return printed(reverse("open_club", args=[secret_of(link)]))
