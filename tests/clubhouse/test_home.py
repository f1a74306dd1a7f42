"""A club as the home of its tables: named at any time, evenings moved into it and back, nothing that looks alike."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from cegoscore.bookings.models import BOX, Booking
from cegoscore.clubs import people
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import own_offers
from cegoscore.clubs.house_rules.services import add_house_rules, replace_house_rules, retire_house_rules
from cegoscore.clubs.models import Club, Device, Grant, LogEntry, LogKind, Player
from cegoscore.clubs.models.club import PERSON_SETTINGS
from cegoscore.clubs.rights.links import open_club
from cegoscore.nights import services as nights
from cegoscore.scoresheet.evening.evenings import recent_evenings
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.evening.services import open_circle_table
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.writing import NewTable
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.documents.document import write
from cegoscore.scoring.rules.rule_files import parse_house_rules, published
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.ledger.test_races import at_once
from tests.served import PATIENCE, wait_until
from tests.worlds.copied import copied
from tests.worlds.night import plan
from tests.worlds.season import BY
from tests.worlds.sheet import World, client_of, writing
from tournaments.clubhouse import home
from tournaments.clubhouse.log import sentence_of
from tournaments.seasons import services as seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """An evening of a club without a name, one hand played, and a named club of the same device."""
    world = copied(World)
    write_hand(world.sheet, writing(1), device=None)
    return world


def home_of(world: World) -> Club:
    """A named club of the owner's, in which Bernd and Clara are known."""
    club = open_club(world.owner, name="Mittwochsrunde")
    Player.objects.create(club=club, name="Bernd", village="Urach")
    Player.objects.create(club=club, name="Clara")
    return club


def gather(world: World, club: Club, *sheets: Session, device: Device | None = None) -> Any:
    address = reverse("gather_evenings", args=[club.pk])
    return client_of(device or world.owner).post(address, {"evenings": [str(sheet.pk) for sheet in sheets]})


def content(sheet: Session) -> dict[str, Any]:
    """Everything that was written, as a file."""
    return write(document_of(Session.objects.get(pk=sheet.pk)))


def test_club_is_named_and_renamed_and_its_log_says_so(world: World) -> None:
    club, address = world.sheet.club, reverse("club_settings", args=[world.sheet.club_id])
    client = client_of(world.owner)
    assert "Anna, Bernd, Clara, Dieter" in body_of(client.get(reverse("club", args=[club.pk])))
    for name in ("Löwen", "Mittwochsrunde", "Mittwochsrunde"):
        assert client.post(address, {"name": name}).status_code == 302
    assert Club.objects.get(pk=club.pk).name == "Mittwochsrunde"
    entries = LogEntry.objects.filter(club=club, kind=LogKind.CLUB_NAMED).order_by("pk")
    assert list(entries.values_list("before", "after")) == [("", "Löwen"), ("Löwen", "Mittwochsrunde")]
    assert client.post(address, {"name": " "}).status_code == 422


def test_every_evening_leads_who_manages_it_to_its_club(world: World) -> None:
    address = reverse("evening", args=[world.sheet.pk])
    link = f'href="{reverse("club", args=[world.sheet.club_id])}"'
    pages = [body_of(client_of(each).get(address)) for each in (world.owner, world.mate)]
    assert [link in page for page in pages] == [True, False]


@thorough
def test_evening_moves_into_the_club_with_its_people_and_links(world: World) -> None:
    club, before = home_of(world), content(world.sheet)
    Player.objects.filter(club=world.sheet.club, name="Dieter").update(sorted_by="von Dieter")
    assert gather(world, club, world.sheet).status_code == 302
    sheet = Session.objects.get(pk=world.sheet.pk)
    assert (sheet.club_id, content(sheet)) == (club.pk, before)
    assert {seat.player.club_id for seat in sheet.seats.all()} == {club.pk}
    people = Player.objects.filter(club=club).order_by("name").values_list(*PERSON_SETTINGS)
    named = [("Anna", "", ""), ("Bernd", "Urach", ""), ("Clara", "", ""), ("Dieter", "", "von Dieter")]
    assert list(people) == named
    assert client_of(world.mate).get(sheet.get_absolute_url()).status_code == 200
    assert set(Grant.objects.filter(target=sheet.pk).values_list("club", flat=True)) == {club.pk}
    assert list(faults_in(club)) == []
    entry = LogEntry.objects.get(club=club, kind=LogKind.SHEET_MOVED)
    assert "Mittwochsrunde" in sentence_of(entry)


def test_move_is_undone_from_the_log(world: World) -> None:
    club, before = home_of(world), content(world.sheet)
    gather(world, club, world.sheet)
    entry = LogEntry.objects.get(club=club, kind=LogKind.SHEET_MOVED)
    address = reverse("undo_entry", args=[club.pk, entry.pk])
    assert client_of(world.owner).post(address).status_code == 302
    sheet = Session.objects.get(pk=world.sheet.pk)
    assert (sheet.club_id, content(sheet)) == (world.sheet.club_id, before)
    assert Player.objects.filter(club=world.sheet.club_id).count() == 4
    assert client_of(world.owner).post(address).status_code == 409


def test_evening_of_somebody_elses_club_cannot_be_moved(world: World) -> None:
    club = open_club(world.mate, name="Andere")
    assert gather(world, club, world.sheet, device=world.mate).status_code == 422
    assert Session.objects.get(pk=world.sheet.pk).club_id == world.sheet.club_id


def test_evening_that_counts_in_a_season_stays(world: World) -> None:
    club = home_of(world)
    season = season_of(world, world.sheet.club)
    seasons.add_events(season, sheets=[world.sheet], by=BY)
    assert gather(world, club, world.sheet).status_code == 422
    assert Session.objects.get(pk=world.sheet.pk).club_id == world.sheet.club_id


def season_of(world: World, club: Club) -> Any:
    data = {"name": "Winter", "first_day": "2026-09-01", "last_day": "2099-04-30", "worth": "points", "least": 1}
    page = client_of(world.owner).get(reverse("new_season"))
    posted = {"uuid": str(page.context["form"]["uuid"].value()), "club": str(club.pk)} | data
    response = client_of(world.owner).post(reverse("new_season"), posted)
    assert response.status_code == 302, response.context["form"].errors
    return club.seasons.get()


def test_no_two_clubs_of_a_new_season_look_alike(world: World) -> None:
    names = ["Anna", "Bernd", "Clara", "Dieter"]
    table = NewTable(names=names, rules=published("braeunlingen-ministranten"), first_dealer=0)
    for _evening in range(2):
        open_circle_table(world.owner, table, circle=None)
    open_club(world.owner)
    form = client_of(world.owner).get(reverse("new_season")).context["form"]
    labels = [str(label) for _key, label in form.fields["club"].choices]
    assert len(labels) == 4
    assert len(set(labels)) == 4


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_hands_written_while_the_evening_moves_are_all_there() -> None:
    world = copied(World)
    club = home_of(world)
    jobs: list[Any] = [partial(write_hand, world.sheet, writing(1), device=None)]
    jobs += [partial(home.gather, club, [world.sheet], by=world.owner.pk) for _tap in range(3)]
    at_once(jobs)
    sheet = Session.objects.get(pk=world.sheet.pk)
    assert (sheet.club_id, sheet.hands.count()) == (club.pk, 1)
    assert {seat.player.club_id for seat in sheet.seats.all()} == {club.pk}
    assert Player.objects.filter(club=club).count() == 4
    assert list(faults_in(club)) == []


def gather_while(world: World, club: Club, change: Callable[[], Any]) -> list[Any]:
    """Move the evening while somebody holds its row, and makes a change as soon as the mover waits; both results."""
    held = threading.Event()

    def is_waited_for() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
            return bool(cursor.fetchone()[0])

    def hold() -> None:
        with transaction.atomic():
            Session.objects.filter(pk=world.sheet.pk).update(version=F("version") + 1)
            held.set()
            wait_until(is_waited_for, "nobody waits for the sheet")
            change()

    def move() -> None:
        held.wait(PATIENCE)
        home.gather(club, [world.sheet], by=world.owner.pk)

    return at_once([hold, move])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_who_moves_an_evening_and_who_renames_its_people_do_not_wait_in_a_circle() -> None:
    world = copied(World)
    club = home_of(world)
    assert gather_while(world, club, partial(people.queue_on, world.sheet.club_id)) == [None, None]
    assert Session.objects.get(pk=world.sheet.pk).club_id == club.pk


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_evening_that_becomes_a_table_of_a_night_meanwhile_stays() -> None:
    world = copied(World)
    club = home_of(world)
    night = nights.plan_night(world.sheet.club, plan(), key=uuid4(), by=world.owner.pk)
    own = Session.objects.filter(pk=world.sheet.pk)
    _held, refused = gather_while(world, club, partial(own.update, night=night, night_table=1))
    assert isinstance(refused, Refused)
    assert refused.code == "table_of_a_night"
    assert own.get().club_id == world.sheet.club_id


def test_two_tables_of_one_day_and_the_same_people_are_told_apart_by_the_time(world: World) -> None:
    """Without a name of the circle, and with the title of another club of the same name."""
    for hour in (19, 21):
        table = NewTable(
            names=("Anna", "Bernd", "Clara", "Dieter"), rules=published("braeunlingen-ministranten"), first_dealer=0
        )
        day = timezone.localtime().replace(hour=hour, minute=5)
        open_circle_table(world.owner, table, circle=world.sheet.club_id, started_at=day)
    Session.objects.filter(pk=world.sheet.pk).update(title="Mittwochsrunde")
    labels = [each.label for each in recent_evenings(world.owner.pk)]
    assert sorted(labels) == [
        "Anna, Bernd, Clara, Dieter, 19:05",
        "Anna, Bernd, Clara, Dieter, 21:05",
        "Mittwochsrunde",
    ]


def test_house_rules_of_one_name_are_told_apart(world: World) -> None:
    ministranten, loewen = published("braeunlingen-ministranten"), published("braeunlingen-loewen")
    for rules, name in ((ministranten, "Andere"), (ministranten, "Unsere"), (loewen, "Unsere")):
        add_house_rules(world.owner, rules, name=name, copied_from="grupp")
    names = [offer.name for offer in own_offers(world.owner.pk)]
    assert len(set(names)) == 3
    assert "Andere" in names


@thorough
def test_name_typed_for_a_season_names_the_circle_and_renames_none(world: World) -> None:
    """It is never dropped without a word."""
    club, client = world.sheet.club, client_of(world.owner)
    data = {"uuid": uuid4(), "club": club.pk, "club_name": "Cegofreunde Urach", "name": "Winter"}
    data |= {"first_day": "2026-01-01", "last_day": "2026-12-31", "worth": "points", "least": 1}
    assert client.post(reverse("new_season"), data).status_code == 302
    assert Club.objects.get(pk=club.pk).name == "Cegofreunde Urach"
    answer = client.post(reverse("new_season"), data | {"uuid": uuid4(), "club_name": "Zweiter Versuch"})
    assert (answer.status_code, "Cegofreunde Urach" in body_of(answer)) == (422, True)
    again = data | {"uuid": uuid4(), "club_name": "Cegofreunde Urach"}
    assert client.post(reverse("new_season"), again).status_code == 302
    page = client.get(reverse("club", args=[club.pk])).context["page"]
    assert len({label for _season, label, _names in page["older"]} | {page["season_label"]}) == 2


def set_up(club: Club, device: Device, **typed: str) -> Any:
    posted = {"name": club.name or "Mittwochsrunde", "rules": "", "stake": "", "currency": "€"} | typed
    return client_of(device).post(reverse("club_settings", args=[club.pk]), posted)


def test_next_table_night_and_tournament_begin_with_what_the_club_set(world: World) -> None:
    club = world.sheet.club
    typed = {"name": "Löwen", "rules": "grupp", "stake": "0,10", "currency": "CHF"}
    assert set_up(club, world.owner, **typed).status_code == 302
    client, begins = client_of(world.owner), ("rules", "stake", "currency")
    table, night = (
        client.get(address).context["form"]
        for address in (f"{reverse('new_table')}?circle={club.pk}", reverse("new_night", args=[club.pk]))
    )
    assert [table[name].value() for name in begins] == ["grupp", "0,10", "CHF"]
    assert [night[name].value() for name in begins] == ["grupp", "0,10", "CHF"]
    tournament = client.get(reverse("new_tournament")).context["form"]
    assert "Grupp" in dict(tournament.fields["rules"].choices)[tournament["rules"].value()]
    assert (tournament["club_name"].value(), tournament["currency"].value()) == ("Löwen", "CHF")
    entry = LogEntry.objects.get(club=club, kind=LogKind.CLUB_SETTINGS)
    assert ": 0,10;" in entry.after
    assert "Grupp" in sentence_of(entry)
    set_up(club, world.owner, **typed)
    assert LogEntry.objects.filter(club=club, kind=LogKind.CLUB_SETTINGS).count() == 1


def test_page_of_the_version_before_changes_nothing_that_it_did_not_show(world: World) -> None:
    club = world.sheet.club
    assert set_up(club, world.owner, site="https://www.example.org", names_last="on").status_code == 302
    assert set_up(club, world.owner, currency="CHF").status_code == 302
    now = Club.objects.get(pk=club.pk)
    assert (now.currency, now.site, now.names_last) == ("CHF", "https://www.example.org", True)
    set_up(club, world.owner, site="")
    assert Club.objects.filter(pk=club.pk, site="", names_last=False).exists()


@pytest.mark.both
def test_currency_stays_while_money_is_booked_in_it(world: World) -> None:
    club = world.sheet.club
    set_up(club, world.owner, currency="€")
    booked = {"club": club, "kind": BOX, "reason": "Anfang"}
    Booking.objects.create(**booked, uuid=uuid4(), cents=1000)
    refusal = set_up(club, world.owner, currency="CHF")
    assert (refusal.status_code, list(refusal.context["form"].errors)) == (422, ["currency"])
    assert set_up(club, world.owner, currency="€", stake="0,20").status_code == 302
    Booking.objects.create(**booked, uuid=uuid4(), cents=-1000)
    assert set_up(club, world.owner, currency="CHF").status_code == 302
    assert Club.objects.get(pk=club.pk).currency == "CHF"


@thorough
def test_table_without_settings_begins_as_the_evening_before_and_rules_for_others_do_not_count(world: World) -> None:
    """Four sat there the last time: rules for three are nothing that they could begin with."""
    club, address = world.sheet.club, f"{reverse('new_table')}?circle={world.sheet.club_id}"
    before = client_of(world.owner).get(address).context["form"]["rules"].value()
    for rules in ("", "dreier"):
        assert set_up(club, world.owner, rules=rules).status_code == 302
        assert client_of(world.owner).get(address).context["form"]["rules"].value() == before


def test_club_begins_with_the_new_version_of_its_house_rules_and_with_none_that_is_put_aside(world: World) -> None:
    club = world.sheet.club
    first, second = ({**published("grupp").document, "id": "own-x", "penalty": amount} for amount in (10, 20))
    rules = [rules for document in (first, second) if (rules := parse_house_rules(document)[0])]
    own = add_house_rules(world.owner, rules[0], name="Unsere", copied_from="grupp")
    assert set_up(club, world.owner, rules=str(own.pk)).status_code == 302
    new = replace_house_rules(own, rules[1], name="Unsere", device=world.owner)
    assert Club.objects.get(pk=club.pk).rule_set == new.rule_set
    retire_house_rules(new, device=world.owner)
    assert Club.objects.get(pk=club.pk).rule_set is None
