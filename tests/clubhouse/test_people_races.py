"""Managers, the desk and the tables at the same time: nobody waits in a circle, and what is erased stays erased."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from cegoscore.clubs import people as persons
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Player
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.scoresheet.ledger.test_races import at_once
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub, backup_of, empty_database
from tests.worlds.tournament import World, type_table
from tournaments.clubhouse.backup import Backup, CannotRestore, parse_json, restore
from tournaments.clubhouse.people import services as people
from tournaments.door import announcing, corrections, services as door
from tournaments.models import Entrant, Table

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

TIMES = 4


def person(lively: LivelyClub, place: int) -> Player:
    """A row of its own, as every request has."""
    return Player.objects.select_related("club").get(pk=lively.people[place].pk)


def jobs_of(lively: LivelyClub) -> list[Callable[[], Any]]:
    """Changes that different people make to the same rows."""
    entrant = Entrant.objects.get(player=lively.people[0])
    tables = [table.pk for table in Table.objects.filter(round__number=2)]
    change = changed(name="Anna M.")
    gone = Player.objects.get(name="Anni").pk
    return [
        lambda: people.erase_person(person(lively, 0)),
        lambda: people.rename_person(person(lively, 1), name="Bernhard", village=""),
        lambda: people.rename_person(person(lively, 2), name="Klara", village=""),
        lambda: people.merge_person(Player.objects.select_related("club").get(pk=gone), kept=lively.people[0].pk),
        lambda: people.separate_person(Player.objects.select_related("club").get(pk=gone)),
        lambda: corrections.change_entrant(Entrant.objects.get(pk=entrant.pk), **change),
        *(partial(_type, table) for table in tables),
    ]


def changed(*, name: str) -> dict[str, Any]:
    """The arguments of a correction at the door, under another name."""
    return {"has_paid": True, "practises": False, "categories": (), "fixed_table": None, "name": name, "village": ""}


def _type(table: int) -> None:
    type_table(Table.objects.get(pk=table), step=10)


def test_managers_desk_and_tables_do_not_wait_in_a_circle() -> None:
    lively = copied(LivelyClub)
    results = at_once(jobs_of(lively) * TIMES)
    wrong = [error for error in results if isinstance(error, Exception) and not isinstance(error, Refused)]
    assert wrong == []
    assert list(faults_in(lively.club)) == []


def test_name_that_is_erased_while_it_is_shortened_is_gone() -> None:
    lively = copied(LivelyClub)
    stale = person(lively, 0)
    people.erase_person(person(lively, 0))
    people.shorten_person(stale)
    assert person(lively, 0).name == ""


def test_door_changes_whoever_the_entrant_is_by_then_and_calls_nobody_who_was_erased() -> None:
    lively = copied(LivelyClub)
    stale = Entrant.objects.select_related("player__merged_into").get(player=lively.people[0])
    kept = Player.objects.create(club=lively.club, name="Annemarie")
    people.merge_person(person(lively, 0), kept=kept.pk)
    corrections.change_entrant(stale, **changed(name="Anna M."))
    assert [Player.objects.get(pk=key).name for key in (kept.pk, lively.people[0].pk)] == ["Anna M.", "Anna Müller"]
    people.erase_person(kept)
    with pytest.raises(Refused, match="player_unknown"):
        corrections.change_entrant(stale, **changed(name="Anna M."))
    shown = Entrant.objects.get(pk=stale.pk).name
    corrections.change_entrant(stale, **changed(name=shown))
    stale.refresh_from_db()
    assert (shown, person(lively, 0).person.name, stale.has_paid) == (f"Spieler {stale.number}", "", True)


def test_backup_restored_by_several_at_once_is_restored_once() -> None:
    lively = copied(LivelyClub)
    before = backup_of(lively.club)
    empty_database()

    def read() -> Backup:
        backup, problems = parse_json(json.dumps(before))
        assert backup, problems
        return backup

    results = at_once([partial(restore, read()) for _ in range(TIMES)])
    assert sum(isinstance(result, Club) for result in results) == 1
    assert sum(isinstance(result, CannotRestore) for result in results) == TIMES - 1
    assert backup_of(Club.objects.get()) == before


@pytest.mark.parametrize("time", range(TIMES))
def test_two_names_that_become_one_person_while_the_second_checks_in_have_one_number(time: int) -> None:
    """Either the merge is refused, or the second name comes in under the number that the person has."""
    world = World(club_name=f"Verein {time}")
    anna, other = announcing.announce_all(world.tournament, [door.Newcomer(name="Anna"), door.Newcomer(name="A. Kern")])
    door.check_in(anna, has_paid=False)
    tap = Entrant.objects.select_related("player__merged_into", "tournament").get(pk=other.pk)
    jobs: list[Callable[[], Any]] = [
        partial(persons.merge, world.tournament.club_id, kept=anna.player_id, gone=other.player_id),
        partial(door.check_in, tap, has_paid=False),
    ]
    ends = at_once(jobs[:: 1 if time % 2 else -1])
    assert [end for end in ends if isinstance(end, Exception) and not isinstance(end, Refused)] == []
    assert list(faults_in(world.tournament.club)) == []
