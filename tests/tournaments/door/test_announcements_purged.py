"""Whoever announced themselves and did not come is forgotten 30 days after the event; whoever came is not."""

from datetime import timedelta

import pytest
from django.utils import timezone

from cegoscore.clubs.models import Player
from tests.worlds.copied import copied
from tests.worlds.tournament import World
from tournaments.door import announcing, services
from tournaments.models import Tournament
from tournaments.purging import purge_announcements

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    """One who came, one who came elsewhere, one who paid, one who took back, one who took a number and gave it away."""
    world = copied(World)
    other = services.register(world.tournament, services.Newcomer(name="Anderswo")).player
    second = Tournament.objects.get(pk=world.tournament.pk)
    second.pk = None
    second.save()
    for newcomer in (
        services.Newcomer(name="", player=other.pk),
        services.Newcomer(name="Nie da"),
        services.Newcomer(name="Bezahlt", has_paid=True),
        services.Newcomer(name="Abgesagt"),
        services.Newcomer(name="Da"),
    ):
        announcing.announce_all(second, [newcomer])
    took_back, came = (second.entrants.get(player__name=name) for name in ("Abgesagt", "Da"))
    services.withdraw_entrant(took_back, why="", device=None)
    services.check_in(came, has_paid=False)
    gave = services.register(second, services.Newcomer(name="Gab ab"))
    services.substitute(gave, services.Newcomer(name="Kam dafür"), why="krank", device=None)
    second.entrants.filter(player__name="Gab ab").update(before=[])  # as version 0.1 has them
    return world


@pytest.mark.parametrize(("days", "removed"), [(30, 0), (31, 3)])
def test_who_never_came_goes_thirty_days_after_the_event(world: World, days: int, removed: int) -> None:
    Tournament.objects.update(day=timezone.localdate() - timedelta(days=days))
    people = {"Anderswo", "Bezahlt", "Da", "Gab ab", "Kam dafür"} | (set() if removed else {"Nie da", "Abgesagt"})
    assert purge_announcements() == f"{removed} announcements removed"
    assert set(Player.objects.values_list("name", flat=True)) == people
    assert purge_announcements() == "0 announcements removed"
