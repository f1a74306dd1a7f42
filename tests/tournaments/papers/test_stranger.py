"""Whoever has a document computes its end without us: a script that shares no code with the app."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cegoscore.contest.ties import TieBreak
from tests import stranger
from tests.effort import sample, sampled, thorough
from tests.worlds.closed_season import ClosedSeason
from tests.worlds.copied import copied
from tests.worlds.full_tournament import FullTournament
from tests.worlds.lively_club import backup_of
from tests.worlds.tournament import World
from tests.worlds.tournament_file import Document, document_of
from tournaments.chaining import mark_of_chain
from tournaments.course.access import EVERYTHING
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.models import CategoryKind, PrizeKind, Table
from tournaments.selfcheck import faults_of
from tournaments.setup.plans import PrizePlan
from tournaments.standings.awards import awarded
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

SCRIPT = Path(stranger.__file__)
Typed = dict[int, dict[int, int]]
"""Points by round and start number, as somebody typed them."""


def found_in(document: Document) -> list[Any]:
    """Everything that the script prints about a document, in a process where the app cannot be imported."""
    command = [sys.executable, "-I", "-S", str(SCRIPT)]
    done = subprocess.run(command, input=json.dumps(document), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_script_imports_nothing_but_the_standard_library() -> None:
    imports = [line.split()[1] for line in SCRIPT.read_text().splitlines() if line.startswith(("import ", "from "))]
    assert imports
    assert set(imports) <= sys.stdlib_module_names


def test_a_stranger_finds_the_end_that_is_in_the_chain(db: None) -> None:
    tournament = copied(FullTournament).tournament
    (found,) = found_in(document_of(tournament))
    assert (found["holds"], found["said"], found["mark"]) == (True, [found["digest"]], mark_of_chain(tournament))
    assert found["end"]["teams"]
    assert [row[3] for row in found["end"]["standings"]].count("nothing") == 1


def test_a_stranger_finds_the_table_of_a_closed_season(db: None) -> None:
    ((computed, said),) = found_in(backup_of(copied(ClosedSeason).club))
    assert (computed, len(computed)) == (said, 64)


# Random tournaments, from typed values


def random_plan(chance: random.Random, has_teams: bool) -> list[PrizePlan]:
    """Prizes by rank with money, some of them alike, and of all other grounds."""

    def prize(kind: PrizeKind, **more: Any) -> PrizePlan:
        cents = chance.choice((None, 500, 1000, 1001, 2000))
        goods = "" if cents and chance.random() < 0.7 else chance.choice(("Schinken", "Speck"))
        return PrizePlan(kind=kind, what="x", cents=cents, goods=goods, **more)

    plan = [prize(PrizeKind.RANK, rank=rank) for rank in range(1, chance.randint(2, 9))]
    for category in (0, 1):
        plan += [prize(PrizeKind.CATEGORY, rank=rank, category=category) for rank in range(1, chance.randint(1, 4))]
    plan += [prize(PrizeKind.LAST)] * chance.randint(0, 1)
    plan += [prize(PrizeKind.PLUS, is_each=chance.random() < 0.5)] * chance.randint(0, 1)
    if has_teams:
        plan += [prize(PrizeKind.TEAM, rank=rank, is_each=chance.random() < 0.5) for rank in (1, 2)]
    return plan


def play(seed: int, players: int, *, teams: int = 0) -> tuple[World, Typed]:
    """A tournament of two rounds with many ties: everything that was typed, by round and start number."""
    chance = random.Random(seed)
    settings: dict[str, Any] = {"team_size": 4, "team_best": chance.choice((None, 3))} if teams else {}
    world = World(
        categories=[(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Wirte")],
        prizes=random_plan(chance, bool(teams)),
        tie_breaks=chance.sample([TieBreak.LAST_ROUND.value, TieBreak.GAMES_WON.value, TieBreak.LOT.value], k=2),
        one_prize_each=chance.random() < 0.7,
        prizes_for_present=chance.random() < 0.5,
        **settings,
    )
    people = world.register(players)
    for place, entrant in enumerate(people):
        entrant.categories.set([row for row in world.tournament.categories.all() if chance.random() < 0.4])
        if teams:
            type(entrant).objects.filter(pk=entrant.pk).update(team=f"Team {place % teams}")
    typed = {number: play_round(world, chance, f"Saat {seed} {number}") for number in (1, 2)}
    decide(world, chance, players)
    desk.finish_tournament(world.tournament, why="es wird geteilt", device=world.organiser)
    world.tournament.refresh_from_db()
    return world, typed


def play_round(world: World, chance: random.Random, seed: str) -> dict[int, int]:
    """A round with few different totals; its points by start number."""
    round_ = world.draw(seed)
    typed: dict[int, int] = {}
    for table in round_.tables.order_by("number"):
        typed |= type_some(table, chance)
    desk.close_round(round_, device=world.organiser)
    return typed


def type_some(table: Table, chance: random.Random) -> dict[int, int]:
    results = list(table.results.select_related("entrant").order_by("seat"))
    points = [10 * chance.randint(-3, 3) for _result in results[1:]]
    points.append(-sum(points))
    desk.type_totals(table, dict(enumerate(points)), why="", device=None)
    return {result.entrant.number or 0: amount for result, amount in zip(results, points, strict=True)}


def decide(world: World, chance: random.Random, players: int) -> None:
    """Somebody goes home, somebody takes no prize or no rank, and a lot is drawn."""
    numbers = chance.sample(range(1, players + 1), k=3)
    went, plays, out = (world.tournament.entrants.get(number=number) for number in numbers)
    door.withdraw_entrant(went, why="heim", device=None)
    door.decide_takes(plays, takes="rank", why="zum Spaß", device=None)
    door.decide_takes(out, takes="nothing", why="beschlossen", device=None)
    last = world.tournament.played_rounds.get(number=2)
    for line in standings_of(world.tournament, EVERYTHING).lines:
        if line.row.undecided and chance.random() < 0.5:
            order = [line.row.number, *line.row.tied_with]
            desk.decide_tie(last, numbers=order, by=TieBreak.LOT, drawn_by="Wirtin", device=None)
            return


def agrees(world: World, typed: Typed) -> None:
    """The script's totals are those of what was typed, and its ranks, prizes and digest are the published ones."""
    tournament = world.tournament
    (found,) = found_in(document_of(tournament))
    assert (found["holds"], found["said"]) == (True, [found["digest"]])
    for _rank, number, total, _share in found["end"]["standings"]:
        assert total == sum(points.get(number, 0) for points in typed.values())
    table = standings_of(tournament, EVERYTHING)
    published = {line.row.number: line.row.rank for line in table.lines}
    assert {number: rank for rank, number, *_more in found["end"]["standings"] if rank} == published
    given: dict[tuple[Any, ...], int] = {}
    for kind, place, category, _cents, holders, each in found["end"]["prizes"]:
        for number in holders:
            given[number, kind, place, category] = each
    pks = {str(category.pk): place for place, (category, _lines) in enumerate(table.categories, 1)}
    ours: dict[tuple[Any, ...], int] = {
        (line.row.number, one.award.prize.given_for.value, one.award.prize.place, pks.get(one.award.prize.category)): (
            one.cents
        )
        for one in awarded(tournament, table)
        for line in one.settled
    }
    assert given == ours
    assert list(faults_of(tournament)) == []


@sampled
@pytest.mark.parametrize("seed", range(sample(60, 4)))
def test_random_tournaments_are_computed_from_what_was_typed(db: None, seed: int) -> None:
    """Of nine to sixty."""
    agrees(*play(seed, 9 + seed * 51 // 59 if sample(1, 0) else 9 + 4 * seed))


@thorough
def test_a_tournament_of_144_in_36_teams_is_computed_from_what_was_typed(db: None) -> None:
    agrees(*play(145, 144, teams=36))
