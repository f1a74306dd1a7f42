"""The box of a club: what an evening costs, once; what is paid in and out; who may see it, and where it goes along."""

import io
import re
from decimal import Decimal
from functools import partial
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import given, settings, strategies as st

from cegoscore.bookings.models import BOX, DUE, Booking
from cegoscore.bookings.services import dues
from cegoscore.clubs.models import Club, Device, LogEntry, Player, Right
from cegoscore.clubs.people import merge, separate
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.nights import services as nights
from cegoscore.outings.models import Outing
from cegoscore.outings.services import settle_all
from cegoscore.scoresheet.evening.services import go_on, take
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.ledger.services.sheets import (
    close_sheet,
    delete_sheet,
    move_sheets,
    reopen_sheet,
    restore_sheet,
)
from cegoscore.scoresheet.models import LateHand, Session
from cegoscore.scoresheet.table.services import reseat
from cegoscore.scoring.rules.rule_files import published
from tests.effort import WITH_FIXTURES, evenings, thorough
from tests.pages import body_of
from tests.scoresheet.evening.test_late_hands import deliver
from tests.scoresheet.ledger.test_races import WRITERS, at_once
from tests.worlds.copied import copied
from tests.worlds.night import NightWorld
from tests.worlds.sheet import World, another_evening, client_of, posted
from tournaments.clubhouse.backup import parse_json, write_backup
from tournaments.clubhouse.money.page import box_page, people_of
from tournaments.clubhouse.money.services import BookingForm

pytestmark = pytest.mark.django_db
RULES = published("braeunlingen-ministranten")


class Round(World):
    """A club whose losers pay five cents a point; Anna has +20, Bernd 0, Clara -8, Dieter -12."""

    def __init__(self) -> None:
        super().__init__()
        self.club = self.sheet.club
        self.rule("losers", "0.05")
        self.score(20, 0, -8, -12)

    def rule(self, kind: str, amount: str, most: str | None = None) -> None:
        Club.objects.filter(pk=self.club.pk).update(box_rule=kind, box_amount=amount, box_most=most)

    def score(self, *amounts: int, sheet: Session | None = None) -> None:
        adjust(sheet or self.fresh(), uuid=uuid4(), amounts=amounts, why="gespielt", device=self.owner)

    def fresh(self) -> Session:
        return Session.objects.get(pk=self.sheet.pk)

    def close(self) -> None:
        close_sheet(self.fresh())

    def reopen(self) -> None:
        reopen_sheet(self.fresh())

    def person(self, name: str) -> Player:
        return Player.objects.get(club=self.club, name=name)

    def should(self) -> dict[str, int]:
        """Dues of each, in cents, as the page has them."""
        return {row["name"]: row["due"] for row in people_of(self.club) if row["due"]}

    def book(self, who: Device | None = None, **fields: Any) -> Any:
        usual = {"uuid": uuid4(), "sign": 1, "amount": "5", "reason": ""}
        return client_of(who or self.owner).post(reverse("box", args=[self.club.pk]), usual | fields)

    def page(self, who: Device | None = None) -> str:
        return body_of(client_of(who or self.owner).get(reverse("box", args=[self.club.pk])))


@pytest.fixture
def pub(db: None) -> Round:
    return copied(Round)


def test_another_amount_from_a_page_that_came_back_is_booked_too(pub: Round) -> None:
    sent: dict[str, Any] = {"uuid": uuid4(), "payer": pub.person("Dieter").pk}
    for amount in ("5", "5", "7,50"):
        assert pub.book(**sent, amount=amount).status_code == 302
    assert sorted(Booking.objects.filter(kind=BOX).values_list("cents", flat=True)) == [500, 750]
    assert "(Dieter 7,50" in pub.page()


# What an evening costs


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("losers:0.05:0", [0, 0, 40, 60]),
        ("losers:0.05:0.50", [0, 0, 40, 50]),
        ("losers:0.0313:0", [0, 0, 25, 38]),  # 25.04 and 37.56
        ("losers:0.0125:0", [0, 0, 10, 15]),
        ("losers:0.005:0", [0, 0, 4, 6]),
        ("first:0.1:0", [0, 200, 280, 320]),
        ("first:0.1:3.00", [0, 200, 280, 300]),
        ("fee:2:0", [200, 200, 200, 200]),
        ("fee:0.005:0", [1, 1, 1, 1]),  # half a cent goes up
    ],
)
def test_what_a_rule_costs(rule: str, expected: list[int]) -> None:
    assert list(dues(rule, dict(enumerate([20, 0, -8, -12]))).values()) == expected


def test_evening_costs_nothing_without_a_box_or_before_it_is_closed(pub: Round) -> None:
    assert not Booking.objects.exists()
    pub.rule("", "0.05")
    pub.close()
    assert not Booking.objects.exists()


@thorough
def test_evening_from_before_the_box_costs_nothing_when_it_is_counted_at_night_or_brought_back(pub: Round) -> None:
    pub.rule("", "0.05")
    pub.close()
    delete_sheet(pub.fresh())
    pub.rule("losers", "0.05")
    restore_sheet(pub.fresh())
    Outing.objects.all().delete()  # as on a server that comes from the version before
    settle_all()
    assert Outing.objects.exists()
    assert not Booking.objects.exists()


def test_evening_whose_last_sheet_is_deleted_costs_what_the_one_before_says(pub: Round) -> None:
    pub.close()
    pub.reopen()
    going_on: dict[str, Any] = {"staying": [0, 1, 2, 3], "dealer": 0, "rules": RULES, "why": "weiter"}
    sheet = pub.fresh()
    delete_sheet(go_on(sheet, seen=sheet.version, device=pub.owner, **going_on))
    assert pub.should() == {"Clara": 40, "Dieter": 60}


def test_dues_of_somebody_who_turned_out_to_be_two_are_theirs_again(pub: Round) -> None:
    other = Player.objects.create(club=pub.club, name="Dieter B")
    gone = pub.person("Dieter")
    merge(pub.club.pk, kept=other.pk, gone=gone.pk)
    pub.close()
    separate(pub.club.pk, player=gone.pk)
    assert pub.should() == {"Clara": 40, "Dieter": 60}


def test_who_turns_out_to_have_sat_there_owes_it(pub: Round) -> None:
    pub.close()
    pub.reopen()
    other = Player.objects.create(club=pub.club, name="Edgar")
    sheet = pub.fresh()
    people = dict(sheet.seats.values_list("number", "player"))
    reseat(sheet, seen=sheet.version, players=people | {3: other.pk})
    pub.close()
    assert pub.should() == {"Clara": 40, "Edgar": 60}
    club = Club.objects.create(name="Mittwoch")
    move_sheets([pub.fresh()], club)
    assert pub.should() == {}
    assert {row["name"]: row["due"] for row in people_of(club) if row["person"]} == {"Clara": 40, "Edgar": 60}
    assert sum(row["due"] for row in people_of(club) if not row["person"]) == 0
    assert list(faults_in(club)) == []


def test_who_turns_out_to_have_sat_there_after_it_went_on_has_the_evening_alone(pub: Round) -> None:
    other = Player.objects.create(club=pub.club, name="Edgar")
    sheet = pub.fresh()
    following = go_on(
        sheet, seen=sheet.version, staying=[0, 1, 2, 3], dealer=0, rules=RULES, why="weiter", device=pub.owner
    )
    following.refresh_from_db()
    people = dict(following.seats.values_list("number", "player"))
    reseat(following, seen=following.version, players=people | {3: other.pk})
    close_sheet(following)
    assert pub.should() == {"Clara": 40, "Edgar": 60}
    assert set(Outing.objects.values_list("player__name", "points")) >= {("Clara", -8), ("Edgar", -12)}
    assert not Outing.objects.filter(player__name="Dieter").exists()


@thorough
def test_club_night_costs_once_by_the_sum_of_its_tables() -> None:
    night = copied(NightWorld)
    Club.objects.update(box_rule="fee", box_amount="3")
    for sheet, amounts in zip(
        night.night.sheets.order_by("night_table"), ([9, -3, -3, -3], [1, 1, 1, 1, -4]), strict=True
    ):
        adjust(sheet, uuid=uuid4(), amounts=amounts, why="gespielt", device=None)
        close_sheet(Session.objects.get(pk=sheet.pk))
    nights.end_night(night.fresh(), by=night.owner.pk)
    booked = Booking.objects.filter(kind=DUE)
    assert booked.count() == 9
    assert set(booked.values_list("key", "cents")) == {(night.night.pk, 300)}
    nights.reopen_night(night.fresh(), by=night.owner.pk)
    nights.end_night(night.fresh(), by=night.owner.pk)
    assert booked.count() == 9


@thorough
def test_self_check_finds_dues_that_are_not_what_the_rule_says(pub: Round) -> None:
    pub.close()
    Booking.objects.filter(cents=60).update(cents=61)
    assert [fault for fault in faults_in(pub.club) if "dues" in fault]


ACTS = st.one_of(
    st.tuples(st.just("score"), st.integers(0, 2), st.lists(st.integers(-40, 40), min_size=3, max_size=3)),
    st.tuples(st.sampled_from(["close", "close", "reopen", "delete", "restore"]), st.integers(0, 2), st.none()),
    st.tuples(
        st.just("rule"),
        st.sampled_from(["losers", "first", "fee", ""]),
        st.tuples(st.sampled_from(["0.05", "0.0125", "2"]), st.sampled_from([None, "1.50"])),
    ),
    st.tuples(st.just("pay"), st.integers(0, 3), st.integers(-900, 900).filter(bool)),
    st.tuples(st.just("back"), st.integers(0, 5), st.none()),
)


class Naive:
    """The box counted from nothing: every evening anew, every payment one by one."""

    def __init__(self, world: Round) -> None:
        self.world = world
        self.keys = [world.sheet.pk, *(another_evening(world.fresh()).pk for _ in range(2))]
        self.rule: tuple[str, str, str | None] = ("losers", "0.05", None)
        self.rules: dict[int, tuple[str, str, str | None]] = {}
        self.closed: dict[int, list[int]] = {}
        self.asked: dict[int, list[int]] = {}
        self.payments: list[tuple[int, int, bool]] = []

    def sheet(self, number: int) -> Session:
        return Session._base_manager.get(pk=self.keys[number])

    def do(self, act: tuple[Any, Any, Any]) -> None:
        what, number, more = act
        getattr(self, what)(number, more)

    def score(self, number: int, more: list[int]) -> None:
        sheet = self.sheet(number)
        if sheet.state == "open" and sheet.deleted_at is None:
            self.world.score(*more, -sum(more), sheet=sheet)

    def close(self, number: int, _more: None) -> None:
        sheet = self.sheet(number)
        if sheet.deleted_at is None and sheet.state == "open":
            close_sheet(sheet)
            self.count(number)

    def count(self, number: int) -> None:
        """Note the costs as the evening stands."""
        points = list(self.sheet(number).seats.order_by("number").values_list("total", flat=True))
        played = [person for person, total in enumerate(points) if total]
        kind, amount, most = self.rules.get(number, self.rule)
        cents = [0, 0, 0, 0]
        for person in played if kind else ():
            first = max(points[each] for each in played)
            count = {"losers": max(0, -points[person]), "first": first - points[person], "fee": 1}[kind]
            tenths = int(Decimal(amount) * 100_000 * count)  # of a thousandth of a cent, and half a cent goes up
            cents[person] = (tenths + 500) // 1000
            if most:
                cents[person] = min(cents[person], int(Decimal(most) * 100))
        if any(cents):
            self.rules.setdefault(number, self.rule)
        self.asked[number] = cents

    def reopen(self, number: int, _more: None) -> None:
        if self.sheet(number).deleted_at is None:
            reopen_sheet(self.sheet(number))

    def delete(self, number: int, _more: None) -> None:
        if self.sheet(number).deleted_at is None:
            delete_sheet(self.sheet(number))
            self.asked.pop(number, None)

    def restore(self, number: int, _more: None) -> None:
        sheet = self.sheet(number)
        if sheet.deleted_at is not None:
            restore_sheet(sheet)
            if sheet.state == "closed":
                self.count(number)

    def pay(self, number: int, cents: int) -> None:
        person = self.world.sheet.seats.get(number=number).player_id
        answer = self.world.book(
            sign=1 if cents > 0 else -1, amount=Decimal(abs(cents)) / 100, payer=person, reason="Kasse"
        )
        assert answer.status_code == 302
        self.payments.append((number, cents, False))

    def back(self, number: int, _more: None) -> None:
        rows = list(Booking.objects.filter(kind=BOX, reverses=None).order_by("pk"))
        if number < len(rows):
            assert self.world.book(back=rows[number].pk).status_code == 302
            self.payments[number] = (*self.payments[number][:2], True)


def set_rule(naive: Naive, kind: str, amount: str, most: str | None) -> None:
    naive.world.rule(kind, amount, most)
    naive.rule = (kind, amount, most)


@given(st.lists(ACTS, min_size=6, max_size=25))
@settings(max_examples=evenings(30), deadline=None, suppress_health_check=WITH_FIXTURES)
def test_box_is_what_a_naive_count_says_whatever_was_closed_opened_paid_and_taken_back(
    db: None, acts: list[tuple[Any, Any, Any]]
) -> None:
    with transaction.atomic():
        naive = Naive(Round())
        for act in acts:
            if act[0] == "rule":
                set_rule(naive, act[1], *act[2])
            else:
                naive.do(act)
        club = naive.world.club
        people = {row["person"]: row for row in people_of(club)}
        seats = [seat.player_id for seat in naive.world.sheet.seats.order_by("number")]
        for number, person in enumerate(seats):
            row = people.get(person, {"due": 0, "paid": 0, "left": 0})
            due = sum(cents[number] for cents in naive.asked.values())
            paid = sum(cents for who, cents, is_back in naive.payments if who == number and not is_back)
            assert (row["due"], row["paid"], row["left"]) == (due, paid, paid - due)
        page = box_page(club, whole=False)
        assert page["sum"] == sum(cents for _who, cents, is_back in naive.payments if not is_back)
        assert page["owed"] == sum(max(-row["left"], 0) for person, row in people.items() if person in seats)
        assert list(faults_in(club)) == []
        transaction.set_rollback(True)


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_evening_that_every_phone_closes_at_once_is_booked_once_and_so_is_a_tap_and_its_undoing() -> None:
    world = Round()
    assert at_once([world.close] * WRITERS) == [None] * WRITERS
    assert world.should() == {"Clara": 40, "Dieter": 60}
    assert Booking.objects.count() == 2
    world.reopen()
    world.score(0, 0, 8, -8)
    assert at_once([world.close] * WRITERS) == [None] * WRITERS
    assert world.should() == {"Dieter": 100}
    assert Booking.objects.count() == 4
    send = partial(world.book, uuid=uuid4(), payer=world.person("Dieter").pk)
    assert {answer.status_code for answer in at_once([send] * WRITERS)} == {302}
    (row,) = Booking.objects.filter(kind=BOX)
    assert {answer.status_code for answer in at_once([partial(world.book, back=row.pk)] * WRITERS)} == {302}
    assert list(Booking.objects.filter(kind=BOX).order_by("pk").values_list("cents", flat=True)) == [500, -500]
    assert list(faults_in(world.club)) == []


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_late_hands_that_managers_take_at_once_are_booked_once_with_the_evening_as_it_is_then() -> None:
    world = Round()
    world.close()
    for _ in range(3):
        deliver(world, posted(1))
    late = list(LateHand.objects.select_related("session"))
    jobs = [partial(take, LateHand.objects.get(pk=each.pk), by=world.owner.pk) for each in (*late, *late)]
    assert at_once([*jobs, world.close]) == [None] * 7
    assert world.totals() == [-10, 90, -38, -42]
    assert world.should() == {"Anna": 50, "Clara": 190, "Dieter": 210}
    assert list(faults_in(world.club)) == []


# Money in and out


@thorough
def test_who_pays_in_stands_better_and_the_log_says_who_booked_it(pub: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.clubhouse.money.page.NEWEST", 1)
    pub.close()
    dieter = pub.person("Dieter")
    assert pub.book(amount="0,60", payer=dieter.pk).status_code == 302
    assert pub.book(sign=-1, amount="0,25", reason="Kreide").status_code == 302
    html = pub.page()
    assert "0,35\N{NO-BREAK SPACE}€" in html  # what is in it
    assert "0,40\N{NO-BREAK SPACE}€" in html  # what Clara owes
    entry = LogEntry.objects.filter(kind="booked").earliest("pk")
    assert (entry.subject, entry.after, entry.device) == ("Rundenkasse", "Dieter, 0,60 €", pub.owner)
    row = Booking.objects.get(payer=dieter, kind=BOX)
    assert pub.book(back=row.pk).status_code == 302
    assert pub.book(back=row.pk).status_code == 302
    assert Booking.objects.filter(kind=BOX).count() == 3
    assert LogEntry.objects.latest("pk").after == "Dieter, 0,60 €, zurückgenommen"
    assert [len(box_page(pub.club, whole=whole)["rows"]) for whole in (False, True)] == [1, 2]
    statement = client_of(pub.owner).get(reverse("box_of_person", args=[pub.club.pk, dieter.pk]))
    assert "−0,60\N{NO-BREAK SPACE}€" in body_of(statement)


def test_what_was_paid_keeps_its_currency_when_the_box_is_settled_and_gets_another(pub: Round) -> None:
    pub.close()
    for name, amount in {"Clara": "0,40", "Dieter": "0,60"}.items():
        pub.book(amount=amount, payer=pub.person(name).pk)
    pub.book(sign=-1, amount="1,00", reason="Vesper")
    Club.objects.filter(pk=pub.club.pk).update(currency="CHF")
    statement = client_of(pub.owner).get(reverse("box_of_person", args=[pub.club.pk, pub.person("Dieter").pk]))
    for html in (pub.page(), body_of(statement)):
        assert "0,60\N{NO-BREAK SPACE}€" in html
        assert "0,60\N{NO-BREAK SPACE}CHF" not in html.partition("rows-title")[2]
    pub.book(back=Booking.objects.get(cents=-100).pk)
    assert LogEntry.objects.latest("pk").after == "−1,00 €, Vesper, zurückgenommen"
    assert {*Booking.objects.values_list("currency", flat=True)} == {"€"}


@pytest.mark.parametrize(
    "fields",
    [
        {"amount": "-3"},
        {"amount": "1.005"},
        {"amount": "viel"},
        {"sign": 2},
        {"uuid": "x"},
        {"reason": "x" * 121},
    ],
)
def test_what_makes_no_sense_is_not_booked(pub: Round, fields: dict[str, Any]) -> None:
    assert pub.book(**fields).status_code == 422
    assert not Booking.objects.exists()


def test_reason_is_asked_for_of_what_is_everybodys_or_goes_out(pub: Round) -> None:
    for sign, amount, payer, reason in product((1, -1), ("5", "0"), (pub.person("Dieter").pk, "", 0), ("Kreide", "")):
        sent = {"uuid": uuid4(), "sign": sign, "amount": amount, "payer": payer, "reason": reason}
        is_asked = not reason and (payer == "" or (sign < 0 and amount == "5"))
        faults = {"amount": amount == "0", "payer": payer == 0, "reason": is_asked}
        assert {*BookingForm(sent, club=pub.club.pk).errors} == {name for name, is_one in faults.items() if is_one}


def test_two_of_one_name_are_told_apart_where_money_is_booked_and_owed(pub: Round) -> None:
    for village in ("Urach", "Hüfingen"):
        person = Player.objects.create(club=pub.club, name="Änne", village=village)
        assert pub.book(payer=person.pk).status_code == 302
    page = body_of(client_of(pub.owner).get(reverse("box", args=[pub.club.pk])))
    offered = ("Anna", "Änne, Hüfingen", "Änne, Urach", "Bernd", "Clara", "Dieter")
    assert re.findall(r'<option value="([^"]+)"></option>', page) == [*offered]
    assert re.findall(r'Änne <span class="faint small">(\w+)', page) == ["Hüfingen", "Urach", "Hüfingen", "Urach"]


def test_nothing_of_another_ledger_is_taken_back_here(pub: Round) -> None:
    pub.close()
    due = Booking.objects.filter(kind=DUE).earliest("pk")
    assert pub.book(back=due.pk).status_code == 404
    assert pub.book(back=10**17).status_code == 404
    assert Booking.objects.count() == 2


def test_members_see_the_box_and_nobody_else_does_and_managers_book(pub: Round) -> None:
    pub.close()
    member = Device.objects.create()
    accept_link(member, link_for(pub.club, right=Right.LOOK, target=pub.club.pk))
    places = [reverse("box", args=[pub.club.pk]), reverse("box_of_person", args=[pub.club.pk, pub.person("Clara").pk])]
    roles = {pub.owner: 200, member: 200, pub.guest: 403, pub.mate: 403, pub.stranger: 404}
    for who, status in roles.items():
        assert {client_of(who).get(place).status_code for place in places} == {status}
        assert pub.book(who, reason="Spende").status_code == {200: 403, 403: 403, 404: 404}[status] or who == pub.owner
    assert Booking.objects.filter(kind=BOX).count() == 1
    assert 'name="amount"' not in pub.page(member)
    assert 'name="back"' not in pub.page(member)
    place = f'href="{places[0]}"'
    for who, is_there in {pub.owner: True, member: True, pub.mate: False}.items():
        assert (place in body_of(client_of(who).get(reverse("club", args=[pub.club.pk])))) is is_there
    pub.rule("", "0.05")
    assert place in body_of(
        client_of(pub.owner).get(reverse("club", args=[pub.club.pk]))
    )  # what is in it is still there


@thorough
def test_damaged_rule_in_a_backup_is_refused(pub: Round) -> None:
    pub.close()
    out = io.StringIO()
    write_backup(pub.club, out)
    _backup, problems = parse_json(out.getvalue().replace("losers:0.0500:0", "losers:viel:0"))
    assert problems


def test_settings_of_a_club_have_one_place_for_it_and_want_an_amount(pub: Round) -> None:
    client, place = client_of(pub.owner), reverse("club_settings", args=[pub.club.pk])
    assert 'name="box_rule"' in body_of(client.get(place))
    sent = {"name": "Runde", "rules": "", "stake": "", "currency": "€", "box_rule": "first", "box_amount": ""}
    assert client.post(place, sent).status_code == 422
    assert client.post(place, sent | {"box_amount": "0,1", "box_most": "3"}).status_code == 302
    club = Club.objects.get(pk=pub.club.pk)
    assert (club.box_rule, club.box_amount, club.box_most) == ("first", Decimal("0.1"), Decimal(3))
    assert "Rundenkasse" in LogEntry.objects.latest("pk").after
    pub.close()
    assert pub.should() == {"Clara": 280, "Dieter": 300}  # Bernd had no hand
