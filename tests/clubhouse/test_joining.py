"""Two clubs of the same people become one, and are two again with equal documents."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import (
    Club,
    ClubJoin,
    Device,
    Grant,
    HouseRuleSet,
    Link,
    LogEntry,
    LogKind,
    Player,
    Removal,
    Right,
)
from cegoscore.clubs.people import persons_of
from cegoscore.clubs.purging import purge_clubs
from cegoscore.clubs.rights.deletion import ask_deletion, delete_as_host
from cegoscore.clubs.rights.links import accept_link, link_for, open_club
from cegoscore.clubs.rights.managers import managers_of
from cegoscore.clubs.rights.rescue import come_by_code, make_rescue_code, typed_rescue_code
from cegoscore.nights import services as nights
from cegoscore.scoresheet.circles import circles_of
from cegoscore.scoresheet.exports import document_of
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoresheet.opening import NewTable
from cegoscore.scoresheet.selfcheck import faults_in
from cegoscore.scoresheet.services.circle_tables import open_circle_table
from cegoscore.scoresheet.services.ledger import write_hand
from cegoscore.scoring.document import write
from cegoscore.scoring.rule_files import published
from tests.worlds.copied import copied
from tests.worlds.lively_club import NAMES, LivelyClub
from tests.worlds.night import plan
from tests.worlds.season import BY
from tests.worlds.sheet import client_of, writing
from tournaments.clubhouse.backup.parts import PARTS, relations_of, rows_of
from tournaments.clubhouse.deletion.erasing import erase_clubs
from tournaments.clubhouse.joining import services
from tournaments.clubhouse.people.services import erase_person
from tournaments.models import Tournament
from tournaments.papers.writing import document_of_tournament
from tournaments.seasons import services as seasons
from tournaments.seasons.exports import table_document
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

RULES = "braeunlingen-ministranten"


class Twins:
    """A lively club, and another one of the same people, which the organiser manages, too."""

    def __init__(self) -> None:
        self.lively = copied(LivelyClub)
        self.owner: Device = self.lively.organiser
        self.other: Club = self.lively.club
        self.club = open_club(self.owner, name="Donnerstagsrunde")
        self.neighbour = Device.objects.create()
        Grant.objects.create(device=self.neighbour, club=self.other, target=self.other.pk, right=Right.MANAGE)
        self.sheet = self.table(self.club, ("Anna Müller", "Bernd", "Clara", "Xaver"))

    def table(self, club: Club, names: tuple[str, ...]) -> Session:
        """An evening of a club with one hand."""
        table = NewTable(names=names, rules=published(RULES), first_dealer=3)
        sheet = open_circle_table(self.owner, table, circle=club.pk)
        write_hand(sheet, writing(1), device=None)
        return sheet

    def documents(self) -> dict[str, Any]:
        """Everything that is written of both clubs, by the key of what it is about."""
        clubs = (self.club, self.other)
        sheets = {str(each.pk): write(document_of(each)) for each in Session.objects.filter(club__in=clubs)}
        tournaments = {str(each.pk): document_of_tournament(each) for each in Tournament.objects.filter(club__in=clubs)}
        tables = {str(each.pk): table_document(each) for each in Season.objects.filter(club__in=clubs)}
        return sheets | tournaments | tables

    def rows(self) -> dict[tuple[str, uuid.UUID], list[str]]:
        """The rows of both clubs, part by part, but for the log and for versions."""
        found: dict[tuple[str, uuid.UUID], list[str]] = {}
        for part in PARTS:
            if part.name not in ("log", "rule_sets"):
                columns = [field.attname for field in part.fields.values() if field.name != "version" and field.column]
                for club in (self.club, self.other):
                    found[part.name, club.pk] = sorted(map(str, rows_of(part, club).values_list("pk", *columns)))
        return found

    def answers(self, **apart: bool) -> dict[str, str]:
        """The form of the page, with everybody one person but those who are named."""
        page = client_of(self.owner).get(self.address, {"other": str(self.other.pk)})
        names = {field.name: pair.gone.name for pair, field in page.context["form"].rows}
        answers = {name: "apart" if apart.get(who.split()[0]) else "same" for name, who in names.items()}
        return {"other": str(self.other.pk), **answers}

    def join(self, **apart: bool) -> ClubJoin:
        """Both become one on the page."""
        assert client_of(self.owner).post(self.address, self.answers(**apart)).status_code == 302
        return ClubJoin.objects.get(gone=self.other)

    def separate(self) -> Any:
        """Undo it from the log."""
        entry = LogEntry.objects.get(club=self.club, kind=LogKind.CLUBS_JOINED)
        return client_of(self.owner).post(reverse("undo_entry", args=[self.club.pk, entry.pk]))

    @property
    def address(self) -> str:
        return reverse("join_clubs", args=[self.club.pk])


@pytest.fixture
def twins() -> Twins:
    return copied(Twins)


def strangers_in(*clubs: Club) -> list[str]:
    """Rows of a club that point to somebody of another."""
    return [
        f"{part.name}.{field.name}"
        for club in clubs
        for part in PARTS
        for field in relations_of(part)
        if field.related_model is Player
        and rows_of(part, club).filter(**{f"{field.name}__isnull": False}).exclude(**{f"{field.name}__club": club.pk})
    ]


def test_everything_is_there_once_and_two_clubs_are_two_again_with_equal_documents(twins: Twins) -> None:
    documents, rows = twins.documents(), twins.rows()
    log = LogEntry.objects.filter(club=twins.other).count()
    twins.join()
    other = Club.objects.get(pk=twins.other.pk)
    left = [part.name for part in PARTS if part.club not in ("", "pk") and rows_of(part, other).exists()]
    assert (left, other.joined_to_id) == ([], twins.club.pk)
    names = [player.name for player in persons_of(twins.club.pk).exclude(name="")]
    assert {name: names.count(name) for name in (*NAMES, "Xaver")} == dict.fromkeys((*NAMES, "Xaver"), 1)
    assert twins.documents().keys() == documents.keys()
    assert list(faults_in(twins.club)) == []
    assert LogEntry.objects.filter(club=twins.club).count() > log

    assert twins.separate().status_code == 302
    assert (twins.documents(), twins.rows()) == (documents, rows)
    assert strangers_in(twins.club, twins.other) == []
    for club in (twins.club, twins.other):
        assert list(faults_in(club)) == []
    assert not ClubJoin.objects.exists()
    assert twins.separate().status_code == 422


def test_whoever_managed_one_of_them_manages_the_whole_and_links_go_on(twins: Twins) -> None:
    guest = Device.objects.create()
    accept_link(guest, link_for(twins.other, right=Right.LOOK, target=twins.lively.evening.pk))
    code = make_rescue_code(twins.other, by=None)
    before = [{grant.device_id for grant in managers_of(club.pk)} for club in (twins.club, twins.other)]
    twins.join()
    assert {grant.device_id for grant in managers_of(twins.club.pk)} == before[0] | before[1]
    assert client_of(guest).get(twins.lively.evening.get_absolute_url()).status_code == 200
    for club in (twins.club, twins.other):
        page = client_of(twins.neighbour).get(reverse("club", args=[club.pk]))
        assert page.context["club"] == twins.club
    lost = Device.objects.create()
    assert come_by_code(lost, typed_rescue_code(code) or "") == twins.club
    twins.separate()
    after = [{grant.device_id for grant in managers_of(club.pk)} for club in (twins.club, twins.other)]
    assert after == [before[0] | {lost.pk}, before[1]]
    assert client_of(twins.neighbour).get(reverse("club", args=[twins.club.pk])).status_code == 404
    assert client_of(guest).get(twins.lively.evening.get_absolute_url()).status_code == 200
    assert set(Link.objects.filter(target=twins.lively.evening.pk).values_list("club", flat=True)) == {twins.other.pk}


def test_old_rescue_code_leads_to_the_whole_also_where_both_have_one(twins: Twins) -> None:
    codes = [make_rescue_code(club, by=None) for club in (twins.club, twins.other)]
    twins.join()
    found = [come_by_code(Device.objects.create(), typed_rescue_code(code) or "") for code in codes]
    assert found == [twins.club, twins.club]


def test_somebody_kept_apart_stays_two_people(twins: Twins) -> None:
    twins.join(Bernd=True)
    people = [player.name for player in persons_of(twins.club.pk)]
    assert (people.count("Bernd"), people.count("Clara")) == (2, 1)


def test_it_needs_who_manages_both(twins: Twins) -> None:
    posted = twins.answers()
    stranger = open_club(twins.neighbour, name="Fremde")
    for device in (twins.neighbour, twins.lively.stranger, twins.lively.guest):
        assert client_of(device).post(twins.address, posted).status_code in (403, 404)
    elsewhere = reverse("join_clubs", args=[stranger.pk])
    assert client_of(twins.neighbour).post(elsewhere, {**posted, "other": str(twins.club.pk)}).status_code == 422
    with pytest.raises(Refused, match="club_not_managed"):
        services.join_clubs(stranger, twins.club, pairs={}, by=twins.neighbour.pk)
    assert not ClubJoin.objects.exists()


@pytest.mark.thorough
def test_nothing_offers_the_other_club_or_two_things_that_look_alike(twins: Twins) -> None:
    rules = stored(published("grupp"))
    for club, content in ((twins.club, rules), (twins.other, rules), (twins.club, stored(published(RULES)))):
        name = "Hausregeln" if content == rules else "Unsere"
        HouseRuleSet.objects.create(club=club, rule_set=content, name=name, copied_from="grupp")
    days: dict[str, Any] = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    seasons.open_season(twins.owner, club=twins.club, uuid=uuid.uuid4(), name="Mittwoch", **days)
    names = sorted(HouseRuleSet.objects.offered().values_list("name", flat=True))
    twins.join()
    labels = [circle["label"] for circle in circles_of(twins.owner.pk)["circles"]]
    assert labels.count("Donnerstagsrunde") == 1
    assert "Cegofreunde" not in labels
    offered = list(HouseRuleSet.objects.offered().filter(club=twins.club).values_list("name", flat=True))
    assert sorted(offered) == ["Hausregeln", "Unsere", "Unsere (Cegofreunde)"]
    called = list(twins.club.seasons.values_list("name", flat=True))
    assert sorted(called) == ["Meisterschaft", "Mittwoch", "Mittwoch (Cegofreunde)", "November"]
    twins.separate()
    assert sorted(HouseRuleSet.objects.offered().values_list("name", flat=True)) == names


@pytest.mark.thorough
def test_what_was_opened_since_stays_in_the_club_that_both_were(twins: Twins) -> None:
    """A sheet of both, a table of a night of the other club, a person renamed: each has its own people afterwards."""
    night = nights.plan_night(twins.other, plan(), key=uuid.uuid4(), by=twins.owner.pk)
    twins.join()
    dieter = Player.objects.get(club=twins.club, name="Dieter", merged_into=None)
    both = twins.table(twins.club, ("Anna Müller", "Xaver", "Dieter", "Neu"))
    night.refresh_from_db()
    (table,) = nights.open_tables(night, {1: ("Xaver", "Bernd", "Clara", "Dieter")}, by=twins.owner.pk)
    assert twins.separate().status_code == 302
    both.refresh_from_db()
    table.refresh_from_db()
    assert (both.club_id, table.club_id) == (twins.club.pk, twins.other.pk)
    assert strangers_in(twins.club, twins.other) == []
    assert [seat.name for seat in both.seats.order_by("number")] == ["Anna Müller", "Xaver", "Dieter", "Neu"]
    assert Seat.objects.get(session=table, number=3).player == dieter
    assert [seat.name for seat in table.seats.order_by("number")] == ["Xaver", "Bernd", "Clara", "Dieter"]
    for club in (twins.club, twins.other):
        assert list(faults_in(club)) == []


def test_season_that_counts_both_keeps_them_together(twins: Twins) -> None:
    days: dict[str, Any] = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    season = seasons.open_season(twins.owner, club=twins.club, uuid=uuid.uuid4(), name="Liga", **days)
    twins.join()
    twins.lively.evening.refresh_from_db()
    tournament = Tournament.objects.get(pk=twins.lively.tournament.pk)
    seasons.add_events(season, tournaments=[tournament], by=BY)
    answer = twins.separate()
    assert (answer.status_code, "Liga" in answer.content.decode()) == (422, True)
    seasons.remove_event(season.events.get(tournament=tournament), by=BY)
    assert twins.separate().status_code == 302


@pytest.mark.thorough
def test_third_club_and_the_order_in_which_they_part(twins: Twins) -> None:
    third = open_club(twins.owner, name="Stammtisch")
    rows = twins.rows()
    first = twins.join()
    second = services.join_clubs(third, twins.club, pairs={}, by=twins.owner.pk)
    assert Club.objects.get(pk=twins.other.pk).whole == third
    with pytest.raises(Refused, match="changed_since"):
        services.separate_clubs(third, first.pk, by=twins.owner.pk)
    services.separate_clubs(third, second.pk, by=twins.owner.pk)
    assert Club.objects.get(pk=twins.other.pk).whole == twins.club
    assert twins.separate().status_code == 302
    assert twins.rows() == rows
    assert purge_clubs() == 0


def test_erased_name_stands_nowhere_in_what_was_joined(twins: Twins) -> None:
    Club.objects.filter(pk=twins.other.pk).update(name="Bei Anna Müller")
    twins.other.refresh_from_db()
    for club in (twins.club, twins.other):
        days: dict[str, Any] = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
        seasons.open_season(twins.owner, club=club, uuid=uuid.uuid4(), name="Pokal von Anna Müller", **days)
    join = twins.join()
    erase_person(Player.objects.get(club=twins.club, name="Anna Müller", merged_into=None), by=twins.owner.pk)
    texts = [*Club.objects.values_list("name", flat=True), *Season.objects.values_list("name", flat=True)]
    join.refresh_from_db()
    assert [text for text in (*texts, str(join.moved)) if "Anna" in text] == []
    assert twins.separate().status_code == 302


def test_wish_to_delete_one_of_them_does_not_mean_both(twins: Twins) -> None:
    for club in (twins.club, twins.other):
        ask_deletion(club, by=twins.owner.pk)
    twins.join()
    assert not Removal.objects.exists()


def test_deleted_club_takes_along_the_one_that_joined_it(twins: Twins) -> None:
    twins.join()
    delete_as_host(twins.club)
    for club in (twins.club, twins.other):
        assert client_of(twins.owner).get(reverse("club", args=[club.pk])).status_code == 404
    Removal.objects.update(at=timezone.now() - timedelta(days=31))
    erase_clubs()
    assert not Club.with_hidden.filter(pk__in=(twins.club.pk, twins.other.pk)).exists()
