"""Several phones at once at one club night, and two devices that join the same clubs."""

from functools import partial
from typing import Any

import pytest

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club
from cegoscore.clubs.rights.links import open_club
from cegoscore.nights import services
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import Session
from tests.scoresheet.ledger.test_races import at_once
from tests.worlds.night import NightWorld
from tournaments.clubhouse.joining import join_clubs

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def codes(results: list[Any]) -> list[str]:
    return sorted(result.code for result in results if isinstance(result, Refused))


def test_free_table_that_several_phones_open_at_once_is_opened_by_one() -> None:
    world = NightWorld()
    phones = (world.joiner, world.guest, world.writer)
    names = [(f"{first} {place}" for first in ("Kurt", "Lena", "Moni", "Nina")) for place in range(3)]
    jobs: list[Any] = [
        partial(services.open_own_table, world.night, number=3, names=tuple(four), first_dealer=0, device=phone)
        for phone, four in zip(phones, names, strict=True)
    ]
    assert codes(at_once(jobs)) == ["night_table_taken"] * 2
    assert Session.objects.filter(night=world.night, night_table=3).count() == 1
    assert list(faults_in(world.club)) == []


def test_of_several_who_move_people_at_once_one_does_and_hands_go_on() -> None:
    world = NightWorld()
    seen, places = world.fresh().version, [{world.person(name): 1} for name in ("Emil", "Frida", "Georg")]
    jobs: list[Any] = [partial(services.arrange, world.night, to, seen=seen, by=world.owner.pk) for to in places]
    assert codes(at_once([*jobs, partial(world.play, 2)])) == ["night_changed"] * 2
    assert {number: len(names) for number, names in world.sitting().items()} == {1: 5, 2: 4}
    assert sum(world.standing().values()) == 0
    assert list(faults_in(world.club)) == []


def test_clubs_that_are_joined_both_ways_at_once_become_one() -> None:
    world = NightWorld()
    other = open_club(world.owner, name="Donnerstagsrunde")
    ways = [(world.club, other), (other, world.club)]
    results = at_once([partial(join_clubs, kept, gone, pairs={}, by=world.owner.pk) for kept, gone in ways])
    assert codes(results) == ["club_not_managed"]
    assert [Club.objects.exclude(joined_to=None).count(), Club.objects.filter(joined_to=None).count()] == [1, 1]
