"""A document that says something else than its own decisions is refused with the place."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import FailedGuess
from cegoscore.clubs.rights import stranger_limits
from cegoscore.contest.chain import ChainedDecision, hash_of, mark_of
from tests.commands import called
from tests.effort import thorough
from tests.golden import text_of, versions
from tests.pages import body_of
from tests.worlds.club import client_of
from tests.worlds.copied import copied
from tests.worlds.full_tournament import FullTournament
from tests.worlds.tournament import World, drawn
from tests.worlds.tournament_file import change, document_of, problems_of, read_in, rows_of
from tournaments.desk import services as desk
from tournaments.desk.exchange import hold_results
from tournaments.models import CategoryKind, PrizeKind, Tournament
from tournaments.papers.reading import parse_json
from tournaments.papers.views import ReplayForm
from tournaments.selfcheck import faults_of
from tournaments.setup import services as setup
from tournaments.setup.plans import PrizePlan

pytestmark = pytest.mark.django_db

CATEGORIES = ((CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Wirte"))
PRIZES = (
    PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),
    PrizePlan(kind=PrizeKind.CATEGORY, what="Blumen", rank=1, category=0),
)


def finished() -> World:
    """Two rounds, a table corrected after its round was closed, another void, and the end."""
    world = copied(World, categories=CATEGORIES, prizes=PRIZES)
    people = world.register(8)
    people[0].categories.set(world.tournament.categories.filter(kind=CategoryKind.WOMEN))
    first = world.play_round("eins")
    one, other = first.tables.order_by("number")
    points = dict(enumerate((100, 20, -20, -100)))
    desk.type_totals(one, points, why="vertippt", device=world.organiser)
    desk.void_table(other, why="nicht mehr nachvollziehbar", device=world.organiser)
    world.play_round("zwei")
    desk.finish_tournament(world.tournament, why="gelost wird nicht", device=world.organiser)
    return world


@pytest.fixture
def played(db: None) -> World:
    return copied(finished)


@pytest.fixture
def document(played: World) -> Any:
    return document_of(played.tournament)


def results(document: Any, table: int) -> list[int]:
    """The results of a table, by their places; the fewest points first."""
    rows = enumerate(rows_of(document, "results"), 1)
    found = [(row["points"], place) for place, row in rows if row["table"] == table]
    return [place for _points, place in sorted(found)]


def add_points(document: Any, place: int, points: int) -> None:
    change(document, "results", place, points=rows_of(document, "results")[place - 1]["points"] + points)


def exchange(document: Any, one: int, other: int, *columns: str) -> None:
    rows = rows_of(document, "results")
    for here, there in ((one, other), (other, one)):
        change(document, "results", here, **{column: rows[there - 1][column] for column in columns})


def move_points(document: Any) -> None:
    last, *_others, first = results(document, 3)
    add_points(document, first, -2000)
    add_points(document, last, 2000)


def move_points_of_a_corrected_table(document: Any) -> None:
    one, other, *_others = results(document, 1)
    exchange(document, one, other, "points")


def give_points_to_a_void_table(document: Any) -> None:
    one, other, *_others = results(document, 2)
    add_points(document, one, 10)
    add_points(document, other, -10)


def exchange_in_the_draw(document: Any) -> None:
    draw = rows_of(document, "rounds")[1]["draw"]
    one, other = draw["tables"]
    first, second = (next(n for n, number in enumerate(row) if number not in draw["dealers"]) for row in (one, other))
    one[first], other[second] = other[second], one[first]


def exchange_seats(document: Any) -> None:
    exchange(document, results(document, 3)[0], results(document, 4)[0], "entrant", "points")


def break_a_sum(document: Any) -> None:
    add_points(document, results(document, 3)[0], 1)


def put(part: str, row: int, **values: Any) -> Callable[[Any], None]:
    return lambda document: change(document, part, row, **values)


FORGERIES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "points from the first to the last": (move_points, "rounds.2.points."),
    "points of a corrected table": (move_points_of_a_corrected_table, "rounds.1.points."),
    "points of a void table": (give_points_to_a_void_table, "rounds.1.points."),
    "other tie-breaks": (put("tournaments", 1, tie_breaks=["lot"]), "tie_breaks"),
    "one prize each": (put("tournaments", 1, one_prize_each=False), "one_prize_each"),
    "another prize": (put("prizes", 1, what="Wurst"), "prizes"),
    "a prize of another category": (put("prizes", 2, category=2), "prizes"),
    "another kind of category": (put("categories", 1, kind="juniors"), "prizes"),
    "somebody in another category": (put("entrants", 1, categories=[2]), "categories"),
    "another seed": (lambda document: rows_of(document, "rounds")[1]["draw"].update(seed="drei"), "rounds.2.draw"),
    "two exchanged in the draw": (exchange_in_the_draw, "rounds.2.draw"),
    "two exchanged at the tables": (exchange_seats, "rounds.2.tables.1"),
    "a table that does not sum to zero": (break_a_sum, "rounds.2.tables.1"),
    "a round that plays again": (put("rounds", 2, state="playing"), "rounds.2.state"),
    "another number of a round": (put("rounds", 2, number=3), "rounds.2.state"),
    "no end": (put("tournaments", 1, finished=None), "finished"),
}


def test_a_document_as_it_was_written_is_proved(document: Any) -> None:
    reading, problems = parse_json(json.dumps(document))
    assert problems == ()
    assert reading
    assert reading.replayed.unproved == ("held_from",)


@pytest.mark.parametrize(("forge", "place"), FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forged_document_is_refused_with_the_place(document: Any, forge: Callable[[Any], Any], place: str) -> None:
    forge(document)
    problems = problems_of(document)
    assert [key for key, _code in problems if key.startswith(place)], problems


def test_categories_renamed_after_the_draw_are_in_the_chain_with_their_prizes() -> None:
    world = copied(World, categories=CATEGORIES, prizes=PRIZES)
    world.register(8)
    world.draw()
    rules = rules_of(world.tournament.rule_set)
    other = ((CategoryKind.JUNIORS, ""), CATEGORIES[1])
    setup.change_settings(
        world.tournament,
        rules=rules,
        small_rules=None,
        categories=other,
        prizes=PRIZES,
        rounds=3,
        why="stand falsch da",
        device=None,
    )
    reading, problems = parse_json(json.dumps(document_of(world.tournament)))
    assert problems == ()
    assert reading
    assert {"prizes", "rounds"}.isdisjoint(reading.replayed.unproved)


# What the version before wrote


def chain_anew(document: Any) -> None:
    """Compute all hashes again, after something was changed."""
    before = ""
    for place, row in enumerate(rows_of(document, "decisions"), 1):
        named = {key: row[key] for key in ("number", "kind", "by", "data", "reason")}
        before = hash_of(ChainedDecision(at=datetime.fromisoformat(row["at"]), **named), before)
        change(document, "decisions", place, hash=before)


NEW_PARTS = {"house_players": "house", "practice": "practice", "not_counting": "not_counting"} | {
    name: name for name in ("gone", "outcome")
}


@pytest.mark.parametrize(("part", "place"), NEW_PARTS.items())
def test_what_a_decision_of_the_version_before_does_not_name_is_said_and_no_fault(part: str, place: str) -> None:
    """Such a host may run beside this one: here only the last decision that could have named it is of that version."""
    document = document_of(copied(FullTournament).tournament)
    naming = [row["data"] for row in rows_of(document, "decisions") if part in row["data"]]
    del naming[-1][part]
    chain_anew(document)
    reading, problems = parse_json(json.dumps(document))
    assert problems == ()
    assert reading
    assert [one.rpartition(".")[2] for one in reading.replayed.unproved] == [place]
    assert list(faults_of(read_in(document))) == []


def test_a_paper_of_the_version_before_is_found_and_said_to_be_short() -> None:
    document = json.loads(text_of("0.2", "tournament.json"))
    assert "rounds.1.not_counting" in replayed(document)[1]
    last = rows_of(document, "decisions")[-1]["hash"]
    status, out, _err = replayed(document, "--mark", f"{last[:4]} {last[4:8]} {last[8:12]}")
    assert (status, out.splitlines()[-1]) == (0, "equal, but a short mark: who makes the file can hit it")


# The command


def replayed(document: Any, *arguments: str) -> tuple[int, str, str]:
    return called("replay", "-", *arguments, stdin=json.dumps(document).encode())


@thorough
def test_the_command_says_that_a_document_is_the_evening_of_a_paper(document: Any) -> None:
    mark = mark_of(rows_of(document, "decisions")[-1]["hash"])
    status, out, err = replayed(document, "--mark", mark.upper().replace(" ", "  "))
    assert (status, err) == (0, "")
    assert out.splitlines() == ["unproved: held_from", f"mark: {mark}", "equal"]
    status, out, _err = replayed(document)
    assert (status, "only the mark on a paper" in out) == (0, True)


def test_the_command_names_what_contradicts_the_decisions(document: Any) -> None:
    status, _out, err = replayed(document, "--mark", "0000 0000 0000")
    assert (status, "the mark is another" in err) == (1, True)
    change(document, "tournaments", 1, tie_breaks=["lot"])
    assert replayed(document) == (2, "", "tie_breaks: is not what decision 1 says\n")
    assert called("replay", "nowhere.json")[0] == 2


@pytest.mark.parametrize("version", versions())
def test_the_command_says_what_a_document_of_an_old_version_leaves_unproved(version: str) -> None:
    status, out, _err = replayed(json.loads(text_of(version, "tournament.json")))
    assert status == 0
    unproved = {f"unproved: {place}" for place in ("prizes", "tie_breaks", "rounds.1.draw", "rounds.1.points.1")}
    assert version != "0.1" or unproved | {"mark: none"} <= set(out.splitlines())


# The page


def asked(world: World, document: Any, mark: str = "", language: str = "en") -> tuple[int, str]:
    """The answer to a guest who uploads this document."""
    file = SimpleUploadedFile("cego.json", document if isinstance(document, bytes) else json.dumps(document).encode())
    address = reverse("replay_document", args=[world.tournament.pk])
    answer = client_of(world.guest, language).post(address, {"mark": mark, "file": file})
    return answer.status_code, " ".join(body_of(answer).split())


def test_the_page_says_that_a_document_is_the_evening_of_a_paper_and_of_this_server(
    played: World, document: Any
) -> None:
    mark = mark_of(rows_of(document, "decisions")[-1]["hash"])
    status, text = asked(played, document, mark.upper().replace(" ", "-"))
    assert (status, f"Its check code is the one on your paper: <b>{mark}</b>." in text) == (200, True)
    assert "as it is here now" in text
    assert "No decision says anything about: results held back." in text
    assert f"Its check code is <b>{mark}</b>. Compare" in asked(played, document)[1]
    assert document_of(played.tournament) == document
    assert (Tournament.objects.count(), FailedGuess.objects.count()) == (1, 0)


@thorough
def test_the_page_knows_an_older_paper_and_an_older_document(played: World, document: Any) -> None:
    _status, text = asked(played, document, mark_of(rows_of(document, "decisions")[2]["hash"]))
    assert f"older: {len(document['decisions']['rows']) - 3} decisions came after it" in text
    desk.open_again(played.tournament, why="doch nicht", device=played.organiser)
    assert "older: 1 decision was made here since" in asked(played, document)[1]


def test_a_chain_made_anew_holds_but_is_neither_the_papers_nor_this_servers(played: World, document: Any) -> None:
    mark = mark_of(rows_of(document, "decisions")[-1]["hash"])
    one, other, *_others = results(document, 3)
    decisions = rows_of(document, "decisions")
    closing = [row["data"] for row in decisions if row["kind"] == "close"][-1]
    entrants = rows_of(document, "entrants")
    for place, more in ((one, 2000), (other, -2000)):
        add_points(document, place, more)
        number = entrants[rows_of(document, "results")[place - 1]["entrant"] - 1]["number"]
        closing["points"][str(number)] += more
    del decisions[-1]["data"]["outcome"]
    chain_anew(document)
    status, text = asked(played, document, mark)
    assert (status, "is whole" in text) == (200, True)
    assert "in no place of this log" in text
    assert "not the log that this tournament has here" in text
    assert "Only the check code on a paper of that evening tells" in text


@thorough
def test_the_page_names_the_place_of_what_contradicts(played: World, document: Any) -> None:
    broken = json.loads(json.dumps(document))
    rows_of(broken, "decisions")[3]["data"]["round"] = 2
    assert "<b>Entscheid 4</b>: Hier wurde etwas geändert" in asked(played, broken, language="de")[1]
    break_a_sum(document)
    status, text = asked(played, document, language="de")
    assert (status, "<b>Durchgang 2, Tisch 1</b>: Die Punkte" in text) == (422, True)
    assert "<b>Durchgang 2, Nummer " in text


def test_uploads_that_prove_nothing_are_counted_apart_from_wrong_codes_and_then_wait(
    played: World, document: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stranger_limits, "MOST_OF_A_DEVICE", 2)
    client = client_of(played.guest)

    def type_code() -> int:
        return client.post(reverse("enter_code"), {"code": "ACDEFHJK"}).status_code

    assert "too large" in asked(played, b" " * (ReplayForm.most_bytes + 1))[1]
    assert [asked(played, b"\xff")[0] for _n in range(2)] == [422, 429]
    status, text = asked(played, document)
    assert (status, "Try again later" in text, "is whole" in text) == (429, True, False)
    assert [type_code() for _n in range(3)] == [404, 404, 429]
    FailedGuess.objects.filter(what="document").delete()
    assert asked(played, document)[0] == 200


def test_the_page_is_open_when_the_results_are() -> None:
    world = drawn()
    address = reverse("replay_document", args=[world.tournament.pk])
    page, device = reverse("tournament", args=[world.tournament.pk]), client_of(world.guest)
    standings = b"".join(device.get(reverse("standings", args=[world.tournament.pk])))
    assert (device.get(address).status_code, address in standings.decode()) == (200, True)
    hold_results(world.tournament, first=1, device=world.organiser)
    assert (device.get(address).status_code, address in body_of(device.get(page))) == (404, False)
    organiser = client_of(world.organiser)
    assert (organiser.get(address).status_code, address in body_of(organiser.get(page))) == (200, True)


@thorough
@pytest.mark.parametrize("version", versions())
def test_the_page_says_that_a_document_without_a_chain_proves_nothing(version: str) -> None:
    status, text = asked(copied(World), text_of(version, "tournament.json").encode())
    assert (status, "Nothing in it is proved" in text) == (200, version == "0.1")
