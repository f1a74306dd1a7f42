"""The server is killed after every step of a tournament: what was answered is there when it comes back."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

import pytest

from tests.served import PATIENCE, Server, Visitor
from tests.worlds.evening import played_at
from tests.worlds.tournament_file import rows_of

HANDS = 24
NEWCOMER = "Zenobia Zumkeller"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of one process: what it has answered is kept or lost, however many there are."""
    server = Server(tmp_path, processes=1)
    yield server
    server.kill()


class StayHere(HTTPRedirectHandler):
    """Leaves an answer that leads to another page for an error."""

    def redirect_request(self, *_answer: Any) -> None:
        return None


class Typist(Visitor):
    """Somebody at the desk, who sees an answer and goes nowhere: the server may be gone by then."""

    def __init__(self, server: Server, link: str) -> None:
        super().__init__(server)
        self.get(link)  # with a form token, which outlives the server

    def send(self, path: str, data: dict[str, str]) -> str:
        """Send a form; where its answer leads, or the status of a refusal."""
        body = urlencode(data | {"csrfmiddlewaretoken": self.token}).encode()
        try:
            build_opener(HTTPCookieProcessor(self.jar), StayHere).open(
                Request(self.home + path, body), timeout=PATIENCE
            )
        except HTTPError as answer:
            with answer:
                return answer.headers["Location"] or str(answer.code)
        raise AssertionError(f"{path} leads nowhere")


class Desk:
    """The organiser at a desk whose server dies after every step."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.home, self.link = played_at(server, 7)
        self.visitor = Typist(server, self.link)

    def step(self, path: str, **data: str) -> str:
        """Do something, kill the server as soon as it has answered, start it again; where the answer led."""
        return self.step_of(self.visitor, path, data)

    def step_of(self, visitor: Typist, path: str, data: dict[str, str]) -> str:
        """The same by somebody else at the desk; the status of a refusal."""
        led_to = visitor.send(path, data)
        self.server.kill()
        self.server.go_on()
        return led_to

    def shows(self, path: str) -> str:
        """A page of the tournament."""
        return self.visitor.get(f"{self.home}{path}")[1]


@pytest.mark.both
@pytest.mark.heavy
def test_nothing_is_lost_when_the_server_dies_after_any_step(server: Server) -> None:
    desk = Desk(server)

    desk.step(f"{desk.home}/door/register", uuid=str(uuid4()), who=f"{NEWCOMER}, Urach", new="on")
    assert NEWCOMER in desk.shows("/door")

    desk.step(f"{desk.home}/rounds/1/draw", seed="Gstieß")
    drawn = desk.shows("/draws/1.json")
    assert "Gstie" in drawn

    desk.step(f"{desk.home}/rounds/1/start")
    assert desk.shows("/draws/1.json") == drawn
    sheet = sheet_of(desk, table=1)
    for number in range(1, HANDS + 1):
        desk.visitor.send(f"{sheet}/hands", solo(number, desk.visitor.get(sheet)[1]))

    desk.step(f"{sheet}/hand-in", seat="0", version=version(desk, sheet))
    desk.step(f"{sheet}/confirm", seat="1", version=version(desk, sheet))
    assert settled(desk) == 4

    desk.step(f"{desk.home}/rounds/1/tables/2/totals", points_0="30", points_1="10", points_2="-10", points_3="-30")
    assert settled(desk) == 8

    desk.step(f"{desk.home}/rounds/1/close")
    assert desk.shows("/rounds/2/draw").count("<form") > 0

    desk.step(f"{desk.home}/results/hold", first="1", why="")
    for path in ("rounds/2/draw", "rounds/2/start"):
        desk.visitor.send(f"{desk.home}/{path}", {"seed": "Leere"})
    for table in (1, 2):
        points = {f"points_{seat}": str(amount) for seat, amount in enumerate((50, 20, -20, -50))}
        desk.visitor.send(f"{desk.home}/rounds/2/tables/{table}/totals", points)
    desk.visitor.send(f"{desk.home}/rounds/2/close", {})
    assert rows_of(json.loads(desk.shows("/document.json")), "tournaments")[0]["held_from"] == 1
    desk.step(f"{desk.home}/results/unveil", place="1", seen="0")
    assert "Platz 1" in desk.shows("/beamer")
    desk.step(f"{desk.home}/results/release", why="")
    assert rows_of(json.loads(desk.shows("/document.json")), "tournaments")[0]["held_from"] is None
    checked = server.manage("selfcheck")
    assert checked.returncode == 0, checked.stdout


@pytest.mark.both
@pytest.mark.heavy
def test_a_table_is_typed_by_two_people_although_the_server_dies_after_each_typing(server: Server) -> None:
    desk = Desk(server)
    for path, data in (
        ("door/register", {"uuid": str(uuid4()), "who": f"{NEWCOMER}, Urach", "new": "on"}),
        ("rounds/1/draw", {"seed": "Gstieß"}),
        ("rounds/1/start", {}),
    ):
        desk.visitor.send(f"{desk.home}/{path}", data)
    twice = "from tournaments.models import Tournament; Tournament.objects.update(types_twice=True)"
    assert server.manage("shell", "-c", twice).returncode == 0
    other = Typist(server, desk.link)
    path = f"{desk.home}/rounds/1/tables/1/totals"
    right = {f"points_{seat}": str(amount) for seat, amount in enumerate((90, -30, -30, -30))}

    for _again in range(2):  # the answer was lost: the same is sent again, and is no second typing
        assert "once=1" in desk.step_of(desk.visitor, path, right)
        assert settled(desk) == 0
    misread = right | {"points_0": "60", "points_1": "0"}
    assert desk.step_of(other, path, misread) == "422"
    assert settled(desk) == 0
    assert "typed=1" in desk.step_of(other, path, right)
    assert settled(desk) == 4
    assert "typed=1" in desk.step_of(desk.visitor, path, right)
    decided = [row["kind"] for row in rows_of(json.loads(desk.shows("/document.json")), "decisions")]
    assert "correction" not in decided
    assert server.manage("selfcheck").returncode == 0


def play(desk: Desk, number: int) -> None:
    """Totals of both tables of a round that runs, so that ranks are shared, and its end."""
    for table in (1, 2):
        points = {f"points_{seat}": str(amount) for seat, amount in enumerate((50, 20, -20, -50))}
        desk.visitor.send(f"{desk.home}/rounds/{number}/tables/{table}/totals", points | {"why": "vom Papier"})


def of_page(desk: Desk, path: str, name: str) -> str:
    """The value of a hidden field on a page of the desk."""
    found = re.search(rf'name="{name}"\s+value="([^"]*)"', desk.shows(path))
    assert found, (path, name)
    return found[1]


def numbers_at(desk: Desk, table: int) -> list[int]:
    """Start numbers at a table of the last round, in the order of the seats."""
    document = json.loads(desk.shows("/document.json"))
    last, entrants = len(document["rounds"]["rows"]), rows_of(document, "entrants")
    tables = [(row["round"], row["number"]) for row in rows_of(document, "tables")]
    place = tables.index((last, table)) + 1
    rows = sorted(rows_of(document, "results"), key=lambda row: row["seat"])
    return [entrants[row["entrant"] - 1]["number"] for row in rows if row["table"] == place]


@pytest.mark.both
@pytest.mark.heavy
def test_every_decision_is_in_the_chain_although_the_server_dies_right_after_it(server: Server) -> None:
    desk, wanted = Desk(server), list[str]()

    def act(kinds: str, path: str, **data: str) -> None:
        """Something after which the test above kills the server."""
        desk.visitor.send(f"{desk.home}/{path}", data)
        wanted.extend(kinds.split())

    def decide(kinds: str, path: str, **data: str) -> None:
        desk.step(f"{desk.home}/{path}", **data)
        wanted.extend(kinds.split())
        assert [row["kind"] for row in rows_of(json.loads(desk.shows("/document.json")), "decisions")] == wanted

    act("", "door/register", uuid=str(uuid4()), who=f"{NEWCOMER}, Urach", new="on")
    act("draw", "rounds/1/draw", seed="Gstieß")
    decide("undraw", "rounds/1/draw/back", why="ein Name fehlte")
    act("draw", "rounds/1/draw", seed="Stieß")
    version = of_page(desk, "/rounds/1/draw", "seen")
    decide("redraw draw", "rounds/1/draw/again", seed="Mond", why="noch einer kam", seen=version)
    one, other = str(numbers_at(desk, 1)[0]), str(numbers_at(desk, 2)[0])
    version = of_page(desk, "/rounds/1/draw", "seen")
    decide("swap", "rounds/1/draw/swap", one=one, other=other, why="sehen schlecht", seen=version)
    act("start", "rounds/1/start")
    decide("dispute", "rounds/1/tables/1/dispute", disputed="on")
    act("settled", "rounds/1/tables/1/dispute", disputed="")
    someone = {"number": other, "name": "Ersatz Emil", "village": "Villingen"}
    decide("substitute", "rounds/1/tables/1/substitute", **someone, why="musste heim")
    play(desk, 1)
    corrected = {f"points_{seat}": str(amount) for seat, amount in enumerate((60, 10, -20, -50))}
    decide("correction", "rounds/1/tables/2/totals", **corrected, why="verlesen")
    decide("reopened", "rounds/1/tables/2/reopen", why="geht weiter")
    decide("void", "rounds/1/tables/2/void", why="nicht zu finden")
    act("close", "rounds/1/close")
    act("draw", "rounds/2/draw", seed="Leere")
    act("start", "rounds/2/start")
    play(desk, 2)
    act("close", "rounds/2/close")
    act("held_back", "results/hold", first="2", why="")
    act("released", "results/release", why="")
    decide("finish", "ceremony/finish", why="der Rest bleibt geteilt")
    decide("goes_on", "ceremony/again", why="Tisch 1 war falsch")
    decide("cancelled", "cancel", why="der Saal brennt")
    checked = server.manage("selfcheck")
    assert checked.returncode == 0, checked.stdout


def settled(desk: Desk) -> int:
    """Number of players with a result that no longer changes."""
    return sum(not row["provisional_rounds"] for row in json.loads(desk.shows("/standings.json"))["standings"])


def sheet_of(desk: Desk, *, table: int) -> str:
    """The address of a table's sheet."""
    found = re.search(r'href="(/sheets/[0-9a-f-]{36})"', desk.shows(f"/rounds/1/tables/{table}"))
    assert found
    return found.group(1)


def solo(number: int, page: str) -> dict[str, str]:
    """A hand as the panel on the page proposes its place."""
    fields = dict(re.findall(r'<input type="hidden" name="(number|revision|lineup|dealer)" value="([\d,]+)"', page))
    assert fields["number"] == str(number)
    return fields | {"uuid": str(uuid4()), "game": "solo", "declarer": "0", "points": "45"}


def version(desk: Desk, sheet: str) -> str:
    """Of the sheet, as its page says it."""
    found = re.search(r'name="version" value="(\d+)"', desk.visitor.get(sheet)[1])
    assert found
    return found.group(1)
