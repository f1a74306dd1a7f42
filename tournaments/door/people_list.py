"""A list of people for the door: name, village, paid, categories, team."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cegoscore.clubs.people import identity
from tournaments.course.entrants import registered, stands_elsewhere
from tournaments.course.lists.columns import Wanted
from tournaments.course.lists.list_lines import ListLine, Tick
from tournaments.course.lists.meant import with_people
from tournaments.course.lists.reading import PeopleList, read_lines
from tournaments.course.team_names import (
    OF_ITS_OWN,
    Team,
    alike_teams,
    in_teams,
    names_of_teams,
    teams_among,
)
from tournaments.door.services import Newcomer
from tournaments.models import CategoryKind, Entrant, EntrantStatus, Tournament
from tournaments.setup.plans import spellings


def read_list(
    tournament: Tournament,
    text: str,
    chosen: Mapping[str, str] | None = None,
    before: Mapping[str, str] | None = None,
    *,
    everywhere: bool = True,
) -> PeopleList:
    """The list in a text; `chosen` is what the preview was told, `before` what columns were said to be earlier.

    Without `everywhere` nobody gets another village who stands anywhere but in this tournament.

    Who went home is left out, and who is noted already unless the line says something new of them.
    """
    chosen = chosen or {}
    people = read_lines(text, wanted_of(tournament), chosen, before)
    seen = chosen.get("changes", "").split() if chosen.get("reading") == people.mark else []
    noted = {row.player.person.pk: row for row in registered(tournament).reverse()}

    def fate(line: ListLine) -> ListLine:
        entrant = noted.get(line.player or 0)
        if entrant is None:
            return line
        if entrant.status == EntrantStatus.WITHDRAWN:
            return replace(line, problem=_("left earlier")) if entrant.number or entrant.before else line
        ticks = []
        for kind, change in _changes(line, entrant, everywhere=everywhere).items():
            name = f"{kind}_{line.key}"
            is_on = f"set_{name}" in chosen if name in seen else kind != "village" or not entrant.village
            ticks.append(Tick(name, change, is_on))
        return _again(line, entrant, ticks)

    return with_people(people, tournament.club_id, chosen, fate)


def _changes(line: ListLine, entrant: Entrant, *, everywhere: bool) -> dict[str, str]:
    """The changes that a line would make of somebody who is noted, by kind: nothing is ever taken back by a list."""
    has = {category.pk for category in entrant.categories.all()}
    labels = [label for key, label in zip(line.categories or (), line.labels, strict=False) if key not in has]
    changes = {"paid": _("has paid")} if line.has_paid and not entrant.has_paid else {}
    if labels:
        changes["categories"] = _("in %(categories)s") % {"categories": ", ".join(labels)}
    if line.team and line.team.casefold() != entrant.team.casefold() and not entrant.results.exists():
        team = f"{entrant.team} → {line.team}" if entrant.team else line.team
        changes["team"] = _("team %(team)s") % {"team": team}
    person, village = entrant.player.person, entrant.village
    is_other = line.village and identity("", line.village) != identity("", village)
    if is_other and (everywhere or not stands_elsewhere(entrant.tournament, person)):
        moved = f"{village} → {line.village}" if village else line.village
        changes["village"] = _("village %(village)s") % {"village": moved}
    return changes


def _again(line: ListLine, entrant: Entrant, ticks: Sequence[Tick]) -> ListLine:
    """The line of somebody who is noted already: of what it says only that which is ticked."""
    on = {tick.name.partition("_")[0] for tick in ticks if tick.is_on}
    here = _("is here, number %(number)s") % {"number": entrant.number} if entrant.number else _("is announced")
    problem = (
        "" if ticks or not entrant.number else _("is here already, number %(number)s") % {"number": entrant.number}
    )
    return replace(
        line,
        problem=problem,
        changes=() if problem else (here, *(tick.text for tick in ticks)),
        ticks=tuple(ticks),
        has_paid=line.has_paid and "paid" in on,
        categories=line.categories if "categories" in on else (),
        team=line.team if "team" in on else "",
        new_village=line.village if "village" in on else "",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTeam:
    """A team in a list: as it would be once the list is taken over, and which one it is, if another is alike."""

    typed: str
    """The name as the list has it."""
    key: str
    """The end of the name of the field about it."""
    team: Team
    alike: tuple[str, ...] = ()
    said: str = ""

    @property
    def is_open(self) -> bool:
        """True if nobody said yet which team it is."""
        return bool(self.alike) and self.said not in (*self.alike, OF_ITS_OWN)


def with_teams(
    tournament: Tournament, people: PeopleList, chosen: Mapping[str, str]
) -> tuple[PeopleList, list[ListedTeam]]:
    """The list with its people in those teams that are said to be meant (`team_KEY`), and these teams."""
    names = dict.fromkeys(line.team for line in people.good if line.team) if tournament.team_size else {}
    others = names_of_teams(tournament)
    called: dict[str, str] = {}
    asked: dict[str, tuple[str, tuple[str, ...], str]] = {}
    for place, name in enumerate(names):
        before = [*others, *called.values()]
        same = next((known for known in before if known.casefold() == name.casefold()), "")
        alike = () if same else tuple(dict.fromkeys(alike_teams(name, before)))
        answer = chosen.get(f"team_{place}", "")
        called[name] = same or (answer if answer in alike else name)
        asked[name] = (str(place), alike, answer)
    lines = tuple(replace(line, team=called.get(line.team, line.team)) for line in people.lines)
    people = replace(people, lines=lines)
    moved = {line.player for line in people.good if line.team}
    stay = in_teams(tournament).exclude(player__in=[player for player in moved if player]).values_list("pk", "team")
    rows = [(team, False) for _pk, team in stay] + [(line.team, False) for line in people.good if line.team]
    teams = {team.name: team for team in teams_among(rows, tournament.team_size or 0)} if names else {}
    return people, [
        ListedTeam(typed=name, key=key, team=teams[called[name]], alike=alike, said=answer)
        for name, (key, alike, answer) in asked.items()
    ]


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
        new_village=line.new_village,
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
