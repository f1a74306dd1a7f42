"""A championship of 145 through the pages, with everything that goes wrong in a hall; an independent recount agrees."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.commands import called
from tests.pages import body_of
from tests.worlds.tournament import World, client_of
from tests.worlds.tournament_file import document_of, rows_of
from tournaments.course.access import EVERYTHING
from tournaments.door import services as door
from tournaments.models import Decision, Entrant, Result, Round, Table
from tournaments.standings.queries import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.both, pytest.mark.heavy]

PLAYERS, LATE = 145, 6


class Desk:
    """A device at the desk, by addresses below the tournament's."""

    def __init__(self, world: World, device: Device) -> None:
        self.world, self.client = world, client_of(device)

    def post(self, name: str, /, *args: object, **data: Any) -> None:
        address = reverse(name, args=[self.world.tournament.pk, *args])
        answer = self.client.post(address, data)
        assert answer.status_code == 302, (name, args, answer.status_code, body_of(answer)[-3000:])

    def late(self, name: str) -> Entrant:
        """A late-comer at the door who draws a seat."""
        came = door.register(self.world.tournament, door.Newcomer(name=name, village="Hüfingen", has_paid=True))
        self.post("seat_late", came.pk)
        return came

    def play(self, number: int, chance: random.Random, *, leaders: int, close: bool = True) -> None:
        """Totals of every table in steps of ten; numbers 1 and 2 get what leaders get."""
        for table in Table.objects.filter(round__number=number, is_practice=False).order_by("number"):
            seated = list(table.results.order_by("seat").values_list("entrant__number", flat=True))
            points = [leaders if who in (1, 2) else 10 * chance.randint(-20, 20) for who in seated]
            rest = next(seat for seat in reversed(range(len(seated))) if seated[seat] not in (1, 2))
            points[rest] -= sum(points)
            self.post("type_totals", number, table.number, **typed(points))
        if close:
            self.post("close_round", number)


def typed(points: list[int]) -> dict[str, object]:
    """Totals by the names of the form's fields."""
    return {f"points_{seat}": amount for seat, amount in enumerate(points)}


def recounted(document: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Number, total, last round: added up from the document alone, by nothing of the program's."""
    totals: Counter[int] = Counter()
    last: dict[int, int] = {}
    entrants, seen = dict(enumerate(rows_of(document, "entrants"), 1)), set[int]()
    for result in rows_of(document, "results"):
        if entrants[result["entrant"]]["house"] or result["table"] is None:
            continue
        seen.add(result["entrant"])
        totals[result["entrant"]] += result["points"]
        if result["round"] == len(document["rounds"]["rows"]):
            last[result["entrant"]] = result["points"]
    numbers = {place: entrants[place]["number"] for place in seen}
    rows = [(numbers[place], totals[place], last.get(place, -(10**9))) for place in seen]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def test_a_championship_with_everything_that_goes_wrong() -> None:  # noqa: PLR0915  # an evening is long
    world, chance = World(remainder="larger", prizes=()), random.Random(145)
    people = world.register(PLAYERS, has_paid=True)
    desk = Desk(world, world.organiser)
    desk.post("draw", 1, seed="Schonach 1")
    desk.post("undraw", 1, why="ein Name fehlte")
    desk.post("draw", 1, seed="Schonach 2")
    for place in (3, 40):
        desk.post("withdraw_entrant", people[place].pk, why="nicht erschienen")
    came = [desk.late(f"Spät {n}") for n in range(3)]
    desk.post("withdraw_entrant", people[77].pk, why="nicht erschienen")
    desk.post("empty_seat", people[77].pk)
    desk.post("start_round", 1)
    came.append(desk.late("Spät 3"))
    for place in (10, 11, 12):
        number, table = people[place].number, people[place].results.get().table
        assert table
        sent = {"number": number, "name": f"Ersatz {place}", "village": "Villingen", "why": "musste heim"}
        desk.post("substitute", 1, table.number, **sent)
    desk.post("dispute_table", 1, 7, disputed="on")
    desk.post("dispute_table", 1, 7, disputed="")
    desk.play(1, chance, leaders=900, close=False)
    leading = set(Result.objects.filter(entrant__number__in=(1, 2)).values_list("table__number", flat=True))
    voided = next(number for number in range(9, 20) if number not in leading)
    desk.post("void_table", 1, voided, why="Fehler nicht zu finden")
    desk.post("close_round", 1)

    # The laptop is dead: the helper's link was widened, and another device goes on.
    desk.post("widen_helpers", run="1")
    other = Device.objects.create()
    accept_link(other, link_for(world.tournament.club, right=Right.DESK, target=world.tournament.pk))
    spare = Desk(world, other)
    desk.post("withdraw_entrant", people[20].pk, why="krank")
    spare.post("draw", 2, seed="Schonach 3")
    came += [spare.late(f"Spät {n}") for n in range(4, LATE)]
    spare.post("start_round", 2)
    spare.play(2, chance, leaders=900)

    ranking = standings_of(world.tournament, EVERYTHING)
    document = document_of(world.tournament)
    assert [(line.row.number, line.row.total) for line in ranking.lines] == [row[:2] for row in recounted(document)]
    assert {entrant.number for entrant in came} <= {line.row.number for line in ranking.lines}
    assert len(ranking.lines) == PLAYERS + LATE - 3, "who never came stands nowhere"

    assert [line.row.number for line in ranking.lines if line.row.rank == 1] == [1, 2]
    desk.post("decide_tie", 1, numbers="2, 1", by="card", drawn_by="Wirt")
    assert [line.row.number for line in standings_of(world.tournament, EVERYTHING).lines][:2] == [2, 1]
    desk.post("finish_tournament", why="Weitere Plätze bleiben geteilt")
    # The next day a sum was wrong.
    desk.post("open_again", why="Tisch 3 war falsch addiert")
    third = Table.objects.get(round__number=2, number=3)
    mended = typed([30, *[0] * (third.results.count() - 2), -30])
    desk.post("type_totals", 2, 3, **mended, why="nachgerechnet")
    desk.post("finish_tournament", why="Weitere Plätze bleiben geteilt")

    document = document_of(world.tournament)
    rows = [(line.row.number, line.row.total) for line in standings_of(world.tournament, EVERYTHING).lines]
    assert sorted(rows) == sorted(row[:2] for row in recounted(document))
    for round_ in Round.objects.all():
        status, out, err = called("draw", "-", stdin=json.dumps(round_.draw).encode())
        assert (status, out.splitlines()[-1]) == (0, "equal"), err
    assert list(faults_in(world.tournament.club)) == []
    kinds = Counter(Decision.objects.values_list("kind", flat=True))
    assert kinds == {
        "draw": 3,
        "undraw": 1,
        "withdrawal": 4,
        "seated": LATE,
        "unseated": 1,
        "start": 2,
        "substitute": 3,
        "dispute": 1,
        "settled": 1,
        "void": 1,
        "close": 2,
        "tie": 1,
        "finish": 2,
        "goes_on": 1,
        "correction": 1,
    }
    Decision.objects.filter(kind="undraw").update(kind="swap")
    assert any("decision 2: was changed" in fault for fault in faults_in(world.tournament.club))
