"""Every prize of a tournament has an answer, and pages say the same: who gets it, nobody, or who draws for it first."""

import pytest

from tests.worlds.copied import copied
from tests.worlds.desk import Browser, text_of
from tests.worlds.tournament import World
from tournaments.course.access import EVERYTHING
from tournaments.desk import services as desk
from tournaments.door.services import decide_takes
from tournaments.models import CategoryKind, EntrantStatus, PrizeKind
from tournaments.setup.plans import PrizePlan
from tournaments.standings.awards import Awarded, awarded
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

MONEY = [
    PrizePlan(kind=PrizeKind.RANK, rank=1, what="100 €", cents=10_000, goods="ein Schinken"),
    PrizePlan(kind=PrizeKind.RANK, rank=2, what="50 €", cents=5000),
    PrizePlan(kind=PrizeKind.CATEGORY, rank=1, category=0, what="20 €", cents=2000),
]


def level_at_two(*, tie_breaks: list[str]) -> World:
    """Eight players at two tables; 2 and 6 are level at place 2. Women are 2, the fourth and the last."""
    world = World(rounds=1, categories=[(CategoryKind.WOMEN, "")], prizes=MONEY, tie_breaks=tie_breaks)
    world.register(8)
    round_ = world.draw()
    for table, points in zip(round_.tables.order_by("number"), ((100, 50, -50, -100), (50, 20, -10, -60)), strict=True):
        desk.type_totals(table, dict(enumerate(points)), why="", device=None)
    desk.close_round(round_)
    lines = standings_of(world.tournament, EVERYTHING).lines
    for place in (1, 3, 7):
        entrant = world.tournament.entrants.get(number=lines[place].row.number)
        entrant.categories.set(world.tournament.categories.all())
    return world


def names(one: Awarded) -> tuple[str, ...]:
    return tuple(line.person.name for line in one.settled)


@pytest.mark.parametrize("tie_breaks", [[], ["card"]], ids=["nobody draws", "left level at the end"])
def test_womens_prize_goes_to_the_next_woman_where_the_first_shares_one_by_rank(tie_breaks: list[str]) -> None:
    world = copied(level_at_two, tie_breaks=tie_breaks)
    browser = Browser(world)
    if tie_breaks:
        page = text_of(browser.get("prizes"))
        assert "Noch nicht entschieden: Es hängt davon ab, wie um einen anderen Preis gezogen wird" in page
        refused = browser.post("ceremony/finish")
        assert refused.status_code == 422
        assert "20 € (Damen, Platz 1): " in text_of(refused)
    desk.finish_tournament(world.tournament, why="sie teilen" if tie_breaks else "")
    world.tournament.refresh_from_db()
    table = standings_of(world.tournament, EVERYTHING)
    fourth = table.lines[3].person.name
    women, second, first = awarded(world.tournament, table)
    assert (names(women), women.cents) == ((fourth,), 2000)
    assert (len(second.settled), second.cents, first.cents) == (2, 2500, 10_000)
    page = text_of(browser.get("prizes"))
    assert f"Weitergegeben, weil sie schon einen anderen Preis haben: {table.lines[1].person.name}." in page
    press = browser.get("press").content.decode()
    assert f"20 € (Damen, Platz 1): {fourth} " in press
    assert "100 € und ein Schinken (Platz 1): " in press


def test_whoever_takes_no_prize_takes_none_as_part_of_a_team_or_for_plus_points() -> None:
    prizes = [
        PrizePlan(kind=PrizeKind.TEAM, rank=1, what="40 €", cents=4000),
        PrizePlan(kind=PrizeKind.PLUS, what="1 €", cents=100, is_each=True),
    ]
    world = World(rounds=1, team_size=4, prizes=prizes, prizes_for_present=True)
    people = world.register(8)
    for person in people:
        person.team = f"Team {(person.number or 0) % 2}"
        person.save()
    world.play_round()
    best = standings_of(world.tournament, EVERYTHING).teams[0][1]
    gone, plays_for_fun, *others = (world.tournament.entrants.get(number=line.row.number) for line in best)
    world.tournament.entrants.filter(pk=gone.pk).update(status=EntrantStatus.WITHDRAWN)
    decide_takes(plays_for_fun, takes="rank", why="zum Spaß", device=None)
    plus, team = awarded(world.tournament, standings_of(world.tournament, EVERYTHING))
    assert {line.row.number for line in team.settled} == {entrant.number for entrant in others}
    assert team.cents == 2000
    assert not {gone.number, plays_for_fun.number} & {line.row.number for line in plus.settled}
