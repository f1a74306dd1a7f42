"""The waiting list of a full hall: who has a place, who moves up, and what the own page and the door say of it."""

import re
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from hypothesis import given, settings, strategies as st

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Player
from cegoscore.clubs.people import merge
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.pages import body_of
from tests.scoresheet.ledger.test_races import at_once
from tests.tournaments.door.test_announce import own_link, send, stripped
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of
from tournaments.door import announcing, services
from tournaments.door.page import announcement_of, list_of, room_of
from tournaments.drawing.page import field_of
from tournaments.models import Entrant, EntrantStatus, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return copied(World, takes_announcements=True, is_public=True, places=2)


def waiting(tournament: Tournament) -> list[str]:
    return [row["name"] for row in list_of(tournament)["waiting"]]


def page_of(link: str, client: Client | None = None) -> str:
    return text_of((client or Client()).get(link))


def filled(world: World) -> list[str]:
    """The own links of two who have a place, and of two who wait."""
    return [own_link(send(world, name)) for name in ("Anna", "Berta", "Carla", "Dora")]


# Order, recomputed


PEOPLE = range(6)
ACTS = st.one_of(
    st.tuples(st.sampled_from(["announce", "back", "strike", "come", "leave"]), st.sampled_from(PEOPLE)),
    st.tuples(st.just("correct"), st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE))),
    st.tuples(st.just("places"), st.sampled_from([None, 1, 2, 3, 4])),
)


class Naive:
    """The list on paper: a line for each who is on it, in order, with the state; and the links that were handed out."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.lines: list[list[Any]] = []
        self.links: dict[int, UUID] = {}

    def line(self, person: int) -> list[Any] | None:
        return next((line for line in self.lines if line[0] == person), None)

    def entrant(self, person: int) -> Entrant:
        return self.tournament.entrants.get(player__name=f"Person {person}")

    def announce(self, person: int, instead: UUID | None = None, place: int | None = None) -> None:
        key = uuid4()
        newcomer = services.Newcomer(name=f"Person {person}", village="Urach")
        announcing.announce(self.tournament, newcomer, uuid=key, instead=instead)
        if self.line(person) is None:
            self.lines.insert(len(self.lines) if place is None else place, [person, "announced"])
            self.links[person] = key

    def back(self, person: int) -> None:
        if person in self.links:
            announcing.take_back_announcement(self.tournament, self.links[person])
            self._strike_out(person)

    def strike(self, person: int) -> None:
        line = self.line(person)
        if line and line[1] == "announced":
            services.withdraw_entrant(self.entrant(person), why="", device=None)
            self._strike_out(person)

    def correct(self, people: tuple[int, int]) -> None:
        was, now = people
        line = self.line(was)
        if was in self.links and line and line[1] == "announced":
            place, key = self.lines.index(line), self.links[was]
            self._strike_out(was)
            self.announce(now, instead=key, place=place)

    def come(self, person: int) -> None:
        line = self.line(person)
        with suppress(Refused):
            services.register(self.tournament, services.Newcomer(name=f"Person {person}", village="Urach"))
        if line is None:
            self.lines.append([person, "present"])
        else:
            line[1] = "present"

    def leave(self, person: int) -> None:
        line = self.line(person)
        if line and line[1] == "present":
            services.withdraw_entrant(self.entrant(person), why="", device=None)
            line[1] = "gone"

    def places(self, number: int | None) -> None:
        Tournament.objects.filter(pk=self.tournament.pk).update(places=number)
        self.tournament.refresh_from_db()

    def _strike_out(self, person: int) -> None:
        self.lines = [line for line in self.lines if line != [person, "announced"]]

    def now(self) -> tuple[list[int], set[int]]:
        """Those who wait, in order, and those who have a place."""
        coming = [line for line in self.lines if line[1] != "gone"]
        limit = self.tournament.places or len(coming)
        waiting = [person for person, state in coming[limit:] if state == "announced"]
        return waiting, {person for person, _state in coming} - {*waiting}


@thorough
@settings(max_examples=examples(80, 15), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(acts=st.lists(ACTS, min_size=6, max_size=16))
def test_waiting_list_is_as_on_paper_whatever_happens(world: World, acts: list[tuple[str, Any]]) -> None:
    """Nobody loses a place by what others do, but when places go, or somebody comes back to their own."""
    with transaction.atomic():
        world.tournament.refresh_from_db()
        naive = Naive(world.tournament)
        for act, what in acts:
            had = naive.now()[1]
            comes_back = act == "come" and naive.line(what) == [what, "gone"]
            getattr(naive, act)(what)
            waits, placed = naive.now()
            if act != "places" and not comes_back:
                assert had - placed <= ({what, what[0]} if act == "correct" else {what})
            assert waiting(naive.tournament) == [f"Person {person}" for person in waits]
            room = room_of(naive.tournament)
            assert (room["coming"], room["waiting"]) == (len(placed), len(waits))
            assert room["left"] == max((naive.tournament.places or 0) - len(placed) - len(waits), 0)
            for person, key in naive.links.items():
                if naive.line(person) == [person, "announced"]:
                    told = announcement_of(naive.tournament, key, timezone.now())
                    assert told["waits_at"] == (waits.index(person) + 1 if person in waits else 0)
        transaction.set_rollback(True)


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_of_two_who_announce_themselves_for_the_last_place_at_once_one_gets_it() -> None:
    world = World(takes_announcements=True, is_public=True, places=3)
    services.register(world.tournament, services.Newcomer(name="An der Tür"))
    announcing.announce(world.tournament, services.Newcomer(name="Schon da", village="Urach"), uuid=uuid4())
    names = ["Anna", "Berta", "Carla", "Dora"]
    answers = at_once([partial(send, world, name) for name in names])
    links = [own_link(answer) for answer in answers]
    for page in (map(text_of, answers), map(page_of, links)):
        told = re.findall(r"an Stelle (\d)|hat einen Platz|ist vorgemerkt", " ".join(page))
        assert sorted(told) == ["", "1", "2", "3"]
    assert len(waiting(world.tournament)) == 3


# What is told


@thorough
def test_who_comes_too_late_is_told_the_place_and_moves_up_when_somebody_takes_back(world: World) -> None:
    first, second, third, fourth = filled(world)
    assert "Carla steht auf der Warteliste an Stelle 1" in page_of(third)
    assert "Dora steht auf der Warteliste an Stelle 2" in page_of(fourth)
    Client().post(first, {"back": "1"})
    assert "Carla hat einen Platz" in page_of(third)
    assert "Dora steht auf der Warteliste an Stelle 1" in page_of(fourth)
    assert "gilt nicht mehr" in page_of(first)
    assert "Berta hat einen Platz" in page_of(second)


def test_after_the_deadline_nobody_is_added_and_who_waits_still_moves_up(world: World) -> None:
    first, _second, third, fourth = filled(world)
    until = timezone.now() + timedelta(hours=1)
    world.tournament.announced_until = until
    world.tournament.save()
    invitation = reverse("announce", args=[world.tournament.pk])
    assert f"Anmelden geht bis {date_format(timezone.localtime(until), 'DATETIME_FORMAT')}" in page_of(invitation)
    assert "Carla steht auf der Warteliste an Stelle 1" in page_of(third)
    Tournament.objects.update(announced_until=timezone.now(), version=F("version") + 1)
    assert send(world, "Emil").status_code == 422
    for page in (invitation, reverse("tournament", args=[world.tournament.pk]), fourth):
        assert "Die Anmeldung ist seit" in page_of(page)
        assert "Wer auf einen Platz wartet, rückt noch nach" in page_of(page)
    Client().post(first, {"back": "1"})
    assert "Carla hat einen Platz" in page_of(third)


def test_who_was_announced_under_two_names_has_one_place(world: World) -> None:
    links = filled(world)
    anna, berta, carla, dora = Player.objects.order_by("pk")
    merge(world.tournament.club_id, kept=berta.pk, gone=anna.pk)
    assert waiting(world.tournament) == ["Dora"]
    assert all("hat einen Platz" in page_of(links[who]) for who in (0, 1, 2))
    world.tournament.entrants.filter(player=berta).update(has_paid=True)
    assert [one["has_paid"] for one in list_of(world.tournament)["announced"]] == [True, False]
    Client().post(links[0], {"back": "1"})
    announcing.announce_all(world.tournament, [services.Newcomer(name="Berta", village="Hüfingen")])
    assert waiting(world.tournament) == ["Dora"], "nobody who is on the list loses the place by being read in"
    services.register(world.tournament, services.Newcomer(name="Carla", village="Hüfingen"))
    merge(world.tournament.club_id, kept=carla.pk, gone=dora.pk)
    assert field_of(world.tournament)["announced"] == 1


def test_whoever_takes_over_a_number_has_its_place_and_gives_it_back_with_it(world: World) -> None:
    filled(world)
    anna, dora = (world.tournament.entrants.get(player__name=name) for name in ("Anna", "Dora"))
    services.check_in(anna, has_paid=True)
    for left, comes, waits in ((anna, "Dora", ["Carla"]), (dora, "Anna", ["Carla", "Dora"])):
        left.refresh_from_db()
        services.substitute(left, services.Newcomer(name=comes, village="Hüfingen"), why="heim", device=None)
        assert (waiting(world.tournament), room_of(world.tournament)["coming"]) == (waits, 2)


def test_waiting_tells_nobody_who_is_known(world: World) -> None:
    """Somebody announced already reads, in the answer and on the link, as somebody new does."""
    links = filled(world)
    answer, new = send(world, "Anna"), send(copied_like(world), "Anna")
    told = [stripped(body_of(page)).replace(str(page.context["tournament"].pk), "") for page in (answer, new)]
    assert told[0] == told[1]
    assert "an Stelle 3" in page_of(own_link(answer))
    assert "Wer schon angemeldet war, behält seinen Platz." in text_of(answer)
    assert "hat einen Platz" in page_of(links[0])


def copied_like(world: World) -> World:
    """Another tournament as full as this one, in which nobody is called Anna."""
    other = World(takes_announcements=True, is_public=True, places=2, club_name="Andere")
    for name in ("Emil", "Berta", "Carla", "Dora"):
        send(other, name)
    assert world.tournament.name == other.tournament.name
    return other


@thorough
def test_door_shows_those_who_wait_apart_in_their_order(world: World) -> None:
    filled(world)
    html = body_of(client_of(world.helper).get(reverse("door", args=[world.tournament.pk])))
    announced, _heading, apart = html.partition("Auf der Warteliste")
    assert re.findall(r"<strong>(\w+)</strong>", announced) == ["Anna", "Berta"]
    assert re.findall(r"(\d+\.)\s+</b>\s+<a class=\"who\"[^>]*><strong>(\w+)", apart) == [
        ("1.", "Carla"),
        ("2.", "Dora"),
    ]


@thorough
def test_invitation_says_how_many_come_how_many_places_are_left_and_no_name(world: World) -> None:
    address = reverse("tournament", args=[world.tournament.pk])
    assert "2 Plätze sind noch frei." in text_of(Client().get(address))
    links = filled(world)
    assert "Alle 2 Plätze sind vergeben. 2 warten auf einen." in text_of(Client().get(address))
    for name in ("Anna", "Carla"):
        assert name not in body_of(Client().get(address))
        assert name not in body_of(Client().get(reverse("announce", args=[world.tournament.pk])))
    Client().post(links[0], {"back": "1"})
    assert "1 wartet auf einen." in text_of(Client().get(address))


# The code at the door


def desk_part(page: str) -> str:
    return page.partition('id="desk-title"')[2].partition("</section>")[0]


def test_code_scanned_by_whoever_works_at_the_door_checks_in_with_one_tap_and_twice_is_once(world: World) -> None:
    link, client = own_link(send(world)), client_of(world.helper)
    part = desk_part(body_of(client.get(link)))
    entrant = world.tournament.entrants.get()
    assert entrant.status == EntrantStatus.ANNOUNCED, "a look changes nothing"
    value = re.search(r'name="came" value="(\d+)"', part)
    assert value
    for _scan in range(2):
        client.post(reverse("check_in_entrant", args=[world.tournament.pk]), {"came": value[1]})
    entrant.refresh_from_db()
    assert (entrant.number, entrant.status) == (1, EntrantStatus.PRESENT)
    again = desk_part(body_of(client.get(link)))
    assert "Anna Maier ist da, mit Nummer 1." in again
    assert 'name="came"' not in again
    assert "Anna Maier ist da, mit Nummer 1." in page_of(link)


@pytest.mark.parametrize("who", ["guest", "stranger"])
def test_code_scanned_by_anybody_else_opens_the_own_page_only(world: World, who: str) -> None:
    link, client = own_link(send(world)), client_of(getattr(world, who))
    page = body_of(client.get(link))
    assert desk_part(page) == ""
    assert 'class="qr"' in page
    entrant = world.tournament.entrants.get()
    address = reverse("check_in_entrant", args=[world.tournament.pk])
    assert client.post(address, {"came": str(entrant.pk)}).status_code == 403
    entrant.refresh_from_db()
    assert entrant.status == EntrantStatus.ANNOUNCED


def test_check_in_by_a_code_needs_the_token_of_a_form(world: World) -> None:
    send(world)
    client = Client(enforce_csrf_checks=True)
    client.cookies = client_of(world.helper).cookies
    address = reverse("check_in_entrant", args=[world.tournament.pk])
    assert client.post(address, {"came": str(world.tournament.entrants.get().pk)}).status_code == 403


@thorough
def test_code_of_a_second_announcement_finds_the_person_at_the_door(world: World) -> None:
    """Its link noted nobody: strangers read it as all others, the door finds who is called so."""
    send(world)
    link = own_link(send(world))
    assert 'name="came"' in desk_part(body_of(client_of(world.helper).get(link)))
    assert 'name="came"' not in body_of(Client().get(link))
    Entrant.objects.all().delete()
    assert "nicht auf der Liste" in desk_part(body_of(client_of(world.helper).get(link)))


def test_who_waits_is_told_once_it_is_drawn_that_nobody_moves_up(world: World) -> None:
    links = [own_link(send(world, f"Person {number}")) for number in range(3)]
    world.register(8)
    world.draw(start=False)
    assert "Der erste Durchgang ist ausgelost: Von selbst rückt niemand mehr nach." in page_of(links[2])
    assert "Der erste Durchgang ist ausgelost" not in page_of(links[0])
