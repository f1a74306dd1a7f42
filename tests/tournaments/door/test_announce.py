"""Announcing oneself beforehand: open, but slow for whoever overdoes it, and silent about who is known."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Device, Player
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tournaments.course.wording import REFUSALS
from tournaments.door import announcing, services
from tournaments.models import Entrant, EntrantStatus, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return copied(World, takes_announcements=True, is_public=True)


def send(world: World, name: str = "Anna Maier", village: str = "Hüfingen", *, client: Client | None = None) -> Any:
    data = {"uuid": str(uuid4()), "name": name, "village": village}
    return (client or Client()).post(reverse("announce", args=[world.tournament.pk]), data)


def noted(world: World) -> list[tuple[str, str, str]]:
    return [(row.name, row.village, row.status) for row in world.tournament.entrants.order_by("pk")]


def test_whoever_announces_themselves_is_noted_and_found_at_the_door(world: World) -> None:
    assert send(world, "  Anna  Maier ", "Hüfingen").status_code == 200
    assert noted(world) == [("Anna Maier", "Hüfingen", EntrantStatus.ANNOUNCED)]
    html = client_of(world.helper).get(reverse("find_entrants", args=[world.tournament.pk]), {"who": "anna"}).content
    assert "vorangemeldet" in html.decode()


def test_surname_typed_first_with_a_comma_is_turned_round_and_a_postcode_is_no_village(world: World) -> None:
    for name in ("Kern, Anna", "Anna Kern, Urach", "***", ","):
        assert send(world, name, "78199 Bräunlingen").status_code == 200
    assert {village for _name, village, _status in noted(world)} == {"Bräunlingen"}
    people = [(row.name, row.player.sorted_by) for row in world.tournament.entrants.order_by("pk")]
    assert people == [("Anna Kern", ""), ("Anna Kern, Urach", ""), ("***", ""), (",", "")]


def test_double_tap_is_one_announcement(world: World) -> None:
    client, data = Client(), {"uuid": str(uuid4()), "name": "Anna", "village": "Hüfingen"}
    for _tap in range(2):
        assert client.post(reverse("announce", args=[world.tournament.pk]), data).status_code == 200
    assert world.tournament.entrants.count() == 1


def test_somebody_else_announced_from_a_page_that_came_back_is_noted_too_with_a_link_of_their_own(world: World) -> None:
    address, usual = reverse("announce", args=[world.tournament.pk]), {"uuid": str(uuid4()), "village": "Urach"}
    client = Client()
    pages = [body_of(client.post(address, usual | {"name": name})) for name in ("Anna Kern", "Bernd Kern")]
    assert [row.name for row in world.tournament.entrants.order_by("pk")] == ["Anna Kern", "Bernd Kern"]
    (link,) = set(re.findall(r'/tournaments/[^"]*/announced/[^"]+', pages[1]))
    client.post(link, {"back": "1"})
    assert [status for _name, _village, status in noted(world)] == [EntrantStatus.ANNOUNCED, EntrantStatus.WITHDRAWN]


def stripped(html: str) -> str:
    """A page without what differs from request to request anyway."""
    return re.sub(r'value="[\w-]{36,}"|csrfmiddlewaretoken[^>]+|/announced/[^"]+', "", html)


@thorough
def test_answer_is_the_same_for_known_unknown_announced_and_registered_people(world: World) -> None:
    Player.objects.create(club=world.tournament.club, name="Anna Maier", village="Hüfingen")
    answers = [send(world)]
    answers.append(send(world))
    services.check_in(world.tournament.entrants.get(), has_paid=False)
    answers.append(send(world))
    services.withdraw_entrant(world.tournament.entrants.get(), why="", device=None)
    answers.append(send(world))
    other = World(takes_announcements=True, is_public=True, club_name="Andere")
    answers.append(send(other))
    pages = {
        stripped(body_of(answer)).replace(str(other.tournament.pk), str(world.tournament.pk)) for answer in answers
    }
    assert len(pages) == 1
    assert {answer.status_code for answer in answers} == {200}


def test_who_is_here_is_not_touched_by_an_announcement(world: World) -> None:
    entrant = services.register(world.tournament, services.Newcomer(name="Anna Maier", village="Hüfingen"))
    send(world)
    entrant.refresh_from_db()
    assert (entrant.number, entrant.status) == (1, EntrantStatus.PRESENT)


def test_who_cancelled_may_announce_themselves_again(world: World) -> None:
    send(world)
    services.withdraw_entrant(world.tournament.entrants.get(), why="", device=None)
    send(world)
    assert [status for _name, _village, status in noted(world)] == [EntrantStatus.ANNOUNCED]


@pytest.mark.parametrize(("name", "village"), [("", "Hüfingen"), ("Anna", ""), ("x" * 61, "Hüfingen"), (" ", " ")])
def test_name_and_village_are_needed(world: World, name: str, village: str) -> None:
    response = send(world, name, village)
    assert response.status_code == 422
    assert "field-error" in body_of(response)
    assert noted(world) == []


# The own link


def own_link(answer: Any) -> str:
    found = re.search(r'href="(/tournaments/[^"]+/announced/[^"]+)"', body_of(answer))
    assert found
    return found[1]


def test_who_announced_themselves_corrects_it_by_the_own_link(world: World) -> None:
    link = own_link(send(world, "Ana Maier"))
    page = body_of(Client().get(link))
    assert 'value="Ana Maier"' in page
    answer = Client().post(link, {"uuid": str(uuid4()), "name": "Anna Maier", "village": "Bräunlingen"})
    assert noted(world) == [
        ("Ana Maier", "Hüfingen", EntrantStatus.WITHDRAWN),
        ("Anna Maier", "Bräunlingen", EntrantStatus.ANNOUNCED),
    ]
    assert 'value="Anna Maier"' in body_of(Client().get(own_link(answer)))


@pytest.mark.parametrize("by_name", [False, True])
def test_own_page_of_who_is_here_says_so_and_a_page_from_before_changes_nothing(world: World, *, by_name: bool) -> None:
    link = own_link(send(world, "Ana Maier"))
    if by_name:
        services.register(world.tournament, services.Newcomer(name="Ana Maier", village="Hüfingen"))
    else:
        services.check_in(world.tournament.entrants.get(), has_paid=True)
    assert "Ana Maier ist da, mit Nummer 1." in body_of(Client().get(link))
    for data in ({"uuid": str(uuid4()), "name": "Anna Maier", "village": "Hüfingen"}, {"back": "1"}):
        answer = Client().post(link, data)
        assert (answer.status_code, "Ana Maier ist da, mit Nummer 1." in body_of(answer)) == (409, True)
    assert noted(world) == [("Ana Maier", "Hüfingen", EntrantStatus.PRESENT)]


def test_who_announced_themselves_takes_it_back_by_the_own_link(world: World) -> None:
    link = own_link(send(world))
    Client().get(link)
    assert [status for _name, _village, status in noted(world)] == [EntrantStatus.ANNOUNCED], "a look changes nothing"
    for _tap in range(2):
        assert "Die Anmeldung ist zurückgenommen." in body_of(Client().post(link, {"back": "1"}, follow=True))
    assert [status for _name, _village, status in noted(world)] == [EntrantStatus.WITHDRAWN]


def test_own_link_of_somebody_who_was_known_tells_and_changes_nothing(world: World) -> None:
    send(world)
    entrant = world.tournament.entrants.get()
    second = own_link(send(world))
    answers = [Client().post(second, {"back": "1"}, follow=True)]
    assert noted(world) == [("Anna Maier", "Hüfingen", EntrantStatus.ANNOUNCED)]
    services.check_in(entrant, has_paid=False)
    other = own_link(send(world, "Berta", "Hüfingen"))
    answers.append(Client().post(other, {"back": "1"}, follow=True))
    assert len({stripped(body_of(answer)).replace("Berta", "Anna Maier") for answer in answers}) == 1
    entrant.refresh_from_db()
    assert (entrant.number, entrant.status) == (1, EntrantStatus.PRESENT)


def test_own_link_is_made_by_nobody_else_and_holds_for_its_tournament_only(world: World) -> None:
    link = own_link(send(world))
    other = World(takes_announcements=True, is_public=True, club_name="Andere")
    assert Client().get(link[:-1] + ("a" if link[-1] != "a" else "b")).status_code == 404
    assert Client().get(link.replace(str(world.tournament.pk), str(other.tournament.pk))).status_code == 404


def test_own_link_without_a_team_is_read_by_a_host_of_the_version_before(world: World) -> None:
    link = own_link(send(world, "Ana Maier"))
    _key, name, village = signing.loads(link.rpartition("/")[2], salt=str(world.tournament.pk))
    assert (name, village) == ("Ana Maier", "Hüfingen")


@thorough
def test_corrections_are_limited_as_announcements_are(world: World) -> None:
    client = Client()
    link = own_link(send(world, client=client))
    statuses = [
        client.post(link, {"uuid": str(uuid4()), "name": f"Person {n}", "village": "Hüfingen"}).status_code
        for n in range(announcing.MOST_BY_DEVICE)
    ]
    assert statuses == [200] * (announcing.MOST_BY_DEVICE - 1) + [422]


# No more


def refusal(response: Any, code: str) -> bool:
    return response.status_code == 422 and str(REFUSALS[code])[:20].split("{")[0] in body_of(response)


@thorough
def test_one_device_announces_three_tables_and_no_more(world: World) -> None:
    client = Client()
    for n in range(announcing.MOST_BY_DEVICE):
        assert send(world, f"Person {n}", client=client).status_code == 200
    assert refusal(send(world, "Person zuviel", client=client), "announced_enough")
    assert send(world, "Von woanders").status_code == 200
    assert world.tournament.entrants.count() == announcing.MOST_BY_DEVICE + 1


def test_so_many_at_once_have_to_wait_and_the_door_does_not(world: World) -> None:
    device = Device.objects.create()
    for n in range(announcing.MOST_IN_A_RUSH):
        person = Player.objects.create(club=world.tournament.club, name=f"Person {n}")
        Entrant.objects.create(
            tournament=world.tournament, player=person, status=EntrantStatus.ANNOUNCED, announced_by=device
        )
    assert refusal(send(world, "Noch jemand"), "announced_too_fast")
    assert services.register(world.tournament, services.Newcomer(name="An der Tür")).number == 1
    for entrant in world.tournament.entrants.all():
        Entrant.objects.filter(pk=entrant.pk).update(created_at=entrant.created_at - timedelta(hours=1))
    assert send(world, "Noch jemand").status_code == 200


@thorough
def test_full_list_leaves_room_at_the_door(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcing, "MOST_ANNOUNCED", 2)
    assert [send(world, f"Person {n}").status_code for n in range(3)] == [200, 200, 422]
    assert services.register(world.tournament, services.Newcomer(name="An der Tür")).number == 1


@thorough
def test_list_read_in_at_the_desk_is_no_rush(world: World) -> None:
    announcing.announce_all(world.tournament, [services.Newcomer(name=f"Person {n}") for n in range(70)])
    assert send(world, "Noch jemand").status_code == 200


REFUSED = {"not wanted": "no_announcements", "drawn": "no_announcements"}
REFUSED |= {"past": "day_over", "ended": "announcing_over"}


@pytest.mark.parametrize("state", REFUSED)
def test_closed_page_says_so_and_notes_nobody(world: World, state: str) -> None:
    if state == "drawn":
        world.register(8)
        world.draw(start=False)
    elif state == "past":
        Tournament.objects.update(day=timezone.localdate() - timedelta(days=1))
    elif state == "ended":
        Tournament.objects.update(announced_until=timezone.now() - timedelta(seconds=1))
    else:
        world.tournament.takes_announcements = False
        world.tournament.save()
    before = noted(world)
    page = Client().get(reverse("announce", args=[world.tournament.pk]))
    assert 'name="village"' not in body_of(page)
    assert refusal(send(world), REFUSED[state])
    assert noted(world) == before
    club = body_of(Client().get(reverse("club", args=[world.tournament.club_id])))
    assert reverse("announce", args=[world.tournament.pk]) not in club


def test_what_was_announced_says_that_the_day_is_over(world: World) -> None:
    link = own_link(send(world, "Anna"))
    Tournament.objects.update(day=timezone.localdate() - timedelta(days=1))
    page = body_of(Client().get(link))
    assert "Der Tag dieses Turniers ist vorbei." in page
    assert "<svg" not in page.split("<main")[1].split("30 Tage")[1].split("</main>")[0]


# Who may


@pytest.mark.parametrize(("who", "status"), [("organiser", 200), ("helper", 200), ("guest", 200), ("stranger", 404)])
def test_private_tournament_takes_announcements_by_its_link_only(who: str, status: int) -> None:
    world = copied(World, takes_announcements=True)
    assert send(world, client=client_of(getattr(world, who))).status_code == status
    assert world.tournament.entrants.exists() == (status == 200)
    page = client_of(getattr(world, who)).get(reverse("announce", args=[world.tournament.pk]))
    assert page.status_code == status


def test_announcing_oneself_gives_no_other_right(world: World) -> None:
    client = Client()
    send(world, client=client)
    assert client.get(reverse("door", args=[world.tournament.pk])).status_code == 403
