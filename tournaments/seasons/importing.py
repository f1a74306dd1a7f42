"""A tournament from before the app: names and totals become a finished tournament of the club and of the season."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Player, RuleSet
from cegoscore.clubs.who import identity
from cegoscore.retries import unless_duplicate
from cegoscore.scoring.rule_files import published
from tournaments.course.lists.columns import Wanted
from tournaments.course.lists.people import with_people
from tournaments.course.lists.reading import ListLine, PeopleList, read_lines
from tournaments.models import (
    Category,
    CategoryKind,
    Entrant,
    EntrantStatus,
    Result,
    ResultSource,
    Round,
    RoundState,
    Tournament,
)
from tournaments.seasons.models import Season
from tournaments.seasons.queries import CategoryKey, categories_of, category_label
from tournaments.seasons.services import Signature, add_events
from tournaments.setup.categories import spellings

RULES = "schwarzwaldmeisterschaft"
"""By what it is said to have been played if the club has no tournament yet; nothing is counted by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The event that a list is about."""

    name: str
    venue: str
    day: date


def wanted_of(season: Season) -> Wanted:
    """Columns and categories of a list of totals: the season's, the usual ones, and those of the club's tournaments."""
    own = Category.objects.filter(tournament__club=season.club_id, kind=CategoryKind.OWN).values_list("name", flat=True)
    keys = [
        *categories_of(season),
        *((kind, "") for kind in (CategoryKind.WOMEN, CategoryKind.JUNIORS, CategoryKind.OLDEST)),
        *((CategoryKind.OWN, name) for name in own.order_by("name").distinct()),
    ]
    return Wanted(
        columns=("name", "village", "points", "categories"),
        categories={word: (key, category_label(key)) for key in reversed(keys) for word in spellings(key)},
    )


def read_totals(season: Season, text: str, day: date, chosen: Mapping[str, str]) -> PeopleList:
    """The list in a text; people in their usual categories if it says nothing of them."""
    people = with_people(read_lines(text, wanted_of(season), chosen), season.club_id, chosen)
    members = members_of(people.good, day)
    labels = {line: tuple(category_label(key) for key in sorted(keys)) for line, keys in members.items()}
    lines = tuple(replace(line, labels=labels.get(line.number, line.labels)) for line in people.lines)
    return replace(people, lines=lines)


def usual_categories(people: Iterable[int], day: date) -> dict[int, frozenset[CategoryKey]]:
    """In which categories people were at the tournament next to that day that had any. Two queries.

    Whoever is a woman stays one; a junior is one for some years only.
    """
    with_categories = Exists(Category.objects.filter(tournament=OuterRef("tournament")))
    rows = Entrant.objects.filter(with_categories).exclude(status=EntrantStatus.ANNOUNCED)
    rows = rows.annotate(person=Coalesce("player__merged_into", "player")).filter(person__in=list(people))
    nearest: dict[int, tuple[int, Entrant]] = {}
    for entrant in rows.select_related("tournament").prefetch_related("categories").order_by("pk"):
        person, away = entrant.person, abs((entrant.tournament.day - day).days)
        if person not in nearest or away < nearest[person][0]:
            nearest[person] = away, entrant
    return {
        person: frozenset((CategoryKind(row.kind), row.name) for row in entrant.categories.all())
        for person, (_away, entrant) in nearest.items()
    }


def import_tournament(
    season: Season,
    *,
    uuid: uuids.UUID,
    occasion: Occasion,
    totals: Sequence[ListLine],
    by: Signature,
) -> Tournament:
    """Take over totals; who is nobody whom the club knows is new to it.

    Sent twice (by its UUID), read in once. Raises `Refused` if a player is not the club's, or stands in two lines, and
    if the club has a tournament of this name on this day.
    """
    before = Tournament.objects.filter(pk=uuid, club=season.club_id)
    try:
        with transaction.atomic():
            return before.first() or _import(season, uuid, occasion, totals, by)
    except IntegrityError as error:
        unless_duplicate(error)
        there = before.first()
        if there is None:
            raise Refused("tournament_there_already") from None
        return there


def _import(
    season: Season,
    uuid: uuids.UUID,
    occasion: Occasion,
    totals: Sequence[ListLine],
    by: Signature,
) -> Tournament:
    people = [line.player for line in totals if line.player is not None]
    known = Player.objects.filter(club=season.club_id, merged_into=None).in_bulk(set(people))
    if len(known) < len(people):
        raise Refused("people_do_not_fit")
    that_day = (
        Tournament.objects.filter(club=season.club_id, day=occasion.day).exclude(pk=uuid).values_list("name", flat=True)
    )
    if identity(occasion.name) in map(identity, that_day):
        raise Refused("tournament_there_already")
    tournament = Tournament.objects.create(
        pk=uuid,
        club_id=season.club_id,
        name=occasion.name,
        venue=occasion.venue,
        day=occasion.day,
        rule_set=_rule_set(season),
        rounds=1,
        is_public=season.is_public,
        finished_at=timezone.now(),
    )
    players = [known[line.player] if line.player is not None else _new(season, line) for line in totals]
    entrants = _write(tournament, players, totals)
    _categorise(tournament, entrants, members_of(totals, occasion.day))
    add_events(season, tournaments=[tournament], by=by)
    return tournament


def members_of(lines: Sequence[ListLine], day: date) -> dict[int, frozenset[CategoryKey]]:
    """In which categories everybody was, by line: as the list says, or else as they usually are."""
    usual = usual_categories((line.player for line in lines if line.player is not None), day)
    return {
        line.number: usual.get(line.player or 0, frozenset()) if line.categories is None else frozenset(line.categories)
        for line in lines
    }


def _categorise(
    tournament: Tournament, entrants: Mapping[int, Entrant], members: Mapping[int, frozenset[CategoryKey]]
) -> None:
    """Categories of the tournament's own, with those who were in them."""
    for kind, name in sorted(frozenset().union(*members.values())):
        category = Category.objects.create(tournament=tournament, kind=kind, name=name)
        category.entrants.set(entrants[line] for line, keys in members.items() if (kind, name) in keys)


def _rule_set(season: Season) -> RuleSet:
    """The club's own of late, so that its pages say something sensible."""
    last = Tournament.objects.filter(club=season.club_id).select_related("rule_set").order_by("-day").first()
    return last.rule_set if last else stored(published(RULES))


def _new(season: Season, line: ListLine) -> Player:
    return Player.objects.create(club_id=season.club_id, name=line.name, village=line.village)


def _write(tournament: Tournament, players: Sequence[Player], totals: Sequence[ListLine]) -> dict[int, Entrant]:
    """One closed round without tables; start numbers as in the list. The entrants by their line."""
    round_ = Round.objects.create(
        tournament=tournament, number=1, state=RoundState.CLOSED, draw={}, closed_at=timezone.now()
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, player=player) for number, player in enumerate(players, 1)
    )
    Result.objects.bulk_create(
        Result(round=round_, entrant=entrant, points=line.points, source=ResultSource.IMPORTED)
        for entrant, line in zip(entrants, totals, strict=True)
    )
    return {line.number: entrant for line, entrant in zip(totals, entrants, strict=True)}
