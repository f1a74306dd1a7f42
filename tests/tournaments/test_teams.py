"""Teams through the pages: 144 people in 36 teams of four, two rounds, a substitute; and what can go wrong at the door.

The standing is added up again from the document alone, and what is published says the same in every form.
"""

import csv
import io
import json
import random
import uuid
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.commands import called
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tests.worlds.tournament_file import change, document_of, problems_of, read_in, rows_of
from tournaments.course.access import EVERYTHING
from tournaments.course.entrants import teams_of
from tournaments.desk.services import type_totals
from tournaments.models import Entrant, PrizeKind, Round, Table
from tournaments.setup.plans import PrizePlan
from tournaments.standings.queries import standings_of
from tournaments.standings.unveiling import stage_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]

PRIZES = (
    PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),
    PrizePlan(kind=PrizeKind.TEAM, what="Pokal", rank=1),
    PrizePlan(kind=PrizeKind.TEAM, what="Fass Bier", rank=2),
)


class Desk:
    """The helper's device; in German."""

    def __init__(self, world: World) -> None:
        self.world, self.client = world, client_of(world.organiser)
        self.headers = {"accept-language": "de"}

    def post(self, name: str, /, *args: object, status: int = 302, **data: Any) -> Any:
        answer = self.client.post(reverse(name, args=[self.world.tournament.pk, *args]), data, headers=self.headers)
        assert answer.status_code == status, (name, args, answer.status_code, body_of(answer)[-3000:])
        return answer

    def get(self, name: str, /, *args: object, query: str = "") -> str:
        address = reverse(name, args=[self.world.tournament.pk, *args]) + query
        answer = self.client.get(address, headers=self.headers)
        assert answer.status_code == 200, (name, args, answer.status_code)
        return body_of(answer)

    def register(self, who: str, *, status: int = 302, **more: Any) -> Any:
        return self.post("register_entrant", status=status, uuid=uuid.uuid4(), who=who, new="on", **more)

    def read_list(self, text: str, way: str = "here") -> str:
        """The preview to which the list was agreed."""
        as_way: Any = {"as": way}
        answer = self.post("import_entrants", status=200, text=text)
        preview = answer.context["preview"]
        assert preview["problem"] == ""
        self.post("import_entrants", text=text, shown=preview["shown"], **as_way)
        return body_of(answer)


def world_of(size: int | None = 4, **settings: Any) -> World:
    return copied(World, team_size=size, is_public=True, **settings)


def teams_by_hand(document: dict[str, Any]) -> list[tuple[int, str, int]]:
    """Rank, name and points of each team: added up from the document alone, by nothing of the program's."""
    entrants, seed = rows_of(document, "entrants"), rows_of(document, "rounds")[0]["draw"]["seed"]
    totals: dict[int, int] = {}
    for result in rows_of(document, "results"):
        totals[result["entrant"]] = totals.get(result["entrant"], 0) + result["points"] - result["penalty"]
    teams: dict[str, list[tuple[int, int]]] = {}
    for place, entrant in enumerate(entrants, 1):
        if entrant["number"] and entrant["team"] and place in totals:
            teams.setdefault(entrant["team"], []).append((entrant["number"], totals[place]))
    best = rows_of(document, "tournaments")[0]["team_best"] or 99
    rows = []
    for name, members in teams.items():
        singles = sorted((points for _number, points in members), reverse=True)
        lot = int.from_bytes(sha256(f"{seed}|1|team {min(members)[0]}|0".encode()).digest()[:4], "big")
        rows.append((sum(singles[:best]), singles, lot, name))
    return [(rank, row[3], row[0]) for rank, row in enumerate(sorted(rows, reverse=True), 1)]


def mates_at_tables(round_: Round) -> int:
    team_of = dict(Entrant.objects.exclude(number=None).values_list("number", "team"))
    pairs = [pair for table in round_.draw["tables"] for pair in combinations(table, 2)]
    return sum(team_of[one] == team_of[other] for one, other in pairs)


def play(desk: Desk, number: int, chance: random.Random) -> None:
    for table in Table.objects.filter(round__number=number).order_by("number"):
        points = [10 * chance.randint(-3, 3) for _seat in range(4)]
        points[-1] -= sum(points)
        type_totals(table, dict(enumerate(points)), why="", device=None)
    desk.post("close_round", number)


@thorough
def test_144_in_36_teams_play_two_rounds_and_no_mates_meet(tmp_path: Path) -> None:
    world, chance = world_of(team_best=3, prizes=PRIZES), random.Random(144)
    desk, tournament = Desk(world), world.tournament
    names = [(f"Hans {place}", f"Team {place % 35 + 1}") for place in range(140)]
    read = desk.read_list("\n".join(["Name;Ort;Mannschaft", *(f"{name};Aasen;{team}" for name, team in names)]))
    assert read.count("<small>Team 35</small>") == 4
    for place, typed in enumerate(("Adler  Urach", "adler urach", "Adler Urach", "ADLER URACH")):
        desk.register(f"Urs {place}, Urach", team=typed)
    assert [len(numbers) for numbers in teams_of(tournament).values()] == [4] * 36
    assert teams_of(tournament)["Adler Urach"] == (141, 142, 143, 144)
    for number, seed in ((1, "Gstieß"), (2, "Mond")):
        desk.post("draw", number, seed=seed)
        round_ = Round.objects.get(number=number)
        assert mates_at_tables(round_) == 0
        assert "Niemand sitzt mit jemandem aus der eigenen Mannschaft" in desk.get("draw", number)
        (tmp_path / "draw.json").write_text(desk.get("published_draw", number), encoding="utf-8")
        status, said, _faults = called("draw", str(tmp_path / "draw.json"))
        assert (status, said.splitlines()[-1]) == (0, "equal")
        desk.post("start_round", number)
        if number == 2:
            result = Entrant.objects.get(number=143).results.get(round=round_)
            assert result.table
            sub: Any = {"name": "Ersatz Eva", "village": "Urach", "number": 143, "why": "Zug"}
            desk.post("substitute", 2, result.table.number, **sub)
        play(desk, number, chance)
    assert Entrant.objects.get(number=143).team == "Adler Urach"
    desk.post("finish_tournament", why="gelost wird nicht")

    document = document_of(tournament)
    expected = teams_by_hand(document)
    assert len(expected) == 36
    _assert_told_everywhere(desk, expected)
    assert problems_of(document) == []
    assert list(faults_in(tournament.club)) == []
    _assert_document_proves_teams(document)
    copy = read_in(document)
    again = [(team.rank, team.name, team.total) for team, _lines in standings_of(copy, EVERYTHING).teams]
    assert again == expected


def _assert_told_everywhere(desk: Desk, expected: list[tuple[int, str, int]]) -> None:
    data = json.loads(desk.get("standings_json"))
    assert [(team["rank"], team["name"], team["total"]) for team in data["teams"]] == expected
    assert {(len(team["counting"]), len(team["not_counting"])) for team in data["teams"]} == {(3, 1)}
    rows = list(csv.reader(io.StringIO(desk.get("standings_csv", query="?teams").lstrip("\ufeff")), delimiter=";"))
    assert [(int(row[0]), row[1], int(row[2])) for row in rows[1:]] == expected
    singles = list(csv.DictReader(io.StringIO(desk.get("standings_csv").lstrip("\ufeff")), delimiter=";"))
    assert {row["Mannschaft"] for row in singles} == {name for _rank, name, _total in expected}
    context = desk.client.get(reverse("standings", args=[desk.world.tournament.pk]) + "?teams")
    for page in (
        body_of(context),
        desk.get("wall", query="?show=teams"),
        desk.get("paper", "standings"),
        desk.get("paper", "standings", query="?teams"),
    ):
        places = [page.index(f"{name}\n") for _rank, name, _total in expected]
        assert places == sorted(places)
        assert "Ersatz Eva" in page
    prizes = desk.get("prizes")
    for (rank, name, _total), label in zip(expected, ("Pokal", "Fass Bier"), strict=False):
        assert f"Mannschaftswertung, Platz {rank}, {name}" in prizes
        assert label in prizes
    unveiled = [(place.rank, one.reason) for place in stage_of(desk.world.tournament).places for one in place.prizes]
    told = [(1, f"Mannschaftswertung, Platz {rank}, {name}") for rank, name, _total in reversed(expected[:2])]
    assert [row for row in unveiled if "Mannschaft" in row[1]] == told, "the last that is unveiled"
    winners = next(row for row in data["teams"] if row["rank"] == 1)
    assert all(
        f"<b>{Entrant.objects.get(number=number).name}</b>" in prizes
        for number in winners["counting"] + winners["not_counting"]
    )


def _assert_document_proves_teams(document: dict[str, Any]) -> None:
    """Whoever changes a team or how many count contradicts the decisions."""
    for part, row, values, place in (
        ("entrants", 1, {"team": "Adler Urach"}, "categories"),
        ("tournaments", 1, {"team_best": 2}, "team_best"),
    ):
        forged = json.loads(json.dumps(document))
        change(forged, part, row, **values)
        assert (place, "not_as_decided") in problems_of(forged)


@thorough
def test_a_team_that_is_complete_takes_nobody_more() -> None:
    world = world_of(2)
    desk = Desk(world)
    for place in range(2):
        desk.register(f"Anna {place}, Aasen", team="Bären")
    refused = desk.register("Anna 2, Aasen", team="bären", status=422)
    assert "„Bären“ ist vollzählig: Eine Mannschaft hat hier höchstens 2 Leute." in body_of(refused)
    desk.register("Anna 2, Aasen")
    third = Entrant.objects.get(number=3)
    seen = desk.client.get(reverse("entrant", args=[world.tournament.pk, third.pk])).context["form"]["seen"].value()
    typed = {"seen": seen, "name": "Anna 2", "village": "Aasen", "team": "BÄREN"}
    desk.post("entrant", third.pk, status=422, **typed)
    # Whoever never sat leaves room; whoever is put into another team does so, too.
    desk.post("withdraw_entrant", Entrant.objects.get(number=1).pk, why="krank")
    desk.post("entrant", third.pk, **typed)
    assert list(Entrant.objects.order_by("number").values_list("team", flat=True)) == ["Bären", "Bären", "Bären"]


@thorough
def test_substitute_of_another_team_plays_for_the_number_and_is_back_in_their_own_after_it() -> None:
    world = world_of(2)
    desk = Desk(world)
    for place, team in enumerate(("Bären", "Bären", "Adler", "Adler")):
        desk.register(f"Anna {place}, Aasen", team=team)
    desk.read_list("Name;Ort;Team\nWart;Aasen;Hirsch", way="announced")
    waits, one = Entrant.objects.get(number=None), Entrant.objects.get(number=1)
    desk.post("substitute_entrant", one.pk, who="Wart, Aasen", why="Zug")
    waits.refresh_from_db()
    assert (waits.number, waits.team) == (1, "Bären")
    desk.post("substitute_entrant", waits.pk, who="Anna 0, Aasen", why="doch da")
    waits.refresh_from_db()
    one.refresh_from_db()
    assert (waits.number, waits.team, one.number, one.team) == (None, "Hirsch", 1, "Bären")


def test_another_team_after_the_draw_is_a_decision_that_everybody_reads() -> None:
    world = world_of(2)
    desk = Desk(world)
    for place in range(4):
        desk.register(f"Anna {place}, Aasen", team="Bären" if place < 2 else "")
    one = Entrant.objects.get(number=1)

    def change(team: str) -> None:
        seen = desk.client.get(reverse("entrant", args=[world.tournament.pk, one.pk])).context["form"]["seen"].value()
        desk.post("entrant", one.pk, seen=seen, name="Anna 0", village="Aasen", team=team)

    change("Adler")
    assert not world.tournament.decisions.exists()
    desk.post("draw", 1, seed="Gstieß")
    for _twice in range(2):
        change("bären")
    decision = world.tournament.decisions.last()
    assert decision is not None
    assert (decision.number, decision.why, decision.data["number"]) == (2, "Adler → Bären", 1)
    assert "Nach der ersten Auslosung geändert: Mannschaft" in desk.get("desk_decisions")
    assert list(faults_in(world.tournament.club)) == []


@thorough
def test_where_mates_must_meet_the_draw_says_so_and_how_sure_that_is() -> None:
    world = world_of(6)
    desk = Desk(world)
    for place in range(8):
        desk.register(f"Anna {place}, Aasen", team="Bären" if place < 6 else "Adler")
    desk.post("draw", 1, seed="Gstieß")
    page = desk.get("draw", 1)
    # Six of one team at two tables: three pairs at each; the others sit apart.
    assert "6 Paare aus einer Mannschaft an einem Tisch" in page
    assert "weniger geht nicht" in page
    here = desk.client.get(reverse("draw", args=[world.tournament.pk, 1])).context["report"]
    assert (len(here["mates"]), here["mates_least"], here["mates_later"]) == (6, True, 0)
    first, second = Round.objects.get().draw["tables"]
    bear, eagle = min(first), max(second)
    desk.post("swap", 1, one=bear, other=eagle, why="Wunsch", seen=Round.objects.get().draw_version)
    page = desk.get("draw", 1)
    assert "8 Paare aus einer Mannschaft an einem Tisch" in page
    assert "2 davon nicht durch dieses Los" in page
    assert "weniger geht nicht" not in page


@thorough
def test_late_comer_sits_apart_from_the_team_and_fixed_settings_stay() -> None:
    world = world_of(3)
    desk = Desk(world)
    for place in range(15):
        desk.register(f"Anna {place}, Aasen", team=f"Team {place % 5}" if place < 14 else "")
    desk.post("draw", 1, seed="Gstieß")
    desk.register("Spät, Aasen", team="team 4")
    late = Entrant.objects.get(player__name="Spät")
    assert late.team == "Team 4"
    desk.post("seat_late", late.pk)
    assert mates_at_tables(Round.objects.get()) == 0


@thorough
def test_without_teams_nothing_of_them_is_seen() -> None:
    world = world_of(None)
    desk = Desk(world)
    desk.register("Anna, Aasen", team="Bären")
    for place in range(7):
        desk.register(f"Bert {place}, Aasen", team="Bären")
    desk.post("draw", 1, seed="Gstieß")
    assert Round.objects.get().draw["format"] == "cegoscore/draw@1"
    for page in (desk.get("door"), desk.get("draw", 1), desk.get("standings"), desk.get("tournament")):
        assert "Mannschaft" not in page
    assert "teams" not in json.loads(desk.get("standings_json"))
    address = reverse("standings", args=[world.tournament.pk])
    assert desk.client.get(f"{address}?teams").status_code == 404


@thorough
def test_incomplete_team_is_ranked_with_whom_it_has_and_says_so() -> None:
    world = world_of(2)
    desk = Desk(world)
    for place, team in enumerate(("Bären", "Adler", "Adler", "")):
        desk.register(f"Anna {place}, Aasen", team=team)
    desk.post("draw", 1, seed="Gstieß")
    desk.post("start_round", 1)
    desk.post("type_totals", 1, 1, sure="0,0,0,0", **{f"points_{seat}": 0 for seat in range(4)})
    page = desk.get("standings", query="?teams")
    assert "nicht vollzählig: 1 von 2" in page
    # Nobody has a point: the team of two has one single more; that decides.
    rows = [(team.rank, team.name) for team, _lines in standings_of(world.tournament, EVERYTHING).teams]
    assert rows == [(1, "Adler"), (2, "Bären")]
    assert page.count("gleich, entschieden durch die besten Einzelnen") == 2


def test_level_teams_are_parted_by_the_lot_of_the_first_draw() -> None:
    world = world_of(2)
    desk = Desk(world)
    for place in range(8):
        desk.register(f"Anna {place}, Aasen", team=f"Team {place // 2}")
    for number, seed in ((1, "Gstieß"), (2, "Mond")):
        desk.post("draw", number, seed=seed)
        desk.post("start_round", number)
        for table in Table.objects.filter(round__number=number):
            type_totals(table, dict.fromkeys(range(4), 0), why="", device=None)
        desk.post("close_round", number)
    rows = [(team.rank, team.name, team.total) for team, _lines in standings_of(world.tournament, EVERYTHING).teams]
    assert rows == teams_by_hand(document_of(world.tournament))
    assert [name for _rank, name, _total in rows] != sorted(name for _rank, name, _total in rows)
    page = desk.get("standings", query="?teams")
    assert page.count("gleich, auch in allen Einzelnen: durch Los entschieden") == 4
    assert "zuletzt das Los, mit der Losnummer der ersten Auslosung" in page


@pytest.mark.parametrize("seed", ["2026", "1e3", "true", '"Mond"'])
def test_a_seed_that_could_be_read_as_something_else_is_the_text_that_was_typed(seed: str) -> None:
    world = world_of(2)
    for place in range(8):
        Desk(world).register(f"Anna {place}, Aasen", team=f"Team {place // 2}")
    for table in world.draw(seed).tables.all():
        type_totals(table, dict.fromkeys(range(4), 0), why="", device=None)
    rows = [(team.rank, team.name, team.total) for team, _lines in standings_of(world.tournament, EVERYTHING).teams]
    assert rows == teams_by_hand(document_of(world.tournament))
