"""A club night: planned, opened, moved about in, followed, ended; one date of a season."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import choices_for
from cegoscore.clubs.house_rules.services import add_house_rules
from cegoscore.clubs.models import Device, Grant, Link, LogEntry, LogKind, Player, Right
from cegoscore.clubs.rights.links import accept_link, open_club, secret_of
from cegoscore.nights import services
from cegoscore.nights.queries import KIND, free_numbers
from cegoscore.scoresheet.evening.services import go_on
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, delete_sheet, reopen_sheet
from cegoscore.scoresheet.models import ClubNight, Session, State
from cegoscore.scoring.rules.rule_files import parse_house_rules, published
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.night import FOUR, OTHERS, NightWorld, plan
from tests.worlds.season import BY
from tests.worlds.sheet import client_of
from tournaments.seasons import services as seasons
from tournaments.seasons.access import KIND as SEASON
from tournaments.seasons.addable import addable_evenings, addable_nights
from tournaments.seasons.models import Season
from tournaments.seasons.queries import league_table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> NightWorld:
    return copied(NightWorld)


def text_of(answer: Any) -> str:
    return str(body_of(answer))


# Planning


def planned(**more: Any) -> dict[str, Any]:
    day = timezone.localdate() + timedelta(days=7)
    values = {"uuid": str(uuid4()), "version": 0, "name": "Spielabend am Dreikönig", "day": day.isoformat()}
    return values | {"place": "Löwen", "places": 8, "rules": "braeunlingen-ministranten", **more}


@thorough
def test_planned_night_stands_in_the_calendar_of_those_of_the_circle(world: NightWorld) -> None:
    posted = planned()
    for _tap in range(2):
        answer = client_of(world.owner).post(reverse("new_night", args=[world.club.pk]), posted)
        assert answer.status_code == 302
    night = ClubNight.objects.get(name="Spielabend am Dreikönig")
    assert (night.place, night.places, night.ended_at) == ("Löwen", 8, None)
    club = reverse("club", args=[world.club.pk])
    for device, sees in ((world.owner, True), (world.guest, True), (world.stranger, None)):
        answer = client_of(device).get(club)
        assert answer.status_code == (404 if sees is None else 200)
        assert ("Spielabend am Dreikönig" in text_of(answer)) is bool(sees)
    guest, owner = (text_of(client_of(each).get(club)) for each in (world.guest, world.owner))
    assert (night.get_absolute_url() in guest, night.get_absolute_url() in owner) == (False, True)


def test_night_that_runs_past_midnight_is_not_over_until_it_is_ended(world: NightWorld) -> None:
    day = timezone.localdate() - timedelta(days=1)
    services.plan_night(world.club, plan(name="Fiel aus", day=day), key=uuid4(), by=world.owner.pk)
    ClubNight.objects.update(day=day)

    def told() -> list[list[str]]:
        page = client_of(world.owner).get(reverse("club", args=[world.club.pk])).context["page"]
        return [[night.name for night, _opens in page[part]] for part in ("nights", "past_nights")]

    assert told() == [[world.night.name], ["Fiel aus"]]
    services.end_night(world.fresh(), by=world.owner.pk)
    assert told() == [[], ["Fiel aus", world.night.name]]


@thorough
def test_new_night_begins_with_the_rules_and_the_stake_of_the_last_evening(world: NightWorld) -> None:
    Session.objects.filter(night=world.night).update(stake="0.0500", currency="CHF")
    form = client_of(world.owner).get(reverse("new_night", args=[world.club.pk])).context["form"]
    begins = {name: form[name].value() for name in ("rules", "currency")}
    assert begins == {"rules": "braeunlingen-ministranten", "currency": "CHF"}
    assert form["name"].value().startswith("Mittwochsrunde, Spielabend am ")


@thorough
def test_own_house_rules_stand_once_in_the_list(world: NightWorld) -> None:
    """Those that the club played by last, and those of the night."""
    rules, _problems = parse_house_rules({**published("braeunlingen-loewen").document, "id": "own-hirschen"})
    assert rules is not None
    own = add_house_rules(world.owner, rules, name="Hirschen", copied_from="braeunlingen-loewen")
    Session.objects.filter(night=world.night).update(rule_set=own.rule_set)
    ClubNight.objects.update(rule_set=own.rule_set)
    for name, key in (("new_night", world.club.pk), ("change_night", world.night.pk)):
        form = client_of(world.owner).get(reverse(name, args=[key])).context["form"]
        assert form["rules"].value() == str(own.pk)
        assert form.fields["rules"].choices == choices_for(world.owner.pk)
    address, seen = reverse("change_night", args=[world.night.pk]), world.fresh().version
    assert client_of(world.owner).post(address, planned(version=seen, rules=str(own.pk))).status_code == 302
    assert world.fresh().rule_set == own.rule_set


def test_plan_is_changed_by_who_saw_it_last(world: NightWorld) -> None:
    address = reverse("change_night", args=[world.night.pk])
    client, seen = client_of(world.owner), world.fresh().version
    assert client.post(address, planned(version=seen, name="Anders")).status_code == 302
    assert client.post(address, planned(version=seen, name="Noch anders")).status_code == 409
    assert (world.fresh().name, world.fresh().places) == ("Anders", 8)


def test_night_that_is_not_going_to_be_is_deleted_and_one_with_tables_stays(world: NightWorld) -> None:
    empty = services.plan_night(world.club, plan(name="Leer"), key=uuid4(), by=world.owner.pk)
    client = client_of(world.owner)
    assert client.post(reverse("delete_night", args=[empty.pk])).status_code == 302
    assert client.post(reverse("delete_night", args=[world.night.pk])).status_code == 422
    assert list(ClubNight.objects.values_list("pk", flat=True)) == [world.night.pk]


# Tables


def test_tables_are_opened_together_with_names_that_tell_them_apart(world: NightWorld) -> None:
    titles = list(Session.objects.filter(night=world.night).order_by("night_table").values_list("title", flat=True))
    assert titles == ["Mittwochsrunde, Spielabend, Tisch 1", "Mittwochsrunde, Spielabend, Tisch 2"]
    assert world.sitting() == {1: list(FOUR), 2: list(OTHERS)}


@thorough
def test_people_of_the_club_are_found_and_nobody_sits_at_two_tables(world: NightWorld) -> None:
    address, before = reverse("open_tables", args=[world.night.pk]), Player.objects.count()
    page = client_of(world.owner).get(address)
    assert '<option value="Frida">' in text_of(page)
    twice = {f"table_3_{seat}": name for seat, name in enumerate(("Anna", "Kurt", "Lena", "Moni"))}
    answer = client_of(world.owner).post(address, twice)
    assert (answer.status_code, "Anna sitzt schon an Tisch 1" in text_of(answer)) == (422, True)
    assert Player.objects.count() == before
    assert client_of(world.owner).post(address, twice | {"table_3_0": "Kurt"}).status_code == 422
    assert client_of(world.owner).post(address, twice | {"table_3_0": "Nina"}).status_code == 302
    assert world.sitting()[3] == ["Nina", "Kurt", "Lena", "Moni"]


def test_table_of_the_wrong_size_is_refused_with_its_number(world: NightWorld) -> None:
    address = reverse("open_tables", args=[world.night.pk])
    answer = client_of(world.owner).post(address, {"table_3_0": "Kurt", "table_3_1": "Lena"})
    assert (answer.status_code, "An Tisch 3" in text_of(answer)) == (422, True)


def sat_down(**more: Any) -> dict[str, Any]:
    names = {f"name_{seat}": name for seat, name in enumerate(("Kurt", "Lena", "Moni", "Nina"))}
    return {"table": "3", "first_dealer": "1", **names, **more}


@thorough
def test_code_at_the_table_opens_it_for_those_who_sit_there(world: NightWorld) -> None:
    """From the link to the sheet, by somebody whom the club does not know; the double tap opens no second one."""
    phone = Client()
    link = Link.objects.get(target=world.night.pk, right=Right.WRITE)
    answer = phone.get(reverse("open_link", args=[secret_of(link)]))
    assert answer["Location"] == reverse("join_night", args=[world.night.pk])
    assert "Frida" not in text_of(phone.get(answer["Location"]))
    opened = [phone.post(answer["Location"], sat_down())["Location"] for _tap in range(2)]
    sheet = world.sheet(3)
    assert opened == [sheet.get_absolute_url()] * 2
    assert (sheet.dealer, world.sitting()[3]) == (1, ["Kurt", "Lena", "Moni", "Nina"])
    assert phone.get(reverse("sheet_links", args=[sheet.pk])).status_code == 200
    assert phone.get(reverse("sheet", args=[world.sheet(1).pk])).status_code == 404
    assert client_of(world.joiner).post(answer["Location"], sat_down()).status_code == 422


@pytest.mark.parametrize("number", ["9" * 5000, "99", "0", "x", "²"])
def test_table_that_the_room_does_not_have_is_refused(world: NightWorld, number: str) -> None:
    address = reverse("join_night", args=[world.night.pk])
    assert client_of(world.joiner).post(address, sat_down(table=number)).status_code == 422


def test_code_opens_nothing_once_the_night_is_over(world: NightWorld) -> None:
    services.end_night(world.night, by=world.owner.pk)
    address = reverse("join_night", args=[world.night.pk])
    assert client_of(world.joiner).post(address, sat_down()).status_code in (403, 404)
    assert not Session.objects.filter(night_table=3).exists()


def test_table_opened_by_itself_is_added_and_not_if_somebody_sits_elsewhere(world: NightWorld) -> None:
    client, address = client_of(world.owner), reverse("add_tables", args=[world.night.pk])
    for names in (("Kurt", "Lena", "Moni", "Nina"), ("Anna", "Otto", "Paul", "Rosa")):
        new = {f"name_{seat}": name for seat, name in enumerate(names)}
        rules = {"rules": "braeunlingen-ministranten", "first_dealer": 0, "circle": world.club.pk}
        client.post(reverse("new_table"), {**new, **rules})
    alone, doubled = Session.objects.filter(night=None).order_by("started_at")
    assert client.post(address, {"sheets": [str(alone.pk)]}).status_code == 302
    for refused in ({"sheets": [str(doubled.pk)]}, {}):
        answer = client.post(address, refused)
        assert (answer.status_code, "Frida" in answer.context["known"]) == (422, True)
    assert world.sitting()[3] == ["Kurt", "Lena", "Moni", "Nina"]
    assert world.fresh().places == 3


# Moving


def arranged(world: NightWorld, device: Device | None = None, **tables: Any) -> Any:
    form = {f"person_{world.person(name)}": number for name, number in tables.items()}
    address = reverse("arrange_night", args=[world.night.pk])
    return client_of(device or world.owner).post(address, {"version": world.fresh().version, **form})


@thorough
def test_person_moves_with_their_points_and_both_tables_go_on(world: NightWorld) -> None:
    world.play(1)
    world.play(2)
    before = world.standing()
    assert arranged(world, Frida=1).status_code == 302
    assert world.sitting() == {1: [*FOUR, "Frida"], 2: ["Emil", "Georg", "Hilde", "Ida"]}
    assert world.standing() == before
    world.play(1)
    world.play(2)
    assert sum(world.standing().values()) == 0
    assert list(faults_in(world.club)) == []
    assert arranged(world, Frida=2, Emil=1).status_code == 302
    assert world.sitting() == {1: [*FOUR, "Emil"], 2: ["Frida", "Georg", "Hilde", "Ida"]}
    assert world.sheet(2).seats.count() == 5


def test_table_that_would_be_too_small_is_refused_and_nobody_has_moved(world: NightWorld) -> None:
    before = world.sitting()
    answer = arranged(world, Anna=2, Emil="")
    assert (answer.status_code, "An Tisch 1" in text_of(answer)) == (422, True)
    assert (world.sitting(), world.sheet(2).seats.count()) == (before, 5)
    assert arranged(world, Anna=2, Emil=1).status_code == 302
    assert world.sitting() == {1: ["Emil", "Bernd", "Clara", "Dieter"], 2: ["Anna", "Frida", "Georg", "Hilde", "Ida"]}


@thorough
def test_table_that_everybody_leaves_is_closed(world: NightWorld) -> None:
    world.play(1)
    assert arranged(world, Anna="", Bernd="", Clara="", Dieter="").status_code == 302
    assert world.sheet(1).state == State.CLOSED
    assert set(world.standing()) == {*FOUR, *OTHERS}


def test_move_from_an_old_page_changes_nothing(world: NightWorld) -> None:
    form = {"version": world.fresh().version, f"person_{world.person('Frida')}": 1}
    assert arranged(world, Emil=1).status_code == 302
    answer = client_of(world.owner).post(reverse("arrange_night", args=[world.night.pk]), form)
    assert answer.status_code == 409
    assert "Frida" in world.sitting()[2]


# Who may what


ARRANGING = ("change_night", "delete_night", "open_tables", "add_tables", "arrange_night", "end_night", "reopen_night")


@pytest.mark.parametrize("name", [*ARRANGING, "night_links"])
def test_only_who_manages_the_club_arranges_a_night(world: NightWorld, name: str) -> None:
    address = reverse(name, args=[world.night.pk])
    for device, status in ((world.joiner, 403), (world.writer, 403), (world.guest, 403), (world.stranger, 404)):
        client = client_of(device)
        assert {client.get(address).status_code, client.post(address, {"right": "look"}).status_code} <= {status, 405}
    assert world.fresh().version == world.night.version + 2 - 1


def test_writer_of_a_table_follows_the_standing_and_sees_no_other_table(world: NightWorld) -> None:
    page = text_of(client_of(world.writer).get(world.night.get_absolute_url()))
    first, second = world.sheet(1), world.sheet(2)
    assert (first.get_absolute_url() in page, second.get_absolute_url() in page) == (True, False)
    assert "Frida" in page
    assert world.night.get_absolute_url() in text_of(client_of(world.writer).get(first.get_absolute_url()))
    client = client_of(world.writer)
    for address in (second.get_absolute_url(), reverse("people", args=[world.club.pk])):
        assert client.get(address).status_code in (403, 404)
    assert client.get(reverse("join_night", args=[world.night.pk])).status_code == 403
    assert client_of(world.stranger).get(world.night.get_absolute_url()).status_code == 404


def test_bell_rings_for_a_hand_at_any_table_and_for_nobody_who_may_not_look(world: NightWorld) -> None:
    devices = [each.pk for each in (world.owner, world.joiner, world.writer, world.guest, world.stranger)]
    before = KIND.sights(world.night.pk, tuple(devices))
    assert set(before) == set(devices[:4])
    world.play(2)
    after = KIND.versions([world.night.pk])[world.night.pk]
    assert {sight.version for sight in before.values()} != {after}
    client = client_of(world.guest)
    assert client.get(world.night.get_absolute_url(), {"v": after}).status_code == 204


def test_codes_are_made_shown_and_taken_back(world: NightWorld) -> None:
    client, address = client_of(world.owner), reverse("night_links", args=[world.night.pk])
    assert client.post(reverse("night_links", args=[world.night.pk]), {"right": "write"}).status_code == 302
    page = text_of(client.get(address))
    assert page.count("<svg") >= 4
    headings = [page.index(text) for text in ("Freien Tisch aufmachen", "Tisch 1", "Tisch 2")]
    assert headings == sorted(headings)
    link = Link.objects.get(target=world.night.pk, right=Right.WRITE)
    others = Link.objects.filter(target=world.sheet(1).pk).earliest("pk")
    own, someone = (reverse("night_revoke_link", args=[world.night.pk, each.pk]) for each in (link, others))
    assert (own in page, someone in page) == (True, False)
    assert client.post(own).status_code == 302
    assert client_of(world.joiner).get(reverse("join_night", args=[world.night.pk])).status_code == 404
    assert client.post(someone).status_code == 404


# The end, and the season


@thorough
def test_night_ends_with_every_table_and_goes_on_again(world: NightWorld) -> None:
    world.play(1)
    client = client_of(world.owner)
    assert client.post(reverse("end_night", args=[world.night.pk])).status_code == 302
    assert {world.sheet(number).state for number in (1, 2)} == {State.CLOSED}
    assert not Grant.objects.valid().filter(device=world.joiner, right=Right.WRITE).exists()
    ended = text_of(client.get(world.night.get_absolute_url()))
    assert "Anna" in ended
    codes = text_of(client.get(reverse("night_links", args=[world.night.pk])))
    assert "Dieser Spielabend ist vorbei: Kein Tisch braucht mehr einen Code." in codes
    assert 'name="right"' not in codes
    made = Link.objects.count()
    assert client.post(reverse("night_links", args=[world.night.pk]), {"right": "write"}).status_code == 302
    assert Link.objects.count() == made
    assert client.post(reverse("open_tables", args=[world.night.pk]), {}).status_code == 200
    assert arranged(world, Frida=1).status_code in (409, 422)
    assert client.post(reverse("reopen_night", args=[world.night.pk])).status_code == 302
    assert {world.sheet(number).state for number in (1, 2)} == {State.OPEN}
    kinds = LogEntry.objects.filter(club=world.club, kind=LogKind.NIGHT).order_by("pk").values_list("after", flat=True)
    assert list(kinds) == ["planned", "opened", "ended", "reopened"]
    assert "Spielabend „Mittwochsrunde, Spielabend“: beendet." in text_of(
        client.get(reverse("club_log", args=[world.club.pk]))
    )


def test_night_that_goes_on_opens_only_the_tables_that_its_end_closed(world: NightWorld) -> None:
    """Not one that was closed by hand a moment before, nor one that was closed again since."""
    services.open_tables(world.night, {3: ("Kurt", "Lena", "Moni", "Nina")}, by=world.owner.pk)
    close_sheet(world.sheet(1), by=world.owner.pk)
    services.end_night(world.night, by=world.owner.pk)
    reopen_sheet(world.sheet(3), by=world.owner.pk)
    close_sheet(world.sheet(3), by=world.owner.pk)
    assert world.sheet(2).ended_at == world.fresh().ended_at
    services.reopen_night(world.night, by=world.owner.pk)
    states = {number: world.sheet(number).state for number in (1, 2, 3)}
    assert states == {1: State.CLOSED, 2: State.OPEN, 3: State.CLOSED}
    services.reopen_night(world.night, by=world.owner.pk)
    assert LogEntry.objects.filter(kind=LogKind.NIGHT, after="reopened").count() == 1


def season_of(world: NightWorld) -> Season:
    days: dict[str, Any] = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    return seasons.open_season(world.owner, club=world.club, uuid=uuid4(), name="Liga", **days)


@thorough
def test_night_counts_into_a_season_as_one_date(world: NightWorld) -> None:
    world.play(1, 2)
    world.play(2)
    arranged(world, Frida=1)
    world.play(1)
    season, client = season_of(world), client_of(world.owner)
    assert not addable_evenings(season).exists()
    address = reverse("season_events", args=[season.pk])
    assert world.night.name in text_of(client.get(address))
    assert client.post(address, {"night": str(world.night.pk)}).status_code == 302
    assert not addable_nights(season).exists()
    lines = league_table_of(season).lines()
    assert {line.person.name: line.row.total for line in lines} == world.standing()
    assert {line.row.events for line in lines} == {1}
    season.refresh_from_db()
    seasons.close_season(season, seen=season.version, by=BY)
    world.play(2)
    season.refresh_from_db()
    closed = {line.person.name: line.row.total for line in league_table_of(season).lines()}
    assert closed == {line.person.name: line.row.total for line in lines} != world.standing()


def test_season_follows_the_hands_of_a_night(world: NightWorld) -> None:
    season = season_of(world)
    seasons.add_events(season, nights=[world.night], by=BY)
    before = SEASON.versions([season.pk])
    world.play(2)
    assert SEASON.versions([season.pk]) != before


@thorough
def test_sheet_that_goes_on_is_counted_once_and_a_deleted_one_not_at_all(world: NightWorld) -> None:
    world.play(1)
    before, first = world.standing(), world.sheet(1)
    rules = published("braeunlingen-ministranten")
    go_on(first, seen=first.version, staying=[0, 1, 2, 3], dealer=0, rules=rules, why="Übertrag", device=None)
    assert world.standing() == before
    delete_sheet(world.sheet(2))
    assert set(world.standing()) == set(FOUR)
    assert 2 not in free_numbers(world.fresh())


@thorough
def test_player_has_the_night_as_one_evening(world: NightWorld) -> None:
    world.play(2, 2)
    arranged(world, Frida=1)
    world.play(1)
    frida = world.person("Frida")
    page = text_of(client_of(world.owner).get(reverse("player", args=[world.club.pk, frida])))
    assert page.count(reverse("night", args=[world.night.pk])) == 1
    services.end_night(world.night, by=world.owner.pk)
    records = text_of(client_of(world.owner).get(reverse("club_records", args=[world.club.pk]), {"of": "evenings"}))
    assert world.night.get_absolute_url() in records


@thorough
def test_night_and_its_codes_ask_as_often_for_three_tables_as_for_one(django_assert_max_num_queries: Any) -> None:
    few = NightWorld({1: FOUR})
    many = NightWorld({1: FOUR, 2: OTHERS, 3: ("Kurt", "Lena", "Moni", "Nina")})
    for world, tables in ((few, 1), (many, 3)):
        world.play(1)
        with django_assert_max_num_queries(11):
            client_of(world.guest).get(world.night.get_absolute_url())
        services.share_night(world.night, right=Right.WRITE, by=world.owner.pk)
        with django_assert_max_num_queries(8):
            page = client_of(world.owner).get(reverse("night_links", args=[world.night.pk]))
        labels = [str(row.offer.label) for row in page.context["links"]]
        assert labels[-tables:] == [f"Tisch {number}" for number in range(1, tables + 1)]


def test_night_is_on_a_day_that_has_one_after_it(world: NightWorld) -> None:
    far = planned(uuid=str(uuid4()), day="9999-12-31")
    answer = client_of(world.owner).post(reverse("new_night", args=[world.club.pk]), far)
    assert (answer.status_code, "ein Tag der Jahre 1900 bis 2199" in body_of(answer)) == (422, True)


def test_night_of_another_club_cannot_be_taken_over(world: NightWorld) -> None:
    other = open_club(world.stranger, name="Andere")
    posted = planned(uuid=str(world.night.pk))
    assert client_of(world.stranger).post(reverse("new_night", args=[other.pk]), posted).status_code == 409
    assert world.fresh().club_id == world.club.pk
    accept_link(world.stranger, world.link(Right.LOOK, world.night.pk))
    assert client_of(world.stranger).get(world.night.get_absolute_url()).status_code == 200


@thorough
def test_start_page_leads_to_the_night_whoever_may_follow_it(world: NightWorld) -> None:
    for device, leads in ((world.owner, 1), (world.writer, 1), (world.guest, 1), (world.stranger, 0)):
        assert text_of(client_of(device).get("/")).count(world.night.get_absolute_url()) == leads
    services.end_night(world.night, by=world.owner.pk)
    assert world.night.get_absolute_url() not in text_of(client_of(world.owner).get("/"))
