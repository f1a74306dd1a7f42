"""Every column of a closed season is proved by the digest of its table, or is said to prove nothing."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import models, transaction

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.effort import thorough
from tests.worlds.closed_season import ClosedSeason
from tests.worlds.copied import copied
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.other_values import WHEN, is_found, is_listed, other_values
from tests.worlds.season import SeasonWorld, with_reason
from tests.worlds.tournament_file import change, rows_of
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.backup.restoring import CannotRestore
from tournaments.clubhouse.backup.scopes import rows_of as rows_in
from tournaments.clubhouse.people.services import merge_person
from tournaments.models import Entrant, Result
from tournaments.seasons import services
from tournaments.seasons.champions import faults_of_season
from tournaments.seasons.models import FixedPoints, Season, SeasonDecision, SeasonDecisionKind, SeasonEvent
from tournaments.seasons.season_end import end_of_season, mark_of_end, recorded_end

pytestmark = pytest.mark.django_db

PROVES_NOTHING: dict[str, str] = {
    # Wording, days and who may see it; tables of categories follow from those of the tournaments.
    "seasons": "name first_day last_day categories is_public version closed(when) created(when)",
    "season_events": "day",
    # By which a file of another club's tournament finds its people again; its points are held against the table.
    "fixed_points": "number categories",
    # Words and moments of decisions; what they record is held against the table, if it is the last.
    "season_decisions": "kind why data device at(when)",
}

is_free = partial(is_listed, PROVES_NOTHING)
PARTS_OF_SEASONS = [part for part in PARTS if part.club and part.model._meta.app_label == "seasons"]


def writes(part: Part, world: SeasonWorld) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Column, rows and other values of everything that can be written into the part's rows."""
    others = list(world.club.players.order_by("pk").values_list("pk", flat=True))
    for column, field in part.fields.items():
        if field.primary_key or (field.is_relation and field.name != "player"):
            continue
        for row in rows_in(part, world.club).values():
            value = row[field.attname]
            if field.is_relation:
                another = others[value == others[0]]
                yield column, rows_in(part, world.club).filter(pk=row["id"]), {field.attname: another}
                continue
            shown = value.isoformat() if isinstance(field, models.DateTimeField) and value else value
            for kind, other in other_values(field, shown):
                yield column + kind, rows_in(part, world.club).filter(pk=row["id"]), {field.attname: other}


@thorough
def test_every_column_of_a_closed_season_is_proved_or_in_the_list() -> None:
    world = copied(ClosedSeason)
    assert (world.table()[:2], list(faults_in(world.club))) == ([(1, "Bernd", 180), (2, "Anna", 180)], [])
    assert PARTS_OF_SEASONS
    unseen: set[tuple[str, str]] = set()
    seen: set[tuple[str, str]] = set()
    for part in PARTS_OF_SEASONS:
        for column, rows, values in writes(part, world):
            (seen if is_found(rows, values, lambda: faults_in(world.club)) else unseen).add((part.name, column))
    assert {pair for pair in unseen if not is_free(*pair)} == set()
    named = {(part, name.replace("(when)", WHEN)) for part, names in PROVES_NOTHING.items() for name in names.split()}
    assert named - unseen - {("season_decisions", "device")} == set(), "these are proved: take them from the list"


def test_relations_of_a_season_are_proved_too() -> None:
    """An event more, less or in another's place; a champion more."""
    world = copied(ClosedSeason)
    other = world.tournament({"Anna": 7, "Clara": -7}, add=False)
    event = world.event(0)
    acts: list[Any] = [
        lambda: SeasonEvent.objects.filter(pk=event.pk).update(tournament=other),
        event.delete,
        lambda: SeasonEvent.objects.create(season=world.season, tournament=other, day=other.day),
        lambda: world.fresh().champions.add(world.player("Clara")),
        lambda: FixedPoints.objects.filter(player=world.player("Clara")).delete(),
        lambda: Result.objects.filter(entrant__player=world.player("Clara")).update(counts=False),
        lambda: Entrant.objects.filter(player=world.player("Dieter")).update(player=world.player("Edgar")),
        lambda: world.season.decisions.filter(kind=SeasonDecisionKind.TIE).delete(),
    ]
    for act in acts:
        with transaction.atomic():
            act()
            assert list(faults_of_season(world.fresh())) != []
            transaction.set_rollback(True)


def test_a_forged_backup_is_not_restored_and_a_copy_says_that_it_proves_nothing() -> None:
    world = copied(ClosedSeason)
    document = backup_of(world.club)
    copy = restored(document, as_copy=True)
    season = Season.objects.get(club=copy)
    assert (list(faults_in(copy)), recorded_end(season)) == ([], "")
    empty_database()
    change(document, "fixed_points", 3, points=rows_of(document, "fixed_points")[2]["points"] + 1)
    with pytest.raises(CannotRestore, match="recorded at its end"):
        restored(document)


def test_opened_again_and_closed_again_both_marks_stand_with_the_reason() -> None:
    world = copied(ClosedSeason)
    closed = world.season.decisions.filter(kind=SeasonDecisionKind.CLOSED).order_by("at")
    assert len({mark_of_end(row) for row in closed}) == 1
    services.weigh_event(world.event(1), 3, by=with_reason("so beschlossen"))
    last = world.season.decisions.latest("at", "pk")
    marks = [mark_of_end(closed[0]), mark_of_end(last)]
    assert (len(set(marks)), last.why) == (2, "so beschlossen")
    assert recorded_end(world.fresh()) == end_of_season(world.fresh())


def test_a_decision_of_the_version_before_records_nothing_and_is_accepted() -> None:
    """It runs beside this one during an update."""
    world = copied(ClosedSeason)
    FixedPoints.objects.filter(player=world.player("Clara")).update(points=-53)
    assert list(faults_of_season(world.fresh())) != []
    SeasonDecision.objects.create(season=world.season, kind=SeasonDecisionKind.WEIGHED, why="so beschlossen")
    assert (list(faults_of_season(world.fresh())), recorded_end(world.fresh())) == ([], "")


def row_of(world: SeasonWorld, name: str) -> Player:
    return Player.objects.select_related("club").get(pk=world.player(name).pk)


def test_a_merger_of_two_who_both_took_part_is_recorded() -> None:
    world = copied(ClosedSeason)
    before = recorded_end(world.fresh())
    merge_person(row_of(world, "Emil"), kept=world.player("Clara").pk, by=world.organiser.pk)
    assert recorded_end(world.fresh()) == before
    merge_person(row_of(world, "Dieter"), kept=world.player("Edgar").pk, by=world.organiser.pk)
    last = world.season.decisions.latest("at", "pk")
    assert (last.kind, last.data["another"], recorded_end(world.fresh()) != before) == ("people", False, True)
    assert list(faults_in(world.club)) == []
