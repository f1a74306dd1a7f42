"""Awards of a tournament, told anew from its rows, and where they are seen."""

import random
from collections import Counter
from typing import Any

import pytest

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.models import Score
from cegoscore.scoring.rules.rule_files import published
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.made_up import hands_of_every_kind, write_hands
from tests.worlds.tournament import World, client_of
from tournaments.course.access import EVERYTHING
from tournaments.course.queries import live_version
from tournaments.desk import exchange, services as desk
from tournaments.models import Category, CategoryKind, Entrant, Result, Round, Tournament
from tournaments.standings.page import tournament_preview
from tournaments.standings.queries import standings_of
from tournaments.standings.tournament_honours import tournament_honours

pytestmark = pytest.mark.django_db
RULES = "schwarzwaldmeisterschaft"


def played(seed: int = 3, rounds: int = 2, people: int = 16, practise: int = 0, **settings: Any) -> World:
    """Hands of every kind in every round, all closed; the organiser gives awards. The last ones practise."""
    categories = [(CategoryKind.JUNIORS, "")]
    given: dict[str, Any] = {"gives_awards": True, "is_public": True, "categories": categories, **settings}
    world, draws = copied(World, hands=12, rounds=rounds, **given), random.Random(seed)
    world.register(people)
    world.tournament.entrants.filter(number__gt=people - practise).update(practises=True)
    for _round in range(rounds):
        close(world.draw(), draws)
    return world


def close(round_: Round, draws: random.Random) -> None:
    for table in round_.tables.order_by("number").select_related("sheet"):
        assert table.sheet
        rows = hands_of_every_kind(draws, published(RULES), 16, dealer=table.sheet.dealer, seats=4)
        write_hands(table.sheet, rows)
        type(table.sheet).objects.filter(pk=table.sheet.pk).update(state="confirmed")
    desk.close_round(round_)


def told(world: World) -> dict[str, set[str]]:
    tournament = Tournament.objects.get(pk=world.tournament.pk)
    version = live_version(tournament)
    given = tournament_honours(tournament, standings_of(tournament, EVERYTHING), version)
    return {one.title: set(one.names.split(", ")) for one in given}


def best(figures: Counter[str], enough: int = 1) -> set[str]:
    most = max(figures.values(), default=0)
    return {name for name, figure in figures.items() if figure == most >= enough}


def expected(world: World) -> list[tuple[str, set[str]]]:
    """The awards by results and scores, one after the other."""
    ends: dict[int, Counter[str]] = {}
    total, low, narrow, solos, paid, up = (Counter[str]() for _figure in range(6))
    for number in (1, 2):
        for result in world.tournament.played_rounds.get(number=number).results.select_related("table", "entrant"):
            if not result.counts:
                continue
            name, start = result.entrant.name, total[result.entrant.name]
            assert result.table
            scores = Score.objects.filter(hand__session=result.table.sheet, seat__number=result.seat)
            for score in scores.select_related("hand").order_by("hand__place"):
                outcome, game, points = score.hand.outcome, score.hand.game, score.points
                total[name] += points
                low[name] = min(low[name], total[name])
                if "declarer" not in outcome or "fault" in outcome or "schinden" in outcome or game == "raeuber":
                    continue
                is_own = outcome["declarer"] == result.seat
                narrow[name] += is_own and points > 0 and 40 <= outcome.get("points", 0) <= 44
                solos[name] += is_own and points > 0 and game.startswith("solo")
                paid[name] -= min(0, points) if not is_own else 0
            assert result.points is not None
            total[name] = start + result.points
        ends[number] = Counter(total)
    ranks = {n: {who: 1 + sum(x > end[who] for x in end.values()) for who in end} for n, end in ends.items()}
    for who in total:
        up[who] = ranks[1][who] - ranks[2][who]
    lines = standings_of(world.tournament, EVERYTHING).lines
    last = max(line.row.rank for line in lines)
    mountain = Counter({who: total[who] - low[who] for who in total if low[who] < 0 < total[who]})
    tables = [("Sieger", {line.person.name for line in lines if line.row.rank == 1})]
    tables += [("Mauskönig", {line.person.name for line in lines if line.row.rank == last})]
    tables += [("Über den Berg", best(mountain)), ("Starke Nerven", best(narrow, 2)), ("Solist", best(solos, 2))]
    tables += [("Gastgeber", best(paid)), ("Aufholjagd", best(up, 5))]
    had = Counter[str]()
    given: list[tuple[str, set[str]]] = []
    for title, names in tables:
        left = {name for name in names if had[name] < 2}
        if left and len(given) < 5:
            given.append((title, left))
            had.update(left)
    return given


@pytest.mark.parametrize("seed", [3, 6])
def test_awards_are_those_of_the_rows(seed: int) -> None:
    world = played(seed)
    assert list(told(world).items()) == expected(world)


@pytest.mark.parametrize("seed", [3, 4])
def test_house_and_practising_players_get_none(seed: int) -> None:
    world = played(seed, people=19, practise=4)
    assert Result.objects.filter(counts=False).count() == 2 * (1 + 4)
    given = told(world)
    assert list(given.items()) == expected(world)
    outside = Entrant.objects.filter(is_house=True) | Entrant.objects.filter(practises=True)
    assert not {entrant.name for entrant in outside} & set().union(*given.values())


def test_a_tournament_that_is_opened_again_has_its_awards_told_anew() -> None:
    world = copied(played)
    desk.finish_tournament(world.tournament)
    before = told(world)
    desk.open_again(world.tournament, why="Fehler", device=None)
    line = standings_of(world.tournament, EVERYTHING).lines[0]
    result = Result.objects.get(round__number=2, entrant__number=line.row.number)
    assert result.table
    desk.penalize(result.table, line.row.number, points=5000, why="verzählt", device=None)
    desk.finish_tournament(Tournament.objects.get(pk=world.tournament.pk))
    after = told(world)
    lines = standings_of(world.tournament, EVERYTHING).lines
    assert after["Sieger"] == {line.person.name for line in lines if line.row.rank == 1} != before["Sieger"]
    assert line.person.name in after["Mauskönig"]


def test_they_are_at_the_prize_giving_on_the_page_on_the_wall_and_in_the_picture() -> None:
    world = copied(played)
    home = f"/tournaments/{world.tournament.pk}"
    client = client_of(world.organiser)
    titles = list(told(world))
    for page in (home, f"{home}/prizes", f"{home}/ceremony", f"{home}/beamer?show=honours"):
        body = body_of(client.get(page))
        assert all(title in body for title in titles), page
    picture = tournament_preview(world.tournament.pk)
    assert picture
    assert picture.sentence.startswith("Sieger: ")


@pytest.mark.parametrize("why", ["off", "held", "open"])
def test_there_are_none_before_they_may_be_said(why: str) -> None:
    world = copied(played)
    assert told(world)
    if why == "off":
        Tournament.objects.update(gives_awards=False)
    elif why == "held":
        exchange.hold_results(world.tournament, first=2, device=world.organiser)
    else:
        Tournament.objects.update(rounds=3)
    assert told(world) == {}


def test_no_junior_is_laughed_at_and_nobody_erased_is_named() -> None:
    world = copied(played)
    before = told(world)
    juniors = Category.objects.get()
    for name in before["Mauskönig"]:
        juniors.entrants.add(*Entrant.objects.filter(player__name=name))
    Player.objects.filter(name__in=before["Sieger"]).update(name="")
    Tournament.objects.update(version=99)
    after = told(world)
    assert not {"Mauskönig", "Sieger"} & set(after)
    assert after
