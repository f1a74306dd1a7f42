"""The cash of a tournament: fees by the door's bookings, prizes ticked once, what else came and went, a list."""

import io
import re
import uuid
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cegoscore.bookings.models import CASH, FEE, PRIZE, Booking
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club, Device, Player
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.ledger.test_races import WRITERS, at_once
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of, type_table
from tournaments.clubhouse.backup import parse_json, restore, write_backup
from tournaments.clubhouse.money.payouts import Payee, cash_page, payees_of
from tournaments.clubhouse.people.services import erase_person
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.models import PrizeKind, Tournament
from tournaments.prize_words import parts_of_words
from tournaments.purging import purge_tournaments
from tournaments.setup.plans import PrizePlan
from tournaments.setup.services import change_settings

pytestmark = pytest.mark.django_db


def rank(place: int, what: str) -> PrizePlan:
    return PrizePlan(kind=PrizeKind.RANK, rank=place, what=what)


@pytest.mark.parametrize(
    ("label", "cents"),
    [
        *((label, 5000) for label in ("50 €", "50,-", "je 50 €", "50 € bar", "in bar 50 Euro", "Geldpreis: 50,00 €")),
        *((label, 0) for label in ("50 € und Speck", "Barsch 50 €", "Gutschein 50 €", "je ein Bier", "Jeans 50 €")),
        *((label, 0) for label in ("3 à 10€", "1 à 10 €", "2 je 10 €", "2 € 10", "5 bar 10 €")),
        ("bar je 1 200,- €", 120_000),
    ],
)
def test_prize_that_is_nothing_but_money_is_known_by_its_words(label: str, cents: int) -> None:
    assert (parts_of_words(label, "rank", "€").cents or 0) == cents


class Hall(World):
    """Eight players who have paid ten each; one round is over. 1 and 5 lead with +90 each, 4 and 8 are last."""

    def __init__(self) -> None:
        last = PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat")
        prizes = [rank(1, "30 €"), rank(2, "15 €"), rank(3, "10 €"), rank(5, "Schinken"), last]
        super().__init__(rounds=1, entry_fee="10", tie_breaks=[], prizes=prizes)
        self.register(8, has_paid=True)
        self.play_round()

    def post(self, who: Device | None = None, **fields: Any) -> Any:
        usual = {"uuid": uuid.uuid4(), "sign": -1, "amount": "4", "reason": "Kreide"}
        place = reverse("cash", args=[self.tournament.pk])
        return client_of(who or self.organiser).post(place, usual | fields)

    def payouts(self) -> list[tuple[str, int, bool]]:
        return [
            (share.label, share.cents, not payee.is_open(share))
            for payee in payees_of(self.tournament)
            for share in payee.shares
        ]

    def who_gets(self, label: str) -> list[Payee]:
        return [payee for payee in payees_of(self.tournament) if label in [share.label for share in payee.shares]]

    def tick(self, label: str, place: int = 0) -> Any:
        return self.post(person=self.who_gets(label)[place].person.player)

    def sums(self) -> tuple[int, int, int, int]:
        page = cash_page(Tournament.objects.get(pk=self.tournament.pk))
        return page["sums"][FEE], page["sums"][PRIZE], page["sums"][CASH], page["sum"]


@pytest.fixture
def hall(db: None) -> Hall:
    return copied(Hall)


def test_fees_are_those_of_the_door_and_a_fee_given_back_is_none(hall: Hall) -> None:
    assert hall.sums() == (8000, 0, 0, 8000)
    door.set_paid(hall.tournament.entrants.get(number=3), has_paid=False)
    assert (hall.sums(), cash_page(hall.tournament)["count"]) == ((7000, 0, 0, 7000), 7)
    hall.tournament.entrants.filter(number=5).update(status="withdrawn")
    assert cash_page(hall.tournament)["gone"] == 1
    Tournament.objects.update(entry_fee=None)
    assert hall.sums() == (7000, 0, 0, 7000), "what was paid is not changed by another fee"


def test_currency_stays_while_money_is_booked_and_with_what_was(hall: Hall) -> None:
    same: dict[str, Any] = {"categories": (), "prizes": (), "small_rules": None, "why": "umgezogen"}
    change = partial(change_settings, hall.tournament, rules=rules_of(hall.tournament.rule_set), **same)
    hall.tournament.entrants.update(has_paid=False)
    hall.post()
    with pytest.raises(Refused, match="paid_in_currency"):
        change(currency="CHF")
    change(currency="€")
    row = Booking.objects.get()
    hall.post(back=row.pk)
    change(currency="CHF")
    page = body_of(client_of(hall.organiser).get(reverse("cash", args=[hall.tournament.pk])))
    assert "−4,00\N{NO-BREAK SPACE}€" in page


def test_namesakes_who_get_prizes_are_told_apart(hall: Hall) -> None:
    for number, village in ((1, "Urach"), (5, "Hüfingen")):
        Player.objects.filter(entries=hall.tournament.entrants.get(number=number)).update(name="Änne", village=village)
    page = body_of(client_of(hall.organiser).get(reverse("cash", args=[hall.tournament.pk])))
    told = re.findall(r"<b>Änne <span[^>]*>(.*?)</span>", page)
    assert {*told} == {"1, Urach", "5, Hüfingen"}


def test_money_of_a_team_is_divided_among_its_people_and_of_plus_points_everybody_gets_all() -> None:
    teams = [PrizePlan(kind=PrizeKind.TEAM, rank=rank, what=what) for rank, what in ((1, "40 €"), (2, "je 10 €"))]
    world = World(rounds=1, team_size=2, prizes=[*teams, PrizePlan(kind=PrizeKind.PLUS, what="5 €")])
    people = [door.Newcomer(name=f"Spieler {n}", team=f"Team {n % 4}") for n in range(8)]
    door.register_all(world.tournament, people)
    world.play_round()
    payees = payees_of(world.tournament)
    payouts = [(share.label, share.cents) for payee in payees for share in payee.shares]
    assert sorted(payouts) == [*[("40 €", 2000)] * 2, *[("5 €", 500)] * 4, *[("je 10 €", 1000)] * 2]
    assert "usammen 40,00\xa0€: je 20,00\xa0€" in body_of(
        client_of(world.organiser).get(reverse("prizes", args=[world.tournament.pk]))
    )


def test_nobody_gets_what_is_not_theirs_or_is_not_settled(hall: Hall) -> None:
    last = hall.who_gets("Wurstsalat")[0].person.player
    for who in (0, 10**12, f"{last} 100 €"):
        hall.post(person=who)
    hall.post(ground="nothing")
    open_ = copied(World, prizes=[rank(1, "30 €")])
    open_.register(8)
    round_ = open_.draw()
    assert payees_of(open_.tournament) == []
    for table in round_.tables.all():
        type_table(table)
        assert payees_of(open_.tournament) == [], "a table, and then a round, are still to come"
    desk.close_round(round_)
    assert payees_of(open_.tournament) == []
    assert not Booking.objects.filter(kind=PRIZE).exists()


@thorough
def test_other_money_is_booked_and_taken_back_with_a_reason(hall: Hall) -> None:
    assert hall.post(reason="").status_code == 422
    assert hall.post().status_code == 302
    assert hall.post(sign=1, amount="12,50", reason="Spende vom Wirt").status_code == 302
    assert hall.sums() == (8000, 0, 850, 8850)
    row = Booking.objects.get(cents=1250)
    hall.post(back=row.pk)
    assert hall.sums() == (8000, 0, -400, 7600)
    html = body_of(client_of(hall.organiser).get(reverse("cash", args=[hall.tournament.pk])))
    assert "Spende vom Wirt" in html
    assert "76,00\N{NO-BREAK SPACE}€" in html


def test_cash_goes_on_after_the_end_and_goes_with_the_tournament(hall: Hall) -> None:
    Tournament.objects.update(finished_at=timezone.now())
    assert hall.tick("30 € + 15 €").status_code == 302
    assert hall.post().status_code == 302
    other = copied(World)
    assert (
        client_of(other.organiser)
        .post(reverse("cash", args=[other.tournament.pk]), {"back": Booking.objects.latest("pk").pk})
        .status_code
        == 404
    )
    assert Booking.objects.count() == 2
    Tournament.with_deleted.filter(pk=hall.tournament.pk).update(deleted_at="2020-01-01T00:00Z")
    purge_tournaments()
    assert not Booking.objects.exists()


def test_organisers_see_it_and_nobody_else_does(hall: Hall) -> None:
    one = next(one for one in payees_of(hall.tournament) if one.due)
    for who in (hall.helper, hall.guest):
        assert client_of(who).get(reverse("cash", args=[hall.tournament.pk])).status_code == 403
        assert hall.post(who).status_code == 403
        assert hall.post(who, person=one.person.player).status_code == 403
    assert client_of(hall.stranger).get(reverse("cash", args=[hall.tournament.pk])).status_code == 404
    assert not Booking.objects.exists()
    assert client_of(hall.organiser).get(reverse("cash", args=[hall.tournament.pk])).status_code == 200


@thorough
def test_backup_keeps_the_cash_and_an_erased_winner_is_a_number(hall: Hall) -> None:
    hall.tick("30 € + 15 €")
    hall.post()
    club = Club.objects.get(pk=hall.tournament.club_id)
    out = io.StringIO()
    write_backup(club, out)
    backup, problems = parse_json(out.getvalue())
    assert backup, problems
    copy = restore(backup, as_copy=True)
    there = Tournament.objects.get(club=copy)
    assert cash_page(there)["sum"] == hall.sums()[-1]
    assert [one.is_done for one in payees_of(there)] == [one.is_done for one in payees_of(hall.tournament)]
    person = Booking.objects.get(club=club, kind=PRIZE).payer
    assert person
    erase_person(person)
    html = body_of(client_of(hall.organiser).get(reverse("cash", args=[hall.tournament.pk])))
    assert f"gelöscht, Nr. {person.pk}" in html
    assert hall.sums()[1] == -2250


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_prize_that_every_organiser_ticks_at_once_is_paid_out_once() -> None:
    hall = Hall()
    one = next(one for one in payees_of(hall.tournament) if one.due)
    pay = partial(hall.post, person=one.person.player)
    assert {answer.status_code for answer in at_once([pay] * WRITERS)} == {302}
    assert Booking.objects.count() == 1


@thorough
def test_page_asks_the_database_no_more_often_with_more_players(hall: Hall) -> None:
    client, counts = client_of(hall.organiser), []
    for _ in range(2):
        client.get(reverse("cash", args=[hall.tournament.pk]))
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("cash", args=[hall.tournament.pk]))
        counts.append(len(asked))
        hall.post()
        hall.tick("30 € + 15 €")
    assert counts[0] == counts[1]
