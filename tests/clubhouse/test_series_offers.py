"""A club lets a tournament count in series of others by a link, which gives just that, and takes it back."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Device, Grant, Link, LogEntry, Right
from cegoscore.clubs.rights.deletion import delete_as_host
from cegoscore.clubs.rights.links import link_for, revoke, secret_of
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.clubhouse.test_series import agree, held, opened_again, points_in
from tests.worlds.copied import copied
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.season import SeasonWorld, client_of, text_of
from tests.worlds.tournament import World
from tests.worlds.tournament_file import document_of
from tournaments.clubhouse.erasing import erase
from tournaments.clubhouse.series import offers
from tournaments.desk import services as desk
from tournaments.models import Tournament
from tournaments.purging import purge_tournaments
from tournaments.seasons import services
from tournaments.seasons.models import FixedPoints, GuestEvent, SeriesOffer
from tournaments.seasons.services import Signature
from tournaments.setup.services import delete_tournament

pytestmark = pytest.mark.django_db
DAY = datetime(2025, 12, 1, tzinfo=UTC)


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(SeasonWorld)


def offered(host: World, to: Device) -> SeriesOffer:
    """The offer of a tournament, whose link a device has opened."""
    link = offers.give(host.tournament, by=host.organiser)
    answer = client_of(to).get(reverse("open_link", args=[secret_of(link)]))
    assert answer.status_code == 302
    return host.tournament.offer


def ask(world: Any, offer: Any) -> Any:
    """Look an offered tournament over, for the season."""
    page = reverse("season_guests", args=[world.season.pk])
    return client_of(world.organiser).post(page, {"offer": str(getattr(offer, "pk", offer))})


def let_count(world: Any, seen: Any, **more: str) -> Any:
    """Take in what was looked over."""
    assert seen.status_code == 200, seen.context["problem"]
    page = reverse("season_guests", args=[world.season.pk])
    return client_of(world.organiser).post(page, {"proved": seen.context["proved"]} | more)


def counted(world: SeasonWorld) -> tuple[World, SeriesOffer]:
    """A tournament of another club that counts in the season by its link."""
    host = held()
    offer = offered(host, world.organiser)
    assert let_count(world, ask(world, offer)).status_code == 302
    return host, offer


def back(host: World) -> Any:
    """Take a tournament back, on its page."""
    page = reverse("tournament_series", args=[host.tournament.pk])
    return client_of(host.organiser).post(page, {"back": "1"})


def close(world: SeasonWorld) -> None:
    services.close_season(world.fresh(), seen=world.fresh().version, by=Signature())


def test_link_brings_what_the_file_brings(world: SeasonWorld) -> None:
    host, offer = counted(world)
    points = points_in(document_of(host.tournament))
    assert {name: won for _rank, name, won in world.table()} == points
    assert let_count(world, ask(world, offer)).status_code == 302
    assert (GuestEvent.objects.count(), FixedPoints.objects.count()) == (1, 4), "twice is once"
    assert agree(world, document_of(host.tournament)).status_code == 302
    assert GuestEvent.objects.get().offer == offer.pk, "by its file it stays one that can be taken back"
    assert {name: won for _rank, name, won in world.table()} == points
    assert list(faults_in(world.club)) == []


def test_link_opens_nothing_but_its_own_page(world: SeasonWorld) -> None:
    host, offer = counted(world)
    Tournament.objects.update(is_public=False)
    client = client_of(world.organiser)
    assert client.get(reverse("series_offer", args=[offer.pk])).status_code == 200
    for name in ("tournament", "standings", "export_tournament", "tournament_series", "desk"):
        assert client.get(reverse(name, args=[host.tournament.pk])).status_code == 404
    assert client.get(reverse("season", args=[world.season.pk])).status_code == 200
    assert client_of(host.organiser).get(reverse("season", args=[world.season.pk])).status_code == 404


def test_page_offers_the_open_seasons_that_the_device_manages(world: SeasonWorld) -> None:
    offer, page = offered(held(), world.organiser), "series_offer"
    assert world.season.name in text_of(client_of(world.organiser).get(reverse(page, args=[offer.pk])))
    close_page = client_of(world.guest).get(reverse(page, args=[offer.pk]))
    assert close_page.status_code == 404
    world.tournament({"Anna": 5, "Bernd": -5})
    close(world)
    assert "keine offene Saison" in text_of(client_of(world.organiser).get(reverse(page, args=[offer.pk])))


def test_guessed_key_other_link_and_somebody_without_rights_bring_nothing(world: SeasonWorld) -> None:
    host = held()
    link = offers.give(host.tournament, by=host.organiser)
    other = link_for(host.tournament.club, right=Right.DESK, target=host.tournament.pk)
    client_of(world.organiser).get(reverse("open_link", args=[secret_of(other)]))
    for key in (link.target, host.tournament.pk, uuid4(), "x"):
        assert ask(world, key).status_code == 404
    offered(host, world.guest)
    page = reverse("season_guests", args=[world.season.pk])
    assert client_of(world.guest).post(page, {"offer": str(link.target)}).status_code == 403
    assert GuestEvent.objects.count() == 0


def test_running_tournament_and_one_of_the_own_are_refused(world: SeasonWorld) -> None:
    host = held()
    offer = offered(host, world.organiser)
    tournament = opened_again(host.tournament)
    answer = ask(world, offer)
    assert (answer.status_code, "noch nicht zu Ende" in text_of(answer)) == (422, True)
    desk.finish_tournament(tournament, device=host.organiser)
    club = host.tournament.club
    day = host.tournament.day
    season = services.open_season(host.organiser, club=club, uuid=uuid4(), name="W", first_day=day, last_day=day)
    own = SimpleNamespace(organiser=host.organiser, season=season)
    assert client_of(host.organiser).get(reverse("series_offer", args=[offer.pk])).context["seasons"] == []
    answer = let_count(own, ask(own, offer))
    assert (answer.status_code, "der Runde selbst" in text_of(answer)) == (422, True)


def test_taken_back_leaves_the_table_and_both_sides_say_so(world: SeasonWorld) -> None:
    host, offer = counted(world)
    page = reverse("tournament_series", args=[host.tournament.pk])
    assert world.season.name in text_of(client_of(host.organiser).get(page))
    assert back(host).status_code == 302
    assert (world.table(), GuestEvent.objects.count(), FixedPoints.objects.count()) == ([], 0, 0)
    assert world.season.name not in text_of(client_of(host.organiser).get(page))
    assert "zurückgenommen" in text_of(client_of(world.organiser).get(reverse("season", args=[world.season.pk])))
    assert ask(world, offer).status_code == 404
    before = LogEntry.objects.count()
    assert (back(host).status_code, LogEntry.objects.count()) == (302, before), "twice is once"
    kinds = LogEntry.objects.filter(club=host.tournament.club_id).values_list("kind", "after", "device")
    assert {(kind, "series", host.organiser.pk) for kind in ("link_made", "link_revoked")} <= set(kinds)


def test_taken_back_between_look_and_click_does_not_count(world: SeasonWorld) -> None:
    host = held()
    seen = ask(world, offered(host, world.organiser))
    back(host)
    answer = let_count(world, seen)
    assert (answer.status_code, "zurückgenommen" in text_of(answer), GuestEvent.objects.count()) == (422, True, 0)


def test_closed_season_keeps_what_is_taken_back_and_an_open_one_not(world: SeasonWorld) -> None:
    host, offer = counted(world)
    second = SeasonWorld()
    offered(host, second.organiser)
    assert let_count(second, ask(second, offer)).status_code == 302
    before = world.table()
    close(world)
    answer = back(host)
    assert (answer.status_code, f"{world.season.name}." in text_of(answer)) == (422, True)
    assert (world.table(), second.table(), Link.objects.valid().filter(target=offer.pk).count()) == (before, [], 0)
    assert ask(world, offer).status_code == 422


def test_changed_tournament_is_said_and_read_anew(world: SeasonWorld) -> None:
    host, offer = counted(world)
    page = reverse("season_guests", args=[world.season.pk])
    assert "so, wie es jetzt ist" in text_of(client_of(world.organiser).get(page))
    desk.finish_tournament(opened_again(host.tournament), device=host.organiser)
    assert "seither geändert" in text_of(client_of(world.organiser).get(page))
    assert let_count(world, ask(world, offer)).status_code == 302
    assert "so, wie es jetzt ist" in text_of(client_of(world.organiser).get(page))


def test_closed_season_reads_a_guest_anew_with_a_reason(world: SeasonWorld) -> None:
    host, offer = counted(world)
    close(world)
    desk.finish_tournament(opened_again(host.tournament), device=host.organiser)
    assert let_count(world, ask(world, offer)).status_code == 422
    assert let_count(world, ask(world, offer), why="Nachgerechnet").status_code == 302
    assert "Nachgerechnet" in text_of(client_of(world.organiser).get(reverse("season", args=[world.season.pk])))


@pytest.mark.parametrize("gone", ["club", "tournament", "link"])
def test_what_was_given_counts_on_when_its_club_is_gone(world: SeasonWorld, gone: str) -> None:
    host, offer = counted(world)
    before = world.table()
    if gone == "club":
        delete_as_host(host.tournament.club)
    elif gone == "tournament":
        delete_tournament(host.tournament)
    else:
        revoke(Link.objects.get(target=offer.pk))
    assert ask(world, offer).status_code == 422
    page = client_of(world.organiser).get(reverse("season_guests", args=[world.season.pk]))
    assert "kein Link" in text_of(page)
    assert world.table() == before
    Tournament.with_deleted.filter(deleted_at__isnull=False).update(deleted_at=DAY)
    purge_tournaments()
    if gone == "club":
        erase(host.tournament.club_id)
    assert SeriesOffer._base_manager.filter(pk=offer.pk).exists() is (gone == "link")
    assert world.table() == before


def test_links_are_dead_after_a_restore_and_the_points_are_there(world: SeasonWorld) -> None:
    host, offer = counted(world)
    giving, counting = backup_of(host.tournament.club), backup_of(world.club)
    empty_database()
    for document in (giving, counting):
        restored(document)
    assert (GuestEvent.objects.get().offer, FixedPoints.objects.count()) == (None, 4)
    assert not SeriesOffer.objects.exists()
    assert not Grant.objects.filter(target=offer.pk).exists()
