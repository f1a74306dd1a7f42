"""A season counts tournaments of other clubs by their files: proved, matched, replaced by themselves, recomputed."""

import json
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Sum
from django.urls import reverse

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.effort import thorough
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of, text_of
from tests.worlds.tournament import VILLAGE, World, type_table
from tests.worlds.tournament_file import change, document_of, rows_of
from tournaments.clubhouse.people.services import erase_person, shorten_person
from tournaments.clubhouse.series.guests import guest_of
from tournaments.desk import services as desk
from tournaments.door.services import decide_takes
from tournaments.models import CategoryKind, Result, Takes, Tournament
from tournaments.models.rounds import COUNTED
from tournaments.papers.reading import parse_json
from tournaments.seasons import services
from tournaments.seasons.models import FixedPoints, GuestEvent
from tournaments.seasons.services import Signature

pytestmark = pytest.mark.django_db
DAY = date(2025, 12, 1)
SIZES = (300, 44, 36, 28, 20, 12)


def held(name: str = "Triberg", people: int = 4, *, juniors: bool = False) -> World:
    """A club that held a tournament of one round, whose desk wrote everything down."""
    categories = [(CategoryKind.JUNIORS, "")] if juniors else []
    played = World(rounds=1, club_name=name, name=f"Preis von {name}", categories=categories)
    chosen = (played.tournament.categories.get().pk,) if juniors else ()
    played.register(people, categories=chosen)
    played.play_round(name)
    desk.finish_tournament(played.tournament)
    played.tournament.refresh_from_db()
    return played


def points_in(document: dict[str, Any]) -> dict[str, int]:
    """The points of everybody by name, as anybody can count them in a file of one round."""
    names = [row["name"] for row in rows_of(document, "people")]
    people = [names[row["person"] - 1] for row in rows_of(document, "entrants")]
    return {people[row["entrant"] - 1]: row["points"] for row in rows_of(document, "results")}


def opened_again(tournament: Tournament) -> Tournament:
    """The tournament, which goes on."""
    desk.open_again(tournament, why="Fehler", device=None)
    return Tournament.objects.get(pk=tournament.pk)


def look(world: Any, document: Any) -> Any:
    """Send a tournament's file to the page of the season."""
    file = SimpleUploadedFile("t.json", json.dumps(document).encode())
    return client_of(world.organiser).post(reverse("season_guests", args=[world.season.pk]), {"file": file})


def agree(world: Any, document: Any, **choices: str) -> Any:
    """Send it, and take in what was proved."""
    seen = look(world, document)
    assert seen.status_code == 200, seen.context["problem"]
    data = {"proved": seen.context["proved"]} | choices
    return client_of(world.organiser).post(reverse("season_guests", args=[world.season.pk]), data)


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(SeasonWorld)


@thorough
def test_series_of_six_clubs_adds_up_as_everybody_can_count_it(world: SeasonWorld) -> None:
    totals: dict[str, int] = defaultdict(int)
    for number, people in enumerate(SIZES):
        host = held(f"Verein {number}", people)
        document = document_of(host.tournament)
        assert agree(world, document).status_code == 302
        assert document_of(host.tournament) == document
        for name, points in points_in(document).items():
            totals[name] += points
    rows = world.table()
    assert sorted((points, name) for _rank, name, points in rows) == sorted((won, name) for name, won in totals.items())
    assert [points for _rank, _name, points in rows] == sorted(totals.values(), reverse=True)
    assert [rank for rank, _name, _points in rows] == [1 + sum(won > row[2] for won in totals.values()) for row in rows]
    assert (GuestEvent.objects.count(), Player.objects.filter(club=world.club).count()) == (len(SIZES), SIZES[0])
    services.close_season(world.fresh(), seen=world.fresh().version, by=Signature())
    assert world.table() == rows
    assert list(faults_in(world.club)) == []
    csv = client_of(world.organiser).get(reverse("season_csv", args=[world.season.pk])).content.decode()
    assert csv.count("Bräunlingen") == len(totals)


def test_file_gives_what_every_season_counts_of_the_tournament() -> None:
    """Penalties, whoever is out of the ranking, house players and practice: as for the club's own season."""
    played = World(rounds=1)
    entrants = [*played.register(8), *played.register(1)]
    round_ = played.draw()
    for table in round_.tables.all():
        type_table(table)
    first = round_.results.get(entrant=entrants[0])
    assert first.table
    desk.penalize(first.table, entrants[0].number or 0, points=30, why="x", device=None)
    desk.close_round(round_)
    decide_takes(entrants[1], takes=Takes.NOTHING, why="x", device=None)
    desk.finish_tournament(played.tournament)
    reading, problems = parse_json(json.dumps(document_of(played.tournament)))
    assert reading, problems
    rows = Result.objects.final().filter(round__tournament=played.tournament)
    counted = dict(rows.values_list("entrant__number").annotate(sum=Sum(COUNTED)))
    assert {number: points for number, *_who, points, _own in guest_of(reading)["rows"]} == counted
    assert 0 < len(counted) < len(entrants)


def test_equal_is_the_same_and_alike_is_asked_once(world: SeasonWorld) -> None:
    anna, bernd = (Player.objects.create(club=world.club, name=name, village=VILLAGE) for name in ("Anna 1", "Bérnd 2"))
    document = document_of(held().tournament)
    states = {line.name: line.state for line in look(world, document).context["people"].lines}
    assert states == {"Anna 1": "known", "Bernd 2": "which", "Clara 3": "new", "Dieter 4": "new"}
    assert agree(world, document, who_2=str(bernd.pk)).status_code == 302
    points = points_in(document)
    wanted = {(anna.pk, points["Anna 1"]), (bernd.pk, points["Bernd 2"])}
    assert wanted <= set(FixedPoints.objects.values_list("player", "points"))
    assert {line.state for line in look(world, document).context["people"].lines} == {"known"}
    assert agree(world, document).status_code == 302
    assert wanted <= set(FixedPoints.objects.values_list("player", "points"))


def test_same_file_twice_counts_once_and_an_older_one_not(world: SeasonWorld) -> None:
    host = held()
    old = document_of(host.tournament)
    for _time in range(2):
        assert agree(world, old).status_code == 302
    before = world.table()
    desk.finish_tournament(opened_again(host.tournament), device=host.organiser)
    assert agree(world, document_of(host.tournament)).status_code == 302
    assert agree(world, old).status_code == 422
    assert (GuestEvent.objects.count(), FixedPoints.objects.count(), world.table()) == (1, 4, before)


def running(document: dict[str, Any]) -> None:
    change(document, "tournaments", 1, finished=None)


def forged(document: dict[str, Any]) -> None:
    change(document, "results", 1, points=500)


def another_version(document: dict[str, Any]) -> None:
    document["format"] = "cegoscore/tournament@9"


@pytest.mark.parametrize("damage", [running, forged, another_version])
def test_bad_file_is_refused_and_writes_nothing(world: SeasonWorld, damage: Callable[[dict[str, Any]], None]) -> None:
    document = document_of(held().tournament)
    damage(document)
    assert look(world, document).status_code == 422
    assert (GuestEvent.objects.count(), Player.objects.filter(club=world.club).count()) == (0, 0)


def test_tournament_that_is_not_over_or_that_no_desk_proves_cannot_count(world: SeasonWorld) -> None:
    answer = look(world, document_of(opened_again(held().tournament)))
    assert (answer.status_code, "noch nicht zu Ende" in text_of(answer)) == (422, True)
    typed = world.tournament({"Anna": 5, "Bernd": -5}, add=False)
    answer = look(world, document_of(typed))
    assert (answer.status_code, "keine Kette" in text_of(answer)) == (422, True)


def test_what_was_proved_is_taken_in_unchanged_and_only_here(world: SeasonWorld) -> None:
    other, document = SeasonWorld(), document_of(held().tournament)
    proved = look(world, document).context["proved"]
    for where, text in ((world, proved[:-1] + "-"), (other, proved)):
        answer = client_of(where.organiser).post(reverse("season_guests", args=[where.season.pk]), {"proved": text})
        assert answer.status_code == 422
    assert GuestEvent.objects.count() == 0


def test_tournament_that_counts_as_the_own_does_not_count_twice() -> None:
    played = held()
    season = services.open_season(
        played.organiser, club=played.tournament.club, uuid=uuid4(), name="W", first_day=DAY, last_day=DAY
    )
    services.add_events(season, tournaments=[played.tournament], by=Signature())
    own = SimpleNamespace(organiser=played.organiser, season=season)
    answer = agree(own, document_of(played.tournament))
    assert (answer.status_code, GuestEvent.objects.count()) == (422, 0)


def names_in(world: SeasonWorld) -> set[str]:
    """The names in the table."""
    return {name for _rank, name, _points in world.table()}


def test_name_that_is_erased_goes_from_the_series_and_does_not_come_back(world: SeasonWorld) -> None:
    host = held()
    before, club = document_of(host.tournament), host.tournament.club
    clara = Player.objects.create(club=world.club, name="Clara 3", village=VILLAGE)
    evening = world.evening({"Xaver": 0, "Dora": 1, "Emil": -1}, add=False)
    evening.seats.filter(number=0).update(player=clara)
    agree(world, before)
    for name in ("Anna 1", "Clara 3"):
        erase_person(club.players.get(name=name))
    shorten_person(club.players.get(name="Bernd 2"))
    left = {"(gelöscht)", "Clara 3", "B. 2.", "Dieter 4"}
    assert names_in(world) == left, "Clara is also one of the series' own club"
    for document in (before, document_of(host.tournament)):
        assert agree(world, document).status_code == 302
        assert names_in(world) == left


def test_erased_name_in_a_file_read_in_anew_goes_here_too(world: SeasonWorld) -> None:
    host = held()
    agree(world, document_of(host.tournament))
    GuestEvent.objects.update(origin="0" * 64)  # as if the other club were on another server
    erase_person(host.tournament.club.players.get(name="Anna 1"))
    assert "Anna 1" in names_in(world)
    GuestEvent.objects.update(origin=host.tournament.decisions.get(number=1).hash)
    agree(world, document_of(host.tournament))
    assert names_in(world) == {"(gelöscht)", "Bernd 2", "Clara 3", "Dieter 4"}


def test_juniors_of_other_clubs_are_initials_to_strangers(world: SeasonWorld) -> None:
    world.season.is_public = True
    world.season.save()
    agree(world, document_of(held(juniors=True).tournament))
    page = reverse("season", args=[world.season.pk])
    assert "Anna 1" not in text_of(client_of(world.stranger).get(page))
    assert "Anna 1" in text_of(client_of(world.guest).get(page))


def test_event_of_another_club_is_taken_out_like_any(world: SeasonWorld) -> None:
    agree(world, document_of(held().tournament))
    page = client_of(world.organiser).get(reverse("season_events", args=[world.season.pk]))
    assert "Preis von Triberg" in text_of(page)
    services.remove_event(world.event(), by=Signature())
    assert (world.table(), FixedPoints.objects.count(), GuestEvent.objects.count()) == ([], 0, 0)
