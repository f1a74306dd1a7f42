"""A tournament from before the app: names and totals become a finished tournament of the club and of the season."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Player, RuleSet
from cegoscore.clubs.people import identity
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoring.rules.rule_files import published
from tournaments.course.lists.columns import Wanted
from tournaments.course.lists.list_lines import ListLine
from tournaments.course.lists.meant import with_people
from tournaments.course.lists.reading import PeopleList, read_lines
from tournaments.desk.services import read_in
from tournaments.models import (
    Category,
    CategoryKind,
    Entrant,
    EntrantStatus,
    Tournament,
)
from tournaments.seasons.models import Season
from tournaments.seasons.queries import CategoryKey, categories_of, category_label
from tournaments.seasons.services import Signature, add_events
from tournaments.setup.plans import spellings
from tournaments.setup.services import made_once

RULES = "schwarzwaldmeisterschaft"
"""By what it is said to have been played if the club has no tournament yet; nothing is counted by it."""


def wanted_of(season: Season) -> Wanted:
    """Columns and categories of a list of totals: the season's, the usual ones, and those of the club's tournaments."""
    own_categories = Category.objects.filter(tournament__club=season.club_id, kind=CategoryKind.OWN).values_list(
        "name", flat=True
    )
    keys = [
        *categories_of(season),
        *((kind, "") for kind in (CategoryKind.WOMEN, CategoryKind.JUNIORS, CategoryKind.OLDEST)),
        *((CategoryKind.OWN, name) for name in own_categories.order_by("name").distinct()),
    ]
    return Wanted(
        columns=("village", "points", "categories"),
        categories={word: (key, category_label(key)) for key in reversed(keys) for word in spellings(key)},
    )


def read_totals(
    season: Season, text: str, day: date, chosen: Mapping[str, str], before: Mapping[str, str] | None = None
) -> PeopleList:
    """The list in a text; people in their usual categories if it says nothing of them."""
    people = with_people(read_lines(text, wanted_of(season), chosen, before), season.club_id, chosen)
    lines = {line.key: line for line in people.lines}
    for line, keys in zip(people.good, members_of(people.good, day), strict=True):
        lines[line.key] = replace(line, labels=tuple(category_label(key) for key in sorted(keys)))
    return replace(people, lines=tuple(lines.values()))


def usual_categories(people: Iterable[int], day: date) -> dict[int, frozenset[CategoryKey]]:
    """Categories of people at the tournament next to that day that had any. One query.

    Whoever is a woman stays one; a junior is one for some years only.
    """
    with_categories = Exists(Category.objects.filter(tournament=OuterRef("tournament")))
    rows = Entrant.objects.filter(with_categories).exclude(status=EntrantStatus.ANNOUNCED)
    rows = rows.annotate(person=Coalesce("player__merged_into", "player")).filter(person__in=list(people))
    names = ("tournament__day", "person", "tournament", "categories__kind", "categories__name")
    usual: dict[int, tuple[UUID, set[CategoryKey]]] = {}
    in_order = sorted(rows.order_by("pk").values_list(*names), key=lambda row: abs((row[0] - day).days))
    for _day, person, tournament, kind, name in in_order:
        nearest, keys = usual.setdefault(person, (tournament, set()))
        if kind and nearest == tournament:
            keys.add((CategoryKind(kind), name))
    return {person: frozenset(keys) for person, (_nearest, keys) in usual.items()}


def import_tournament(
    season: Season, *, uuid: UUID, day: date, totals: Sequence[ListLine], by: Signature, **event: str
) -> Tournament:
    """Take over totals of an event (`name`, `venue`); who is nobody whom the club knows is new to it.

    Sent twice (by its UUID), read in once. Raises `Refused` if a player is not the club's, or stands in two lines, and
    if the club has a tournament of this name on this day.
    """

    def make(key: UUID) -> Tournament:
        known = _known(season, totals)
        others = Tournament.objects.filter(club=season.club_id, day=day).exclude(pk=key)
        if identity(event["name"]) in map(identity, others.values_list("name", flat=True)):
            raise Refused("tournament_there_already")
        tournament = Tournament.objects.create(
            pk=key,
            club_id=season.club_id,
            day=day,
            rule_set=_rule_set(season),
            rounds=1,
            is_public=season.is_public,
            finished_at=timezone.now(),
            **event,
        )
        entrants = Entrant.objects.bulk_create(
            Entrant(tournament=tournament, number=number, player=known.get(line.player or 0) or _new(season, line))
            for number, line in enumerate(totals, 1)
        )
        read_in(tournament, entrants, [line.points for line in totals])
        _categorise(tournament, entrants, members_of(totals, day))
        follow(Kind.TOURNAMENT, tournament.pk)
        add_events(season, tournaments=[tournament], by=by)
        return tournament

    return made_once(uuid, make, among=lambda: Tournament.with_deleted.filter(club=season.club_id))


def _known(season: Season, totals: Sequence[ListLine]) -> dict[int, Player]:
    """The people of the club who are meant, by key. Raises `Refused`."""
    people = [line.player for line in totals if line.player is not None]
    known = Player.objects.filter(club=season.club_id, merged_into=None).in_bulk(people)
    if len(known) < len(people):
        raise Refused("people_do_not_fit")
    return known


def members_of(lines: Sequence[ListLine], day: date) -> list[frozenset[CategoryKey]]:
    """The categories of everybody: as the list says, or else as they usually are."""
    usual = usual_categories((line.player for line in lines if line.player is not None), day)
    return [
        usual.get(line.player or 0, frozenset()) if line.categories is None else frozenset(line.categories)
        for line in lines
    ]


def _categorise(tournament: Tournament, entrants: Sequence[Entrant], members: Sequence[frozenset[CategoryKey]]) -> None:
    """Categories of the tournament's own, with those who were in them."""
    for kind, name in sorted(frozenset().union(*members)):
        category = Category.objects.create(tournament=tournament, kind=kind, name=name)
        category.entrants.set(entrant for entrant, keys in zip(entrants, members, strict=True) if (kind, name) in keys)


def _rule_set(season: Season) -> RuleSet:
    """The club's own of late, so that its pages say something sensible."""
    last = Tournament.objects.filter(club=season.club_id).select_related("rule_set").order_by("-day").first()
    return last.rule_set if last else stored(published(RULES))


def _new(season: Season, line: ListLine) -> Player:
    return Player.objects.create(club_id=season.club_id, name=line.name, village=line.village, sorted_by=line.sorted_by)
