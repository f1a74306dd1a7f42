"""Paying at the end of an evening: booked while it is played or later, reversed, settled anew to the cent, once."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.urls import reverse
from hypothesis import given, settings, strategies as st

from cegoscore.bookings.models import Booking
from cegoscore.bookings.services import faults
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import LogEntry, Player
from cegoscore.clubs.people import merge
from cegoscore.scoresheet.evening.evening_page import evening_page
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.evening.services import go_on
from cegoscore.scoresheet.ledger.money import Stake, bookings_of, open_cents, plain, still_due
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.notes import adjust, set_stake, unpay
from cegoscore.scoresheet.ledger.services.sheets import (
    close_sheet,
    delete_sheet,
    import_document,
    move_sheets,
    purge_sheets,
    restore_sheet,
)
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table.services import reseat
from cegoscore.scoring.documents.document import Transfer, parse, write
from cegoscore.scoring.documents.ledger import settle
from cegoscore.scoring.rules.rule_files import published
from tests.effort import examples, thorough
from tests.pages import body_of
from tests.scoresheet.acting import fresh, send, version
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, open_table, posted

pytestmark = pytest.mark.django_db
ANNA, BERND, CLARA, DIETER = range(4)
RULES = published("braeunlingen-ministranten")


def due_on(page: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(one.payer, one.receiver, plain(one.money)) for one in page["payments"]]


class Pub(World):
    """Five cents a point; by 23:00 Dieter owes 4,25: to Bernd 3,25 and to Clara 1,00."""

    def __init__(self) -> None:
        super().__init__()
        Session.objects.filter(pk=self.sheet.pk).update(stake=Decimal("0.05"), currency="€")
        self.sheet.refresh_from_db()
        self.score(0, 65, 20, -85)

    def score(self, *amounts: int) -> None:
        adjust(self.sheet, uuid=uuid4(), amounts=amounts, why="gespielt", device=self.owner)

    def pay(self, payer: int, receiver: int, cents: int, who: str = "mate", **more: Any) -> Any:
        fields = {"uuid": uuid4(), "payer": payer, "receiver": receiver, "cents": cents} | more
        return send(self, "pay", fields, client=client_of(getattr(self, who)))

    def page(self) -> dict[str, Any]:
        return evening_page(fresh(self))

    def due(self) -> list[tuple[str, str, str]]:
        return due_on(self.page())

    def paid(self) -> list[str]:
        return [plain(text) for _row, text in self.page()["paid"]]


@pytest.fixture
def pub(db: None) -> Pub:
    return copied(Pub)


@thorough
def test_who_pays_and_goes_home_has_paid_and_the_rest_settles_what_was_played_later(pub: Pub) -> None:
    assert pub.due() == [("Dieter", "Bernd", "3,25 €"), ("Dieter", "Clara", "1,00 €")]
    assert pub.pay(DIETER, BERND, 325).status_code == 302
    assert pub.due() == [("Dieter", "Clara", "1,00 €")]
    assert pub.pay(DIETER, CLARA, 100).status_code == 302
    assert pub.due() == []
    assert pub.totals() == [0, 65, 20, -85]  # never in points
    pub.score(40, -20, -20, 0)
    assert pub.due() == [("Bernd", "Anna", "1,00 €"), ("Clara", "Anna", "1,00 €")]
    close_sheet(fresh(pub))
    assert pub.pay(BERND, ANNA, 100, who="owner").status_code == 302
    assert pub.due() == [("Clara", "Anna", "1,00 €")]
    assert pub.paid() == [
        "Dieter zahlt an Bernd 3,25 €",
        "Dieter zahlt an Clara 1,00 €",
        "Bernd zahlt an Anna 1,00 €",
    ]


def test_cents_that_were_paid_are_told_though_a_point_is_worth_whole_euros_now(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    Session.objects.filter(pk=pub.sheet.pk).update(stake=1)
    assert pub.due() == [("Dieter", "Bernd", "61,75 €"), ("Dieter", "Clara", "20 €")]
    assert pub.paid() == ["Dieter zahlt an Bernd 3,25 €"]


def test_once_no_money_is_played_for_it_is_settled_in_points(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    Session.objects.filter(pk=pub.sheet.pk).update(stake=None)
    assert [one.points for one in pub.page()["payments"]] == [65, 20]
    assert pub.paid() == ["Dieter zahlt an Bernd 3,25 €"]


@pytest.mark.parametrize("stake", [Decimal("0.1"), None], ids=["another stake", "none"])
def test_what_was_paid_keeps_its_currency_until_it_is_taken_back(pub: Pub, stake: Decimal | None) -> None:
    def becomes(currency: str) -> bool:
        sheet, money = fresh(pub), {"stake": stake, "currency": currency}
        with suppress(Refused):
            set_stake(sheet, seen=sheet.version, factor=1, round_left=0, device=pub.owner, **money)
        return fresh(pub).currency == currency

    pub.pay(DIETER, BERND, 325)
    assert not becomes("CHF")
    assert becomes("€")
    assert pub.paid() == ["Dieter zahlt an Bernd 3,25 €"]
    unpay(fresh(pub), bookings_of(pub.sheet).get(), device=pub.owner)
    assert becomes("CHF")
    assert pub.paid() == ["Dieter zahlt an Bernd 3,25 €"]


def test_what_was_paid_in_another_currency_stays_and_makes_nothing_less(pub: Pub) -> None:
    """An evening went on in francs; what was paid there comes back with the sheet that is left."""
    sheet = fresh(pub)
    going_on: dict[str, Any] = {"staying": [0, 1, 2, 3], "dealer": 0, "rules": RULES, "why": "weiter"}
    following = go_on(sheet, seen=sheet.version, device=pub.owner, **going_on)
    Session.objects.filter(pk=following.pk).update(currency="CHF")
    fields = {"uuid": uuid4(), "payer": DIETER, "receiver": BERND, "cents": 325}
    assert client_of(pub.owner).post(reverse("pay", args=[following.pk]), fields).status_code == 302
    delete_sheet(following)
    assert pub.due() == [("Dieter", "Bernd", "3,25 €"), ("Dieter", "Clara", "1,00 €")]
    assert pub.paid() == ["Dieter zahlt an Bernd 3,25 CHF"]
    document = document_of(fresh(pub))
    assert write(document)["paid"] == [{"from": DIETER, "to": BERND, "cents": 325, "currency": "CHF"}]
    read, _problems = parse(write(document))
    assert read is not None
    assert document_of(import_document(read, device=pub.owner)).paid == document.paid


@pytest.mark.both
def test_what_was_booked_before_bookings_had_a_currency_has_that_of_its_evening(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    pub.pay(DIETER, CLARA, 100)
    Booking.objects.update(currency="")
    assert pub.paid()[0] == "Dieter zahlt an Bernd 3,25 €"
    import_module("tournaments.migrations.0018_currency_of_what_was_booked").take_that_of_the_event(apps, None)
    assert {*Booking.objects.values_list("currency", flat=True)} == {"€"}
    Booking.objects.filter(cents=100).update(key=uuid4(), currency="")  # its evening is gone for good
    import_module("tournaments.migrations.0018_currency_of_what_was_booked").take_that_of_the_event(apps, None)
    assert {*Booking.objects.values_list("cents", "currency")} == {(325, "€"), (100, "")}


@thorough
def test_page_offers_it_to_whoever_writes_and_shows_it_to_whoever_looks(pub: Pub) -> None:
    for who, offered in {"owner": 2, "mate": 2, "guest": 0}.items():
        html = body_of(client_of(getattr(pub, who)).get(reverse("evening", args=[pub.sheet.pk])))
        assert html.count(f'action="/sheets/{pub.sheet.pk}/pay"') == offered
    pub.pay(DIETER, BERND, 325)
    html = body_of(client_of(pub.guest).get(reverse("evening", args=[pub.sheet.pk])))
    assert "Dieter zahlt an Bernd 3,25\xa0€" in html
    assert "/back" not in html


@pytest.mark.both
def test_same_tap_sent_twice_is_booked_once_and_a_second_phone_hears_what_is_open(pub: Pub) -> None:
    key = uuid4()
    for _ in range(2):
        assert pub.pay(DIETER, BERND, 325, uuid=key).status_code == 302
    answer = pub.pay(DIETER, BERND, 325, who="owner")
    assert answer.status_code == 422
    assert "Dieter schuldet noch 1,00\xa0€, Bernd bekommt noch 0,00\xa0€. Nichts eingetragen" in body_of(answer)
    assert Booking.objects.count() == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"payer": BERND, "receiver": DIETER},
        {"payer": ANNA, "receiver": BERND},
        {"cents": 326},
        {"payer": 9},
        {"receiver": DIETER},
    ],
)
def test_what_makes_no_sense_is_refused(pub: Pub, fields: dict[str, int]) -> None:
    sent: dict[str, Any] = {"payer": DIETER, "receiver": BERND, "cents": 325} | fields
    assert pub.pay(**sent).status_code == 422
    assert not Booking.objects.exists()


@pytest.mark.parametrize("fields", [{"cents": 0}, {"cents": "x"}, {"uuid": "x"}, {"payer": -1}])
def test_what_no_page_sends_is_no_payment(pub: Pub, fields: dict[str, Any]) -> None:
    sent = {"payer": DIETER, "receiver": BERND, "cents": 325} | fields
    answer = pub.pay(**sent)
    assert answer.status_code == 422
    assert "Nichts eingetragen" in body_of(answer)
    assert not Booking.objects.exists()


def test_a_reversal_undoes_it_once_and_nothing_is_deleted(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    booked = Booking.objects.get()
    for _ in range(2):
        assert send(pub, "unpay", {}, booked.pk, client=client_of(pub.mate)).status_code == 302
    assert pub.due() == [("Dieter", "Bernd", "3,25 €"), ("Dieter", "Clara", "1,00 €")]
    assert [hasattr(row, "reversed_by") for row, _text in pub.page()["paid"]] == [True]
    counter = Booking.objects.get(reverses=booked)
    assert (counter.payer, counter.receiver, counter.cents) == (booked.payer, booked.receiver, -325)
    assert send(pub, "unpay", {}, counter.pk).status_code == 404
    assert list(faults_in(pub.sheet.club)) == []


def test_log_says_who_did_what(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    send(pub, "unpay", {}, Booking.objects.get().pk)
    entries = LogEntry.objects.order_by("-pk").values_list("device", "kind", "after")[:2]
    said = "Dieter zahlt an Bernd 3,25 €"
    expected = [(pub.owner.pk, "booked", f"{said}, zurückgenommen"), (pub.mate.pk, "booked", said)]
    assert list(entries) == expected
    pub.pay(DIETER, BERND, 325)
    Session.objects.update(stake=None)
    send(pub, "unpay", {}, Booking.objects.latest("pk").pk)
    assert LogEntry.objects.latest("pk").after == f"{said}, zurückgenommen"


def test_payment_belongs_to_the_last_sheet_of_the_evening_that_is_there(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    sheet = fresh(pub)
    going_on: dict[str, Any] = {"staying": [0, 1, 2, 3], "dealer": 0, "rules": RULES, "why": "weiter"}
    following = go_on(sheet, seen=sheet.version, device=pub.owner, **going_on)
    assert [bookings_of(one).count() for one in (sheet, following)] == [0, 1]
    delete_sheet(following)
    assert pub.due() == [("Dieter", "Clara", "1,00 €")]
    restore_sheet(following)
    assert [bookings_of(one).count() for one in (sheet, following)] == [0, 1]


# Without network


def test_payment_that_waited_while_the_evening_went_on_is_told_where_it_is_settled(pub: Pub) -> None:
    three, sheet = published("braeunlingen-ministranten-3"), fresh(pub)
    following = go_on(sheet, seen=sheet.version, staying=[0, 1, 2], dealer=0, rules=three, why="weiter", device=None)
    one = {"uuid": uuid4(), "payer": DIETER, "receiver": BERND, "cents": 325}
    answer = pub.send([pub.item(one, "pay")]).json()
    assert "ging auf einem anderen Blatt weiter und wird dort abgerechnet" in answer["refused"]["sentence"]
    assert [row.payer for row in evening_page(following)["payments"]] == ["Dieter", "Dieter"]
    assert not Booking.objects.exists()


def test_tap_waits_in_the_queue_behind_the_hands(pub: Pub) -> None:
    fields = {"uuid": uuid4(), "payer": DIETER, "receiver": BERND, "cents": 325}
    solo = pub.item(posted(1, declarer=0, points=41))  # Anna wins 30: Dieter owes 95, Bernd gets 55
    waiting = [solo, pub.item(fields | {"cents": 275}, "pay")]
    for _ in range(2):
        assert pub.send(waiting).json() == {"written": [0, 1], "refused": None, "differing": []}
    refused = pub.send([pub.item(fields | {"uuid": uuid4()}, "pay"), pub.item(posted(2))], pub.mate).json()
    assert refused["written"] == [1], "a payment holds up no hand"
    assert refused["refused"]["at"] == 0
    assert "Bernd bekommt noch 0,00\xa0€" in refused["refused"]["sentence"]
    assert [row.cents for row in Booking.objects.all()] == [275]


@pytest.mark.both
def test_payment_that_was_tapped_on_two_phones_is_booked_once_whatever_was_played_since(pub: Pub) -> None:
    there, first, second = uuid4(), uuid4(), uuid4()
    one: dict[str, Any] = {"payer": DIETER, "receiver": BERND, "cents": 325}
    assert pub.pay(**one, seen="none", uuid=there).status_code == 302
    pub.score(0, 130, 0, -130)
    mine = [pub.item(one | {"uuid": first, "seen": "none"}, "pay")]
    mine.append(pub.item(one | {"uuid": second, "seen": first}, "pay"))
    for _ in range(2):
        answer = pub.send(mine, pub.mate).json()
        assert (answer["written"], answer["theirs"]) == ([0, 1], [0])
        assert [row.uuid for row in Booking.objects.order_by("pk")] == [there, second], "the first is that of the other"
    assert pub.pay(**one, seen=f"{there},{second}").status_code == 302, "who has seen them pays once more"
    assert Booking.objects.count() == 3


def test_no_manager_is_asked_about_a_payment_that_came_late(pub: Pub) -> None:
    close_sheet(fresh(pub), by=pub.owner.pk)
    fields = {"uuid": uuid4(), "payer": DIETER, "receiver": BERND, "cents": 325}
    assert pub.send([pub.item(fields, "pay")], pub.mate).status_code == 403
    assert not pub.sheet.late_hands.exists()


def test_open_page_learns_of_money_title_and_rules_as_of_hands(pub: Pub) -> None:
    """It settles up by them without network."""
    seen, there = version(pub), uuid4()
    Session.objects.filter(pk=pub.sheet.pk).update(currency="Fr.")
    pub.pay(DIETER, BERND, 325, uuid=there)
    Session.objects.filter(pk=pub.sheet.pk).update(stake=Decimal("0.10"), title="Ochsen")
    client, address = client_of(pub.mate), pub.sheet.get_absolute_url()
    parts = body_of(client.get(f"{address}/changes?v={seen}"))
    for said in ('data-stake="0.1', 'data-currency="Fr."', f'data-paid="{there}:3:1:325"', ">Ochsen</h1>"):
        assert said in parts, said
    whole = body_of(client.get(address))
    followed, anew = (re.search(r"data-rules=.*?</a>", text, re.DOTALL) for text in (parts, whole))
    assert followed
    assert anew
    assert followed[0].replace(' hx-swap-oob="true"', "") == anew[0]


# Somebody leaves


@thorough
def test_whoever_leaves_is_offered_to_pay_first(pub: Pub) -> None:
    send(pub, "join_table", {"version": version(pub), "name": "Emil", "where": f"instead-{DIETER}"})
    assert pub.page()["leaving"] == "Dieter"
    html = body_of(client_of(pub.owner).get(reverse("evening", args=[pub.sheet.pk])))
    assert "Nicht mehr am Tisch: Dieter." in html
    pub.pay(DIETER, BERND, 325)
    pub.pay(DIETER, CLARA, 100)
    assert pub.page()["leaving"] == ""


def test_whoever_goes_home_is_led_to_what_they_owe(db: None) -> None:
    five = World("baumann-bluemle", names=("Anna", "Bernd", "Clara", "Dieter", "Emil"))
    for stake, place in ((None, ""), (Decimal("0.05"), "/evening#pay-title")):
        Session.objects.filter(pk=five.sheet.pk).update(stake=stake, lineup=[0, 1, 2, 3, 4])
        answer = send(five, "leave_table", {"version": version(five), "seat": DIETER})
        assert answer.url == f"{five.sheet.get_absolute_url()}{place}"


# People, clubs, documents


@thorough
def test_who_is_who_changes_no_sum(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    dieter = fresh(pub).seats.get(number=DIETER).player
    known = Player.objects.create(club=pub.sheet.club, name="Didi")
    merge(pub.sheet.club_id, kept=known.pk, gone=dieter.pk)
    assert pub.due() == [("Didi", "Clara", "1,00 €")]
    Player.objects.filter(pk__in=(known.pk, dieter.pk)).update(name="")  # as erasing does it
    assert pub.due() == [("Spieler 4", "Clara", "1,00 €")]
    assert pub.paid()[0] == "(gelöscht) zahlt an Bernd 3,25 €"


def test_two_of_one_name_are_told_apart_as_on_the_sheet(pub: Pub) -> None:
    for name, village in {"Clara": "Bräunlingen", "Dieter": "Hüfingen"}.items():
        Player.objects.filter(name=name).update(name="Karl", village=village)
    pub.pay(DIETER, BERND, 325)
    assert pub.due() == [("Karl (Hüfingen)", "Karl (Bräunlingen)", "1,00 €")]
    assert pub.paid()[0] == "Karl (Hüfingen) zahlt an Bernd 3,25 €"


def test_nobody_who_paid_loses_their_column(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    emil = Player.objects.create(club=pub.sheet.club, name="Emil").pk
    people = dict(fresh(pub).seats.values_list("number", "player"))
    answer = send(pub, "reseat", {"version": version(pub), **seated(people | {DIETER: emil})})
    assert answer.status_code == 422
    swapped = people | {DIETER: people[ANNA], ANNA: people[DIETER]}
    reseat(fresh(pub), seen=version(pub), players=swapped)
    assert pub.due() == [("Anna", "Dieter", "3,25 €"), ("Anna", "Clara", "1,00 €")]


def seated(people: dict[int, int]) -> dict[str, int]:
    return {f"seat_{number}": player for number, player in people.items()}


def test_evening_moves_and_is_purged_with_its_bookings(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    other = open_table(pub.owner, names=("Dieter", "Emil", "Fritz", "Gustav"), rules=RULES, first_dealer=0).club
    move_sheets([fresh(pub)], other)
    booked = Booking.objects.get()
    assert [booked.club, *((one.name, one.club) for one in booked.persons)] == [
        other,
        ("Dieter", other),
        ("Bernd", other),
    ]
    assert pub.due() == [("Dieter", "Clara", "1,00 €")]
    Session.objects.filter(pk=pub.sheet.pk).update(deleted_at="2020-01-01T00:00Z")
    purge_sheets()
    assert not Booking.objects.exists()


@thorough
def test_document_has_what_was_paid(pub: Pub) -> None:
    assert "paid" not in write(document_of(fresh(pub)))
    pub.pay(DIETER, BERND, 325)
    send(pub, "unpay", {}, Booking.objects.get().pk)
    pub.pay(DIETER, CLARA, 100)
    document = document_of(fresh(pub))
    assert document.paid == (Transfer(payer=DIETER, receiver=CLARA, amount=100),)
    read, problems = parse(json.loads(json.dumps(write(document))))
    assert (read and read.paid, problems) == (document.paid, ())
    assert read is not None
    sheet = import_document(read, device=pub.owner)
    assert document_of(sheet).paid == document.paid
    assert list(faults_in(sheet.club)) == []


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"from": 4}, "paid[0].from"),
        ({"to": 3}, "paid[0].to"),
        ({"cents": 0}, "paid[0].cents"),
        ({"cents": 3.25}, "paid[0].cents"),
        ({"currency": "x" * 11}, "paid[0].currency"),
        ({"what": "beer"}, "paid[0].what"),
    ],
)
def test_faulty_payment_of_a_document_is_named(pub: Pub, more: dict[str, Any], key: str) -> None:
    data = write(document_of(pub.sheet)) | {"paid": [{"from": 3, "to": 1, "cents": 325} | more]}
    assert [problem.key for problem in parse(data)[1]] == [key]


def test_self_check_finds_a_damaged_reversal(pub: Pub) -> None:
    pub.pay(DIETER, BERND, 325)
    send(pub, "unpay", {}, Booking.objects.get().pk)
    Booking.objects.exclude(reverses=None).update(cents=300)
    assert [fault for fault in faults_in(pub.sheet.club) if "bookings" in fault]
    assert any(wrong for _row, told in faults(None) for wrong in told)


# Sums


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[int], Stake]:
    totals = draw(st.lists(st.integers(-400, 400), min_size=2, max_size=6))
    stake = draw(st.sampled_from(["0.05", "0.01", "0.0050", "0.0333", "1", "12.5"]))
    return [*totals, -sum(totals)], Stake(amount=Decimal(stake), currency="€")


@thorough
@pytest.mark.sqlite
@given(evenings(), st.data())
@settings(max_examples=examples(150), deadline=None)
def test_every_payment_brings_everybody_nearer_to_even_and_all_of_them_bring_everybody_there(
    evening: tuple[list[int], Stake], data: st.DataObject
) -> None:
    totals, stake = evening
    paid: list[Transfer] = []
    while dues := [due for due in still_due(totals, stake, paid) if due.amount]:
        before = open_cents(totals, stake, paid)
        assert sum(before) == 0
        assert len(dues) <= max(0, sum(1 for cents in before if cents) - 1)
        due = data.draw(st.sampled_from(dues))
        cents = data.draw(st.integers(1, due.amount)) if len(dues) > 3 else due.amount
        paid.append(replace(due, amount=cents))
        after = open_cents(totals, stake, paid)
        for seat, (was, now) in enumerate(zip(before, after, strict=True)):
            assert abs(now) < abs(was) if seat in (due.payer, due.receiver) else now == was
            assert now * was >= 0
    assert open_cents(totals, stake, paid) == [0] * len(totals)


@pytest.mark.sqlite
@given(evenings())
@settings(max_examples=examples(50), deadline=None)
def test_before_anything_is_paid_it_is_as_the_points_say(evening: tuple[list[int], Stake]) -> None:
    totals, stake = evening
    dues = still_due(totals, stake, [])
    points = settle(totals)
    assert [(due.payer, due.receiver, due.amount) for due in dues] == [
        (one.payer, one.receiver, int(stake.of(one.amount) * 100)) for one in points
    ]


def test_way_to_a_stake_leads_back_to_who_pays_whom() -> None:
    """One tap leads from settling in points to the worth of a point, for those who may set it while it is open."""
    world = World()
    adjust(world.sheet, uuid=uuid4(), amounts=(-10, 30, -10, -10), why="gespielt", device=world.owner)
    page, customs = reverse("evening", args=[world.sheet.pk]), reverse("customs", args=[world.sheet.pk])
    way, client = f'href="{customs}?evening"', client_of(world.owner)
    html = body_of(client.get(page))
    assert way in html
    assert "10\xa0Punkte" in html
    assert way not in body_of(client_of(world.guest).get(page))
    question = body_of(client.get(f"{customs}?evening"))
    assert 'name="evening"' in question
    for other in ("Wievielfacher Einsatz", "Ab dem nächsten Spiel", reverse("note_gstiess", args=[world.sheet.pk])):
        assert other not in question, "one question is asked, and no other"
    typed = {"version": version(world), "factor": 1, "stake": "5 Cent", "currency": "€", "evening": "on"}
    asked = client.post(reverse("set_stake", args=[world.sheet.pk]), typed | {"stake": "5"})
    assert (asked.status_code, "500\xa0€" in body_of(asked)) == (422, True)
    assert 'name="evening"' in body_of(asked)
    answer = client.post(reverse("set_stake", args=[world.sheet.pk]), typed)
    assert answer["Location"] == f"{page}#pay-title"
    assert way not in body_of(client.get(page))
