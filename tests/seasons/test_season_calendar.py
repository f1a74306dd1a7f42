"""The feed of a season for calendars: its days, whoever looks."""

from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.nights.services import plan_night
from tests.tournaments.hall.test_calendar_file import events_in
from tests.worlds.copied import copied
from tests.worlds.night import plan
from tests.worlds.season import BY, SeasonWorld, client_of, small_winter
from tournaments.models import Tournament
from tournaments.seasons import services
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db


def feed(world: SeasonWorld, client: Client | None = None) -> list[dict[str, tuple[str, str]]]:
    answer = (client or Client()).get(reverse("season_calendar", args=[world.season.pk]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return events_in(answer.content)


def test_season_has_a_date_for_every_event_planned_or_held() -> None:
    world = copied(small_winter)
    Season.objects.update(is_public=True)
    planned = world.tournament({}, finished=False)
    Tournament.objects.filter(pk=planned.pk).update(
        is_public=True, hour="14 Uhr", name="Finale; " + "ö" * 60, day=date(2030, 3, 2)
    )
    Tournament.objects.filter(name="Preiscego 2").update(hour="19 Uhr")
    night = plan_night(world.club, plan(day=date(2030, 3, 9)), key=uuid4(), by=world.organiser.pk)
    services.add_events(world.fresh(), nights=[night], by=BY)
    events = feed(world)
    assert [event["SUMMARY"][1] for event in events] == [
        "Preiscego 1", "Preiscego 2", "Mittwoch", "Finale; " + "ö" * 60, night.name
    ]  # fmt: skip
    assert events[4]["LOCATION"][1] == "Löwen"
    assert events[3]["DTSTART"] == ("", "20300302T130000Z")
    assert events[3]["UID"][1] == f"{planned.pk}@cegoscore"
    assert events[3]["URL"][1].endswith(planned.get_absolute_url())
    assert events[1]["DTSTART"] == ("VALUE=DATE", "20251129"), "what has no public page says no more than the table"
    assert "DESCRIPTION" not in events[1]
    assert {event["URL"][1] for event in events[:3]} == {f"http://testserver{world.season.get_absolute_url()}"}
    assert len({event["UID"] for event in events}) == 5


def test_event_taken_out_and_added_again_stays_one_entry_of_a_calendar() -> None:
    world = copied(small_winter)
    Season.objects.update(is_public=True)
    before = [event["UID"] for event in feed(world)]
    event = world.event()
    tournament = event.tournament
    assert tournament
    services.remove_event(event, by=BY)
    assert [entry["UID"] for entry in feed(world)] == before[1:]
    services.add_events(world.fresh(), tournaments=[tournament], by=BY)
    assert [entry["UID"] for entry in feed(world)] == before


def test_private_season_has_its_feed_for_those_who_may_look_only() -> None:
    world = copied(small_winter)
    address = reverse("season_calendar", args=[world.season.pk])
    assert client_of(world.stranger).get(address).status_code == 404
    assert len(feed(world, client_of(world.guest))) == 3
