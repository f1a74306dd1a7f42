"""Fees: booked when they are paid, at the price of that moment; what was paid is a sum that nothing else changes."""

import io
import json
import random
from collections import defaultdict
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.bookings.models import FEE, Booking
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tournaments.clubhouse.backup import parse_json, restore, write_backup
from tournaments.clubhouse.money.payouts import cash_page
from tournaments.course.fees import balance_of
from tournaments.door import announcing, services as door
from tournaments.door.corrections import WAIVED, change_entrant
from tournaments.door.page import list_of
from tournaments.fee_marks import book_marks
from tournaments.models import Entrant, EntrantStatus, Tournament
from tournaments.setup.fee_plans import MOST_FEES, read_fees, write_fees
from tournaments.setup.services import change_settings

pytestmark = pytest.mark.django_db

YOUTH = ("Jugend", 600)


@pytest.fixture
def world(db: None) -> World:
    return copied(World, entry_fee=Decimal(12), fees=[YOUTH])


def fresh(entrant: Entrant) -> Entrant:
    return Entrant.objects.select_related("player__merged_into", "tournament").get(pk=entrant.pk)


def paid(entrant: Entrant) -> tuple[int, int, bool]:
    """Owed and paid cents, and the mark."""
    balance = balance_of(fresh(entrant))
    return balance.owed, balance.paid, fresh(entrant).has_paid


def set_fee(world: World, **settings: Any) -> None:
    rules = rules_of(world.tournament.rule_set)
    same: dict[str, Any] = {"categories": (), "prizes": (), "small_rules": None, "rules": rules, "why": "teurer"}
    change_settings(world.tournament, **same | settings)


def box(world: World) -> int:
    return int(cash_page(Tournament.objects.get(pk=world.tournament.pk))["sums"][FEE])


def test_another_fee_changes_what_is_owed_by_who_has_not_paid_and_nothing_else(world: World) -> None:
    early, late = world.register(2)
    door.set_paid(early, has_paid=True)
    set_fee(world, entry_fee=Decimal(15))
    assert (paid(early), paid(late), box(world)) == ((1200, 1200, True), (1500, 0, False), 1200)
    door.set_paid(late, has_paid=True)
    set_fee(world, entry_fee=Decimal(20))
    assert (paid(early), paid(late), box(world)) == ((1200, 1200, True), (1500, 1500, True), 2700)
    page = body_of(client_of(world.organiser).get(reverse("tournament_settings", args=[world.tournament.pk])))
    assert "Bisher bezahlt:" in page
    assert "1 × 12,00" in page
    assert "1 × 15,00" in page


def test_a_mark_of_the_version_before_is_booked_at_the_fee_of_then_not_of_later(world: World) -> None:
    world.register(3)
    world.tournament.entrants.update(has_paid=True)
    set_fee(world, entry_fee=Decimal(15))
    assert box(world) == 3600
    world.tournament.entrants.filter(number=2).update(has_paid=False)
    for _again in range(2):
        assert (box(world), list_of(world.tournament)["paid"]) == (2400, 2)


def test_who_is_here_already_and_pays_has_paid(world: World) -> None:
    """One helper taps "is here", the other takes the money and taps "is here, pays" on a list that is older."""
    (anna,) = announcing.announce_all(world.tournament, [door.Newcomer(name="Anna")])
    door.check_in(anna, has_paid=False)
    came = door.check_in(anna, has_paid=True)
    assert (came.number, *paid(came)) == (1, 1200, 1200, True)


def test_a_list_read_again_books_what_is_newly_paid_once(world: World) -> None:
    rosa = door.Newcomer(name="Rosa")
    announcing.announce_all(world.tournament, [rosa])
    paying = door.Newcomer(name="Rosa", has_paid=True)
    for _again in range(2):
        announcing.announce_all(world.tournament, [paying])
    assert (world.tournament.entrants.count(), paid(world.tournament.entrants.get()), box(world)) == (
        *(1, (1200, 1200, True)),
        1200,
    )


def test_each_owes_one_fee_and_the_difference_is_said_and_evened(world: World) -> None:
    (anna,) = world.register(1)
    door.set_paid(anna, has_paid=True)
    names: dict[str, Any] = {"practises": False, "categories": (), "fixed_table": None}
    names |= {"name": anna.name, "village": anna.village}
    change = partial(change_entrant, anna, **names)
    change(has_paid=True, fee=str(world.tournament.fees.get().pk))
    assert paid(anna) == (600, 1200, True)
    html = body_of(client_of(world.helper).get(reverse("door", args=[world.tournament.pk])))
    assert "bekommt 6,00\N{NO-BREAK SPACE}€ zurück" in html
    door.set_paid(anna, has_paid=True)
    assert (paid(anna), box(world)) == ((600, 600, True), 600)
    change(has_paid=True, fee="")
    assert "zahlt noch 6,00\N{NO-BREAK SPACE}€" in body_of(
        client_of(world.helper).get(reverse("door", args=[world.tournament.pk]))
    )
    change(has_paid=False, fee=WAIVED)
    assert (paid(anna), box(world)) == ((0, 0, False), 0)
    assert list_of(world.tournament)["open"] == ""
    door.set_paid(anna, has_paid=True)
    assert box(world) == 0, "who owes nothing pays nothing"
    change(has_paid=False, fee="")
    assert paid(anna) == (1200, 0, False)


def test_a_fee_given_back_on_leaving_is_a_booking_of_its_own_and_a_slip_is_reversed(world: World) -> None:
    anna, bernd = world.register(2)
    for entrant in (anna, bernd):
        door.set_paid(entrant, has_paid=True)
    door.set_paid(bernd, has_paid=False)
    door.withdraw_entrant(anna, why="", device=None)
    for _again in range(2):
        door.set_paid(anna, has_paid=False)
    rows = Booking.objects.filter(kind=FEE).order_by("pk")
    assert [(row.payer_id, row.cents, bool(row.reverses_id)) for row in rows] == [
        (anna.player_id, 1200, False),
        (bernd.player_id, 1200, False),
        (bernd.player_id, -1200, True),
        (anna.player_id, -1200, False),
    ]
    came = door.check_in(anna, has_paid=False)
    assert paid(came) == (1200, 0, False)


def test_a_button_sent_again_after_it_was_taken_back_books_nothing(world: World) -> None:
    (anna,) = world.register(1)
    client, address = client_of(world.helper), reverse("pay_entrant", args=[world.tournament.pk])
    button = {"list": uuid4(), "paid": anna.pk}
    client.post(address, button)
    client.post(address, {"list": uuid4(), "unpaid": anna.pk})
    client.post(address, button)
    assert (paid(anna), box(world)) == ((1200, 0, False), 0)
    assert Booking.objects.filter(device=world.helper).count() == 2


def test_a_fee_that_somebody_owes_stays(world: World) -> None:
    door.register(world.tournament, door.Newcomer(name="Max", fee=world.tournament.fees.get().pk))
    with pytest.raises(Refused, match="fee_is_owed"):
        set_fee(world, fees=[])
    set_fee(world, fees=[("jugend", 500), ("Abendkasse", 1500)])
    assert [*world.tournament.fees.order_by("pk").values_list("name", "cents")] == [
        ("jugend", 500),
        ("Abendkasse", 1500),
    ]
    assert paid(world.tournament.entrants.get()) == (500, 0, False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Jugend sechs", "dort gehören ein Name und ein Betrag hin"),
        ("Jugend 6,505 €", "zwei Stellen"),
        ("Jugend -6", "nicht kleiner als null"),
        ("Jugend 9999999", "zu viel"),
        *((text, "die Währung ist hier €") for text in ("Jugend 6 $", "Jugend CHF 6", "Jugend 6 Franken")),
        ("Jugend 6\nJUGEND 7", "Zeile 2: ein Startgeld dieses Namens gibt es schon"),
        ("Startgeld 12", "ein Startgeld dieses Namens gibt es schon"),
        (f"{'x' * 41} 6", "höchstens 40 Buchstaben"),
        ("\n".join(f"Gruppe {chr(97 + n // 26)}{chr(97 + n % 26)} {n}" for n in range(300)), f"Höchstens {MOST_FEES}"),
    ],
)
def test_a_line_that_is_no_fee_is_named_and_nothing_is_saved_by_halves(world: World, text: str, said: str) -> None:
    client, address = client_of(world.organiser), reverse("tournament_settings", args=[world.tournament.pk])
    form = client.get(address).context["form"]
    shown = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = client.post(address, shown | {"fees": text, "entry_fee": "99"})
    assert (answer.status_code, said in body_of(answer)) == (422, True)
    assert [*world.tournament.fees.values_list("name", "cents")] == [YOUTH]
    assert Tournament.objects.get(pk=world.tournament.pk).entry_fee == 12


@pytest.mark.parametrize(
    "fees", [[("Jugend", 600), ("Abendkasse bis 22 Uhr", 1550), ("Helfer", 0), ("Gönner", 120_000)]]
)
def test_fees_are_written_as_they_are_read(fees: list[tuple[str, int]]) -> None:
    assert read_fees(write_fees(fees, "€"), "€") == (fees, [])
    assert read_fees("Jugend: 6\xa0€\nAbendkasse 15,50\nHelfer = 0,-", "€")[0] == [
        *(("Jugend", 600), ("Abendkasse", 1550)),
        ("Helfer", 0),
    ]


class Till:
    """Somebody with a sheet of paper: what each owes and has in the box, by nothing but the acts."""

    def __init__(self) -> None:
        self.price = {"": 1200, "Jugend": 600}
        self.fee: dict[int, str] = defaultdict(str)
        self.paid: dict[int, int] = defaultdict(int)

    def pay(self, player: int) -> None:
        if not self.paid[player]:
            self.paid[player] = self.price[self.fee[player]]

    def hand_over(self, left: int, came: int) -> None:
        if self.paid[left] and not self.paid[came]:
            self.paid[came], self.fee[came] = self.paid[left], self.fee[left]
            self.paid[left] = 0


@pytest.mark.parametrize("seed", range(12))
def test_box_and_balances_are_what_somebody_with_a_sheet_of_paper_counts(world: World, seed: int) -> None:
    """Acts at random: paid, taken back, given back, fees changed, registrations undone, substitutes."""
    dice, till = random.Random(seed), Till()
    world.register(4)
    for step in range(30):
        entrant = fresh(dice.choice([*world.tournament.entrants.all()]))
        player, is_here = entrant.player_id, entrant.status == EntrantStatus.PRESENT
        act = dice.choice(["pay", "pay", "pay", "unpay", "leave", "come", "price", "undo", "substitute"])
        if act == "pay" and is_here:
            door.set_paid(entrant, has_paid=True)
            till.pay(player)
        elif act == "unpay":
            door.set_paid(entrant, has_paid=False)
            till.paid[player] = 0
        elif act == "leave" and is_here:
            door.withdraw_entrant(entrant, why="", device=None)
        elif act == "come":
            youth = dice.random() < 0.3
            fee = world.tournament.fees.get().pk if youth else None
            newcomer = door.Newcomer(name=f"Gast {step}", has_paid=dice.random() < 0.5, fee=fee)
            came = door.register(world.tournament, newcomer)
            till.fee[came.player_id] = "Jugend" if youth else ""
            if newcomer.has_paid:
                till.pay(came.player_id)
        elif act == "price":
            till.price[""] = dice.choice([1000, 1200, 1500])
            set_fee(world, entry_fee=Decimal(till.price[""]) / 100)
        elif act == "undo" and is_here and entrant.before and not entrant.before[-1]:
            door.take_back(entrant)
            till.paid[player] = 0
        elif act == "substitute" and is_here:
            door.substitute(entrant, door.Newcomer(name=f"Ersatz {step}"), why="heim", device=None)
            came = world.tournament.entrants.get(player__name=f"Ersatz {step}")
            till.hand_over(player, came.player_id)
        rows = Booking.objects.filter(key=world.tournament.pk, kind=FEE).values_list("payer", "receiver", "cents")
        sums: dict[int, int] = defaultdict(int)
        for payer, receiver, cents in rows:
            sums[payer] += cents
            sums[receiver or 0] -= cents
        assert -sums.pop(0, 0) == box(world)
        booked = {key: cents for key, cents in sums.items() if cents}
        assert booked == {key: cents for key, cents in till.paid.items() if cents}, (step, act)
        assert box(world) == sum(till.paid.values())
        marks = world.tournament.entrants.filter(has_paid=True).values_list("player", flat=True)
        assert {*marks} == {*booked}


def test_a_file_of_the_version_before_brings_each_mark_as_a_booking_with_the_day_of_the_end(world: World) -> None:
    """As the migration books them: a house player's mark is nobody's money; read again, nothing is booked twice."""
    world.register(3, has_paid=True)
    world.tournament.entrants.filter(number=3).update(is_house=True)
    over = timezone.now() - timedelta(days=300)
    Tournament.objects.update(finished_at=over)
    out = io.StringIO()
    write_backup(world.tournament.club, out)
    document = json.loads(out.getvalue())
    columns, rows = document["entrants"].values()
    kept = [at for at, name in enumerate(columns) if name not in ("fee", "due")]
    document["entrants"] = {"columns": [columns[at] for at in kept], "rows": [[row[at] for at in kept] for row in rows]}
    del document["fees"], document["bookings"]
    backup, problems = parse_json(json.dumps(document))
    assert backup, problems
    there = Tournament.objects.get(club=restore(backup, as_copy=True))
    booked = Booking.objects.filter(key=there.pk)
    assert [*booked.values_list("cents", "written_at")] == [(1200, over)] * 2
    book_marks(there.entrants, Booking.objects)
    assert cash_page(there)["sums"][FEE] == 2400
    assert {entrant.due for entrant in there.entrants.filter(is_house=False)} == {1200}
