"""Payouts: known by person and prize; what is due is held against what was paid, and a difference is said."""

import random
from collections import defaultdict
from typing import Any
from uuid import uuid4, uuid5

import pytest
from django.urls import reverse

from cegoscore.bookings.models import PRIZE, Booking
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club, LogEntry, Player
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tournaments.clubhouse.money.page import booked_lines
from tournaments.clubhouse.money.payouts import Payee, cash_page, grounds_of, payees_of
from tournaments.desk import services as desk
from tournaments.models import PrizeKind, Result, Tournament
from tournaments.setup.plans import PrizePlan
from tournaments.setup.services import change_settings

pytestmark = pytest.mark.django_db

EURO = "\N{NO-BREAK SPACE}€"


def plan(place: int, cents: int, goods: str = "") -> PrizePlan:
    words = " und ".join(filter(None, (f"{cents // 100} €", goods)))
    return PrizePlan(kind=PrizeKind.RANK, rank=place, what=words[:120], cents=cents, goods=goods)


PLUS = PrizePlan(kind=PrizeKind.PLUS, what="1 €", cents=100, is_each=True)
PRIZES = (plan(1, 10_000, "ein Schinken"), plan(2, 5_000), plan(3, 4_000, f"ein K{'o' * 110}rb"), PLUS)


class Evening(World):
    """Eight players, one round closed, each with another total."""

    def __init__(self, *, prizes: tuple[PrizePlan, ...] = PRIZES) -> None:
        super().__init__(rounds=1, entry_fee="10", tie_breaks=[], prizes=prizes)
        self.register(8)
        self.round = self.draw()
        for table, step in zip(self.round.tables.order_by("number"), (30, 40), strict=True):
            size = table.results.count()
            points = {seat: (size - 1 - 2 * seat) * step for seat in range(size)}
            desk.type_totals(table, points, why="", device=None)
        desk.close_round(self.round)

    def post(self, **fields: Any) -> Any:
        address = reverse("cash", args=[self.tournament.pk])
        return client_of(self.organiser).post(address, {"act": uuid4()} | fields)

    def change(self, **settings: Any) -> None:
        same: dict[str, Any] = {"categories": (), "small_rules": None, "why": "genauer"}
        change_settings(self.tournament, rules=rules_of(self.tournament.rule_set), **same | settings)

    def page(self, more: str = "") -> str:
        return body_of(client_of(self.organiser).get(reverse("cash", args=[self.tournament.pk]) + more))

    def who(self) -> list[Payee]:
        return payees_of(Tournament.objects.get(pk=self.tournament.pk))

    def sums(self) -> tuple[int, int, int]:
        page = cash_page(Tournament.objects.get(pk=self.tournament.pk))
        return page["sums"][PRIZE], page["to_pay"], page["to_get"]

    def swap(self, one: int, other: int) -> None:
        """Correct the totals of two players of one table: they were exchanged."""
        rows = [Result.objects.get(round=self.round, entrant__player=player) for player in (one, other)]
        assert rows[0].table
        points = {row.seat: row.points or 0 for row in rows[0].table.results.all()}
        points |= {rows[0].seat: rows[1].points or 0, rows[1].seat: rows[0].points or 0}
        desk.type_totals(rows[0].table, points, why="vertauscht", device=None)

    def of_one_table(self) -> list[int]:
        """The players of the first one's table, the best first."""
        winner = self.who()[0].person.player
        table = Result.objects.get(entrant__player=winner).table
        rows = Result.objects.filter(table=table).order_by("-points")
        return list(rows.values_list("entrant__player", flat=True))


@pytest.fixture
def evening(db: None) -> Evening:
    return copied(Evening)


def test_each_has_one_line_with_money_and_goods_the_first_prize_first(evening: Evening) -> None:
    first, *others = evening.who()
    assert [(share.cents, share.goods) for share in first.shares] == [(10_000, "ein Schinken"), (100, "")]
    assert (first.due, [payee.due for payee in others]) == (10_100, [5_100, 4_100, 100])
    paper = evening.page("?sign")
    assert [paper.count(f"{payee.person.name}\n") for payee in evening.who()] == [1, 1, 1, 1]
    assert paper.count("<tr>") == 4 + 2
    assert paper.index("ein Schinken") < paper.index("50,00")
    assert f"191,00{EURO}" not in paper
    assert f"194,00{EURO}" in paper
    assert evening.sums() == (0, 19_400, 0)


def test_a_correction_leaves_so_much_more_and_so_much_back(evening: Evening) -> None:
    best, second = evening.of_one_table()[:2]
    for player in (best, second):
        evening.post(person=player)
    before, *_rest = evening.sums()
    evening.swap(best, second)
    left = {payee.person.player: payee.left for payee in evening.who()}
    assert (left[second], left[best]) == (6_000, -6_000)
    for more in ("", "?sign"):
        assert f"60,00{EURO} zurück" in evening.page(more)
        assert f"noch 60,00{EURO}" in evening.page(more)
    assert evening.sums()[::2] == (before, 6_000)
    for player in (best, second):
        evening.post(person=player)
    assert evening.sums()[::2] == (before, 0)
    assert {payee.left for payee in evening.who() if payee.person.player in (best, second)} == {0}
    assert evening.who()[0].is_done


def test_a_whole_ground_is_paid_in_one_act_with_one_undo(evening: Evening) -> None:
    evening.post(person=evening.who()[0].person.player)
    act = uuid4()
    for _twice in range(2):
        evening.post(act=act, ground="plus")
    assert evening.sums() == (-10_400, 9_000, 0)
    rows = Booking.objects.filter(kind=PRIZE).order_by("-pk")
    assert [row.cents for row in rows] == [-100, -100, -100, -100, -10_000]
    assert "3 Personen" in evening.page()
    assert LogEntry.objects.filter(after__contains="3 Leute").count() == 1
    for _twice in range(2):
        evening.post(back=rows[0].act)
    assert evening.sums() == (-10_100, 9_300, 0)
    evening.post(ground="plus")
    assert evening.sums() == (-10_400, 9_000, 0)
    evening.post(ground="rank")
    assert LogEntry.objects.filter(after__contains="2 Leute").count() == 1, "the first has it already"


def test_a_prize_that_is_said_in_other_words_was_paid(evening: Evening) -> None:
    for payee in evening.who():
        evening.post(person=payee.person.player)
    said = [plan(1, 10_000, "ein ganzer Schinken"), plan(2, 5_000), plan(3, 4_000), PLUS]
    evening.change(prizes=said)
    assert all(payee.is_done for payee in evening.who())
    assert evening.sums() == (-19_400, 0, 0)
    evening.change(prizes=[plan(1, 12_000, "ein Schinken"), *said[1:]])
    assert [payee.left for payee in evening.who()] == [2_000, 0, 0, 0]


def test_money_is_paid_though_the_version_before_planned_its_prizes_anew(evening: Evening) -> None:
    for payee in evening.who():
        evening.post(person=payee.person.player)
    for prize in evening.tournament.prizes.all():
        type(prize).objects.filter(pk=prize.pk).update(uuid=uuid4())
    assert [payee.is_done for payee in evening.who()] == [False, True, False, True], "only the goods are due again"
    assert evening.sums() == (-19_400, 0, 0)


def test_what_the_version_before_paid_is_paid(evening: Evening) -> None:
    """It knew a payout by its words, and no money of a prize that has goods beside it."""
    first, second, *_others = evening.who()
    place = {"club": Club.objects.get(), "kind": PRIZE, "key": evening.tournament.pk, "currency": "€"}
    for payee, label, cents in ((first, "100 € und ein Schinken", 0), (second, "50 €", 5_000), (second, "1 €", 100)):
        Booking.objects.create(payer_id=payee.person.player, cents=-cents, reason=label, **place)
    first, second, *_others = evening.who()
    assert (first.left, second.left, second.is_done) == (10_100, 0, True)
    assert [share.is_handed for share in first.shares] == [True, False]
    assert evening.post(person=first.person.player).status_code == 302
    assert evening.who()[0].is_done


def test_money_is_asked_back_only_once_it_is_known_who_gets_it(evening: Evening) -> None:
    for payee in evening.who():
        evening.post(person=payee.person.player)
    evening.change(prizes=PRIZES, rounds=2)
    assert evening.sums() == (-19_400, 0, 0)
    assert f"{EURO} zurück" not in evening.page()


def test_who_was_paid_and_is_not_there_any_more_is_named_and_owes_it(evening: Evening) -> None:
    gone = Player.objects.create(club=Club.objects.get(), name="Ganz Fort")
    place = {"club": gone.club, "kind": PRIZE, "key": evening.tournament.pk, "currency": "€"}
    Booking.objects.create(payer=gone, cents=-5_000, reason="50 €", **place)
    assert [(payee.person.name, payee.back) for payee in evening.who()][-1] == ("Ganz Fort", 5_000)


def test_a_cash_below_zero_says_so(evening: Evening) -> None:
    assert "unter null" not in evening.page()
    evening.post(ground="rank")
    assert "unter null" in evening.page()


class Sheet:
    """Somebody who adds up with a pencil: points, what is due by place and for plus, what each got for what."""

    def __init__(self, evening: Evening) -> None:
        rows = Result.objects.filter(round=evening.round).values_list("entrant__player", "points")
        self.points: dict[int, int] = dict(rows)  # type: ignore[arg-type]
        self.got: dict[tuple[int, str], int] = defaultdict(int)
        self.acts: list[tuple[Any, dict[tuple[int, str], int]]] = []

    def due(self, player: int) -> dict[str, int]:
        """Cents by what they are for: the best place of those who are level, or plus points."""
        mine = self.points[player]
        ahead, level = self._place(mine)
        prizes = [10_000, 5_000, 4_000][ahead : ahead + level]
        due = {f"rank {ahead}": sum(prizes) // level} if prizes else {}
        return due | ({"plus": 100} if mine > 0 else {})

    def _place(self, mine: int) -> tuple[int, int]:
        everybody = self.points.values()
        return sum(points > mine for points in everybody), sum(points == mine for points in everybody)

    def left(self, player: int) -> int:
        return sum(self.due(player).values()) - sum(cents for (who, _what), cents in self.got.items() if who == player)

    def pay(self, player: int, ground: str = "") -> dict[tuple[int, str], int]:
        """The cents that change hands; of a ground nothing for who has something that is not theirs."""
        due = self.due(player)
        wrong = [what for (who, what), cents in self.got.items() if who == player and cents and what not in due]
        whats = [what for what in due if what.startswith(ground) and not wrong] if ground else [*due, *wrong]
        return {(player, what): due.get(what, 0) - self.got[player, what] for what in whats}

    def ground(self, key: str) -> tuple[int, int, int, int]:
        """Of a ground those who get something, the cents of all, those who wait, and the cents of each if all alike."""
        dues = [cents for one in self.points for what, cents in self.due(one).items() if what.startswith(key)]
        waiting = sum(any(self.pay(one, key).values()) for one in self.points)
        return len(dues), sum(dues), waiting, dues[0] if len({*dues}) == 1 else 0

    def note(self, act: Any, changes: dict[tuple[int, str], int]) -> None:
        self.acts.append((act, changes))
        for key, cents in changes.items():
            self.got[key] += cents


@pytest.mark.parametrize("seed", range(12))
def test_box_and_balances_are_what_somebody_with_a_pencil_adds_up(evening: Evening, seed: int) -> None:
    """Payouts, whole grounds, acts taken back and corrections of results in any order."""
    dice, sheet = random.Random(seed), Sheet(evening)
    for step in range(15):
        act = dice.choice(["person", "person", "plus", "rank", "undo", "swap"])
        player, page = dice.choice(sorted(sheet.points)), uuid4()
        if act == "person":
            evening.post(act=page, person=player)
            sheet.note(uuid5(page, str(player)), sheet.pay(player))
        elif act in ("plus", "rank"):
            evening.post(act=page, ground=act)
            sheet.note(
                uuid5(page, act), {key: cents for one in sheet.points for key, cents in sheet.pay(one, act).items()}
            )
        elif act == "undo" and sheet.acts:
            back, changes = sheet.acts.pop(dice.randrange(len(sheet.acts)))
            evening.post(back=back)
            for key, cents in changes.items():
                sheet.got[key] -= cents
        elif act == "swap":
            seats = Result.objects.get(round=evening.round, entrant__player=player).table
            other = dice.choice(sorted(Result.objects.filter(table=seats).values_list("entrant__player", flat=True)))
            evening.swap(player, other)
            sheet.points[player], sheet.points[other] = sheet.points[other], sheet.points[player]
        left = {one: sheet.left(one) for one in sheet.points if sheet.left(one)}
        assert {payee.person.player: payee.left for payee in evening.who() if payee.left} == left, (step, act)
        assert evening.sums() == (
            -sum(sheet.got.values()),
            sum(cents for cents in left.values() if cents > 0),
            -sum(cents for cents in left.values() if cents < 0),
        )
        grounds = {row.key: (row.people, row.cents, row.left, row.each) for row in grounds_of(evening.who())}
        assert grounds == {key: sheet.ground(key) for key in ("rank", "plus")}, (step, act)
    lines = booked_lines(evening.tournament)
    reasons = [*Booking.objects.values_list("reason", flat=True), *(line.reason for line in lines)]
    assert max(map(len, reasons), default=0) <= 120
