"""Pages of a club, its people and its seasons ask the database as often for many events and people as for few."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cegoscore.bookings.models import BOX, Booking
from cegoscore.outings.services import settle
from tests.effort import thorough
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of, small_winter
from tests.worlds.tournament import play_hands
from tournaments.models import Tournament
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

MOST = 51
"""Of any page; the season's table is among them if nobody has looked at it before."""
OF_THE_CLUB = ("club", "club_again", "club_fame", "club_tournaments", "people", "box")
OF_A_PERSON = ("player", "player_hands", "box_of_person")
OF_THE_SEASON = ("season", "season_table", "season_calendar")


def addresses(world: SeasonWorld) -> Iterator[str]:
    club, person = world.club.pk, world.player("Anna").pk
    yield from (reverse(name, args=[club]) for name in OF_THE_CLUB)
    yield from (reverse(name, args=[club, person]) for name in OF_A_PERSON)
    yield from (reverse(name, args=[world.season.pk]) for name in OF_THE_SEASON)
    yield from (f"{reverse('club_records', args=[club])}?of={of}" for of in ("tournaments", "evenings", "hands"))


def grow(world: SeasonWorld, year: int, people: int) -> None:
    """A tournament of so many, an evening with hands, a champion of before, a booking, two names that are alike."""
    world.tournament({f"Spieler {year} {number}": 5 for number in range(people)}, women=(f"Spieler {year} 0",))
    Tournament.objects.update(tie_breaks=["lot"])
    sheet = world.evening({"Anna": 1, "Bernd": -1, f"Neu {year}": 0, f"Kern, {year}": 0})
    play_hands(sheet, 15)
    world.player(f"{year} Kern")
    world.club.past_champions.create(player=world.player("Anna"), year=year, event="Pokal")
    Booking.objects.create(club=world.club, kind=BOX, cents=100, payer=world.player("Anna"), uuid=sheet.pk)
    days = {"first_day": "2020-01-01", "last_day": "2020-02-01", "closed_at": timezone.now()}
    world.club.seasons.create(name=str(year), **days).champions.set([world.player("Anna")])
    settle(world.club.pk)


def counted(world: SeasonWorld) -> dict[str, int]:
    client, found = client_of(world.organiser), {}
    for address in addresses(world):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200, address
        found[address] = len(asked)
    return found


@thorough
def test_queries_do_not_grow_with_events_people_hands_and_ties() -> None:
    world = copied(small_winter)
    type(world.club).objects.update(box_rule="fee", box_amount="1", site="https://www.example.org")
    Season.objects.update(is_public=True)
    for year in (1990, 1991, 1992):  # from three evenings on a player's page has all that it can have
        grow(world, year, 2)
    few = counted(world)
    for year in (1993, 1994, 1995):
        grow(world, year, 20)
    assert counted(world) == few
    assert max(few.values()) <= MOST
