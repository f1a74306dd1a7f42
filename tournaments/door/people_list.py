"""A list of people for the door: name, village, paid, categories, team."""

from collections.abc import Mapping

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.course.entrants import by_number
from tournaments.course.lists.columns import Wanted
from tournaments.course.lists.reading import ListLine, PeopleList, read_lines, with_people
from tournaments.door.services import Newcomer
from tournaments.models import CategoryKind, EntrantStatus, Tournament
from tournaments.setup.plans import spellings


def read_list(tournament: Tournament, text: str, chosen: Mapping[str, str] | None = None) -> PeopleList:
    """The list in a text, with those left out who are here, or were; `chosen` is what the preview was told."""
    people = read_lines(text, wanted_of(tournament), chosen or {})
    were_here = Q(number__isnull=False) | Q(status=EntrantStatus.WITHDRAWN) & ~Q(before=[])
    rows = by_number(tournament.entrants.filter(were_here)).reverse().select_related("player__merged_into")
    gone, here = _("left earlier"), _("is here already, number %(number)s")
    listed = {
        row.player.person.pk: gone if row.status == EntrantStatus.WITHDRAWN else here % {"number": row.number}
        for row in rows
    }
    return with_people(people, tournament.club_id, chosen or {}, listed)


def newcomer_of(line: ListLine) -> Newcomer:
    """The person of a line as a newcomer to register."""
    return Newcomer(
        name=line.name,
        village=line.village,
        sorted_by=line.sorted_by,
        player=line.player,
        has_paid=line.has_paid,
        categories=line.categories or (),
        team=line.team,
    )


def category_labels(tournament: Tournament) -> list[str]:
    """Names of the tournament's categories, as a list may give them."""
    return [row.label for row in tournament.categories.order_by("pk")]


def wanted_of(tournament: Tournament) -> Wanted:
    """The columns and categories of a list for the door."""
    return Wanted(
        columns=("name", "village", "paid", "categories", *(["team"] if tournament.team_size else [])),
        categories={
            spelling: (row.pk, row.label)
            for row in tournament.categories.order_by("pk")
            for spelling in spellings((CategoryKind(row.kind), row.name))
        },
    )
