"""A tournament of 45 through the pages by two organisers, with all that happens in a hall.

Late-comers, leavers, substitutes there and back, a merge in the middle, points off, somebody sent home, and the payout:
a notebook that knows nothing of the program but what was typed agrees with everything that is published.
"""

import csv
import io
import json
import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.pages import body_of
from tests.worlds.tournament import World, client_of
from tournaments.clubhouse.money.payouts import cash_page, payees_of
from tournaments.models import CategoryKind, Entrant, PrizeKind, Table, Tournament
from tournaments.papers.reading import parse_json
from tournaments.seasons import queries as seasons
from tournaments.seasons.models import Season
from tournaments.seasons.services import Signature, add_events
from tournaments.setup.plans import PrizePlan

pytestmark = [pytest.mark.django_db, pytest.mark.both]

PRIZES = (
    *(PrizePlan(kind=PrizeKind.RANK, what=f"{90 - 10 * rank} €", rank=rank) for rank in range(1, 9)),
    PrizePlan(kind=PrizeKind.CATEGORY, what="Blumen", rank=1, category=0),
    PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat"),
)
WOMEN = ("Karla 11", "Hanna 8", "Clara 3")


class Notebook:
    """Notes of a stranger beside the desk: who holds which number, and the points of each chair that counts."""

    def __init__(self) -> None:
        self.holder: dict[int, str] = {}
        self.house: set[int] = set()
        self.rows: dict[int, list[int | None]] = defaultdict(lambda: [None, None])
        self.gone: set[int] = set()
        self.sent_home: set[int] = set()
        self.for_fun: set[int] = set()

    def note(self, round_: int, number: int, points: int) -> None:
        """A total as it was typed; a house player's chair is only filled."""
        if number not in self.house:
            self.rows[number][round_ - 1] = points

    def total(self, number: int) -> int:
        return sum(points or 0 for points in self.rows[number])

    def ranked(self) -> list[int]:
        """Numbers in their order: the total, then the last round."""
        last = {number: rows[1] if rows[1] is not None else -(10**9) for number, rows in self.rows.items()}
        rest = [number for number in self.rows if number not in self.sent_home]
        return sorted(rest, key=lambda number: (-self.total(number), -last[number], number))

    def prizes(self, women: tuple[str, ...]) -> dict[str, str]:
        """Winners: who was there till the end, the next one in place of who was not."""
        there = [number for number in self.ranked() if number not in self.gone | self.for_fun]
        won = {f"{90 - 10 * place} €": self.holder[number] for place, number in enumerate(there[:8], 1)}
        first = next(number for number in there[8:] if self.holder[number] in women)  # nobody gets two
        return won | {"Blumen": self.holder[first], "Wurstsalat": self.holder[there[-1]]}


class Organiser:
    """One of the two, in the browser's language."""

    def __init__(self, world: World, device: Device, language: str) -> None:
        self.world, self.client = world, client_of(device)
        self.headers = {"accept-language": language}

    def post(self, name: str, /, *args: object, status: int = 302, **data: Any) -> Any:
        answer = self.client.post(reverse(name, args=[self.world.tournament.pk, *args]), data, headers=self.headers)
        assert answer.status_code == status, (name, args, answer.status_code, body_of(answer)[-3000:])
        return answer

    def get(self, name: str, /, *args: object) -> Any:
        return self.client.get(reverse(name, args=[self.world.tournament.pk, *args]), headers=self.headers)

    def register(self, who: str, **more: Any) -> Entrant:
        name = who.partition(",")[0]
        self.post("register_entrant", uuid=uuid4(), who=who, paid="on", new="on", **more)
        return Entrant.objects.get(player__name=name, number__isnull=False)


def entrant_with(number: int) -> Entrant:
    return Entrant.objects.select_related("player").get(number=number)


def states() -> list[tuple[Any, ...]]:
    """All that is noted of everybody, without the history of undoing."""
    names = ("pk", "number", "player", "status", "has_paid", "practises", "is_house")
    return list(Entrant.objects.order_by("pk").values_list(*names))


@pytest.fixture
def world() -> World:
    return World(
        categories=[(CategoryKind.WOMEN, "")],
        prizes=PRIZES,
        entry_fee="10",
        takes_announcements=True,
        is_public=True,
        prizes_for_present=True,
    )


def play(desks: list[Organiser], book: Notebook, number: int, chance: random.Random) -> None:
    """Totals of every table by both organisers in turn, in steps that nobody shares."""
    for at, table in enumerate(Table.objects.filter(round__number=number).order_by("number")):
        seated = list(table.results.order_by("seat").values_list("entrant__number", flat=True))
        points = [chance.randint(-400, 400) for _ in seated]
        points[-1] -= sum(points)
        sent: dict[str, Any] = {f"points_{seat}": amount for seat, amount in enumerate(points)}
        sent["sure"] = ",".join(map(str, points))
        desks[at % 2].post("type_totals", number, table.number, **sent)
        for who, amount in zip(seated, points, strict=True):
            book.note(number, who or 0, amount)


def at_table(number: int) -> tuple[int, int]:
    """Round and table where a start number sits now."""
    result = entrant_with(number).results.order_by("-round__number").select_related("round", "table").first()
    assert result
    assert result.table
    return result.round.number, result.table.number


def substituted(desk: Organiser, book: Notebook, number: int, name: str, village: str) -> None:
    """Somebody plays on under a number, named at the table."""
    round_, table = at_table(number)
    desk.post("substitute", round_, table, number=number, name=name, village=village, why="Telefon")
    book.holder[number] = name


@dataclass
class Evening:
    """The tournament, its two organisers, the notebook and the dice."""

    world: World
    one: Organiser
    other: Organiser
    book: Notebook = field(default_factory=Notebook)
    chance: random.Random = field(default_factory=lambda: random.Random(45))

    def merge(self, gone: Player, kept: Player) -> None:
        address = reverse("merge_person", args=[self.world.tournament.club_id, gone.pk])
        assert self.other.client.post(address, {"kept": kept.pk}).status_code == 302

    def play(self, number: int) -> None:
        play([self.one, self.other], self.book, number, self.chance)

    def note_house_players(self) -> None:
        seated = Entrant.objects.filter(is_house=True, number__isnull=False)
        names = {entrant.number or 0: entrant.name for entrant in seated}
        self.book.house = set(names)
        self.book.holder |= names


def before_the_evening(evening: Evening) -> None:
    """Two announce themselves, one of them under two names; mistakes at the door are taken back."""
    world, one, other = evening.world, evening.one, evening.other
    stranger = Client()
    for name in ("Anna Kern", "Kern Anna", "Max Frei"):
        announced = {"uuid": uuid4(), "name": name, "village": "Urach"}
        assert stranger.post(reverse("announce", args=[world.tournament.pk]), announced).status_code == 200
    world.register(42, has_paid=True)
    keys = {entrant.name: entrant.pk for entrant in Entrant.objects.filter(number=None)}
    asked = one.post("check_in_entrant", came_paid=keys["Anna Kern"], status=422)
    assert "Kern Anna" in body_of(asked)
    one.post("check_in_entrant", came_paid=keys["Anna Kern"], player="new")
    before = states()
    other.post("check_in_entrant", came=keys["Max Frei"])
    other.post("take_back_entrant", keys["Max Frei"])
    mistake = one.register("Irrtum, Nirgends")
    one.post("take_back_entrant", mistake.pk)
    assert states() == before
    twin, anna = (Player.objects.get(name=name) for name in ("Kern Anna", "Anna Kern"))
    evening.merge(twin, anna)
    other.post("check_in_entrant", came_paid=keys["Max Frei"])
    (category,) = world.tournament.categories.all()
    category.entrants.set(Entrant.objects.filter(player__name__in=WOMEN))
    one.register("Otto Spät, Hüfingen")
    evening.book.holder = {entrant.number or 0: entrant.name for entrant in Entrant.objects.exclude(number=None)}
    assert len(evening.book.holder) == 45


def first_round(evening: Evening) -> None:
    """45 need three house players. One comes late and draws a seat; somebody stands in for a while."""
    one, other, book = evening.one, evening.other, evening.book
    one.post("draw", 1, seed="Gstieß")
    evening.note_house_players()
    assert len(book.house) == 3
    late = other.register("Lena Late, Urach")
    other.post("seat_late", late.pk)
    book.holder[late.number or 0] = "Lena Late"
    one.post("start_round", 1)
    before = states()
    substituted(one, book, 11, "Rolf Stand", "Triberg")
    substituted(other, book, 11, WOMEN[0], "Bräunlingen")
    assert [row for row in states() if row in before] == before
    assert Entrant.objects.get(player__name=WOMEN[0]).categories.count() == 1
    evening.play(1)
    other.post("close_round", 1)


def between_the_rounds(evening: Evening) -> None:
    """One goes home; two people turn out to be one."""
    evening.one.post("withdraw_entrant", entrant_with(20).pk, why="letzter Bus")
    evening.book.gone.add(20)
    known = Player.objects.create(club_id=evening.world.tournament.club_id, name="Dieter vom Stammtisch")
    evening.merge(entrant_with(4).player, known)
    evening.book.holder[4] = known.name


def second_round(evening: Evening) -> None:
    """By the other one: a house player's chair is taken over, a substitute stays, points off for somebody.

    The second is sent home; the first and the last play for fun.
    """
    one, other, book = evening.one, evening.other, evening.book
    other.post("draw", 2, seed="Mond")
    evening.note_house_players()
    other.post("start_round", 2)
    taken = min(number for number in book.house if entrant_with(number).results.filter(round__number=1).exists())
    substituted(other, book, taken, "Vera Drei", "Aasen")
    book.house.remove(taken)
    substituted(one, book, 33, "Sepp Ersatz", "Lenzkirch")
    evening.play(2)
    other.post("penalize", *at_table(7), number=7, points=50, why="zweimal nicht bedient")
    book.note(2, 7, (book.rows[7][1] or 0) - 50)
    other.post("close_round", 2)
    first, second, *_others, last = book.ranked()
    other.post("decide_takes", entrant_with(second).pk, takes="nothing", why="nach Hause geschickt")
    book.sent_home.add(second)
    for number in (first, last):
        one.post("decide_takes", entrant_with(number).pk, takes="rank", why="spielt nur zum Spaß")
        book.for_fun.add(number)
    one.post("finish_tournament", why="Weitere Plätze bleiben geteilt")


def paid_out(evening: Evening) -> None:
    """Every prize, ticked by both: 46 have paid 10 € each, also who went home."""
    for payee in payees_of(evening.world.tournament):
        for desk in (evening.one, evening.other):
            desk.post("cash", act=uuid4(), person=payee.person.player)
    evening.one.post("cash", uuid=uuid4(), sign=-1, amount="35,50", reason="Saal")
    page = cash_page(Tournament.objects.get())
    assert (page["sums"]["fee"], page["sums"]["prize"], page["sum"]) == (46_000, -36_000, 6_450)
    assert page["to_pay"] == 0


def test_what_a_stranger_noted_is_what_everybody_reads(world: World) -> None:
    second, tournament = Device.objects.create(), world.tournament
    accept_link(second, link_for(tournament.club, right=Right.MANAGE, target=tournament.club_id))
    evening = Evening(world, Organiser(world, world.organiser, "de"), Organiser(world, second, "en"))
    for part in (before_the_evening, first_round, between_the_rounds, second_round):
        part(evening)
    one, other, book = evening.one, evening.other, evening.book
    expected = [(number, book.holder[number], book.rows[number], book.total(number)) for number in book.ranked()]

    data = json.loads(one.get("standings_json").content)
    ranked = [(row["number"], row["name"], row["points"], row["total"]) for row in data["standings"] if row["rank"]]
    assert ranked == expected
    for reader, words, mark in ((one, ("Platz", "Nummer", "Summe"), ";"), (other, ("Rank", "Number", "Total"), ",")):
        text = reader.get("standings_csv").content.decode("utf-8-sig")
        table = [[row[word] for word in words] for row in csv.DictReader(io.StringIO(text), delimiter=mark)]
        rows = [(int(number), int(total)) for rank, number, total in table if rank]
        assert rows == [(number, total) for number, _name, _points, total in expected]
    awards = one.get("prizes").context["awards"]
    assert {award.award.prize.label: line.person.name for award in awards for line in award.lines} == book.prizes(WOMEN)
    paid_out(evening)

    assert parse_json(body_of(one.get("export_tournament")))[1] == ()
    assert list(faults_in(tournament.club)) == []
    days = {"first_day": tournament.day, "last_day": tournament.day}
    season = Season.objects.create(club=tournament.club, name="Winter", **days)
    add_events(season, tournaments=[tournament], by=Signature())
    points = {line.person.name: line.row.total for line in seasons.league_table_of(season).lines()}
    assert points == {name: total for _number, name, _points, total in expected}
