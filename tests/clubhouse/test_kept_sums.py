"""Sums of evenings are what the hands give, whatever happens to an evening, its people and its club."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cegoscore.clubs import people
from cegoscore.clubs.models import Club, Device, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.nights import services as nights
from cegoscore.scoresheet.evening.services import late_hands
from cegoscore.scoresheet.evening.services.going_on import go_on
from cegoscore.scoresheet.hand.services import REFUSALS
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.selfcheck import faults_of
from cegoscore.scoresheet.ledger.services import moving, sheets
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.sums import fill_sums
from cegoscore.scoresheet.ledger.sums import without_sums
from cegoscore.scoresheet.models import ClubNight, CompanySum, GameSum, LateHand, Seat, SeatSum, Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.effort import examples
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, posted, writing
from tournaments.clubhouse.counted_once import forget
from tournaments.clubhouse.page import club_page
from tournaments.clubhouse.people.services import erase_person
from tournaments.clubhouse.players.page import player_page
from tournaments.clubhouse.reach import reach_of
from tournaments.clubhouse.records.queries import evenings_of, hands_of

pytestmark = pytest.mark.django_db

OUTCOMES: tuple[hands.Outcome, ...] = (
    hands.Points(contract=Contract.SOLO, declarer=0, points=41),
    hands.Points(contract=Contract.SOLO, declarer=1, points=35),
    hands.Points(contract=Contract.CEGO, declarer=0, points=40, over_solo=True),
    hands.Raeuber(contract=Contract.RAEUBER, card_points=(40, 20, 10, 0)),
    hands.Aim(contract=Contract.PICCOLO, declarer=2, made=True),
)


def shown(device: Device, clubs: Iterable[Club]) -> list[Any]:
    """Everything that is added up, of everybody: the pages of people and the records."""
    found: list[Any] = []
    for club in clubs:
        reach = reach_of(club, device.pk)
        assert club_page(reach) is not None
        found += [hands_of(reach), evenings_of(reach)]
        for person in people.persons_of(club.pk).order_by("pk"):
            page = player_page(person, reach)
            assert page is not None
            found.append((page.count, page.total, page.wins, page.best, page.outings, page.play))
    return found


def looked_at(circle: Circle, pick: int) -> list[Any]:
    """All that is counted once and kept in this process: the records, and the page of some person."""
    reaches = [reach_of(club, circle.device.pk) for club in circle.clubs]
    person = circle.person(pick)
    found: list[Any] = [
        player_page(person, reach, most=most) for reach in reaches if reach.club == person.club for most in (1, None)
    ]
    return found + [counted for reach in reaches for counted in (hands_of(reach), evenings_of(reach))]


def assert_nothing_old_is_shown(circle: Circle, pick: int) -> None:
    """Check that what was kept before still holds, or is counted anew."""
    before = looked_at(circle, pick)
    forget()
    assert looked_at(circle, pick) == before


def assert_sums_are_what_hands_give(circle: Circle) -> None:
    """The same pages with sums and without any; every ended evening has them, and they prove right."""
    assert not without_sums().exists()
    assert [fault for sheet in circle.sheets() for fault in faults_of(sheet)] == []
    with_sums = shown(circle.device, circle.clubs)
    kept = list(SeatSum.objects.values_list("pk", "ended_at"))
    SeatSum.objects.update(ended_at=F("ended_at") - timedelta(days=1))
    forget()
    assert shown(circle.device, circle.clubs) == with_sums
    for key, ended_at in kept:
        SeatSum.objects.filter(pk=key).update(ended_at=ended_at)


class Circle:
    """Two evenings of one club, a year apart, and another club that they can move to."""

    def __init__(self) -> None:
        self.world = copied(World)
        self.device = self.world.owner
        self.club, self.other = self.clubs = self.world.sheet.club, open_club(self.device, name="Andere")
        following = self.next(self.world.sheet)
        began = following.started_at - timedelta(days=366)
        Session.objects.filter(pk=self.world.sheet.pk).update(started_at=began)
        for sheet in (self.world.sheet, following):
            for pick in range(3):
                self.write(sheet, None, pick)

    def sheets(self) -> QuerySet[Session]:
        """Its evenings, deleted ones among them."""
        return Session.objects.filter(club__in=self.clubs)

    def next(self, sheet: Session) -> Session:
        """The next evening with the same people."""
        seats = sheet.seats.order_by("number").values_list("player", flat=True)
        new = sheets.next_evening(sheet, players=list(seats))
        return Session.objects.select_related("rule_set").get(pk=new.pk)

    def sheet(self, pick: int) -> Session:
        """Any evening that there is."""
        there = list(self.sheets().select_related("rule_set", "club", "night").order_by("started_at", "pk"))
        return there[pick % len(there)]

    def person(self, pick: int) -> Player:
        """Any person, erased ones among them."""
        there = list(Player.objects.filter(merged_into=None, club__in=self.clubs).order_by("pk"))
        return there[pick % len(there)]

    def act(self, action: str, pick: int) -> None:
        """Something happens; what makes no sense is refused."""
        sheet, person = self.sheet(pick), self.person(pick)
        with suppress(*REFUSALS):
            ACTIONS[action](self, sheet, person, pick)

    def write(self, sheet: Session, _person: Player | None, pick: int) -> None:
        sheet = Session.objects.select_related("rule_set").get(pk=sheet.pk)
        number = sheet.hands.values("number").distinct().count() + 1
        outcome, dealer = OUTCOMES[pick % len(OUTCOMES)], sheet_page(sheet).turn.dealer
        write_hand(sheet, writing(number, outcome, dealer=dealer), device=None)

    def strike(self, sheet: Session, _person: Player, pick: int) -> None:
        revision = sheet.hands.filter(number=1).count() + 1
        strike_or_restore(
            sheet, number=1, revision=revision, uuid=uuid.uuid4(), void=bool(pick % 2), why="", device=None
        )

    def late(self, sheet: Session, _person: Player, _pick: int) -> None:
        fields = {name: str(value) for name, value in posted(99).items()}
        late = LateHand.objects.create(session=sheet, uuid=uuid.uuid4(), kind="new", fields=fields)
        late_hands.take(late, by=self.device.pk)

    def go_on(self, sheet: Session, _person: Player, _pick: int) -> None:
        rules = published("braeunlingen-ministranten")
        go_on(sheet, seen=sheet.version, staying=[1, 0, 2, 3], dealer=0, rules=rules, why="so", device=None)

    def night(self, sheet: Session, _person: Player, _pick: int) -> None:
        night = sheet.night or ClubNight.objects.create(
            club=sheet.club, name="Spielabend", day=timezone.localdate(), rule_set=sheet.rule_set
        )
        if sheet.night is None:
            nights.add_sheets(night, [sheet.pk], by=self.device.pk)
        else:
            (nights.reopen_night if night.ended_at else nights.end_night)(night, by=self.device.pk)

    def merge(self, _sheet: Session, person: Player, pick: int) -> None:
        people.merge(person.club_id, kept=person.pk, gone=self.person(pick + 1).pk)

    def separate(self, _sheet: Session, _person: Player, _pick: int) -> None:
        for merged in Player.objects.filter(club__in=self.clubs).exclude(merged_into=None):
            people.separate(merged.club_id, player=merged.pk)

    def move(self, sheet: Session, _person: Player, _pick: int) -> None:
        to = self.other if sheet.club_id == self.club.pk else self.club
        moving.move_sheets([sheet], to)

    def delete(self, sheet: Session, _person: Player, _pick: int) -> None:
        (sheets.delete_sheet if sheet.deleted_at is None else sheets.restore_sheet)(sheet)


ACTIONS: dict[str, Any] = {
    "close": lambda _circle, sheet, _person, _pick: sheets.close_sheet(sheet),
    "reopen": lambda _circle, sheet, _person, _pick: sheets.reopen_sheet(sheet),
    "next": lambda circle, sheet, _person, _pick: circle.next(sheet),
    "erase": lambda _circle, _sheet, person, _pick: erase_person(person),
    "purge": lambda circle, sheet, _person, _pick: sheet.delete() if circle.sheets().count() > 1 else None,
    "write": Circle.write,
    "strike": Circle.strike,
    "late": Circle.late,
    "go_on": Circle.go_on,
    "night": Circle.night,
    "merge": Circle.merge,
    "separate": Circle.separate,
    "move": Circle.move,
    "delete": Circle.delete,
}


ACTS = st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 9))


@pytest.mark.thorough
@settings(max_examples=examples(24), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(happening=st.lists(ACTS, min_size=4, max_size=12))
def test_whatever_happens_sums_are_what_hands_give(db: None, happening: list[tuple[str, int]]) -> None:
    circle = copied(Circle)
    for action, pick in [("close", 0), *happening]:
        circle.act(action, pick)
        assert_nothing_old_is_shown(circle, pick % 2)
    assert_sums_are_what_hands_give(circle)


def first_ended() -> Circle:
    """Two evenings, the first of them ended."""
    circle = copied(Circle)
    sheets.close_sheet(circle.world.sheet)
    return circle


@pytest.fixture
def ended() -> Circle:
    return copied(first_ended)


def test_sums_hold_while_the_end_is_the_same(ended: Circle) -> None:
    sheet = ended.world.sheet
    assert SeatSum.objects.filter(seat__session=sheet, ended_at=F("seat__session__ended_at")).count() == len(NAMES)
    sheets.reopen_sheet(sheet)
    assert not SeatSum.objects.filter(ended_at=F("seat__session__ended_at")).exists()
    ended.write(sheet, None, 0)
    sheets.close_sheet(sheet)
    assert set(SeatSum.objects.values_list("hands", flat=True)) == {4}
    assert_sums_are_what_hands_give(ended)


def test_forged_sums_are_found(ended: Circle) -> None:
    sheet = Session.objects.get(pk=ended.world.sheet.pk)
    for rows, field in ((SeatSum, "hands"), (SeatSum, "rank"), (GameSum, "points"), (CompanySum, "points")):
        before = rows.objects.order_by("pk").values_list("pk", field)[0]
        rows.objects.filter(pk=before[0]).update(**{field: F(field) + 1})
        assert ["the sums" in fault for fault in faults_of(sheet)] == [True]
        rows.objects.filter(pk=before[0]).update(**{field: before[1]})
    assert list(faults_of(sheet)) == []


@pytest.mark.thorough
def test_evenings_that_another_version_ended_are_added_up_until_their_sums_are_filled_in(
    ended: Circle,
) -> None:
    before = shown(ended.device, ended.clubs)
    SeatSum.objects.all().delete()
    assert shown(ended.device, ended.clubs) == before
    assert fill_sums() == "sums of 1 evenings kept"
    assert_sums_are_what_hands_give(ended)
    assert fill_sums() == "sums of 0 evenings kept"


def test_sums_that_another_version_left_behind_go(ended: Circle) -> None:
    """It deletes a sheet without knowing them."""
    ghost = SeatSum.objects.get(seat__session=ended.world.sheet, seat__number=0)
    SeatSum.objects.filter(pk=ghost.pk).update(seat=Seat.objects.latest("pk").pk + 1000)
    fill_sums()
    assert not SeatSum.objects.filter(pk=ghost.pk).exists()


# Before and after New Year

NEW_YEAR = datetime(2025, 1, 1, tzinfo=UTC)


def begin(evenings: list[Session], before: int) -> None:
    """They began a day apart from one another, so many of them before New Year."""
    for number, sheet in enumerate(evenings):
        began = NEW_YEAR + timedelta(days=number - before, hours=19)
        Session.objects.filter(pk=sheet.pk).update(started_at=began)


def counted(circle: Circle) -> list[Any]:
    """Values of the records and of one person's page, without the days."""
    reach = reach_of(circle.club, circle.device.pk)
    records = evenings_of(reach).records
    found: list[Any] = [records, hands_of(reach)]
    for most in (3, 10, None):
        page = player_page(circle.person(0), reach, most=most)
        assert page is not None
        assert page.best is not None
        outings = [(each.key, each.points, each.total, each.rank) for each in page.outings]
        sums = page.count, page.total, page.wins, page.best.key, [step.total for step in page.curve]
        assert page.play is not None
        assert page.play.best is not None
        found += [outings, sums, page.play.hands, page.play.kinds, page.play.best.url, page.play.well]
    return found


@pytest.mark.thorough
def test_nothing_depends_on_where_new_year_is(ended: Circle) -> None:
    evenings = [ended.world.sheet]
    for pick in range(1, 14):
        evenings.append(ended.next(evenings[-1]))
        for each in range(pick % 3 + 1):
            ended.write(evenings[-1], None, pick + each)
        sheets.close_sheet(evenings[-1])
    Session.objects.filter(state="open").delete()
    begin(evenings, 14)
    in_one_year = counted(ended)
    for before in (0, 1, 2, 7, 11, 13):
        begin(evenings, before)
        assert counted(ended) == in_one_year, before


@pytest.mark.thorough
def test_only_the_newest_year_is_counted_anew_when_an_evening_there_changes(ended: Circle) -> None:
    newest = Session.objects.get(state="open")
    sheets.close_sheet(newest)
    reach = reach_of(ended.club, ended.device.pk)

    def asked(changed: Session | None) -> tuple[int, ...]:
        if changed is not None:
            sheets.reopen_sheet(Session.objects.get(pk=changed.pk))
            sheets.close_sheet(Session.objects.get(pk=changed.pk))
        found = []
        for look in (evenings_of, hands_of, lambda reach: player_page(ended.person(0), reach)):
            with CaptureQueriesContext(connection) as queries:
                look(reach)
            found.append(len(queries))
        return tuple(found)

    cold, kept, first, all_anew = asked(None), asked(None), asked(newest), asked(ended.world.sheet)
    for one_cold, one_kept, one_first in zip(cold, kept, first, strict=True):
        assert one_kept < one_first < one_cold
    assert all_anew[0] == cold[0]
    assert_nothing_old_is_shown(ended, 0)


def test_evening_that_lasts_over_new_year_is_one(ended: Circle) -> None:
    """A club night with a table on either side, and a sheet that goes on by other rules."""
    following = Session.objects.get(state="open")
    reach = reach_of(ended.club, ended.device.pk)
    night = ClubNight.objects.create(
        club=ended.club, name="Silvester", day=NEW_YEAR.date(), rule_set=following.rule_set
    )
    Session.objects.filter(pk=following.pk).update(started_at=NEW_YEAR + timedelta(hours=1))
    Session.objects.filter(pk=ended.world.sheet.pk).update(started_at=NEW_YEAR - timedelta(hours=2))
    assert evenings_of(reach).records.events == 2
    Session.objects.update(night=night)
    assert evenings_of(reach).records.events == 1
    Session.objects.update(night=None)
    assert evenings_of(reach).records.events == 2
    Session.objects.filter(pk=following.pk).update(continues=ended.world.sheet)
    assert evenings_of(reach).records.events == 1
