"""A list of people for the door: name, village, paid, categories, team."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.course.entrants import registered
from tournaments.course.lists.columns import Wanted
from tournaments.course.lists.list_lines import ListLine
from tournaments.course.lists.meant import with_people
from tournaments.course.lists.reading import PeopleList, read_lines
from tournaments.door.services import Newcomer
from tournaments.models import CategoryKind, Entrant, EntrantStatus, Tournament
from tournaments.setup.plans import spellings


def read_list(
    tournament: Tournament,
    text: str,
    chosen: Mapping[str, str] | None = None,
    before: Mapping[str, str] | None = None,
) -> PeopleList:
    """The list in a text; `chosen` is what the preview was told, `before` what columns were said to be earlier.

    Who went home is left out, and who is noted already unless the line says something new of them.
    """
    people = read_lines(text, wanted_of(tournament), chosen or {}, before)
    noted = {row.player.person.pk: row for row in registered(tournament).reverse()}

    def fate(line: ListLine) -> ListLine:
        entrant = noted.get(line.player or 0)
        return line if entrant is None else _again(line, entrant)

    return with_people(people, tournament.club_id, chosen or {}, fate)


def _again(line: ListLine, entrant: Entrant) -> ListLine:
    """The line of somebody who is noted already, with what it would change: nothing is ever taken back by a list."""
    if entrant.status == EntrantStatus.WITHDRAWN:
        return replace(line, problem=_("left earlier")) if entrant.number or entrant.before else line
    has = {category.pk for category in entrant.categories.all()}
    labels = [label for key, label in zip(line.categories or (), line.labels, strict=False) if key not in has]
    changes = [_("has paid")] if line.has_paid and not entrant.has_paid else []
    changes += [_("in %(categories)s") % {"categories": ", ".join(labels)}] if labels else []
    if line.team and line.team.casefold() != entrant.team.casefold() and not entrant.results.exists():
        changes.append(_("team %(team)s") % {"team": f"{entrant.team} → {line.team}" if entrant.team else line.team})
    if not entrant.number:
        return replace(line, changes=(_("is announced"), *changes))
    problem = "" if changes else _("is here already, number %(number)s") % {"number": entrant.number}
    here = _("is here, number %(number)s") % {"number": entrant.number}
    return replace(line, problem=problem, changes=(here, *changes) if changes else ())


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
        is_new=line.player is None,
    )


def category_labels(tournament: Tournament) -> list[str]:
    """Names of the tournament's categories, as a list may give them."""
    return [row.label for row in tournament.categories.order_by("pk")]


def wanted_of(tournament: Tournament) -> Wanted:
    """The columns and categories of a list for the door."""
    return Wanted(
        columns=("village", "paid", "categories", *(["team"] if tournament.team_size else [])),
        categories={
            spelling: (row.pk, row.label)
            for row in tournament.categories.order_by("pk")
            for spelling in spellings((CategoryKind(row.kind), row.name))
        },
    )
